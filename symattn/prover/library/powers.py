"""Lemmas about powers of numbers and of matrices with natural numbers as exponents, from their recursion."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, instantiate
from ...kernel.syntax import implication, negation
from ...kernel.terms import NAT, REAL, Size, Term, abstract, app, equation, fin, fun, var
from ..logic.cached_rules import refl
from ..logic.conversions import beta_sides, replaced, to
from ..logic.derived_rules import absurd, ap_term, ap_thm, chain, close, discharge, mp, right, symmetric
from ..logic.formulas import EXP, MUL, ONE, TWO, ZERO, n, plus, times, x
from ..logic.numerals import NONE, UNIT_NAT, nadd, real, suc
from ..logic.parts import head_and_arguments
from .definitions import defined, from_definition
from .facts import fact, lemma
from .naturals import by_induction, same_natural
from .propositions import by_cases
from .search import search

a, b = var("a", NAT), var("b", NAT)
M = var("M", fun(fin(n), fun(fin(n), REAL)))
h = Size.variable("h")
_X, _Y, _N = var("x", REAL), var("y", REAL), var("n", NAT)


def _recursion(name: str, sizes: tuple[Size, ...], base: Term, exponent: Term, predecessor: Term | None) -> Theorem:
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
    return close(_recursion("power", (), x, NONE, None), x)


@lemma("∀x:ℝ, a:ℕ. power x (suc a) = x * power x a")
def power_suc() -> Theorem:
    """A power with an exponent that is not 0."""
    return close(_recursion("power", (), x, suc(a), a), x, a)


@lemma("∀M:[n]→[n]→ℝ. matpow{n} M 0@ℕ = identity{n}")
def matpow_zero() -> Theorem:
    """A matrix power with the exponent 0."""
    return close(_recursion("matpow", (n,), M, NONE, None), M)


@lemma("∀M:[n]→[n]→ℝ, a:ℕ. matpow{n} M (suc a) = matmul{n,n,n} M (matpow{n} M a)")
def matpow_suc() -> Theorem:
    """A matrix power with an exponent that is not 0."""
    return close(_recursion("matpow", (n,), M, suc(a), a), M, a)


@lemma("∀x:ℝ. power x (suc 0@ℕ) = x")
def power_one() -> Theorem:
    """A power with the exponent 1."""
    return close(to(replaced(fact("power_suc", {}, x, NONE), fact("power_zero", {}, x)), x), x)


@lemma("∀M:[n]→[n]→ℝ. matpow{n} M (suc 0@ℕ) = M")
def matpow_one() -> Theorem:
    """A matrix power with the exponent 1."""
    product = replaced(fact("matpow_suc", {}, M, NONE), fact("matpow_zero", {}, M))
    return close(chain(product, search(equation(right(product), M))), M)


@lemma("∀x:ℝ, a b:ℕ. power x (nadd a b) = power x a * power x b")
def power_nadd() -> Theorem:
    """A power with a sum as its exponent."""
    power = app(defined("power"), x)
    same = assume(equation(app(power, nadd(a, b)), times(app(power, a), app(power, b))))
    base = to(ap_term(power, fact("nadd_zero", {}, b)), times(ONE, app(power, b)))
    base = chain(base, ap_thm(ap_term(MUL, symmetric(fact("power_zero", {}, x))), app(power, b)))
    step = chain(ap_term(power, fact("nadd_suc", {}, a, b)), fact("power_suc", {}, x, nadd(a, b)))
    step = to(replaced(step, same), times(times(x, app(power, a)), app(power, b)))
    step = chain(step, ap_thm(ap_term(MUL, symmetric(fact("power_suc", {}, x, a))), app(power, b)))
    return close(by_induction(a, same.conclusion, base, step), x, a, b)


@lemma("∀M:[n]→[n]→ℝ, a b:ℕ. matpow{n} M (nadd a b) = matmul{n,n,n} (matpow{n} M a) (matpow{n} M b)")
def matpow_nadd() -> Theorem:
    """A matrix power with a sum as its exponent."""
    power, product = app(defined("matpow", n), M), defined("matmul", n, n, n)
    A, B = var("A", M.type), var("B", M.type)
    same = assume(equation(app(power, nadd(a, b)), app(product, app(power, a), app(power, b))))
    neutral = search(equation(app(product, defined("identity", n), B), B))
    base = chain(ap_term(power, fact("nadd_zero", {}, b)), symmetric(instantiate({B: app(power, b)}, neutral)))
    base = chain(base, ap_thm(ap_term(product, symmetric(fact("matpow_zero", {}, M))), app(power, b)))
    moved = search(equation(app(product, M, app(product, A, B)), app(product, app(product, M, A), B)))
    step = chain(ap_term(power, fact("nadd_suc", {}, a, b)), fact("matpow_suc", {}, M, nadd(a, b)))
    step = chain(replaced(step, same), instantiate({A: app(power, a), B: app(power, b)}, moved))
    step = chain(step, ap_thm(ap_term(product, symmetric(fact("matpow_suc", {}, M, a))), app(power, b)))
    return close(by_induction(a, same.conclusion, base, step), M, a, b)


@lemma("∀M:[n]→[n]→ℝ, a:ℕ, i j:[n]. (Σ k:[n]. matpow{n} M a i k * M k j) = (Σ k:[n]. M i k * matpow{n} M a k j)")
def matpow_commutes() -> Theorem:
    """A matrix commutes with its powers, entry by entry."""
    power, one = app(defined("matpow", n), M), fact("matpow_one", {}, M)
    after = replaced(fact("matpow_nadd", {}, M, a, UNIT_NAT), one)
    before = replaced(fact("matpow_nadd", {}, M, UNIT_NAT, a), one)
    same = ap_term(power, same_natural(nadd(a, UNIT_NAT), nadd(UNIT_NAT, a)))
    products = chain(symmetric(after), same, before)
    i, j = var("i", fin(n)), var("j", fin(n))
    sides = (from_definition("matmul", (n, n, n), *pair, i, j) for pair in ((app(power, a), M), (M, app(power, a))))
    first, second = sides
    entries = ap_thm(ap_thm(products, i), j)
    return close(chain(symmetric(first), entries, second), M, a, i, j)


@lemma("∀a:[h]→[1]→ℝ, k:ℕ. matpow{h*2} (block_rotation{h} a) k = block_rotation{h} (λi:[h], j:[1]. real k * a i j)")
def rotation_power() -> Theorem:
    """The power of a rotation by blocks, by induction."""
    angles, exponent = var("a", fun(fin(h), fun(fin(Size.number(1)), REAL))), var("k", NAT)
    rotation = defined("block_rotation", h)
    i, j = (var(name, ty) for name, ty in (("i", fin(h)), ("j", fin(Size.number(1)))))
    turned = abstract(i, abstract(j, times(real(exponent), app(angles, i, j))))
    power = app(defined("matpow", h * TWO), app(rotation, angles), exponent)
    return close(search(equation(power, app(rotation, turned))), angles, exponent)


def power_term(x: Term, n: Term) -> Term:
    """Return xⁿ."""
    return app(defined("power"), x, n)


@lemma("∀x y:ℝ, n:ℕ. power (x * y) n = power x n * power y n")
def power_of_product() -> Theorem:
    """The power of a product, by induction."""
    product = times(_X, _Y)
    same = assume(equation(power_term(product, _N), times(power_term(_X, _N), power_term(_Y, _N))))
    powers = times(power_term(_X, NONE), power_term(_Y, NONE))
    base = replaced(refl(powers), *(fact("power_zero", {}, v) for v in (_X, _Y)))
    base = chain(fact("power_zero", {}, product), symmetric(to(base, ONE)))
    step = chain(fact("power_suc", {}, product, _N), ap_term(app(MUL, product), same))
    powers = times(power_term(_X, suc(_N)), power_term(_Y, suc(_N)))
    target = replaced(refl(powers), *(fact("power_suc", {}, v, _N) for v in (_X, _Y)))
    step = chain(to(step, right(target)), symmetric(target))
    return close(by_induction(_N, same.conclusion, base, step), _X, _Y, _N)


@lemma("∀x:ℝ, n:ℕ. power (exp x) n = exp (real n * x)")
def power_of_exponential() -> Theorem:
    """The power of an exponential, by induction."""
    exponential = app(EXP, _X)
    same = assume(equation(power_term(exponential, _N), app(EXP, times(real(_N), _X))))
    nothing = to(replaced(refl(times(real(NONE), _X)), fact("real_zero")), ZERO)
    base = chain(fact("power_zero", {}, exponential), symmetric(fact("exp_zero")), symmetric(ap_term(EXP, nothing)))
    step = chain(fact("power_suc", {}, exponential, _N), ap_term(app(MUL, exponential), same))
    step = chain(step, symmetric(fact("exp_add", {}, _X, times(real(_N), _X))))
    more = replaced(refl(times(real(suc(_N)), _X)), fact("real_suc", {}, _N))
    more = to(more, plus(_X, times(real(_N), _X)))
    step = chain(step, symmetric(ap_term(EXP, more)))
    return close(by_induction(_N, same.conclusion, base, step), _X, _N)


@lemma("∀x:ℝ, n:ℕ. power x n = 0 ⇒ x = 0")
def power_is_zero() -> Theorem:
    """A power is 0 only where its base is, by induction."""
    zero = equation(_X, ZERO)

    def goal(n: Term) -> Term:
        return implication(equation(power_term(_X, n), ZERO), zero)

    nothing = assume(equation(power_term(_X, NONE), ZERO))
    one = chain(symmetric(fact("power_zero", {}, _X)), nothing)
    base = discharge(nothing.conclusion, absurd(one, fact("one_ne_zero"), zero))
    nothing = assume(equation(power_term(_X, suc(_N)), ZERO))
    product = chain(symmetric(fact("power_suc", {}, _X, _N)), nothing)
    smaller = fact("mul_zero", {}, _X, power_term(_X, _N), premises=(product, assume(negation(zero))))
    step = by_cases(zero, assume(zero), mp(assume(goal(_N)), smaller))
    return close(by_induction(_N, goal(_N), base, discharge(nothing.conclusion, step)), _X, _N)
