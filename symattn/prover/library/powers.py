"""Lemmas about powers of numbers and of matrices with natural numbers as exponents, from their recursion."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import forall, implication, negation
from ...kernel.terms import NAT, REAL, Size, Term, Var, app, equation, fin, fun, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import beta_sides, replaced, rewrite_proposition, to
from ..logic.derived_rules import (
    absurd,
    ap_term,
    ap_thm,
    binary,
    chain,
    close,
    discharge,
    gen,
    mp,
    right,
    spec,
    symmetric,
)
from ..logic.formulas import EXP, MUL, ONE, ZERO, m, n, plus, times, x
from ..logic.numerals import NONE, UNIT_NAT, nadd, real, suc
from ..logic.parts import head_and_arguments
from .definitions import defined, from_definition
from .facts import fact, infer, lemma
from .naturals import by_induction
from .outlines import by_induction_on
from .propositions import by_cases
from .search import implied, said_of, search, searched
from .values import same_natural

a, b = var("a", NAT), var("b", NAT)
M = var("M", fun(fin(n), fun(fin(n), REAL)))
h = Size.variable("h")
_X, _Y, _N = var("x", REAL), var("y", REAL), var("n", NAT)


def recursion(name: str, sizes: tuple[Size, ...], base: Term, exponent: Term, predecessor: Term | None) -> Theorem:
    """Infer the recursion equation of a power at 0, or at the successor of a number."""
    unfolded = from_definition(name, sizes, base, exponent)
    head, (steps, start, _, *entry) = head_and_arguments(right(unfolded))
    at = dict(zip("mn", head.sizes, strict=True))  # type: ignore[attr-defined]
    values = (steps, start) if predecessor is None else (steps, start, predecessor)
    result = fact("iterate_zero" if predecessor is None else "iterate_suc", at, *values)
    for index in entry:
        result = ap_thm(result, index)
    result = beta_sides(chain(unfolded, result))
    if predecessor is None:
        return result
    return replaced(result, symmetric(from_definition(name, sizes, base, predecessor)))


@lemma("∀x:ℝ. power x 0@ℕ = 1")
def power_zero() -> Theorem:
    """A power with the exponent 0."""
    return recursion("power", (), x, NONE, None)


@lemma("∀x:ℝ, a:ℕ. power x (suc a) = x * power x a")
def power_suc() -> Theorem:
    """A power with an exponent that is not 0."""
    return recursion("power", (), x, suc(a), a)


@lemma("∀M:[n]→[n]→ℝ. matpow{n} M 0@ℕ = identity{n}")
def matpow_zero() -> Theorem:
    """A matrix power with the exponent 0."""
    return recursion("matpow", (n,), M, NONE, None)


@lemma("∀M:[n]→[n]→ℝ, a:ℕ. matpow{n} M (suc a) = matmul{n,n,n} M (matpow{n} M a)")
def matpow_suc() -> Theorem:
    """A matrix power with an exponent that is not 0."""
    return recursion("matpow", (n,), M, suc(a), a)


@lemma("∀x:ℝ. power x (suc 0@ℕ) = x")
def power_one() -> Theorem:
    """A power with the exponent 1."""
    return to(replaced(fact("power_suc", x, NONE), fact("power_zero", x)), x)


@lemma("∀M:[n]→[n]→ℝ. matpow{n} M (suc 0@ℕ) = M")
def matpow_one() -> Theorem:
    """A matrix power with the exponent 1."""
    product = replaced(fact("matpow_suc", M, NONE), fact("matpow_zero", M))
    return chain(product, search(equation(right(product), M)))


@lemma("∀x:ℝ, a b:ℕ. power x (nadd a b) = power x a * power x b")
def power_nadd() -> Theorem:
    """A power with a sum as its exponent."""
    power = app(defined("power"), x)
    same = assume(equation(app(power, nadd(a, b)), times(app(power, a), app(power, b))))
    base = to(ap_term(power, fact("nadd_zero", b)), times(ONE, app(power, b)))
    base = chain(base, ap_thm(ap_term(MUL, symmetric(fact("power_zero", x))), app(power, b)))
    step = chain(ap_term(power, fact("nadd_suc", a, b)), fact("power_suc", x, nadd(a, b)))
    step = to(replaced(step, same), times(times(x, app(power, a)), app(power, b)))
    step = chain(step, ap_thm(ap_term(MUL, symmetric(fact("power_suc", x, a))), app(power, b)))
    return by_induction(a, same.conclusion, base, step)


@lemma("∀M:[n]→[n]→ℝ, a b:ℕ. matpow{n} M (nadd a b) = matmul{n,n,n} (matpow{n} M a) (matpow{n} M b)")
def matpow_nadd() -> Theorem:
    """A matrix power with a sum as its exponent."""
    power, product = app(defined("matpow", n), M), defined("matmul", n, n, n)
    same = assume(equation(app(power, nadd(a, b)), app(product, app(power, a), app(power, b))))
    base = chain(ap_term(power, fact("nadd_zero", b)), symmetric(fact("identity_matmul", app(power, b))))
    base = chain(base, ap_thm(ap_term(product, symmetric(fact("matpow_zero", M))), app(power, b)))
    step = chain(ap_term(power, fact("nadd_suc", a, b)), fact("matpow_suc", M, nadd(a, b)))
    moved = fact("matmul_assoc", M, app(power, a), app(power, b))
    step = chain(replaced(step, same), symmetric(moved))
    step = chain(step, ap_thm(ap_term(product, symmetric(fact("matpow_suc", M, a))), app(power, b)))
    return by_induction(a, same.conclusion, base, step)


@lemma("∀M:[n]→[n]→ℝ, a:ℕ, i j:[n]. (Σ k:[n]. matpow{n} M a i k * M k j) = (Σ k:[n]. M i k * matpow{n} M a k j)")
def matpow_commutes() -> Theorem:
    """A matrix commutes with its powers, entry by entry."""
    power, one = app(defined("matpow", n), M), fact("matpow_one", M)
    after = replaced(fact("matpow_nadd", M, a, UNIT_NAT), one)
    before = replaced(fact("matpow_nadd", M, UNIT_NAT, a), one)
    same = ap_term(power, same_natural(nadd(a, UNIT_NAT), nadd(UNIT_NAT, a)))
    products = chain(symmetric(after), same, before)
    i, j = var("i", fin(n)), var("j", fin(n))
    sides = (from_definition("matmul", (n, n, n), *pair, i, j) for pair in ((app(power, a), M), (M, app(power, a))))
    first, second = sides
    entries = ap_thm(ap_thm(products, i), j)
    return chain(symmetric(first), entries, second)


class _Facts(NamedTuple):
    """Name what is known of a kind of powers."""

    zero: str
    suc: str
    nadd: str
    of_power: str


_OF_NUMBERS = _Facts("power_zero", "power_suc", "power_nadd", "power_of_power")
_OF_MATRICES = _Facts("matpow_zero", "matpow_suc", "matpow_nadd", "matpow_of_matpow")


def _product_is(c: Term, k: Term) -> Term:
    """Return that c = k·a for natural numbers."""
    return equation(real(c), times(real(k), real(a)))


def _power_of_power(power: Callable[[Term, Term], Term], base: Var, facts: _Facts) -> Theorem:
    """Infer (xᵃ)ᵏ = xᶜ from c = k·a, by induction over k."""
    c, k = var("c", NAT), var("k", NAT)

    def goal(number: Term) -> Term:
        same = equation(power(power(base, a), number), power(base, c))
        return forall(c, implication(_product_is(c, number), same))

    zero = assume(_product_is(c, NONE))
    is_zero = implied("∀c a:ℕ. real c = real 0@ℕ * real a ⇒ c = 0@ℕ", zero)
    constant = head_and_arguments(power(base, a))[0]
    first = fact(facts.zero, power(base, a))
    second = chain(ap_term(app(constant, base), is_zero), fact(facts.zero, base))
    base_case = gen(c, discharge(zero.conclusion, chain(first, symmetric(second))))

    before, after = var("e", NAT), assume(_product_is(c, suc(k)))
    smaller = assume(_product_is(before, k))
    sum_is = implied(
        "∀c k a e:ℕ. real c = real (suc k) * real a ⇒ real e = real k * real a ⇒ c = nadd a e", after, smaller
    )
    known = mp(spec(assume(goal(k)), before), smaller)
    left_side = replaced(fact(facts.suc, power(base, a), k), known)
    right_side = chain(ap_term(app(constant, base), sum_is), fact(facts.nadd, base, a, before))
    same = chain(left_side, symmetric(right_side))
    found = infer("product_exists", gen(before, discharge(smaller.conclusion, same)))
    step = gen(c, discharge(after.conclusion, found))
    return close(spec(by_induction(k, goal(k), base_case, step), c), base, a, k, c)


def _matrix_power(base: Term, exponent: Term) -> Term:
    return app(defined("matpow", n), base, exponent)


@lemma("∀M:[n]→[n]→ℝ, a k c:ℕ. real c = real k * real a ⇒ matpow{n} (matpow{n} M a) k = matpow{n} M c")
def matpow_of_matpow() -> Theorem:
    """A power of a power of a matrix."""
    return _power_of_power(_matrix_power, M, _OF_MATRICES)


@lemma("∀x:ℝ, a k c:ℕ. real c = real k * real a ⇒ power (power x a) k = power x c")
def power_of_power() -> Theorem:
    """A power of a power."""
    return _power_of_power(power_term, x, _OF_NUMBERS)


def _swapped_powers(base: Var, facts: _Facts) -> Theorem:
    """Infer (xᵃ)ᵇ = (xᵇ)ᵃ, both xᶜ for c = b·a."""
    c = var("c", NAT)
    one = assume(_product_is(c, b))
    other = chain(one, ring(times(real(b), real(a)), times(real(a), real(b))))
    first = fact(facts.of_power, base, a, b, c, premises=(one,))
    second = fact(facts.of_power, base, b, a, c, premises=(other,))
    same = chain(first, symmetric(second))
    found = infer("product_exists", gen(c, discharge(one.conclusion, same)))
    return close(found, base, a, b)


@lemma("∀M:[n]→[n]→ℝ, a b:ℕ. matpow{n} (matpow{n} M a) b = matpow{n} (matpow{n} M b) a")
def matpow_swapped() -> Theorem:
    """Powers of powers of a matrix do not depend on the order of the exponents."""
    return _swapped_powers(M, _OF_MATRICES)


@lemma("∀x:ℝ, a b:ℕ. power (power x a) b = power (power x b) a")
def power_swapped() -> Theorem:
    """Powers of powers do not depend on the order of the exponents."""
    return _swapped_powers(x, _OF_NUMBERS)


@lemma("∀M:[n]→[n]→ℝ, a:ℕ. matpow{n} M (suc a) = matmul{n,n,n} (matpow{n} M a) M")
def matpow_last() -> None:
    """A matrix power with an exponent that is not 0, with the last factor apart."""


@lemma(
    "∀A B:[n]→[n]→ℝ, a:ℕ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} (matpow{n} A a) (matpow{n} B a) = identity{n}"
)
def powers_of_inverses(inverse: Theorem) -> Theorem:
    """The powers of inverse matrices are inverse, by induction."""
    A, B, product = var("A", M.type), var("B", M.type), defined("matmul", n, n, n)
    same = assume(equation(app(product, _matrix_power(A, a), _matrix_power(B, a)), defined("identity", n)))
    base = binary(product, fact("matpow_zero", A), fact("matpow_zero", B))
    base = chain(base, searched("matmul{n,n,n} identity{n} identity{n} = identity{n}"))
    step = implied(
        "∀A B C D:[n]→[n]→ℝ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} C D = identity{n}"
        " ⇒ matmul{n,n,n} (matmul{n,n,n} C A) (matmul{n,n,n} B D) = identity{n}",
        inverse,
        same,
    )
    step = rewrite_proposition(step, *map(symmetric, (fact("matpow_last", A, a), fact("matpow_suc", B, a))))
    return by_induction(a, same.conclusion, base, step)


@lemma(
    "∀A:[m]→[m]→ℝ, X:[m]→[n]→ℝ, B:[n]→[n]→ℝ, a:ℕ. matmul{m,m,n} A X = matmul{m,n,n} X B"
    " ⇒ matmul{m,m,n} (matpow{m} A a) X = matmul{m,n,n} X (matpow{n} B a)"
)
def powers_intertwine(known: Theorem) -> Theorem:
    """What passes from one side of a matrix to the other does so with its powers, by induction."""
    A, X, B = var("A", fun(fin(m), fun(fin(m), REAL))), var("X", fun(fin(m), fun(fin(n), REAL))), var("B", M.type)
    powers = app(defined("matpow", m), A, a), app(defined("matpow", n), B, a)
    before, after = defined("matmul", m, m, n), defined("matmul", m, n, n)
    same = assume(equation(app(before, powers[0], X), app(after, X, powers[1])))
    base = said_of("∀X:[m]→[n]→ℝ. matmul{m,m,n} identity{m} X = matmul{m,n,n} X identity{n}", (X,))
    zeroth = fact("matpow_zero", A), fact("matpow_zero", B)
    step = implied(
        "∀A C:[m]→[m]→ℝ, X:[m]→[n]→ℝ, B D:[n]→[n]→ℝ. matmul{m,m,n} A X = matmul{m,n,n} X B"
        " ⇒ matmul{m,m,n} C X = matmul{m,n,n} X D"
        " ⇒ matmul{m,m,n} (matmul{m,m,m} A C) X = matmul{m,n,n} X (matmul{n,n,n} B D)",
        known,
        same,
    )
    later = fact("matpow_suc", A, a), fact("matpow_suc", B, a)
    cases = (rewrite_proposition(case, *map(symmetric, by)) for case, by in ((base, zeroth), (step, later)))
    return by_induction(a, same.conclusion, *cases)


@lemma(
    "∀a:[h]→[1]→ℝ, k:ℕ. matpow{h*2} (block_rotation{h} a) k = block_rotation{h} (λi:[h], j:[1]. real k * a i j)",
    by=by_induction_on("k"),
)
def rotation_power() -> None:
    """The power of a rotation by blocks, by induction."""


def power_term(x: Term, n: Term) -> Term:
    """Return xⁿ."""
    return app(defined("power"), x, n)


@lemma("∀x y:ℝ, n:ℕ. power (x * y) n = power x n * power y n")
def power_of_product() -> Theorem:
    """The power of a product, by induction."""
    product = times(_X, _Y)
    same = assume(equation(power_term(product, _N), times(power_term(_X, _N), power_term(_Y, _N))))
    powers = times(power_term(_X, NONE), power_term(_Y, NONE))
    base = replaced(refl(powers), *(fact("power_zero", v) for v in (_X, _Y)))
    base = chain(fact("power_zero", product), symmetric(to(base, ONE)))
    step = chain(fact("power_suc", product, _N), ap_term(app(MUL, product), same))
    powers = times(power_term(_X, suc(_N)), power_term(_Y, suc(_N)))
    target = replaced(refl(powers), *(fact("power_suc", v, _N) for v in (_X, _Y)))
    step = chain(to(step, right(target)), symmetric(target))
    return by_induction(_N, same.conclusion, base, step)


@lemma("∀x:ℝ, n:ℕ. power (exp x) n = exp (real n * x)")
def power_of_exponential() -> Theorem:
    """The power of an exponential, by induction."""
    exponential = app(EXP, _X)
    same = assume(equation(power_term(exponential, _N), app(EXP, times(real(_N), _X))))
    nothing = to(replaced(refl(times(real(NONE), _X)), fact("real_zero")), ZERO)
    base = chain(fact("power_zero", exponential), symmetric(fact("exp_zero")), symmetric(ap_term(EXP, nothing)))
    step = chain(fact("power_suc", exponential, _N), ap_term(app(MUL, exponential), same))
    step = chain(step, symmetric(fact("exp_add", _X, times(real(_N), _X))))
    more = replaced(refl(times(real(suc(_N)), _X)), fact("real_suc", _N))
    more = to(more, plus(_X, times(real(_N), _X)))
    step = chain(step, symmetric(ap_term(EXP, more)))
    return by_induction(_N, same.conclusion, base, step)


@lemma("∀x:ℝ, n:ℕ. power x n = 0 ⇒ x = 0")
def power_is_zero() -> Theorem:
    """A power is 0 only where its base is, by induction."""
    zero = equation(_X, ZERO)

    def goal(n: Term) -> Term:
        return implication(equation(power_term(_X, n), ZERO), zero)

    nothing = assume(equation(power_term(_X, NONE), ZERO))
    one = chain(symmetric(fact("power_zero", _X)), nothing)
    base = discharge(nothing.conclusion, absurd(one, fact("one_ne_zero"), zero))
    nothing = assume(equation(power_term(_X, suc(_N)), ZERO))
    product = chain(symmetric(fact("power_suc", _X, _N)), nothing)
    smaller = infer("mul_zero", product, assume(negation(zero)))
    step = by_cases(zero, assume(zero), mp(assume(goal(_N)), smaller))
    return by_induction(_N, goal(_N), base, discharge(nothing.conclusion, step))
