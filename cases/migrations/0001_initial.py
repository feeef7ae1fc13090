import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.utils.timezone
from django.apps import apps as django_apps
from django.contrib.auth.management import create_permissions
from django.db import migrations, models

from cases.models.reviewers import GROUP, PERMISSIONS

# Every change to what readers see moves the library's version on, whoever makes it, in the same transaction.
VERSION = """
INSERT INTO cases_library (id, version, changed_at, fixtures_digest) VALUES (1, 1, now(), '');
ALTER TABLE cases_library SET (fillfactor = 10);
CREATE OR REPLACE FUNCTION cases_library_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE cases_library SET version = version + 1, changed_at = now();
    RETURN NULL;
END $$;
"""
TRIGGER = """
CREATE TRIGGER library_moves_on AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION cases_library_moves_on();
"""
SEEN = ["cases_case", "cases_caseterm", "cases_caseindex", "cases_term", "cases_organization"]


def create_group(apps, schema_editor):
    """The Reviewer group with just its rights. Permissions are usually made after all migrations; here they must be."""
    for name in ("cases", "auth"):
        config = django_apps.get_app_config(name)
        create_permissions(config, verbosity=0, using=schema_editor.connection.alias)
    group, _created = apps.get_model("auth", "Group").objects.get_or_create(name=GROUP)
    permissions = apps.get_model("auth", "Permission").objects
    group.permissions.set(permissions.filter(content_type__app_label="cases", codename__in=PERMISSIONS))


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="Organization",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, unique=True, verbose_name="name")),
                ("slug", models.CharField(max_length=200, unique=True, verbose_name="address")),
            ],
            options={
                "verbose_name": "organization",
                "verbose_name_plural": "organizations",
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="SearchWord",
            fields=[
                ("word", models.TextField(primary_key=True, serialize=False)),
                ("cases", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Library",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.BigIntegerField(default=1)),
                ("changed_at", models.DateTimeField()),
                ("fixtures_digest", models.CharField(default="", max_length=64)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("pk", 1)), name="one_library")],
            },
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.PositiveIntegerField(primary_key=True, serialize=False)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("published", "published"),
                            ("withdrawn", "withdrawn"),
                            ("merged", "merged"),
                        ],
                        default="published",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("status_reason_en", models.TextField(blank=True, null=True)),
                ("status_reason_ko", models.TextField(blank=True, null=True)),
                ("date_text", models.CharField(max_length=10, verbose_name="date")),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                ("date_kind", models.CharField(max_length=20)),
                ("detected_after", models.CharField(blank=True, max_length=40, null=True)),
                ("resolved_after", models.CharField(blank=True, max_length=40, null=True)),
                ("title_en", models.TextField()),
                ("title_ko", models.TextField()),
                ("summary_en", models.TextField()),
                ("summary_ko", models.TextField()),
                ("symptoms_text_en", models.TextField()),
                ("symptoms_text_ko", models.TextField()),
                ("trigger_en", models.TextField(blank=True, null=True)),
                ("trigger_ko", models.TextField(blank=True, null=True)),
                ("detection_en", models.TextField(blank=True, null=True)),
                ("detection_ko", models.TextField(blank=True, null=True)),
                ("lessons_en", models.TextField(blank=True, null=True)),
                ("lessons_ko", models.TextField(blank=True, null=True)),
                ("impact_scope", models.TextField()),
                ("impact_users", models.TextField()),
                ("impact_region", models.TextField()),
                ("remediation", models.JSONField(default=list)),
                ("action_items", models.JSONField(default=list)),
                ("sources", models.JSONField(default=list)),
                ("docs", models.JSONField(default=list)),
                (
                    "related",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveIntegerField(), blank=True, default=list, size=None
                    ),
                ),
                ("written_by", models.CharField(max_length=80, verbose_name="written by")),
                ("reviewed_by", models.CharField(blank=True, max_length=200, null=True, verbose_name="reviewed by")),
                ("reviewed_at", models.DateTimeField(blank=True, null=True, verbose_name="reviewed at")),
                ("digest", models.CharField(help_text="SHA-256 of the content, without the review", max_length=64)),
                (
                    "reviewed_digest",
                    models.CharField(blank=True, default="", help_text="digest when it was reviewed", max_length=64),
                ),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="updated at")),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="cases.case",
                    ),
                ),
                (
                    "recurrence_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="recurrences",
                        to="cases.case",
                    ),
                ),
                (
                    "organization",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cases",
                        to="cases.organization",
                        verbose_name="organization",
                    ),
                ),
            ],
            options={
                "verbose_name": "case",
                "verbose_name_plural": "cases",
                "permissions": [("review_case", "Can put their name under a case as its reviewer")],
            },
        ),
        migrations.CreateModel(
            name="Term",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("facet", models.CharField(max_length=40, verbose_name="facet")),
                ("slug", models.CharField(max_length=80, verbose_name="address")),
                ("label_en", models.CharField(max_length=200)),
                ("label_ko", models.CharField(max_length=200)),
                ("description_en", models.TextField()),
                ("description_ko", models.TextField()),
                ("decision_rule_en", models.TextField(blank=True, default="")),
                ("decision_rule_ko", models.TextField(blank=True, default="")),
                (
                    "aliases_en",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), blank=True, default=list, size=None
                    ),
                ),
                (
                    "aliases_ko",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), blank=True, default=list, size=None
                    ),
                ),
                ("patterns", models.JSONField(blank=True, default=list)),
                ("needs", models.JSONField(blank=True, default=dict)),
                ("checks", models.JSONField(blank=True, null=True)),
                ("assignable", models.BooleanField(default=True)),
                ("position", models.PositiveIntegerField()),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="cases.term",
                    ),
                ),
            ],
            options={
                "verbose_name": "term",
                "verbose_name_plural": "vocabulary",
                "ordering": ["facet", "position"],
            },
        ),
        migrations.CreateModel(
            name="CaseTerm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="case_terms", to="cases.case"
                    ),
                ),
                (
                    "term",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="case_terms", to="cases.term"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="case",
            name="terms",
            field=models.ManyToManyField(related_name="cases", through="cases.CaseTerm", to="cases.term"),
        ),
        migrations.CreateModel(
            name="CaseIndex",
            fields=[
                (
                    "case",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="index",
                        serialize=False,
                        to="cases.case",
                    ),
                ),
                ("title", django.contrib.postgres.search.SearchVectorField()),
                ("body", django.contrib.postgres.search.SearchVectorField()),
                ("digest", models.CharField(max_length=64)),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(fields=["body"], name="case_body_words"),
                    django.contrib.postgres.indexes.GinIndex(fields=["title"], name="case_title_words"),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="term",
            constraint=models.UniqueConstraint(fields=("facet", "slug"), name="one_term_per_slug"),
        ),
        migrations.AddConstraint(
            model_name="caseterm",
            constraint=models.UniqueConstraint(fields=("case", "term"), name="a_term_once_per_case"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                models.OrderBy(models.F("first_day"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                name="case_newest_first",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                models.OrderBy(models.F("updated_at"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                name="case_last_updated",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("reviewed_at", None), ("reviewed_by", None)),
                    models.Q(("reviewed_at__isnull", False), ("reviewed_by__gt", ""), ("reviewed_by__isnull", False)),
                    _connector="OR",
                ),
                name="review_is_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("merged_into__isnull", False), ("status", "merged")),
                    models.Q(models.Q(("status", "merged"), _negated=True), ("merged_into", None)),
                    _connector="OR",
                ),
                name="merged_has_survivor",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.CheckConstraint(
                condition=models.Q(("first_day__lte", models.F("last_day"))), name="days_in_order"
            ),
        ),
        migrations.RunPython(create_group, migrations.RunPython.noop),
        migrations.RunSQL(VERSION + "".join(TRIGGER.format(table=table) for table in SEEN), migrations.RunSQL.noop),
    ]
