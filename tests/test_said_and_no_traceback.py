"""What cannot be written, drawn or read is said in one line, and nothing else is lost by it."""

import json
from pathlib import Path

import pytest
from sympy import Determinant, Idx, MatrixSymbol, Symbol

from symattn import (
    DefinitionError,
    ShapeError,
    decide,
    define,
    dims,
    evaluate,
    latex,
)
from symattn.scripts import cli

SCRIPT = """
from sympy import MatrixSymbol, Symbol, sin
from symattn import dims, theorem

n = dims("n")
A, x = MatrixSymbol("A", n, n), Symbol("x", real=True)


class Mute(Exception):
    def __str__(self):
        raise ZeroDivisionError


@theorem("BIG", "a large number", "me", "proved")
def big():
    return 10**5000


@theorem("DEEP", "many layers", "me", "proved")
def deep():
    expression = x
    for _ in range(3000):
        expression = sin(expression, evaluate=False)
    return expression


@theorem("MUTE", "an exception without words", "me", "proved")
def mute():
    raise Mute


@theorem("T1", "a theorem", "me", "proved")
def t1():
    return A.T.T, A
"""


def test_a_claim_of_which_nothing_can_be_said_costs_no_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("script.py").write_text(SCRIPT)
    assert cli.main(["check", "-q", "--no-cache", "--jobs", "1", "--json", "out.json", "script.py"]) == 1
    claims = {c["id"]: c for c in json.loads(Path("out.json").read_text())["claims"]}
    assert {id: c["verdict"] for id, c in claims.items()} == {
        **dict.fromkeys(("BIG", "DEEP", "MUTE"), "error"),
        "T1": "proved",
    }
    assert "cannot use int(…)" in claims["BIG"]["reason"]
    assert "its message cannot be written (ZeroDivisionError)" in claims["MUTE"]["reason"]


def test_an_index_without_a_range_is_no_parameter():
    with pytest.raises(DefinitionError, match=r"W1: the index q has no range; write Idx\('q', n\)"):
        define("W1", (Idx("q"),), Symbol("x", real=True))


@pytest.mark.parametrize("size", [dims("n"), 2])
def test_a_determinant_is_evaluated(size):
    Y = MatrixSymbol("Y", size, size)
    assert evaluate(Determinant(Y), {Y: [[1, 2], [3, 4]]}) == -2


def test_numbers_beyond_floating_point_are_decided_without_it():
    verdict = decide(10**5000, 10**5000)
    assert verdict.status == "proved"
    assert any("beyond the reach of floating-point numbers" in remark for remark in verdict.remarks)
    assert decide(10**5000, 10**5000 + 1).status != "proved"


def test_matrices_that_no_memory_holds_are_decided_without_numbers():
    Q = MatrixSymbol("Q", 10**6, 10**6)
    verdict = decide(Q, Q)
    assert verdict.status == "proved" and any("too many values" in remark for remark in verdict.remarks)
    assert decide(Q, 2 * Q).status != "proved"


def test_latex_of_what_is_no_mathematics():
    assert latex(range(3))


def test_sizes_that_look_alike_are_told_apart_in_a_shape_error():
    X, Chi, d = dims("X Χ d")  # the second is Greek
    with pytest.raises(ShapeError) as caught:
        decide(MatrixSymbol("A", X, d) + MatrixSymbol("B", Chi, d), MatrixSymbol("A", X, d))
    assert str(caught.value) == 'the shapes in A + B do not fit: X×d and "Χ"×d'
    left, right = latex(caught.value).split(r"\text{ beside }")
    assert left.rpartition(": }")[2].strip() != right.strip()
