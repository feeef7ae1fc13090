"""Cases as JSON Lines: one record a line, as the API gives it and `load_library` takes it."""

from collections.abc import Iterable, Iterator

import orjson

from cases.answers import Addresses
from cases.documents import to_record
from cases.models import Case


def lines(cases: Iterable[Case], addresses: Addresses) -> Iterator[bytes]:
    """The file, line by line."""
    for case in cases:
        yield orjson.dumps(to_record(case, addresses.case(case.number)), option=orjson.OPT_APPEND_NEWLINE)
