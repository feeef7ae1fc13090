"""The text index: what of a case can be found by words, and all words there are."""

import hashlib
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import connection, models
from pyroaring import BitMap

from cases import search
from cases.search.indexing import tokens_of, vector
from incidentlib.replica import reading

from .case import Case

BATCH = 100
TEXTS = {"summary": "B", "symptoms_text": "B", "trigger": "C", "detection": "C", "lessons": "C"}
# Any change to how texts are analysed makes every index entry stale.
ANALYSIS_FILES = ("indexing.py", "korean.py", "synonyms.py", "synonyms.txt", "tokens.py")
ANALYSIS = hashlib.sha256(
    b"".join((Path(search.__path__[0]) / name).read_bytes() for name in ANALYSIS_FILES)
).hexdigest()


class CaseIndex(models.Model):
    """The lexemes of a case: of its title and terms, and of everything it says, in both languages."""

    case = models.OneToOneField(Case, models.CASCADE, primary_key=True, related_name="index")
    title = SearchVectorField()
    body = SearchVectorField()
    digest = models.CharField(max_length=64)

    class Meta:
        indexes = [
            GinIndex(fields=["body"], name="case_body_words"),
            GinIndex(fields=["title"], name="case_title_words"),
        ]

    def __str__(self) -> str:
        return f"words of {self.case_id}"


class SearchWord(models.Model):
    """A lexeme that stands in at least one case."""

    word = models.TextField(primary_key=True)
    cases = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.word


SIMILAR = 0.7  # of the weight of a word, for one that means the same
WEIGHTS = "'{0.05, 0.2, 0.5, 1}'"  # of the rest, of trigger, detection and lessons, of what was seen, of the title
# The planner doesn't know how long it takes to read a vector and would rather read all of them than the index.
BY_INDEX = "SET LOCAL enable_seqscan = off; "
# Cases by the thousand: rows, and numbers as text, would take longer than finding them.
CASES = "string_agg(int4send(CAST(case_id AS integer)), '')"
WHOLE = f"SELECT {CASES} FROM cases_caseindex WHERE body @@ CAST(%(whole)s AS tsquery)"
# Place 0 is the whole question in all texts; the parts in titles and terms follow.
ALL_WORDS = f"""
SELECT 0, ({WHOLE})
UNION ALL
SELECT place, {CASES} FROM unnest(CAST(%(titles)s AS tsquery[])) WITH ORDINALITY AS asked (part, place)
    JOIN cases_caseindex ON title @@ part GROUP BY place
"""
# A part of a question is worth its weight, and the same again in the title.
MOST_OF_THE_WORDS = """
WITH asked AS (
    SELECT * FROM unnest(CAST(%(parts)s AS tsquery[]), CAST(%(weights)s AS float[])) WITH ORDINALITY
        AS asked (part, weight, place)
), hits AS (
    SELECT case_id, weight, false AS by_title FROM asked JOIN cases_caseindex ON body @@ part
    UNION ALL SELECT case_id, weight, true FROM asked JOIN cases_caseindex ON title @@ part
)
SELECT case_id, sum(weight) / 2 / %(total)s AS score FROM hits GROUP BY case_id
HAVING sum(weight) FILTER (WHERE NOT by_title) >= %(total)s / 2
   AND count(*) FILTER (WHERE NOT by_title) >= cardinality(CAST(%(weights)s AS float[])) / 2.0
ORDER BY score DESC, case_id DESC LIMIT %(most)s
"""
RANKS = f"""
SELECT case_id, ts_rank({WEIGHTS}, body, CAST(%s AS tsquery), 1) FROM cases_caseindex WHERE case_id = ANY(%s)
"""
Scores = dict[int, float]  # by primary key


@dataclass(frozen=True)
class Asked:
    """A question as Postgres takes it: its parts, each in the very words and with what means the same, and weights."""

    exact: list[str]
    parts: list[str]
    weights: list[float]

    @property
    def total(self) -> float:
        """The sum of the weights; not 0, so that it can divide."""
        return sum(self.weights) or 1.0

    @property
    def either(self) -> str:
        """Any of the parts."""
        return " | ".join(f"({part})" for part in self.parts)


def matching(whole: str) -> BitMap:
    """The primary keys of the cases that a question finds. One query."""
    [(cases,)] = rows_by_index(WHOLE, {"whole": whole})
    return bitmap_of(cases)


def bitmap_of(cases: bytes | None) -> BitMap:
    """Primary keys as CASES has them: four bytes each, the highest first."""
    numbers = array("I", cases or b"")
    if sys.byteorder == "little":
        numbers.byteswap()
    return BitMap(numbers)


def rows_by_index(statement: str, parameters: dict[str, Any]) -> list[Any]:
    """The rows of a statement that reads the index of words. Both parts of it are sent together, as one transaction."""
    with reading().cursor() as cursor:
        cursor.execute(BY_INDEX + statement, parameters)
        cursor.nextset()
        return cursor.fetchall()


def matching_all(whole: str, asked: Asked) -> tuple[BitMap, list[tuple[BitMap, float]]]:
    """The primary keys of the cases that a question finds, and which cases have a part in the title. One query.

    Each part comes with its share of the question by weight; the shares of all parts are 1.
    """
    titles = list(titles_of(asked))
    rows = rows_by_index(ALL_WORDS, {"whole": whole, "titles": [part for part, _weight in titles]})
    found = {place: bitmap_of(cases) for place, cases in rows}
    titled = [(found[place], weight / asked.total) for place, (_part, weight) in enumerate(titles, 1) if place in found]
    return found[0], titled


def titles_of(asked: Asked) -> Iterator[tuple[str, float]]:
    """What is looked for in titles, with its weight: each part in other words, and in the very words a little more."""
    for exact, part, weight in zip(asked.exact, asked.parts, asked.weights, strict=True):
        if exact == part:
            yield part, weight
        else:
            yield part, weight * SIMILAR
            yield exact, weight * (1 - SIMILAR)


def matching_most(asked: Asked, most: int) -> Scores:
    """At most so many of the cases that match at least half of a question, by number and by weight. One query."""
    named = {"parts": asked.parts, "weights": asked.weights, "total": asked.total, "most": most}
    return dict(rows_by_index(MOST_OF_THE_WORDS, named))


def ranks_of(pks: Sequence[int], asked: Asked) -> Scores:
    """How much the texts of these cases say of what was asked: 1 for that which says most. One query."""
    with reading().cursor() as cursor:
        cursor.execute(RANKS, [asked.either, pks])
        ranks = dict(cursor.fetchall())
    highest = max(ranks.values(), default=0.0) or 1.0
    return {pk: rank / highest for pk, rank in ranks.items()}


def refresh_index(pks: Iterable[int] | None = None) -> int:
    """Analyse every case (or these) whose texts, terms or analysis changed; returns how many. Needs a transaction."""
    cases = Case.objects.for_reading()
    cases = cases if pks is None else cases.filter(pk__in=list(pks))
    held = dict(CaseIndex.objects.values_list("case_id", "digest"))
    fresh = 0
    for chunk in chunks(cases.order_by("pk").iterator(chunk_size=BATCH)):
        stale = [entry for entry in map(with_digest, chunk) if held.get(entry[0].pk) != entry[2]]
        fresh += len(stale)
        CaseIndex.objects.bulk_create(
            entries(stale), update_conflicts=True, unique_fields=["case"], update_fields=["title", "body", "digest"]
        )
    if fresh:
        refill_words()
    return fresh


def chunks(cases: Iterator[Case]) -> Iterator[list[Case]]:
    """Cases in lists of BATCH."""
    while chunk := list(islice(cases, BATCH)):
        yield chunk


Field = tuple[str, str]  # weight and text


def with_digest(case: Case) -> tuple[Case, list[Field], str]:
    """A case with its texts by weight and a digest over them and over the way they are analysed."""
    fields = list(fields_of(case))
    digest = hashlib.sha256(repr((ANALYSIS, fields, values_of(case))).encode()).hexdigest()
    return case, fields, digest


def values_of(case: Case) -> list[str]:
    """The lexemes for the vocabulary's values of a case."""
    return [lexeme_of(row.term.facet, row.term.slug) for row in case.case_terms.all()]


def lexeme_of(facet: str, slug: str) -> str:
    """The lexeme for a value of the vocabulary, which no text contains."""
    return f"={facet}/{slug}"


def fields_of(case: Case) -> Iterator[Field]:
    """The texts of a case with their weights; A is for the title, the terms and the organization."""
    yield from (("A", text) for text in (case.number, case.title_en, case.title_ko, case.organization.name))
    terms = [row.term for row in case.case_terms.all()]
    yield "A", "\n".join(f"{term.label_en}\n{term.label_ko}" for term in terms)
    for name, weight in TEXTS.items():
        yield from ((weight, text) for text in (getattr(case, f"{name}_en"), getattr(case, f"{name}_ko")) if text)
    for action in (*case.remediation_actions, *case.action_item_actions):
        yield from (("D", text) for text in (action.text_en, action.text_ko))
    yield from (("D", text) for text in (case.impact_scope, case.impact_users, case.impact_region))


def entries(stale: list[tuple[Case, list[Field], str]]) -> list[CaseIndex]:
    """Index entries of cases, their texts analysed together."""
    tokens = iter(tokens_of([text for _case, fields, _digest in stale for _weight, text in fields]))
    found = []
    for case, fields, digest in stale:
        values = ("A", [(lexeme, 0) for lexeme in values_of(case)])
        weighed = [values, *((weight, next(tokens)) for weight, _text in fields)]
        title = vector(field for field in weighed if field[0] == "A")
        found.append(CaseIndex(case=case, title=title, body=vector(weighed), digest=digest))
    return found


def refill_words() -> None:
    """Make the list of words that of the index."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM cases_searchword")
        cursor.execute(
            "INSERT INTO cases_searchword (word, cases) "
            "SELECT word, ndoc FROM ts_stat('SELECT body FROM cases_caseindex WHERE body IS NOT NULL')"
        )
