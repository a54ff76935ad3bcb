"""The numbers of docs/trust.md are counted, so that they cannot rot."""

import importlib.util
import re
from pathlib import Path

import pytest

from symattn.kernel.axioms import AXIOMS, CONSTANTS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "trust.md").read_text("utf-8")


def tokens(*paths):
    """Count as the test of the kernel's size does."""
    spec = importlib.util.spec_from_file_location("trusted_base", ROOT / "tests" / "kernel" / "test_trusted_base.py")
    trusted_base = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(trusted_base)
    return sum(trusted_base.tokens(path.read_text("utf-8")) for path in paths)


PACKAGE = ROOT / "symattn"
COUNTED = {
    "symattn/kernel/": [path for path in sorted((PACKAGE / "kernel").glob("*.py")) if path.stem != "axioms"],
    "symattn/verifier.py": [PACKAGE / "verifier.py"],
    "symattn/refutation_verifier.py": [PACKAGE / "refutation_verifier.py"],
    "symattn/certificates/serve_verifier.py": [PACKAGE / "certificates" / "serve_verifier.py"],
}


@pytest.mark.parametrize("part", COUNTED)
def test_no_part_is_larger_than_the_page_says(part):
    (stated,) = re.findall(rf"^\| `{re.escape(part)}` \| at most ([\d,]+) tokens \|", PAGE, re.MULTILINE)
    counted, bound = tokens(*COUNTED[part]), int(stated.replace(",", ""))
    assert 0.9 * bound <= counted <= bound, f"docs/trust.md: {part} has {counted} tokens"


def test_constants_and_axioms():
    (stated,) = re.findall(r"^\| `symattn/kernel/axioms.py` \| (.*?) \|", PAGE, re.MULTILINE)
    assert stated == f"{len(CONSTANTS)} constants, {len(AXIOMS)} axioms", "docs/trust.md: the tables have grown"


def test_every_file_that_is_named_exists():
    for name in re.findall(r"`((?:symattn|tests)/[\w/.]+)`", PAGE):
        assert (ROOT / name).exists(), name
