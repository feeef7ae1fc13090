"""search_incidents and list_incidents: the cases that match, so many at a time."""

from cases.answers import Addresses, Refusal, records
from cases.answers.cases import applied, search
from cases.answers.refusals import understood
from cases.facets import FacetResult
from cases.results import Results
from cases.snapshot import Snapshot
from cases.vocabulary import NOT_RECORDED

from .arguments import Given, texts
from .credits import bounded, credit
from .cursors import beyond, cursor, start_of
from .filters import ListFilter, SearchFilter
from .sizes import MOST_BYTES, fitting, shorter, size
from .told import Answer, Told, counted, how_to_go_on, lines

ROW = ("id", "title", "org", "date", "date_kind", "severity", "root_cause", "symptoms", "components", "url")
FEW = 5  # values of a facet


def search_incidents(given: Given, snapshot: Snapshot, addresses: Addresses) -> Told:
    """The cases with these words, the most relevant first."""
    case_filter = SearchFilter(texts(given), snapshot)
    understood(case_filter)
    if not case_filter.typed:
        raise Refusal(400, "q: Give the words to search for; list_incidents lists cases without words.")
    return listing(case_filter, addresses)


def list_incidents(given: Given, snapshot: Snapshot, addresses: Addresses) -> Told:
    """The cases with these values, the most recent first."""
    if given.get("q"):
        raise Refusal(400, "q: list_incidents takes no words; search_incidents does, with the same filters.")
    case_filter = ListFilter(texts(given), snapshot)
    understood(case_filter)
    return listing(case_filter, addresses)


def listing(case_filter: SearchFilter, addresses: Addresses) -> Told:
    """So many of the cases as were asked for and fit."""
    results, question = Results(case_filter), str(case_filter.question)
    start = start_of(case_filter.cursor_given, question)
    if start and start >= results.count:
        raise beyond(start, results.count)
    around = surroundings(results, addresses, start)
    rows = rows_of(results, addresses, start)
    sizes = [size(row) + len(line(row).encode()) + 2 for row in rows]
    shown = rows[: fitting(sizes, MOST_BYTES - size(around) - len((around["note"] or "").encode()) - 300)]
    end = start + len(shown)
    more = end < results.count
    part = {"total": results.count, "truncated": more, "next_cursor": cursor(end, question) if more else None}
    answer = {**part, "results": shown, **around}
    return Told(answer, text_of(results, answer, start))


def rows_of(results: Results, addresses: Addresses, start: int) -> list[Answer]:
    """The cases from a place on, as many as were asked for."""
    snapshot = results.snapshot
    pks = [snapshot.pks[number] for number in results.ordered(start, start + results.size)]
    return [row_of(record) for record in records(snapshot, pks, addresses)]


def row_of(record: Answer) -> Answer:
    """A record in short."""
    return {**{key: record[key] for key in ROW}, "title": bounded(record["title"]), **credit(record)}


def surroundings(results: Results, addresses: Addresses, start: int) -> Answer:
    """What stands around the cases."""
    return {
        "url": addresses.list(str(results.filter.narrowing)),
        "facets": None if start else {facet.key: narrowing(facet, results.count) for facet in results.facets},
        "applied": applied(results),
        "search": search(results),
        "note": None if results.count else not_covered(results.snapshot),
    }


def narrowing(facet: FacetResult, total: int) -> list[Answer]:
    """The values that leave some of the cases and not all, the most frequent first."""
    values = [
        value
        for value in facet.values
        if 0 < value.count < total and value.slug != NOT_RECORDED and not value.chosen and not value.value.is_group
    ]
    values.sort(key=lambda value: -value.count)
    return [{"slug": value.slug, "count": value.count} for value in values[:FEW]]


def not_covered(snapshot: Snapshot) -> str:
    """What it means that nothing was found."""
    return (
        "Not covered by this library: none of its "
        f"{counted(len(snapshot.pks), 'published case', 'published cases')} matches. That says nothing about whether "
        "it happens elsewhere; the library holds only incidents with a public report. Fewer filters or other words may "
        "find something near."
    )


def text_of(results: Results, answer: Answer, start: int) -> str:
    """The list in words."""
    found = results.answer
    partial = "No case has every word; these have most of them." if found and found.partial and results.count else None
    shown = len(answer["results"])
    place = f"; {start + 1} to {start + shown} are below" if shown else ""
    corrected = [f"“{word}” was read as “{instead}”." for word, instead in results.corrections]
    head = f"{counted(results.count, 'case matches', 'cases match')}{place}."
    rows = map(line, answer["results"])
    return lines(head, answer["note"], partial, *corrected, *rows, how_to_go_on(answer))


def line(row: Answer) -> str:
    """A case on a line."""
    title = shorter(row["title"]["en"], 100)
    return f"{row['id']} {row['date']} {row['org']}: {title} [{row['root_cause']}; {row['review_state']}]"
