"""What lets others find the library: the sitemap, robots.txt, llms.txt."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import override

from cases.models.case import case_number
from cases.pages import public_page
from cases.results import Results
from cases.snapshot import Snapshot
from cases.topics import TOPIC_FACETS, topic_of
from cases.whole import WhichCases
from incidentlib.jinja2 import origin_of

# A sitemap may have 50,000 addresses; with fewer it stays a page among others for the cache.
MOST_ADDRESSES = 10_000
LANGUAGES = ("ko", "en")
# Pages without parameters, by the names of their addresses.
PAGES = ("case-list", "topic-list", "match", "check", "stats", "graph", "api", "about")


@dataclass(frozen=True)
class Place:
    """A page in all languages: its path in each, and when it last changed."""

    paths: dict[str, str]
    changed_at: datetime


def places(snapshot: Snapshot) -> Iterator[Place]:
    """Every page that is worth an entry: those without parameters, then the topics, then the cases, newest first."""
    for name in PAGES:
        if paths := paths_of(name):
            yield Place(paths, snapshot.changed_at)
    yield from topics(snapshot)
    for pk, changed_at in zip(snapshot.pks, snapshot.updated, strict=True):
        yield Place(paths_of("case-detail", case_number(pk)), changed_at)


def topics(snapshot: Snapshot) -> Iterator[Place]:
    """The topics, each changed when the last of its cases was."""
    for facet in TOPIC_FACETS:
        for value in snapshot.values[facet.key].values():
            if topic := topic_of(snapshot, value.facet, value.slug):
                changed_at = max((snapshot.updated[n] for n in topic.cases), default=snapshot.changed_at)
                yield Place(paths_of("topic", value.facet, value.slug), changed_at)


def paths_of(name: str, *args: str) -> dict[str, str]:
    """The paths of a named page by language; none when there is no page of this name."""
    paths = {}
    for language in LANGUAGES:
        with override(language):
            try:
                paths[language] = reverse(name, args=args)
            except NoReverseMatch:
                return {}
    return paths


def parts(found: list[Place], most: int = MOST_ADDRESSES) -> list[list[Place]]:
    """Places in parts of at most so many addresses; at least one part."""
    step = most // len(LANGUAGES)
    return [found[start : start + step] for start in range(0, max(1, len(found)), step)]


@public_page
def sitemap(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """All addresses, or an index of the parts when there are too many for one file."""
    found = parts(list(places(snapshot)))
    if len(found) == 1:
        return urlset(request, found[0])
    context = {"origin": origin_of(request), "numbers": range(1, len(found) + 1), "changed_at": snapshot.changed_at}
    return render(request, "sitemap_index.xml", context, content_type="application/xml; charset=utf-8")


@public_page
def sitemap_part(request: HttpRequest, snapshot: Snapshot, number: int) -> HttpResponse:
    """One part of the sitemap, counted from 1."""
    found = parts(list(places(snapshot)))
    if not 1 <= number <= len(found):
        raise Http404
    return urlset(request, found[number - 1])


def urlset(request: HttpRequest, found: list[Place]) -> HttpResponse:
    """Places as a sitemap; each language is an address of its own that names all others."""
    context = {"origin": origin_of(request), "places": found}
    return render(request, "sitemap.xml", context, content_type="application/xml; charset=utf-8")


@public_page
def robots(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """What crawlers may read: everything but query strings, of which there is no end, and the admin."""
    lines = [
        "User-agent: *",
        "Disallow: /*?",
        *(f"Disallow: {path}" for path in paths_of("admin:index").values()),
        "",
        f"Sitemap: {origin_of(request)}{reverse('sitemap')}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@public_page
def llms(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """What the library is and where its parts are, for language models, in English (llmstxt.org)."""
    with override("en"):
        results, api = Results(WhichCases({}, snapshot)), paths_of("api").get("en")
        context = {"origin": origin_of(request), "results": results, "api": api}
        return render(request, "llms.txt", context, content_type="text/plain; charset=utf-8")
