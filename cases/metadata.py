"""What the pages tell machines about themselves in the words of schema.org: the library is a Dataset, a case an
article, a topic a collection.

Addresses are absolute: `origin` is scheme and host. The language is that of the moment.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from cases.citation import AUTHOR, Citation
from cases.models import Case
from cases.models.case import case_number
from cases.models.texts import Source, language
from cases.snapshot import Snapshot
from cases.topics import Topic
from cases.values import Value

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
# A case names the licence of a source by its SPDX identifier.
SPDX = "https://spdx.org/licenses/{}.html"
HEADLINE = 110  # characters; search engines show no more
Node = dict[str, Any]


def publisher(origin: str) -> Node:
    """The library as an organization."""
    return {"@type": "Organization", "name": AUTHOR, "url": origin + reverse("case-list")}


def dataset(snapshot: Snapshot, origin: str) -> Node:
    """The whole library."""
    years = [date.fromordinal(day).year for day in (*snapshot.first_days[-1:], *snapshot.first_days[:1])]
    return {
        "@context": "https://schema.org",
        "@type": "Dataset",
        "@id": f"{origin}/#library",
        "name": AUTHOR,
        "description": _(
            "Real infrastructure incidents in AI training clusters, GPUs, networks, Kubernetes, storage, databases and "
            "clouds, each as one structured, sourced record in Korean and English."
        ),
        "url": origin + reverse("case-list"),
        "inLanguage": ["ko", "en"],
        "license": LICENCE,
        "isAccessibleForFree": True,
        "creator": publisher(origin),
        "dateModified": snapshot.changed_at.isoformat(),
        "temporalCoverage": "/".join(map(str, years)),
        "size": str(len(snapshot.pks)),
        "keywords": [value.label for value in snapshot.values["domain"].values() if value.term],
        "distribution": distribution(origin),
    }


def distribution(origin: str) -> list[Node]:
    """The files of the whole library, and the feed of changes."""
    files = [
        (reverse("library-jsonl"), "application/jsonl"),
        (reverse("library-sqlite"), "application/vnd.sqlite3"),
        (reverse("export-csv"), "text/csv"),
        (reverse("feed"), "application/atom+xml"),
    ]
    return [{"@type": "DataDownload", "contentUrl": origin + path, "encodingFormat": kind} for path, kind in files]


def article(case: Case, values: Mapping[str, Iterable[Value]], origin: str) -> Node:
    """One case. What machines wrote is said to be so, and a review is named only where there is one."""
    address = origin + case.get_absolute_url()
    coded = [value for facet in ("symptoms", "root_cause", "components", "contributing") for value in values[facet]]
    return {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "@id": f"{address}#article",
        "identifier": case.number,
        "url": address,
        "mainEntityOfPage": page(case, address),
        "headline": shortened(case.title.plain, HEADLINE),
        "name": case.title.plain,
        "abstract": case.summary.paragraphs[0].plain,
        "inLanguage": case.title.lang,
        "dateModified": case.updated_at.isoformat(),
        "author": publisher(origin),
        "publisher": publisher(origin),
        **authorship(case),
        "creativeWorkStatus": Citation(case, address).state,
        "license": LICENCE,
        "isAccessibleForFree": True,
        "isPartOf": {"@id": f"{origin}/#library"},
        "image": origin + reverse("case-card", args=[case.number]),
        "workTranslation": {"@id": f"{origin}{translated(case)}#article"},
        "about": [about(value, origin) for value in coded],
        "keywords": [str(value.label) for value in (*coded, *values["domain"])],
        "citation": [citation(source) for source in case.source_list],
    }


def page(case: Case, address: str) -> Node:
    """The page of a case, with who reviewed it and when."""
    reviewed = case.reviewed and not case.changed_since_review and case.reviewed_at is not None
    review = (
        {
            "reviewedBy": {"@type": "Person", "name": case.reviewed_by},
            "lastReviewed": case.reviewed_at.date().isoformat() if case.reviewed_at else None,
        }
        if reviewed
        else {}
    )
    return {"@type": "WebPage", "@id": address, **review}


def authorship(case: Case) -> Node:
    """That a text was written by a machine."""
    if case.written_by != "session":
        return {}
    return {"digitalSourceType": "https://schema.org/TrainedAlgorithmicMediaDigitalSource"}


def about(value: Value, origin: str) -> Node:
    """A term of the vocabulary."""
    vocabulary = {"@type": "DefinedTermSet", "name": value.facet, "url": origin + reverse("vocabulary")}
    address = origin + topic_path(value)
    named = {"termCode": value.slug, "name": str(value.label), "url": address, "inDefinedTermSet": vocabulary}
    return {"@type": "DefinedTerm", **named}


def citation(source: Source) -> Node:
    """A source, with its licence where someone has looked."""
    known = source.license and source.license != "unknown"
    licence = {"license": [SPDX.format(each) for each in str(source.license).split(" OR ")]} if known else {}
    archived = {"archivedAt": source.archived_url} if source.archived_url else {}
    return {"@type": "CreativeWork", "url": source.url, **licence, **archived}


def translated(case: Case) -> str:
    """The path of the case's page in the other language."""
    with override("ko" if language() == "en" else "en"):
        return case.get_absolute_url()


def shortened(text: str, most: int) -> str:
    """A text cut at a word so that it has at most so many characters."""
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0].rstrip(",;:") + "…"


def subject(topic: Topic, origin: str) -> Node:
    """The page of a topic: what it is about, and its newest cases."""
    address = origin + topic_path(topic.value)
    numbers = [case_number(pk) for pk in topic.newest()]
    listed = [
        {"@type": "ListItem", "position": place, "url": origin + reverse("case-detail", args=[number])}
        for place, number in enumerate(numbers, start=1)
    ]
    return {
        "@context": "https://schema.org",
        "@type": "CollectionPage",
        "@id": address,
        "url": address,
        "name": str(topic.value.label),
        "inLanguage": language(),
        "isPartOf": {"@id": f"{origin}/#library"},
        "license": LICENCE,
        "isAccessibleForFree": True,
        "publisher": publisher(origin),
        "about": what_is_told_of(topic, origin),
        "mainEntity": {"@type": "ItemList", "numberOfItems": topic.count, "itemListElement": listed},
    }


def what_is_told_of(topic: Topic, origin: str) -> Node:
    """The term with its definition, or the organization."""
    if topic.value.term is None:
        return {"@type": "Organization", "name": str(topic.value.label)}
    said = [str(each.text) for each in (topic.definition, topic.not_when, topic.decision_rule) if each]
    return {**about(topic.value, origin), "description": " ".join(said)}


def topic_path(value: Value) -> str:
    """The path of a topic in the language of the moment."""
    return reverse("topic", args=[value.facet, value.slug])
