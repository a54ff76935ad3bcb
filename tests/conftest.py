"""No test reads or writes the cache of whoever runs it, and what one test calls a symbol is nothing to the next."""

import gc
import os
import sys
from collections import Counter

import pytest

from symattn.memory import rarely_searched

os.environ["SYMATTN_CACHE"] = ""  # those that test the cache name a folder of their own


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is slow
def pytest_collection_modifyitems(items):
    """Leave one row in eight of a sampled test quick; the slow tests run the others."""
    rows = Counter()
    for item in items:
        if item.get_closest_marker("sampled") and not any(map(item.get_closest_marker, ("slow", "long"))):
            name = item.nodeid.partition("[")[0]
            if rows[name] % 8:
                item.add_marker("slow")
            rows[name] += 1


@pytest.fixture(autouse=True)
def _nothing_is_left_by_a_test():
    """Give each test a session of its own, in which no symbol has TeX; and look for modules where it was begun."""
    from symattn.language.base.own_tex import typesetting

    places = list(sys.path)
    with typesetting({}):
        yield
    sys.path[:] = places


@pytest.fixture(autouse=True, scope="module")
def _terms_are_not_searched_for_garbage_again():
    """Search for garbage seldom, and never again what earlier modules left: terms and theorems, which stay."""
    with rarely_searched():
        yield
        gc.collect()
        gc.freeze()
