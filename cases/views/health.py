"""For whoever watches the site: does it live, is it ready."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: the process answers. Asks nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Ready: the database answers and has every migration. 503 otherwise."""
    try:
        executor = MigrationExecutor(connection)
        pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return HttpResponse("the database does not answer\n", status=503, content_type="text/plain")
    if pending:
        return HttpResponse("migrations are pending\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")
