"""All counts in one SQL statement, as a server without bitmaps would ask: what the snapshot is measured against.

Facets with one value a case are counted without their own choice: a case counts there when no other filter excludes it.
"""

from django.db import connection

from cases.filters import CaseFilter
from cases.vocabulary import FACETS

STATEMENT = """
WITH matching AS MATERIALIZED (
  SELECT * FROM (
    SELECT c.id, o.slug AS org, to_char(c.first_day, 'YYYY') AS year,
      CASE WHEN c.reviewed_at IS NULL THEN 'unreviewed' ELSE 'reviewed' END AS review,
      array_remove(ARRAY[{failures}], NULL) AS failed
    FROM cases_case c JOIN cases_organization o ON o.id = c.organization_id
    WHERE c.status = 'published' {required}
  ) AS each WHERE cardinality(failed) <= 1
)
SELECT t.facet, t.slug, count(*)
  FROM matching m JOIN cases_caseterm ct ON ct.case_id = m.id JOIN cases_term t ON t.id = ct.term_id
  WHERE failed = '{{}}' OR failed = ARRAY[t.facet::text] GROUP BY t.id
UNION ALL SELECT 'org', org, count(*) FROM matching WHERE failed IN ('{{}}', '{{org}}') GROUP BY 2
UNION ALL SELECT 'year', year, count(*) FROM matching WHERE failed IN ('{{}}', '{{year}}') GROUP BY 2
UNION ALL SELECT 'review', review, count(*) FROM matching WHERE failed IN ('{{}}', '{{review}}') GROUP BY 2
"""
CARRIES = "SELECT ct.case_id FROM cases_caseterm ct JOIN cases_term t ON t.id = ct.term_id WHERE t.facet = %s"
FAILS = {
    "org": "CASE WHEN o.slug <> ALL(%s) THEN 'org' END",
    "year": "CASE WHEN to_char(c.first_day, 'YYYY') <> ALL(%s) THEN 'year' END",
}


def statement(case_filter: CaseFilter) -> tuple[str, list[object]]:
    """The statement for a filter of facet values, with its parameters."""
    failures, required = ["NULL::text"], ""
    failing: list[object] = []
    requiring: list[object] = []
    for facet in FACETS:
        chosen = case_filter.chosen(facet)
        if facet.many:
            for slug in chosen:
                required += f" AND c.id IN ({CARRIES} AND t.slug = %s)"
                requiring += [facet.key, slug]
        elif chosen and facet.key in FAILS:
            failures.append(FAILS[facet.key])
            failing.append(chosen)
        elif chosen:
            failures.append(f"CASE WHEN c.id NOT IN ({CARRIES} AND t.slug = ANY(%s)) THEN '{facet.key}' END")
            failing += [facet.key, chosen]
    return STATEMENT.format(failures=", ".join(failures), required=required), [*failing, *requiring]


def counts(case_filter: CaseFilter) -> dict[tuple[str, str], int]:
    """(facet, slug) to count of every value that occurs."""
    with connection.cursor() as cursor:
        cursor.execute(*statement(case_filter))
        return {(facet, slug): count for facet, slug, count in cursor.fetchall()}
