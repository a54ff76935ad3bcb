"""The order of terms: total, the same on every machine, and blind to monotone renaming of opened variables."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.kernel.syntax import parse
from symattn.kernel.terms import NAT, REAL, Size, app, const, fin, fun, literal, substitute, var
from symattn.prover.logic.term_order import key, next_opened, opened, opened_number, size

INDEX = fin(Size.variable("n"))
MATRIX = fun(INDEX, fun(INDEX, REAL))
A, B = var("A", MATRIX), var("B", MATRIX)


def entry(matrix, i, j):
    return app(matrix, opened(i, INDEX), opened(j, INDEX))


def test_opened_variables():
    assert opened_number(opened(7, REAL)) == 7
    for other in (var("ι", REAL), var("ιx", REAL), var("x0", REAL), parse("λx:ℝ. x")):
        assert opened_number(other) is None
    assert next_opened(REAL, A, const("pi")) is opened(0, REAL)
    assert next_opened(INDEX, entry(A, 3, 1), entry(A, 2, 5)) is opened(6, INDEX)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False))
def test_monotone_renaming_keeps_every_comparison(rng):
    def random_term(depth):
        if depth == 0:
            return entry(rng.choice((A, B)), rng.randrange(4), rng.randrange(4))
        return app(const(rng.choice("+*")), random_term(depth - 1), random_term(depth - 1))

    first, second = random_term(rng.randrange(3)), random_term(rng.randrange(3))
    new = sorted(rng.sample(range(50), 4))
    renaming = {opened(old, INDEX): opened(number, INDEX) for old, number in enumerate(new)}
    moved = [substitute(t, {v: w for v, w in renaming.items() if v in t.free}) for t in (first, second)]
    assert (key(first) < key(second)) == (key(moved[0]) < key(moved[1]))
    assert (key(first) == key(second)) == (first is second)


def test_structure_counts_before_opened_variables():
    # the digest is that of A ι· ι·, with two variables or one twice; which these are decides between equal structures
    keys = [key(entry(matrix, i, j)) for matrix in (A, B) for i in range(3) for j in range(3)]
    assert len(set(keys)) == len(keys)
    for matrix in (A, B):
        for same in (True, False):
            assert len({key(entry(matrix, i, j))[:2] for i in range(3) for j in range(3) if (i == j) is same}) == 1
    assert [key(entry(A, *pair))[2] for pair in ((0, 1), (1, 0))] == [(0, 1), (1, 0)]


@pytest.mark.parametrize("terms", [
    (var("x", REAL), var("x", NAT), var("y", REAL)),
    (literal(1, REAL), literal(1, NAT), literal(2, REAL)),
    (const("sum", Size.variable("n")), const("sum", Size.variable("m")), const("sum", Size.number(2))),
    (parse("λx:ℝ. x"), parse("λx:ℕ. x"), parse("λx:[n]. x"), parse("λx:[m]. x")),
    (parse("λx y:ℝ. x"), parse("λx y:ℝ. y")),
    (app(var("f", fun(REAL, REAL)), app(var("f", fun(REAL, REAL)), var("x", REAL))), parse("1 + 2"), parse("2 + 1")),
])  # fmt: skip
def test_different_terms_have_different_keys(terms):
    assert len({key(t) for t in terms}) == len(terms)


def test_bound_names_do_not_count():
    assert key(parse("λa:ℝ, b:ℝ. a + b")) == key(parse("λu:ℝ, v:ℝ. u + v"))


def test_smaller_terms_come_first():
    rng = random.Random(0)
    terms = [parse(" + ".join(["1"] * rng.randrange(1, 9))) for _ in range(20)]
    ordered = sorted(terms, key=key)
    assert [str(t).count("1") for t in ordered] == sorted(str(t).count("1") for t in terms)


def test_a_term_that_shares_its_parts_has_a_short_key():
    term = entry(A, 0, 1)
    for _ in range(200):
        term = app(const("+"), term, term)
    assert key(term)[2] == (0, 1) and size(term) > 2**200
