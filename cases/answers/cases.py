"""Lists of cases, one case, and the cases like it."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from cases.facets import FacetResult
from cases.filters import NARROWING
from cases.models import Case
from cases.models.case import case_number, case_pk
from cases.results import Results
from cases.similar import Reason, similar_to
from cases.snapshot import Snapshot
from cases.suggested import number_of
from cases.vocabulary import BY_KEY

from .addresses import Addresses
from .changes import changes, gone_cases, tombstone
from .filters import ApiFilter
from .records import records, records_json
from .refusals import Moved, Refusal, both, understood

Answer = dict[str, Any]


def asked(parameters: Mapping[str, Any], snapshot: Snapshot) -> Results:
    """What parameters ask for; a Refusal when they were not understood."""
    api_filter = ApiFilter(parameters, snapshot)
    understood(api_filter)
    return Results(api_filter)


def list_cases(results: Results, addresses: Addresses) -> Answer:
    """A page of the cases that match, or of changes. Whole records stand in it as orjson.Fragment."""
    api_filter: ApiFilter = results.filter
    page = page_of_changes(results, addresses) if api_filter.asks_for_changes else page_of_cases(results, addresses)
    facets = {"facets": facets_of(results)} if api_filter.with_facets else {}
    return {**page, **facets, "applied": applied(results), "search": search(results)}


def links(results: Results, addresses: Addresses) -> dict[str, str]:
    """The addresses of the other pages by their relation to this one, where they are known beforehand."""
    if results.filter.asks_for_changes:
        return {}
    pages = {"first": 1, "prev": results.page - 1, "next": results.page + 1, "last": results.pages}
    there = {relation: page for relation, page in pages.items() if 1 <= page <= results.pages}
    return {relation: page_address(results, page, addresses) for relation, page in there.items()}


def page_of_cases(results: Results, addresses: Addresses) -> Answer:
    """A page in the order that was asked for."""
    if results.page > results.pages:
        raise Refusal(404, f"There is no page {results.page}; the last one is {results.pages}.")
    others = links(results, addresses)
    return {
        "count": results.count,
        "next": others.get("next"),
        "previous": others.get("prev"),
        "results": told_records(results, results.pks, addresses),
    }


def page_address(results: Results, page: int, addresses: Addresses) -> str:
    """The address of a page of the list in the API."""
    query = results.query.replacing("page", None if page == 1 else str(page))
    return f"{addresses.api}cases{query}"


def page_of_changes(results: Results, addresses: Addresses) -> Answer:
    """A page in the order of changes. It has no number, so that no change can shift what it begins with."""
    api_filter: ApiFilter = results.filter
    asked = [name for name in ("page", "sort") if api_filter.query.values(name)]
    if asked:
        raise Refusal(409, f"{' and '.join(asked)}: with updated_since cases come by change; follow next instead.")
    found = changes(api_filter)
    following = api_filter.query.replacing("cursor", found.cursor)
    return {
        "count": found.count,
        "next": f"{addresses.api}cases{following}" if found.cursor else None,
        "previous": None,
        "results": told_records(results, found.pks, addresses),
        "tombstones": [tombstone(case, addresses) for case in found.gone],
    }


def told_records(results: Results, pks: Sequence[int], addresses: Addresses) -> list[Any]:
    """Records in this order, whole as ready JSON or with some keys."""
    api_filter: ApiFilter = results.filter
    if api_filter.keys:
        return list(records(results.snapshot, pks, addresses, api_filter.keys))
    return [orjson.Fragment(text) for text in records_json(results.snapshot, pks, addresses)]


def facets_of(results: Results) -> dict[str, list[Answer]]:
    """Of every facet the values that occur or that the reader named, with the number of cases after choosing each."""
    return {facet.key: values_of(facet) for facet in results.facets}


def values_of(facet: FacetResult) -> list[Answer]:
    return [
        {"slug": value.slug, "label": both(value.value), "count": value.count, "selected": value.chosen}
        for value in facet.values
        if value.count or value.chosen or value.excluded
    ]


def applied(results: Results) -> list[Answer]:
    """Every parameter that says which cases, as it was understood."""
    return [applied_pair(results, key, text) for key, text in results.query if key in (*NARROWING, "updated_since")]


def applied_pair(results: Results, key: str, text: str) -> Answer:
    """A parameter with its label and, where nothing was found, with the number of cases without it."""
    facet, slug = text.split(":", 1) if key == "exclude" else (key, text)
    value = results.snapshot.values[facet][slug] if facet in BY_KEY else None
    without = (
        None if results.count else number_of(results.query.removing("page").removing_pair(key, text), results.filter)
    )
    return {"parameter": key, "value": text, "label": both(value) if value else None, "count_without": without}


def search(results: Results) -> Answer | None:
    """What became of the words searched; None when there were none."""
    if results.answer is None:
        return None
    suggestions = [
        {
            "facet": each.value.facet,
            "slug": each.value.slug,
            "label": both(each.value),
            "words": list(each.words),
            "count": each.count,
            "replaces_q": each.replaces,
        }
        for each in results.suggested
    ]
    corrections = [{"word": word, "instead": instead} for word, instead in results.corrections]
    return {"partial": results.answer.partial, "corrections": corrections, "suggested": suggestions}


def one_case(number: str, snapshot: Snapshot, addresses: Addresses) -> bytes:
    """The record of a case as JSON. Raises Moved for one that was merged, Refusal for one that is not to be read."""
    pk = known(number)
    if pk in snapshot.numbers:
        return records_json(snapshot, [pk], addresses)[0]
    gone = {case.pk: case for case in gone_cases(snapshot)}.get(pk)
    if gone is None:
        raise Refusal(404, f"There is no case {number}.")
    if gone.merged_into_id:
        raise Moved(case_number(gone.merged_into_id), tombstone(gone, addresses))
    raise Refusal(410, f"{number} was withdrawn; the tombstone says why.", tombstone=tombstone(gone, addresses))


def known(number: str) -> int:
    """The primary key of a case number; a Refusal for another text."""
    pk = case_pk(number)
    if pk is None:
        raise Refusal(404, f"“{number[:80]}” is no case number; one looks like IL-0129.")
    return pk


def similar(number: str, limit: int, snapshot: Snapshot, addresses: Addresses) -> Answer:
    """The published cases most like one, best first."""
    pk = known(number)
    if pk not in snapshot.numbers:
        one_case(number, snapshot, addresses)  # says what became of it
    alike = similar_to(snapshot, pk, limit)
    told = briefs([each.pk for each in alike], addresses)
    results = [
        told[each.pk] | {"score": each.score, "reasons": reasons(each.reasons)} for each in alike if each.pk in told
    ]
    return {"id": number, "results": results}


def briefs(pks: Sequence[int], addresses: Addresses) -> dict[int, Answer]:
    """Published cases in short, by primary key. One query."""
    fields = ("title_en", "title_ko", "date_text", "organization__name")
    cases = Case.objects.published().filter(pk__in=pks).select_related("organization").only(*fields)
    return {case.pk: brief(case, addresses) for case in cases}


def brief(case: Case, addresses: Addresses) -> Answer:
    """A case in short."""
    return {
        "id": case.number,
        "title": {"en": case.title_en, "ko": case.title_ko},
        "org": case.organization.name,
        "date": case.date_text,
        "url": addresses.case(case.number),
    }


def reasons(found: Sequence[Reason]) -> list[Answer]:
    """Reasons as data."""
    return [
        {"kind": reason.kind, "values": [{"slug": value.slug, "label": both(value)} for value in reason.values]}
        for reason in found
    ]
