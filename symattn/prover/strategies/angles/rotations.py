"""Closed forms of the powers of rotations: the power k of a rotation by angles α is the rotation by k·α."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from ....kernel.rules import Theorem
from ....kernel.terms import NAT, App, Const, Size, Term, abstract, app, const, equation, fin, literal, var
from ...library.definitions import applied_definition, defined, definition_of
from ...library.facts import fact
from ...logic.conversions import fresh
from ...logic.derived_rules import ProofError, ap_term, ap_thm, beta_spine, chain, close, right
from ...logic.formulas import TWO, UNIT
from ...logic.parts import args_of, head_and_arguments, parts_of
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ..core.goals import Prove, attempted
from ..hypotheses.adding import add_theorem


def add_powers(context: Context, terms: Iterable[Term], prove: Prove) -> None:
    """Let a proof use the closed forms of the powers that occur in some terms, or that M commutes with M^k."""
    if "block_rotation" in context.opaque:
        return
    for power in _powers(terms):
        base = power.argument
        same = _as_rotation(context, base, prove)
        add_theorem(context, _commuting(base) if same is None else _closed_form(power, same))


def _powers(terms: Iterable[Term]) -> list[App]:
    """Return the functions k ↦ M^k in some terms, for matrices M without bound indices."""
    applied = (part for part in parts_of(*terms) if isinstance(part, App) and not part.loose)
    powers = (t for t in applied if isinstance(t.function, Const) and t.function.name == "matpow")
    return sorted(powers, key=key)


def _commuting(base: Term) -> Theorem:
    """Return ⊢ ∀k i j. the entries of M^k M are those of M M^k."""
    indices = base.type.domain
    if indices is None or indices.size is None:
        raise ProofError("a power of what is no matrix")
    k, i, j = fresh(NAT, base, stem="k"), fresh(indices, base, stem="i"), fresh(indices, base, stem="j")
    return close(fact("matpow_commutes", base, k, i, j), k, i, j)


def _closed_form(power: App, same: Theorem) -> Theorem:
    """Infer ∀k i j. (M^k) i j = (rotation by k·α) i j from ⊢ M = rotation by α."""
    head, (angles,) = head_and_arguments(right(same))
    half: Size = head.sizes[0]  # type: ignore[attr-defined]
    k = var("k", NAT)
    result = ap_thm(ap_term(power.function, same), k)
    result = chain(result, fact("rotation_power", angles, k))
    indices = [var(name, fin(half * TWO)) for name in ("i", "j")]
    return close(reduce(ap_thm, indices, result), k, *indices)


def _as_rotation(context: Context, matrix: Term, prove: Prove) -> Theorem | None:
    """Return ⊢ M = a rotation by blocks, for a matrix that unfolds to one or is an explicit rotation of the plane."""
    result = beta_spine(matrix)
    while True:
        head, arguments = head_and_arguments(right(result))
        if not isinstance(head, Const):
            break
        if head.name == "block_rotation":
            return result if len(arguments) == 1 else None
        definition = definition_of(head.name)
        if definition is None or head.name in context.opaque:
            break
        result = chain(result, applied_definition(definition, head.sizes, *arguments))
    return _in_the_plane(context, matrix, prove)


def _in_the_plane(context: Context, matrix: Term, prove: Prove) -> Theorem | None:
    """Return ⊢ M = a rotation of the plane by the angle u for a 2×2 matrix with the entries cos u and sin u."""
    if matrix.type.domain is not fin(TWO):
        return None
    normaliser = Normaliser(context)
    first, second = (literal(value, fin(TWO)) for value in (0, 1))
    cosine, sine = (right(normaliser.normal(app(matrix, first, index))) for index in (first, second))
    angle = args_of(cosine, "cos", 1)
    if angle is None or sine is not app(const("sin"), angle[0]):
        return None
    i, j = (var(name, fin(UNIT)) for name in ("i", "j"))
    rotation = app(defined("block_rotation", UNIT), abstract(i, abstract(j, angle[0])))
    return attempted(prove, context, equation(matrix, rotation))
