"""Refutation by a theorem of the negation: at angles that make a whole turn more, and never for what is true."""

import pytest
from sympy import Eq, FunctionMatrix, Idx, Lambda, Ne, Symbol, cos, pi, sin, symbols

from symattn import Equation, claim, decide, dims, latex
from symattn.scripts.claims import counterexample_record

n = dims("n")
x, y, t = (Symbol(name, real=True) for name in "xyt")
a, o = symbols("a o", integer=True, nonnegative=True)


def positions(entry):
    """The column of the values at 1, …, n."""
    return FunctionMatrix(n, 1, Lambda((a, o), entry(a + 1)))


def equal(function):
    return Equation(positions(lambda k: function(x * k)), positions(lambda k: function(y * k)))


SAME = [equal(cos), equal(sin)]


def test_angles_are_not_determined_by_their_sines_and_cosines():
    verdict = decide(claim(x, y, given=SAME))
    assert verdict.status == "refuted"
    assert verdict.counterexample.kind == "negation"
    assert dict(verdict.counterexample.values) == {"x": y + 2 * pi}
    assert "x = y + 2*π: every hypothesis is a theorem" in str(verdict)
    assert r"x = y + 2 \pi" in latex(verdict)
    assert counterexample_record(verdict.counterexample) == {"kind": "negation"}
    assert not set(verdict.theorem.hypotheses)
    assert {"cos_pi", "pi_pos"} <= set(verdict.axioms)


@pytest.mark.parametrize(
    "stated",
    [
        claim(x, y, given=[*SAME, x - y < 2 * pi, y - x < 2 * pi]),
        claim(cos(3 * x), cos(3 * y), given=SAME),
        claim(Equation(sin(2 * x * Idx("m", n)), sin(2 * y * Idx("m", n))), given=SAME),
    ],
    ids=str,
)
def test_what_whole_turns_do_not_change_is_not_refuted(stated):
    assert decide(stated).status != "refuted"


def test_every_hypothesis_has_to_be_a_theorem():
    assert decide(claim(x, y, given=[equal(cos), equal(sin), Equation(x * t, y * t), Ne(t, 0)])).status != "refuted"
    far = decide(claim(x, y, given=[*SAME, x < y, y < x + 3 * pi]))
    assert far.status == "refuted" and dict(far.counterexample.values) == {"y": x + 2 * pi}


def test_a_declared_sign_is_a_hypothesis():
    r = Symbol("r", negative=True)
    given = [Eq(cos(r), cos(y)), Eq(sin(r), sin(y)), y < 0]
    verdict = decide(claim(r, y, given=given))
    assert verdict.status != "proved"
    if verdict.status == "refuted":
        assert "r" not in dict(verdict.counterexample.values)
