"""A book from a warm cache: nothing that says what it said is proved or written again, and the bytes are the same.

Of the six claims two are known by stating them, for a shape or a count is wrong or right at once: these are not kept.
"""

import os
import time
from pathlib import Path

import pytest

from symattn.scripts import cli

SCRIPT = """
from sympy import MatrixSymbol, sqrt
from symattn import Attention, Equation, OrthogonalSymbol, ShapeError, calc, claim, dims, theorem

n, d = dims("n d")
A, B, Q, g = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("Q", n, d), OrthogonalSymbol("g", d)


@theorem("C1", "a title", "a source, §2", "proved")
def c1():
    return A.T.T, A


@theorem("C2", "they do not commute", "", "refuted")
def c2():
    return A*B, B*A


@theorem("C3", "by another", "", "proved")
def c3():
    return calc((Q*g).T.T, (Q*g, "C4"))


@theorem("C5", "shapes", "", ShapeError("Q*A", ("n", "d"), ("n", "n")))
def c5():
    return Q*A, Q


@theorem("C6", "a count", "", "computed")
def c6():
    return n*d, d*n
"""
LEMMA = """
from sympy import MatrixSymbol
from symattn import dims, theorem

n, d = dims("n d")
X = MatrixSymbol("X", n, d)


@theorem("C4", "a lemma", "", "proved")
def c4():
    return X.T.T, X
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    Path("proofs").mkdir()
    write("a.py", SCRIPT)
    write("b.py", LEMMA)


def write(name, text):
    path = Path("proofs") / name
    path.write_text(text, encoding="utf-8")
    past = time.time_ns() - 3_600_000_000_000 + len(text) * 1_000_000_000
    os.utime(path, ns=(past, past))


def book(name, capsys, *arguments):
    """Write a book and return its files, and how many of its claims were known."""
    assert cli.main(["book", "-o", name, "--jobs", "1", *arguments]) == 0
    told = capsys.readouterr().err
    known = int(told.rpartition("written in ")[2].split(", ")[1].split()[0]) if "from the cache" in told else None
    return {str(path.relative_to(name)): path.read_bytes() for path in Path(name).rglob("*") if path.is_file()}, known


def test_a_book_from_a_warm_cache_has_the_same_bytes_and_proves_nothing(here, capsys, monkeypatch):
    without, none = book("without", capsys, "--no-cache")
    cold, few = book("cold", capsys)
    with monkeypatch.context() as patch:
        patch.setattr("symattn.scripts.workers._worker", lambda *_: pytest.fail("claims are run"))
        warm, all_of_them = book("warm", capsys)
    assert (none, few, all_of_them) == (None, 0, 4)
    assert warm == cold == without


def test_results_of_a_check_are_no_articles_and_a_book_s_are_results_of_a_check(here, capsys):
    assert cli.main(["check", "-q", "--jobs", "1"]) == 0
    cold, known = book("cold", capsys)
    assert known == 0 and b"inference" in cold["claims/C1.html"] and "certificates/C1.cert" in cold
    write("b.py", LEMMA + "# a remark\n")
    book("again", capsys)
    assert cli.main(["check", "--jobs", "1"]) == 0
    assert "4 from the cache" in capsys.readouterr().out


def test_what_a_changed_lemma_carries_is_written_again(here, capsys):
    book("before", capsys)
    write("b.py", LEMMA.replace("a lemma", "another title"))
    after, known = book("after", capsys)
    assert known == 3, "C4 is written again"
    fresh, _ = book("fresh", capsys, "--no-cache")
    assert after == fresh and b"another title" in after["claims/C4.html"]


def test_a_damaged_article_is_written_again(here, capsys):
    cold, _ = book("cold", capsys)
    for path in filter(Path.is_file, Path("kept").rglob("*")):
        path.write_bytes(path.read_bytes()[:-3])
    warm, known = book("warm", capsys)
    assert known == 0 and warm == cold
