"""The product's settings with the peers' addresses beside its own, for every process that measures.

DATABASE_URL names a generated library. Import it before anything of Django is used.
"""

import os
from pathlib import Path

import django
from django.conf import settings

HERE = Path(__file__).resolve().parent


def setup() -> None:
    """Set Django up for a measurement."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "incidentlib.settings"
    settings.ROOT_URLCONF = "benchmarks.urls"
    settings.TEMPLATES[0]["DIRS"].append(HERE / "templates")
    # A page as a file, served as whitenoise serves any.
    settings.WHITENOISE_ROOT = os.environ["BENCH_FILES"]
    # The typical page and the bulk of a hundred thousand cases need longer than any page of the product may take.
    settings.DATABASES["default"]["OPTIONS"]["options"] = "-c statement_timeout=600000"
    django.setup()
