"""How a public page is answered: 304 before anything is rendered, then from memory, then by the view.

A page depends on its address, the library's version and the revision of the code, and on nothing else: no cookie, no
header but the host. So one key serves as ETag and for the cache, which lives and dies with its snapshot. A page that
is known is answered by the middleware, before all that only the admin needs.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.functional import cached_property
from django.utils.http import http_date
from django.views.decorators.http import require_safe
from isal import igzip

from cases import snapshot as snapshots
from cases.snapshot import Snapshot
from cases.version import ask_library_version, drop_library_version
from incidentlib.revision import REVISION

PageView = Callable[..., HttpResponseBase]
Response = TypeVar("Response", bound=HttpResponseBase)
# Filters combine without end and robots walk them, so the cache is bounded in bytes, per process.
MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True)
class Held:
    """A page and its gzipped body, which is made when the first reader takes it."""

    page: HttpResponse

    @cached_property
    def zipped(self) -> bytes:
        # A seventh of the time that zlib's level 3 takes, for a fifteenth more.
        return igzip.compress(self.page.content, compresslevel=2, mtime=0)

    @property
    def weight(self) -> int:
        """The bytes that both take: zipped, a page has a fifth of its size and a record two fifths."""
        return 3 * len(self.page.content) // 2

    def answer(self, request: HttpRequest) -> HttpResponse:
        """A fresh response with the page, in the encoding that the reader takes."""
        if not takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return HttpResponse(self.page.content, headers=self.page.headers)
        response = HttpResponse(self.zipped, headers=self.page.headers)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(self.zipped))
        return response


class PageCache:
    """The pages that were asked for last."""

    def __init__(self) -> None:
        self.pages: OrderedDict[str, Held] = OrderedDict()
        self.paths: set[str] = set()  # that led to one; the views there read the library's version before anything else
        self.size = 0
        self.lock = threading.Lock()

    def get(self, etag: str) -> Held | None:
        """A page that is held."""
        with self.lock:
            if (held := self.pages.get(etag)) is not None:
                self.pages.move_to_end(etag)
            return held

    def put(self, path: str, page: HttpResponse) -> Held:
        """Hold a page; the ones not asked for longest go when the room is used up."""
        held = Held(page)
        with self.lock:
            self.paths.add(path)
            self.pages[page.headers["ETag"]] = held
            self.size += held.weight
            while self.size > MOST_BYTES and len(self.pages) > 1:
                self.size -= self.pages.popitem(last=False)[1].weight
        return held


class PublicPages:
    """Answer again what a public page answered before, with one query: for the version of the library."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in ("GET", "HEAD") and (snapshot := snapshots.held()) is not None:
            pages, etag = pages_of(snapshot), etag_of(request, snapshot)
            if request.path_info in pages.paths:
                ask_library_version()  # the next to ask Postgres is who reads the answer, here or in front of the view
            # Only of an address that is held is it worth waiting whether the library has changed since.
            if (held := pages.get(etag)) is not None and snapshots.current() is snapshot:
                return unchanged(request, snapshot) or held.answer(request)
        response = self.get_response(request)
        drop_library_version()  # when the request came to no view
        # The mark is taken off: what a snapshot holds must not hold the snapshot, so that it goes when a new one comes.
        if (made_from := vars(response).pop("snapshot", None)) is None:
            return response
        return pages_of(made_from).put(request.path_info, response).answer(request)


def pages_of(snapshot: Snapshot) -> PageCache:
    """The pages of a snapshot that are held."""
    return snapshot.cache.setdefault("pages", PageCache())


def public_page(view: PageView) -> PageView:
    """Wrap a view `(request, snapshot, …)` whose answer depends on the address and the library alone."""

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        snapshot = snapshots.current()
        return as_public_page(request, snapshot, lambda: view(request, snapshot, *args, **kwargs))

    return answer


def as_public_page(request: HttpRequest, snapshot: Snapshot, make: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """304 where the reader has the page, else a made one, marked with its snapshot when it may be held."""
    if (response := unchanged(request, snapshot)) is not None:
        return response
    page = make()
    if page.status_code != 200:
        return page
    if isinstance(page, HttpResponse):  # and no file on its way, too large to be held
        page.snapshot = snapshot
    return with_headers(page, request, snapshot)


def unchanged(request: HttpRequest, snapshot: Snapshot) -> HttpResponse | None:
    """304 where the reader has the page as it would be made now."""
    response = get_conditional_response(request, etag=etag_of(request, snapshot))
    return None if response is None else with_headers(response, request, snapshot)


def etag_of(request: HttpRequest, snapshot: Snapshot) -> str:
    """What stands for a page at one version of the library and one revision of the code.

    It is weak, for it is the same whether the page is compressed or not.
    """
    version, etag = getattr(request, "etag", (None, ""))
    if version != snapshot.version:
        address = f"{request.scheme}://{request.get_host()}{request.get_full_path()}"
        key = hashlib.blake2b(f"{REVISION} {snapshot.version} {address}".encode(), digest_size=12).hexdigest()
        etag = f'W/"{key}"'
        request.etag = snapshot.version, etag  # it is asked for three times
    return etag


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header names gzip without the weight 0, which forbids it."""
    codings = (coding.replace(" ", "").partition(";") for coding in accepted.lower().split(","))
    return any(name == "gzip" and weight.rstrip("0") not in ("q=", "q=0.") for name, _semicolon, weight in codings)


def with_headers(response: Response, request: HttpRequest, snapshot: Snapshot) -> Response:
    """Add what caches need: anyone may keep the page, nobody may use it unasked after a change."""
    response.headers["ETag"] = etag_of(request, snapshot)
    response.headers["Last-Modified"] = http_date(snapshot.changed_at.timestamp())
    response.headers["Cache-Control"] = "public, max-age=0, must-revalidate"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
