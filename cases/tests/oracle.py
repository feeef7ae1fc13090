"""The counts of every facet asked of Postgres in one statement: what bitmaps in the process are compared with.

Nothing here uses the snapshot. A case fails a facet when it carries none of the facet's chosen values and any of them
would do; it stands in the counts of a facet when it fails no other one.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from cases.dates import PartialDate
from cases.vocabulary import BY_KEY, FACETS

LABELS = """
WITH recorded AS (
  SELECT ct.case_id, t.facet, t.slug FROM cases_caseterm ct JOIN cases_term t ON t.id = ct.term_id
    WHERE t.slug <> 'unknown'
  UNION SELECT ct.case_id, t.facet, p.slug FROM cases_caseterm ct JOIN cases_term t ON t.id = ct.term_id
    JOIN cases_term p ON p.id = t.parent_id
  UNION SELECT c.id, 'org', o.slug FROM cases_case c JOIN cases_organization o ON o.id = c.organization_id
  UNION SELECT id, 'year', to_char(first_day, 'YYYY') FROM cases_case
  UNION SELECT id, 'review', CASE WHEN reviewed_at IS NULL THEN 'unreviewed' ELSE 'reviewed' END FROM cases_case
), label AS (
  SELECT * FROM recorded
  UNION ALL SELECT c.id, f.facet, 'none' FROM cases_case c, unnest(%(facets)s::text[]) f(facet)
    WHERE NOT EXISTS (SELECT FROM recorded r WHERE r.case_id = c.id AND r.facet = f.facet)
), published AS MATERIALIZED (
  SELECT c.id, c.first_day, c.last_day, array_agg(l.facet || ':' || l.slug) AS labels
  FROM cases_case c JOIN label l ON l.case_id = c.id WHERE c.status = 'published' GROUP BY c.id
)"""
COUNTS = """
, judged AS MATERIALIZED (
  SELECT id, labels, ARRAY(SELECT o.facet FROM jsonb_to_recordset(%(any_of)s::jsonb) o(facet text, labels text[])
                           WHERE NOT p.labels && o.labels) AS failed
  FROM published p
  WHERE labels @> %(all_of)s::text[] AND NOT labels && %(excluded)s::text[]
    AND last_day >= %(since)s::date AND first_day <= %(until)s::date
)
SELECT label, count(*) FILTER (WHERE failed = '{}'), count(*) FILTER (WHERE failed <@ ARRAY[split_part(label, ':', 1)])
FROM judged, unnest(labels) label GROUP BY label
UNION ALL SELECT '', count(*) FILTER (WHERE failed = '{}'), 0 FROM judged
"""
PAIRS = """
SELECT a.label, b.label, count(*) FROM published p, unnest(p.labels) a(label), unnest(p.labels) b(label) GROUP BY 1, 2
"""


@dataclass(frozen=True)
class Question:
    """A choice of cases, said without an address. Values are labels such as `symptoms:data-loss`."""

    chosen: tuple[str, ...] = ()
    any_of: frozenset[str] = frozenset()
    excluded: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    one_valued: frozenset[str] = field(default=frozenset(facet.key for facet in FACETS if not facet.many))

    @property
    def parameters(self) -> dict[str, list[str]]:
        """The same as parameters of an address."""
        parameters: dict[str, list[str]] = {"exclude": list(self.excluded)}
        for label in self.chosen:
            facet, slug = label.split(":")
            parameters.setdefault(facet, []).append(slug)
        parameters |= {BY_KEY[facet].match_key: ["any"] for facet in self.any_of if BY_KEY[facet].many}
        parameters |= {key: [date] for key, date in (("since", self.since), ("until", self.until)) if date}
        return {key: values for key, values in parameters.items() if values}

    def is_any_of(self, facet: str) -> bool:
        """Whether one of the facet's chosen values is enough."""
        return facet in self.one_valued or facet in self.any_of


def counts(question: Question) -> dict[str, int]:
    """The number beside every label that any case has, and under "" the number of cases."""
    any_of: dict[str, list[str]] = {}
    for label in question.chosen:
        if question.is_any_of(facet := label.split(":")[0]):
            any_of.setdefault(facet, []).append(label)
    parameters = {
        "any_of": json.dumps([{"facet": facet, "labels": labels} for facet, labels in any_of.items()]),
        "all_of": [label for label in question.chosen if not question.is_any_of(label.split(":")[0])],
        "excluded": list(question.excluded),
        "since": PartialDate.parse(question.since).first if question.since else "-infinity",
        "until": PartialDate.parse(question.until).last if question.until else "infinity",
    }
    found = {}
    for label, strict, free in ask(LABELS + COUNTS, parameters):
        found[label] = free if label and question.is_any_of(label.split(":")[0]) else strict
    return found


def pairs() -> dict[tuple[str, str], int]:
    """For every two labels that a case has together how many cases have both."""
    return {(a, b): number for a, b, number in ask(LABELS + PAIRS, {})}


def ask(statement: str, parameters: dict[str, Any]) -> Iterable[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters | {"facets": [facet.key for facet in FACETS]})
        return cursor.fetchall()
