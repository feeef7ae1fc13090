"""What is asked of every peer, and what each must answer. Needs nothing of Django."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

KINDS = ("no filter", "1 popular", "2 filters", "4 filters")
MANY = ("symptoms", "components", "contributing", "domain")
ONE = ("root_cause", "severity", "org", "year", "review")
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Expected:
    """A query string, with what an answer to it must say: how many cases, and how many of them have each symptom."""

    query: str
    count: int
    symptoms: dict[str, int]


def for_datasette(query: str) -> str:
    """The same filters in the words of Datasette, with all facets."""
    pairs = parse_qsl(query.removeprefix("?"))
    words: Pairs = [(f"{key}__arraycontains", value) for key, value in pairs if key in MANY]
    for key in dict.fromkeys(key for key, _value in pairs if key not in MANY):
        words.append((f"{key}__in", ",".join(value for name, value in pairs if name == key)))
    facets = [("_facet_array", key) for key in MANY]
    facets += [("_facet", key) for key in ONE]
    shown = [("_size", "20"), ("_sort_desc", "date"), ("_facet_size", "max"), ("_shape", "objects")]
    return "?" + urlencode([*words, *facets, *shown])
