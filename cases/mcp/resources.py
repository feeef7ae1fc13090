"""Records as resources: incident://IL-0129."""

import re
from dataclasses import dataclass

import orjson

from cases.answers import Addresses, Refusal, records
from cases.snapshot import Snapshot

from .details import survivor

TEMPLATE = "incident://{id}"
ADDRESS = re.compile(r"incident://([^/?#]{1,80})/?")
MOST_LISTED = 100


@dataclass(frozen=True)
class Resource:
    """A record that can be attached to a conversation."""

    address: str
    name: str
    title: str


def newest(snapshot: Snapshot, addresses: Addresses) -> list[Resource]:
    """The newest cases; the others are found by the tools and read by the template."""
    keys = ("id", "org", "title")
    told = records(snapshot, snapshot.pks[:MOST_LISTED], addresses, keys)
    return [Resource(address_of(each["id"]), each["id"], f"{each['org']}: {each['title']['en']}") for each in told]


def address_of(number: str) -> str:
    """The address of a case as a resource."""
    return TEMPLATE.format(id=number)


def contents(address: str, snapshot: Snapshot, addresses: Addresses) -> str:
    """The record at an address as JSON; a Refusal where there is none."""
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise Refusal(404, f"There is no resource “{address[:80]}”; addresses look like incident://IL-0129.")
    return orjson.dumps(survivor(found[1], snapshot, addresses)[0]).decode()
