"""`@rule("FH-042")` ties a test to the rules it proves; `test_rules_covered.py` finds what is left out."""

import pytest

rule = pytest.mark.rule
