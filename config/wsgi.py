"""Django for a WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.umask(0o077)  # data, backups and sheets are for this user alone
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()
