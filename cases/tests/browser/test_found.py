"""What pages tell machines, in a browser that keeps to the policy for scripts."""

import json

import pytest

from .conftest import Opener

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("path", "kind"), [("/cases/IL-0129", "TechArticle"), ("/en/", "Dataset")])
def test_the_data_block_is_no_script_to_the_browser(opened: Opener, path: str, kind: str) -> None:
    """The fixture fails at any complaint of the browser, one about its policy included."""
    block = opened(path).locator('script[type="application/ld+json"]')
    assert json.loads(block.text_content())["@type"] == kind


def test_the_facts_do_not_cover_the_text_on_a_narrow_screen(opened: Opener) -> None:
    page = opened("/cases/IL-0129", width=360)
    page.locator(".cite summary").click()
    page.locator(".cite").scroll_into_view_if_needed()
    assert page.locator(".beside").evaluate("element => getComputedStyle(element).position") == "static"
