#!/usr/bin/env python
"""Django's command line for the site."""

import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hotmk_site.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        settings.INSTALLED_APPS  # noqa: B018  (reads the settings: what is wrong with them is said in one sentence)
    except ImproperlyConfigured as problem:
        sys.exit(str(problem))
    execute_from_command_line(sys.argv)
