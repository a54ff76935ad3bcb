"""The library in Coq, compiled once for all tests that have Coq check something."""

import pytest

from symattn.certificates.coq import library
from symattn.scripts.coq import Coq


@pytest.fixture(scope="session")
def coq(tmp_path_factory):
    """A folder in which the library is compiled."""
    found = Coq(tmp_path_factory.mktemp("coq"))
    for name in library.FILES:
        found.check(name, library.source(name))
    return found
