"""What a proof may use: hypotheses as rules, bijections, definitions to unfold, splits of index types, a budget."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from math import gcd

from ...kernel.rules import Theorem, assume
from ...kernel.terms import Abs, App, Const, Size, Term, Type, Var, sides
from ..library.definitions import definition_at, definition_of
from ..limits import BUDGET, MOST_EFFORT, MOST_ONE_BY_ONE, MOST_PLACES
from ..logic.derived_rules import ProofError, Unfinished, match_forall, right
from ..logic.formulas import UNIT
from ..logic.matching import Rule
from ..logic.parts import operands, parts_of, quotient_of, rest_of
from ..logic.term_order import next_opened

BY_LEMMAS = frozenset(
    ("top", "product", "product_to", "counted_product", "product_below", "falling", "factorial", "quotient")
)  # used by what is proved of them, never unfolded
#: Unfolded by their recursion equations, not by their definitions.
RECURSIVE = frozenset(("power", "matpow", "power_re", "power_im", "power_remainder"))


class BudgetExceeded(Unfinished):
    """Report that a proof attempt used up its budget of steps."""


@dataclass(frozen=True)
class Bijection:
    """Hold a map s between index types with its inverse t, ⊢ ∀i. t (s i) = i and ⊢ ∀j. s (t j) = j."""

    map: Term
    inverse: Term
    left_inverse: Theorem
    right_inverse: Theorem

    def flipped(self) -> Bijection:
        """Return the inverse as a bijection."""
        return Bijection(self.inverse, self.map, self.right_inverse, self.left_inverse)


@dataclass(frozen=True)
class Stage:
    """Hold what one case of a proof came down to: an entry of each side and the normal form they share, and when."""

    left: Term
    normal: Term
    right: Term
    hypotheses: tuple[Term, ...] = ()


@dataclass
class Spending:
    """Hold what was spent on a goal, what more may be spent, and how many ways are tried within each other.

    ``ran_out`` says that some attempt ended for want of more, also where a way went on without it.
    """

    spent: float = 0.0
    reserve: float = 0.0
    nesting: int = 0
    ran_out: bool = False


@dataclass
class Context:
    """Collect the facts that a proof may use, sorted by how the normaliser uses them."""

    bijections: dict[Term, Bijection] = field(default_factory=dict)
    contractions: list[Rule] = field(default_factory=list)
    moments: list[Rule] = field(default_factory=list)  # contractions that are tried after all others
    rules: list[Rule] = field(default_factory=list)
    products: list[Rule] = field(default_factory=list)  # rules for some of the factors of a product
    truths: list[Theorem] = field(default_factory=list)
    recurrences: tuple[Term, ...] = ()  # all that is given, where it says what stands at each next place
    opaque: frozenset[str] = frozenset()
    assumed: tuple[Term, ...] = ()  # premises and cases, in which opened variables may occur
    oriented: bool = False  # whether of two orders, i ≤ j and j ≤ i, one is written by the other
    related: bool = False  # whether i + j = k is kept, which else is written by two orders
    freed: bool = False  # whether the conditions that are so written are freed of inverses and exponentials too
    splits: dict[Size, tuple[str, Size, Size]] = field(default_factory=dict)
    rivals: dict[Size, list[Size]] = field(default_factory=dict)  # ranges with cuts of which none comes first
    ambiguous_splits: frozenset[Size] = frozenset()  # ranges cut in parts and in blocks: how an index is used decides
    unfolded: set[str] = field(default_factory=set)
    stages: list[Stage] = field(default_factory=list)
    steps: int = 0
    budget: int = BUDGET
    effort: Spending = field(default_factory=Spending)  # shared with what is extended
    most_effort: float = MOST_EFFORT

    def extended(self) -> Context:
        """Return a context with the same facts, to which others can be added."""
        return replace(
            self,
            contractions=list(self.contractions),
            moments=list(self.moments),
            rules=list(self.rules),
            products=list(self.products),
            truths=list(self.truths),
        )

    @property
    def is_short(self) -> bool:
        """Whether this is a short attempt: where it runs out, another one may spend more."""
        return self.most_effort < MOST_EFFORT

    @property
    def is_spent(self) -> bool:
        """Whether nothing more may be spent."""
        return self.steps > self.budget or self.effort.spent > self.most_effort + self.effort.reserve

    def draws_on_reserve(self) -> bool:
        """Let the ways after one that spent all have half as much again, once, where they prove the goal itself."""
        draws = not (self.is_short or self.effort.reserve or self.effort.nesting)
        if draws:
            self.effort.reserve = self.most_effort / 2
        return draws and not self.is_spent

    def next_variable(self, binder: Type, *terms: Term) -> Var:
        """Return a new opened variable, which occurs neither in the terms nor in what is assumed."""
        return next_opened(binder, *terms, *self.assumed)

    def charge_step(self) -> None:
        """Count one step of normalisation; beyond the budget the attempt ends."""
        self.steps += 1
        if self.steps > self.budget:
            self.effort.ran_out = True
            raise BudgetExceeded(f"gave up after {self.budget} steps of normalisation")

    def charge_effort(self, effort: float) -> None:
        """Count what a step costs, by the length of what it is about; beyond the limit the attempt ends."""
        self.effort.spent += effort
        if self.effort.spent > self.most_effort + self.effort.reserve:
            self.effort.ran_out = True
            raise BudgetExceeded("gave up: the terms of the proof are too many, or too long")

    def unfold(self, name: str) -> Theorem | None:
        """Return the definition of a constant that may be unfolded, or None."""
        if name in self.opaque or name in RECURSIVE or name in BY_LEMMAS:
            return None
        theorem = definition_of(name)
        if theorem is not None:
            self.unfolded.add(name)
        return theorem


def add_bijection(context: Context, first: Term, second: Term) -> None:
    """Use the hypotheses ∀i. t (s i) = i and ∀j. s (t j) = j."""
    quantified = match_forall(first)
    body = quantified.body if quantified is not None else None
    pair = operands(body, "=") if body is not None else None
    if pair is None or not isinstance(pair[0], App) or not isinstance(pair[0].argument, App):
        raise ProofError(f"{first} does not say that one map inverts another")
    inverse, forward = pair[0].function, pair[0].argument.function
    bijection = Bijection(forward, inverse, assume(first), assume(second))
    context.bijections[forward] = bijection
    context.bijections[inverse] = bijection.flipped()


def find_splits(
    terms: Iterable[Term], rivals: dict[Size, list[Size]] | None = None, mixed: set[Size] | None = None
) -> dict[Size, tuple[str, Size, Size]]:
    """Find how index types are split: [m+k] by inl, inr, case and [m·n] by pair, quo, rem, also inside definitions.

    Ranges with several cuts of which none comes first are added to the rivals, those with cuts and blocks, or blocks
    of which none are made of the others, to the mixed ones.
    """
    found: dict[Size, tuple[str, Size, Size]] = {}
    cuts: dict[Size, dict[Size, None]] = {}
    blocks: dict[Size, dict[Size, Size]] = {}
    seen: set[object] = set()
    stack = list(terms)
    while stack:
        t = stack.pop()
        if t in seen or not _splits(t):
            continue
        seen.add(t)
        if isinstance(t, Const):
            if (cut := _cut(t)) is not None:
                m, k = cut
                found.setdefault(m + k, ("+", m, k))
                cuts.setdefault(m + k, {})[m] = None
            elif t.name in ("pair", "quo", "rem") and UNIT not in t.sizes:  # in one block, or in blocks of one, none
                found.setdefault(t.sizes[0] * t.sizes[1], ("*", t.sizes[0], t.sizes[1]))
                blocks.setdefault(t.sizes[0] * t.sizes[1], {})[t.sizes[0]] = t.sizes[1]
        stack += _within(t, t.sizes if isinstance(t, Const) else ())
    _in_parts(found, cuts)
    _in_blocks(found, blocks)
    if mixed is not None:
        mixed.update(size for size, counts in blocks.items() if size in cuts or not _nested(list(counts)))
    if rivals is not None:
        rivals.update({size: [*ends] for size, ends in cuts.items() if len(ends) > 1 and _first_cut([*ends]) is None})
    return found


_SPLITTING: dict[Term, bool] = {}


def _splits(t: Term) -> bool:
    """Tell whether something in a term, or in the definitions of what stands in it, may split an index type."""
    stack = [] if t in _SPLITTING else [t]
    while stack:
        part = stack[-1]
        inside = _within(part)
        waiting = [p for p in inside if p not in _SPLITTING]
        if part not in _SPLITTING and waiting:
            stack += waiting
            continue
        own = isinstance(part, Const) and part.name in _SPLITTERS
        _SPLITTING[part] = own or any(map(_SPLITTING.__getitem__, inside))
        stack.pop()
    return _SPLITTING[t]


def _within(t: Term, sizes: tuple[Size, ...] = ()) -> tuple[Term, ...]:
    """Return the parts of an application or an abstraction, and what a constant is defined to be, at these sizes."""
    if isinstance(t, App):
        return (t.argument, t.function) if t.type.size is None or t.free or t.loose else ()  # such a number splits none
    if isinstance(t, Abs):
        return (t.body,)
    theorem = definition_of(t.name) if isinstance(t, Const) else None
    return () if theorem is None else (right(definition_at(theorem, sizes) if sizes else theorem),)


_CUTTING = ("inl", "inr", "case", "prefix", "beside", "above")
_SPLITTERS = frozenset((*_CUTTING, "pair", "quo", "rem"))


def _cut(t: Const) -> tuple[Size, Size] | None:
    """Return where a constant cuts a range in two, or None."""
    if t.name not in _CUTTING or len(t.sizes) < 2:
        return None
    m, k = t.sizes[-2:] if t.name == "beside" else t.sizes[:2]
    return m, k


def own_cut(t: Term, size: Size) -> tuple[Size, Size] | None:
    """Return where a term cuts a range in two, if it does so at one place alone, or None."""
    cuts = {cut for part in parts_of(t) if isinstance(part, Const) and (cut := _cut(part)) is not None}
    found = [cut for cut in cuts if cut[0] + cut[1] == size]
    return found[0] if len(found) == 1 else None


def with_other_cuts(context: Context) -> Iterator[Context]:
    """Yield contexts in which a range with rival cuts is split at another one, unless an index is used otherwise."""
    for size, ends in context.rivals.items():
        for end in ends:
            rest = rest_of(size, end)
            if rest is not None and context.splits.get(size) != ("+", end, rest):
                found = context.extended()
                found.splits = {**context.splits, size: ("+", end, rest)}
                found.rivals = {other: ends for other, ends in context.rivals.items() if other != size}
                found.ambiguous_splits = context.ambiguous_splits | {size}
                yield found


def _first_cut(ends: list[Size]) -> Size | None:
    return next((p for p in ends if all(p == q or rest_of(q, p) is not None for q in ends)), None)


def _in_parts(found: dict[Size, tuple[str, Size, Size]], cuts: dict[Size, dict[Size, None]]) -> None:
    """Split a range with several cuts at the first one, and what is left, or lies before another, at the others.

    This ends: every cut that is added is one of a smaller range.
    """
    waiting = list(cuts)
    while waiting:
        whole = waiting.pop()
        kind, *_ = found[whole]
        ends = list(cuts[whole])
        first = _first_cut(ends)
        rest = rest_of(whole, first) if first is not None else None
        if kind != "+" or first is None or rest is None or len(ends) < 2:
            continue
        found[whole] = ("+", first, rest)
        for end in ends:
            middle = rest_of(end, first)
            for part, cut in ((rest, middle), (end, first)) if middle is not None else ():
                if cut is not None and cut not in cuts.setdefault(part, {}):
                    cuts[part][cut] = None
                    found.setdefault(part, ("+", cut, rest_of(part, cut) or part))
                    waiting.append(part)


def _nested(counts: list[Size]) -> bool:
    """Tell whether of any two numbers of blocks one is a multiple of the other."""
    return all(quotient_of(a, b) or quotient_of(b, a) for a, b in combinations(counts, 2))


def _in_blocks(found: dict[Size, tuple[str, Size, Size]], blocks: dict[Size, dict[Size, Size]]) -> None:
    """Split numbers of blocks, and blocks, where others of the same range are blocks of these."""
    for counts in blocks.values():
        for (small, width), (few, wide) in product(counts.items(), repeat=2) if len(counts) > 1 else ():
            inside = quotient_of(small, few) if small != few else None
            if inside is not None:
                found.setdefault(small, ("*", few, inside))
                found.setdefault(wide, ("*", inside, width))


def split_blocks(context: Context) -> bool:
    """Split the blocks of literal numbers of blocks one by one; return whether there was anything to split."""
    counts = [blocks.least() for kind, blocks, _ in context.splits.values() if kind == "*" and not blocks.variables()]
    return _all_one_by_one(context.splits, [count for count in counts if count <= MOST_PLACES])


def split_places(context: Context, terms: Iterable[Term], tested: bool) -> bool:
    """Split what is small, and of which places are named by numbers, into those; return whether there was anything.

    With ``tested`` a place counts where an index is compared with it, as in the entries of a matrix written out; else
    the ranges of sums and of the entries of matrices count as well, also inside definitions: words sum over these.
    """
    sizes = sorted({size.least() for size in _with_named_places(terms, tested)})
    return _all_one_by_one(context.splits, [size for size in sizes if size <= MOST_ONE_BY_ONE])


def split_ends(context: Context, terms: Iterable[Term]) -> bool:
    """Split the ranges of sums and products over m + n indices at m, where m is spoken of besides.

    A range of n + c indices is split at n if it can be.  Return whether there were any.
    """
    heads = [p for p in parts_of(*terms) if isinstance(p, Const) and p.name in ("sum", "product", "last", "#")]
    named = {p.sizes[0] for p in heads}
    before = len(context.splits)
    for whole in sorted({p.sizes[0] for p in heads if p.name in ("sum", "product")}, key=str):
        cuts = [(start, rest) for start in named if start.variables() and (rest := rest_of(whole, start)) is not None]
        for start, rest in sorted(cuts, key=lambda cut: (bool(cut[1].variables()), str(cut[0])))[:1]:
            context.splits.setdefault(whole, ("+", start, rest))
    return len(context.splits) > before


def with_repeats(context: Context, terms: Iterable[Term]) -> Context | None:
    """Return a context in which the ranges of sums and products over c·n indices are n blocks of c places, or None."""
    heads = {p.sizes[0] for p in parts_of(*terms) if isinstance(p, Const) and p.name in ("sum", "product")}
    found = context.extended()
    for whole in sorted(heads - context.splits.keys(), key=str):
        width = gcd(*dict(whole.terms).values())
        blocks = quotient_of(whole, Size.number(width))
        if blocks is not None and blocks.variables() and 1 < width <= MOST_ONE_BY_ONE:
            found.splits = {**found.splits, whole: ("*", blocks, Size.number(width))}
            _all_one_by_one(found.splits, [width])
    return found if found.splits != context.splits else None


def _all_one_by_one(splits: dict[Size, tuple[str, Size, Size]], counts: Iterable[int]) -> bool:
    """Split numbers of indices until each stands by itself, as they are split already or else after the first one.

    Return whether that splits any of them further.
    """
    before, waiting = len(splits), list(counts)
    while waiting:
        count = waiting.pop()
        if count > 2:
            _, *parts = splits.setdefault(Size.number(count), ("+", Size.number(1), Size.number(count - 1)))
            waiting += [part.least() for part in parts]
    return len(splits) > before


def _defined_parts(terms: Iterable[Term]) -> Iterator[Term]:
    """Yield the parts of some terms, and of what the constants among them are defined to be."""
    stack, seen = list(terms), set[Term]()
    while stack:
        t = stack.pop()
        if t not in seen:
            seen.add(t)
            yield t
            stack += _within(t, t.sizes if isinstance(t, Const) else ())


def _with_named_places(terms: Iterable[Term], tested: bool) -> set[Size]:
    """Return the literal sizes of arrays and of closed indices, or of those that an index is compared with."""
    found: set[Size] = set()
    for t in parts_of(*terms) if tested else _defined_parts(terms):
        places = (sides(t) or ()) if tested else (t,)
        found |= {p.type.size for p in places if p.type.size is not None and not p.free and not p.loose}
        array = t.type
        while not tested and array.domain is not None and array.codomain is not None:
            if array.domain.size is not None:
                found.add(array.domain.size)
            array = array.codomain
    return {size for size in found if not size.variables()}
