"""Prove a goal from what is known of the words in it: a softmax is a row of positive numbers that add up to 1.

Words, which are defined numbers and matrices, become unknowns, and so do numbers under a sum.  Statements about them
are proposed, tried at random numbers and proved one by one; then the goal is proved of any unknowns of which these
statements hold.  So steps that are each proved alone are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import permutations

from ....kernel.rules import Theorem, assume, instantiate
from ....kernel.syntax import forall
from ....kernel.terms import (
    REAL,
    Abs,
    App,
    Const,
    Term,
    Var,
    abstract,
    app,
    equation,
    fin,
    lam,
    open_body,
    sides,
    var,
)
from ...library.definitions import defined, definition_of
from ...library.matrices import shape
from ...limits import LARGEST_SEEN, MOST_SHARES, MOST_WORDS
from ...logic.conversions import beta_conclusion, beta_hypotheses, beta_normal_form, fresh
from ...logic.derived_rules import chain, cut, eq_mp_back, match_forall, right
from ...logic.formulas import ONE, ZERO, le, lt, minus, number, plus, times, total, total_over
from ...logic.parts import head_and_arguments, is_matrix, operand, operands, parts_of, with_parts
from ...logic.term_order import next_opened, size
from ...normal.context import Context
from ...normal.glance import differ, fails
from ...normal.linear_arithmetic import order_of
from ..core.goals import Facts, attempted
from ..laws.laws import ALGEBRA
from .unfolding import unfolded

#: Prove a goal from facts, or raise a ProofError.
Prove = Callable[[Term, Facts], tuple[Theorem, Context]]


def proved_of_unknowns(goal: Term, facts: Facts, prove: Prove, easily: Prove) -> tuple[Theorem, Context] | None:
    """Prove a goal with unknowns in place of its words by `prove`, or return None; `easily` proves what is proposed."""
    tried = {goal}
    if size(goal) > LARGEST_SEEN:
        return None
    for same in unfolded(goal, Context(opaque=facts.opaque)):
        whole = chain(same, beta_normal_form(right(same)))
        for is_word in (is_number_or_matrix, is_matrix_word):
            attempt = _Attempt(right(whole), facts, prove, easily, is_word)
            if attempt.general not in tried and attempt.known:
                tried.add(attempt.general)
                if (found := attempted(attempt.proved)) is not None:
                    return eq_mp_back(whole, found[0]), found[1]
    return None


@dataclass
class _Attempt:
    """Hold a goal, the words in it, and what is proved of them."""

    goal: Term
    facts: Facts
    prove: Prove
    easily: Prove
    is_word: Callable[[Term], bool]
    known: list[Theorem] = field(default_factory=list)
    settled: list[Term] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = words_of(self.goal, self.is_word)
        self.met = tuple(self.words)
        if len(self.words) <= MOST_WORDS:
            self._learn_laws()
            for statements in _proposed(self.words[:MOST_WORDS], self.settled):
                self._learn(statements)
        functions = [f for f in summed_functions(self.goal) if self._learn(_sums(f)) and self._learn(_signs(f))]
        self.values: dict[Var, Term] = {}
        self.unknowns = {word: self._unknown(word) for word in self.words}
        self.functions = {f: self._unknown(f) for f in functions}
        self.general = self._generalised(self.goal)

    def _unknown(self, value: Term) -> Var:
        """Return a new unknown, which stands for a value."""
        met = (self.goal, *self.facts.others, *(theorem.conclusion for theorem in self.known), *self.values)
        unknown = fresh(value.type, *met, stem="unknown_")
        self.values[unknown] = value
        return unknown

    def proved(self) -> tuple[Theorem, Context]:
        """Prove the goal of any unknowns, and so of what these stand for; raise a ProofError where that fails."""
        return proved_of_any(self.goal, self.facts, self.known, self.values, self._generalised, self.prove)

    def _generalised(self, t: Term) -> Term:
        """Return a term with unknowns in place of what they stand for."""

        def walk(t: Term, others: Mapping[Term, Term]) -> Term:
            if t in others:
                return others[t]
            if isinstance(t, App):
                return app(walk(t.function, others), walk(t.argument, others))
            if not isinstance(t, Abs):
                return t
            x = next_opened(t.binder, t, *others)
            here = {open_body(f, x): app(row, x) for f, row in self.functions.items() if f.binder is t.binder}
            return abstract(x, walk(open_body(t, x), {**others, **here}))

        return walk(t, self.unknowns) if self.functions else with_parts(t, self.unknowns)

    def _learn_laws(self) -> None:
        """Prove laws of words, and of the words that stand in these laws."""
        for word in self.words:  # which grows
            for laws, parts in self._laws(word):
                if self._learn(laws, parts):
                    self.settled.append(word)
                    more = words_of(self.known[-1].conclusion, self.is_word)
                    self.words += [w for w in more if w not in self.words]

    def _learn(self, statements: Iterable[Term], parts: Sequence[Term] | None = None) -> bool:
        """Prove the first of some statements that holds; a law of a word in general, for any matrices as its parts."""
        for statement in statements:
            law = partial(self._law, statement, parts)
            if not self._fails(statement) and (proved := attempted(law)) is not None:
                self.known.append(proved)
                return True
        return False

    def _law(self, statement: Term, parts: Sequence[Term] | None) -> Theorem:
        if parts is None:
            return self.easily(statement, self.facts)[0]
        general = {part: var(f"part_{k}", part.type) for k, part in enumerate(parts) if not isinstance(part, Var)}
        facts = Facts(opaque=self.facts.opaque) if parts else self.facts
        theorem, _ = self.prove(with_parts(statement, general), facts)
        return instantiate({v: part for part, v in general.items()}, theorem)

    def _fails(self, statement: Term) -> bool:
        """Tell whether a statement is seen to fail at some numbers."""
        if any(not pair[0].free.isdisjoint(statement.free) for pair in self.facts.bijections):
            return False
        given = [p for p in self.facts.others if not p.free.isdisjoint(statement.free)]
        while (every := match_forall(statement)) is not None:
            statement = open_body(every, next_opened(every.binder, statement, *given))
        if (pair := sides(statement)) is not None:
            return pair[0].type is REAL and differ(*pair, given)
        a, b, _ = order_of(statement) or (ZERO, ZERO, False)
        return fails(plus(b, minus(a)), given)

    def _laws(self, word: Term) -> Iterator[tuple[tuple[Term, ...], Sequence[Term]]]:
        """Yield statements about a number f(M) by those of the parts of M, and of which parts they are general."""
        if word.type is not REAL or not isinstance(word, App):
            return
        f, last = word.function, word.argument
        if word not in self.met:  # such as the norm of a vector that is turned
            yield tuple(equation(word, w) for w in self.met if isinstance(w, App) and w.function is f), ()
        if word in self.settled:
            return
        head, parts = head_and_arguments(last)
        name = head.name if isinstance(head, Const) else ""
        if name == "matadd":
            both = plus(app(f, parts[0]), app(f, parts[1]))
            yield (le(word, both), le(word, times(number(2), both))), parts
        elif name == "matscale":
            factors = app(defined("abs"), parts[0]), parts[0]
            yield tuple(equation(word, times(factor, app(f, parts[1]))) for factor in factors), parts
        elif name == "matmul":
            yield tuple(equation(word, app(f, part)) for part in parts if part.type is last.type), ()
            if word not in self.settled and isinstance(f, Const) and f.sizes == shape(last):
                a, b = (app(defined(f.name, *shape(part)), part) for part in parts)
                yield (le(word, times(a, b)),), parts
        if isinstance(f, App) and f.argument.type is last.type:
            for norm in {w.function: None for w in self.words if isinstance(w, App) and w.type is REAL}:
                if norm.type.domain is last.type and not isinstance(norm, App):
                    bound = times(app(norm, f.argument), app(norm, last))
                    yield (le(word, bound),), (f.argument, last)
                    yield (le(app(defined("abs"), word), bound),), (f.argument, last)


def proved_of_any(
    goal: Term,
    facts: Facts,
    known: Iterable[Theorem],
    values: Mapping[Var, Term],
    generalised: Callable[[Term], Term],
    prove: Prove,
) -> tuple[Theorem, Context]:
    """Prove a goal from facts and theorems as it is generalised, and so for the values of the variables.

    Raise a ProofError where that fails.
    """
    shown = {generalised(theorem.conclusion): theorem for theorem in known}
    given = {generalised(p): assume(p) for p in facts.others}
    theorem, context = prove(generalised(goal), replace(facts, others=(*given, *shown)))
    used = [each for p, each in {**shown, **given}.items() if p in theorem.hypotheses]
    theorem = beta_hypotheses(beta_conclusion(instantiate(values, theorem)))
    return cut(*used, theorem), context


def words_of(t: Term, is_word: Callable[[Term], bool]) -> list[Term]:
    """Return the largest words in a term."""
    return [part for part in parts_of(t, whole=is_word) if is_word(part)]


def is_matrix_word(t: Term) -> bool:
    """Tell whether a term is a defined matrix, but no sum or product of matrices."""
    return is_matrix(t.type) and is_number_or_matrix(t)


def is_number_or_matrix(t: Term) -> bool:
    """Tell whether a term is a defined number or matrix, but no sum or product of matrices."""
    if not isinstance(t, App) or t.loose or (t.type is not REAL and not is_matrix(t.type)):
        return False
    head, arguments = head_and_arguments(t)
    if not isinstance(head, Const) or head.name in ALGEBRA or definition_of(head.name) is None:
        return False
    if t.type is REAL and all(a.type is REAL for a in arguments):
        return False
    prefixes = (app(head, *arguments[:count]) for count in range(1, len(arguments)))
    return is_matrix(t.type) or not any(is_matrix(prefix.type) for prefix in prefixes)


def _proposed(words: Sequence[Term], settled: Sequence[Term]) -> Iterator[tuple[Term, ...]]:
    """Yield statements about words; of some statements the first that holds is enough."""
    for word in words:
        if word.type is REAL:
            yield (le(ZERO, word),)
        else:
            rows, columns = shape(word)
            i, j = var("i", fin(rows)), var("j", fin(columns))
            entry = app(word, i, j)
            yield tuple(forall(i, forall(j, order(ZERO, entry))) for order in (lt, le))
            yield (forall(i, equation(total_over(j, entry), ONE)),)
    numbers = [w for w in words if w.type is REAL and w not in settled]
    for u, v in permutations(numbers, 2) if len(numbers) <= MOST_SHARES else ():
        yield (le(u, v),)


def summed_functions(goal: Term) -> list[Abs]:
    """Return the functions of an index that are factors under a sum, and sums themselves."""
    found: dict[Abs, None] = {}
    for part in parts_of(goal):
        inside = operand(part, "sum")
        if inside is not None and isinstance(inside, Abs):
            for factor in _factors(inside.body):
                f = lam(inside.binder, factor)
                is_sum = operand(factor, "sum") is not None or operands(factor, "+") is not None
                if is_sum and factor.loose and isinstance(f, Abs) and not f.loose:
                    found[f] = None
    return list(found)


def _factors(t: Term) -> list[Term]:
    pair = operands(t, "*")
    return [t] if pair is None else [*_factors(pair[1]), *_factors(pair[0])]


def _sums(f: Abs) -> tuple[Term, ...]:
    n = f.binder.size
    return tuple(equation(total(n, f), number(k)) for k in (1, 2)) if n is not None else ()


def _signs(f: Abs) -> tuple[Term, ...]:
    i = var("i", f.binder)
    return tuple(forall(i, order(ZERO, open_body(f, i))) for order in (lt, le))
