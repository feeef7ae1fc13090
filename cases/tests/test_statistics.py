"""Charts: every number against the documents, quantiles against their definition."""

import math
from itertools import pairwise, product

import pytest
from django.http import QueryDict
from django.utils.translation import override

from cases import snapshot as snapshots
from cases.filters.charts import ChartFilter
from cases.snapshot import Snapshot
from cases.statistics import Matrix, matrix_of, time_to_detect, time_to_resolve, years_of
from cases.statistics.durations import EDGES, Durations, rounded
from cases.statistics.matrix import MOST_COLUMNS, MOST_ROWS, Head
from cases.tests.factories import document, load, numbers, understood
from cases.tests.plain import Plain, stored
from cases.vocabulary import BY_KEY

pytestmark = pytest.mark.django_db
DOMAIN = "?domain=kubernetes"
TIMES = {"detected_after": time_to_detect, "resolved_after": time_to_resolve}


@pytest.fixture(scope="module")
def library(real: Snapshot) -> Plain:
    return Plain(stored())


@pytest.fixture(scope="module")
def in_domain(library: Plain) -> Plain:
    return library.keeping(lambda document: "kubernetes" in document["domain"])


def matrix(question: str, rows: str, columns: str) -> Matrix:
    return matrix_of(understood(question), BY_KEY[rows], BY_KEY[columns])


def charts(query: str) -> ChartFilter:
    found = ChartFilter(QueryDict(query), snapshots.current())
    found.is_valid()
    return found


def key_of(head: Head) -> tuple[str, str]:
    value = head.value
    return value.facet, value.label_en if value.facet == "org" and value.slug != "none" else value.slug


def cells(matrix: Matrix):
    """Every cell with the heads of its row and column."""
    for row, line in matrix.lines:
        yield from ((row, column, cell) for column, cell in zip(matrix.columns.heads, line, strict=True))


@pytest.mark.parametrize(("rows", "columns"), [*product(BY_KEY, BY_KEY)])
def test_every_facet_by_every_other_one_counts_as_the_documents_do(in_domain, rows, columns):
    found = matrix(DOMAIN, rows, columns)
    for row, column, cell in cells(found):
        assert cell.count == in_domain.count(key_of(row), key_of(column))
    for head in (*found.rows.heads, *found.columns.heads):
        assert head.count == in_domain.count(key_of(head))


@pytest.mark.parametrize("question", ["", DOMAIN, "?root_cause=capacity&root_cause=software-bug&since=2020"])
def test_a_cell_leads_to_as_many_cases_as_it_says(real, question):
    for row, column, cell in cells(matrix(question, "symptoms", "root_cause")):
        assert (cell.address is None) == (cell.count == 0), (row, column)
        if cell.address:
            assert len(numbers(cell.address)) == cell.count


def test_a_matrix_is_capped_and_says_how_much_it_leaves_out(real, library):
    found = matrix("", "symptoms", "components")
    for side, most in ((found.rows, MOST_ROWS), (found.columns, MOST_COLUMNS)):
        assert len([head for head in side.heads if head.value.slug != "none"]) == most
    assert found.rows.left_out == len(library.distinct("symptoms")) - MOST_ROWS
    assert found.columns.left_out == len(library.distinct("components")) - MOST_COLUMNS


def test_the_most_frequent_values_come_first_and_nothing_recorded_last(real, library):
    heads = matrix("", "severity", "root_cause").columns.heads
    assert heads[-1].value.slug == "none"
    assert [head.count for head in heads[:-1]] == sorted(library.distinct("root_cause").values())[::-1][:MOST_COLUMNS]


def test_years_stay_in_their_order(real):
    years = [head.value.slug for head in matrix("", "year", "severity").rows.heads]
    assert years == sorted(years, reverse=True)


def test_the_darkest_cell_has_the_most_cases(real):
    found = [cell for _row, _column, cell in cells(matrix("", "symptoms", "root_cause"))]
    assert max(found, key=lambda cell: cell.count).shade == max(cell.shade for cell in found) == 5
    assert all((cell.shade == 0) == (cell.count == 0) for cell in found)


def test_years_are_those_of_the_documents_and_the_empty_ones_between(real, in_domain):
    bars = years_of(understood(DOMAIN)).bars
    counts = in_domain.distinct("year")
    assert {bar.label: bar.count for bar in bars if bar.count} == counts
    assert [int(bar.label) for bar in bars] == list(range(int(min(counts)), int(max(counts)) + 1))
    assert all(len(numbers(bar.address or "")) == bar.count for bar in bars if bar.count)


@pytest.mark.parametrize("name", TIMES)
@pytest.mark.parametrize("question", ["", DOMAIN])
def test_times_are_those_of_the_documents(real, library, in_domain, name, question):
    plain = in_domain if question else library
    times = TIMES[name](understood(question))
    assert times.seconds == plain.times(name)
    assert times.share == pytest.approx(100 * len(plain.times(name)) / len(plain.documents))
    assert sum(len(step.numbers) for step in times.steps) == times.count


def quantile(times: list[int], share: float) -> float:
    """The value at a share of the way from the first to the last, between two neighbours in proportion."""
    place = share * (len(times) - 1)
    lower = math.floor(place)
    return times[lower] + (times[math.ceil(place)] - times[lower]) * (place - lower)


@pytest.mark.parametrize("name", TIMES)
def test_median_and_quartiles_are_those_of_the_documents(real, library, name):
    times, plain = TIMES[name](understood("")), library.times(name)
    assert times.median == pytest.approx(quantile(plain, 0.5))
    assert times.quartiles == pytest.approx((quantile(plain, 0.25), quantile(plain, 0.75)))


def test_a_case_stands_in_the_step_that_its_time_begins():
    times = Durations([(60, "IL-0002"), (59, "IL-0001"), (5 * 60, "IL-0003")], 3)
    assert [step.numbers for step in times.steps[:3]] == [["IL-0001"], ["IL-0002"], ["IL-0003"]]


def test_a_few_times_have_a_median_and_no_quartiles():
    times = Durations([(60, "IL-0001"), (90, "IL-0002")], 5)
    assert (times.median, times.quartiles, times.share) == (75, None, 40)
    assert Durations([], 5).median is None


def test_a_longer_time_stands_further_to_the_right():
    times = Durations([(1, "IL-0001")], 1)
    places = [times.place(seconds) for seconds in (0, 1, 30, *EDGES, 10**9)]
    assert all(one <= other for one, other in pairwise(places))
    assert places[0] == 0
    assert places[-1] == times.chart.width


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "at once"),
        (59.6, "1 minute"),
        (5430.5, "1 hour 31 minutes"),
        (86_399, "1 day"),
        (95_000, "1 day 2 hours"),
        (150, "2 minutes 30 seconds"),
    ],
)
def test_a_time_is_as_exact_as_two_units(seconds, words):
    with override("en"):
        assert rounded(seconds) == words


def test_durations_are_in_the_snapshot_in_seconds_or_not_at_all(no_cases):
    load(document(1, timeline={"detected_after": "1h30m", "resolved_after": None}))
    snapshot = snapshots.current()
    assert (snapshot.detected_after, snapshot.resolved_after) == ([5400], [None])


def test_rows_and_columns_are_parameters_like_all_others(real):
    case_filter = charts("rows=components&columns=year&severity=none")
    assert [facet.key for facet in case_filter.axes] == ["components", "year"]
    assert str(case_filter.narrowing) == "?severity=none"
    assert str(case_filter.turned) == "?severity=none&columns=components&rows=year"


def test_the_usual_axes_go_without_saying(real):
    case_filter = charts("rows=symptoms&columns=root_cause")
    assert str(case_filter.query) == ""
    assert str(case_filter.turned) == "?columns=symptoms&rows=root_cause"


def test_an_unknown_facet_is_a_fault(real):
    case_filter = charts("rows=colour")
    assert (case_filter.status, case_filter.faults[0].parameter) == (404, "rows")
