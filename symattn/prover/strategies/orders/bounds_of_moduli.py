"""What is known of |·| as a number of its own: ±u ≤ |u|, |Σ u| ≤ Σ |u|, |u| ≤ max |u|, under sums as well.

Under a sum it is stated of what stands there: of |u| with the rest as its weight, of a summand w·v as w·v ≤ |w|·|v|,
and of |w|·v where |v| is bounded at every index by a hypothesis.

No rows: |·| is a number of its own in these normal forms alone, and hypotheses are to be about it before any search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import islice, permutations

from ....kernel.rules import Theorem, instantiate_sizes
from ....kernel.terms import Abs, App, Size, Term, Var, app, open_body, substitute
from ...library.facts import fact
from ...library.inequalities import BOUNDS, about
from ...limits import MOST_BINDERS, MOST_INSIDE, MOST_INSTANCES
from ...logic.conversions import beta_normal_form, rewrite_proposition
from ...logic.derived_rules import gen, spec, strip
from ...logic.formulas import ONE, ZERO, minus, plus
from ...logic.parts import args_of
from ...logic.term_order import key, next_opened
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.polynomials import divided, factors, product_term, read_polynomial
from .lifting import weighted_sum
from .readings import is_sum, opened_monomials

_PRODUCTS = ("∀x y:ℝ. x * y ≤ abs x * abs y", "∀x y:ℝ. -1 * (x * y) ≤ abs x * abs y")
_TRIANGLE = "∀f:[n]→ℝ. abs (Σ i:[n]. f i) ≤ (Σ i:[n]. abs (f i))"


def inside(atom: Term) -> Term | None:
    """Return u for |u|, or None for another atom."""
    args = args_of(atom, "abs", 1)
    return args[0] if args is not None else None


def moduli(t: Term) -> list[Term]:
    """Return the absolute values in a term, without repetition."""
    found: dict[Term, None] = {}
    stack, seen = [t], set[Term]()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if inside(part) is not None:
            found[part] = None
        if isinstance(part, App):
            stack += (part.function, part.argument)
        elif isinstance(part, Abs):
            stack.append(part.body)
    return list(found)


def bounds_of_moduli(normaliser: Normaliser, t: Term) -> list[Theorem]:
    """Return inequalities about the absolute values in a normal term, in which |·| is kept."""
    found: list[Theorem] = []
    for modulus in sorted((m for m in moduli(t) if not m.loose), key=key)[:MOST_INSIDE]:
        found += about_modulus(inside(modulus) or ZERO)
        found += _triangle(modulus)
    for atom in sorted({a for m in read_polynomial(t) for a, _ in m}, key=key):
        if args_of(atom, "top", 1) is not None:
            found += _below(normaliser, atom)
        found += _at_each(normaliser, atom)
    return found


def bounds_under_sums(normaliser: Normaliser, t: Term) -> list[Theorem]:
    """Return inequalities between sums in which there are absolute values."""
    return list(islice(_under_sums(normaliser, t), MOST_INSTANCES))


def about_modulus(u: Term) -> list[Theorem]:
    """Return ⊢ u ≤ |u| and ⊢ −u ≤ |u|."""
    return [spec(about("abs", statement), u) for statement in BOUNDS["abs"][1:]]


@cache
def _triangle_of(size: Size) -> Theorem:
    return instantiate_sizes({"n": size}, about("abs", _TRIANGLE))


def _triangle(modulus: Term) -> list[Theorem]:
    """Return ⊢ |Σ f| ≤ Σ |f| for the absolute value of a sum, and nothing for another one."""
    summed = args_of(inside(modulus) or ZERO, "sum", 1)
    if summed is None or not isinstance(summed[0], Abs) or summed[0].binder.size is None:
        return []
    stated = spec(_triangle_of(summed[0].binder.size), summed[0])
    return [rewrite_proposition(stated, beta_normal_form(stated.conclusion))]


def _at_each(normaliser: Normaliser, atom: Term) -> list[Theorem]:
    """Return ⊢ ∀x. u ≤ |u| and ⊢ ∀x. −u ≤ |u| for what stands in a sum over x."""
    summed = args_of(atom, "sum", 1)
    if summed is None or not isinstance(summed[0], Abs) or summed[0].binder.size is None:
        return []
    x = next_opened(summed[0].binder, atom, *normaliser.context.assumed)
    here = sorted((m for m in moduli(open_body(summed[0], x)) if not m.loose and x in m.free), key=key)
    return [gen(x, theorem) for m in here[:MOST_INSIDE] for theorem in about_modulus(inside(m) or ZERO)]


def _under_sums(normaliser: Normaliser, t: Term) -> Iterator[Theorem]:
    """Yield what is known under the sums in a normal term, summed up."""
    for binders, summand, _ in opened_monomials(read_polynomial(t), is_sum, MOST_BINDERS):
        if not binders:
            continue
        terms = factors(summand)
        here = [m for m in dict.fromkeys(terms) if inside(m) is not None]
        for modulus in here:
            weight = product_term(factors(divided(summand, ((modulus, 1),)) or ()))
            for theorem in (*about_modulus(inside(modulus) or ZERO), *_triangle(modulus)):
                yield from _summed_up(normaliser, binders, weight, theorem)
        for theorem in about_modulus(product_term([inside(m) or m for m in terms])):
            yield from _summed_up(normaliser, binders, ONE, theorem)
        for modulus in here:
            for v in _bounded(normaliser, binders):
                for statement in _PRODUCTS:
                    theorem = spec(about("abs", statement), inside(modulus) or ZERO, v)
                    yield from _summed_up(normaliser, binders, ONE, theorem)


def _bounded(normaliser: Normaliser, binders: Sequence[Var]) -> Iterator[Term]:
    """Yield v at some indices where a hypothesis bounds |v| at every index."""
    for truth in normaliser.context.truths:
        variables, premises, stripped = strip(truth)
        order = order_of(stripped.conclusion) if variables and not premises else None
        v = inside(order[0]) if order is not None else None
        if v is None or len(variables) > len(binders):
            continue
        for places in permutations(binders, len(variables)):
            if all(x.type is y.type for x, y in zip(variables, places, strict=True)):
                yield substitute(v, dict(zip(variables, places, strict=True)))


def _summed_up(normaliser: Normaliser, binders: Sequence[Var], weight: Term, theorem: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ 0 ≤ Σ w·(b − a) from ⊢ a ≤ b, where the weight is seen not to be negative."""
    a, b, _ = order_of(theorem.conclusion) or (ZERO, ZERO, False)
    bound = partial(fact, "sub_nonneg", {}, a, b, premises=(theorem,)), plus(b, minus(a)), False
    found = weighted_sum(normaliser, binders, weight, bound)
    if found is not None:
        yield found[0]()


def _below(normaliser: Normaliser, largest: Term) -> list[Theorem]:
    """Return |u| ≤ max |u|, u ≤ max |u| and −u ≤ max |u| for all indices, where a largest number is that of moduli."""
    variables: list[Var] = []
    known: Theorem | None = None
    value = largest
    while (args := args_of(value, "top", 1)) is not None:
        (f,) = args
        indices = f.type.domain
        if indices is None or indices.size is None:
            return []
        variables.append(next_opened(indices, largest, *variables, *normaliser.context.assumed))
        here = app(f, variables[-1])
        below = fact("top_ge", {"n": indices.size}, f, variables[-1])
        below = rewrite_proposition(below, beta_normal_form(here)) if isinstance(f, Abs) else below
        here = (args_of(below.conclusion, "≤", 2) or [value])[0]
        known = below if known is None else fact("le_trans", {}, here, value, largest, premises=(below, known))
        value = here
    if known is None or inside(value) is None:
        return []
    u = inside(value) or ZERO
    both = [
        fact("le_trans", {}, side, value, largest, premises=(theorem, known))
        for side, theorem in zip((u, minus(u)), about_modulus(u), strict=True)
    ]
    return [_for_all(variables, theorem) for theorem in (known, *both)]


def _for_all(variables: list[Var], theorem: Theorem) -> Theorem:
    for x in reversed(variables):
        theorem = gen(x, theorem)
    return theorem
