"""The WSGI application that any server can run."""

import os
import threading

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incidentlib.settings")

application = get_wsgi_application()

from cases.finding import get_ready  # noqa: E402

# Loading the analyser takes seconds; nobody should wait for it who came before it was there.
threading.Thread(target=get_ready, name="get-ready", daemon=True).start()
