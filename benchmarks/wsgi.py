"""The site and its peers as one application, so that all of them are served the same way."""

from benchmarks import settings

settings.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402

application = get_wsgi_application()
