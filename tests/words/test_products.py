"""``Product`` over an index: decided, evaluated, enclosed, counted and printed as ``Sum`` is."""

import numpy as np
import pytest
from sympy import Idx, MatrixSymbol, Product, Sum, Symbol, log, symbols

from symattn import Equation, SymattnError, claim, cost, decide, dims, evaluate, latex, spot_check
from symattn.render.text import text

n, m = dims("n m")
i, j = symbols("i j", integer=True)
u = MatrixSymbol("u", n, 1)
A = MatrixSymbol("A", n, m)
k = Idx("k", n)
NUMBERS = np.array([[2.0], [-3.0], [0.5], [4.0]])


def test_values_are_those_of_numpy():
    assert evaluate(Product(u[i, 0], (i, 0, n - 1)), {u: NUMBERS}) == np.prod(NUMBERS)
    assert evaluate(Product(u[i, 0], (i, 1, n - 1)), {u: NUMBERS}) == np.prod(NUMBERS[1:])
    assert evaluate(Product(2, (i, 0, n - 1)), {n: 5}) == 32
    entries = np.arange(1.0, 7.0).reshape(2, 3)
    assert evaluate(Product(A[i, j], (j, 0, m - 1), (i, 0, n - 1)), {A: entries}) == 720
    mixed = Product(Sum(A[i, j], (j, 0, m - 1)), (i, 0, n - 1))
    assert evaluate(mixed, {A: entries}) == 6 * 15


def test_a_counterexample_encloses_both_sides():
    verdict = decide(claim(Product(u[i, 0], (i, 0, n - 1)), Sum(u[i, 0], (i, 0, n - 1))))
    assert verdict.status == "refuted"


def test_a_range_that_depends_on_an_index():
    up_to = Product(u[i, 0], (i, 0, k))
    assert decide(Equation(up_to, up_to)).status == "proved"
    assert decide(Equation(up_to, Product(u[i, 0], (i, 0, n - 1)))).status == "refuted"
    assert spot_check(claim(up_to, Product(u[i, 0], (i, 0, k)))).max_error == 0


def test_a_factor_that_is_undefined_somewhere_is_an_obligation():
    verdict = decide(claim(Product(1 / u[i, 0], (i, 0, n - 1)), Product(1 / u[i, 0], (i, 0, n - 1))))
    assert verdict.status == "unknown" and "ForAll(n, lambda i: Ne(u[i, 0], 0))" in str(verdict.report)
    verdict = decide(claim(log(Product(u[i, 0] ** 2, (i, 0, n - 1))), 1))
    assert verdict.status != "proved"


def test_bound_symbols_are_not_captured():
    inner = Product(u[j, 0], (j, 0, n - 1))
    outer = Product(inner, (j, 0, m - 1))
    assert decide(Equation(outer, Product(inner, (i, 0, m - 1)))).status == "proved"
    assert (
        decide(Equation(Product(u[i, 0].subs(i, k), (i, 0, n - 1)), Product(u[i, 0], (i, 0, n - 1)))).status
        == "refuted"
    )


def test_the_number_of_multiplications():
    assert "n - 1 multiplications" in str(cost(Product(u[i, 0], (i, 0, n - 1))))


def test_it_is_printed_with_its_sign():
    whole = Product(u[i, 0], (i, 0, n - 1))
    assert r"\prod_{i=0}^{n - 1}" in latex(whole)
    assert "∏_{i = 0..n - 1}" in text(whole)
    report = decide(Equation(whole, Symbol("c", real=True) + Product(u[i, 0] + 1, (i, 0, n - 1)))).report
    assert "Σ" not in str(report)


@pytest.mark.parametrize("limits", [(i,), (i, 0), (u[0, 0], 0, 2)])
def test_what_cannot_be_bound_is_refused(limits):
    with pytest.raises((SymattnError, ValueError)):
        decide(Equation(Product(u[0, 0], limits), 1))


def test_a_product_of_matrices_is_refused():
    with pytest.raises(SymattnError):
        decide(Equation(Product(A, (i, 0, 2)), A))
