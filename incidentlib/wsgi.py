"""The WSGI application that any server can run."""

import gc
import os
import threading

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incidentlib.settings")

application = get_wsgi_application()

from cases.finding import get_ready  # noqa: E402
from incidentlib.replica import read_from_replica  # noqa: E402

# A page makes thousands of objects that die with it without a circle among them; looking for circles after every seven
# hundred takes a twentieth of its time.
gc.set_threshold(20_000, 20, 20)


def prepare() -> None:
    """Load what takes seconds, for nobody should wait for it who came before it was there; all of it stays."""
    read_from_replica()
    get_ready()
    gc.collect()
    gc.freeze()


threading.Thread(target=prepare, name="prepare", daemon=True).start()
