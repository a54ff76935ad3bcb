"""Sizes, types and terms: interning, type checks, and the laws of substitution, read off the standard model."""

import operator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.kernel.axioms import CONSTANTS
from symattn.kernel.syntax import parse_type
from symattn.kernel.terms import (
    BOOL,
    EXTENDED,
    NAT,
    REAL,
    Abs,
    App,
    Bound,
    Const,
    KernelError,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    bound,
    const,
    declare,
    equality,
    equation,
    fin,
    fun,
    lam,
    literal,
    open_body,
    sides,
    size_variables,
    substitute,
    substitute_sizes,
    var,
)
from symattn.numeric.semantics import evaluate_term

ONE, TWO, M, N = Size.number(1), Size.number(2), Size.variable("m"), Size.variable("n")
SIZES = st.recursive(
    st.sampled_from([ONE, TWO, M, N]),
    lambda inner: st.builds(operator.add, inner, inner) | st.builds(operator.mul, inner, inner),
    max_leaves=5,
)
RANDOM = st.randoms(use_true_random=False)
QUICK = settings(max_examples=150, deadline=None)


def number(size, **values):
    return size.substitute({name: Size.number(value) for name, value in values.items()}).least()


# ---------------------------------------------------------------------------------------------------------------- sizes


@QUICK
@given(SIZES, SIZES, SIZES)
def test_sizes_are_a_commutative_semiring(p, q, r):
    assert p + q == q + p and p * q == q * p
    assert (p + q) + r == p + (q + r) and (p * q) * r == p * (q * r)
    assert p * (q + r) == p * q + p * r and p * ONE == p
    assert hash(p * (q + r)) == hash(p * q + p * r)


@QUICK
@given(SIZES, SIZES, st.integers(1, 4), st.integers(1, 4))
def test_size_arithmetic_agrees_with_numbers(p, q, m, n):
    assert number(p + q, m=m, n=n) == number(p, m=m, n=n) + number(q, m=m, n=n)
    assert number(p * q, m=m, n=n) == number(p, m=m, n=n) * number(q, m=m, n=n)
    assert number(p, m=m, n=n) >= p.least() >= 1


@QUICK
@given(SIZES, SIZES, SIZES, st.integers(1, 3), st.integers(1, 3))
def test_size_substitution_is_simultaneous(p, q, r, m, n):
    both = p.substitute({"m": q, "n": r})
    assert number(both, m=m, n=n) == number(p, m=number(q, m=m, n=n), n=number(r, m=m, n=n))


def test_size_substitution_swaps():
    p = M * M + N
    assert p.substitute({"m": N, "n": M}) == N * N + M
    assert p.substitute({}) is p and p.substitute({"k": ONE}) is p


def test_sizes_are_canonical():
    assert str(N * M + M * TWO + ONE) == "1 + 2*m + m*n"
    assert {M + N: 1}[N + M] == 1
    assert M != "m" and M != 1 and Size.number(1) != 1


@pytest.mark.parametrize(
    "terms",
    [
        {},
        {(): 0},
        {(): -1},
        {(("n", 1),): 0},
        {(("n", 0),): 1},
        {(("n", -1),): 1},
        {(("n", 1), ("m", 1)): 1},
        {(("n", 1), ("n", 1)): 1},
        {(("n", 1.0),): 1},
        {((0, 1),): 1},
        {(): 1.0},
        {(): True},
    ],
)
def test_no_size_zero_and_no_other_form(terms):
    with pytest.raises(KernelError, match="size"):
        Size(terms)


# -------------------------------------------------------------------------------------------------- types and interning


def test_equal_types_are_the_same_object():
    assert fin(M + N) is fin(N + M) and fin(TWO * N) is fin(N + N)
    assert fun(fin(N), REAL) is fun(fin(N), REAL)
    assert fin(M) is not fin(N) and len({REAL, NAT, BOOL, EXTENDED, fin(ONE), fin(TWO)}) == 6


def test_equal_terms_are_the_same_object():
    x = var("x", REAL)
    assert app(const("+"), x, literal(1, REAL)) is app(app(const("+"), x), literal(1, REAL))
    assert abstract(x, x) is abstract(var("y", REAL), var("y", REAL)) is lam(REAL, bound(0, REAL))
    assert const("#", M + N) is const("#", N + M)
    assert equality(REAL) is equality(REAL) and equality(REAL) is not equality(NAT)


def test_different_terms_are_different():
    terms = [
        var("x", REAL),
        var("x", NAT),
        var("x", fin(N)),
        var("x", fin(M)),
        var("pi", REAL),
        const("pi"),
        bound(0, REAL),
        bound(0, NAT),
        bound(1, REAL),
        literal(0, REAL),
        literal(0, NAT),
        literal(0, fin(N)),
        literal(1, REAL),
        const("#", N),
        const("#", M),
        const("inl", M, N),
        const("inl", N, M),
        lam(REAL, bound(0, REAL)),
        lam(REAL, bound(1, REAL)),
        equality(REAL),
        equality(fin(N)),
    ]
    assert len(set(terms)) == len(terms)


def test_a_variable_is_its_name_and_type():
    x = var("x", REAL)
    assert x.free == {x} and abstract(x, var("x", NAT)).free == {var("x", NAT)}


# ----------------------------------------------------------------------------------------------------- ill-formed terms

X, I, F = var("x", REAL), var("i", fin(N)), var("f", fun(fin(N), REAL))
REFUSED = {
    "literal 1 of [n]": lambda: literal(1, fin(N)),
    "literal 1 of [1]": lambda: literal(1, fin(ONE)),
    "literal 2 of [m+n]": lambda: literal(2, fin(M + N)),
    "literal 1 of [m*n]": lambda: literal(1, fin(M * N)),
    "negative index": lambda: literal(-1, fin(N)),
    "negative natural": lambda: literal(-1, NAT),
    "fraction as natural": lambda: literal(1.5, NAT),
    "string as real": lambda: literal("1", REAL),
    "literal truth value": lambda: literal(1, BOOL),
    "literal extended real": lambda: literal(0, EXTENDED),
    "literal function": lambda: literal(0, fun(REAL, REAL)),
    "literal of a string": lambda: literal(0, "ℝ"),
    "vector at an index of another size": lambda: app(F, var("j", fin(M))),
    "vector at an index of size 1": lambda: app(F, literal(0, fin(ONE))),
    "vector at a real": lambda: app(F, X),
    "real applied": lambda: app(X, X),
    "natural as real": lambda: app(const("exp"), literal(0, NAT)),
    "extended as real": lambda: app(const("exp"), const("ninf")),
    "equation of two types": lambda: equation(X, I),
    "equation of two sizes": lambda: equation(I, var("i", fin(M))),
    "sum over another size": lambda: app(const("sum", M), F),
    "term applied to a string": lambda: app(const("exp"), "x"),
    "string applied": lambda: app("exp", X),
    "bound index of two types": lambda: app(const("+"), app(F, bound(0, fin(N))), bound(0, REAL)),
    "binder of another type": lambda: lam(fin(M), app(F, bound(0, fin(N)))),
    "binder that is no type": lambda: lam("ℝ", X),
    "abstraction of a string": lambda: lam(REAL, "x"),
    "abstract a constant": lambda: abstract(const("pi"), X),
    "abstract under a loose index": lambda: abstract(X, bound(0, REAL)),
    "negative bound index": lambda: bound(-1, REAL),
    "bound index of no type": lambda: bound(0, "ℝ"),
    "variable of no type": lambda: var("x", "ℝ"),
    "variable without a name": lambda: var(None, REAL),
    "undeclared constant": lambda: const("softmax"),
    "constant with too few sizes": lambda: const("sum"),
    "constant with too many sizes": lambda: const("exp", N),
    "constant with an int for a size": lambda: const("sum", 3),
    "equality as a declared constant": lambda: const("="),
    "index type of an int": lambda: fin(3),
    "function type of strings": lambda: fun("ℝ", "ℝ"),
    "declare equality": lambda: declare("=", (), REAL),
    "declare again otherwise": lambda: declare("exp", (), REAL),
    "declare with a stray size": lambda: declare("test_stray", ("m",), fin(N)),
    "declare with a stray size, and a value without it": lambda: declare("test_hidden", (), fin(N), literal(0, REAL)),
    "declare with a parameter twice": lambda: declare("test_twice", ("n", "n"), fin(N)),
    "declare without a type": lambda: declare("test_untyped", (), "ℝ"),
    "open a term that is no abstraction": lambda: open_body(F, I),
    "open at another type": lambda: open_body(lam(REAL, bound(0, REAL)), I),
    "open at a loose index": lambda: open_body(lam(REAL, bound(0, REAL)), bound(0, REAL)),
    "open a loose abstraction": lambda: open_body(lam(REAL, bound(1, REAL)), X),
    "substitute another type": lambda: substitute(X, {X: I}),
    "substitute for a constant": lambda: substitute(X, {const("pi"): X}),
    "substitute a loose index": lambda: substitute(X, {X: bound(0, REAL)}),
    "substitute a string": lambda: substitute(X, {X: "x"}),
    "a size of nothing": lambda: Size(None),
    "a size of numbers": lambda: Size({1: 1}),
    "a size of what is no power": lambda: Size({(1,): 1}),
    "a blank variable": lambda: Var.__new__(Var),
    "a blank type": lambda: Type(),
    "a blank term": lambda: Term(),
    "declare with parameters in no tuple": lambda: declare("test_list", "nm", REAL),
    "declare without parameters": lambda: declare("test_none", None, REAL),
    "an int for a size variable": lambda: substitute_sizes(I, {"n": 2}),
    "a size for an int": lambda: substitute_sizes(I, {0: N}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_ill_formed_is_refused(name):
    with pytest.raises(KernelError):
        REFUSED[name]()


def test_index_literals_below_the_least_size_are_allowed():
    assert literal(0, fin(N)).value == 0 and literal(2, fin(M + TWO)).value == 2
    assert substitute_sizes(literal(1, fin(N + ONE)), {"n": ONE}) is literal(1, fin(TWO))


def test_a_number_with_many_digits_is_shown_short():
    """Python refuses to write a number of more than 4,300 digits."""
    assert str(app(const("exp"), literal(10**5000, REAL))) == "(exp …)"
    assert str(literal(Fraction(1, 10**5000), REAL)) == "…" and str(literal(Fraction(2, 3), REAL)) == "2/3"


def test_every_primitive_constant_has_its_type():
    for constant in CONSTANTS:
        term = const(constant.name, *map(Size.variable, constant.parameters))
        assert term.type is parse_type(constant.type)


def test_declaring_again_word_for_word_is_harmless():
    assert declare("test_declared", ("n",), fin(N)) is True
    assert declare("test_declared", ("n",), fin(N)) is False


# ------------------------------------------------------------------------------------------------- laws of random terms


def recomputed(t):
    """Compute the type, the free variables and the loose indices of a term from its parts alone."""
    if isinstance(t, App):
        left, right = recomputed(t.function), recomputed(t.argument)
        assert left[0].domain is right[0]
        return left[0].codomain, left[1] | right[1], left[2] | right[2]
    if isinstance(t, Abs):
        ty, free, loose = recomputed(t.body)
        assert all(at is t.binder for index, at in loose if index == 0)
        return fun(t.binder, ty), free, {(index - 1, at) for index, at in loose if index > 0}
    if isinstance(t, Var):
        return t.type, {t}, set()
    if isinstance(t, Bound):
        return t.type, set(), {(t.index, t.type)}
    return t.type, set(), set()


def rebuilt(t):
    """Build a term again from its parts."""
    if isinstance(t, App):
        return app(rebuilt(t.function), rebuilt(t.argument))
    if isinstance(t, Abs):
        return lam(t.binder, rebuilt(t.body))
    if isinstance(t, Var):
        return var(t.name, t.type)
    if isinstance(t, Bound):
        return bound(t.index, t.type)
    if isinstance(t, Const):
        return equality(t.type.domain) if t.name == "=" else const(t.name, *t.sizes)
    return literal(t.value, t.type)


@QUICK
@given(RANDOM)
def test_random_terms_are_well_typed_and_interned(random_term, term_types, rng):
    t = random_term(rng, rng.choice(term_types), 4)
    ty, free, loose = recomputed(t)
    assert ty is t.type and free == t.free and not loose and not t.loose
    assert rebuilt(t) is t
    inner = t.body if isinstance(t, Abs) else t
    assert set(inner.loose) == recomputed(inner)[2]


def environment_for(rng, terms, sizes, random_value):
    numbers = {name: Size.number(value) for name, value in sizes.items()}
    free = sorted({v for t in terms for v in t.free}, key=lambda v: (v.name, str(v.type)))
    return {v: random_value(rng, v.type.substitute(numbers)) for v in free}


@QUICK
@given(RANDOM)
def test_substitution_lemma(random_term, random_value, rng):
    """Substituting a term and then reading it is reading it with the variable's value changed; no capture."""
    t = random_term(rng, rng.choice([REAL, BOOL]), 5)
    chosen = [v for v in sorted(t.free, key=lambda v: (v.name, str(v.type))) if rng.random() < 0.6]
    values = {v: random_term(rng, v.type, 2) for v in chosen}
    sizes = {"m": rng.randrange(1, 3), "n": rng.randrange(1, 3)}
    environment = environment_for(rng, [t, *values.values()], sizes, random_value)
    changed = environment | {v: as_input(evaluate_term(s, environment, sizes)) for v, s in values.items()}
    assert evaluate_term(substitute(t, values), environment, sizes) == evaluate_term(t, changed, sizes)


def as_input(value):
    return value.tolist() if hasattr(value, "tolist") else value


@QUICK
@given(RANDOM)
def test_beta_lemma(random_term, random_value, rng):
    ty = rng.choice([REAL, BOOL, fin(N), fun(fin(N), REAL)])
    x = var("x", ty)
    body, argument = random_term(rng, rng.choice([REAL, BOOL]), 5), random_term(rng, ty, 2)
    redex = app(abstract(x, body), argument)
    opened = open_body(redex.function, argument)
    assert opened is substitute(body, {x: argument})
    sizes = {"m": rng.randrange(1, 3), "n": rng.randrange(1, 3)}
    environment = environment_for(rng, [redex], sizes, random_value)
    assert evaluate_term(opened, environment, sizes) == evaluate_term(redex, environment, sizes)


@QUICK
@given(RANDOM)
def test_size_substitution_lemma(random_term, random_value, rng):
    t = random_term(rng, rng.choice([REAL, BOOL]), 5)
    values = {"m": rng.choice([ONE, N, M + N, N * TWO]), "n": rng.choice([TWO, M, N + ONE])}
    small = {"m": rng.randrange(1, 3), "n": rng.randrange(1, 3)}
    moved = substitute_sizes(t, values)
    environment = environment_for(rng, [moved], small, random_value)
    original = {v: environment[substitute_sizes(v, values)] for v in t.free}
    large = {name: number(size, **small) for name, size in values.items()}
    assert evaluate_term(moved, environment, small) == evaluate_term(t, original, large)


@QUICK
@given(RANDOM)
def test_abstract_and_open_are_inverse(random_term, term_types, rng):
    t, x = random_term(rng, rng.choice(term_types), 4), var("x", rng.choice(term_types))
    assert open_body(abstract(x, t), x) is t
    assert x not in abstract(x, t).free
    fresh = var("fresh", x.type)
    assert abstract(fresh, substitute(t, {x: fresh})) is abstract(x, t)


@QUICK
@given(RANDOM)
def test_substitutions_compose(random_term, term_types, rng):
    t, ty = random_term(rng, rng.choice(term_types), 4), rng.choice(term_types)
    x, y, fresh = var("x", ty), var("y", ty), var("fresh", ty)
    swapped = substitute(t, {x: y, y: x})
    assert substitute(swapped, {x: y, y: x}) is t
    assert substitute(substitute(substitute(t, {x: fresh}), {y: x}), {fresh: y}) is swapped
    s = random_term(rng, ty, 2)
    assert substitute(substitute(t, {x: fresh}), {fresh: s}) is substitute(t, {x: s})
    assert substitute(t, {}) is t and substitute(t, {x: x}) is t


def test_size_variables_are_found_everywhere():
    hidden = app(lam(fin(N), literal(0, REAL)), literal(0, fin(N)))
    assert size_variables([hidden]) == {"n"}
    assert size_variables([const("#", M * N)]) == {"m", "n"}
    assert size_variables([equality(fin(M))]) == {"m"}
    assert size_variables([lam(REAL, lam(fin(M), bound(1, REAL)))]) == {"m"}
    assert size_variables([literal(0, REAL)]) == frozenset() == size_variables([])


def test_sides():
    assert sides(equation(X, X)) == (X, X)
    assert sides(X) is None and sides(app(equality(REAL), X)) is None
    assert sides(app(const("≤"), X, X)) is None
