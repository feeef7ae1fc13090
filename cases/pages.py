"""How a public page is answered: 304 before anything is rendered, then from memory, then by the view.

A page depends on its address, the library's version and the revision of the code, and on nothing else: no cookie, no
header but the host. So one key serves as ETag and for the cache, which lives and dies with its snapshot.
"""

import gzip
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import http_date
from django.views.decorators.http import require_safe

from cases import snapshot as snapshots
from cases.snapshot import Snapshot
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
        # Level 4 would take twice the time for a tenth less.
        return gzip.compress(self.page.content, compresslevel=3, mtime=0)

    @property
    def weight(self) -> int:
        """The bytes that both take: zipped, a page has a fifth of its size and a record two fifths."""
        return 3 * len(self.page.content) // 2


class PageCache:
    """The pages that were asked for last."""

    def __init__(self) -> None:
        self.pages: OrderedDict[str, Held] = OrderedDict()
        self.size = 0
        self.lock = threading.Lock()

    def get(self, key: str) -> Held | None:
        """A page that is held."""
        with self.lock:
            if (held := self.pages.get(key)) is not None:
                self.pages.move_to_end(key)
            return held

    def put(self, key: str, page: HttpResponse) -> Held:
        """Hold a page; the ones not asked for longest go when the room is used up."""
        held = Held(page)
        with self.lock:
            self.pages[key] = held
            self.size += held.weight
            while self.size > MOST_BYTES and len(self.pages) > 1:
                self.size -= self.pages.popitem(last=False)[1].weight
        return held


def public_page(view: PageView) -> PageView:
    """Wrap a view `(request, snapshot, …)` whose answer depends on the address and the library alone."""

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        snapshot = snapshots.current()
        return remembered(request, snapshot, lambda: view(request, snapshot, *args, **kwargs))

    return answer


def remembered(request: HttpRequest, snapshot: Snapshot, make: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """304 where the reader has the page, else the page from memory, else a made one."""
    address = f"{request.scheme}://{request.get_host()}{request.get_full_path()}"
    key = hashlib.blake2b(f"{REVISION} {snapshot.version} {address}".encode(), digest_size=12).hexdigest()
    etag = f'W/"{key}"'
    if (unchanged := get_conditional_response(request, etag=etag)) is not None:
        return with_headers(unchanged, snapshot, etag)
    cache = snapshot.cache.setdefault("pages", PageCache())
    held = cache.get(key)
    if held is None:
        page = make()
        if page.status_code != 200:
            return page
        if not isinstance(page, HttpResponse):  # a file on its way, too large to be held
            return with_headers(page, snapshot, etag)
        held = cache.put(key, page)
    return with_headers(copied(held, request), snapshot, etag)


def copied(held: Held, request: HttpRequest) -> HttpResponse:
    """A fresh response with a held body, in the encoding that the reader takes."""
    if takes_gzip(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(held.zipped, headers=held.page.headers)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(held.page.content, headers=held.page.headers)
    return response


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header names gzip without the weight 0, which forbids it."""
    codings = (coding.replace(" ", "").partition(";") for coding in accepted.lower().split(","))
    return any(name == "gzip" and weight.rstrip("0") not in ("q=", "q=0.") for name, _semicolon, weight in codings)


def with_headers(response: Response, snapshot: Snapshot, etag: str) -> Response:
    """Add what caches need: anyone may keep the page, nobody may use it unasked after a change."""
    response.headers["ETag"] = etag
    response.headers["Last-Modified"] = http_date(snapshot.changed_at.timestamp())
    response.headers["Cache-Control"] = "public, max-age=0, must-revalidate"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
