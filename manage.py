#!/usr/bin/env python
"""Django's command line for Admiralty."""

import os
import sys

from django.core.management import execute_from_command_line

from league.env import keep_files_private

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    keep_files_private()
    execute_from_command_line(sys.argv)
