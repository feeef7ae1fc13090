"""From models to documents: the same keys in the same order, so that loading and dumping give back the same file."""

import json
from typing import Any

from cases.models import Case, Term
from cases.models.case import case_number
from cases.vocabulary import BY_KEY, KINDS


def bilingual(case: Case, name: str) -> dict[str, str | None] | None:
    """The text in both languages, or None when the case has it in neither."""
    en, ko = getattr(case, f"{name}_en"), getattr(case, f"{name}_ko")
    return None if en is None and ko is None else {"en": en, "ko": ko}


def terms_of(case: Case, key: str) -> Any:
    """The case's slugs in a facet: a list where a case may have several, else the one."""
    slugs = case.slugs.get(key, [])
    return slugs if BY_KEY[key].many else slugs[0]


def timestamp(moment: Any) -> str | None:
    """A moment as RFC 3339 in UTC, as the record has it."""
    return moment.isoformat().replace("+00:00", "Z") if moment else None


def to_document(case: Case) -> dict[str, Any]:
    """The document of a case. A case must come from `Case.objects.for_reading()` or cost two queries."""
    document = {
        "id": case.number,
        "org": case.organization.name,
        "date": case.date_text,
        "date_kind": case.date_kind,
        "severity": terms_of(case, "severity"),
        "domain": terms_of(case, "domain"),
        "title": bilingual(case, "title"),
        "summary": bilingual(case, "summary"),
        "symptoms": terms_of(case, "symptoms"),
        "symptoms_text": bilingual(case, "symptoms_text"),
        "trigger": bilingual(case, "trigger"),
        "root_cause": terms_of(case, "root_cause"),
        "components": terms_of(case, "components"),
        "contributing": terms_of(case, "contributing"),
        "detection": bilingual(case, "detection"),
        "remediation": case.remediation,
        "action_items": case.action_items,
        "lessons": bilingual(case, "lessons"),
        "impact": {"scope": case.impact_scope, "users": case.impact_users, "region": case.impact_region},
        "timeline": {"detected_after": case.detected_after, "resolved_after": case.resolved_after},
        "sources": case.sources,
        "docs": case.docs,
        "related": [case_number(pk) for pk in case.related],
        "recurrence_of": case_number(case.recurrence_of_id) if case.recurrence_of_id else None,
        "review": {
            "written_by": case.written_by,
            "reviewed_at": timestamp(case.reviewed_at),
            "reviewed_by": case.reviewed_by,
        },
    }
    return document | status_of(case)


def to_record(case: Case, url: str) -> dict[str, Any]:
    """The document with the keys that the application derives, as the API and the exports give it."""
    derived = {"updated_at": timestamp(case.updated_at), "org_slug": case.organization.slug, "url": url}
    return to_document(case) | derived


def status_of(case: Case) -> dict[str, Any]:
    """The keys that only an unpublished case has, and the one that keeps a changed case from looking reviewed."""
    keys: dict[str, Any] = {}
    if case.status != Case.Status.PUBLISHED:
        keys["status"] = case.status
    if reason := bilingual(case, "status_reason"):
        keys["status_reason"] = reason
    if case.merged_into_id:
        keys["merged_into"] = case_number(case.merged_into_id)
    if case.changed_since_review:
        keys["changed_since_review"] = True
    return keys


def to_json(document: dict[str, Any]) -> str:
    """A document as its file has it: two spaces, Korean readable, a line break at the end."""
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def vocabulary_document() -> dict[str, list[dict[str, Any]]]:
    """The vocabulary as its file has it."""
    document: dict[str, list[dict[str, Any]]] = {key: [] for key in KINDS}
    for term in Term.objects.select_related("parent").order_by("position"):
        document[term.facet].append(term_document(term))
    return document


def term_document(term: Term) -> dict[str, Any]:
    """One term as the vocabulary file has it; keys that only some terms have are left out of the others."""
    document: dict[str, Any] = {
        "slug": term.slug,
        "label": {"en": term.label_en, "ko": term.label_ko},
        "description": {"en": term.description_en, "ko": term.description_ko},
        "aliases": {"en": term.aliases_en, "ko": term.aliases_ko},
    }
    if term.patterns:
        keys = ("pattern", "example", "needs")
        document["patterns"] = [{key: entry[key] for key in keys if key in entry} for entry in term.patterns]
    if term.needs:
        # Postgres keeps no order of keys, so the file has them in the order of the words themselves.
        words = (term.label_en, term.label_ko, *term.aliases_en, *term.aliases_ko)
        document["needs"] = {word: term.needs[word] for word in dict.fromkeys(words) if word in term.needs}
    document["parent"] = term.parent.slug if term.parent else None
    if term.decision_rule_en:
        document["decision_rule"] = {"en": term.decision_rule_en, "ko": term.decision_rule_ko}
    if term.checks is not None:
        document["checks"] = term.checks
    if not term.assignable:
        document["assignable"] = False
    return document
