"""The addresses of the files."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import override

from cases.answers import Refusal
from cases.answers.refusals import understood
from cases.api.endpoint import addresses_of
from cases.documents import to_json, vocabulary_document
from cases.exports.database import database
from cases.exports.files import BeingWritten, download, kept, written
from cases.exports.lines import lines
from cases.exports.reading import LibraryMoved, of_one_version, read
from cases.exports.table import table
from cases.filters import CaseFilter
from cases.models import Case
from cases.pages import PageView, public_page
from cases.results import Results
from cases.snapshot import Snapshot
from cases.whole import WholeSet, refusal
from incidentlib.jinja2 import origin_of
from incidentlib.problems import problem

CSV = "text/csv; charset=utf-8; header=present"
JSON_LINES = "application/jsonl; charset=utf-8"
SQLITE = "application/vnd.sqlite3"
TRIES = 3


def of_a_moment(view: PageView) -> PageView:
    """Wrap a view that reads much: when the library changes meanwhile it begins anew; 503 when that never ends."""

    @wraps(view)
    def answer(request: HttpRequest, *args: str) -> HttpResponseBase:
        for _attempt in range(TRIES):
            try:
                return view(request, *args)
            except LibraryMoved:
                continue
            except BeingWritten:
                return problem(503, "The file is being written. Please ask again.", headers={"Retry-After": "10"})
        return problem(503, "The library is being changed. Please ask again.", headers={"Retry-After": "10"})

    return answer


def exported(
    kind: str,
    suffix: str,
    make: Callable[[Iterable[Case], Snapshot, HttpRequest], Iterator[bytes]],
    refuse: Callable[[CaseFilter], HttpResponse],
) -> PageView:
    """A view that gives every case that the query string selects, in the list's order."""

    @of_a_moment
    @public_page
    def answer(request: HttpRequest, snapshot: Snapshot) -> HttpResponseBase:
        case_filter = WholeSet(request.GET, snapshot)
        if case_filter.faults:
            return refuse(case_filter)
        results = Results(case_filter)
        pks = [snapshot.pks[number] for number in results.ordered(0, results.count)]
        file = written(of_one_version(snapshot, make(read(pks), snapshot, request)))
        return download(request, file, kind, f"incident-library-{len(pks)}-cases.{suffix}", len(pks))

    return answer


def refusal_of_the_api(case_filter: CaseFilter) -> HttpResponse:
    """What could not be understood, in the words of the API."""
    try:
        understood(case_filter)
    except Refusal as refusal:
        return problem(refusal.status, refusal.detail, **refusal.members)
    raise AssertionError("there was no fault")


export_csv = exported(CSV, "csv", lambda cases, snapshot, request: table(cases, snapshot, origin_of(request)), refusal)
export_jsonl = override("en")(
    exported(
        JSON_LINES,
        "jsonl",
        lambda cases, snapshot, request: lines(cases, addresses_of(request)),
        refusal_of_the_api,
    )
)


@of_a_moment
@public_page
def library_jsonl(request: HttpRequest, snapshot: Snapshot) -> HttpResponseBase:
    """Every case that was ever published, by number; what became of those that are no more stands in their records."""
    addresses = addresses_of(request)
    pks = list(Case.objects.visible().order_by("pk").values_list("pk", flat=True))
    file = kept(snapshot, ("jsonl", addresses), lambda: of_one_version(snapshot, lines(read(pks), addresses)))
    return download(request, file, JSON_LINES, "incident-library.jsonl", len(pks))


@of_a_moment
@public_page
def library_sqlite(request: HttpRequest, snapshot: Snapshot) -> HttpResponseBase:
    """The library as a database."""
    addresses = addresses_of(request)
    file = kept(snapshot, ("sqlite", addresses), lambda: of_one_version(snapshot, database(snapshot, addresses)))
    return download(request, file, SQLITE, "incident-library.sqlite", len(snapshot.pks))


@public_page
def vocabulary(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The vocabulary as its file has it, so that a copy of the cases can be loaded elsewhere."""
    return HttpResponse(to_json(vocabulary_document()), content_type="application/json")


@public_page
def mirror(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The script that keeps a local copy in step."""
    script = (settings.BASE_DIR / "static" / "mirror.py").read_bytes()
    return HttpResponse(script, content_type="text/x-python; charset=utf-8")
