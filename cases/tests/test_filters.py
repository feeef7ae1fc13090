"""Which cases a query string selects."""

from typing import Any

import pytest
from django.db import connection

from cases.tests.factories import case, document, load, merged, numbers, understood, withdrawn
from cases.vocabulary import FACETS

pytestmark = pytest.mark.usefixtures("no_cases")

# For every facet something that a document can say, and the query that finds it.
SAYINGS: dict[str, tuple[dict[str, Any], str]] = {
    "symptoms": ({"symptoms": ["data-loss"]}, "symptoms=data-loss"),
    "root_cause": ({"root_cause": "capacity"}, "root_cause=capacity"),
    "components": ({"components": ["dns"]}, "components=dns"),
    "contributing": ({"contributing": ["time-pressure"]}, "contributing=time-pressure"),
    "domain": ({"domain": ["storage"]}, "domain=storage"),
    "severity": ({"severity": "major"}, "severity=major"),
    "org": ({"org": "Another One"}, "org=another-one"),
    "year": ({"date": "2019-02-03"}, "year=2019"),
    "review": (
        {"review": {"written_by": "session", "reviewed_by": "A. Reader", "reviewed_at": "2026-01-02T03:04:05Z"}},
        "review=reviewed",
    ),
}


def test_without_parameters_every_published_case_is_selected():
    load(document(1), document(2))
    assert numbers() == {1, 2}


@pytest.mark.parametrize("facet", [facet.key for facet in FACETS])
def test_every_facet_finds_what_a_case_says(facet):
    saying, query = SAYINGS[facet]
    load(document(1, **saying), document(2))
    assert numbers(query) == {1}


@pytest.mark.parametrize("facet", [facet.key for facet in FACETS])
def test_every_facet_can_leave_out_what_a_case_says(facet):
    saying, query = SAYINGS[facet]
    load(document(1, **saying), document(2))
    assert numbers(f"exclude={query.replace('=', ':')}") == {2}


def test_different_facets_mean_and():
    load(document(1, severity="major"), document(2, root_cause="capacity"))
    load(document(3, severity="major", root_cause="capacity"))
    assert numbers("severity=major&root_cause=capacity") == {3}


def test_several_symptoms_mean_all_of_them():
    load(document(1, symptoms=["data-loss"]), document(2, symptoms=["data-loss", "disk-full"]))
    assert numbers("symptoms=data-loss&symptoms=disk-full") == {2}


def test_the_switch_makes_it_any_of_them():
    load(document(1, symptoms=["data-loss"]), document(2, symptoms=["disk-full"]), document(3))
    assert numbers("symptoms=data-loss&symptoms=disk-full&symptoms_match=any") == {1, 2}


def test_the_switch_of_one_facet_leaves_the_others_alone():
    load(document(1, components=["dns"]), document(2, components=["dns", "cni"]))
    assert numbers("components=dns&components=cni&symptoms_match=any") == {2}


def test_several_causes_mean_any_of_them():
    load(document(1, root_cause="capacity"), document(2, root_cause="time-error"), document(3))
    assert numbers("root_cause=capacity&root_cause=time-error") == {1, 2}


def test_several_left_out_values_are_all_left_out():
    load(document(1, components=["dns"]), document(2, components=["cni"]), document(3, components=["nic"]))
    assert numbers("exclude=components:dns&exclude=components:cni") == {3}


def test_what_is_chosen_and_left_out_is_nothing():
    load(document(1, symptoms=["data-loss"]))
    assert numbers("symptoms=data-loss&exclude=symptoms:data-loss") == set()


def test_leaving_out_narrows_what_is_chosen():
    load(document(1, symptoms=["data-loss"]), document(2, symptoms=["data-loss", "disk-full"]))
    assert numbers("symptoms=data-loss&exclude=symptoms:disk-full") == {1}


def test_a_value_of_another_facet_with_the_same_slug_is_another_value():
    load(document(1, domain=["storage"]), document(2, components=["object-storage"]))
    assert "storage" in understood("").snapshot.values["components"]
    assert numbers("domain=storage") == {1}


@pytest.mark.parametrize("said", [{"components": []}, {"contributing": []}, {"severity": "unknown"}])
def test_what_a_case_does_not_say_is_one_value(said):
    [facet] = said
    load(document(1, components=["dns"], contributing=["time-pressure"], severity="major") | said)
    load(document(2, components=["dns"], contributing=["time-pressure"], severity="major"))
    assert numbers(f"{facet}=none") == {1}
    assert numbers(f"exclude={facet}:none") == {2}


def test_an_unknown_cause_is_none():
    load(document(1, root_cause="unknown"), document(2))
    assert numbers("root_cause=none") == numbers("root_cause=unknown") == {1}
    assert numbers("exclude=root_cause:unknown") == {2}


def test_unknown_is_understood_as_none_in_every_facet():
    assert understood("components=unknown").query == understood("components=none").query
    assert understood("exclude=org:unknown").query == understood("exclude=org:none").query


@pytest.mark.parametrize("facet", ["org", "year", "review"])
def test_what_every_case_says_is_none_for_no_case(facet):
    load(document(1))
    assert understood(f"{facet}=none").errors == {}
    assert numbers(f"{facet}=none") == set()


def test_none_and_a_value_together_are_nothing_where_all_must_match():
    load(document(1, components=[]), document(2, components=["dns"]))
    assert numbers("components=none&components=dns") == set()
    assert numbers("components=none&components=dns&components_match=any") == {1, 2}


def test_a_group_stands_for_any_of_its_members():
    load(document(1, components=["dns"]), document(2, components=["nic"]), document(3, components=["etcd"]))
    assert numbers("components=network") == {1, 2}
    assert numbers("exclude=components:network") == {3}


def test_two_groups_must_both_be_there():
    load(document(1, components=["dns", "etcd"]), document(2, components=["nic"]))
    assert numbers("components=network&components=control-plane") == {1}


def test_cloud_stands_for_itself_and_the_clouds_below():
    load(document(1, domain=["cloud"]), document(2, domain=["aws"]), document(3, domain=["storage"]))
    assert numbers("domain=cloud") == {1, 2}
    assert numbers("domain=aws") == {2}
    assert numbers("domain=cloud&exclude=domain:aws") == {1}


@pytest.mark.parametrize("unpublished", [document(9, status="draft"), withdrawn(9), merged(9, into=1)])
@pytest.mark.parametrize("query", ["", "root_cause=config-error", "exclude=domain:storage", "since=2020", "year=2025"])
def test_only_published_cases_are_ever_selected(unpublished, query):
    load(document(1), unpublished)
    assert numbers(query) == {1}


def test_a_case_leaves_the_selection_with_its_publication():
    load(document(1), document(2))
    assert numbers() == {1, 2}
    load(withdrawn(2))
    assert numbers() == {1}


def test_a_plain_sql_change_is_seen_at_once():
    case(1, severity="major")
    assert numbers("severity=major") == {1}
    with connection.cursor() as cursor:
        cursor.execute("UPDATE cases_case SET status = 'draft'")
    assert numbers("severity=major") == set()


def test_an_organization_is_a_value_only_with_published_cases():
    load(document(1), document(2, org="Another One", status="draft"))
    assert [fault.status for fault in understood("org=another-one").faults] == [404]
