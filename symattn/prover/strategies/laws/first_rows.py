"""The matrix level: the first m of m + k rows of a composition, by laws F(X)[:m] = F(X[:m]) that are proved on the way.

Causal attention has such a law, and so has every operation that treats row by row; a mask of m + k rows and columns
becomes the same one of m.  The law of an operation is conjectured for any matrices: every size m + k of it becomes m,
and the matrices with so many rows or columns lose the last k of them.  Terms become smaller with each step inwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, reduce

from ....kernel.rules import Theorem
from ....kernel.terms import (
    EXTENDED,
    Abs,
    App,
    Bound,
    Const,
    KernelError,
    Lit,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    bound,
    const,
    equality,
    fin,
    fun,
    lam,
    literal,
    var,
)
from ...library.definitions import from_definition
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form, in_application, rewrite
from ...logic.derived_rules import chain, right, symmetric
from ...logic.parts import head_and_arguments, is_matrix, parts_of, with_parts
from ...normal.context import Context
from ..core.goals import ProveAlone
from .frames import layers, leaves
from .laws import Laws, any_matrix


def first_rows(t: Term, m: Size, k: Size) -> Term:
    """Return λi. A (inl i), the first m rows of a matrix with m + k of them."""
    return lam(fin(m), app(t, app(const("inl", m, k), bound(0, fin(m)))))


def cut_matrix(t: Term) -> tuple[Term, Size, Size] | None:
    """Return A, m and k where the term is the first m of the m + k rows of A, or None."""
    body = t.body if isinstance(t, Abs) and is_matrix(t.type) else None
    if not isinstance(body, App) or not isinstance(body.argument, App) or body.function.loose:
        return None
    part, place = body.argument.function, body.argument.argument
    if not isinstance(part, Const) or part.name != "inl" or not isinstance(place, Bound):
        return None
    m, k = part.sizes
    return body.function, m, k


def proved_by_first_rows(a: Term, b: Term, context: Context, prove: ProveAlone) -> Theorem | None:
    """Return ⊢ a = b where both are the same once first rows are taken inwards, or None; one of them takes some."""
    if not any(cut is not None and layers(cut[0]) > 1 for cut in map(cut_matrix, (a, b))):
        return None
    cutter = _Cutter(context, prove)
    first, second = (_reduced(_masks_opened(side, context), cutter.inwards, beta_normal_form) for side in (a, b))
    same = _same(right(first), right(second), cutter.laws)
    return None if same is None else chain(first, same, symmetric(second))


def _reduced(theorem: Theorem, *ways: Callable[[Term], Theorem]) -> Theorem:
    """Infer Γ ⊢ a = b' from Γ ⊢ a = b by what each way makes of the right side."""
    return reduce(lambda known, way: chain(known, way(right(known))), ways, theorem)


def _masks_opened(t: Term, context: Context) -> Theorem:
    """Return ⊢ t = t' with the values of masks in place of their names."""
    masks = (part for part in parts_of(t) if isinstance(part, Const) and _is_mask(part.type))
    named = (mask for mask in masks if context.unfold(mask.name) is not None)
    return rewrite(t, *(from_definition(mask.name, mask.sizes) for mask in named))


def _is_mask(ty: Type) -> bool:
    while ty.domain is not None and ty.domain.size is not None and ty.codomain is not None:
        ty = ty.codomain
    return ty is EXTENDED


def _same(a: Term, b: Term, laws: Laws) -> Theorem | None:
    """Return ⊢ a = b for terms that differ in masks alone, which are proved to be equal, or None."""
    if a is b:
        return refl(a)
    if a.type is not b.type or a.loose or b.loose:
        return None
    if not a.free and not b.free and _is_mask(a.type):
        return laws.instance(a, b, {})
    if not isinstance(a, App) or not isinstance(b, App):
        return None
    function, argument = _same(a.function, b.function, laws), _same(a.argument, b.argument, laws)
    return None if function is None or argument is None else in_application(a, function, argument)


class _Cutter:
    """Take first rows inwards, as far as laws are found."""

    def __init__(self, context: Context, prove: ProveAlone) -> None:
        self.context, self.laws = context, Laws(context, prove)
        self.memo: dict[Term, Theorem] = {}

    def inwards(self, t: Term) -> Theorem:
        """Return ⊢ t = t' with first rows taken of matrices that no law says more of, wherever t takes some."""
        if t not in self.memo:
            self.context.charge_step()
            cut = cut_matrix(t)
            self.memo[t] = self._arguments(t) if cut is None else self._cut(*cut)
        return self.memo[t]

    def _arguments(self, t: Term) -> Theorem:
        if not isinstance(t, App | Abs) or t.loose:
            return refl(t)
        return rewrite(t, *map(self.inwards, _cuts_in(t)))

    def _cut(self, t: Term, m: Size, k: Size) -> Theorem:
        inner = self._arguments(t)
        whole = rewrite(first_rows(t, m, k), inner)
        law = self._law(right(inner), m, k)
        return whole if law is None else chain(whole, law, self.inwards(right(law)))

    def _law(self, t: Term, m: Size, k: Size) -> Theorem | None:
        """Return ⊢ the first rows of F(A, …) = F(the first rows of A, …) by a law of F, or None."""
        head, _ = head_and_arguments(t)
        variables = {leaf: any_matrix(place, leaf.type) for place, leaf in enumerate(leaves(t))}
        whole = with_parts(t, variables)
        if isinstance(head, Const) and head.name == "above" and head.sizes[:2] == (m, k):
            smaller: Term | None = head_and_arguments(whole)[1][0]
        else:
            cut = {leaf: _cut_everywhere(v, m, k) for leaf, v in variables.items()}
            smaller = None if isinstance(head, Var) else _resized(t, m + k, m, cut)
        values = {v: leaf for leaf, v in variables.items()}
        return None if smaller is None else self.laws.instance(first_rows(whole, m, k), smaller, values)


def _cuts_in(t: Term) -> list[Term]:
    """Return the largest matrices in a term, not the term itself, that are first rows of others."""

    def is_cut(part: Term) -> bool:
        return part is not t and not part.loose and cut_matrix(part) is not None

    return [part for part in parts_of(t, whole=is_cut) if is_cut(part)]


def _cut_everywhere(variable: Var, m: Size, k: Size) -> Term:
    """Return what is left of a matrix, or of a family of numbers, where each of its ranges of m + k indices is cut."""
    ranges: list[Size] = []
    ty = variable.type
    while ty.domain is not None and ty.domain.size is not None and ty.codomain is not None:
        ranges.append(ty.domain.size)
        ty = ty.codomain
    last = max((place for place, size in enumerate(ranges, 1) if size == m + k), default=0)
    places = [var(f"•i{place}", fin(m if size == m + k else size)) for place, size in enumerate(ranges[:last])]
    whole = [app(const("inl", m, k), i) if size == m + k else i for i, size in zip(places, ranges, strict=False)]
    return reduce(lambda body, i: abstract(i, body), reversed(places), app(variable, *whole))


def _resized(t: Term, whole: Size, part: Size, values: Mapping[Term, Term]) -> Term | None:
    """Return a term with another size in place of one, and values in place of its leaves, or None for no term."""

    def size(old: Size) -> Size:
        return part if old == whole else old

    def of_type(ty: Type) -> Type:
        if ty.domain is not None and ty.codomain is not None:
            return fun(of_type(ty.domain), of_type(ty.codomain))
        return ty if ty.size is None else fin(size(ty.size))

    @cache
    def walk(s: Term) -> Term:
        if s in values:
            return values[s]
        match s:
            case App():
                return app(walk(s.function), walk(s.argument))
            case Abs():
                return lam(of_type(s.binder), walk(s.body))
            case Bound():
                return bound(s.index, of_type(s.type))
            case Const(name="=", type=Type(domain=Type() as compared)):
                return equality(of_type(compared))
            case Const():
                return const(s.name, *map(size, s.sizes))
            case Lit():
                return literal(s.value, of_type(s.type))
        return s

    try:
        return walk(t)
    except KernelError:
        return None
