"""The text index: what of a case can be found by words, and all words there are."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import connection, models

from cases import search
from cases.search.tokens import tokens_of, vector

from .case import Case

BATCH = 100
TEXTS = {"summary": "B", "symptoms_text": "B", "trigger": "C", "detection": "C", "lessons": "C"}
# Any change to how texts are analysed makes every index entry stale.
ANALYSIS = hashlib.sha256(b"".join(p.read_bytes() for p in sorted(Path(search.__path__[0]).glob("*.py")))).hexdigest()


class CaseIndex(models.Model):
    """The lexemes of a case: of its title and terms, and of everything it says, in both languages."""

    case = models.OneToOneField(Case, models.CASCADE, primary_key=True, related_name="index")
    title = SearchVectorField()
    body = SearchVectorField()
    digest = models.CharField(max_length=64)

    class Meta:
        indexes = [GinIndex(fields=["body"], name="case_body_words")]

    def __str__(self) -> str:
        return f"words of {self.case_id}"


class SearchWord(models.Model):
    """A lexeme that stands in at least one case."""

    word = models.TextField(primary_key=True)
    cases = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.word


# Ranking reads the whole vector of every hit, so it is done for as many as it stays quick for.
MOST_RANKED = 2000
# The row of a hit: primary key, whether title and terms alone match, rank (0 when there are too many hits to rank).
Hit = tuple[int, bool, float]
ALL_WORDS = """
SELECT case_id, title @@ q,
       CASE WHEN count(*) OVER () <= %s THEN ts_rank('{0.05, 0.2, 0.5, 1}', body, q, 1) ELSE 0 END
FROM cases_caseindex, CAST(%s AS tsquery) AS q WHERE body @@ q
"""
MOST_WORDS_OF_ALL = """
WITH counted AS (
    SELECT i.case_id, i.title @@ q AS by_title, i.body, q, cardinality(array(
        SELECT 1 FROM unnest(CAST(%s AS tsquery[])) AS word WHERE i.body @@ word)) AS words
    FROM cases_caseindex i, CAST(%s AS tsquery) AS q WHERE i.body @@ q
), best AS (SELECT max(words) AS words FROM counted)
SELECT case_id, by_title, ts_rank('{0.05, 0.2, 0.5, 1}', body, q, 1)
FROM counted JOIN best USING (words) WHERE words >= %s
"""


def matching(tsquery: str) -> list[Hit]:
    """The cases that a question finds. One query."""
    with connection.cursor() as cursor:
        cursor.execute(ALL_WORDS, [MOST_RANKED, tsquery])
        return cursor.fetchall()


def matching_most(tsqueries: list[str], at_least: int) -> list[Hit]:
    """The cases that match the most of these questions, and no fewer than `at_least`. One query."""
    with connection.cursor() as cursor:
        either = " | ".join(f"({tsquery})" for tsquery in tsqueries)
        cursor.execute(MOST_WORDS_OF_ALL, [tsqueries, either, at_least])
        return cursor.fetchall()


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
    digest = hashlib.sha256(repr((ANALYSIS, fields)).encode()).hexdigest()
    return case, fields, digest


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
        weighed = [(weight, next(tokens)) for weight, _text in fields]
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
