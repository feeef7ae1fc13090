"""Every page as a reader has it: accessible, no wider than the screen, whole without scripts."""

from pathlib import Path
from typing import Any

import pytest

from .conftest import Opener

pytestmark = pytest.mark.django_db

AXE = (Path(__file__).parent / "vendor/axe-core-4.14.1/axe.min.js").read_text("utf-8")
# What passed is not asked for: of a list those are thousands of elements, and telling them takes longer than the check.
RUN = """axe.run({
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'],
}).then((result) => result.violations)"""
PAGES = {
    "list": "/",
    "filtered": "/?symptoms=throughput-degraded&contributing=assumption-unverified",
    "any of": "/?symptoms=throughput-degraded&symptoms=training-hang&symptoms_match=any&exclude=org%3Ameta",
    "compact": "/?view=compact",
    "last page": "/?page=3",
    "nothing found": "/?symptoms=facility-alarm&root_cause=race-condition&year=2017",
    "search": "/?q=kuberntes+timeout",
    "case": "/cases/IL-0476?root_cause=hardware-failure",
    "long case": "/cases/IL-1103",
    "about": "/about",
    "topics": "/topics/",
    "topics found": "/topics/?q=nccl",
    "no topic found": "/topics/?q=zzzzqqq",
    "topic": "/topics/symptoms/throughput-degraded",
    "topic of few": "/topics/components/etcd",
    "topic of a group": "/topics/components/network",
    "topic of a cause": "/topics/root_cause/hardware-failure",
    "topic of an organization": "/topics/org/meta",
    "case that came back": "/cases/IL-1003",
    "graph": "/graph",
    "graph of few": "/graph?symptoms=throughput-degraded&contributing=assumption-unverified",
    "statistics": "/stats?domain=ai-infra",
    "checks": "/check",
    "comparison": "/compare?id=IL-0129&id=IL-0411&id=IL-0429",
    "nothing to compare yet": "/compare",
}
REFUSED = {
    "unknown value": "/?symptoms=throughput-degrade",
    "unknown parameter": "/?colour=red",
    "no topic": "/topics/symptom/throughput-degrade",
    "no page": "/nowhere",
    "one case": "/compare?id=IL-0129",
}
SCREENS = [("ko", 1280, "light"), ("en", 360, "dark")]


def in_language(path: str, lang: str) -> str:
    return f"/en{path}" if lang == "en" else path


def violations(page: Any) -> list[tuple[str, list[Any]]]:
    """What axe finds, as (rule, places)."""
    page.evaluate(AXE)
    return [(rule["id"], [node["target"] for node in rule["nodes"]][:3]) for rule in page.evaluate(RUN)]


def is_too_wide(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


# Pages that differ from another one only in their cases are not worth a second look at every element.
DIFFERENT = {
    name: path for name, path in PAGES.items() if name not in ("filtered", "last page", "long case", "topic of a cause")
}


@pytest.mark.parametrize(("lang", "width", "theme"), SCREENS)
@pytest.mark.parametrize("path", DIFFERENT.values(), ids=DIFFERENT)
def test_a_page_is_accessible_and_fits_the_screen(opened: Opener, path: str, lang: str, width: int, theme: str) -> None:
    page = opened(in_language(path, lang), width, theme)
    assert violations(page) == []
    assert not is_too_wide(page)
    assert page.locator("h1").count() == 1


@pytest.mark.parametrize(("lang", "theme"), [("ko", "dark"), ("en", "light")])
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_page_fits_a_narrow_screen_in_either_language(opened: Opener, path: str, lang: str, theme: str) -> None:
    assert not is_too_wide(opened(in_language(path, lang), 360, theme))


@pytest.mark.parametrize("lang", ["ko", "en"])
@pytest.mark.parametrize("path", REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_accessible_too(opened: Opener, path: str, lang: str) -> None:
    page = opened(in_language(path, lang), 360, may_fail=True)
    assert violations(page) == []
    assert not is_too_wide(page)


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_page_is_whole_without_scripts(opened: Opener, path: str) -> None:
    page = opened(path, scripts=False)
    assert page.locator("main").inner_text().strip()
    assert page.locator("[hidden]:visible").count() == 0
