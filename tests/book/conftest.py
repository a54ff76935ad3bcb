"""A small book, built once for all tests: the equivariance and cost scripts, and one script with everything awkward."""

import shutil
import sys
from pathlib import Path

import pytest

from symattn.scripts.book.build import build

PROOFS = Path(__file__).parents[2] / "proofs"

AWKWARD = '''
"""Claims that a book must not stumble over: markup in words, odd ids, errors, doubts."""

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, cos, pi, sin

from symattn import CausalMask, Equation, RowSoftmax, calc, claim, dims, theorem

n = dims("n")
A, B, c = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("c", n, 1)
x, y, z = Symbol("x", real=True), Symbol("y", real=True), Symbol("z", real=True)


@theorem("T/1", "<script>alert('x')</script> & \\"quotes\\"", "a <b>sheet</b> & more, §1", "proved")
def markup():
    """A remark: 1 < 2 & 3 > 2."""
    return (A * B).T, B.T * A.T


@theorem("t/1", "the same id but for its case", "a <b>sheet</b> & more, §10", "proved")
def case():
    return (A + B).T, A.T + B.T


@theorem("T2.printed", "matrices commute", "a <b>sheet</b> & more, §2", "refuted", "A B = B A")
def commute():
    return A * B, B * A


@theorem("T2", "they do with the identity", "a <b>sheet</b> & more, §2, corrected", "proved", "A E = E A")
def identity():
    """The source writes E for the identity."""
    return A * Identity(n), Identity(n) * A


@theorem("T8", "a shift of every row changes no weight", "", "proved")
def shift():
    return RowSoftmax(A + c * OneMatrix(1, n)), RowSoftmax(A)


@theorem("T8.used", "nor does one of a product", "", "proved")
def by_lemma():
    return calc(RowSoftmax(A * B + B * c * OneMatrix(1, n)), (RowSoftmax(A * B), "T8"))


@theorem("T3", "sine and cosine do not tell the angle", "", "refuted")
def turn():
    return claim(x, y, given=[Equation(sin(x), sin(y)), Equation(cos(x), cos(y))])


@theorem("T4", "a mask changes the weights", "", "refuted")
def masked():
    return RowSoftmax(A + CausalMask(n)), RowSoftmax(A)


@theorem("T5", "needs a hypothesis", "", "proved")
def undefined():
    return (A.I * B).T, B.T * A.I.T


@theorem("T9.printed", "a long hypothesis does not fit a phone", "a <b>sheet</b> & more, §3", "refuted", "x")
def wide():
    long = Equation(sum(sin(k * x) * cos(k * y) for k in range(1, 9)), sum(sin(k * y) for k in range(1, 9)))
    return claim(z, 1, given=[long, Equation(x, y)])


@theorem("T6", "raises", "", "proved")
def raises():
    raise ValueError("<oops> & more")
'''


BROKEN = """
@theorem("T7", "never read", "", "proved")
def unread():
    return 1, 1


raise RuntimeError("<b>half a script</b>")
"""


@pytest.fixture(scope="session")
def awkward_scripts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "awkward.py").write_text(AWKWARD, encoding="utf-8")
    (folder / "broken.py").write_text("from symattn import theorem\n" + BROKEN, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def articles_and_book(awkward_scripts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("books") / "book"
    scripts = [*(str(PROOFS / f"{name}.py") for name in ("equivariance", "cost")), str(awkward_scripts)]
    return build(scripts, folder), folder


@pytest.fixture(scope="session")
def articles(articles_and_book):
    return articles_and_book[0]


@pytest.fixture(scope="session")
def book(articles_and_book):
    return articles_and_book[1]


@pytest.fixture(scope="session")
def chromium():
    """Find Chromium; without it the tests in a browser are skipped."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None or sys.platform == "win32":
        pytest.skip("no Chromium is installed: the book is not opened in a browser (Debian: apt-get install chromium)")
    return found
