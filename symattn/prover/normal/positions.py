"""Normal forms of sizes and positions, inequalities between them, and choices by the half that an index lies in."""

from __future__ import annotations

from ...kernel.rules import Theorem, eq_mp
from ...kernel.terms import REAL, Const, Lit, Size, Term, app, literal
from ..library.facts import fact, infer
from ..logic.cached_rules import refl, ring
from ..logic.conversions import rewrite_proposition, to
from ..logic.derived_rules import ap_term, chain, is_false, is_refl, is_true, right, symmetric
from ..logic.formulas import LE, TWO, UNIT, ZERO, minus, plus
from ..logic.parts import args_of, argument_of, head_and_arguments, index_size, operand, rest_of
from ..logic.term_order import key
from .closed_indices import in_parts
from .normalising import Normalising
from .polynomials import atoms_of, polynomial_term, read_polynomial
from .positivity import nonnegative, positive


def normal_size(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ #p = the polynomial p in the sizes of its variables."""
    size: Size = t.sizes[0]  # type: ignore[attr-defined]
    terms = size.terms
    (monomial, coefficient) = terms[0]
    if len(terms) > 1:
        first = Size({monomial: coefficient})
        rest = Size(dict(terms[1:]))
        return normaliser.then(fact("size_add", {"m": first, "n": rest}))
    if coefficient % 2 == 0 and (monomial or coefficient > 2):  # halving keeps the proof of a large number short
        return normaliser.then(fact("size_mul", {"m": TWO, "n": Size({monomial: coefficient // 2})}))
    if coefficient > 1:
        one, rest = Size({monomial: 1}), Size({monomial: coefficient - 1})
        return normaliser.then(fact("size_add", {"m": one, "n": rest}))
    if not monomial:
        return fact("size_one")
    (name, exponent), *others = monomial
    if exponent == 1 and not others:
        return refl(t)
    lower = tuple(others) if exponent == 1 else ((name, exponent - 1), *others)
    return normaliser.then(fact("size_mul", {"m": Size.variable(name), "n": Size({tuple(lower): 1})}))


def normal_position(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ pos i = … for an index that is a literal 0, the last one, a pair or in one half of a split type."""
    result = normaliser.arguments(t)
    index = argument_of(right(result))
    if index is literal(0, index.type) if index.type.size is not None else False:
        return chain(result, fact("pos_zero", {"n": index.type.size}))  # type: ignore[dict-item]
    if isinstance(index, Lit) and index.type.size == TWO:
        return chain(result, fact("pos_one_of_two"))
    if isinstance(index, Const) and index.name == "last":
        return normaliser.then(chain(result, fact("last_position", {"n": index.sizes[0]})))
    head, arguments = head_and_arguments(index)
    rules = {"inl": ("pos_left", "mk"), "inr": ("pos_right", "mk"), "pair": ("pos_pair", "mn")}
    if isinstance(head, Const) and head.name in rules:
        rule, names = rules[head.name]
        return normaliser.then(chain(result, fact(rule, dict(zip(names, head.sizes, strict=True)), *arguments)))
    return result


def normal_case(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ case f g i = f i or g i where it is known which half the index lies in."""
    head, (f, g, index) = head_and_arguments(t)
    placed = normaliser.normal(index)
    if isinstance(right(placed), Lit) and head.sizes == (UNIT, UNIT):  # type: ignore[attr-defined]
        side = "fin_two_right" if right(placed).value else "fin_two_left"  # type: ignore[attr-defined]
        placed = chain(placed, symmetric(fact(side)))
    part = in_parts(normaliser, right(placed), *head.sizes)  # type: ignore[attr-defined]
    if part is None:
        part = _grouped(right(placed), *head.sizes) or block_of_part(right(placed), *head.sizes)  # type: ignore[attr-defined]
    if part is not None:
        placed = chain(placed, part)
    result = refl(t) if is_refl(placed) else ap_term(t.function, placed)  # type: ignore[attr-defined]
    for side, rule in (("inl", "case_left"), ("inr", "case_right")):
        args = operand(right(placed), side)
        # an index may be placed in another split of the same range, as in [m + (k + l)] and [(m + k) + l]
        if args is not None and head_and_arguments(right(placed))[0].sizes == head.sizes:  # type: ignore[attr-defined]
            return normaliser.then(chain(result, fact(rule, f, g, args)))
    return normaliser.arguments(t)


def _grouped(index: Term, m: Size, k: Size) -> Theorem | None:
    """Return ⊢ i = inl{m,k} … or inr{m,k} … for an index in a part of these that is split off first, or None."""
    head, arguments = head_and_arguments(index)
    name = head.name if isinstance(head, Const) and len(arguments) == 1 else ""
    middle = rest_of(m, head.sizes[0]) if name in ("inl", "inr") else None  # type: ignore[attr-defined]
    if middle is None:
        return None
    sizes = {"m": head.sizes[0], "k": middle, "n": k}  # type: ignore[attr-defined]
    if name == "inl":
        return symmetric(fact("first_of_first", sizes, *arguments))
    inner = _grouped(arguments[0], middle, k)
    place = right(inner) if inner is not None else arguments[0]
    for side, rule in (("inl", "last_of_first"), ("inr", "last_of_last")):
        args = operand(place, side)
        if args is not None and head_and_arguments(place)[0].sizes == (middle, k):  # type: ignore[attr-defined]
            moved = refl(index) if inner is None else ap_term(index.function, inner)  # type: ignore[attr-defined]
            return chain(moved, symmetric(fact(rule, sizes, args)))
    return None


def block_of_part(index: Term, m: Size, k: Size) -> Theorem | None:
    """Return ⊢ i = inl{m,k} … or inr{m,k} … for a place in a block that lies in one of two parts of blocks, or None."""
    placed = args_of(index, "pair", 2)
    head, arguments = head_and_arguments(placed[0]) if placed is not None else (index, [])
    if placed is None or not isinstance(head, Const) or head.name not in ("inl", "inr") or len(arguments) != 1:
        return None
    (first, last), width = head.sizes, index_size(placed[1])
    if (first * width, last * width) != (m, k):
        return None
    return fact(
        "block_inl" if head.name == "inl" else "block_inr", {"m": first, "k": last, "n": width}, *arguments, placed[1]
    )


def known_order(normaliser: Normalising, p: Term) -> Theorem | None:
    """Return ⊢ p = p' for an inequality of positions, where p' is ⊤, ⊥ or that an index is the first one, or None."""
    args = args_of(p, "≤", 2)
    if args is None:
        return None
    if (part := _by_part(*args)) is not None:
        return part
    inner = normaliser.arguments(p)
    args = args_of(right(inner), "≤", 2)
    extreme = (_by_sizes(normaliser, *args) or _extreme(normaliser, *args)) if args is not None else None
    return None if extreme is None else chain(inner, extreme)


def _by_sizes(normaliser: Normalising, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ (a ≤ b) = ⊥ where a − b is a sum of sizes and positive numbers, as in i + w ≤ i, or ⊤ for two numbers.

    None stands for anything else.
    """
    if isinstance(a, Lit) and isinstance(b, Lit) and a.value <= b.value:
        difference = literal(b.value - a.value, REAL)
        nonneg = nonnegative(normaliser, difference)
        if nonneg is None:
            return None
        # at the right side alone: where the difference is 0, it is the left side too
        shifted = eq_mp(ap_term(app(LE, ZERO), ring(difference, plus(b, minus(a)))), nonneg)
        return is_true(infer("le_of_nonneg", shifted))
    beyond = read_polynomial(plus(a, minus(b)))
    if any(args_of(atom, "#", 0) is None for atom in atoms_of(beyond)):
        return None
    excess = polynomial_term(beyond)
    sign = positive(normaliser, excess)
    if sign is None:
        return None
    moved = rewrite_proposition(sign, ring(excess, plus(a, minus(b))))
    return is_false(infer("lt_of_pos", moved))


def _by_part(a: Term, b: Term) -> Theorem | None:
    """Return ⊢ (a ≤ b) = ⊤ or ⊥ for equal sides, and where b is a position in one part and a is where that begins."""
    if a is b:
        return is_true(fact("le_refl", a))
    size, position = args_of(a, "#", 0), args_of(b, "pos", 1)
    if size is None or position is None:
        return None
    length: Size = a.sizes[0]  # type: ignore[attr-defined]
    for side, name in (("inl", "inl_below"), ("inr", "inr_not_below")):
        inner = operand(position[0], side)
        if inner is None:
            continue
        m, k = head_and_arguments(position[0])[0].sizes  # type: ignore[attr-defined]
        if m == length:
            theorem = fact(name, {"m": m, "k": k}, inner)
            below = is_false(theorem)
            if side == "inl":
                return below
            # ¬¬(a ≤ b) is (a ≤ b) by cases
            return is_true(infer("not_not", theorem))
    return None


def _extreme(normaliser: Normalising, a: Term, b: Term) -> Theorem | None:
    """Return ⊢ (pos i ≤ 0) = (i = 0) or, where only 0 ≤ pos i < n is needed, ⊢ (a ≤ b) = ⊤; None for anything else."""
    position = operand(a, "pos")
    if position is not None and b is ZERO:
        return fact("first_position", position)
    difference = read_polynomial(plus(b, minus(a)))
    for atom in sorted(atoms_of(difference), key=key):
        position = operand(atom, "pos")
        if position is None:
            continue
        for name in ("pos_nonneg", "within_range"):
            nonneg = fact(name, position)
            low = args_of(nonneg.conclusion, "≤", 2)
            slack = normaliser.normal(low[1]) if low is not None else None
            if slack is not None and read_polynomial(right(slack)) == difference:
                shifted = to(slack, plus(b, minus(a)))
                shifted = eq_mp(ap_term(app(LE, ZERO), shifted), nonneg)
                return is_true(infer("le_of_nonneg", shifted))
    return None
