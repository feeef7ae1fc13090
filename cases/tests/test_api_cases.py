"""What a list of cases in the API says beside the cases."""

import pytest

from cases.models.search import refresh_index
from cases.tests import api
from cases.tests.factories import document, load, merged, withdrawn

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_cases")]


def test_a_chosen_value_stands_among_the_facets_with_its_count_even_at_zero(client):
    load(document(1, symptoms=["data-loss"]))
    facets = api.cases(client, [("symptoms", "training-hang")])["facets"]
    label = {"en": "Training hang", "ko": "학습 멈춤"}
    assert facets["symptoms"] == [{"slug": "training-hang", "label": label, "count": 0, "selected": True}]


def test_what_is_applied_is_told_with_labels(client):
    load(document(1, symptoms=["data-loss"], severity="major"))
    refresh_index()
    pairs = [("symptoms", "data-loss"), ("exclude", "severity:minor"), ("q", "Outage"), ("since", "2025")]
    told = api.cases(client, pairs)["applied"]
    labels = {(each["parameter"], each["value"]): each["label"] and each["label"]["en"] for each in told}
    assert labels[("symptoms", "data-loss")] == "Data loss"
    assert labels[("exclude", "severity:minor")] == "Minor"
    assert labels[("q", "Outage")] is labels[("since", "2025")] is None
    assert all(each["count_without"] is None for each in told)


def test_without_a_case_every_filter_says_how_many_there_are_without_it(client):
    load(document(1, symptoms=["data-loss"], severity="major"), document(2, symptoms=["disk-full"], severity="minor"))
    pairs = [("symptoms", "data-loss"), ("severity", "minor")]
    told = api.cases(client, pairs)
    assert told["count"] == 0
    assert {each["parameter"]: each["count_without"] for each in told["applied"]} == {"symptoms": 1, "severity": 1}


def test_the_words_searched_say_what_became_of_them(client):
    load(document(1, symptoms=["training-hang"]), document(2, symptoms=["data-loss"]))
    refresh_index()
    assert api.cases(client)["search"] is None
    search = api.cases(client, q="training hang unheard-of")["search"]
    assert search["partial"] is True
    [offer] = [each for each in search["suggested"] if each["facet"] == "symptoms"]
    assert (offer["slug"], offer["count"], offer["words"]) == ("training-hang", 1, ["training hang"])


def test_an_empty_library_answers(client):
    answer = api.cases(client)
    assert (answer["count"], answer["results"], answer["next"]) == (0, [], None)


def test_drafts_withdrawn_and_merged_cases_are_in_no_list(client):
    load(document(1), document(2, status="draft"), withdrawn(3), merged(4, 1))
    assert [case["id"] for case in api.cases(client)["results"]] == ["IL-0001"]
