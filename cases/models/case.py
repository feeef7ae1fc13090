"""A case: one documented incident, and the questions that are asked of all of them."""

import hashlib
import json
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import RawSQL
from django.urls import reverse
from django.utils import timezone
from django.utils.duration import duration_iso_string
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from cases.dates import PartialDate, parse_duration

from .texts import Action, Bilingual, Reading, Source
from .vocabulary import Organization, Term

# ASCII digits only, and the whole text: Python's `$` would let a trailing line break through.
NUMBER = re.compile(r"IL-([0-9]{4,9})")

# From a case back to the first time, then on to every recurrence. Who names a merged case means the one it lives on in;
# through a draft, which nobody sees, no chain leads.
CHAIN = """
WITH RECURSIVE step(later, earlier) AS MATERIALIZED (
  SELECT c.id, COALESCE(b.merged_into_id, b.id) FROM cases_case c JOIN cases_case b ON b.id = c.recurrence_of_id
  WHERE c.recurrence_of_id IS NOT NULL AND 'draft' NOT IN (c.status, b.status)
), back(id) AS (
  SELECT %s UNION SELECT step.earlier FROM step JOIN back ON step.later = back.id
), chain(id) AS (
  SELECT id FROM back UNION SELECT step.later FROM step JOIN chain ON step.earlier = chain.id
) SELECT id FROM chain
"""


class CaseQuerySet(models.QuerySet["Case"]):
    """Questions about cases, each a phrase after `objects.`."""

    def published(self) -> Self:
        """The cases that anybody sees: in lists, counts, feeds and dumps alike."""
        return self.filter(status=Case.Status.PUBLISHED)

    def visible(self) -> Self:
        """Published cases, and those whose page stays to say what became of them."""
        return self.exclude(status=Case.Status.DRAFT)

    def newest_first(self) -> Self:
        """By the first day that the date may mean, then by number."""
        return self.order_by("-first_day", "-pk")

    def for_reading(self) -> Self:
        """With everything that a page or a document shows of a case, in two queries however many cases there are."""
        # Of a term only its name: aliases, patterns and checks are long, and a case has ten terms.
        names = ("case_id", "position", "term__facet", "term__slug", "term__label_en", "term__label_ko")
        rows = CaseTerm.objects.select_related("term").only(*names).order_by("position")
        return self.select_related("organization").prefetch_related(models.Prefetch("case_terms", rows))

    def in_chain_with(self, case: "Case") -> Self:
        """The case, what it happened again after, back to the first time, and all that happened again since."""
        return self.filter(pk__in=RawSQL(CHAIN, [case.pk]))

    def to_review(self) -> Self:
        """Published cases that no person has reviewed, or whose text changed since."""
        return self.published().filter(Q(reviewed_at=None) | ~Q(reviewed_digest=F("digest")))


class Case(models.Model):
    """One documented incident, as one published document. The number IL-0129 is its primary key 129, for good."""

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        WITHDRAWN = "withdrawn", _("withdrawn")
        MERGED = "merged", _("merged")

    id = models.PositiveIntegerField(primary_key=True)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.PUBLISHED)
    status_reason_en = models.TextField(null=True, blank=True)
    status_reason_ko = models.TextField(null=True, blank=True)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")

    organization = models.ForeignKey(Organization, models.PROTECT, related_name="cases", verbose_name=_("organization"))
    date_text = models.CharField(_("date"), max_length=10)
    first_day = models.DateField()
    last_day = models.DateField()
    date_kind = models.CharField(max_length=20)
    detected_after = models.CharField(max_length=40, null=True, blank=True)
    resolved_after = models.CharField(max_length=40, null=True, blank=True)

    title_en = models.TextField()
    title_ko = models.TextField()
    summary_en = models.TextField()
    summary_ko = models.TextField()
    symptoms_text_en = models.TextField()
    symptoms_text_ko = models.TextField()
    trigger_en = models.TextField(null=True, blank=True)
    trigger_ko = models.TextField(null=True, blank=True)
    detection_en = models.TextField(null=True, blank=True)
    detection_ko = models.TextField(null=True, blank=True)
    lessons_en = models.TextField(null=True, blank=True)
    lessons_ko = models.TextField(null=True, blank=True)
    impact_scope = models.TextField()
    impact_users = models.TextField()
    impact_region = models.TextField()

    # Lists of small objects that are only ever read together with their case, in the shape of the document.
    remediation = models.JSONField(default=list)
    action_items = models.JSONField(default=list)
    sources = models.JSONField(default=list)
    docs = models.JSONField(default=list)

    terms = models.ManyToManyField(Term, through="CaseTerm", related_name="cases")
    related = ArrayField(models.PositiveIntegerField(), default=list, blank=True)
    recurrence_of = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="recurrences")

    written_by = models.CharField(_("written by"), max_length=80)
    reviewed_by = models.CharField(_("reviewed by"), max_length=200, null=True, blank=True)
    reviewed_at = models.DateTimeField(_("reviewed at"), null=True, blank=True)

    digest = models.CharField(max_length=64, help_text="SHA-256 of the content, without the review")
    reviewed_digest = models.CharField(max_length=64, default="", blank=True, help_text="digest when it was reviewed")
    updated_at = models.DateTimeField(_("updated at"), default=timezone.now)

    title = Bilingual()
    summary = Bilingual()
    symptoms_text = Bilingual()
    trigger = Bilingual()
    detection = Bilingual()
    lessons = Bilingual()
    status_reason = Bilingual()

    objects = CaseQuerySet.as_manager()

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        permissions = [("review_case", "Can put their name under a case as its reviewer")]
        indexes = [
            models.Index(F("first_day").desc(), F("id").desc(), name="case_newest_first"),
            models.Index(F("updated_at").desc(), F("id").desc(), name="case_last_updated"),
        ]
        constraints = [
            models.CheckConstraint(
                # Said twice of the name: compared with a null a condition is null, and a check that is null holds.
                condition=Q(reviewed_by=None, reviewed_at=None)
                | Q(reviewed_by__isnull=False, reviewed_by__gt="", reviewed_at__isnull=False),
                name="review_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(status="merged", merged_into__isnull=False) | ~Q(status="merged") & Q(merged_into=None),
                name="merged_has_survivor",
            ),
            models.CheckConstraint(condition=Q(first_day__lte=F("last_day")), name="days_in_order"),
        ]

    def __str__(self) -> str:
        return self.number

    def get_absolute_url(self) -> str:
        """The address of the case's page in the language of the moment."""
        return reverse("case-detail", args=[self.number])

    @property
    def number(self) -> str:
        """The public number: IL- and at least four digits."""
        return case_number(self.pk)

    @cached_property
    def date(self) -> PartialDate:
        """The date at the precision that the sources support."""
        return PartialDate(self.date_text, self.first_day, self.last_day)

    @cached_property
    def slugs(self) -> dict[str, list[str]]:
        """The slugs of the case's terms by facet, in the order that the case gives them."""
        slugs: dict[str, list[str]] = {}
        for row in self.case_terms.all():
            slugs.setdefault(row.term.facet, []).append(row.term.slug)
        return slugs

    @property
    def remediation_actions(self) -> list[Action]:
        """What was done to end the incident, in order."""
        return [Action(item["text"]["en"], item["text"]["ko"]) for item in self.remediation]

    @property
    def action_item_actions(self) -> list[Action]:
        """What was to be done so that it does not return."""
        return [Action(item["text"]["en"], item["text"]["ko"]) for item in self.action_items]

    @property
    def source_list(self) -> list[Source]:
        """The public reports that the case was written from, the main one first."""
        return [Source(item["url"], item["kind"], item["archived"], item.get("license")) for item in self.sources]

    @property
    def reading_list(self) -> list[Reading]:
        """Documentation of the mechanisms in the case."""
        titles = [(item["url"], item.get("title") or {}) for item in self.docs]
        return [Reading(url, title.get("en"), title.get("ko")) for url, title in titles]

    @property
    def iso_detected_after(self) -> str:
        """The time to detect in ISO 8601, for machines."""
        return duration_iso_string(parse_duration(self.detected_after)) if self.detected_after else ""

    @property
    def iso_resolved_after(self) -> str:
        """The time to resolve in ISO 8601, for machines."""
        return duration_iso_string(parse_duration(self.resolved_after)) if self.resolved_after else ""

    @property
    def reviewed(self) -> bool:
        """Whether a person put their name under this case, be it before its last change."""
        return self.reviewed_at is not None

    @property
    def changed_since_review(self) -> bool:
        """Whether the content is another than the one that was reviewed."""
        return self.reviewed and self.reviewed_digest != self.digest

    def mark_reviewed(self, name: str, when: datetime) -> None:
        """Put a person's name under the content as it stands, and save just that."""
        self.reviewed_by, self.reviewed_at, self.reviewed_digest, self.updated_at = name, when, self.digest, when
        self.save(update_fields=["reviewed_by", "reviewed_at", "reviewed_digest", "updated_at"])

    def take_back_review(self, when: datetime) -> None:
        """Make the case one that no person has reviewed, and save just that."""
        self.reviewed_by, self.reviewed_at, self.reviewed_digest, self.updated_at = None, None, "", when
        self.save(update_fields=["reviewed_by", "reviewed_at", "reviewed_digest", "updated_at"])


class CaseTerm(models.Model):
    """That a case carries a term. The position keeps the editor's order: the most telling first."""

    case = models.ForeignKey(Case, models.CASCADE, related_name="case_terms")
    term = models.ForeignKey(Term, models.PROTECT, related_name="case_terms")
    position = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "term"], name="a_term_once_per_case")]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.term_id}"


def case_number(pk: int) -> str:
    """The public number of a primary key: 129 is IL-0129."""
    return f"IL-{pk:04d}"


def case_pk(number: str) -> int | None:
    """The primary key of a public number in its one right spelling, else None (il-129 and IL-00129 are no numbers)."""
    match = NUMBER.fullmatch(number)
    pk = int(match[1]) if match else 0
    return pk if match and 0 < pk <= 2_147_483_647 and case_number(pk) == number else None


def content_digest(
    document: dict[str, Any],
    leave_out: Iterable[str] = ("review", "changed_since_review", "url", "org_slug", "updated_at"),
) -> str:
    """SHA-256 over a document's content: all keys but the review and what the application derives.

    Who wrote the text stands beside the review in a document, and is content.
    """
    content = {key: value for key, value in document.items() if key not in set(leave_out)}
    content["written_by"] = document["review"]["written_by"]
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
