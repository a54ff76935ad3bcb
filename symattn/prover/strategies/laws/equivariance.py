"""The matrix level: pull permutations out of compositions by laws that are conjectured and proved on the way.

Where an operation F is applied to matrices of which some have the form P·A with the same permutation P, the law
F(P·A, …) = P·F(A, …) or F(P·A, …) = F(A, …) is conjectured for arbitrary sizes and matrices and given to the entry
level.  Each law is proved (or given up) once; after that a composition of L layers costs L instantiations, because
terms are shared and every operation is treated as an atom.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from ....kernel.rules import Theorem, instantiate, instantiate_sizes
from ....kernel.syntax import forall
from ....kernel.terms import REAL, App, Const, Size, Term, Var, app, equation, fin, fun, sides, var
from ...library.definitions import defined, from_definition
from ...logic.cached_rules import refl
from ...logic.conversions import in_application, rewrite
from ...logic.derived_rules import ProofError, ap_term, chain, is_refl, right, symmetric
from ...logic.parts import args_of, head_and_arguments
from ...logic.term_order import key
from ...normal.context import Bijection, Context, add_bijection
from ...normal.glance import differ_where_moved
from ..core.goals import Facts, ProveAlone
from .frames import filled, holes, is_frame, leaves
from .laws import ALGEBRA, LAW_BUDGET, columns, definition_sizes, generic_application, is_matrix, rows
from .right_factors import right_factor_step
from .turned_features import turned_step


@dataclass(frozen=True)
class Law:
    """Hold a proved law of an operation: generic map and inverse, generic arguments, theorem, what was unfolded."""

    map: Var
    inverse: Var
    arguments: tuple[Var, ...]
    theorem: Theorem
    unfolded: frozenset[str]


Shape = int | tuple["Shape", "Shape"]
HOLE = "•A"  # what stands in a hole: a name that no user can write
_LAWS: dict[tuple[str, tuple[bool, ...], bool, frozenset[str]], Law | None] = {}


def layers(t: Term) -> int:
    """Return how deep operations beyond matrix algebra are nested in a term."""
    memo: dict[Term, int] = {}

    def depth(s: Term) -> int:
        if s not in memo:
            head, arguments = head_and_arguments(s)
            if is_frame(s):  # what it holds counts, if anything, and then the frame as well
                inside = max((depth(a) for a in (*arguments, *holes(s))), default=0)
                memo[s] = inside + (inside > 0)
                return memo[s]
            own = isinstance(head, Const) and bool(arguments) and head.name not in ALGEBRA and is_matrix(s.type)
            memo[s] = own + max((depth(a) for a in arguments), default=0)
        return memo[s]

    return depth(t)


def factors(t: Term) -> int:
    """Return how many factors the product has that a term is."""
    args = args_of(t, "matmul", 2)
    return 1 if args is None else sum(map(factors, args))


def permutation_matrix(s: Term) -> Term:
    """Return the matrix of a map between indices."""
    return app(defined("permutation", rows(s.type)), s)


def permuted(s: Term, t: Term) -> Term:
    """Return P·A for the matrix P of the map s."""
    columns = t.type.codomain.domain if t.type.codomain is not None else None
    if columns is None or columns.size is None:
        raise ProofError(f"{t} is not a matrix")
    return app(defined("matmul", rows(t.type), rows(t.type), columns.size), permutation_matrix(s), t)


def leading_permutation(t: Term) -> tuple[Term, Term] | None:
    """Return s and A if the term is P·A with the matrix P of s, or None."""
    args = args_of(t, "matmul", 2)
    inner = args_of(args[0], "permutation", 1) if args is not None else None
    return (inner[0], args[1]) if args is not None and inner is not None else None


def _summands(t: Term) -> tuple[list[Term], Shape]:
    """Return the summands of A + (B + …), also (A + B) + …, and how they are put together: their places, in pairs."""
    found: list[Term] = []

    def shape(s: Term) -> Shape:
        pair = args_of(s, "matadd", 2)
        if pair is not None:
            return shape(pair[0]), shape(pair[1])
        found.append(s)
        return len(found) - 1

    return found, shape(t)


@cache
def reordering(shape: Shape, order: tuple[int, ...], prove: ProveAlone) -> Theorem:
    """Return ⊢ a sum of A0, A1, … of this shape = A + (B + …) in the given order, for matrices of any size."""
    r, n = Size.variable("r"), Size.variable("n")
    add = defined("matadd", r, n)
    summands: list[Term] = [var(f"A{place}", fun(fin(r), fun(fin(n), REAL))) for place in range(len(order))]

    def total(of: Shape) -> Term:
        return summands[of] if isinstance(of, int) else app(add, total(of[0]), total(of[1]))

    return prove(equation(total(shape), total(_nested(order))), Facts(), LAW_BUDGET)[0]


def _nested(order: Sequence[int]) -> Shape:
    """Return the shape of A + (B + …)."""
    return order[0] if len(order) == 1 else (order[0], _nested(order[1:]))


@cache
def associativity(prove: ProveAlone) -> Theorem:
    """Return ⊢ (A·B)·C = A·(B·C), for matrices of any sizes."""
    r, m, n, d = map(Size.variable, "rmnd")
    a, b, c = (var(name, fun(fin(i), fun(fin(j), REAL))) for name, i, j in (("A", r, m), ("B", m, n), ("C", n, d)))
    left = app(defined("matmul", r, n, d), app(defined("matmul", r, m, n), a, b), c)
    together = app(defined("matmul", r, m, d), a, app(defined("matmul", m, n, d), b, c))
    return prove(equation(left, together), Facts(), LAW_BUDGET)[0]


class PermutationPuller:
    """Bring matrix terms to the form P·A with all permutations of rows in front, as far as laws are found."""

    def __init__(
        self,
        context: Context,
        hypotheses: tuple[Term, ...],
        prove: ProveAlone,
        order: tuple[bool, bool] = (True, False),
    ) -> None:
        self.context, self.hypotheses, self.prove, self.order = context, hypotheses, prove, order
        self.memo: dict[Term, Theorem] = {}
        self.has_chosen = False  # between two laws of an operation, of which the order says which comes first

    def pull(self, t: Term) -> Theorem:
        """Return ⊢ t = t' with permutations pulled out of t."""
        found = self.memo.get(t)
        if found is None:
            self.context.charge_step()
            found = self.memo[t] = self._pull(t)
        return found

    def _pull(self, t: Term) -> Theorem:
        head, arguments = head_and_arguments(t)
        frame = is_frame(t)
        if not frame and (not isinstance(head, Const) or not is_matrix(t.type) or not arguments):
            return refl(t)
        if (args := args_of(t, "transpose", 1)) is not None:
            turned = self._transposed_permutation(args[0])
            if turned is not None:
                return turned
        result = rewrite(t, {hole: self.pull(hole) for hole in holes(t)}) if frame else self._arguments(t)
        while True:
            current = right(result)
            step = (
                self._cancel(current)
                or self._nested_right(current)
                or self._sorted_sum(current)
                or (self._frame_law(current) if is_frame(current) else self._law(current))
                or turned_step(current, self.hypotheses, self.context, self.prove)
                or right_factor_step(current, self.hypotheses, self.context, self.prove)
            )
            if step is None:
                return result
            result = chain(result, step)
            outside = leading_permutation(right(step))
            if outside is None or not isinstance(right(step), App):
                return chain(result, self.pull(right(step))) if right(step) is not current else result
            inner = self.pull(outside[1])
            if not is_refl(inner):
                result = chain(result, ap_term(right(step).function, inner))  # type: ignore[attr-defined]

    def _arguments(self, t: Term) -> Theorem:
        if isinstance(t, App):
            inner = self.pull(t.argument) if is_matrix(t.argument.type) else refl(t.argument)
            return in_application(t, self._arguments(t.function), inner)
        return refl(t)

    def _sorted_sum(self, t: Term) -> Theorem | None:
        """Return ⊢ A + (B + …) = the same summands in canonical order, or None when they are in order."""
        summands, shape = _summands(t)
        order = sorted(range(len(summands)), key=lambda place: key(summands[place]))
        if len(summands) < 2 or shape == _nested(order):
            return None
        r, n = head_and_arguments(t)[0].sizes  # type: ignore[attr-defined]
        law = reordering(shape, tuple(order), self.prove)
        ty = fun(fin(r), fun(fin(n), REAL))
        values = {var(f"A{place}", ty): summand for place, summand in enumerate(summands)}
        return instantiate(values, instantiate_sizes({"r": r, "n": n}, law))

    def _nested_right(self, t: Term) -> Theorem | None:
        """Return ⊢ (A·B)·C = A·(B·C), or None."""
        outer = args_of(t, "matmul", 2)
        inner = args_of(outer[0], "matmul", 2) if outer is not None else None
        if outer is None or inner is None:
            return None
        types = (inner[0].type, inner[1].type, outer[1].type)
        sizes = dict(zip("rmnd", (*map(rows, types), columns(types[2])), strict=True))
        values = {var(name, ty): value for name, ty, value in zip("ABC", types, (*inner, outer[1]), strict=True)}
        return instantiate(values, instantiate_sizes(sizes, associativity(self.prove)))

    def _cancel(self, t: Term) -> Theorem | None:
        """Return ⊢ P·(P⁻¹·A) = A."""
        outer = leading_permutation(t)
        inner = leading_permutation(outer[1]) if outer is not None else None
        if outer is None or inner is None:
            return None
        bijection = self.context.bijections.get(outer[0])
        if bijection is None or bijection.inverse is not inner[0]:
            return None
        if not layers(inner[1]):
            return self._proved(equation(t, inner[1]), bijection)
        any_matrix = var(f"{HOLE}0", inner[1].type)  # what the matrix is made of is no matter
        moved = permuted(outer[0], permuted(inner[0], any_matrix))
        theorem = self._proved(equation(moved, any_matrix), bijection)
        return None if theorem is None else instantiate({any_matrix: inner[1]}, theorem)

    def _transposed_permutation(self, t: Term) -> Theorem | None:
        """Return ⊢ Pᵀ = the matrix of the inverse map."""
        args = args_of(t, "permutation", 1)
        bijection = self.context.bijections.get(args[0]) if args is not None else None
        if bijection is None:
            return None
        size = rows(t.type)
        turned = app(defined("transpose", size, size), t)
        return self._proved(equation(turned, permutation_matrix(bijection.inverse)), bijection)

    def _proved(self, goal: Term, bijection: Bijection) -> Theorem | None:
        pair = (bijection.left_inverse.conclusion, bijection.right_inverse.conclusion)
        try:
            theorem, context = self.prove(goal, Facts((pair,), opaque=self.context.opaque), LAW_BUDGET)
        except ProofError:
            return None
        self.context.unfolded |= context.unfolded
        return theorem

    def _law(self, t: Term) -> Theorem | None:
        """Return ⊢ F(P·A, …) = P·F(A, …) or F(A, …) by the law of the operation at the head of the term."""
        head, arguments = head_and_arguments(t)
        if leading_permutation(t) is not None or not isinstance(head, Const):
            return None
        known = partial(find_law, head.name, len(arguments))
        return self._by_law(known, arguments, lambda: definition_sizes(head))

    def _frame_law(self, t: Term) -> Theorem | None:
        """Return ⊢ F(P·A, …) = P·F(A, …) or F(A, …) for a frame F."""
        inside = leaves(t)
        variables = tuple(var(f"{HOLE}{place}", hole.type) for place, hole in enumerate(inside))
        frame = filled(t, dict(zip(inside, variables, strict=True)))
        return self._by_law(partial(_law_of_frame, frame, variables), list(inside), dict)

    def _by_law(
        self, known: Callable[..., Law | None], arguments: list[Term], sizes: Callable[[], dict[str, Size]]
    ) -> Theorem | None:
        """Return what the first law says of an operation at arguments that have a permutation in front, or None."""
        leads = [leading_permutation(a) if is_matrix(a.type) else None for a in arguments]
        for lead in leads:
            bijection = self.context.bijections.get(lead[0]) if lead is not None else None
            if bijection is None:
                continue
            self.has_chosen = True
            marked = tuple(other is not None and other[0] is bijection.map for other in leads)
            for equivariant in self.order:
                law = known(marked, equivariant, self.context.opaque, self.prove)
                if law is not None:
                    self.context.unfolded |= law.unfolded
                    bare = [
                        o[1] if o is not None and mark else a
                        for o, mark, a in zip(leads, marked, arguments, strict=True)
                    ]
                    return _instance(law, sizes(), bijection, bare)
        return None


def _instance(law: Law, sizes: dict[str, Size], bijection: Bijection, values: list[Term]) -> Theorem:
    theorem = instantiate_sizes(sizes, law.theorem) if sizes else law.theorem
    generic = (law.map, law.inverse, *law.arguments)
    moved = [var(v.name, v.type.substitute(sizes)) for v in generic]
    return instantiate(dict(zip(moved, (bijection.map, bijection.inverse, *values), strict=True)), theorem)


def find_law(
    name: str, arity: int, marked: tuple[bool, ...], equivariant: bool, opaque: frozenset[str], prove: ProveAlone
) -> Law | None:
    """Return the law of an operation for the marked arguments, proving or giving up the conjecture at first use."""
    entry = (name, marked, equivariant, opaque)
    if entry not in _LAWS:
        generic = generic_application(name, arity) if name not in opaque else None
        _LAWS[entry] = None
        if generic is not None:
            operation, arguments, _ = generic
            application = partial(app, operation)
            _LAWS[entry] = _prove_law(application, arguments, marked, equivariant, opaque, prove)
    return _LAWS[entry]


@cache
def _law_of_frame(
    frame: Term,
    arguments: tuple[Var, ...],
    marked: tuple[bool, ...],
    equivariant: bool,
    opaque: frozenset[str],
    prove: ProveAlone,
) -> Law | None:
    """Return the law of a frame, whose holes are variables, for the marked holes."""

    def application(*values: Term) -> Term:
        return filled(frame, dict(zip(arguments, values, strict=True)))

    return _prove_law(application, list(arguments), marked, equivariant, opaque, prove)


def _prove_law(
    application: Callable[..., Term],
    arguments: list[Var],
    marked: tuple[bool, ...],
    equivariant: bool,
    opaque: frozenset[str],
    prove: ProveAlone,
) -> Law | None:
    """Prove the conjecture about an operation, or return None."""
    plain = application(*arguments)
    sizes = {rows(a.type) for a, mark in zip(arguments, marked, strict=True) if mark and is_matrix(a.type)}
    if len(sizes) != 1 or (equivariant and rows(plain.type) not in sizes):
        return None
    size = sizes.pop()
    s, t, i = (var(letter, fun(fin(size), fin(size))) for letter in ("s", "t", "i"))
    i = var("i", fin(size))
    pair = (forall(i, equation(app(t, app(s, i)), i)), forall(i, equation(app(s, app(t, i)), i)))
    moved = application(*(permuted(s, a) if mark else a for a, mark in zip(arguments, marked, strict=True)))
    goal, facts = equation(moved, permuted(s, plain) if equivariant else plain), Facts((pair,), opaque=opaque)
    if fails_where_moved(goal, facts):
        return None
    try:
        theorem, context = prove(goal, facts, LAW_BUDGET)
    except ProofError:
        return None
    return Law(s, t, tuple(arguments), theorem, frozenset(context.unfolded))


def fails_where_moved(goal: Term, facts: Facts) -> bool:
    """Tell whether matrices are seen to differ where the maps among the facts, of which nothing more is said, move."""
    pair = sides(goal)
    if pair is None or facts.others or not facts.bijections or not is_matrix(pair[0].type):
        return False
    context = Context()
    for each in facts.bijections:
        add_bijection(context, *each)
    return differ_where_moved(*pair, context.bijections)


def unfolded(t: Term, context: Context) -> Theorem:
    """Return ⊢ t = t' where the operation at the head of t, or of a factor of t, is replaced by its value."""
    head, arguments = head_and_arguments(t)
    if args_of(t, "matmul", 2) is not None and isinstance(t, App):
        first, second = (unfolded(argument, context) for argument in arguments)
        return in_application(t, ap_term(head, first), second)
    if not isinstance(head, Const) or head.name in ALGEBRA or not arguments or context.unfold(head.name) is None:
        return refl(t)
    return from_definition(head.name, head.sizes, *arguments)


def pulled_together(
    a: Term, b: Term, context: Context, hypotheses: tuple[Term, ...], prove: ProveAlone
) -> Theorem | None:
    """Return ⊢ a = b if both sides become the same with all permutations in front, or None.

    An operation may have both laws, F(P·A) = P·F(A) and F(P·A) = F(A); then one of them is taken throughout.
    """
    for order in ((True, False), (False, True)):
        puller = PermutationPuller(context, hypotheses, prove, order)
        first, second = puller.pull(a), puller.pull(b)
        if right(first) is right(second):
            return chain(first, symmetric(second))
        if not puller.has_chosen:  # the other order would make no difference
            return None
    return None
