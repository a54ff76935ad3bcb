"""The matrix level: the first m of m + k rows of a composition, by laws F(X)[:m] = F(X[:m]) that are proved on the way.

Causal attention has such a law, and so has every operation that treats row by row; a mask of m + k rows and columns
becomes the same one of m.  The law of an operation is conjectured for any matrices: every size m + k of it becomes m,
or that of the rows of its result alone, and the matrices with so many rows lose the last k of them.  Each law is proved
(or given up) once; after that L layers cost L instantiations.  Terms become smaller with each step inwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from ....kernel.rules import Theorem, instantiate, instantiate_sizes
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
    equation,
    fin,
    fun,
    lam,
    literal,
    size_variables,
    substitute,
    substitute_sizes,
    var,
)
from ...library.definitions import definition_of, from_definition
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form, in_application, rewrite
from ...logic.derived_rules import ProofError, chain, is_refl, left, right, symmetric
from ...logic.parts import head_and_arguments, parts_of
from ...normal.context import Context
from ..core.goals import Facts, ProveAlone
from .equivariance import layers
from .frames import leaves
from .laws import LAW_BUDGET, is_matrix

_FIRST, _REST, _ANY = "•m", "•k", "•n"  # sizes that no user can write: those of the parts, and of the whole
_HOLE = "•A"
_LAWS: dict[tuple[Term, Term, frozenset[str]], tuple[Theorem, frozenset[str]] | None] = {}


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


def proved_by_first_rows(
    a: Term, b: Term, context: Context, prove: ProveAlone, budget: int = LAW_BUDGET
) -> Theorem | None:
    """Return ⊢ a = b where both are the same once first rows are taken inwards, or None; one of them takes some."""
    if all(cut_matrix(side) is None or layers(_inside(side)) < 2 for side in (a, b)):
        return None
    cutter = _Cutter(context, prove)
    opened = [_masks_opened(side, context) for side in (a, b)]
    first, second = (chain(side, cutter.inwards(right(side))) for side in opened)
    first, second = (chain(side, beta_normal_form(right(side))) for side in (first, second))
    same = _same(right(first), right(second), context, prove)
    return None if same is None else chain(first, same, symmetric(second))


def _masks_opened(t: Term, context: Context) -> Theorem:
    """Return ⊢ t = t' with the values of masks in place of their names."""
    values: dict[Term, Theorem] = {}
    for part in parts_of(t):
        if isinstance(part, Const) and _is_mask(part.type) and context.unfold(part.name) is not None:
            values[part] = from_definition(part.name, part.sizes)
    return rewrite(t, values) if values else refl(t)


def _is_mask(ty: Type) -> bool:
    while ty.domain is not None and ty.domain.size is not None and ty.codomain is not None:
        ty = ty.codomain
    return ty is EXTENDED


def _same(a: Term, b: Term, context: Context, prove: ProveAlone) -> Theorem | None:
    """Return ⊢ a = b for terms that differ in masks alone, which are proved to be equal, or None."""
    if a is b:
        return refl(a)
    if a.type is not b.type or a.loose or b.loose:
        return None
    if not a.free and not b.free and _is_mask(a.type):
        with suppress(ProofError):
            theorem, used = prove(equation(a, b), Facts(opaque=context.opaque), LAW_BUDGET)
            context.unfolded |= used.unfolded
            return theorem
        return None
    if not isinstance(a, App) or not isinstance(b, App):
        return None
    if head_and_arguments(a)[0] is not head_and_arguments(b)[0]:
        return _same_operation(a, b, context, prove)
    function, argument = _same(a.function, b.function, context, prove), _same(a.argument, b.argument, context, prove)
    return None if function is None or argument is None else in_application(a, function, argument)


def _inside(t: Term) -> Term:
    found = cut_matrix(t)
    return t if found is None else found[0]


def _same_operation(a: Term, b: Term, context: Context, prove: ProveAlone) -> Theorem | None:
    """Return ⊢ F(A, …) = G(A, …) for two operations that are the same for all matrices, as without a mask, or None."""
    sides = [head_and_arguments(side) for side in (a, b)]
    matrices = [[argument for argument in arguments if is_matrix(argument.type)] for _, arguments in sides]
    if not all(isinstance(head, Const) for head, _ in sides) or [m.type for m in matrices[0]] != [
        m.type for m in matrices[1]
    ]:
        return None
    inner = [_same(one, other, context, prove) for one, other in zip(*matrices, strict=True)]
    same = [theorem for theorem in inner if theorem is not None]
    if len(same) < len(inner):
        return None
    variables = [var(f"{_HOLE}{place}", matrix.type) for place, matrix in enumerate(matrices[0])]
    generic = []
    for head, arguments in sides:
        each = iter(variables)
        generic.append(app(head, *(next(each) if is_matrix(argument.type) else argument for argument in arguments)))
    with suppress(ProofError):
        theorem, used = prove(equation(*generic), Facts(opaque=context.opaque), LAW_BUDGET)
        context.unfolded |= used.unfolded
        found = instantiate(dict(zip(variables, map(left, same), strict=True)), theorem)
        moved = rewrite(right(found), {left(t): t for t in same if not is_refl(t)})
        return chain(found, moved)
    return None


class _Cutter:
    """Take first rows inwards, as far as laws are found."""

    def __init__(self, context: Context, prove: ProveAlone) -> None:
        self.context, self.prove = context, prove
        self.memo: dict[Term, Theorem] = {}

    def inwards(self, t: Term) -> Theorem:
        """Return ⊢ t = t' with first rows taken of matrices that no law says more of, wherever t takes some."""
        found = self.memo.get(t)
        if found is None:
            self.context.charge_step()
            cut = cut_matrix(t)
            found = self.memo[t] = self._arguments(t) if cut is None else self._cut(*cut)
        return found

    def _arguments(self, t: Term) -> Theorem:
        if not isinstance(t, App | Abs) or t.loose:
            return refl(t)
        inside = {part: self.inwards(part) for part in _cuts_in(t)}
        return rewrite(t, {part: theorem for part, theorem in inside.items() if not is_refl(theorem)})

    def _cut(self, t: Term, m: Size, k: Size) -> Theorem:
        whole = refl(first_rows(t, m, k))
        inner = self._arguments(t)
        if not is_refl(inner):
            whole = rewrite(right(whole), {t: inner})
            t = right(inner)
        law = self._law(t, m, k)
        return whole if law is None else chain(whole, law, self.inwards(right(law)))

    def _law(self, t: Term, m: Size, k: Size) -> Theorem | None:
        """Return ⊢ the first rows of F(A, …) = F(the first rows of A, …) by a law of F, or None."""
        head, arguments = head_and_arguments(t)
        if isinstance(t, Var) or isinstance(head, Var):
            return None
        if isinstance(head, Const) and head.name == "above" and head.sizes[:2] == (m, k):
            return self._proved(first_rows(t, m, k), arguments[0], {}, {})
        return self._of_all_parts(t, m, k) or self._row_by_row(t, m, k)

    def _of_all_parts(self, t: Term, m: Size, k: Size) -> Theorem | None:
        """Return the law that has m in place of every size m + k of an operation and of its matrices, or None."""
        inside = leaves(t)
        generic = {leaf: var(f"{_HOLE}{place}", _retyped(leaf.type, m + k)) for place, leaf in enumerate(inside)}
        general = _resized(t, m + k, generic)
        if general is None:
            return None
        own = size_variables((general,)) & (m.variables() | k.variables())
        first, rest = (m, k) if own else (Size.variable(_FIRST), Size.variable(_REST))
        whole = substitute_sizes(general, {_ANY: first + rest})
        cut = {v: _cut_variable(v, first, rest) for v in generic.values()}
        smaller = substitute(substitute_sizes(general, {_ANY: first}), {_at(v, first): c for v, c in cut.items()})
        goal = first_rows(whole, first, rest), smaller
        if goal[0].type is not goal[1].type:
            return None
        values = {_at(v, first + rest): leaf for leaf, v in generic.items()}
        return self._proved(*goal, {} if own else {_FIRST: m, _REST: k}, values)

    def _row_by_row(self, t: Term, m: Size, k: Size) -> Theorem | None:
        """Return the law of an operation that makes each row from those at the same place, or None."""
        head, arguments = head_and_arguments(t)
        definition = definition_of(head.name) if isinstance(head, Const) and arguments else None
        if definition is None or not isinstance(head, Const) or not all(is_matrix(a.type) for a in arguments):
            return None
        parameters = [str(p) for p in definition.arguments[1]]  # type: ignore[union-attr]
        result = const(head.name, *map(Size.variable, parameters)).type
        for _ in arguments:
            result = result.codomain or result
        if result.domain is None or result.domain.size is None:
            return None
        first, rest = Size.variable(_FIRST), Size.variable(_REST)
        leading = [name in result.domain.size.variables() for name in parameters]
        if not any(leading) or any(size != m + k for size, own in zip(head.sizes, leading, strict=True) if own):
            return None
        others = {f"•{place}": size for place, size in enumerate(head.sizes) if not leading[place]}
        sizes = [first + rest if own else Size.variable(f"•{place}") for place, own in enumerate(leading)]
        smaller = [first if own else size for own, size in zip(leading, sizes, strict=True)]
        before: Term = const(head.name, *sizes)
        after: Term = const(head.name, *smaller)
        values: dict[Var, Term] = {}
        for place, argument in enumerate(arguments):
            if before.type.domain is None:
                return None
            variable = var(f"{_HOLE}{place}", before.type.domain)
            values[variable] = argument
            fits = after.type.domain is variable.type
            before, after = app(before, variable), app(after, variable if fits else first_rows(variable, first, rest))
        return self._proved(first_rows(before, first, rest), after, {**others, _FIRST: m, _REST: k}, values)

    def _proved(self, a: Term, b: Term, sizes: dict[str, Size], values: dict[Var, Term]) -> Theorem | None:
        """Return an instance of ⊢ a = b, which is proved once."""
        entry = (a, b, self.context.opaque)
        if entry not in _LAWS:
            _LAWS[entry] = None  # a law that would need itself is none
            _LAWS[entry] = self._law_of(a, b)
        known = _LAWS[entry]
        if known is None:
            return None
        self.context.unfolded |= known[1]
        theorem = instantiate_sizes(sizes, known[0]) if sizes else known[0]
        moved = {var(v.name, v.type.substitute(sizes)): value for v, value in values.items()}
        return instantiate(moved, theorem) if moved else theorem

    def _law_of(self, a: Term, b: Term) -> tuple[Theorem, frozenset[str]] | None:
        """Prove a law: by the laws of what the operation is composed of, or else entry by entry."""
        context = Context(opaque=self.context.opaque, budget=LAW_BUDGET)
        opened = [_opened(side, context) for side in (_inside(a), b)]
        if layers(right(opened[1])) > 1:
            cut = cut_matrix(a)
            first = refl(a) if cut is None else rewrite(a, {cut[0]: opened[0]})
            found = proved_by_first_rows(right(first), right(opened[1]), context, self.prove)
            if found is not None:
                return chain(first, found, symmetric(opened[1])), frozenset(context.unfolded)
        try:
            theorem, used = self.prove(equation(a, b), Facts(opaque=self.context.opaque), LAW_BUDGET)
        except ProofError:
            return None
        return theorem, frozenset(used.unfolded)


def _opened(t: Term, context: Context) -> Theorem:
    """Return ⊢ t = t' where the operation at the head of t is replaced by its value."""
    head, arguments = head_and_arguments(t)
    if not isinstance(head, Const) or not arguments or context.unfold(head.name) is None:
        return refl(t)
    return from_definition(head.name, head.sizes, *arguments)


def _cuts_in(t: Term) -> list[Term]:
    """Return the largest matrices in a term, not the term itself, that are first rows of others."""

    def is_cut(part: Term) -> bool:
        return part is not t and not part.loose and cut_matrix(part) is not None

    return [part for part in parts_of(t, whole=is_cut) if is_cut(part)]


def _retyped(ty: Type, whole: Size) -> Type:
    """Return a type with the size variable of anything in place of a size."""
    if ty.domain is not None and ty.codomain is not None:
        return fun(_retyped(ty.domain, whole), _retyped(ty.codomain, whole))
    return fin(Size.variable(_ANY)) if ty.size == whole else ty


def _at(variable: Var, size: Size) -> Var:
    return var(variable.name, variable.type.substitute({_ANY: size}))


def _cut_variable(variable: Var, first: Size, rest: Size) -> Term:
    """Return what is left of a matrix, or of a number, where each of its ranges of any size is cut."""
    whole = _at(variable, first + rest)
    ranges: list[Size] = []
    ty = variable.type
    while ty.domain is not None and ty.domain.size is not None and ty.codomain is not None:
        ranges.append(ty.domain.size)
        ty = ty.codomain
    cut = [size == Size.variable(_ANY) for size in ranges]
    if not any(cut):
        return whole
    last = len(cut) - cut[::-1].index(True)
    places = [
        var(f"{_HOLE}i{place}", fin(first if own else size))
        for place, (own, size) in enumerate(zip(cut[:last], ranges, strict=False))
    ]
    embed = const("inl", first, rest)
    body = app(whole, *(app(embed, x) if own else x for x, own in zip(places, cut, strict=False)))
    for x in reversed(places):
        body = abstract(x, body)
    return body


def _resized(t: Term, whole: Size, values: Mapping[Term, Var]) -> Term | None:
    """Return a term with the size variable of anything in place of a size, and variables in place of its leaves.

    None stands for a term in which the sizes then do not fit.
    """

    def size(old: Size) -> Size:
        return Size.variable(_ANY) if old == whole else old

    memo: dict[Term, Term] = {}

    def walk(s: Term) -> Term:
        if s in memo:
            return memo[s]
        if s is not t and s in values:
            result: Term = values[s]
        elif isinstance(s, App):
            result = app(walk(s.function), walk(s.argument))
        elif isinstance(s, Abs):
            result = lam(_retyped(s.binder, whole), walk(s.body))
        elif isinstance(s, Bound):
            result = bound(s.index, _retyped(s.type, whole))
        elif isinstance(s, Const):
            compared = s.type.domain
            result = (
                equality(_retyped(compared, whole))
                if s.name == "=" and compared is not None
                else const(s.name, *map(size, s.sizes))
            )
        elif isinstance(s, Lit):
            result = literal(s.value, _retyped(s.type, whole))
        else:
            result = s
        memo[s] = result
        return result

    try:
        return walk(t)
    except KernelError:
        return None
