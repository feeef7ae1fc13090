"""Whatever stands in an address: an answer, never a fault of ours, never more cases than its understood part has."""

from random import Random
from urllib.parse import quote, quote_from_bytes

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from cases import snapshot as snapshots
from cases.filters import KEYS, CaseFilter
from cases.tests.page import Page

pytestmark = pytest.mark.django_db
FINE = {200, 301, 400, 404, 410, 414}

EVIL = {
    "nothing": "",
    "NUL": "%00",
    "NUL in a value": "data-loss%00",
    "invalid UTF-8": "%ff%fe",
    "half a character": "%ed%95",
    "overlong": "%c0%80",
    "lone surrogate": "%ed%a0%80",
    "half an escape": "%",
    "escape of nothing": "%zz",
    "escaped twice": "%2500",
    "10 kB": "a" * 10_000,
    "3 kB": "가" * 300,
    "line break": "data-loss%0a",
    "control character": "%01%1b%7f",
    "separator": "data-loss%1edisk-full",
    "direction mark": "%e2%80%ae",
    "an emoji": "%f0%9f%94%a5",
    "a quote": "%27%22%3b--",
    "SQL": "%27%20OR%201=1--",
    "a template": "{{7*7}}{%25%20debug%20%25}",
    "a format": "%25s%25(a)s%25n",
    "markup": "<script>",
    "a path": "../../etc/passwd",
    "a comma list": "data-loss,disk-full",
    "a negative number": "-1",
    "zero": "0",
    "a huge number": "9" * 400,
    "an exponent": "1e309",
    "NaN": "NaN",
    "a hexadecimal number": "0x10",
    "Arabic digits": "%d9%a2%d9%a0%d9%a2%d9%a5",
    "a superscript digit": "%c2%b2",
    "a wrong date": "2025-02-30",
    "the last day": "9999-12-31",
    "the year 0": "0000",
    "the year 10000": "10000",
    "true": "true",
    "null": "null",
    "JSON": "[%22data-loss%22]",
    "only spaces": "%20%20",
    "plus": "+",
    "a colon": ":",
    "many colons": "symptoms:" * 20,
}
SHAPES = {
    "an array": "symptoms[]=data-loss",
    "an indexed array": "symptoms[0]=data-loss&symptoms[1]=disk-full",
    "an object": "symptoms[in]=data-loss",
    "no value": "symptoms",
    "only a name": "symptoms&severity&page",
    "no name": "=data-loss",
    "only equals": "====",
    "only ampersands": "&&&&",
    "semicolons": "symptoms=data-loss;severity=major",
    "a second question mark": "?symptoms=data-loss",
    "2000 parameters": "&".join(f"a{number}=1" for number in range(2000)),
    "400 short parameters": "&".join(f"{number}=" for number in range(400)),
    "1001 equal parameters": "&".join("a=" for _number in range(1001)),
    "300 equal values": "&".join("year=2020" for _number in range(300)),
    "a NUL in a name": "symp%00toms=data-loss",
    "an invalid name": "%ff=1",
    "a name of control characters": "%01=1",
    "another case": "Symptoms=data-loss",
    "a name with a space": "symptoms =data-loss",
    "Django's lookups": "severity__in=major&id__gt=0&organization__name=x",
    "django-filter's operators": "severity=~(major)&filters=(a)|(b)&o=-id",
    "the format of an API": "format=json&callback=alert",
    "everything at once": "&".join(f"{key}=x" for key in KEYS),
}
LANGUAGES = ("/", "/en/")


def allowed(client: Client, address: str) -> None:
    """The page is an answer, and shows no more cases than what was understood of it."""
    response = client.get(address)
    assert response.status_code in FINE, address[:200]
    if response.status_code == 301:
        assert client.get(response["Location"]).status_code in FINE - {301, 400}
    if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
        query = address.partition("?")[2]
        understood = CaseFilter(QueryDict(query), snapshots.current())
        assert understood.faults == []
        assert response.content.count(b"data-case=") <= max(1, len(understood.qs))


@pytest.mark.parametrize("key", ["q", "symptoms", "year", "exclude", "since", "page"])
def test_any_value_is_answered(client, key):
    for value in EVIL.values():
        allowed(client, f"/?{key}={value}")


@pytest.mark.parametrize("key", [*KEYS, "colour", ""])
def test_any_value_of_any_parameter_is_understood_or_selects_nothing(real, key):
    for value in EVIL.values():
        if "\0" not in (query := QueryDict(f"{key}={value}")).get(key, ""):
            found = CaseFilter(query, real)
            assert found.faults == [] or len(found.qs) == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", SHAPES)
def test_any_shape_of_a_query_is_answered(client, language, shape):
    allowed(client, f"{language}?{SHAPES[shape]}")


@pytest.mark.parametrize("before", ["/", "/en/", "/cases/", "/en/cases/", "/cases/IL-0129", "/admin/"])
def test_any_path_is_answered(client, before):
    for value in EVIL.values():
        assert client.get(before + value, follow=True).status_code in FINE, value[:100]


@pytest.mark.parametrize("address", ["/cases/IL-0129?symptoms=", "/en/cases/IL-0129?page=", "/en/about?", "/healthz?"])
def test_any_query_of_another_page_is_answered(client, address):
    for value in EVIL.values():
        assert client.get(address + value, follow=True).status_code in FINE, value[:100]


BAD_PARTS = st.one_of(
    st.binary(max_size=12).map(quote_from_bytes),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(quote),
    st.sampled_from([value for value in EVIL.values() if len(value) < 100]),
)
GOOD = (
    "domain=cloud symptoms=data-loss severity=major since=2020 until=2024-06 symptoms_match=any exclude=severity:none"
)
GOOD += " sort=oldest view=compact root_cause=none components=network q=gpu"
GOOD_PARTS = st.sampled_from(GOOD.split())
QUERIES = st.lists(
    st.one_of(GOOD_PARTS, st.builds("{}={}".format, st.sampled_from([*KEYS, "colour"]), BAD_PARTS)), max_size=5
).map("&".join)


@hypothesis_settings(max_examples=30)
@given(query=QUERIES)
def test_any_query_is_answered(real, query):
    allowed(Client(raise_request_exception=False), f"/?{query}")


@given(query=QUERIES)
def test_a_query_selects_no_more_than_its_understood_part(real, query):
    found = CaseFilter(QueryDict(query), real)
    amount = len(found.qs)
    assert found.faults == [] or amount == 0
    again = CaseFilter(QueryDict(str(found.query).removeprefix("?")), real)
    assert again.faults == []
    assert amount <= len(again.qs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_faults_shows_no_case(client, language):
    for query in ("symptoms=x", "colour=red", "page=0", "since=x", f"symptoms={'x' * 300}"):
        response = client.get(f"{language}?{query}")
        assert response.status_code in (400, 404)
        assert b"data-case" not in response.content


@pytest.mark.parametrize(("header", "value"), [("Host", "evil.example"), ("Host", "a b"), ("Host", "")])
def test_a_strange_host_is_refused(client, header, value):
    assert client.get("/", headers={header: value}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"Accept-Language": "\xff" * 50},
        {"Accept-Encoding": "*;q=x,,,"},
        {"If-None-Match": "a" * 3000},
        {"If-None-Match": '"\xff'},
        {"If-Modified-Since": "yesterday"},
        {"If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"},
        {"Cookie": "\xff=\xff; ;;="},
        {"X-Forwarded-For": "not an address"},
        {"X-Forwarded-Proto": "gopher"},
        {"Content-Length": "x"},
        {"Content-Type": "multipart/form-data; boundary=x"},
    ],
)
def test_strange_headers_change_nothing(client, headers):
    assert client.get("/", headers=headers).status_code == 200


def test_the_order_of_parameters_never_changes_the_cases(client):
    parts = [
        "symptoms=error-rate-increased",
        "symptoms=latency-increased",
        "domain=cloud",
        "since=2018",
        "view=compact",
    ]
    random = Random(1)
    pages = set()
    for _round in range(8):
        random.shuffle(parts)
        response = client.get("/?" + "&".join(parts))
        pages.add(response.get("Location", "/?" + "&".join(parts)))
    assert len(pages) == 1
    assert Page(client, pages.pop()).total >= 0
