"""vocab and match_symptoms: the values that filters take, and what a pasted text points to."""

from cases import answers
from cases.answers import Addresses
from cases.snapshot import Snapshot
from cases.vocabulary import BY_KEY

from .arguments import Given, MatchArguments, VocabArguments, read
from .credits import credited
from .cursors import beyond, cursor, start_of
from .lists import not_covered
from .sizes import MOST_BYTES, fitting, shorter, size
from .told import Answer, Told, counted, how_to_go_on, lines

BRIEF = ("slug", "count")


def vocab(given: Given, snapshot: Snapshot, addresses: Addresses) -> Told:
    """The values of all facets in short, or of one in full."""
    asked = read(VocabArguments, given)
    told = answers.vocab(BY_KEY[asked.facet] if asked.facet else None, snapshot, addresses)
    entries = [(facet, entry(value, full=bool(asked.facet))) for facet in told["facets"] for value in facet["values"]]
    question = f"vocab {asked.facet or ''}"
    start = start_of(asked.cursor, question)
    if start and start >= len(entries):
        raise beyond(start, len(entries))
    room = MOST_BYTES - 1_000 - sum(size(facet | {"values": []}) + 40 for facet in told["facets"])
    some = entries[start : start + fitting((size(each) for _facet, each in entries[start:]), room)]
    end = start + len(some)
    more = end < len(entries)
    part = {"total": len(entries), "truncated": more, "next_cursor": cursor(end, question) if more else None}
    answer = {**part, "cases": told["cases"], "facets": regrouped(some)}
    return Told(answer, text_of_vocab(answer))


def entry(value: Answer, full: bool) -> Answer:
    """A value of the vocabulary: its name and count, or all that is known."""
    return {key: told for key, told in value.items() if told is not None and (full or key in BRIEF)}


def regrouped(entries: list[tuple[Answer, Answer]]) -> list[Answer]:
    """Values below their facets."""
    facets: dict[str, Answer] = {}
    for facet, value in entries:
        facets.setdefault(facet["key"], facet | {"values": []})["values"].append(value)
    return list(facets.values())


def text_of_vocab(answer: Answer) -> str:
    """The vocabulary in words."""
    facets = [f"{facet['key']}: {counted(len(facet['values']), 'value', 'values')}" for facet in answer["facets"]]
    head = f"{counted(answer['total'], 'value', 'values')} for {counted(answer['cases'], 'case', 'cases')}."
    return lines(head, *facets, how_to_go_on(answer))


def match_symptoms(given: Given, snapshot: Snapshot, addresses: Addresses) -> Told:
    """What a text points to. Nothing of it is kept."""
    asked = read(MatchArguments, given)
    found = answers.match_text(asked.text, snapshot, addresses)
    nothing = not (found["symptoms"] or found["components"] or found["cases"])
    found |= {
        "cases": credited(found["cases"], snapshot, addresses),
        "note": not_covered(snapshot) if nothing else None,
    }
    room = MOST_BYTES - 2_000 - size(found | {"cases": []})
    shown = found["cases"][: fitting(map(size, found["cases"]), room)]
    part = {"total": found["count"], "truncated": len(shown) < found["count"], "next_cursor": None}
    answer = {**part, **found, "cases": shown}
    return Told(answer, text_of_match(answer))


def text_of_match(answer: Answer) -> str:
    """What a text points to, in words."""
    named = {key: ", ".join(each["slug"] for each in answer[key]) for key in ("symptoms", "components")}
    causes = ", ".join(f"{cause['slug']} ({cause['cases']})" for cause in answer["causes"][:5])
    cases = [
        f"{case['id']}: {shorter(case['title']['en'], 100)} [{case['review_state']}]" for case in answer["cases"][:5]
    ]
    return lines(
        answer["note"],
        *(f"{key.capitalize()}: {slugs}" for key, slugs in named.items() if slugs),
        f"Causes of the {counted(answer['total'], 'case', 'cases')} behind them: {causes}" if causes else None,
        *cases,
        f"All of these cases: {answer['url']}" if answer["url"] and answer["truncated"] else None,
    )
