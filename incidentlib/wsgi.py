"""The WSGI application that any server can run."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incidentlib.settings")

application = get_wsgi_application()
