"""No test reads or writes the cache of whoever runs it, and what one test calls a symbol is nothing to the next."""

import os

import pytest

os.environ["SYMATTN_CACHE"] = ""  # those that test the cache name a folder of their own


@pytest.fixture(autouse=True)
def _own_tex_of_a_test():
    """Forget after a test what TeX it gave to symbols: symbols of one name and shape are one symbol to SymPy."""
    from symattn.language.base import own_tex

    before = dict(own_tex._given)
    yield
    own_tex._given.clear()
    own_tex._given.update(before)
