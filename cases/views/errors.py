"""Pages that say what went wrong, in the reader's language."""

from typing import Any

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from incidentlib.problems import asked_by_machine, problem

# The same for programs.
FOR_MACHINES = {
    400: "The parameters are too many or malformed.",
    403: "Not allowed.",
    404: "There is nothing at this address.",
    500: "The fault is ours. Please try again in a minute.",
}


def error_page(request: HttpRequest, status: int, title: str, message: str) -> HttpResponse:
    """A page, or a problem, that says what went wrong. Needs no database and nothing of the request but its path."""
    if asked_by_machine(request):
        return problem(status, FOR_MACHINES[status])
    context = {"title": title, "message": message, "path": request.path}
    return render(request, "error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: a request that Django itself refused, such as one with a thousand parameters."""
    if isinstance(exception, DisallowedHost) and asked_by_machine(request):
        return problem(400, "This host is not served here.")
    return error_page(
        request, 400, _("This request can't be understood"), _("Its parameters are too many or malformed.")
    )


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: not allowed for this account."""
    return error_page(request, 403, _("Not allowed"), _("Your account may not do this."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: no such page or case."""
    said = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    return error_page(request, 404, _("Not found"), said or _("There is no page at this address."))


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a fault of ours."""
    return error_page(request, 500, _("Something went wrong"), _("The fault is ours. Please try again in a minute."))


def locked_out(request: HttpRequest, credentials: Any, *args: Any, **kwargs: Any) -> HttpResponse:
    """429: too many failed sign-ins."""
    message = _("There were too many failed sign-ins. Please try again in 15 minutes.")
    response = error_page(request, 429, _("Too many attempts"), message)
    response.headers["Retry-After"] = "900"
    return response
