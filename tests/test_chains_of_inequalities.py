"""A calc takes =, ≤ and < between its lines, or =, ≥ and >, and proves what follows from all of them."""

from io import BytesIO

import pytest
from sympy import Ge, Gt, Idx, Le, Lt, MatrixSymbol, Symbol, exp, floor, log, sin, sqrt, symbols

from symattn import (
    ClaimError,
    Equation,
    FrobeniusNorm,
    LogSumExp,
    RowMax,
    SquaredNorm,
    SymattnError,
    calc,
    certificate,
    decide,
    dims,
    latex,
    prove,
    theorem,
)
from symattn.deciding.decide_calc import ONLY_A_STEP, follows
from symattn.kernel.rules import assume
from symattn.kernel.terms import REAL, equation, var
from symattn.prover.logic.formulas import le, lt
from symattn.verifier import verify

x, y, z = symbols("x y z", real=True)
p = Symbol("p", positive=True)
n, d = dims("n d")
X = MatrixSymbol("X", 1, n)

HOLD = {
    "≤ and ≤": (calc(2 * x * y, ("≤", x**2 + y**2, ()), ("<=", x**2 + y**2 + z**2, ())), Le),
    "≤ and <": (calc(2 * x * y, ("≤", x**2 + y**2, ()), ("<", x**2 + y**2 + 1, ())), Lt),
    "< and ≤": (calc(x, ("<", x + 1, ()), ("≤", x + 1 + y**2, ())), Lt),
    "< and <": (calc(x, ("<", x + 1, ()), ("<", x + 2, ())), Lt),
    "= and <": (calc((x + y) ** 2, ("=", x**2 + 2 * x * y + y**2, ()), ("<", (x + y) ** 2 + 1, ())), Lt),
    "≤ and =": (calc(2 * x * y, ("≤", x**2 + y**2, ()), (y**2 + x**2, ())), Le),
    "≥ and >": (calc(x**2 + y**2 + 1, (">", x**2 + y**2, ()), (">=", 2 * x * y, ())), Gt),
    "≥ and =": (calc(x**2 + y**2, ("≥", 2 * x * y, ()), (2 * y * x, ())), Ge),
    "= alone": (calc((x + y) ** 2, ("=", x**2 + 2 * x * y + y**2, ()), (y**2 + 2 * x * y + x**2, ())), Equation),
    "one step": (calc(x, ("<", x + 1, ())), Lt),
    "a line twice": (calc(x, (x, ()), ("≤", x, ())), Le),
    "a sign": (calc(x, ("<", x + p, p), ("≤", x + 2 * p, p)), Lt),
    "what is given": (calc(x, ("≤", y, Le(x, y)), ("<", z, Lt(y, z)), given=[Le(x, y), Lt(y, z)]), Lt),
}


@pytest.mark.parametrize("name", HOLD)
def test_a_chain_proves_what_follows_from_all_of_it(name):
    chain, relation = HOLD[name]
    verdict = decide(chain)
    assert verdict.status == "proved", verdict.report
    assert isinstance(verdict.claim.proposition, relation)
    assert verdict.claim.proposition.args == (chain.start, chain.steps[-1].expression)
    assert verify(BytesIO(certificate(verdict).encode()))


def test_the_steps_about_rows_of_scores():
    i = Idx("i", n)
    verdict = decide(calc(X[0, i], ("≤", RowMax(X)[0, 0], RowMax), ("≤", LogSumExp(X)[0, 0], (RowMax, LogSumExp))))
    assert verdict.status == "proved", verdict.report


FAIL = {
    "a step that is strict only at times": calc(2 * x * y, ("<", x**2 + y**2, ()), ("≤", x**2 + y**2 + z**2, ())),
    "a strict step that is an equation": calc(x, ("≤", x + y**2, ()), ("<", x + y**2, ())),
    "a step the other way": calc(x + 1, ("≤", x, ()), ("≤", x + 2, ())),
    "a false step between true ends": calc(x, ("≤", x - 1, ()), ("≤", x + 1, ())),
    "an equation that is an inequality": calc(x, (x + y**2, ()), ("≤", x + y**2 + 1, ())),
    "a number without a sign": calc(x, ("<", x + y, ()), ("≤", x + y + 1, ())),
    "a sign that is not named": calc(x, ("<", x + p, ())),
    "a given that is not named": calc(x, ("≤", y, ()), given=[Le(x, y)]),
    "a given that is named elsewhere": calc(x, ("≤", y, ()), ("≤", z, Le(x, y)), given=[Le(x, y), Le(y, z)]),
    "a given the other way": calc(x, ("≤", y, Le(y, x)), given=[Le(y, x)]),
    "a strict step from a given that is not": calc(x, ("<", y, Le(x, y)), given=[Le(x, y)]),
    "≥ for ≤": calc(2 * x * y, ("≥", x**2 + y**2, ())),
    "> for ≥": calc(x**2 + y**2, (">", 2 * x * y, ())),
    "a line that is not defined": calc(0, ("≤", sqrt(x) ** 2, ()), ("≤", x + 1, ())),
}


@pytest.mark.parametrize("name", FAIL)
def test_a_near_miss_is_not_proved(name):
    assert decide(FAIL[name]).status != "proved"


MIXED = {
    "up and down": (("≤", y, ()), ("≥", z, ())),
    "down and up, an equation between": (("≥", y, ()), (x, ()), ("≤", z, ())),
    "strictly": (("<", y, ()), (">", z, ())),
}


@pytest.mark.parametrize("name", MIXED)
def test_mixed_directions_are_refused(name):
    with pytest.raises(ClaimError, match=r"goes up \(=, ≤, <\) or down \(=, ≥, >\).*step 1 says"):
        calc(x, *MIXED[name])


def test_strictness_is_not_gained_and_not_lost():
    a, b, c = (var(name, REAL) for name in "abc")
    up = {"=": equation, "≤": le, "<": lt}
    down = {"=": equation, "≥": lambda s, t: le(t, s), ">": lambda s, t: lt(t, s)}
    for signs in (up, down):
        for first in signs:
            for second in signs:
                theorem = follows([assume(signs[first](a, b)), assume(signs[second](b, c))], [first, second])
                strict, equal = {first, second} & {"<", ">"}, {first, second} == {"="}
                order = equation if equal else lt if strict else le
                ends = (c, a) if signs is down and not equal else (a, c)
                assert theorem.conclusion is order(*ends), (first, second)


def test_a_line_that_two_steps_read_differently_joins_nothing():
    i, w = Idx("i", n), dims("w")
    verdict = decide(calc(floor(i / w), ("≤", i / w, ()), ("≤", i / w + 1, ())))
    assert verdict.status == "unknown" and "not read alike" in verdict.report


def test_what_is_no_relation_is_told():
    known = r"with one of the relations =, ≤, <, ≥, >, \(relation, expression\) or \(relation, exp"
    for step in (("≠", y, ()), ("≠", y), ("≤",), ("", y)):
        with pytest.raises(ClaimError, match=known if step[1:] else "where by may be"):
            calc(x, step)
    with pytest.raises(ClaimError, match="several reasons go in a tuple"):
        calc(x, ("≤", y, (), ()))
    with pytest.raises(SymattnError, match="matrices are compared by their entries"):
        calc(MatrixSymbol("A", 2, 2), ("≤", MatrixSymbol("B", 2, 2), ()))
    with pytest.raises(SymattnError, match="real numbers"):
        calc(Symbol("w", complex=True), ("≤", x, ()))


def test_a_step_with_a_relation_may_leave_out_its_reasons():
    chain = calc(2 * x * y, ("≤", x**2 + y**2), ("=", y**2 + x**2), ("<", x**2 + y**2 + 1))
    assert chain == calc(2 * x * y, ("≤", x**2 + y**2, ()), (y**2 + x**2, ()), ("<", x**2 + y**2 + 1, ()))
    assert decide(chain).status == "proved"
    assert decide(calc(x, ("≤", x + p))).status == "unknown"  # the sign of p is not named
    false = decide(calc(x, ("≤", x**2)))
    assert (false.status, false.steps[0][3].status) == ("refuted", "refuted")


def test_it_may_be_a_lemma():
    lemma = prove(calc(2 * x * y, ("≤", x**2 + y**2, ()), ("<", x**2 + y**2 + 1, ())))
    assert decide(Lt(2 * sqrt(p) * log(p), p + log(p) ** 2 + 1), using=[lemma]).status == "proved"
    assert decide(calc(2 * y * exp(x), ("<", y**2 + exp(x) ** 2 + 1, lemma))).status == "proved"


def test_its_relations_are_set_in_latex_text_and_html():
    chain = HOLD["≤ and <"][0]
    assert r"\quad \leq x^{2} + y^{2} " in latex(chain) and "&\\quad < " in latex(chain)
    verdict = decide(chain)
    assert r"\quad \leq x^{2} + y^{2} " in latex(verdict)
    assert "  ≤ x² + y²" in str(verdict) and "  < x² + y² + 1" in str(verdict)
    assert "  ≤ x**2 + y**2" in str(chain)
    assert r"\leq x^{2}" in chain._repr_html_()
    down = decide(HOLD["≥ and >"][0])
    assert str(down).startswith("proved: x² + y² + 1 > 2x·y")


def test_an_unknown_advises_what_a_calc_takes():
    verdict = decide(calc(exp(x) + y, ("≤", exp(x) + z + p, ()), given=[Le(y, z)]))
    assert verdict.status == "unknown"  # neither y ≤ z nor p is named
    assert "using=" not in f"{verdict.report}{verdict.explain()}", "a calc takes no using="
    unnamed = decide(calc(x, ("<", x + p, ())))
    assert "it also uses p" in unnamed.report


def test_hypotheses_beside_a_title_are_answered():
    with pytest.raises(ClaimError, match=r"return claim\(left, right, given=\[…\]\)"):
        theorem("T1", "a title", "a source", "proved", given=[Le(x, y)])


def test_every_step_that_is_not_proved_is_told_the_refuted_ones_first():
    u = MatrixSymbol("u", n, 1)
    steps = ("≤", FrobeniusNorm(u) ** 2), ("≤", FrobeniusNorm(u), FrobeniusNorm), ("≤", 1 + FrobeniusNorm(u) ** 2)
    report = decide(calc(SquaredNorm(u), *steps)).report.splitlines()
    assert report[0].startswith("step 2, FrobeniusNorm(u)² ≤ FrobeniusNorm(u), is ref") and report[1:3] == [
        "  left side: 4",
        "  right side: 2",
    ]
    assert report[3].startswith("step 1 is unknown: the step holds, but it also uses FrobeniusNorm, SquaredNorm")
    assert report[-1] == ONLY_A_STEP


def test_a_step_takes_laws_of_a_norm_that_it_names():
    A, B, C = MatrixSymbol("A", 1, n), MatrixSymbol("B", 1, n), MatrixSymbol("C", n, d)
    bound = FrobeniusNorm(A - B) * FrobeniusNorm(C)
    for product in ((A - B) * C, A * C - B * C):
        assert decide(calc(FrobeniusNorm(product), ("≤", bound, FrobeniusNorm))).status == "proved"
    assert decide(calc(FrobeniusNorm(A * C + B * C), ("≤", bound, FrobeniusNorm))).status == "refuted"
    unnamed = decide(calc(FrobeniusNorm((A - B) * C), ("≤", bound)))
    assert unnamed.status == "unknown" and "name FrobeniusNorm as a reason of the step" in unnamed.report
    assert decide(calc(FrobeniusNorm((A - B) * C), ("≤", bound / 2, FrobeniusNorm))).status == "refuted"


def test_a_chain_that_is_not_proved_names_the_lemma_that_did_not_fit_and_no_idle_reason():
    below = prove(1 + x <= exp(x))
    verdict = decide(calc(1, ("<", 9 * exp(sin(x)) + sin(x), below), ("<", 10 * exp(sin(x)) + sin(x), (below, RowMax))))
    assert verdict.status == "unknown"
    assert "the lemma x + 1 <= exp(x) did not settle it" in verdict.report
    assert verdict.notes == ()
    explained = verdict.explain()
    assert explained.count("the lemma x + 1 <= exp(x) did not settle it") == 1
