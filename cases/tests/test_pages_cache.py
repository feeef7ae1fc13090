"""What pages cost, and how caches may keep them."""

import gc
import gzip
import urllib.request
import weakref

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cases import fragments
from cases import snapshot as snapshots
from cases.models import Case
from cases.tests.factories import document, load

pytestmark = pytest.mark.django_db
ADDRESSES = ["/", "/en/?domain=cloud&sort=oldest", "/cases/IL-0129", "/en/about", "/topics/", "/en/topics/org/meta"]
MOST_QUERIES = 5  # on a list, however many facets and filters there are
LISTS = [
    "",
    "view=compact",
    "sort=updated&page=2",
    "domain=cloud",
    "symptoms=error-rate-increased&root_cause=config-error&root_cause=software-bug&domain=cloud",
    "symptoms=data-loss&symptoms=latency-increased&symptoms_match=any&exclude=severity:none&since=2015&until=2026",
    "symptoms=disk-full&symptoms=dns-resolution-failed&severity=minor&since=2015",
]


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.fixture
def cold() -> None:
    """A process that has just started: nothing is counted or rendered."""
    snapshots._holder.snapshot = None


@pytest.mark.parametrize("query", LISTS)
def test_a_list_asks_few_queries_once_the_snapshot_is_there(client, query):
    snapshots.current().cache.clear()
    assert queries(client, f"/?{query}") <= MOST_QUERIES


@pytest.mark.parametrize("query", LISTS)
def test_fragments_that_are_there_cost_no_query(client, query):
    queries(client, f"/?{query}")
    snapshots.current().cache.pop("pages")
    assert queries(client, f"/?{query}") <= 1 + ("sort" in query)


def test_a_page_that_is_there_costs_one_query(client):
    queries(client, "/?domain=cloud")
    assert queries(client, "/?domain=cloud") == 1


def test_the_first_page_of_a_process_asks_for_the_library_and_the_cases(client, cold):
    assert queries(client, "/") <= MOST_QUERIES + 3


def test_a_case_asks_few_queries(client):
    for pk in Case.objects.published().values_list("pk", flat=True)[:25]:
        snapshots.current().cache.clear()
        assert queries(client, f"/cases/IL-{pk:04d}") <= 6


@pytest.mark.usefixtures("no_cases")
def test_the_queries_of_a_case_do_not_grow_with_its_links(client):
    load(*(document(number) for number in range(1, 9)))
    load(document(9, related=["IL-0001"]), document(10, related=[f"IL-{n:04d}" for n in range(1, 9)]))
    load(document(11, recurrence_of="IL-0010"), document(12, recurrence_of="IL-0010"))
    snapshots.current()
    assert queries(client, "/cases/IL-0009") == queries(client, "/cases/IL-0010")


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_unchanged_page_is_answered_before_it_is_rendered(client, address):
    etag = client.get(address)["ETag"]
    snapshots.current().cache.clear()
    with CaptureQueriesContext(connection) as asked:
        response = client.get(address, headers={"If-None-Match": etag})
    assert (response.status_code, response.content, len(asked)) == (304, b"", 1)
    assert response["ETag"] == etag
    assert [*snapshots.current().cache] == ["pages"]
    assert not snapshots.current().cache["pages"].pages


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_cache_may_keep_a_page_and_must_ask_before_using_it(client, address):
    response = client.get(address)
    assert response["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert response["Vary"] == "Accept-Encoding"
    assert response["Last-Modified"].endswith("GMT")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_that_is_held_is_the_one_that_was_made(client, address):
    made, held = client.get(address), client.get(address)
    assert (made.content, made.headers) == (held.content, held.headers)
    assert made["Content-Length"] == str(len(made.content))


def etags(client: Client) -> list[str]:
    return [client.get(address)["ETag"] for address in ADDRESSES]


def test_pages_have_an_etag_each(client):
    assert len(set(etags(client))) == len(ADDRESSES)


def test_the_host_and_the_scheme_belong_to_the_page(client):
    assert client.get("/", headers={"Host": "localhost"})["ETag"] != client.get("/")["ETag"]
    assert client.get("/", secure=True)["ETag"] != client.get("/")["ETag"]


def test_after_a_load_every_page_has_a_new_etag(client):
    before = etags(client)
    load(document(1))
    assert not set(etags(client)) & set(before)


def test_after_a_review_every_page_has_a_new_etag(client):
    before = etags(client)
    Case.objects.get(pk=129).mark_reviewed("A. Reader", timezone.now())
    assert not set(etags(client)) & set(before)
    assert "A. Reader" in client.get("/cases/IL-0129").content.decode()


def test_loading_the_same_again_keeps_the_etag(client, no_cases):
    load(document(1))
    before = client.get("/")["ETag"]
    load(document(1))
    assert client.get("/")["ETag"] == before


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_is_compressed_for_whom_it_may_be(client, address):
    plain, zipped = client.get(address), client.get(address, headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain
    assert zipped["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.content
    assert len(zipped.content) < len(plain.content) / 2


@pytest.mark.parametrize("accepted", ["gzip;q=0", "gzip; q=0.000, br", "identity", "", "br", "xgzip"])
def test_a_page_is_not_compressed_for_whom_it_must_not_be(client, accepted):
    assert "Content-Encoding" not in client.get("/", headers={"Accept-Encoding": accepted})


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_head_of_a_page_is_that_of_the_page(client, address):
    got, head = client.get(address), client.head(address)
    assert (head.status_code, head["ETag"]) == (200, got["ETag"])


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_pages_are_only_read(client, method):
    response = getattr(client, method)("/")
    assert response.status_code == 405
    assert response["Allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "address", [*ADDRESSES, "/?severity=x", "/nowhere", "/cases/IL-9999999", "/healthz", "/readyz"]
)
@pytest.mark.parametrize("cookies", ["", f"sessionid={'a' * 32}; csrftoken={'b' * 32}"])
def test_public_pages_have_nothing_to_do_with_cookies(client, address, cookies):
    response = client.get(address, headers={"Cookie": cookies} if cookies else {})
    assert dict(response.cookies) == {}
    assert "Cookie" not in response.get("Vary", "")


@pytest.mark.parametrize("address", ["/?severity=x", "/nowhere", "/cases/IL-9999999"])
def test_a_fault_is_not_kept_by_caches(client, address):
    response = client.get(address)
    assert response.status_code == 404
    assert "ETag" not in response
    assert "public" not in response.get("Cache-Control", "")


def test_the_pages_held_in_memory_are_bounded(client, monkeypatch):
    monkeypatch.setattr("cases.pages.MOST_BYTES", 400_000)
    snapshots.current().cache.clear()
    for page in range(1, 8):
        client.get(f"/?page={page}" if page > 1 else "/")
    cache = snapshots.current().cache["pages"]
    assert 0 < len(cache.pages) < 7
    assert cache.size <= 400_000


def test_the_fragments_held_in_memory_are_bounded(client, monkeypatch):
    monkeypatch.setitem(fragments.MOST, "items", 30)
    snapshots.current().cache.clear()
    for page in (2, 3, 4):
        client.get(f"/?page={page}")
    assert len(snapshots.current().cache["items"]) <= 30


@pytest.mark.usefixtures("cold")
def test_an_old_snapshot_goes_when_a_new_one_comes(client):
    """Each takes as much memory as the library, and a process looks for circles among old objects once in a while."""
    old = weakref.ref(snapshots.current())
    gc.collect()
    gc.disable()
    try:
        for address in [*ADDRESSES, *(f"/?{query}" for query in LISTS), "/?q=nccl", "/graph", "/stats", "/api/cases"]:
            assert client.get(address).status_code == 200
        load(document(1))
        snapshots.current()
        gc.collect(0)  # filters and their forms hold each other, but never for long
        assert old() is None
    finally:
        gc.enable()


def test_a_page_is_answered_after_its_connection_was_cut(site):
    """As after a restart of the database: the server's connections are dead, and nobody has told it."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    assert urllib.request.urlopen(f"{site}/about").status == 200
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_terminate_backend(pid) {others}")
        assert cursor.fetchall()
    for _each_thread in range(4):
        assert urllib.request.urlopen(f"{site}/about").status == 200
