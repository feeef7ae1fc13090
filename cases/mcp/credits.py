"""Where cases come from and whether a person has checked them: what every case in every answer carries."""

from collections.abc import Sequence
from typing import Any

from cases.answers import Addresses, records
from cases.models.case import case_pk
from cases.snapshot import Snapshot

from .sizes import shortened

Answer = dict[str, Any]
MOST_TITLE = 1_000  # bytes in both languages


def credit(record: Answer) -> Answer:
    """Source and state of review of a record."""
    return {"source": record["sources"][0]["url"], "review_state": review_state(record)}


def review_state(record: Answer) -> str:
    """Whether a person has read the text as it is now."""
    if not record["review"]["reviewed_at"]:
        return "unreviewed"
    return "changed-since-review" if record.get("changed_since_review") else "reviewed"


def credited(told: Sequence[Answer], snapshot: Snapshot, addresses: Addresses) -> list[Answer]:
    """Cases in short, each with its credit."""
    pks = [case_pk(case["id"]) for case in told]
    credits = {record["id"]: credit(record) for record in records(snapshot, [pk for pk in pks if pk], addresses)}
    known = [case for case in told if case["id"] in credits]
    return [case | {"title": bounded(case["title"])} | credits[case["id"]] for case in known]


def bounded(title: Answer) -> Answer:
    """A title that leaves room for others."""
    return shortened(title, MOST_TITLE)
