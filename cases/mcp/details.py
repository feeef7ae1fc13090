"""get_incident and get_topic: everything about one case, and about one value."""

import orjson

from cases import answers
from cases.answers import Addresses, Moved, Refusal
from cases.snapshot import Snapshot

from .arguments import Given, IncidentArguments, TopicArguments, read
from .credits import bounded, credited, review_state
from .cursors import beyond, cursor, start_of
from .sizes import MOST_BYTES, MOST_TEXT, fitting, shortened, shorter, size
from .told import Answer, Told, counted, how_to_go_on, lines

LEAST_TEXT = 1_500
MOST_SOURCES = 5_000
MOST_NEWEST = 3
# In each part of a long record, so that none stands without its number, address, source and review.
ALWAYS = ("id", "title", "org", "date", "sources", "review", "changed_since_review", "url")


def get_incident(given: Given, snapshot: Snapshot, addresses: Addresses) -> Told:
    """The record of a case with those most like it."""
    asked = read(IncidentArguments, given)
    record, moved = survivor(asked.id.strip(), snapshot, addresses)
    keys = [key for key in record if key not in ALWAYS and (not asked.fields or key in asked.fields)]
    question = f"{record['id']} {' '.join(keys)}"
    start = start_of(asked.cursor, question)
    if start and start >= len(keys):
        raise beyond(start, len(keys))
    alike = [] if start or not asked.similar else similar_cases(record["id"], asked.similar, snapshot, addresses)
    answer = part_of(record, keys[start:], alike)
    end = start + sum(key in answer for key in keys[start:])
    more = end < len(keys)
    answer |= {"truncated": more, "next_cursor": cursor(end, question) if more else None}
    return Told(answer, lines(moved, text_of_case(record, answer, with_passages=not asked.fields and not start)))


def survivor(number: str, snapshot: Snapshot, addresses: Addresses) -> tuple[Answer, str | None]:
    """The record of a case, or of the one that it was merged into, with a sentence that says so."""
    try:
        return orjson.loads(answers.one_case(number, snapshot, addresses)), None
    except Moved as moved:
        return survivor(moved.number, snapshot, addresses)[0], str(moved)
    except Refusal as refusal:
        raise no_case(refusal, number) from None


def no_case(refusal: Refusal, number: str) -> Refusal:
    """Why there is no record, so that a number that never was is not taken for an incident that is not covered."""
    if "tombstone" in refusal.members:
        gone = refusal.members["tombstone"]
        reason = (gone["status_reason"] or {}).get("en") or ""
        return Refusal(410, f"id: {number} was withdrawn. {reason} Its page stays: {gone['url']}")
    return Refusal(
        404, f"id: No such case. {refusal.detail} search_incidents and list_incidents give numbers that exist."
    )


def similar_cases(number: str, limit: int, snapshot: Snapshot, addresses: Addresses) -> list[Answer]:
    """The cases most like one."""
    return credited(answers.similar(number, limit, snapshot, addresses)["results"], snapshot, addresses)


def part_of(record: Answer, keys: list[str], alike: list[Answer]) -> Answer:
    """As many keys of a record as fit, one at least; that one is cut when it alone is too long."""
    head = {key: record[key] for key in ALWAYS if key in record}
    sources = record["sources"][: fitting(map(size, record["sources"]), MOST_SOURCES)]
    head |= {"title": bounded(record["title"]), "sources": sources}
    cut = [key for key in ("title", "sources") if head[key] != record[key]]
    answer = {"total": 1, **head, "review_state": review_state(record), "shortened": cut, "similar": alike}
    room = MOST_BYTES - LEAST_TEXT - size(answer) - 200
    sizes = [size(record[key]) + len(key) + 3 for key in keys]
    some = keys[: fitting(sizes, room)]
    answer |= {key: record[key] for key in some}
    if len(some) == 1 and sizes[0] > room:
        answer |= {some[0]: shortened(record[some[0]], room), "shortened": [*cut, some[0]]}
    return answer


def text_of_case(record: Answer, answer: Answer, with_passages: bool) -> str:
    """A case in words, as many as there is room for."""
    kind = " (date of the report)" if record["date_kind"] == "published" else ""
    reviewed = answer["review_state"].replace("-", " ")
    told = lines(
        f"{record['id']} · {record['org']} · {record['date']}{kind} · root cause: {record['root_cause']}",
        shorter(record["title"]["en"], 300),
        f"Page: {record['url']} · Source: {record['sources'][0]['url']} · Review: {reviewed}",
        f"Similar: {', '.join(map(reason_in_words, answer['similar']))}" if answer["similar"] else None,
        how_to_go_on(answer),
    )
    room = min(MOST_TEXT, MOST_BYTES - size(answer)) - len(told.encode())
    return lines(told, *passages(record, room // 3)) if with_passages else told


def reason_in_words(alike: Answer) -> str:
    """A similar case with what it shares."""
    return (
        f"{alike['id']} ({', '.join(value['slug'] for reason in alike['reasons'] for value in reason['values'][:3])})"
    )


def passages(record: Answer, most: int) -> list[str]:
    """The beginnings of the summary and of the lessons, each of at most so many bytes."""
    told = [("Summary", record["summary"]), ("Lessons", record["lessons"])]
    return [f"{name}: {beginning(text['en'], most)}" for name, text in told if text and text["en"]]


def beginning(text: str, most: int) -> str:
    """The first paragraph of a text, at most so many bytes of it."""
    first = text.split("\n\n", 1)[0]
    return shorter(first, max(1, most * len(first) // len(first.encode())))


def get_topic(given: Given, snapshot: Snapshot, addresses: Addresses) -> Told:
    """What the library knows about a value."""
    asked = read(TopicArguments, given)
    topic = answers.topic(asked.facet, asked.slug.strip(), snapshot, addresses)
    question = f"{asked.facet} {asked.slug.strip()}"
    start = start_of(asked.cursor, question)
    longest = max(map(len, [*topic["aliases"].values(), *(each["values"] for each in topic["goes_with"].values())]))
    if start and start >= longest:
        raise beyond(start, longest)
    newest = [] if start else credited(topic["newest"][:MOST_NEWEST], snapshot, addresses)
    answer, end = topic_part(topic | {"newest": newest}, start, asked.limit)
    more = end < longest
    answer |= {"total": topic["count"], "truncated": more, "next_cursor": cursor(end, question) if more else None}
    return Told(answer, text_of_topic(answer))


def topic_part(topic: Answer, start: int, limit: int) -> tuple[Answer, int]:
    """A topic with its aliases and the values that go with it from a place on, as many as fit, and where they end."""
    while True:
        answer = topic | {
            "aliases": {language: words[start : start + limit] for language, words in topic["aliases"].items()},
            "goes_with": {key: from_place(each, start, limit) for key, each in topic["goes_with"].items()},
        }
        if limit == 1 or size(answer) <= MOST_BYTES - MOST_TEXT - 1_000:
            return answer, start + limit
        limit //= 2


def from_place(company: Answer, start: int, limit: int) -> Answer:
    """So many values of a facet."""
    return company | {"values": company["values"][start : start + limit]}


def text_of_topic(answer: Answer) -> str:
    """A topic in words."""
    said = answer["definition"] or answer["decision_rule"]
    causes = ", ".join(f"{each['slug']} ({each['count']})" for each in answer["goes_with"]["root_cause"]["values"])
    return lines(
        f"{answer['label']['en']} ({answer['facet']}={answer['slug']}): {counted(answer['count'], 'case', 'cases')}",
        shorter(said["en"], 400) if said else None,
        f"Causes: {causes}" if causes else None,
        f'Page: {answer["url"]} · All cases: list_incidents with {answer["facet"]}=["{answer["slug"]}"]',
        how_to_go_on(answer),
    )
