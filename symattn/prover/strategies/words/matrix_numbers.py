"""Prove equations of numbers from equations of matrices: by traces, by 1×1 words, and then as of any numbers.

Equal matrices have equal traces; a trace has several forms, turned round and transposed, and rules for words make
different numbers of them: xᵀCx is xᵀCᵀx, so that it is 0 where Cᵀ = −C.  What rules leave where they overlap may be a
number too: λ⟨u, v⟩ = μ⟨u, v⟩ is what Cv = μv and uᵀC = λuᵀ make of uᵀCv.  The goal follows from such relations as a
statement of any numbers in place of the traces, or because they contradict each other, as tr (CD − DC) = n does; a
matrix is 0 where the sum of its squares is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from itertools import product as pairs

from ....kernel.rules import Theorem, assume, eq_mp, instantiate
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Term, app, sides, var
from ...library.definitions import defined
from ...library.facts import fact
from ...library.matrices import product, shape, transposed
from ...library.sums import under_sum
from ...limits import MOST_INSTANCES
from ...logic.cached_rules import refl
from ...logic.conversions import rewrite, rewrite_proposition
from ...logic.derived_rules import (
    absurd,
    ap_term,
    ap_thm,
    at_arguments,
    chain,
    cut,
    is_refl,
    left,
    match_negation,
    right,
    symmetric,
)
from ...logic.formulas import UNIT, minus, plus
from ...logic.parts import args_of, parts_of, with_parts
from ...logic.term_order import key
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ...normal.positivity import nonzero
from ..core.goals import attempted
from ..core.search import Ask
from ..hypotheses.adding import add_theorem
from ..laws.laws import is_matrix
from .inner_products import proved_by_inner_products
from .matrix_rules import Algebra, is_reserved, matrix_equations, matrix_variables
from .matrix_traces import Traces, is_trace
from .matrix_words import RESERVED, Words, row


def proved_by_matrix_numbers(goal: Term, context: Context, others: Sequence[Theorem]) -> Theorem | None:
    """Return ⊢ goal for a goal that follows from what equations of matrices say of numbers, or None."""
    if not any(True for o in others for _ in matrix_equations(o)):
        return None
    if is_reserved(goal, *(o.conclusion for o in others)):
        return None
    pair = sides(goal)
    if pair is not None and is_matrix(pair[0].type):
        found = attempted(lambda: proved_by_inner_products(goal, context, others))
        if found is not None:
            return found
    consequences = Consequences(goal, context, others)
    found = consequences.proved(goal)
    context.unfolded |= consequences.algebra.words.unfolded
    return found


class Consequences:
    """Hold what equations of matrices say of numbers."""

    def __init__(self, goal: Term, context: Context, others: Sequence[Theorem]) -> None:
        self.context = context
        self.algebra = Algebra((goal,), context, others, numbers=refl)
        self.algebra.complete()
        self.algebra.words.steps = 0
        self.traces = Traces(self.algebra.words, Normaliser(context))
        self._plain = Traces(Words(refl, context.opaque), self.traces.normaliser)  # as written, by no rules
        matrices = matrix_variables(goal, *(o.conclusion for o in others))
        self._vectors = [v for v in matrices if shape(v)[1] == UNIT]
        self._squares = [x for x in matrices if shape(x)[0] == shape(x)[1]]
        given = {part for o in others for part in parts_of(o.conclusion)}
        columns = (product(x, v) for x, v in pairs(matrices, self._vectors) if shape(x)[1] == shape(v)[0])
        images = (image for image in columns if image in given)  # squares of others only distract the search
        squares = [fact("column_squared", v) for v in islice((*self._vectors, *images), MOST_INSTANCES)]
        squares += [fact("squares_nonneg", x) for x in self._squares]
        self._told, self._lengths = (
            [read for said in known if (read := self._read(said)) is not None] for known in (others, squares)
        )
        self._equal = list(islice(self._equal_numbers(), MOST_INSTANCES))

    def proved(self, goal: Term) -> Theorem | None:
        """Return ⊢ goal by what is known of any numbers in place of the traces, then by lengths too, or None."""
        found = self._proved_from(goal, [*self._told, *self._equal])
        return found or (
            self._proved_from(goal, [*self._told, *self._lengths, *self._equal]) if self._lengths else None
        )

    def _proved_from(self, goal: Term, known: list[Theorem]) -> Theorem | None:
        read = self._normal(goal)
        known += [same for t in _traces(right(read), known) for same in self.traces.by_turns(t)]
        marks = {t: var(f"{RESERVED}number{k}", REAL) for k, t in enumerate(_traces(right(read), known))}
        wanted = with_parts(right(read), marks)
        found = self._follows(wanted, [assume(with_parts(theorem.conclusion, marks)) for theorem in known])
        if found is None:
            return None
        found = instantiate({mark: t for t, mark in marks.items()}, found)
        for theorem in known:
            found = cut(theorem, found)
        return eq_mp(symmetric(read), found)

    def _follows(self, goal: Term, known: Sequence[Theorem]) -> Theorem | None:
        """Return ⊢ goal from what is known of numbers, or because that is contradictory, or None."""
        plain = Context(opaque=self.context.opaque, budget=self.context.budget, most_effort=self.context.most_effort)
        signs = [theorem for theorem in known if theorem.sides is None]
        learned, found = dict[Term, Theorem](), None
        # What signs there are comes first, to contradict equations, and last, as these rewrite it.
        for theorem in (*signs, *(theorem for theorem in known if theorem.sides is not None), *signs):
            pair = theorem.sides
            if pair is not None and pair[0].type is REAL:
                normal = [Normaliser(plain).normal(side) for side in pair]
                theorem = chain(symmetric(normal[0]), theorem, normal[1])
                if is_refl(theorem):
                    continue
            if (against := _contradiction(plain, theorem)) is not None:
                found = absurd(theorem, against, goal)
                break
            learned[theorem.conclusion] = theorem
            add_theorem(plain, assume(theorem.conclusion))
        if found is None and _compared(goal) is not None:
            found = attempted(lambda: Ask(Normaliser(plain)).prove(goal))
        return None if found is None else reduce(lambda said, each: cut(each, said), reversed(learned.values()), found)

    # ---------------------------------------------------------------------------------------------------- relations

    def _normal(self, proposition: Term) -> Theorem:
        """Return ⊢ p = p' where the numbers that p compares are polynomials in traces."""
        numbers = {t: self.traces.number(t) for t in _compared(proposition) or ()}
        return rewrite(proposition, {t: same for t, same in numbers.items() if not is_refl(same)})

    def _read(self, theorem: Theorem) -> Theorem | None:
        """Return what a theorem says of numbers as a relation between polynomials in traces, or None."""
        if _compared(theorem.conclusion) is None:
            return None
        return eq_mp(self._normal(theorem.conclusion), theorem)

    def _equal_numbers(self) -> Iterator[Theorem]:
        """Yield equations of numbers: traces of equal matrices, also multiplied by others, and what rules left over."""
        for traces, equations in ((self.traces, self.algebra.left_over), (self._plain, self.algebra.equations)):
            for e in equations:
                if shape(left(e))[0] == shape(left(e))[1]:
                    yield from _of_traces(traces, e)
        for e, x in islice(pairs(self.algebra.equations, self._squares), MOST_INSTANCES):
            if shape(left(e)) == shape(x):
                yield from _of_traces(self._plain, ap_term(app(defined("matmul", *shape(x), shape(x)[0]), x), e))
        for e in self.algebra.left_over[:MOST_INSTANCES]:
            for multiplied in islice(self._multiplied(e), MOST_INSTANCES):
                yield from _of_traces(self.traces, multiplied)

    def _multiplied(self, e: Theorem) -> Iterator[Theorem]:
        """Yield ⊢ uᵀa = uᵀb or ⊢ uᵀav = uᵀbv from a = b for the vectors u and v at hand."""
        rows, columns = shape(left(e))
        before = [u for u in self._vectors if shape(u)[0] == rows]
        after = [v for v in self._vectors if shape(v)[0] == columns]
        if rows == UNIT or (columns != UNIT and not after):
            return
        for u, v in pairs(before, after if columns != UNIT else [None]):
            found = e
            if v is not None:
                found = ap_thm(ap_term(defined("matmul", rows, columns, UNIT), found), v)
            yield ap_term(app(defined("matmul", UNIT, rows, UNIT), transposed(u)), found)


def _of_traces(traces: Traces, e: Theorem) -> Iterator[Theorem]:
    """Yield ⊢ tr a = tr b from a = b, unless both have one normal form."""
    i = row(shape(left(e))[0])
    both = under_sum(i, at_arguments(e, i, i))
    same = chain(symmetric(traces.trace(left(e))), both, traces.trace(right(e)))
    if not is_refl(same):
        yield same


def _compared(proposition: Term) -> tuple[Term, Term] | None:
    """Return the numbers that a proposition compares by =, ≠, ≤ or <, or None."""
    inside = match_negation(proposition) or proposition
    pair = sides(inside)
    if pair is not None:
        return pair if pair[0].type is REAL else None
    order = args_of(inside, "≤", 2)
    return None if order is None else (order[0], order[1])


def _contradiction(context: Context, theorem: Theorem) -> Theorem | None:
    """Return ⊢ a ≠ b for an equation a = b that cannot hold, or ⊢ b < a for a ≤ b of sizes alone, or None."""
    pair = theorem.sides
    if pair is None or pair[0].type is not REAL:
        of_sizes = not theorem.conclusion.free and args_of(theorem.conclusion, "≤", 2) is not None
        return attempted(lambda: Ask(Normaliser(context)).prove(negation(theorem.conclusion))) if of_sizes else None
    a, b = pair
    normaliser = Normaliser(context)
    difference = normaliser.normal(plus(a, minus(b)))
    apart = nonzero(normaliser, right(difference))
    if apart is None:
        return None
    return fact("ne_of_sub", a, b, premises=(rewrite_proposition(apart, symmetric(difference)),))


def _traces(goal: Term, known: Iterable[Theorem]) -> list[Term]:
    """Return the sums and entries in some propositions, the outermost ones."""
    parts = parts_of(goal, *(theorem.conclusion for theorem in known), whole=is_trace)
    return sorted((t for t in parts if is_trace(t)), key=key)
