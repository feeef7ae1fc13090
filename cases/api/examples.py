"""Examples for people: commands to copy, each with the very output that it has now."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

import orjson
from django.utils.translation import gettext as _
from django.utils.translation import override

from cases import answers
from cases.answers import Addresses
from cases.snapshot import Snapshot
from cases.topics import TOPIC_FACETS, topic_of
from cases.values import Value

# So many cases make a short example.
FEW = 6
LINE = "NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus."
LIST = "curl -s '{address}'"
WALK = """\
import json
from urllib.request import urlopen

address = "{address}"
while address:
    page = json.load(urlopen(address))
    for case in page["results"]:
        print(case["id"], case["date"], case["org"])
    address = page["next"]"""
MATCH = """\
import json
from urllib.request import Request, urlopen

line = "{line}"
question = Request("{address}", json.dumps({{"text": line}}).encode())
question.add_header("Content-Type", "application/json")
answer = json.load(urlopen(question))
for symptom in answer["symptoms"]:
    print(symptom["slug"], symptom["words"])
for cause in answer["causes"][:3]:
    print(cause["cases"], "x", cause["slug"])"""
ETAG = """\
etag=$(curl -sI '{address}' | tr -d '\\r' | sed -n 's/^etag: //Ip')
curl -s -o /dev/null -w '%{{http_code}}\\n' -H "If-None-Match: $etag" '{address}'"""
TYPING_ERROR = """\
curl -s '{address}' | python3 -c 'import json, sys; print(json.load(sys.stdin)["detail"])'"""


@dataclass(frozen=True)
class Example:
    """A command, or a program, with its output."""

    id: str
    title: str
    program: str  # what runs it: sh or python3
    code: str
    output: str


def examples(snapshot: Snapshot, addresses: Addresses) -> list[Example]:
    """All of them, in the language of the moment; their outputs are English, as the API is."""
    made = [*reading(snapshot, addresses), matching(snapshot, addresses), *keeping(snapshot, addresses)]
    return [*made, mistaken(snapshot, addresses)]


def reading(snapshot: Snapshot, addresses: Addresses) -> Iterator[Example]:
    """Narrowing, and walking through the pages."""
    pairs = [(value.facet, value.slug) for value in narrow(snapshot)]
    asked = [*pairs, ("facets", "0"), ("fields", "id,org,date"), ("page_size", "2")]
    address = address_of(addresses, asked)
    yield Example(
        "list", _("Cases with these values"), "sh", LIST.format(address=address), answer_to(asked, snapshot, addresses)
    )
    walk = answers.asked(parameters([*pairs, ("page_size", "100")]), snapshot)
    records = answers.records(snapshot, walk.pks, addresses)
    lines = "".join(f"{record['id']} {record['date']} {record['org']}\n" for record in records)
    yield Example("walk", _("The same in Python, page after page"), "python3", WALK.format(address=address), lines)


def narrow(snapshot: Snapshot) -> list[Value]:
    """The first symptom that has cases, and a value that some few of them carry."""
    symptoms = [value for value in snapshot.values["symptoms"].values() if snapshot.carrying("symptoms", value.slug)]
    topic = topic_of(snapshot, "symptoms", symptoms[0].slug) if symptoms else None
    if topic is None:
        return []
    components = topic.company(next(facet for facet in TOPIC_FACETS if facet.key == "components")).shares
    return [topic.value, *[share.value for share in components if share.count <= FEW][:1]]


def matching(snapshot: Snapshot, addresses: Addresses) -> Example:
    """From a log line to symptoms and causes."""
    with override("en"):
        answer = answers.match_text(LINE, snapshot, addresses)
    lines = [f"{symptom['slug']} {symptom['words']}\n" for symptom in answer["symptoms"]]
    lines += [f"{cause['cases']} x {cause['slug']}\n" for cause in answer["causes"][:3]]
    code = MATCH.format(address=f"{addresses.api}match", line=LINE)
    return Example("match", _("What a log line points to"), "python3", code, "".join(lines))


def keeping(snapshot: Snapshot, addresses: Addresses) -> Iterator[Example]:
    """Asking only for what is new."""
    day = snapshot.changed_at.date().isoformat()
    asked = [("facets", "0"), ("fields", "id,updated_at"), ("page_size", "2"), ("updated_since", day)]
    code = LIST.format(address=address_of(addresses, asked))
    yield Example("changes", _("What has changed since a day"), "sh", code, answer_to(asked, snapshot, addresses))
    code = ETAG.format(address=f"{addresses.api}vocab")
    yield Example("etag", _("Nothing new costs nothing"), "sh", code, "304\n")


def mistaken(snapshot: Snapshot, addresses: Addresses) -> Example:
    """A value that is none."""
    asked = [("symptoms", "thruput-degraded")]
    with override("en"):
        try:
            answers.asked(parameters(asked), snapshot)
        except answers.Refusal as refusal:
            said = refusal.detail
    code = TYPING_ERROR.format(address=address_of(addresses, asked))
    return Example("mistake", _("A typing error is told, not ignored"), "sh", code, f"{said}\n")


def answer_to(asked: list[tuple[str, str]], snapshot: Snapshot, addresses: Addresses) -> str:
    """The list that the API gives."""
    with override("en"):
        answer = answers.list_cases(answers.asked(parameters(asked), snapshot), addresses)
    return orjson.dumps(answer).decode()


def address_of(addresses: Addresses, asked: list[tuple[str, str]]) -> str:
    """The list's address with these parameters."""
    return f"{addresses.api}cases?{urlencode(asked, safe=',')}"


def parameters(asked: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Pairs as a mapping."""
    return {name: [text for key, text in asked if key == name] for name, _text in asked}
