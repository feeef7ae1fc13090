"""Terms of the controlled vocabulary, and organizations."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from .texts import Bilingual


class Term(models.Model):
    """A value in a facet. A term with `assignable` false is a group: a case carries one of its members instead."""

    facet = models.CharField(_("facet"), max_length=40)
    slug = models.CharField(_("address"), max_length=80)
    label_en = models.CharField(max_length=200)
    label_ko = models.CharField(max_length=200)
    description_en = models.TextField()
    description_ko = models.TextField()
    decision_rule_en = models.TextField(default="", blank=True)
    decision_rule_ko = models.TextField(default="", blank=True)
    aliases_en = ArrayField(models.TextField(), default=list, blank=True)
    aliases_ko = ArrayField(models.TextField(), default=list, blank=True)
    patterns = models.JSONField(default=list, blank=True)
    needs = models.JSONField(default=dict, blank=True)
    checks = models.JSONField(null=True, blank=True)
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="members")
    assignable = models.BooleanField(default=True)
    position = models.PositiveIntegerField()

    label = Bilingual()
    description = Bilingual()
    decision_rule = Bilingual()

    class Meta:
        ordering = ["facet", "position"]
        verbose_name = _("term")
        verbose_name_plural = _("vocabulary")
        constraints = [models.UniqueConstraint(fields=["facet", "slug"], name="one_term_per_slug")]

    def __str__(self) -> str:
        return str(self.label)


class Organization(models.Model):
    """Who an incident happened to, in its own spelling. Its slug follows from the name."""

    name = models.CharField(_("name"), max_length=200, unique=True)
    slug = models.CharField(_("address"), max_length=200, unique=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("organization")
        verbose_name_plural = _("organizations")

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def slug_of(name: str) -> str:
        """The address form of a name; empty when the name has no Latin letter or digit."""
        return slugify(name)
