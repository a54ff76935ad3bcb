"""Which reasons of a step are seen to be needed by values alone, and which are left to a search."""

import pytest
from sympy import MatrixSymbol, Symbol, exp, sqrt

from symattn import (
    Attention,
    Equation,
    KernelAttention,
    KernelSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    RowSoftmax,
    SequentialEncoding,
    calc,
    decide,
    dims,
)
from symattn.deciding.decide_calc import _closed
from symattn.deciding.needed import Step
from symattn.elaborate import elaborate_many

n, m, d = dims("n m d")
A, B, X = MatrixSymbol("A", m, n), MatrixSymbol("B", n, n), MatrixSymbol("X", n, d)
Q, K, V = MatrixSymbol("Q", m, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, d)
sigma, g, mask = PermutationSymbol("sigma", n), OrthogonalSymbol("g", d), MaskSymbol("M", m, n)
alpha, x = KernelSymbol("alpha"), Symbol("x", real=True)


def needed(left, right, by, reason, given=()):
    chain = calc(left, (right, by), given=given)
    (line,) = elaborate_many(list(chain.statements), chain.given)
    rest = tuple(other for other in chain.steps[0].by if other != reason)
    return Step(chain.statements[0], chain, line).cannot_do_without(reason, rest, _closed(rest))


NEEDED = {
    "a definition": (RowSoftmax(A * sigma.T) * sigma, RowSoftmax(A), [RowSoftmax, sigma], RowSoftmax),
    "a permutation": (RowSoftmax(A * sigma.T) * sigma, RowSoftmax(A), [RowSoftmax, sigma], sigma),
    "an orthogonal matrix": (Q * g * g.T * K.T, Q * K.T, [g], g),
    "a word of words": (Attention(Q, K, V), RowSoftmax(Q * K.T / sqrt(d)) * V, [Attention], Attention),
    "a word without scale": (Attention(Q, K, V, scale=False), RowSoftmax(Q * K.T) * V, [Attention], Attention),
}


@pytest.mark.parametrize("name", NEEDED)
def test_what_a_step_is_false_without_is_seen_to_be_needed(name):
    assert needed(*NEEDED[name])


def test_a_given_equation_is_left_to_the_search():
    assert not needed(A * B * X, A * X, [Equation(B * X, X)], Equation(B * X, X), [Equation(B * X, X)])


NOT_NEEDED = {
    "a definition on both sides": (RowSoftmax(A) * (X + X), 2 * RowSoftmax(A) * X, [RowSoftmax], RowSoftmax),
    "a permutation beside it": (sigma * X + sigma * X, 2 * sigma * X, [sigma], sigma),
    "an orthogonal matrix beside it": (g * (K.T + K.T), 2 * g * K.T, [g], g),
    "a definition and a property": (Q * g * g.T, Q, [g, RowSoftmax], RowSoftmax),
    "a kernel of any kind": (
        KernelAttention(alpha, Q, K, V) + KernelAttention(alpha, Q, K, V),
        2 * KernelAttention(alpha, Q, K, V),
        [KernelAttention],
        KernelAttention,
    ),
    "masks on both sides": (RowSoftmax(A + mask) * (X + X), 2 * RowSoftmax(A + mask) * X, [mask], mask),
    "numbers": (exp(x) * exp(-x) * A, A, [RowSoftmax], RowSoftmax),
}


@pytest.mark.parametrize("name", NOT_NEEDED)
def test_what_a_step_is_true_without_is_never_said_to_be_needed(name):
    assert not needed(*NOT_NEEDED[name])


@pytest.mark.parametrize("name", NOT_NEEDED)
def test_an_idle_reason_is_still_named(name):
    left, right, by, reason = NOT_NEEDED[name]
    verdict = decide(calc(left, (right, by)))
    shown = getattr(reason, "__name__", str(reason))
    assert verdict.status == "proved"
    assert f"step 1: {shown} is named but not needed" in verdict.notes or left.has(reason)


def test_a_permutation_that_stands_in_a_step_may_be_named_there():
    """A reader expects "σ is a permutation" beside a step that moves σ, whether its inverse is needed or not."""
    chain = calc(sigma * X + sigma * X, (2 * sigma * X, sigma), (sigma * (X + X), (sigma, g)))
    assert decide(chain).notes == ("step 2: g is named but not needed",)


def test_what_no_values_can_be_drawn_of_is_left_to_the_search():
    phi, y = SequentialEncoding("phi", d), MatrixSymbol("y", d, 1)
    j, k = (Symbol(name, integer=True, nonnegative=True) for name in "jk")
    verdict = decide(calc(phi(j + k) * y, (phi(j) * phi(k) * y, (phi, g))))
    assert verdict.status == "proved"
    assert any("g is named but not needed" in note for note in verdict.notes)


def test_sizes_that_are_too_large_are_left_to_the_search():
    big = MatrixSymbol("C", 500, 500)
    s = PermutationSymbol("s", 500)
    assert not needed(s.T * s * big, big, [s], s)
