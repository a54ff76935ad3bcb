"""No test reads or writes the cache of whoever runs it, and what one test calls a symbol is nothing to the next."""

import os
import sys

import pytest

os.environ["SYMATTN_CACHE"] = ""  # those that test the cache name a folder of their own


@pytest.fixture(autouse=True)
def _nothing_is_left_by_a_test():
    """Forget after a test what TeX it gave to symbols, which are one where name and shape are, and where it looked."""
    from symattn.language.base import own_tex

    before, places = dict(own_tex._given), list(sys.path)
    yield
    sys.path[:] = places
    own_tex._given.clear()
    own_tex._given.update(before)
