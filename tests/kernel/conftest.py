"""Random well-typed terms and values for them, for the tests of the kernel."""

import pytest

import symattn.kernel.axioms  # noqa: F401  (declares the constants)
from symattn.kernel.syntax import conjunction, forall, implication, negation
from symattn.kernel.terms import (
    BOOL,
    REAL,
    Size,
    abstract,
    app,
    const,
    equation,
    fin,
    fun,
    literal,
    var,
)

M, N = Size.variable("m"), Size.variable("n")
INDEX_TYPES = [fin(N), fin(M + Size.number(1)), fin(Size.number(2))]
GROUND = [REAL, BOOL, *INDEX_TYPES]
FUNCTIONS = [fun(a, b) for a in [BOOL, *INDEX_TYPES] for b in (REAL, BOOL, fin(N))]
TYPES = [*GROUND, *FUNCTIONS, fun(fin(N), fun(fin(M + Size.number(1)), REAL))]


def make_term(rng, ty, depth):
    """Return a random term of the type without loose bound indices; equality only at types with finite domains."""
    kinds = ["variable"]
    if ty is REAL or ty.size is not None:
        kinds.append("literal")
    if depth > 0:
        kinds += ["apply", "operator", "redex"] if ty in (REAL, BOOL) else ["apply"]
        if ty.domain is not None:
            kinds += ["lambda"] * 3
    kind = rng.choice(kinds)
    if kind == "variable":
        return var(rng.choice("xyz"), ty)
    if kind == "literal":
        return literal(rng.randrange(ty.size.least() if ty.size is not None else 3), ty)
    if kind == "apply":
        domain = rng.choice([BOOL, *INDEX_TYPES])
        return app(make_term(rng, fun(domain, ty), depth - 1), make_term(rng, domain, depth - 1))
    if kind == "lambda":
        return abstract(var(rng.choice("xyz"), ty.domain), make_term(rng, ty.codomain, depth - 1))
    if kind == "redex":
        domain = rng.choice([REAL, BOOL, *INDEX_TYPES])
        body = make_term(rng, ty, depth - 1)
        return app(abstract(var(rng.choice("xyz"), domain), body), make_term(rng, domain, depth - 1))
    return make_operator(rng, ty, depth - 1)


def make_operator(rng, ty, depth):
    if ty is REAL:
        which = rng.choice(["+", "*", "sum", "ind"])
        if which == "sum":
            return app(const("sum", N), make_term(rng, fun(fin(N), REAL), depth))
        if which == "ind":
            return app(const("ind"), make_term(rng, BOOL, depth))
        return app(const(which), make_term(rng, REAL, depth), make_term(rng, REAL, depth))
    which = rng.choice(["=", "≤", "∧", "⇒", "¬", "∀"])
    if which == "=":
        at = rng.choice(TYPES)
        return equation(make_term(rng, at, depth), make_term(rng, at, depth))
    if which == "≤":
        return app(const("≤"), make_term(rng, REAL, depth), make_term(rng, REAL, depth))
    if which == "∀":
        return forall(var(rng.choice("xyz"), rng.choice([BOOL, *INDEX_TYPES])), make_term(rng, BOOL, depth))
    p, q = make_term(rng, BOOL, depth), make_term(rng, BOOL, depth)
    return negation(p) if which == "¬" else conjunction(p, q) if which == "∧" else implication(p, q)


def make_value(rng, ty):
    """Return a random value of a type without size variables, in the form that evaluate_term reads."""
    if ty is REAL:
        return rng.randrange(-2, 3)
    if ty is BOOL:
        return rng.random() < 0.5
    if ty.size is not None:
        return rng.randrange(ty.size.least())
    count = 2 if ty.domain is BOOL else ty.domain.size.least()
    table = [make_value(rng, ty.codomain) for _ in range(count)]
    return (lambda p: table[p]) if ty.domain is BOOL else table


@pytest.fixture(scope="session")
def random_term():
    return make_term


@pytest.fixture(scope="session")
def random_value():
    return make_value


@pytest.fixture(scope="session")
def term_types():
    return TYPES
