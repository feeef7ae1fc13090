"""Match a log line: a form, and what a pasted text points to. The text is not stored, not logged and in no address."""

from typing import Any

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from cases import snapshot as snapshots
from cases.filters import KEYS
from cases.matcher import Match, match
from cases.matcher.marking import pieces, printable
from cases.matcher.match import LONGEST_TEXT
from cases.models import Case
from cases.pages import public_page
from cases.querystring import Query
from cases.snapshot import Snapshot
from cases.vocabulary import BY_KEY

FIRST_CAUSES = 6  # the others are a click away
# A text to try, in the language of the page.
EXAMPLES = {
    "en": (
        "NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', GPU has fallen off the bus.",
        "0/48 nodes are available: 40 Insufficient nvidia.com/gpu, 8 node(s) had untolerated taint {dedicated: infra}.",
        "FATAL:  remaining connection slots are reserved for non-replication superuser connections",
    ),
    "ko": (
        "NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', GPU has fallen off the bus.",
        "학습 도중 NCCL 타임아웃이 발생해 전체 작업이 중단되었습니다.",
        "스토리지 쓰기 지연이 수백 ms로 늘고 iowait가 60%를 넘었습니다.",
    ),
}


class MatchingFailed(Exception):
    """Matching met an error of this kind. The error itself could quote the text, and errors are logged."""


# No token guards the form: it changes nothing and knows nobody, so that a forged request gains nothing, and a token
# would need a cookie on pages that set none.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text")
def match_text(request: HttpRequest) -> HttpResponseBase:
    """The form, or the answer to what was pasted into it."""
    return answer(request) if request.method == "POST" else form(request)


@public_page
def form(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """The empty form."""
    return render(request, "cases/match.html", context_of("", request))


def answer(request: HttpRequest) -> HttpResponse:
    """What the pasted text points to, on a page that no cache keeps."""
    text, problem = pasted(request)
    context = context_of(text, request) | {"problem": problem}
    if text.strip() and not problem:
        context |= answer_context(text, snapshots.current())
    response = render(request, "cases/match.html", context, status=413 if problem else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


def pasted(request: HttpRequest) -> tuple[str, str]:
    """The text of the form, and what is wrong with it; a text too large to be read at all is not given back."""
    request.upload_handlers = []  # a file that is sent along is passed over and written nowhere
    try:
        text = request.POST.get("text", "").replace("\r\n", "\n")
    except SuspiciousOperation:
        return "", too_long(int(request.META.get("CONTENT_LENGTH") or 0))
    size = len(text.encode("utf-8", "surrogatepass"))
    return text, too_long(size) if size > LONGEST_TEXT else ""


def too_long(size: int) -> str:
    """That a text of so many bytes is too long, with both sizes."""
    sizes = {"size": kilobytes(size), "most": kilobytes(LONGEST_TEXT)}
    return _("The text has %(size)s kB; at most %(most)s kB are possible. Keep the lines around the error.") % sizes


def kilobytes(size: int) -> str:
    """A size in kB, rounded up to a tenth, so that what is too long never looks as if it fitted."""
    tenths = -(-size * 10 // 1024)
    return number_format(tenths / 10, decimal_pos=0 if tenths % 10 == 0 else 1, force_grouping=True)


def context_of(text: str, request: HttpRequest) -> dict[str, Any]:
    """What the page shows before there is an answer."""
    return {"text": printable(text), "problem": "", "match": None, "examples": EXAMPLES[request.LANGUAGE_CODE]}


def answer_context(text: str, snapshot: Snapshot) -> dict[str, Any]:
    """What the page shows of an answer. One query for its cases."""
    try:
        found = match(text, snapshot)
    except Exception as error:
        raise MatchingFailed(type(error).__name__) from None
    query = Query(found.parameters, KEYS)
    causes = [(cause, str(query.adding("root_cause", cause.value.slug))) for cause in found.causes]
    return {
        "match": found,
        "pieces": list(pieces(text, found.proposed)),
        "list_query": str(query),
        "unrecorded": found.count - found.recorded,
        "causes": causes[:FIRST_CAUSES],
        "more_causes": causes[FIRST_CAUSES:],
        "apart": [(each, BY_KEY[each.value.facet].label) for each in found.apart],
        "proposals": [(each, len(snapshot.carrying(each.value.facet, each.value.slug))) for each in found.proposed],
        "cases": cases_of(found),
    }


def cases_of(found: Match) -> list[tuple[Case, Any]]:
    """The cases behind a text with why each is there, best first."""
    wanted = [behind.pk for behind in found.cases]
    cases = {case.pk: case for case in Case.objects.published().filter(pk__in=wanted).select_related("organization")}
    return [(cases[behind.pk], behind) for behind in found.cases if behind.pk in cases]
