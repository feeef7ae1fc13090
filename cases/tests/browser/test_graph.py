"""The relation graph in the reader's hands: labels that fit, lines that light up, nodes that can be dragged."""

from typing import Any

import pytest

from .conftest import Opener

pytestmark = pytest.mark.django_db

# Labels that reach beyond their box, or into the number beside them.
TOO_WIDE = """
[...document.querySelectorAll('svg.graph .node')].filter((node) => {
  const box = node.querySelector('rect').getBBox(), text = node.querySelector('text').getBBox();
  const figure = node.querySelector('.figure');
  const end = figure ? figure.getBBox().x : box.width;
  return text.x + text.width > end || text.y < 0 || text.y + text.height > box.height;
}).map((node) => node.querySelector('title').textContent)
"""
OVERLAPPING = """
(() => {
  const boxes = [...document.querySelectorAll('svg.graph .node rect')].map((rect) => rect.getBoundingClientRect());
  const overlap = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  return boxes.filter((one, place) => boxes.slice(place + 1).some((other) => overlap(one, other))).length;
})()
"""


PATHS = ["/graph", "/en/graph", "/graph?domain=networking", "/en/graph?org=meta"]


@pytest.mark.parametrize("path", PATHS)
def test_every_label_fits_its_box(opened: Opener, path: str) -> None:
    page = opened(path)
    assert page.locator("svg.graph .node").count() > 5
    assert page.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("path", ["/", "/en/?symptoms=throughput-degraded&contributing=assumption-unverified"])
def test_the_part_on_the_list_fits_too(opened: Opener, path: str) -> None:
    page = opened(path)
    page.locator(".graph-part summary").click()
    assert page.evaluate(TOO_WIDE) == []


def test_a_narrow_screen_scrolls_the_graph_and_not_the_page(opened: Opener) -> None:
    page = opened("/graph", width=360, scripts=False)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_values_are_reached_in_order_with_the_keyboard_and_show_their_lines(opened: Opener) -> None:
    page = opened("/en/graph")
    page.locator("svg.graph .node").first.focus()
    assert page.locator(".graph.lit .line.near").count() >= 1
    names = [focused(page)]
    for _step in range(3):
        page.keyboard.press("Tab")
        names.append(focused(page))
    assert names == [node.locator("title").text_content() for node in page.locator("svg.graph a.node").all()[:4]]


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.querySelector('title').textContent"))


def drag(page: Any, place: int, down: int) -> None:
    """Drag a node down by so many pixels."""
    box = page.locator("svg.graph .node").nth(place).bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2 + down, steps=6)
    page.mouse.up()


def places(page: Any) -> list[str]:
    return [node.get_attribute("transform") for node in page.locator("svg.graph .node").all()]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_dragged_value_moves_the_others_make_room_and_all_can_be_put_back(opened: Opener, motion: str) -> None:
    page = opened("/en/graph")
    page.emulate_media(reduced_motion=motion)
    before, address = places(page), page.url
    drag(page, 0, 70)
    page.wait_for_timeout(1500)
    assert places(page)[0] != before[0]
    assert page.evaluate(OVERLAPPING) == 0
    assert page.url == address  # the end of a drag is no click
    page.get_by_role("button", name="Put back in order").click()
    assert [settled(place) for place in places(page)] == [settled(place) for place in before]


def settled(transform: str) -> tuple[float, ...]:
    """The numbers of a transform."""
    return tuple(float(number) for number in transform.removeprefix("translate(").rstrip(")").split())


def test_a_click_still_follows_the_link(opened: Opener) -> None:
    page = opened("/en/graph")
    node = page.locator("svg.graph a.node").nth(2)
    target = node.get_attribute("href")
    node.click()
    page.wait_for_url(f"**/en/graph{target}")


def test_the_script_of_checks_can_be_copied(opened: Opener) -> None:
    page = opened("/en/check?domain=kubernetes")
    page.get_by_text("The script, to read and to copy").click()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the script").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("#!/usr/bin/env bash\n")
