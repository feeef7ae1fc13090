"""Topics: every number counted again from the documents, every word found in the vocabulary."""

import pytest

from cases import snapshot as snapshots
from cases.snapshot import Snapshot
from cases.tests import generated, plain
from cases.tests.factories import load, vocabulary
from cases.topics import TOPIC_FACETS, Topic, described, named_in, topic_of
from cases.vocabulary import BY_KEY

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def library(borrowed):
    """A library with every way to say something or nothing, and its documents."""
    documents = generated.library(80)
    load(*documents)
    return snapshots.current(), plain.Plain(plain.published(documents))


def topics(snapshot):
    """Every topic that there is."""
    found = ((facet.key, slug) for facet in TOPIC_FACETS for slug in snapshot.values[facet.key])
    return [topic for key, slug in found if (topic := topic_of(snapshot, key, slug)) is not None]


def sure(snapshot: Snapshot, facet: str, slug: str) -> Topic:
    """A topic that there is."""
    found = topic_of(snapshot, facet, slug)
    assert found is not None
    return found


def own(topic):
    """A topic as the documents know it: an organization counts by its name."""
    return topic.value.facet, topic.value.label_en if topic.value.facet == "org" else topic.value.slug


def documents_of(documents, value):
    """The documents that carry a value."""
    return documents.keeping(lambda each: value in plain.carried_by(each))


def test_every_count_and_share_is_that_of_the_documents(library):
    snapshot, documents = library
    for topic in topics(snapshot):
        assert topic.count == documents.count(own(topic)), own(topic)
        assert topic.share == topic.count / len(documents.documents)


@pytest.mark.parametrize("key", [facet.key for facet in TOPIC_FACETS])
def test_what_goes_with_a_topic_is_that_of_its_documents(library, key):
    snapshot, documents = library
    for topic in topics(snapshot):
        company = topic.company(BY_KEY[key])
        mine = documents_of(documents, own(topic))
        expected = mine.distinct(key)
        if topic.value.facet == key:
            for hidden in (own(topic)[1], topic.value.parent):
                expected.pop(hidden, None)
        told = {each.value.label_en if key == "org" else each.value.slug: each for each in company.shares}
        assert {slug: each.count for slug, each in told.items()} == expected
        assert company.recorded == len(mine.documents) - mine.count((key, "none"))
        for slug, each in told.items():
            share = each.count / len(mine.documents)
            assert each.share == pytest.approx(share)
            assert each.lift == pytest.approx(share / (documents.count((key, slug)) / len(documents.documents)))


def test_the_most_frequent_come_first(library):
    snapshot, _documents = library
    for topic in topics(snapshot):
        order = [(-each.count, -each.lift) for each in topic.company(BY_KEY["components"]).shares]
        assert order == sorted(order)


def test_the_years_are_all_those_of_the_library(library):
    snapshot, documents = library
    years = sorted(documents.distinct("year"))
    for topic in topics(snapshot)[::5]:
        assert [year.value.slug for year in topic.years] == years
        assert [year.count for year in topic.years] == [documents.count(own(topic), ("year", year)) for year in years]
        assert [year.of for year in topic.years] == [documents.count(("year", year)) for year in years]


def test_a_group_and_its_members_know_each_other(real):
    group = sure(real, "components", "storage")
    [parent] = {sure(real, "components", member.slug).parent for member in group.members}
    assert parent == group.value
    assert group.count >= max(sure(real, "components", member.slug).count for member in group.members)


@pytest.mark.parametrize(
    ("facet", "slug"), [("year", "2024"), ("review", "reviewed"), ("symptoms", "none"), ("symptoms", "x"), ("x", "x")]
)
def test_other_values_are_no_topics(real, facet, slug):
    assert topic_of(real, facet, slug) is None


# Words


def test_a_description_is_told_in_two_sentences():
    when, not_when = described(
        "Use when it is slow; not when it is dead ('Dead').", "느릴 때 쓰고, 죽었으면 ‘죽음’을 쓴다."
    )
    assert not_when is not None
    assert (when.text_en, not_when.text_en) == ("Use when it is slow.", "Not when it is dead ('Dead').")
    assert (when.text_ko, not_when.text_ko) == ("느릴 때 쓴다.", "죽었으면 ‘죽음’을 쓴다.")


def test_a_description_that_is_not_of_two_parts_stays_whole():
    when, not_when = described("Use when it is slow; not when dead.", "느릴 때만 쓴다.")
    assert (when.text_en, not_when) == ("Use when it is slow; not when dead.", None)


def test_every_description_of_the_vocabulary_is_told_whole(real):
    for topic in topics(real):
        if topic.value.term:
            said = [each.text_en for each in (topic.definition, topic.not_when) if each]
            letters = "".join("".join(said).lower().split()).replace(".", "").replace(";", "")
            assert letters == "".join(topic.value.term.description_en.lower().split()).replace(".", "").replace(";", "")


def test_neighbours_are_the_terms_named_in_the_description(real):
    topic = sure(real, "symptoms", "throughput-degraded")
    assert [value.slug for value in topic.neighbours[:2]] == ["training-hang", "latency-increased"]


def test_whoever_is_named_as_a_neighbour_names_back(real):
    for topic in topics(real):
        for value in topic.neighbours:
            if value.facet == topic.value.facet:
                assert topic.value in sure(real, value.facet, value.slug).neighbours


def test_nearly_every_label_in_quotes_is_a_term(real):
    terms = [value for facet in TOPIC_FACETS for value in real.values[facet.key].values() if value.term]
    quoted = sum(value.term.description_en.count(" '") + value.term.description_en.count("('") for value in terms)
    assert sum(1 for value in terms for _named in named_in(real, value)) >= quoted * 0.95


def test_a_topic_has_the_words_of_its_term(real):
    entry = next(term for term in vocabulary()["root_cause"] if term.get("decision_rule"))
    topic = sure(real, "root_cause", entry["slug"])
    assert topic.decision_rule is not None
    assert topic.decision_rule.text_ko == entry["decision_rule"]["ko"]
    assert sure(real, "symptoms", "data-loss").decision_rule is None
