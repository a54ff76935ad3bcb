"""The matrix level: the first m of m + k rows of a composition, by laws F(X)[:m] = F(X[:m]) that are proved on the way.

Causal attention has such a law, and so has every operation that treats row by row; a mask of m + k rows and columns
becomes the same one of m.  The law of an operation is conjectured for any matrices: every size m + k of it becomes m,
or that of the rows of its result alone, and the matrices with so many rows lose the last k of them.  Each law is proved
(or given up) once; after that L layers cost L instantiations.  Terms become smaller with each step inwards.
"""

from __future__ import annotations

from ...kernel.rules import Theorem, instantiate, instantiate_sizes
from ...kernel.terms import (
    Abs,
    App,
    Const,
    KernelError,
    Lit,
    Size,
    Term,
    Var,
    abstract,
    app,
    bound,
    const,
    equality,
    equation,
    fin,
    lam,
    literal,
    open_body,
    substitute_sizes,
    var,
)
from ..library.definitions import definition_of, from_definition
from ..logic.cached_rules import refl
from ..logic.conversions import rewrite
from ..logic.derived_rules import ProofError, chain, is_refl, right, symmetric
from ..logic.parts import head_and_arguments
from ..normal.context import Context
from .equivariance import layers
from .goals import Facts, ProveAlone
from .laws import LAW_BUDGET, is_matrix, rows

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
    place = body.argument
    if not isinstance(place.function, Const) or place.function.name != "inl" or place.argument is not bound(0, t.binder):  # type: ignore[attr-defined]
        return None
    return body.function, *place.function.sizes  # type: ignore[return-value]


def proved_by_first_rows(
    a: Term, b: Term, context: Context, prove: ProveAlone, budget: int = LAW_BUDGET
) -> Theorem | None:
    """Return ⊢ a = b where both are the same once first rows are taken inwards, or None; one of them takes some."""
    if all(cut_matrix(side) is None or layers(_inside(side)) < 2 for side in (a, b)):
        return None
    cutter = _Cutter(context, prove)
    first, second = cutter.inwards(a), cutter.inwards(b)
    return chain(first, symmetric(second)) if right(first) is right(second) else None


def _inside(t: Term) -> Term:
    found = cut_matrix(t)
    return t if found is None else found[0]


class _Cutter:
    """Take first rows inwards, as far as laws are found."""

    def __init__(self, context: Context, prove: ProveAlone) -> None:
        self.context, self.prove = context, prove
        self.memo: dict[Term, Theorem] = {}

    def inwards(self, t: Term) -> Theorem:
        """Return ⊢ t = t' with first rows taken of matrices that no law says more of, wherever t takes some."""
        found = self.memo.get(t)
        if found is None:
            self.context.spend()
            cut = cut_matrix(t)
            found = self.memo[t] = self._arguments(t) if cut is None else self._cut(*cut)
        return found

    def _arguments(self, t: Term) -> Theorem:
        if not isinstance(t, App) or t.loose:
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
        """Return ⊢ the first rows of F(A, …) = F(the first rows of A, …) by the law of F for the sizes of its parts."""
        head, arguments = head_and_arguments(t)
        if not isinstance(head, Const) or not arguments:
            return None
        if head.name == "above" and head.sizes[:2] == (m, k):
            return self._proved(first_rows(t, m, k), arguments[0], {}, {})
        definition = definition_of(head.name)
        if definition is None or head.name in self.context.opaque:
            return None
        together = [place for place, size in enumerate(head.sizes) if size == m + k]
        parameters = [str(p) for p in definition.arguments[1]]  # type: ignore[union-attr]
        generic = const(head.name, *map(Size.variable, parameters)).type
        for _ in arguments:
            generic = generic.codomain or generic
        leading = [place for place in together if parameters[place] in rows(generic).variables()]
        for places in (together, leading) if together != leading else (together,):
            found = self._conjectured(head, arguments, places, m, k)
            if found is not None:
                return found
        return None

    def _conjectured(self, head: Const, arguments: list[Term], places: list[int], m: Size, k: Size) -> Theorem | None:
        """Return the law of an operation in which the sizes at some places become those of the first rows, or None."""
        whole, first, rest = m + k, Size.variable(_FIRST), Size.variable(_REST)
        others = {f"•{place}": size for place, size in enumerate(head.sizes) if place not in places}
        sizes = [first + rest if p in places else Size.variable(f"•{p}") for p in range(len(head.sizes))]
        operation = const(head.name, *sizes)
        values: dict[Var, Term] = {}
        before: list[Term] = []
        after: list[Term] = []
        ty = operation.type
        for place, argument in enumerate(arguments):
            if ty.domain is None or ty.codomain is None:
                return None
            if is_matrix(ty.domain):
                variable = var(f"{_HOLE}{place}", ty.domain)
                values[variable] = argument
                before.append(variable)
                after.append(first_rows(variable, first, rest) if rows(ty.domain) == first + rest else variable)
            else:
                general = argument if not _mentions(argument, whole) else _resized(argument, whole)
                if general is None:
                    return None
                before.append(substitute_sizes(general, {_ANY: first + rest}))
                after.append(substitute_sizes(general, {_ANY: first}))
                if before[-1].type is not ty.domain:
                    return None
            ty = ty.codomain
        try:
            smaller = const(head.name, *(first if p in places else s for p, s in enumerate(sizes)))
            goal = first_rows(app(operation, *before), first, rest), app(smaller, *after)
            if goal[0].type is not goal[1].type:
                return None
        except KernelError:
            return None
        return self._proved(*goal, {**others, _FIRST: m, _REST: k}, values)

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
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = list(reversed(head_and_arguments(t)[1]))
    while stack:
        part = stack.pop()
        if part in seen or part.loose:
            continue
        seen.add(part)
        if cut_matrix(part) is not None:
            found[part] = None
        elif isinstance(part, App):
            stack += [part.argument, part.function]
    return list(found)


def _mentions(t: Term, whole: Size) -> bool:
    """Tell whether a size stands somewhere in a term."""
    seen: set[Term] = set()
    stack = [t]
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if isinstance(part, Const) and whole in part.sizes:
            return True
        if isinstance(part, App):
            stack += [part.function, part.argument]
        elif isinstance(part, Abs):
            if part.binder.size == whole:
                return True
            stack.append(part.body)
        elif part.type.size == whole:
            return True
    return False


def _resized(t: Term, whole: Size) -> Term | None:
    """Return a term with a variable in place of a size, or None where that is the size of a variable's indices."""

    def size(old: Size | None) -> Size:
        return Size.variable(_ANY) if old == whole or old is None else old

    def walk(s: Term, binders: tuple[Var, ...]) -> Term:
        if isinstance(s, App):
            return app(walk(s.function, binders), walk(s.argument, binders))
        if isinstance(s, Abs):
            binder = fin(size(s.binder.size)) if s.binder.size is not None else s.binder
            x = var(f"{_HOLE}{len(binders)}", binder)
            return abstract(x, walk(open_body(s, var(x.name, s.binder)), (*binders, x)))
        if isinstance(s, Const):
            if s.name != "=":
                return const(s.name, *map(size, s.sizes))
            compared = s.type.domain or s.type
            return equality(fin(size(compared.size)) if compared.size is not None else compared)
        if isinstance(s, Var):
            own = next((x for x in binders if x.name == s.name), None)
            if own is None and _mentions(s, whole):
                raise KernelError("a variable has this size")
            return own if own is not None else s
        if isinstance(s, Lit) and s.type.size is not None:
            return literal(s.value, fin(size(s.type.size)))
        return s

    try:
        return walk(t, ())
    except KernelError:
        return None

