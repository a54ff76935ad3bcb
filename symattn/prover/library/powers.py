"""Lemmas about powers of numbers and of matrices with natural numbers as exponents, from their recursion."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.rules import Theorem, assume, instantiate
from ...kernel.syntax import forall, implication, negation
from ...kernel.terms import NAT, REAL, Size, Term, Var, abstract, app, equation, fin, fun, var
from ..logic.cached_rules import refl, ring
from ..logic.conversions import beta_sides, replaced, to
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
from ..logic.formulas import EXP, MUL, ONE, TWO, ZERO, m, n, plus, times, x
from ..logic.numerals import NONE, UNIT_NAT, nadd, real, suc
from ..logic.parts import head_and_arguments
from .definitions import defined, from_definition
from .facts import fact, infer, lemma
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
    return _recursion("power", (), x, NONE, None)


@lemma("∀x:ℝ, a:ℕ. power x (suc a) = x * power x a")
def power_suc() -> Theorem:
    """A power with an exponent that is not 0."""
    return _recursion("power", (), x, suc(a), a)


@lemma("∀M:[n]→[n]→ℝ. matpow{n} M 0@ℕ = identity{n}")
def matpow_zero() -> Theorem:
    """A matrix power with the exponent 0."""
    return _recursion("matpow", (n,), M, NONE, None)


@lemma("∀M:[n]→[n]→ℝ, a:ℕ. matpow{n} M (suc a) = matmul{n,n,n} M (matpow{n} M a)")
def matpow_suc() -> Theorem:
    """A matrix power with an exponent that is not 0."""
    return _recursion("matpow", (n,), M, suc(a), a)


@lemma("∀x:ℝ. power x (suc 0@ℕ) = x")
def power_one() -> Theorem:
    """A power with the exponent 1."""
    return to(replaced(fact("power_suc", {}, x, NONE), fact("power_zero", {}, x)), x)


@lemma("∀M:[n]→[n]→ℝ. matpow{n} M (suc 0@ℕ) = M")
def matpow_one() -> Theorem:
    """A matrix power with the exponent 1."""
    product = replaced(fact("matpow_suc", {}, M, NONE), fact("matpow_zero", {}, M))
    return chain(product, search(equation(right(product), M)))


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
    return by_induction(a, same.conclusion, base, step)


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
    return by_induction(a, same.conclusion, base, step)


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
    return chain(symmetric(first), entries, second)


def _product_is(c: Term, k: Term) -> Term:
    """Return that c = k·a for natural numbers."""
    return equation(real(c), times(real(k), real(a)))


def _power_of_power(power: Callable[[Term, Term], Term], base: Var, name: str, sizes: dict[str, Size]) -> Theorem:
    """Infer (xᵃ)ᵏ = xᶜ from c = k·a, by induction over k."""
    c, k = var("c", NAT), var("k", NAT)

    def goal(number: Term) -> Term:
        same = equation(power(power(base, a), number), power(base, c))
        return forall(c, implication(_product_is(c, number), same))

    zero = assume(_product_is(c, NONE))
    nothing = chain(zero, to(replaced(refl(times(real(NONE), real(a))), fact("real_zero")), ZERO))
    is_zero = infer("real_injective", chain(nothing, symmetric(fact("real_zero"))))
    constant = head_and_arguments(power(base, a))[0]
    first = fact(f"{name}_zero", sizes, power(base, a))
    second = chain(ap_term(app(constant, base), is_zero), fact(f"{name}_zero", sizes, base))
    base_case = gen(c, discharge(zero.conclusion, chain(first, symmetric(second))))

    before, after = var("e", NAT), assume(_product_is(c, suc(k)))
    smaller = assume(_product_is(before, k))
    more = replaced(refl(times(real(suc(k)), real(a))), fact("real_suc", {}, k))
    more = to(more, plus(real(a), times(real(k), real(a))))
    value = chain(replaced(fact("real_nadd", {}, a, before), smaller), symmetric(more), symmetric(after))
    sum_is = symmetric(infer("real_injective", value))
    known = mp(spec(assume(goal(k)), before), smaller)
    left_side = replaced(fact(f"{name}_suc", sizes, power(base, a), k), known)
    right_side = chain(ap_term(app(constant, base), sum_is), fact(f"{name}_nadd", sizes, base, a, before))
    same = chain(left_side, symmetric(right_side))
    found = infer("product_exists", gen(before, discharge(smaller.conclusion, same)))
    step = gen(c, discharge(after.conclusion, found))
    return close(spec(by_induction(k, goal(k), base_case, step), c), base, a, k, c)


def _matrix_power(base: Term, exponent: Term) -> Term:
    return app(defined("matpow", n), base, exponent)


@lemma("∀M:[n]→[n]→ℝ, a k c:ℕ. real c = real k * real a ⇒ matpow{n} (matpow{n} M a) k = matpow{n} M c")
def matpow_of_matpow() -> Theorem:
    """A power of a power of a matrix."""
    return _power_of_power(_matrix_power, M, "matpow", {})


@lemma("∀x:ℝ, a k c:ℕ. real c = real k * real a ⇒ power (power x a) k = power x c")
def power_of_power() -> Theorem:
    """A power of a power."""
    return _power_of_power(power_term, x, "power", {})


def _swapped_powers(base: Var, name: str) -> Theorem:
    """Infer (xᵃ)ᵇ = (xᵇ)ᵃ, both xᶜ for c = b·a."""
    c = var("c", NAT)
    one = assume(_product_is(c, b))
    other = chain(one, ring(times(real(b), real(a)), times(real(a), real(b))))
    first = fact(f"{name}_of_{name}", {}, base, a, b, c, premises=(one,))
    second = fact(f"{name}_of_{name}", {}, base, b, a, c, premises=(other,))
    same = chain(first, symmetric(second))
    found = infer("product_exists", gen(c, discharge(one.conclusion, same)))
    return close(found, base, a, b)


@lemma("∀M:[n]→[n]→ℝ, a b:ℕ. matpow{n} (matpow{n} M a) b = matpow{n} (matpow{n} M b) a")
def matpow_swapped() -> Theorem:
    """Powers of powers of a matrix do not depend on the order of the exponents."""
    return _swapped_powers(M, "matpow")


@lemma("∀x:ℝ, a b:ℕ. power (power x a) b = power (power x b) a")
def power_swapped() -> Theorem:
    """Powers of powers do not depend on the order of the exponents."""
    return _swapped_powers(x, "power")


@lemma("∀M:[n]→[n]→ℝ, a:ℕ. matpow{n} M (suc a) = matmul{n,n,n} (matpow{n} M a) M")
def matpow_last() -> None:
    """A matrix power with an exponent that is not 0, with the last factor apart."""


@lemma(
    "∀A B:[n]→[n]→ℝ, a:ℕ. matmul{n,n,n} A B = identity{n} ⇒ matmul{n,n,n} (matpow{n} A a) (matpow{n} B a) = identity{n}"
)
def powers_of_inverses(inverse: Theorem) -> Theorem:
    """The powers of inverse matrices are inverse, by induction."""
    A, B, C, D = (var(name, M.type) for name in "ABCD")
    product, one = defined("matmul", n, n, n), defined("identity", n)
    same = assume(equation(app(product, _matrix_power(A, a), _matrix_power(B, a)), one))
    base = replaced(refl(app(product, _matrix_power(A, NONE), _matrix_power(B, NONE))), *_zeroth(A, B))
    base = chain(base, search(equation(app(product, one, one), one)))
    moved = search(
        equation(
            app(product, app(product, C, A), app(product, B, D)), app(product, app(product, C, app(product, A, B)), D)
        )
    )
    neutral = search(equation(app(product, app(product, C, one), D), app(product, C, D)))
    powers = {C: _matrix_power(A, a), D: _matrix_power(B, a)}
    step = binary(product, fact("matpow_last", {}, A, a), fact("matpow_suc", {}, B, a))
    step = replaced(chain(step, instantiate(powers, moved)), inverse)
    step = chain(step, instantiate(powers, neutral), same)
    return by_induction(a, same.conclusion, base, step)


@lemma(
    "∀A:[m]→[m]→ℝ, X:[m]→[n]→ℝ, B:[n]→[n]→ℝ, a:ℕ. matmul{m,m,n} A X = matmul{m,n,n} X B"
    " ⇒ matmul{m,m,n} (matpow{m} A a) X = matmul{m,n,n} X (matpow{n} B a)"
)
def powers_intertwine(known: Theorem) -> Theorem:
    """What passes from one side of a matrix to the other does so with its powers, by induction."""
    A, X, B = var("A", fun(fin(m), fun(fin(m), REAL))), var("X", fun(fin(m), fun(fin(n), REAL))), var("B", M.type)
    before, after = defined("matmul", m, m, n), defined("matmul", m, n, n)

    def power(base: Term, exponent: Term) -> Term:
        return app(defined("matpow", m if base is A else n), base, exponent)

    same = assume(equation(app(before, power(A, a), X), app(after, X, power(B, a))))
    zeroth = fact("matpow_zero", {"n": m}, A), fact("matpow_zero", {}, B)
    base = chain(ap_thm(ap_term(before, zeroth[0]), X), fact("identity_matmul", {"r": m, "n": n}, X))
    unit = fact("matmul_identity", {"r": m, "n": n}, X)
    base = chain(base, symmetric(chain(ap_term(app(after, X), zeroth[1]), unit)))
    step = ap_thm(ap_term(before, fact("matpow_suc", {"n": m}, A, a)), X)
    step = chain(step, fact("matmul_assoc", {"r": m, "m": m, "n": m, "d": n}, A, power(A, a), X))
    step = chain(step, ap_term(app(before, A), same))
    step = chain(step, symmetric(fact("matmul_assoc", {"r": m, "m": m, "n": n, "d": n}, A, X, power(B, a))))
    step = chain(step, ap_thm(ap_term(after, known), power(B, a)))
    step = chain(step, fact("matmul_assoc", {"r": m, "m": n, "n": n, "d": n}, X, B, power(B, a)))
    step = chain(step, ap_term(app(after, X), symmetric(fact("matpow_suc", {}, B, a))))
    return by_induction(a, same.conclusion, base, step)


def _zeroth(*bases: Term) -> list[Theorem]:
    return [fact("matpow_zero", {}, base) for base in bases]


@lemma("∀a:[h]→[1]→ℝ, k:ℕ. matpow{h*2} (block_rotation{h} a) k = block_rotation{h} (λi:[h], j:[1]. real k * a i j)")
def rotation_power() -> Theorem:
    """The power of a rotation by blocks, by induction."""
    angles, exponent = var("a", fun(fin(h), fun(fin(Size.number(1)), REAL))), var("k", NAT)
    rotation = defined("block_rotation", h)
    i, j = (var(name, ty) for name, ty in (("i", fin(h)), ("j", fin(Size.number(1)))))
    turned = abstract(i, abstract(j, times(real(exponent), app(angles, i, j))))
    power = app(defined("matpow", h * TWO), app(rotation, angles), exponent)
    return search(equation(power, app(rotation, turned)))


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
    return by_induction(_N, same.conclusion, base, step)


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
    return by_induction(_N, same.conclusion, base, step)


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
    smaller = infer("mul_zero", product, assume(negation(zero)))
    step = by_cases(zero, assume(zero), mp(assume(goal(_N)), smaller))
    return by_induction(_N, goal(_N), base, discharge(nothing.conclusion, step))
