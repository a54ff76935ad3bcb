"""Prove 0 < t, 0 ≤ t and t ≠ 0 from the shape of t and from hypotheses; None means “not shown”, never “false”."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce, wraps

from ...kernel.rules import Theorem, eq_mp
from ...kernel.syntax import negation
from ...kernel.terms import (
    BOOL,
    Abs,
    Const,
    Lit,
    Size,
    Term,
    Var,
    app,
    const,
    equation,
    fin,
    literal,
    open_body,
    sides,
    substitute,
)
from ..library.facts import fact, infer
from ..library.literals import nonzero_literal, positive_literal
from ..library.search import said_of
from ..library.sums import under_sum
from ..limits import MOST_SHARES
from ..logic.cached_rules import ring
from ..logic.conversions import beta_normal_form, fresh, rewrite_proposition
from ..logic.derived_rules import (
    ap_term,
    chain,
    gen,
    is_refl,
    match_forall,
    match_negation,
    right,
    spec,
    strip,
    symmetric,
)
from ..logic.formulas import EXP, MINUS, MUL, ONE, ZERO, le, lt, minus, number, plus, times
from ..logic.matching import match, same_up_to_products
from ..logic.parts import args_of, head_and_arguments, operand, rest_of
from .known_orders import Sign, above_by_hypothesis, apart_by_hypothesis
from .normalising import Normalising
from .polynomials import (
    Polynomial,
    atoms_of,
    divided,
    factors,
    parted,
    polynomial_term,
    product_term,
    read_polynomial,
    scaled_term,
    sorted_terms,
)
from .weighted_sums import positive_by_weights

_LARGER = "{y} + ind ({y} ≤ {x}) * ({x} + -1 * ({y}))"  # what max x y is defined to be


def _asked_once(sign: Sign) -> Sign:
    """Remember what is shown and what is not, as long as nothing more is known: a sum asks again for its parts.

    What asks for itself is not shown: a hypothesis may have told that a part of a sum is a multiple of the sum.
    """

    @wraps(sign)
    def remembered(normaliser: Normalising, t: Term) -> Theorem | None:
        question = (sign.__name__, t, len(normaliser.context.truths))
        if question not in normaliser.signs:
            normaliser.signs[question] = None
            normaliser.signs[question] = sign(normaliser, t)
        return normaliser.signs[question]

    return remembered


@_asked_once
def positive(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ 0 < t, or None."""
    known = _known(normaliser, lambda: lt(ZERO, t))
    if known is not None:
        return known
    if isinstance(t, Lit):
        return positive_literal(Fraction(t.value))
    head, arguments = head_and_arguments(t)
    name = head.name if isinstance(head, Const) else ""
    if name == "#":
        return fact("size_pos", {"n": head.sizes[0]})  # type: ignore[attr-defined]
    if (shown := _by_its_arguments(normaliser, positive, _POSITIVE, name, arguments)) is not None:
        return shown
    if name == "*":
        return _positive_with_squares(normaliser, t, arguments)
    if name == "+":
        shown = _positive_sum_of_two(normaliser, *arguments) or above_by_hypothesis(normaliser, t, True, positive)
        return shown or _one_elsewhere(normaliser, t, positive)
    if name == "sum":
        return _positive_sum(normaliser, t, arguments[0])
    if name == "product":
        return _of_factors(normaliser, arguments[0], positive, "product_pos")
    if name in ("max", "min", "abs"):
        return _of_two(normaliser, t, name, arguments, positive)
    return _unfolded(normaliser, t, positive)


def _by_its_arguments(
    normaliser: Normalising, sign: Sign, table: Mapping[str, tuple[str, int]], name: str, arguments: list[Term]
) -> Theorem | None:
    """Return what a table says of a function of some arguments, from the same of so many of these, or None."""
    if name not in table:
        return None
    rule, count = table[name]
    shown = [sign(normaliser, argument) for argument in arguments[:count]]
    premises = tuple(each for each in shown if each is not None)
    return fact(rule, *arguments, premises=premises) if len(premises) == len(shown) else None


def _unfolded(normaliser: Normalising, t: Term, sign: Sign) -> Theorem | None:
    """Return the sign of a term whose head is a definition, from what that is defined to be, or None."""
    reduced = normaliser.head_normal(t)
    reduced = chain(reduced, beta_normal_form(right(reduced)))
    pair = reduced.sides
    inner = sign(normaliser, pair[1]) if pair is not None and pair[1] is not t else None
    return None if inner is None else rewrite_proposition(inner, symmetric(reduced))


@_asked_once
def nonnegative(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ 0 ≤ t, or None."""
    known = _known(normaliser, lambda: le(ZERO, t))
    if known is not None:
        return known
    if t is ZERO:
        return fact("le_refl", ZERO)
    strictly = positive(normaliser, t)
    if strictly is not None:
        return infer("lt_le", strictly)
    head, arguments = head_and_arguments(t)
    name = head.name if isinstance(head, Const) else ""
    if name == "*" and arguments[0] is arguments[1]:
        return fact("square_nonneg", arguments[0])
    if (shown := _by_its_arguments(normaliser, nonnegative, _NONNEGATIVE, name, arguments)) is not None:
        return shown
    if name == "*":
        made = _by_squares(normaliser, t)
        return None if made is None else made()
    if name == "+":
        shown = above_by_hypothesis(normaliser, t, False, nonnegative)
        return shown or _one_elsewhere(normaliser, t, nonnegative)
    if name == "sum" and isinstance(arguments[0], Abs):
        every = every_term(normaliser, arguments[0])
        return None if every is None else fact("sum_nonneg", arguments[0], premises=(every,))
    if name == "product":
        return _of_factors(normaliser, arguments[0], nonnegative, "product_nonneg")
    if name in ("max", "min", "abs"):
        return _of_two(normaliser, t, name, arguments, nonnegative)
    return _unfolded(normaliser, t, nonnegative)


def _one_elsewhere(normaliser: Normalising, t: Term, sign: Sign) -> Theorem | None:
    """Return the sign of 1 + [p]·(g − 1) from that of g, as of a factor where a condition holds, or None."""
    polynomial = read_polynomial(t)
    if polynomial.get(()) != 1:
        return None
    for condition in (m[0][0] for m, c in polynomial.items() if c == -1 and len(m) == 1):
        p, (inside, outside) = operand(condition, "ind"), parted(polynomial, condition)
        if p is None or not p.free or outside != {(): 1}:
            continue
        g = polynomial_term({m: c for m, c in {**inside, (): inside.get((), Fraction(0)) + 1}.items() if c})
        if (shown := sign(normaliser, g)) is not None:
            rule = "positive_where_it_holds" if sign is positive else "nonnegative_where_it_holds"
            whole = fact(rule, p, g, premises=(shown,))
            return rewrite_proposition(whole, ring(plus(ONE, times(condition, plus(g, MINUS))), t))
    return None


def _of_two(normaliser: Normalising, t: Term, name: str, arguments: list[Term], sign: Sign) -> Theorem | None:
    """Return the sign of max x y from that of one, of min x y from those of both, of |x| from x ≠ 0 or nothing."""
    less = "<" if sign is positive else "≤"
    if name == "abs":
        apart = [nonzero(normaliser, arguments[0])] if sign is positive else []
        said, ways = _LARGER.format(x="x", y="-1 * x"), {"x ≠ 0 ⇒" if apart else "": apart}
    else:
        x, y = (sign(normaliser, argument) for argument in arguments)
        one, other = f"0 {less} x ⇒", f"0 {less} y ⇒"
        said = _LARGER.format(x="x", y="y") if name == "max" else "y + ind (x ≤ y) * (x + -1 * y)"
        ways = {one: [x], other: [y]} if name == "max" else {f"{one} {other}": [x, y]}
    for premise, known in ways.items():
        reduced = normaliser.head_normal(t)
        shown = [each for each in known if each is not None]
        if len(shown) == len(known) and not is_refl(reduced):
            statement = f"∀{'x y'[: 2 * len(arguments) - 1]}:ℝ. {premise} 0 {less} {said}"
            return rewrite_proposition(said_of(statement, tuple(arguments), *shown), symmetric(reduced))
    return None


def _by_squares(normaliser: Normalising, t: Term) -> Callable[[], Theorem] | None:
    """Return what makes ⊢ 0 ≤ t for a product of squares and of factors that are not negative, or None."""
    polynomial = read_polynomial(t)
    if len(polynomial) != 1:
        return None
    ((monomial, coefficient),) = polynomial.items()
    root = product_term(factors(tuple((atom, e // 2) for atom, e in monomial if e > 1)))
    if root is ONE:
        return None
    rest = scaled_term(coefficient, tuple((atom, 1) for atom, e in monomial if e % 2))
    sign = nonnegative(normaliser, rest)
    if sign is None:
        return None

    def made() -> Theorem:
        square = fact("square_nonneg", root)
        product = infer("le_mul", square, sign)
        return rewrite_proposition(product, ring(times(times(root, root), rest), t))

    return made


#: The facts that say the sign of a function from those of so many of its first arguments.
_POSITIVE = {
    "exp": ("exp_pos", 0),
    "pi": ("pi_pos", 0),
    "factorial": ("factorial_pos", 0),
    "inv": ("inv_pos", 1),
    "sqrt": ("sqrt_pos", 1),
    "*": ("mul_pos", 2),
}
_NONNEGATIVE = {
    "ind": ("ind_nonneg", 0),
    "eexp": ("eexp_nonneg", 0),
    "real": ("real_nonneg", 0),
    "pos": ("pos_nonneg", 0),
    "sqrt": ("sqrt_nonneg", 1),
    "inv": ("inv_nonneg", 1),
    "power": ("power_nonneg", 1),
    "*": ("le_mul", 2),
    "+": ("add_nonneg", 2),
}
_APART = {"inv": ("inv_ne", 1), "*": ("mul_ne", 2), "power": ("power_ne", 1)}


def _positive_with_squares(normaliser: Normalising, t: Term, arguments: list[Term]) -> Theorem | None:
    """Return ⊢ 0 < t for a product of squares and of factors that are not negative, none of which is 0, or None."""
    sign = _by_squares(normaliser, t)
    signs = [nonzero(normaliser, factor) for factor in arguments] if sign is not None else [None]
    if sign is None or any(each is None for each in signs):
        return None
    apart = infer("mul_ne", signs[0], signs[1])  # type: ignore[arg-type]
    return infer("nonneg_ne_pos", sign(), apart)


@_asked_once
def nonzero(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ t ≠ 0, or None."""
    known = _known(normaliser, lambda: negation(equation(t, ZERO)))
    if known is not None:
        return known
    if isinstance(t, Lit) and t.value:
        return nonzero_literal(Fraction(t.value))
    strictly = positive(normaliser, t)
    if strictly is not None:
        return infer("pos_ne", strictly)
    root = operand(t, "sqrt")
    inside = (nonnegative(normaliser, root), nonzero(normaliser, root)) if root is not None else (None, None)
    if root is not None and inside[0] is not None and inside[1] is not None:
        above = infer("nonneg_ne_pos", inside[0], inside[1])
        return infer("pos_ne", infer("sqrt_pos", above))
    head, arguments = head_and_arguments(t)
    shown = _by_its_arguments(normaliser, nonzero, _APART, head.name, arguments) if isinstance(head, Const) else None
    if shown is not None:
        return shown
    if (log := operand(t, "log")) is not None:
        return _nonzero_log(normaliser, log)
    if (factors_of := operand(t, "product")) is not None:
        return _of_factors(normaliser, factors_of, nonzero, "product_ne")
    found = apart_by_hypothesis(normaliser, t) or _known_sum(normaliser, t) or _nonzero_exponential(normaliser, t)
    return found or _nonzero_multiple(normaliser, t)


def _nonzero_multiple(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ t ≠ 0 for a sum t with denominators from ⊢ t·d ≠ 0, where one is cleared, or None."""
    polynomial = read_polynomial(t)
    atoms = (a for a in atoms_of(polynomial) if operand(a, "inv") is not None) if len(polynomial) > 1 else ()
    for below in atoms:
        d = operand(below, "inv") or below
        multiple = normaliser.normal(times(t, d))
        cleared = below not in atoms_of(read_polynomial(right(multiple)))
        shown = nonzero(normaliser, right(multiple)) if cleared else None
        if shown is not None:
            return infer("factor_ne", rewrite_proposition(shown, symmetric(multiple)))
    return None


def _nonzero_exponential(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ c·(exp u − 1) ≠ 0 for a u that is not 0, or None."""
    terms = dict(read_polynomial(t))
    c = -terms.pop((), Fraction(0))
    exponents = [operand(m[0][0], "exp") for m, coefficient in terms.items() if coefficient == c and len(m) == 1]
    u = exponents[0] if len(exponents) == len(terms) == 1 else None
    apart = nonzero(normaliser, u) if u is not None else None
    if u is None or apart is None:
        return None
    product = infer("mul_ne", nonzero_literal(c), infer("exp_ne_one", apart))
    return rewrite_proposition(product, ring(times(number(c), plus(app(EXP, u), MINUS)), t))


def _nonzero_log(normaliser: Normalising, u: Term) -> Theorem | None:
    """Return ⊢ log u ≠ 0 for a positive u that is not 1, or None."""
    sign = positive(normaliser, u)
    difference = normaliser.normal(plus(u, minus(ONE)))
    apart = nonzero(normaliser, right(difference)) if sign is not None else None
    if sign is None or apart is None:
        return None
    moved = rewrite_proposition(apart, symmetric(difference))
    unequal = infer("ne_of_sub", moved)
    return infer("log_ne", sign, unequal)


def _known_sum(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ Σ h ≠ 0 where a hypothesis says it of Σ f, and h is f times positive weights, or None."""
    args = operand(t, "sum")
    if args is None or not isinstance(args, Abs):
        return None
    for truth in normaliser.context.truths:
        for known in _at_indices(truth, t):
            negated = match_negation(known.conclusion)
            pair = sides(negated) if negated is not None else None
            total = args_of(pair[0], "sum", 1) if pair is not None and pair[1] is ZERO else None
            if total is not None and isinstance(total[0], Abs) and total[0].binder is args.binder:
                found = _weighted(normaliser, known, total[0], args)
                if found is not None:
                    return found
    return None


def _at_indices(truth: Theorem, t: Term) -> list[Theorem]:
    """Return a hypothesis, where it says something of every index of a type, at the free indices of a term."""
    quantified = match_forall(truth.conclusion)
    if quantified is None:
        return [truth]
    indices = sorted((v for v in t.free if v.type is quantified.binder), key=lambda v: v.name)
    return [spec(truth, v) for v in indices]


def _weighted(normaliser: Normalising, known: Theorem, f: Abs, h: Abs) -> Theorem | None:
    """Infer ⊢ Σ h ≠ 0 from ⊢ Σ f ≠ 0 where h = f·g with f ≥ 0 and g > 0, or return None."""
    x = fresh(f.binder, f, h)
    every = every_term(normaliser, f)
    here, there = normaliser.normal(open_body(f, x)), normaliser.normal(open_body(h, x))
    g = _ratio(read_polynomial(right(here)), read_polynomial(right(there)))
    sign = None if g is None or every is None else positive(normaliser, g)
    if g is None or every is None or sign is None:
        return None
    premises = (gen(x, sign), every, known)
    weighted = infer("sum_weighted_pos", *premises, sizes={"n": f.binder.size})  # type: ignore[dict-item]
    product = chain(ap_term(app(MUL, g), here), ring(times(g, right(here)), right(there)))
    above = rewrite_proposition(weighted, under_sum(x, chain(product, symmetric(there))))
    return infer("pos_ne", above)


def _ratio(divisor: Polynomial, polynomial: Polynomial) -> Term | None:
    """Return the single term g with polynomial = divisor·g, or None."""
    if not divisor or len(divisor) != len(polynomial):
        return None
    (monomial, coefficient), *_ = sorted_terms(divisor)
    for other, factor in sorted_terms(polynomial):
        if (ratio := divided(other, monomial)) is not None:
            g = scaled_term(factor / coefficient, ratio)
            if read_polynomial(times(polynomial_term(divisor), g)) == polynomial:
                return g
    return None


def _known(normaliser: Normalising, said: Callable[[], Term]) -> Theorem | None:
    """Return what is said as an instance of a hypothesis, or None; without hypotheses it is not put into words."""
    normaliser.context.charge_effort((1 + len(normaliser.context.truths)) / 8)
    if not normaliser.context.truths:
        return None
    proposition = said()
    for truth in normaliser.context.truths:
        if truth.conclusion is proposition:
            return truth
        variables, premises, stripped = strip(truth)
        bindings: dict[Var, Term] = {}
        if variables and not premises and match(stripped.conclusion, proposition, frozenset(variables), bindings):
            found = spec(truth, *(bindings.get(v, v) for v in variables))
            same = same_up_to_products(found.conclusion, proposition)
            if same is not None:
                return eq_mp(same, found)
    return None


def _positive_sum_of_two(normaliser: Normalising, a: Term, b: Term) -> Theorem | None:
    for first, second in ((a, b), (b, a)):
        strictly = positive(normaliser, first)
        weakly = nonnegative(normaliser, second) if strictly is not None else None
        if strictly is not None and weakly is not None:
            result = infer("add_pos", strictly, weakly)
            return result if first is a else rewrite_proposition(result, ring(plus(b, a), plus(a, b)))
    return None


def every_term(normaliser: Normalising, f: Abs, sign: Sign | None = None) -> Theorem | None:
    """Return ⊢ ∀i. 0 ≤ f i, or what another sign shows of f i."""
    x = fresh(f.binder, f)
    inner = (sign or nonnegative)(normaliser, open_body(f, x))
    return None if inner is None else gen(x, inner)


def _of_factors(normaliser: Normalising, f: Term, sign: Sign, lemma: str) -> Theorem | None:
    """Return what the signs of all factors say of their product, or None."""
    size = f.type.domain.size if f.type.domain is not None else None
    if size is None:
        return None
    x = fresh(fin(size), f)
    factor = sign(normaliser, right(beta_normal_form(app(f, x))))
    return None if factor is None else fact(lemma, f, premises=(gen(x, factor),))


def _positive_sum(normaliser: Normalising, t: Term, f: Term) -> Theorem | None:
    """Return ⊢ 0 < Σ f: every term is nonnegative and one term is positive."""
    if not isinstance(f, Abs) or f.binder.size is None:
        return None
    every = every_term(normaliser, f)
    if every is None:
        return None
    for candidate in _candidates(normaliser, t, f):
        term = open_body(f, candidate)
        normal = normaliser.normal(term)
        pair = normal.sides
        strictly = positive(normaliser, pair[1]) if pair is not None else None
        if strictly is not None:
            at = rewrite_proposition(strictly, symmetric(normal))
            return fact("sum_pos", f, candidate, premises=(every, at))
    return positive_by_weights(normaliser, f, positive, nonnegative)


def _candidates(normaliser: Normalising, t: Term, f: Abs) -> list[Term]:
    """Return indices at which a term may be positive: 0, witnesses of masks, other indices, also moved, the last."""
    found: list[Term] = [literal(0, fin(f.binder.size))]  # type: ignore[arg-type]
    x = fresh(f.binder, f)
    body = open_body(f, x)
    for truth in normaliser.context.truths:
        variables, premises, stripped = strip(truth)
        if premises or stripped.conclusion.type is not BOOL:
            continue
        head, wanted = head_and_arguments(stripped.conclusion)
        for proposition in _indicated(body):
            other, given = head_and_arguments(proposition)
            if other is head and len(given) == len(wanted) and x in given:
                bindings: dict[Var, Term] = {}
                rest = [(w, g) for w, g in zip(wanted, given, strict=True) if g is not x]
                if all(match(w, g, frozenset(variables), bindings) for w, g in rest):
                    found.append(substitute(wanted[given.index(x)], bindings))
    indices = sorted((v for v in t.free if v.type.size is not None), key=lambda v: v.name)
    size: Size = f.binder.size  # type: ignore[assignment]
    found += [v for v in indices if v.type is f.binder]
    found += [place for v in indices if v.type is not f.binder for place in _shifted(v, size)]
    return [*found, const("last", size)]


def _shifted(index: Var, whole: Size) -> list[Term]:
    """Return the indices below ``whole`` that an index below n is moved to, by the sums of terms of whole − n."""
    length: Size = index.type.size  # type: ignore[assignment]
    rest = rest_of(whole, length)
    if rest is None:
        return []
    parts = [Size({monomial: coefficient}) for monomial, coefficient in rest.terms]
    found: list[Term] = []
    for chosen in range(2 ** min(len(parts), MOST_SHARES)):
        before = [part for place, part in enumerate(parts) if chosen >> place & 1]
        after = [part for place, part in enumerate(parts) if not chosen >> place & 1]
        moved: Term = index
        if after:
            moved = app(const("inl", length, reduce(Size.__add__, after)), moved)
        if before:
            here: Size = moved.type.size  # type: ignore[assignment]
            moved = app(const("inr", reduce(Size.__add__, before), here), moved)
        found.append(moved)
    return found


def _indicated(t: Term) -> list[Term]:
    """Return the propositions under indicators in a term."""
    args = operand(t, "ind")
    if args is not None:
        return [args]
    head, arguments = head_and_arguments(t)
    if isinstance(head, Abs):
        return []
    return [p for argument in arguments for p in _indicated(argument)]
