"""Lemmas about natural numbers, proved by induction: their values in ℝ, powers of numbers and of matrices.

``a``, ``b`` … are free variables that ``close`` binds at the end, as in ``lemmas``.
"""

from __future__ import annotations

from ..kernel.rules import Theorem, assume, eq_mp, instantiate
from ..kernel.syntax import forall, implication
from ..kernel.terms import NAT, REAL, Size, Term, abstract, app, const, equation, fin, fun, literal, var
from .cached_rules import refl, ring
from .conversions import beta_sides, replaced, to
from .definitions import defined, definition_of
from .formulas import ADD, LE, MUL, ONE, TWO, ZERO, absurd, close, le, minus, plus, rewrite_proposition, times
from .induction import by_induction
from .library import fact, head_and_arguments, lemma
from .logic import ap_term, ap_thm, chain, discharge, gen, left, mp, right, spec, symmetric
from .naturals import NONE, UNIT, nadd, real, suc
from .normal import definition_at
from .prove import Facts, prove_entrywise

a, b = var("a", NAT), var("b", NAT)
x = var("x", REAL)
n, m, k, h = (Size.variable(name) for name in "nmkh")
M = var("M", fun(fin(n), fun(fin(n), REAL)))


def from_definition(name: str, sizes: tuple[Size, ...], *arguments: Term) -> Theorem:
    """Infer ⊢ c{sizes} a b … = v from the definition of the constant c, both sides β-normal."""
    definition = definition_of(name)
    if definition is None:
        raise KeyError(name)
    unfolded = definition_at(definition, sizes)
    for argument in arguments:
        unfolded = ap_thm(unfolded, argument)
    return beta_sides(unfolded)


# ------------------------------------------------------------------------------------------------ natural numbers in ℝ


@lemma("∀a:ℕ. 0 ≤ real a")
def real_nonneg() -> Theorem:
    """A natural number is not negative."""
    nonneg = assume(le(ZERO, real(a)))
    base = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("real_zero"))), fact("le_refl", {}, ZERO))
    one = fact("lt_le", {}, ZERO, ONE, premises=(fact("zero_lt_one"),))
    step = fact("add_nonneg", {}, real(a), ONE, premises=(nonneg, one))
    step = eq_mp(ap_term(app(LE, ZERO), symmetric(fact("real_suc", {}, a))), step)
    return close(by_induction(a, nonneg.conclusion, base, step), a)


@lemma("∀a:ℕ. 0 < real (suc a)")
def real_suc_pos() -> Theorem:
    """A successor is positive."""
    one, nonneg = fact("zero_lt_one"), fact("real_nonneg", {}, a)
    total = fact("add_pos", {}, ONE, real(a), premises=(one, nonneg))
    same = symmetric(to(fact("real_suc", {}, a), plus(ONE, real(a))))
    return close(rewrite_proposition(total, same), a)


@lemma("∀a b:ℕ. real (nadd a b) = real a + real b")
def real_nadd() -> Theorem:
    """The value of a sum."""
    same = assume(equation(real(nadd(a, b)), plus(real(a), real(b))))
    base = chain(ap_term(const("real"), fact("nadd_zero", {}, b)), ring(real(b), plus(ZERO, real(b))))
    base = chain(base, ap_thm(ap_term(ADD, symmetric(fact("real_zero"))), real(b)))
    step = chain(ap_term(const("real"), fact("nadd_suc", {}, a, b)), fact("real_suc", {}, nadd(a, b)))
    step = to(replaced(step, same), plus(plus(real(a), ONE), real(b)))
    step = chain(step, ap_thm(ap_term(ADD, symmetric(fact("real_suc", {}, a))), real(b)))
    return close(by_induction(a, same.conclusion, base, step), a, b)


@lemma("∀a b:ℕ. real a = real b ⇒ a = b")
def real_injective() -> Theorem:
    """Different natural numbers are different real numbers."""

    def goal(s: Term, t: Term) -> Term:
        return implication(equation(real(s), real(t)), equation(s, t))

    def impossible(zero: Theorem, predecessor: Term, conclusion: Term) -> Theorem:
        """Infer anything from ⊢ real (suc n) = 0."""
        nonzero = fact("pos_ne", {}, real(suc(predecessor)), premises=(fact("real_suc_pos", {}, predecessor),))
        return absurd(zero, nonzero, conclusion)

    nothing = discharge(equation(real(NONE), real(NONE)), refl(NONE))
    same = assume(equation(real(NONE), real(suc(b))))
    never = impossible(chain(symmetric(same), fact("real_zero")), b, equation(NONE, suc(b)))
    base = gen(b, by_induction(b, goal(NONE, b), nothing, discharge(same.conclusion, never)))
    every = assume(forall(b, goal(a, b)))
    same = assume(equation(real(suc(a)), real(NONE)))
    never = impossible(chain(same, fact("real_zero")), a, equation(suc(a), NONE))
    same_next = assume(equation(real(suc(a)), real(suc(b))))
    values = chain(symmetric(fact("real_suc", {}, a)), same_next, fact("real_suc", {}, b))
    less = ap_thm(ap_term(ADD, values), minus(ONE))
    less = chain(ring(real(a), left(less)), less, ring(right(less), real(b)))
    next_one = discharge(same_next.conclusion, ap_term(const("suc"), mp(spec(every, b), less)))
    step = gen(b, by_induction(b, goal(suc(a), b), discharge(same.conclusion, never), next_one))
    return close(spec(by_induction(a, every.conclusion, base, step), b), a, b)


def _same_value(s: Term, t: Term, *steps: Theorem) -> Theorem:
    """Infer s = t for natural numbers from ⊢ real s = … = real t."""
    return fact("real_injective", {}, s, t, premises=(chain(*steps),))


@lemma("nat{n} 0@[n] = 0@ℕ")
def nat_first() -> Theorem:
    """The position of the first index."""
    index = literal(0, fin(n))
    steps = fact("real_nat", {}, index), fact("pos_zero"), symmetric(fact("real_zero"))
    return _same_value(app(const("nat", n), index), NONE, *steps)


@lemma("nat{2} 1@[2] = suc 0@ℕ")
def nat_one_of_two() -> Theorem:
    """The position of the second of two indices."""
    index = literal(1, fin(TWO))
    one = symmetric(to(replaced(fact("real_suc", {}, NONE), fact("real_zero")), ONE))
    return _same_value(
        app(const("nat", TWO), index), UNIT, fact("real_nat", {"n": TWO}, index), fact("pos_one_of_two"), one
    )


@lemma("∀i:[m]. nat{m+k} (inl{m,k} i) = nat{m} i")
def nat_left() -> Theorem:
    """The position of an index among the first m."""
    i = var("i", fin(m))
    index = app(const("inl", m, k), i)
    steps = fact("real_nat", {"n": m + k}, index), fact("pos_left", {}, i), symmetric(fact("real_nat", {"n": m}, i))
    return close(_same_value(app(const("nat", m + k), index), app(const("nat", m), i), *steps), i)


@lemma("pos{n} last{n} = #{n} + -1")
def last_position() -> Theorem:
    """The position of the last index."""
    last, size = app(const("pos", n), const("last", n)), const("#", n)
    shifted = ap_thm(ap_term(ADD, fact("pos_last")), minus(ONE))
    return to(chain(ring(last, plus(plus(last, ONE), minus(ONE))), shifted), plus(size, literal(-1, REAL)))


@lemma("real (suc (nat{n} last{n})) = #{n}")
def size_value() -> Theorem:
    """A size as a natural number: one more than the last position."""
    last = const("last", n)
    position = replaced(fact("real_suc", {}, app(const("nat", n), last)), fact("real_nat", {}, last))
    return chain(position, fact("pos_last"))


@lemma("∀j:[k]. nat{m+k} (inr{m,k} j) = nadd (suc (nat{m} last{m})) (nat{k} j)")
def nat_right() -> Theorem:
    """The position of an index among the last k."""
    j = var("j", fin(k))
    index, shift = app(const("inr", m, k), j), suc(app(const("nat", m), const("last", m)))
    there = chain(fact("real_nat", {"n": m + k}, index), fact("pos_right", {}, j))
    target = nadd(shift, app(const("nat", k), j))
    back = replaced(fact("real_nadd", {}, *head_and_arguments(target)[1]), fact("size_value", {"n": m}))
    back = replaced(back, fact("real_nat", {"n": k}, j))
    return close(_same_value(app(const("nat", m + k), index), target, there, symmetric(back)), j)


@lemma("∀i:[n]. rem{1,n} i = i")
def rem_of_one() -> Theorem:
    """With one block, the place of an index in its block is the index itself."""
    i, one = var("i", fin(n)), Size.number(1)
    block, place = app(const("quo", one, n), i), app(const("rem", one, n), i)
    there = fact("pos_pair", {"m": one, "n": n}, block, place)
    there = replaced(there, ap_term(const("pos", one), fact("fin_one", {}, block)), fact("pos_zero", {"n": one}))
    whole = ap_term(const("pos", n), fact("pair_quo_rem", {"m": one, "n": n}, i))
    same = chain(symmetric(to(there, app(const("pos", n), place))), whole)
    return close(fact("pos_injective", {"n": n}, place, i, premises=(same,)), i)


def _part_of_first(part: str) -> Theorem:
    """Infer the block or the place of the index 0, which is the pair of 0 and 0."""
    block, place, index = literal(0, fin(m)), literal(0, fin(n)), literal(0, fin(m * n))
    pair = app(const("pair", m, n), block, place)
    there = replaced(fact("pos_pair", {}, block, place), fact("pos_zero", {"n": m}), fact("pos_zero", {"n": n}))
    same = chain(to(there, ZERO), symmetric(fact("pos_zero", {"n": m * n})))
    first = fact("pos_injective", {"n": m * n}, pair, index, premises=(same,))
    return chain(ap_term(const(part, m, n), symmetric(first)), fact(f"{part}_pair", {}, block, place))


@lemma("quo{m,n} 0@[m*n] = 0@[m]")
def quo_first() -> Theorem:
    """The first index lies in the first block."""
    return _part_of_first("quo")


@lemma("rem{m,n} 0@[m*n] = 0@[n]")
def rem_first() -> Theorem:
    """The first index is the first in its block."""
    return _part_of_first("rem")


# ------------------------------------------------------------------------------------------------------------- powers


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


def _by_normal_forms(left_side: Term, right_side: Term) -> Theorem:
    """Prove an equation of matrices or numbers on the entry level."""
    return prove_entrywise(equation(left_side, right_side), Facts(), powers=False)[0]


@lemma("∀x:ℝ. power x (suc 0@ℕ) = x")
def power_one() -> Theorem:
    """A power with the exponent 1."""
    return close(to(replaced(fact("power_suc", {}, x, NONE), fact("power_zero", {}, x)), x), x)


@lemma("∀M:[n]→[n]→ℝ. matpow{n} M (suc 0@ℕ) = M")
def matpow_one() -> Theorem:
    """A matrix power with the exponent 1."""
    product = replaced(fact("matpow_suc", {}, M, NONE), fact("matpow_zero", {}, M))
    return close(chain(product, _by_normal_forms(right(product), M)), M)


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
    neutral = _by_normal_forms(app(product, defined("identity", n), B), B)
    base = chain(ap_term(power, fact("nadd_zero", {}, b)), symmetric(instantiate({B: app(power, b)}, neutral)))
    base = chain(base, ap_thm(ap_term(product, symmetric(fact("matpow_zero", {}, M))), app(power, b)))
    moved = _by_normal_forms(app(product, M, app(product, A, B)), app(product, app(product, M, A), B))
    step = chain(ap_term(power, fact("nadd_suc", {}, a, b)), fact("matpow_suc", {}, M, nadd(a, b)))
    step = chain(replaced(step, same), instantiate({A: app(power, a), B: app(power, b)}, moved))
    step = chain(step, ap_thm(ap_term(product, symmetric(fact("matpow_suc", {}, M, a))), app(power, b)))
    return close(by_induction(a, same.conclusion, base, step), M, a, b)


@lemma("∀a:[h]→[1]→ℝ, k:ℕ. matpow{h*2} (block_rotation{h} a) k = block_rotation{h} (λi:[h], j:[1]. real k * a i j)")
def rotation_power() -> Theorem:
    """The power of a rotation by blocks, by induction."""
    angles, exponent = var("a", fun(fin(h), fun(fin(Size.number(1)), REAL))), var("k", NAT)
    rotation = defined("block_rotation", h)
    i, j = (var(name, ty) for name, ty in (("i", fin(h)), ("j", fin(Size.number(1)))))
    turned = abstract(i, abstract(j, times(real(exponent), app(angles, i, j))))
    power = app(defined("matpow", h * TWO), app(rotation, angles), exponent)
    return close(_by_normal_forms(power, app(rotation, turned)), angles, exponent)
