"""The list in the reader's hands."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import Opener

pytestmark = pytest.mark.django_db


def test_filters_open_on_a_narrow_screen_without_scripts(opened: Opener) -> None:
    page = opened("/?root_cause=capacity", width=360, scripts=False)
    assert not page.locator(".facets").is_visible()
    page.get_by_text("필터 (1)").click()
    assert page.locator("[data-facet=symptoms]").is_visible()


def test_clear_all_works_on_a_narrow_screen(opened: Opener) -> None:
    page = opened("/en/?root_cause=capacity", width=360, scripts=False)
    page.get_by_role("link", name="Clear all").click()
    page.wait_for_url(re.compile(r"/en/$"))


def test_a_click_on_a_value_shows_as_many_cases_as_it_says(opened: Opener) -> None:
    page = opened("/en/", scripts=False)
    value = page.locator("[data-facet=root_cause] .short [data-term=config-error] a.value")
    count = value.locator(".count").inner_text()
    value.click()
    expect(page.locator("h2 .total")).to_have_text(re.compile(rf"^{count} case"))


def test_a_long_list_of_values_can_be_narrowed_by_typing(opened: Opener) -> None:
    page = opened("/")
    facet = page.locator("[data-facet=components]")
    facet.locator("summary").click()
    facet.get_by_role("searchbox").fill("gpu 드")
    expect(facet.locator(".whole li[data-term=gpu-driver]")).to_be_visible()
    expect(facet.locator(".whole li[data-term=nic]")).to_be_hidden()


def test_a_search_marks_what_it_found(opened: Opener) -> None:
    page = opened("/", scripts=False)
    page.get_by_role("searchbox").fill("체크포인트를")
    page.get_by_role("button", name="검색").click()
    assert "체크포인트" in page.locator("mark").first.inner_text()


def test_keys_lead_through_the_cases(opened: Opener) -> None:
    page = opened("/en/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    second = page.locator(".case-list > li").nth(1).locator("h3 a")
    expect(second).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox", name="Search cases")).to_be_focused()


def test_the_help_of_the_keys_opens_and_closes(opened: Opener) -> None:
    page = opened("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
