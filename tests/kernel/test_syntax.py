"""The parser reads every axiom as it is meant, and what the printer shows is read back as the same term."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import axiom
from symattn.kernel.syntax import FALSE, TRUE, conjunction, forall, implication, negation, parse, parse_type
from symattn.kernel.terms import (
    BOOL,
    EXTENDED,
    NAT,
    REAL,
    KernelError,
    Size,
    abstract,
    app,
    bound,
    const,
    equality,
    equation,
    fin,
    fun,
    lam,
    literal,
    var,
)
from symattn.prover.logic.notation import show

M, N, K, ONE = Size.variable("m"), Size.variable("n"), Size.variable("k"), Size.number(1)
CONNECTIVE = fun(BOOL, fun(BOOL, BOOL))

# The encodings once more, from terms alone.  A binary helper takes its arguments in the order they are written in.
TOP = app(equality(fun(BOOL, BOOL)), lam(BOOL, bound(0, BOOL)), lam(BOOL, bound(0, BOOL)))


def every(ty, body):
    """Write ∀ with the body under its binder."""
    return app(equality(fun(ty, BOOL)), lam(ty, body), lam(ty, TOP))


BOTTOM = every(BOOL, bound(0, BOOL))


def both(p, q, lift):
    """Write p ∧ q; ``lift`` gives a proposition as it stands under one more binder."""
    f = bound(0, CONNECTIVE)
    sides = lam(CONNECTIVE, app(f, lift(p), lift(q))), lam(CONNECTIVE, app(f, TOP, TOP))
    return app(equality(fun(CONNECTIVE, BOOL)), *sides)


def implies(p, q):
    return app(equality(BOOL), both(p, q, shifted), p)


def negated(p):
    return implies(p, BOTTOM)


def shifted(t, by=1, depth=0):
    """Lift the loose indices of a term by one binder."""
    kind = type(t).__name__
    if kind == "Bound":
        return bound(t.index + by, t.type) if t.index >= depth else t
    if kind == "App":
        return app(shifted(t.function, by, depth), shifted(t.argument, by, depth))
    if kind == "Abs":
        return lam(t.binder, shifted(t.body, by, depth + 1))
    return t


def eq(left, right):
    return app(equality(left.type), left, right)


def op(name, left, right):
    return app(const(name), left, right)


def le(left, right):
    return op("≤", left, right)


def lt(left, right):
    return negated(le(right, left))


def total(size, body):
    """Write Σ over [size] with the body under its binder."""
    return app(const("sum", size), lam(fin(size), body))


def real(value):
    return literal(value, REAL)


def r(index):
    return bound(index, REAL)


def e(index):
    return bound(index, EXTENDED)


PREDICATE, STEP = fun(NAT, BOOL), fun(BOOL, BOOL)
VECTOR, MATRIX = fun(fin(N), REAL), fun(fin(M), fun(fin(N), REAL))
THERE, BACK = fun(fin(M), fin(N)), fun(fin(N), fin(M))

MEANT = {
    "bool_cases": every(
        STEP,
        implies(
            app(bound(0, STEP), TOP),
            implies(app(bound(0, STEP), BOTTOM), every(BOOL, app(bound(1, STEP), bound(0, BOOL)))),
        ),
    ),
    "nat_induction": every(
        PREDICATE,
        implies(
            app(bound(0, PREDICATE), literal(0, NAT)),
            implies(
                every(
                    NAT,
                    implies(
                        app(bound(1, PREDICATE), bound(0, NAT)),
                        app(bound(1, PREDICATE), app(const("suc"), bound(0, NAT))),
                    ),
                ),
                every(NAT, app(bound(1, PREDICATE), bound(0, NAT))),
            ),
        ),
    ),
    "le_total": every(REAL, every(REAL, implies(negated(le(r(1), r(0))), le(r(0), r(1))))),
    "le_antisym": every(REAL, every(REAL, implies(le(r(1), r(0)), implies(le(r(0), r(1)), eq(r(1), r(0)))))),
    "le_add": every(
        REAL, every(REAL, every(REAL, implies(le(r(2), r(1)), le(op("+", r(2), r(0)), op("+", r(1), r(0))))))
    ),
    "le_mul": every(
        REAL,
        every(REAL, implies(le(real(0), r(1)), implies(le(real(0), r(0)), le(real(0), op("*", r(1), r(0)))))),
    ),
    "zero_lt_one": lt(real(0), real(1)),
    "inv_mul": every(REAL, implies(negated(eq(r(0), real(0))), eq(op("*", r(0), app(const("inv"), r(0))), real(1)))),
    "exp_pos": every(REAL, lt(real(0), app(const("exp"), r(0)))),
    "exp_add": every(
        REAL,
        every(
            REAL,
            eq(
                app(const("exp"), op("+", r(1), r(0))),
                op("*", app(const("exp"), r(1)), app(const("exp"), r(0))),
            ),
        ),
    ),
    "cos_add": every(
        REAL,
        every(
            REAL,
            eq(
                app(const("cos"), op("+", r(1), r(0))),
                op(
                    "+",
                    op("*", app(const("cos"), r(1)), app(const("cos"), r(0))),
                    op("*", real(-1), op("*", app(const("sin"), r(1)), app(const("sin"), r(0)))),
                ),
            ),
        ),
    ),
    "size_mul": eq(const("#", M * N), op("*", const("#", M), const("#", N))),
    "sum_add": every(
        VECTOR,
        every(
            VECTOR,
            eq(
                total(N, op("+", app(bound(2, VECTOR), bound(0, fin(N))), app(bound(1, VECTOR), bound(0, fin(N))))),
                op(
                    "+",
                    total(N, app(bound(2, VECTOR), bound(0, fin(N)))),
                    total(N, app(bound(1, VECTOR), bound(0, fin(N)))),
                ),
            ),
        ),
    ),
    "sum_swap": every(
        MATRIX,
        eq(
            total(M, total(N, app(bound(2, MATRIX), bound(1, fin(M)), bound(0, fin(N))))),
            total(N, total(M, app(bound(2, MATRIX), bound(0, fin(M)), bound(1, fin(N))))),
        ),
    ),
    "sum_delta": every(
        VECTOR,
        every(
            fin(N),
            eq(
                total(
                    N,
                    op(
                        "*",
                        app(const("ind"), eq(bound(0, fin(N)), bound(1, fin(N)))),
                        app(bound(2, VECTOR), bound(0, fin(N))),
                    ),
                ),
                app(bound(1, VECTOR), bound(0, fin(N))),
            ),
        ),
    ),
    "sum_reindex": every(
        VECTOR,
        every(
            THERE,
            every(
                BACK,
                implies(
                    every(fin(M), eq(app(bound(1, BACK), app(bound(2, THERE), bound(0, fin(M)))), bound(0, fin(M)))),
                    implies(
                        every(
                            fin(N), eq(app(bound(2, THERE), app(bound(1, BACK), bound(0, fin(N)))), bound(0, fin(N)))
                        ),
                        eq(
                            total(N, app(bound(3, VECTOR), bound(0, fin(N)))),
                            total(M, app(bound(3, VECTOR), app(bound(2, THERE), bound(0, fin(M))))),
                        ),
                    ),
                ),
            ),
        ),
    ),
    "sum_ge_term": every(
        VECTOR,
        every(
            fin(N),
            implies(
                every(fin(N), le(real(0), app(bound(2, VECTOR), bound(0, fin(N))))),
                le(app(bound(1, VECTOR), bound(0, fin(N))), total(N, app(bound(2, VECTOR), bound(0, fin(N))))),
            ),
        ),
    ),
    "sum_one": every(
        fun(fin(ONE), REAL),
        eq(
            total(ONE, app(bound(1, fun(fin(ONE), REAL)), bound(0, fin(ONE)))),
            app(bound(0, fun(fin(ONE), REAL)), literal(0, fin(ONE))),
        ),
    ),
    "fin_two_right": eq(app(const("inr", ONE, ONE), literal(0, fin(ONE))), literal(1, fin(ONE + ONE))),
    "pair_quo_rem": every(
        fin(M * N),
        eq(
            app(
                const("pair", M, N),
                app(const("quo", M, N), bound(0, fin(M * N))),
                app(const("rem", M, N), bound(0, fin(M * N))),
            ),
            bound(0, fin(M * N)),
        ),
    ),
    "pos_pair": every(
        fin(M),
        every(
            fin(N),
            eq(
                app(const("pos", M * N), app(const("pair", M, N), bound(1, fin(M)), bound(0, fin(N)))),
                op(
                    "+",
                    op("*", const("#", N), app(const("pos", M), bound(1, fin(M)))),
                    app(const("pos", N), bound(0, fin(N))),
                ),
            ),
        ),
    ),
    "times_ninf": every(REAL, implies(lt(real(0), r(0)), eq(app(const("times"), r(0), const("ninf")), const("ninf")))),
    "times_plus": every(
        REAL,
        every(
            EXTENDED,
            every(
                EXTENDED,
                implies(
                    lt(real(0), r(2)),
                    eq(
                        app(const("times"), r(2), op("plus", e(1), e(0))),
                        op("plus", app(const("times"), r(2), e(1)), app(const("times"), r(2), e(0))),
                    ),
                ),
            ),
        ),
    ),
    "eexp_nonneg": every(EXTENDED, le(real(0), app(const("eexp"), e(0)))),
}


@pytest.mark.parametrize("name", MEANT)
def test_axiom_is_read_as_meant(name):
    assert axiom(name).conclusion is MEANT[name]


def test_connectives_are_the_encodings_written_here():
    p, q, x = var("p", BOOL), var("q", BOOL), var("x", REAL)
    assert TRUE is TOP and FALSE is BOTTOM
    assert conjunction(p, q) is both(p, q, shifted)
    assert implication(p, q) is implies(p, q) and negation(p) is negated(p)
    assert forall(x, eq(x, x)) is every(REAL, eq(r(0), r(0)))


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("∀p q r:𝔹. p ⇒ q ⇒ r", "∀p q r:𝔹. (p ⇒ (q ⇒ r))"),
        ("∀p q r:𝔹. p ∧ q ∧ r", "∀p q r:𝔹. (p ∧ (q ∧ r))"),
        ("∀p q r:𝔹. p ∧ q ⇒ r", "∀p q r:𝔹. ((p ∧ q) ⇒ r)"),
        ("∀p q r:𝔹. p ⇒ q ∧ r", "∀p q r:𝔹. (p ⇒ (q ∧ r))"),
        ("∀p q:𝔹. ¬p ∧ q", "∀p q:𝔹. ((¬p) ∧ q)"),
        ("∀p q:𝔹. ¬p ⇒ q", "∀p q:𝔹. ((¬p) ⇒ q)"),
        ("∀p q:𝔹. ¬p = q", "∀p q:𝔹. ((¬p) = q)"),
        ("∀P:ℝ→𝔹, x:ℝ. ¬P x", "∀P:ℝ→𝔹, x:ℝ. ¬(P x)"),
        ("∀x y z:ℝ. x + y + z = z", "∀x y z:ℝ. ((x + y) + z) = z"),
        ("∀x y z:ℝ. x * y * z = z", "∀x y z:ℝ. ((x * y) * z) = z"),
        ("∀x y z:ℝ. x + y * z ≤ x * y + z", "∀x y z:ℝ. (x + (y * z)) ≤ ((x * y) + z)"),
        ("∀x y:ℝ. x = y ⇒ y = x", "∀x y:ℝ. ((x = y) ⇒ (y = x))"),
        ("∀x:ℝ. exp x * x = exp x", "∀x:ℝ. (((exp x) * x) = (exp x))"),
        ("∀f:ℝ→ℝ→ℝ, x y:ℝ. f x y = x", "∀f:ℝ→ℝ→ℝ. ∀x:ℝ. ∀y:ℝ. ((f x) y) = x"),
        ("∀x:ℝ. x ≠ 0 ⇒ x < 1", "∀x:ℝ. (¬(x = 0)) ⇒ ¬(1 ≤ x)"),
        ("∀f:[n]→ℝ. (Σ i:[n]. f i + 1) = 1", "∀f:[n]→ℝ. (Σ i:[n]. ((f i) + 1)) = 1"),
        ("∀x:ℝ. exp -1 = x", "∀x:ℝ. (exp (-1)) = x"),
        ("∀x:ℝ. ∀x:ℝ. x = 0", "∀y:ℝ. ∀z:ℝ. z = 0"),
        ("∀x:ℝ. (∀x:ℝ. x = 0) ∧ x = 1", "∀y:ℝ. (∀z:ℝ. z = 0) ∧ y = 1"),
    ],
)
def test_precedence(short, long):
    assert parse(short) is parse(long)


def test_precedence_is_not_vacuous():
    different = ["∀p q r:𝔹. (p ⇒ q) ⇒ r", "∀p q r:𝔹. p ⇒ q ⇒ r", "∀p q r:𝔹. p ∧ q ⇒ r", "∀p q r:𝔹. p ∧ (q ⇒ r)"]
    assert len({parse(text) for text in different}) == 4
    assert parse("∀x y:ℝ. x < y") is not parse("∀x y:ℝ. y < x")


def test_types():
    assert parse_type("[m]→[n]→ℝ") is fun(fin(M), fun(fin(N), REAL))
    assert parse_type("([n]→ℝ)→ℝ∞") is fun(fun(fin(N), REAL), EXTENDED)
    assert parse_type("[2*n+m*n]") is fin(N + N + M * N)
    assert parse_type("ℕ→𝔹") is fun(NAT, BOOL)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "∀x:ℝ. x",
        "∀x:ℝ. y = y",
        "∀x:ℝ. x = x)",
        "(∀x:ℝ. x = x",
        "∀x. x = x",
        "∀x:[0]. x = x",
        "∀x:[n]. x = 1@[n]",
        "∀x:[n]. x = 0",
        "∀x:ℝ. x +",
        "∀x:ℝ. + x",
        "Σ x:ℝ. x",
        "1/0 = 1/0",
        "sum (λi:[n]. 0) = 0",
        "sum{n,n} (λi:[n]. 0) = 0",
        "sum{0} = sum{0}",
        "1 = 0@ℕ",
        "ninf + ninf = ninf",
        "∀f:[m]→ℝ. (Σ i:[n]. f i) = 0",
        "⊤ ⊤",
        "softmax",
        "∀i:[²]. ⊤",
        "∀i:[٣]. ⊤",
        "-٣ = 0",
        "1/2@ℕ = 1@ℕ",
        "9" * 5000 + " = 0",
        "(" * 5000,
        None,
    ],
    ids=lambda text: ascii(text)[:30],
)
def test_what_does_not_parse(text):
    with pytest.raises(KernelError):
        parse(text)


def test_parse_type_refuses_a_rest():
    with pytest.raises(KernelError):
        parse_type("ℝ→")
    with pytest.raises(KernelError):
        parse_type("ℝ ℝ")


@pytest.mark.parametrize("name", AXIOMS)
def test_axioms_are_printed_as_they_are_read(name):
    assert parse(show(axiom(name).conclusion)) is axiom(name).conclusion


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_terms_are_printed_as_they_are_read(random_term, term_types, rng):
    t = random_term(rng, rng.choice(term_types), 5)
    for v in sorted(t.free, key=lambda v: (v.name, str(v.type))):
        t = abstract(v, t)
    assert parse(show(t)) is t
    assert show(parse(show(t))) == show(t)


def test_negation_of_an_equation_is_shown_as_an_inequality():
    x = var("x", REAL)
    assert show(forall(x, negation(equation(x, real(0))))) == "∀x0:ℝ. x0 ≠ 0"
