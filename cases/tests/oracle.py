"""The counts of every facet asked of Postgres in one statement: what bitmaps in the process are compared with.

Nothing here uses the snapshot. A case fails a facet when it carries none of the facet's chosen values and any of them
would do; it stands in the counts of a facet when it fails no other one.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection

from cases.dates import PartialDate
from cases.vocabulary import BY_KEY, FACETS

# One row a published case with all its values as labels such as `symptoms:data-loss`.
LABELS = """
CREATE TEMPORARY TABLE {name} AS
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
  UNION ALL SELECT c.id, f.facet, 'none' FROM cases_case c, unnest(%s::text[]) f(facet)
    WHERE NOT EXISTS (SELECT FROM recorded r WHERE r.case_id = c.id AND r.facet = f.facet)
)
SELECT c.id, c.first_day, c.last_day, array_agg(l.facet || ':' || l.slug) AS labels
FROM cases_case c JOIN label l ON l.case_id = c.id WHERE c.status = 'published' GROUP BY c.id
"""
COUNTS = """
WITH judged AS MATERIALIZED (
  SELECT labels, ARRAY(SELECT o.facet FROM jsonb_to_recordset(%(any_of)s::jsonb) o(facet text, labels text[])
                       WHERE NOT c.labels && o.labels) AS failed
  FROM {name} c
  WHERE labels @> %(all_of)s::text[] AND NOT labels && %(excluded)s::text[]
    AND last_day >= %(since)s::date AND first_day <= %(until)s::date
)
SELECT label, count(*) FILTER (WHERE failed = '{{}}'),
       count(*) FILTER (WHERE failed <@ ARRAY[split_part(label, ':', 1)])
FROM judged, unnest(labels) label GROUP BY label
UNION ALL SELECT '', count(*) FILTER (WHERE failed = '{{}}'), 0 FROM judged
"""
PAIRS = "SELECT a, b, count(*) FROM {name}, unnest(labels) a, unnest(labels) b GROUP BY 1, 2"


@dataclass(frozen=True)
class Question:
    """A choice of cases, said without an address. Values are labels such as `symptoms:data-loss`."""

    chosen: tuple[str, ...] = ()
    any_of: frozenset[str] = frozenset()
    excluded: tuple[str, ...] = ()
    since: str = ""
    until: str = ""

    @property
    def parameters(self) -> dict[str, list[str]]:
        """The same as parameters of an address."""
        parameters: dict[str, list[str]] = {"exclude": list(self.excluded)}
        for label in self.chosen:
            facet, slug = label.split(":")
            parameters.setdefault(facet, []).append(slug)
        parameters |= {BY_KEY[facet].match_key: ["any"] for facet in self.any_of}
        parameters |= {key: [date] for key, date in (("since", self.since), ("until", self.until)) if date}
        return {key: values for key, values in parameters.items() if values}

    def is_any_of(self, label: str) -> bool:
        """Whether one of the chosen values of the label's facet is enough."""
        facet = facet_of(label)
        return facet in self.any_of or not BY_KEY[facet].many

    def choosing(self, label: str) -> "Question":
        """The same question with one value more."""
        return replace(self, chosen=(*self.chosen, label))

    def leaving_out(self, *labels: str) -> "Question":
        """The same question with just these values left out."""
        return replace(self, excluded=labels)


def facet_of(label: str) -> str:
    """The facet of a label."""
    return label.split(":")[0]


class Oracle:
    """The published cases as they are in the database when it is made."""

    def __init__(self, name: str) -> None:
        self.name = name
        with connection.cursor() as cursor:
            cursor.execute(LABELS.format(name=name), [[facet.key for facet in FACETS]])

    def close(self) -> None:
        """Forget the cases."""
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TABLE {self.name}")

    def counts(self, question: Question) -> dict[str, int]:
        """The number beside every label that any case has, and under "" the number of cases."""
        free_of = {label for label in question.chosen if question.is_any_of(label)}
        any_of = [{"facet": facet, "labels": [each for each in free_of if facet_of(each) == facet]} for facet in BY_KEY]
        parameters = {
            "any_of": json.dumps([each for each in any_of if each["labels"]]),
            "all_of": [label for label in question.chosen if label not in free_of],
            "excluded": list(question.excluded),
            "since": PartialDate.parse(question.since).first if question.since else "-infinity",
            "until": PartialDate.parse(question.until).last if question.until else "infinity",
        }
        rows = self._ask(COUNTS, parameters)
        return {label: free if label and question.is_any_of(label) else strict for label, strict, free in rows}

    def pairs(self) -> dict[tuple[str, str], int]:
        """For every two labels that a case has together how many cases have both."""
        return {(a, b): number for a, b, number in self._ask(PAIRS, None)}

    def _ask(self, statement: str, parameters: Any) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(statement.format(name=self.name), parameters)
            return cursor.fetchall()
