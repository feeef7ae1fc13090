"""The site and its peers as one application, so that all of them are served the same way."""

from benchmarks import settings

settings.setup()

from incidentlib.wsgi import application  # noqa: E402

__all__ = ["application"]
