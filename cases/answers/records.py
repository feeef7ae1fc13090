"""Records of published cases as JSON, made once a version of the library and then only joined."""

from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from cases.documents import to_record
from cases.models import Case
from cases.models.case import case_number
from cases.snapshot import Snapshot

from .addresses import Addresses

MOST_RECORDS = 4000  # about 10 kB each


def record_texts(snapshot: Snapshot, pks: Sequence[int]) -> dict[int, bytes]:
    """The records as JSON up to their address, which comes last and depends on the host. At most two queries."""
    held: dict[int, bytes] = snapshot.cache.setdefault("records", {})
    found = {pk: held[pk] for pk in pks if pk in held}
    missing = [pk for pk in pks if pk not in found]
    if missing:
        made = {case.pk: record_text(case) for case in Case.objects.for_reading().published().filter(pk__in=missing)}
        if len(held) + len(made) > MOST_RECORDS:
            held.clear()
        held |= made
        found |= made
    return found


def record_text(case: Case) -> bytes:
    """A record as JSON without its last two characters, the end of an empty address."""
    return orjson.dumps(to_record(case, "")).removesuffix(b'"}')


def records_json(snapshot: Snapshot, pks: Sequence[int], addresses: Addresses) -> list[bytes]:
    """The records of these cases as JSON, in this order."""
    texts = record_texts(snapshot, pks)
    prefix = addresses.case("").encode()
    return [b'%b%b%b"}' % (texts[pk], prefix, case_number(pk).encode()) for pk in pks if pk in texts]


def records(
    snapshot: Snapshot, pks: Sequence[int], addresses: Addresses, keys: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """The records of these cases, in this order, whole or with these keys of them."""
    wanted = list(keys)
    whole = map(orjson.loads, records_json(snapshot, pks, addresses))
    return [{key: record[key] for key in wanted} for record in whole] if wanted else list(whole)
