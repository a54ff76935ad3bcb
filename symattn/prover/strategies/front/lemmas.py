"""Use lemmas: instances found by matching rewrite a goal, or are added to its hypotheses.

A lemma speaks of all sizes and of all values of its variables.  Where a part of it, a side of its equation for the most
part, is matched by a part of the goal, the kernel makes the instance, whose hypotheses must then be proved.  Rewriting
by an instance a = b goes in the direction in which it was found; a goal that was met before is not met again, and their
number is limited, so that nothing turns in a circle.  What no rewriting settles is proved with the instances as further
hypotheses, and these are cut: the lemma's own inferences stand in the proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial, reduce
from itertools import islice, product

from ....kernel.rules import Theorem, congruence
from ....kernel.terms import (
    BOOL,
    Abs,
    App,
    Const,
    Term,
    Var,
    abstract,
    equation,
    literal,
    open_body,
    sides,
    var,
)
from ...library.conditions import same_order
from ...limits import (
    BUDGET,
    LITTLE_EFFORT,
    LITTLE_STEPS,
    MANY_FACTORS,
    MOST_EFFORT,
    MOST_INSTANCES,
    MOST_LED_TO,
    MOST_SEARCHES,
    MOST_TARGETS,
    MOST_WORDS,
)
from ...logic.cached_rules import refl
from ...logic.conversions import beta_conclusion, converted
from ...logic.derived_rules import (
    TRUTH,
    ProofError,
    chain,
    close,
    conjuncts,
    cut,
    eq_mp_back,
    is_refl,
    left,
    match_negation,
    right,
    strip,
    symmetric,
)
from ...logic.formulas import ZERO, minus, plus
from ...logic.instances import UNORDERED, Effort, Instance, kind_of, matches, together, unknown_in
from ...logic.matching import apply_rule, rule_of
from ...logic.parts import args_of, flat, head_and_arguments, is_matrix, parts_of, with_parts
from ...logic.term_order import key, size
from ...normal.context import Context
from ...normal.glance import denied
from ...normal.polynomials import canonical_term
from ..core.goals import Facts, NotProved, attempted
from ..hypotheses.as_given import proved_as_given
from .prove import Proved, prove
from .unfolding import in_entries, unfolded, with_conditions_opened
from .words_as_unknowns import is_number_or_matrix, proved_of_any

ALGEBRAIC = frozenset(("+", "*", "matadd", "matmul", "matscale", "transpose"))  # whose terms are compared as a whole
_AT, _REST = "•at", "•rest"


@dataclass(frozen=True)
class Found:
    """Hold an instance of a lemma, for all values of what was opened on the way to the place where it was found.

    ``at`` is the term that it rewrites, and ``turned`` says that it does so from its right side; without a term it is
    a fact and no more.
    """

    theorem: Theorem
    opened: tuple[Var, ...]
    at: Term | None = None
    turned: bool = False

    @cached_property
    def fact(self) -> Theorem:
        """The instance as a closed fact."""
        return close(self.theorem, *self.opened)

    @property
    def is_longer(self) -> bool:
        """Whether rewriting by it makes a term longer."""
        pair = self.theorem.sides
        return pair is not None and self.at is not None and size(pair[not self.turned]) > size(pair[self.turned])


@dataclass
class Lemmas:
    """Prove a goal from facts and from instances of lemmas, whose hypotheses are proved from what is known."""

    goal: Term
    facts: Facts
    known: Facts
    theorems: Sequence[Theorem]
    effort: Effort = field(default_factory=lambda: Effort(BUDGET))
    _premises: dict[Term, Theorem | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.goals: list[Theorem] = []  # ⊢ goal = goal'
        self.beside: dict[Term, Theorem] = {}
        self.parts = [part for theorem in self.theorems for part in _parts(theorem)]
        pairs = [p for pair in self.known.bijections for p in pair]
        self.propositions = (*pairs, *self.known.others)

    # ----------------------------------------------------------------------------------------------------- instances

    def found(self, goal: Term, more: Sequence[Term] = ()) -> Iterator[Found]:
        """Yield the instances that parts of a goal suggest, each once."""
        seen: set[Term] = set()
        places = _targets((goal, *more))
        names = {v.name: v for v in goal.free}
        for part in self.parts:
            for trigger, place in product(_triggers(part.conclusion), places):
                for each in self._at(part, trigger, place, names) if _may_match(trigger, place.term) else ():
                    if each.fact.conclusion not in seen:
                        seen.add(each.fact.conclusion)
                        yield each

    def _at(self, part: Theorem, trigger: Term, place: _Place, names: Mapping[str, Var]) -> Iterator[Found]:
        pair = part.sides
        for pattern in _with_rest(trigger):
            for match in matches(pattern, place.term, self.effort):
                plain = Instance(match.sizes, {v: t for v, t in match.values.items() if v.name != _REST}, match.waiting)
                for instance in self._completed(part, plain, names):
                    made = attempted(self._discharged, part, instance)
                    if made is not None and not _says_nothing(made.conclusion):
                        rewrites = pair is not None and trigger in pair and pattern is trigger
                        at = place.term if rewrites else None
                        yield Found(made, place.opened, at, pair is not None and trigger is pair[1])
                        break

    def _completed(self, part: Theorem, instance: Instance, names: Mapping[str, Var]) -> Iterator[Instance]:
        """Yield the instance with values for what only the hypotheses of a lemma speak of."""
        variables, sizes = unknown_in(part, instance)
        if not variables and not sizes:
            settled = instance.settled()
            if settled is not None:
                yield settled
            return
        if not self.effort.spend():
            return
        for premise in part.hypotheses:
            if variables.isdisjoint(premise.free):
                continue
            for proposition in self.propositions:
                for more in matches(premise, proposition, self.effort, instance):
                    yield from self._completed(part, more, names)
        first = min(variables, key=lambda v: v.name, default=None)
        if first is None:
            return
        for value in _witnesses(first, instance, names):
            named = instance.value(first, value)
            if named is not None:
                yield from self._completed(part, named, names)

    def _discharged(self, part: Theorem, instance: Instance) -> Theorem | None:
        """Return an instance whose hypotheses are known ones, or None where one of them is not proved."""
        theorem = instance.of(part)
        for premise in theorem.hypotheses:
            if premise in self.propositions:
                continue
            if premise not in self._premises:
                self._premises[premise] = attempted(self._premise, premise)
            proved = self._premises[premise]
            if proved is None:
                return None
            theorem = cut(proved, theorem)
        return theorem

    def _premise(self, premise: Term) -> Theorem | None:
        same = with_conditions_opened(premise)
        given = proved_as_given(premise, self.known.others)
        if given is not None or denied(premise, self.known.others):
            return given
        return eq_mp_back(same, prove(right(same), self.known, LITTLE_STEPS, 2 * LITTLE_EFFORT)[0])

    def _at_words(self, goal: Term) -> Iterator[_AtWords]:
        """Yield the instances at the arguments of the words of a goal, which are the words of a lemma at variables."""
        places = _words_in(goal)
        names = {v.name: v for v in goal.free}
        for part in self.parts:
            words = sorted(_words_in(part.conclusion), key=lambda t: -len(t.free))
            starts = list(islice(self._words_matched(words, places, Instance()), MOST_INSTANCES))
            most = max((len({*start.values.values()}) for start in starts), default=0)
            for start in starts:
                if len({*start.values.values()}) < most:  # x and y are the same, and there is more in the goal
                    continue
                for instance in islice(self._completed(part, start, names), 1):
                    made = attempted(self._discharged, part, instance)
                    if made is not None and not _says_nothing(made.conclusion):
                        yield _AtWords(made, tuple(instance.values.values()))

    def _words_matched(self, words: Sequence[Term], places: Sequence[Term], found: Instance) -> Iterator[Instance]:
        """Yield the instances in which words of a lemma, until they have all their variables, are words of a goal."""
        word = next((each for each in words if not each.free <= found.values.keys()), None)
        if word is None:
            if found.values:
                yield found
            return
        for place in places:
            if _may_match(word, place):
                for more in matches(word, place, self.effort, found):
                    yield from self._words_matched(words, places, more)

    # --------------------------------------------------------------------------------------------------------- proofs

    def by_words(self) -> Proved | None:
        """Return the proof of a goal from instances at the arguments of its words, or None.

        It is proved of any words, and of any matrices in place of the products in their arguments: as it is stated,
        before anything is written out.
        """
        opened = unfolded(self.goal, Context(opaque=self.facts.opaque))
        for same in (opened[0], opened[-1]):
            if found := list(islice(self._at_words(right(same)), MOST_SEARCHES)):
                break
        known = [each.theorem for each in found]
        words = frozenset(word for theorem in known for word in _words_in(theorem.conclusion))
        parts = frozenset(part for each in found for value in each.values for part in _compound_parts(value))
        for unknown in dict.fromkeys((words | parts, words)) if found else ():
            if (done := attempted(self._of_any, right(same), known, unknown)) is not None:
                return eq_mp_back(same, done[0]), done[1]
        return None

    def _of_any(self, goal: Term, known: Sequence[Theorem], parts: Collection[Term]) -> Proved:
        """Prove a goal from theorems with variables in place of some parts; raise a ProofError where that fails."""
        variables = {part: var(f"{_AT}.any{k}", part.type) for k, part in enumerate(sorted(parts, key=key))}
        values = {variable: part for part, variable in variables.items()}
        general = partial(with_parts, others=variables)
        little = partial(prove, budget=LITTLE_STEPS, effort=2 * LITTLE_EFFORT)
        return proved_of_any(goal, self.facts, known, values, general, little)

    def by_rewriting(self) -> Proved | None:
        """Return the proof of a goal that instances rewrite into what is known, or None.

        An instance that makes terms longer is used where no other rewrites.
        """
        return attempted(self._by_rewriting)

    def _by_rewriting(self) -> Proved | None:
        facts, context = self.facts, Context(opaque=self.facts.opaque)
        opened = unfolded(self.goal, context)
        entries = chain(opened[-1], in_entries(right(opened[-1])))
        self.goals = [*opened, *([] if right(entries) is right(opened[-1]) else [entries]), *_on_one_side(self.goal)]
        self.beside.clear()
        visited = set(map(right, self.goals))
        met = {self.goal, *facts.others}
        for same in self.goals:  # which grows
            current = right(same)
            if (done := _closed(current, facts)) is not None:
                return eq_mp_back(same, done), context
            found = list(islice(self.found(current, facts.others if is_refl(same) else ()), MOST_INSTANCES))
            shorter = [each for each in found if not each.is_longer]
            for each in shorter if any(each.at is not None for each in shorter) else found:
                if each.fact.conclusion not in met:
                    self.beside.setdefault(each.fact.conclusion, each.fact)
                if (done := _closed(current, facts, each.fact)) is not None:
                    return eq_mp_back(same, done), context
                step = self._rewritten(current, each)
                if step is not None and right(step) not in visited and len(visited) < MOST_LED_TO:
                    visited.add(right(step))
                    self.goals.append(chain(same, step))
        return None

    def by_all_means(self, steps: int = BUDGET) -> Proved:
        """Prove the goal that was not proved by rewriting, or one that came of it, with instances as further facts.

        Raise a ProofError where that fails.
        """
        found = list(self.beside.values())[:MOST_WORDS]
        more = self.facts.proved(*found)
        first, *others = self.goals
        others = sorted(others, key=lambda same: size(right(same)))[:MOST_SEARCHES]
        little = (min(LITTLE_STEPS, steps), 2 * LITTLE_EFFORT)
        failures: list[ProofError] = []
        attempts = (*((same, little) for same in (first, *others)), (first, (steps, MOST_EFFORT)))
        for same, allowed in attempts if found else ():
            try:
                theorem, context = prove(right(same), more, *allowed)
            except ProofError as error:
                failures.append(error)
                continue
            return eq_mp_back(same, cut(*found, theorem)), context
        raise failures[0] if failures else NotProved(self.goal, self.goal)

    def _rewritten(self, goal: Term, found: Found) -> Theorem | None:
        """Return ⊢ goal = goal' where an instance has rewritten the goal, or None where it does not."""
        if found.at is None:
            return None
        line = symmetric(found.theorem) if found.turned else found.theorem
        if (aligned := attempted(self._aligned, found.at, left(line))) is None:
            return None
        line = chain(aligned, line)
        variables, _, stripped = strip(close(line, *found.opened))
        rule = rule_of(frozenset(variables), stripped)
        step = converted(goal, partial(apply_rule, rule))
        return None if is_refl(step) else step

    def _aligned(self, a: Term, b: Term) -> Theorem:
        """Return ⊢ a = b for what was matched and the instance, which differ in the order of operands and the like.

        Where both are one operation of different arguments, these are compared.  Raise a ProofError where that fails.
        """
        if a is b:
            return refl(a)
        (head, arguments), (other, others) = head_and_arguments(a), head_and_arguments(b)
        if head is other and isinstance(head, Const) and head.name not in ALGEBRAIC and len(arguments) == len(others):
            return reduce(congruence, map(self._aligned, arguments, others), refl(head))
        return prove(equation(a, b), Facts(opaque=self.known.opaque), LITTLE_STEPS, 2 * LITTLE_EFFORT)[0]


@dataclass(frozen=True)
class _AtWords:
    theorem: Theorem
    values: tuple[Term, ...]


@dataclass(frozen=True)
class _Place:
    term: Term
    opened: tuple[Var, ...]


def _witnesses(variable: Var, instance: Instance, names: Mapping[str, Var]) -> Iterator[Term]:
    """Yield what a variable may be of which only hypotheses speak: its namesake, the first index, a place in a row."""
    if variable.name in names:
        yield names[variable.name]
    if variable.type.size_variables() <= instance.sizes.keys():
        ty = variable.type.substitute(instance.sizes)
        if ty.size is not None:
            yield literal(0, ty)
        elif ty.domain is not None and ty.domain.size is not None and ty.codomain is not None:
            x = var(f"{_AT}.row", ty.domain)
            if ty.codomain is ty.domain:
                yield abstract(x, x)
            if ty.codomain.size is not None:
                yield abstract(x, literal(0, ty.codomain))


def _parts(theorem: Theorem) -> Iterator[Theorem]:
    """Yield what a theorem says without its quantifiers, premises being hypotheses, and each conjunct apart."""
    for conjunct in conjuncts(theorem):
        stripped = beta_conclusion(strip(conjunct)[-1])
        if stripped.conclusion is conjunct.conclusion:
            yield stripped
        else:
            yield from _parts(stripped)


def _on_one_side(goal: Term) -> list[Theorem]:
    """Return ⊢ (a ≤ b) = (0 ≤ b − a) with the terms of b − a in their order, where a goal says so."""
    a, b = args_of(goal, "≤", 2) or (ZERO, ZERO)
    return [] if ZERO in (a, b) else [same_order(a, b, ZERO, canonical_term(plus(b, minus(a))))]


def _says_nothing(proposition: Term) -> bool:
    pair = sides(proposition)
    return pair is not None and pair[0] is pair[1]


def _closed(goal: Term, facts: Facts, *more: Theorem) -> Theorem | None:
    """Return the proof of a goal that says nothing, or is what a fact says, or None."""
    pair = sides(goal)
    if pair is not None and pair[0] is pair[1]:
        return TRUTH if goal is TRUTH.conclusion else refl(pair[0])
    found = proved_as_given(goal, (*facts.others, *(f.conclusion for f in more)))
    return None if found is None else cut(*more, found)


@cache
def _triggers(proposition: Term) -> tuple[Term, ...]:
    """Return the parts of a lemma that are looked for in a goal: the whole, its sides, and what has all variables."""
    inside = match_negation(proposition) or proposition
    pair = sides(inside) or args_of(inside, "≤", 2) or ()
    own = [t for t in (proposition, *pair) if not isinstance(t, Var) and not _is_entry(t)]
    parts = sorted(_applications(inside), key=lambda t: -size(t))
    full = [t for t in parts if t.free >= proposition.free and t.type is not BOOL and not _is_entry(t)]
    return tuple(dict.fromkeys((*own, *full)))[:MOST_WORDS]


def _may_match(trigger: Term, t: Term) -> bool:
    """Tell whether a term has the head of a trigger and as many arguments, where operands stand in their order."""
    (wanted, others), (head, arguments) = head_and_arguments(trigger), head_and_arguments(t)
    if not isinstance(wanted, Const) or kind_of(trigger) in (*UNORDERED, "matmul"):
        return True
    return isinstance(head, Const) and head.name == wanted.name and len(arguments) == len(others)


def _is_entry(t: Term) -> bool:
    """Tell whether a pattern is a variable applied to others, which anything matches."""
    head, arguments = head_and_arguments(t)
    return isinstance(head, Var) and all(isinstance(a, Var) for a in arguments)


def _with_rest(trigger: Term) -> Iterator[Term]:
    """Yield a pattern, and with it any further operands of a sum or product."""
    yield trigger
    if kind_of(trigger) in UNORDERED:
        yield together(kind_of(trigger) or "", (trigger, var(_REST, trigger.type)))


def _applications(t: Term) -> list[Term]:
    """Return the closed applications in a term, each once."""
    return [part for part in parts_of(t) if isinstance(part, App) and not part.loose]


def _words_in(t: Term) -> list[Term]:
    """Return the words that are numbers or matrices in a term, also within each other, but no sums or products."""
    return [part for part in parts_of(t) if is_number_or_matrix(part) and kind_of(part) is None]


def _compound_parts(value: Term) -> Iterator[Term]:
    """Yield the matrices of which a matrix is a combination, where they are no variables."""
    head, arguments = head_and_arguments(value)
    if isinstance(head, Const) and head.name in ("matadd", "matscale", "transpose"):
        for argument in arguments:
            yield from _compound_parts(argument)
    elif is_matrix(value.type) and isinstance(value, App | Abs) and not value.loose:
        yield value


def _targets(terms: Sequence[Term]) -> list[_Place]:
    """Return the parts of some propositions, also those under binders, with what was opened on the way to them."""
    found: dict[Term, tuple[Var, ...]] = {}
    stack: list[tuple[Term, tuple[Var, ...]]] = [(t, ()) for t in reversed(terms)]
    while stack and len(found) < MOST_TARGETS:
        t, opened = stack.pop()
        if t in found:
            continue
        found[t] = tuple(v for v in opened if v in t.free)
        if isinstance(t, Abs):
            x = var(f"{_AT}{len(opened)}", t.binder)
            stack.append((open_body(t, x), (*opened, x)))
        elif isinstance(t, App):
            head, arguments = head_and_arguments(t)
            if kind_of(t) == "matmul":
                stack += [(part, opened) for part in _words_within(flat(t, "matmul"))]
            stack += [(a, opened) for a in reversed(arguments)]
            if not isinstance(head, Const | Var):
                stack.append((head, opened))
            elif len(arguments) > 1:
                stack.append((t.function, opened))
    return [_Place(t, opened) for t, opened in found.items() if not isinstance(t, Const)]


def _words_within(factors: Sequence[Term]) -> list[Term]:
    """Return the products of neighbours within a product that do not stand at its end."""
    if not 2 < len(factors) <= MANY_FACTORS:
        return []
    ends = range(2, len(factors))
    return [together("matmul", factors[start:end]) for end in ends for start in range(end - 1)]
