"""Simplification of products: exponentials merge, deltas move indices, inverses cancel where that is allowed."""

import pytest

from symattn.kernel.terms import REAL, literal
from symattn.prover.logic.derived_rules import left, right
from symattn.prover.normal.monomials import simplify
from symattn.prover.normal.polynomials import factors, product_term, read_polynomial

KINDS = {"x": "ℝ", "y": "ℝ", "u": "[n]→ℝ", "i": "[n]", "j": "[n]", "p": "𝔹"}


def simplified(logic, text, *hypotheses, **kinds):
    (monomial,) = read_polynomial(logic.term(text, **{**KINDS, **kinds}))
    theorem = simplify(logic.normaliser(*hypotheses), monomial)
    if theorem is None:
        return None
    assert left(theorem) is product_term(factors(monomial))
    assert set(theorem.hypotheses) <= set(hypotheses)
    return right(theorem)


@pytest.mark.parametrize("text, expected", [
    ("exp x * exp x", "exp (2 * x)"),
    ("exp x * exp (-1 * x)", "1"),
    ("exp (2 * x) * (y * exp (3 * x))", "y * exp (5 * x)"),
    ("ind p * ind p", "ind p"),
    ("sin x * sin x", "1 + -1 * (cos x * cos x)"),
    ("sqrt (#{n}) * sqrt (#{n})", "#{n}"),
    ("exp x * inv (exp x)", "1"),
    ("#{n} * inv (#{n})", "1"),
    ("(Σ k:[n]. exp (u k)) * inv (Σ k:[n]. exp (u k))", "1"),
])  # fmt: skip
def test_simplified(logic, text, expected):
    assert simplified(logic, text) is logic.normal_form(logic.term(expected, **KINDS))


@pytest.mark.parametrize("text", [
    "x", "x * y", "exp x * exp y", "x * inv x", "cos x * cos x", "sqrt x * sqrt x", "u i * u j", "ind p * x",
    "exp x * x", "ind (i = j)", "ind (i = j) * x", "x * inv y", "(Σ k:[n]. u k) * inv (Σ k:[n]. u k)",
])  # fmt: skip
def test_left_alone(logic, text):
    assert simplified(logic, text) is None


def test_cancelling_needs_a_reason(logic):
    nonzero = logic.term("x ≠ 0", x="ℝ")
    assert simplified(logic, "x * inv x", nonzero) is literal(1, REAL)
    assert simplified(logic, "y * inv y", nonzero) is None


def test_a_delta_removes_one_of_its_indices(logic):
    first = simplified(logic, "ind (i = j) * (u i * u j)")
    assert first is simplified(logic, "ind (i = j) * (u j * u j)") or first is simplified(
        logic, "ind (i = j) * (u i * u i)"
    )


def test_equality_of_reals_is_no_delta(logic):
    assert simplified(logic, "ind (x = y) * x") is None
