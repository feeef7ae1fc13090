"""From checked documents to models. Files own the content, the database owns the review."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from cases.dates import PartialDate
from cases.models import Case, CaseTerm, Organization, Term
from cases.models.case import case_pk, content_digest
from cases.vocabulary import CODED, KINDS

from .problems import Problem, Problems

REVIEW = {"reviewed_by", "reviewed_at", "reviewed_digest"}
CONTENT = [f.attname for f in Case._meta.concrete_fields if not f.primary_key and f.name not in REVIEW]
TEXTS = ("title", "summary", "symptoms_text", "trigger", "detection", "lessons", "status_reason")


@dataclass
class Summary:
    """What storing did, as case numbers."""

    added: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)

    def include(self, other: "Summary") -> None:
        """Add the numbers of another summary."""
        self.added += other.added
        self.changed += other.changed
        self.unchanged += other.unchanged

    def __str__(self) -> str:
        return f"{len(self.added)} added, {len(self.changed)} changed, {len(self.unchanged)} unchanged"


def store_cases(documents: Sequence[dict[str, Any]], now: datetime) -> Summary:
    """Store checked documents; those whose content is as stored are left alone. Call it inside a transaction."""
    cases = {case.pk: case for case in map(case_of, documents)}
    stored = dict(Case.objects.filter(pk__in=cases).values_list("pk", "digest"))
    summary = Summary()
    for pk, case in cases.items():
        same = stored.get(pk) == case.digest
        (summary.unchanged if same else summary.changed if pk in stored else summary.added).append(case.number)
    to_write = [document for document in documents if stored.get(pk_of(document)) != cases[pk_of(document)].digest]
    write([cases[pk_of(document)] for document in to_write], to_write, now)
    return summary


def write(cases: list[Case], documents: list[dict[str, Any]], now: datetime) -> None:
    """Insert or update the rows of cases, their organizations and their terms."""
    if not cases:
        return
    names = {document["org"] for document in documents}
    Organization.objects.bulk_create(
        [Organization(name=name, slug=Organization.slug_of(name)) for name in sorted(names)], ignore_conflicts=True
    )
    organizations = dict(Organization.objects.filter(name__in=names).values_list("name", "pk"))
    for case, document in zip(cases, documents, strict=True):
        case.organization_id, case.updated_at = organizations[document["org"]], now
    Case.objects.bulk_create(cases, update_conflicts=True, unique_fields=["id"], update_fields=CONTENT, batch_size=500)
    CaseTerm.objects.filter(case__in=[case.pk for case in cases]).delete()
    CaseTerm.objects.bulk_create(term_rows(documents), batch_size=5000)


def term_rows(documents: list[dict[str, Any]]) -> list[CaseTerm]:
    """The rows that say which terms each case carries, in the order of its document."""
    terms = {(term.facet, term.slug): term.pk for term in Term.objects.only("facet", "slug")}
    rows = []
    for document in documents:
        for facet in CODED:
            slugs = document[facet.key] if facet.many else [document[facet.key]]
            for position, slug in enumerate(slugs):
                rows.append(CaseTerm(case_id=pk_of(document), term_id=terms[facet.key, slug], position=position))
    return rows


def pk_of(document: dict[str, Any]) -> int:
    """The primary key of a checked document."""
    pk = case_pk(document["id"])
    assert pk is not None, document["id"]
    return pk


def case_of(document: dict[str, Any]) -> Case:
    """An unsaved case with the content of a checked document; the organization is left to the caller."""
    date = PartialDate.parse(document["date"])
    case = Case(
        id=pk_of(document),
        status=document.get("status", Case.Status.PUBLISHED),
        merged_into_id=pk_or_none(document.get("merged_into")),
        date_text=date.text,
        first_day=date.first,
        last_day=date.last,
        date_kind=document["date_kind"],
        detected_after=document["timeline"]["detected_after"],
        resolved_after=document["timeline"]["resolved_after"],
        impact_scope=document["impact"]["scope"],
        impact_users=document["impact"]["users"],
        impact_region=document["impact"]["region"],
        related=[case_pk(number) for number in document["related"]],
        recurrence_of_id=pk_or_none(document["recurrence_of"]),
        written_by=document["review"]["written_by"],
        digest=content_digest(document),
        **{key: document[key] for key in ("remediation", "action_items", "sources", "docs")},
    )
    for name in TEXTS:
        texts = document.get(name) or {"en": None, "ko": None}
        setattr(case, f"{name}_en", texts["en"])
        setattr(case, f"{name}_ko", texts["ko"])
    set_review(case, document)
    return case


def set_review(case: Case, document: dict[str, Any]) -> None:
    """The review that a document brings; it only takes effect for a case that is new to the database.

    Where the document says that it changed since, the review is of another content, and stays so.
    """
    review = document["review"]
    if review["reviewed_at"] is None:
        return
    case.reviewed_by, case.reviewed_at = review["reviewed_by"], parse_datetime(review["reviewed_at"])
    case.reviewed_digest = "" if document.get("changed_since_review") else case.digest


def pk_or_none(number: str | None) -> int | None:
    """The primary key of a number that may be missing."""
    return None if number is None else case_pk(number)


def store_vocabulary(document: dict[str, list[dict[str, Any]]]) -> None:
    """Store the terms of a checked vocabulary. Call it inside a transaction, and `drop_terms` when cases are stored."""
    terms = [term_of(facet, position, term) for facet in KINDS for position, term in enumerate(document[facet])]
    fields = [f.attname for f in Term._meta.concrete_fields if f.attname not in ("id", "facet", "slug", "parent_id")]
    changed = changed_terms(terms, fields)
    Term.objects.bulk_create(changed, update_conflicts=True, unique_fields=["facet", "slug"], update_fields=fields)
    stored = {(term.facet, term.slug): term for term in Term.objects.all()}
    set_parents(document, stored)


def drop_terms(document: dict[str, list[dict[str, Any]]]) -> None:
    """Take away the terms that a stored vocabulary no longer has.

    Raises Problems when stored cases carry one of them, or one that became a group.
    """
    check_in_use(set(assignable(document)))
    keep = {(facet, term["slug"]) for facet in KINDS for term in document[facet]}
    gone = [pk for pk, *key in Term.objects.values_list("pk", "facet", "slug") if tuple(key) not in keep]
    if gone:
        Term.objects.filter(pk__in=gone).update(parent=None)
        Term.objects.filter(pk__in=gone).delete()


def assignable(document: dict[str, list[dict[str, Any]]]) -> list[tuple[str, str]]:
    """The terms of a vocabulary that a case may carry, as facet and slug."""
    return [(facet, term["slug"]) for facet in KINDS for term in document[facet] if term.get("assignable", True)]


def changed_terms(terms: Iterable[Term], fields: list[str]) -> list[Term]:
    """Those terms that are not stored just so, that loading the same vocabulary again writes nothing."""
    stored = {(row["facet"], row["slug"]): row for row in Term.objects.values("facet", "slug", *fields)}
    wanted = [(term, {name: getattr(term, name) for name in ("facet", "slug", *fields)}) for term in terms]
    return [term for term, row in wanted if stored.get((term.facet, term.slug)) != row]


def set_parents(document: dict[str, list[dict[str, Any]]], stored: dict[tuple[str, str], Term]) -> None:
    """Hang each term below its parent."""
    moved = []
    for facet in KINDS:
        for entry in document[facet]:
            term = stored[facet, entry["slug"]]
            parent = stored[facet, entry["parent"]].pk if entry["parent"] else None
            if term.parent_id != parent:
                term.parent_id = parent
                moved.append(term)
    if moved:
        Term.objects.bulk_update(moved, ["parent"])


def check_in_use(keep: set[tuple[str, str]]) -> None:
    """Refuse to take away a term that a stored case carries."""
    used = CaseTerm.objects.values_list("term__facet", "term__slug").distinct()
    missing = sorted(set(used) - keep)
    if missing:
        raise Problems(in_use(facet, slug) for facet, slug in missing)


def in_use(facet: str, slug: str) -> Problem:
    """That a term can't go, with cases that carry it."""
    carrying = Case.objects.filter(case_terms__term__facet=facet, case_terms__term__slug=slug).order_by("pk")[:5]
    numbers = ", ".join(case.number for case in carrying.only("pk"))
    return Problem(
        facet, _("“%(slug)s” can't go or become a group: cases carry it (%(cases)s)") % {"slug": slug, "cases": numbers}
    )


def term_of(facet: str, position: int, entry: dict[str, Any]) -> Term:
    """An unsaved term with the content of a vocabulary entry; its parent is left to the caller."""
    rule = entry.get("decision_rule", {"en": "", "ko": ""})
    return Term(
        facet=facet,
        slug=entry["slug"],
        label_en=entry["label"]["en"],
        label_ko=entry["label"]["ko"],
        description_en=entry["description"]["en"],
        description_ko=entry["description"]["ko"],
        decision_rule_en=rule["en"],
        decision_rule_ko=rule["ko"],
        aliases_en=entry["aliases"]["en"],
        aliases_ko=entry["aliases"]["ko"],
        patterns=entry.get("patterns", []),
        needs=entry.get("needs", {}),
        checks=entry.get("checks"),
        assignable=entry.get("assignable", True),
        position=position,
    )
