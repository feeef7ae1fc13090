"""The same page as it is usually written: a filter per facet over the ORM, prefetched rows, one GROUP BY per facet.

Not slowed down on purpose: `published()` is the product's, joins are subqueries where a join would count twice, and the
chosen values are checked by django-filter as it comes.
"""

from dataclasses import dataclass
from typing import Any

import django_filters
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.db.models.functions import ExtractYear
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cases.models import Case, CaseTerm, Organization, Term
from cases.vocabulary import CODED, FACETS

PAGE_SIZE = 20
MANY = {facet.key: facet.many for facet in CODED}


class TypicalTerms(django_filters.ModelMultipleChoiceFilter):
    """Cases with all of the chosen terms, or any of them where a case has one."""

    def __init__(self, facet: str, **options: Any) -> None:
        terms = Term.objects.filter(facet=facet)
        # A case carries a term once, and one-valued facets have one: no row comes twice, and DISTINCT would only cost.
        options |= {"conjoined": MANY[facet], "distinct": False}
        super().__init__("terms", queryset=terms, to_field_name="slug", **options)

    def get_filter_predicate(self, v: Term) -> dict[str, Any]:
        return {"terms": v}


class TypicalFilter(django_filters.FilterSet):
    """The facets as form fields."""

    symptoms = TypicalTerms("symptoms")
    root_cause = TypicalTerms("root_cause")
    components = TypicalTerms("components")
    contributing = TypicalTerms("contributing")
    domain = TypicalTerms("domain")
    severity = TypicalTerms("severity")
    org = django_filters.ModelMultipleChoiceFilter(
        "organization", queryset=Organization.objects.all(), to_field_name="slug", distinct=False
    )
    year = django_filters.NumberFilter("first_day", lookup_expr="year")
    review = django_filters.ChoiceFilter(method="by_review", choices=[("reviewed", ""), ("unreviewed", "")])

    def by_review(self, cases: QuerySet, name: str, value: str) -> QuerySet:
        return cases.filter(reviewed_at__isnull=value == "unreviewed")


@dataclass
class TypicalValue:
    """A value of a facet with its count and where a click leads."""

    label: str
    slug: str
    count: int
    chosen: bool
    url: str


@require_safe
def typical_list(request: HttpRequest) -> HttpResponse:
    """The list page."""
    cases = TypicalFilter(request.GET, Case.objects.published()).qs
    rows = cases.newest_first().select_related("organization").prefetch_related("case_terms__term")
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    facets = [(facet, values_of(facet.key, cases, request.GET)) for facet in FACETS]
    context = {"page": page, "facets": facets, "query": request.GET}
    return render(request, "typical.html", context)


def values_of(facet: str, cases: QuerySet, query: QueryDict) -> list[TypicalValue]:
    """The values of a facet among the cases, the most frequent first; one query."""
    return [
        TypicalValue(label, slug, count, slug in query.getlist(facet), toggled(query, facet, slug))
        for label, slug, count in counts_of(facet, cases)
    ]


def counts_of(facet: str, cases: QuerySet) -> list[tuple[str, str, int]]:
    """(label, slug, count) of each value that occurs."""
    found = Case.objects.filter(pk__in=cases.values("pk"))
    if facet == "org":
        rows = found.values_list("organization__name", "organization__slug").annotate(n=Count("pk")).order_by("-n")
    elif facet == "year":
        years = found.annotate(year=ExtractYear("first_day")).values_list("year").annotate(n=Count("pk"))
        rows = [(str(year), str(year), n) for year, n in years.order_by("-year")]
    elif facet == "review":
        state = found.aggregate(reviewed=Count("reviewed_at"), all=Count("pk"))
        counts = {"reviewed": state["reviewed"], "unreviewed": state["all"] - state["reviewed"]}
        rows = [(slug, slug, count) for slug, count in counts.items() if count]
    else:
        carried = CaseTerm.objects.filter(case__in=cases.values("pk"), term__facet=facet)
        rows = carried.values_list("term__label_ko", "term__slug").annotate(n=Count("pk")).order_by("-n")
    return list(rows)


def toggled(query: QueryDict, key: str, value: str) -> str:
    """The address in which a value is added or, if it is there, removed."""
    changed = query.copy()
    changed.pop("page", None)
    values = changed.getlist(key)
    changed.setlist(key, [each for each in values if each != value] if value in values else [*values, value])
    return "?" + changed.urlencode()
