"""The vocabulary with its counts, and what the library knows about one of its values."""

from django.utils.translation import override

from cases.filters.faults import Fault, nearest
from cases.snapshot import Snapshot
from cases.topics import TOPIC_FACETS, Company, Topic, Wording, topic_of
from cases.values import Value
from cases.vocabulary import BY_KEY, FACETS, Facet

from .addresses import Addresses
from .cases import Answer, briefs
from .refusals import Refusal, both, refusal, told

MOST_NEWEST = 10


def vocab(facet: Facet | None, snapshot: Snapshot, addresses: Addresses) -> Answer:
    """The values of one facet, or of all."""
    asked = [facet] if facet else FACETS
    return {"cases": len(snapshot.pks), "facets": [told_facet(each, snapshot, addresses) for each in asked]}


def told_facet(facet: Facet, snapshot: Snapshot, addresses: Addresses) -> Answer:
    """A facet with its values in the order of the vocabulary, "not recorded" last."""
    return {
        "key": facet.key,
        "label": label_of(facet),
        "many": facet.many,
        "match_parameter": facet.match_key if facet.many else None,
        "values": [told_value(value, snapshot, addresses) for value in snapshot.values[facet.key].values()],
    }


def label_of(facet: Facet) -> dict[str, str]:
    """What a facet is called in both languages."""
    labels = {}
    for language in ("en", "ko"):
        with override(language):
            labels[language] = str(facet.label)
    return labels


def told_value(value: Value, snapshot: Snapshot, addresses: Addresses) -> Answer:
    """A value with its count among all published cases."""
    term = value.term
    rule = term and term.decision_rule_en
    return {
        **told_term(value),
        "description": {"en": term.description_en, "ko": term.description_ko} if term else None,
        "decision_rule": {"en": term.decision_rule_en, "ko": term.decision_rule_ko} if term and rule else None,
        "parent": value.parent,
        "assignable": not value.is_group,
        "count": len(snapshot.carrying(value.facet, value.slug)),
        "topic": addresses.topic(value) if topic_of(snapshot, value.facet, value.slug) else None,
    }


def told_term(value: Value) -> Answer:
    """A value by its name."""
    return {"slug": value.slug, "label": both(value)}


def topic(facet: str, slug: str, snapshot: Snapshot, addresses: Addresses) -> Answer:
    """What the library knows about a value. One query."""
    found = topic_of(snapshot, facet, slug)
    if found is None:
        raise no_topic(snapshot, facet, slug)
    newest = found.newest(MOST_NEWEST)
    in_short = briefs(newest, addresses)
    return {
        **told_term(found.value),
        "facet": facet,
        "url": addresses.topic(found.value),
        "cases_url": addresses.list(f"?{facet}={slug}"),
        "feed_url": addresses.feed(found.value),
        **what_the_vocabulary_says(found),
        "count": found.count,
        "share": round(found.share, 4),
        "goes_with": {each.key: told_company(found.company(each)) for each in TOPIC_FACETS},
        "years": [{"year": year.value.slug, "count": year.count, "of": year.of} for year in found.years],
        "newest": [in_short[pk] for pk in newest if pk in in_short],
    }


def no_topic(snapshot: Snapshot, facet: str, slug: str) -> Refusal:
    """That there is no such topic, and which come near."""
    keys = [each.key for each in TOPIC_FACETS]
    if facet not in keys:
        return Refusal(404, f"“{facet[:80]}” has no topics; these facets have: {', '.join(keys)}.")
    message = f"{BY_KEY[facet].label} has no value “{slug[:80]}”; vocab with facet={facet} lists all."
    near = nearest(snapshot, {"key": facet, "value": slug})
    return refusal(404, [told(Fault("slug", slug[:80], message, near, 404), None)])


def what_the_vocabulary_says(found: Topic) -> Answer:
    """Definition, relations and checks of a topic."""
    term = found.value.term
    return {
        "definition": wording(found.definition),
        "not_when": wording(found.not_when),
        "decision_rule": wording(found.decision_rule),
        "aliases": {"en": term.aliases_en, "ko": term.aliases_ko} if term else {"en": [], "ko": []},
        "parent": told_term(found.parent) if found.parent else None,
        "members": [told_term(value) for value in found.members],
        "confused_with": [told_term(value) for value in found.neighbours],
        "checks": (term.checks if term else None) or [],
    }


def wording(said: Wording | None) -> dict[str, str] | None:
    """A text in both languages."""
    return {"en": said.text_en, "ko": said.text_ko} if said else None


def told_company(company: Company) -> Answer:
    """The values that go with a topic, shares to four and lifts to two places."""
    values = [
        {**told_term(each.value), "count": each.count, "share": round(each.share, 4), "lift": round(each.lift, 2)}
        for each in company.shares
    ]
    return {"recorded": company.recorded, "values": values}
