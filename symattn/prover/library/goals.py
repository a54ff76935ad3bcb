"""Goals of lemmas: a statement ∀x…. p ⇒ … ⇒ q as variables, premises and a conclusion, which outlines take apart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, reduce
from re import findall

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import FALSE, parse, parse_type
from ...kernel.terms import Abs, Size, Term, Var, open_body, substitute, var
from ..logic.conversions import beta_normal_form
from ..logic.derived_rules import (
    ProofError,
    close,
    closed,
    discharge_all,
    implications,
    match_forall,
    match_implication,
    mp,
    right,
    spec,
)
from .definitions import definition_of
from .search import search


@dataclass(frozen=True)
class Goal:
    """Hold what is to be proved: the conclusion from the premises, for all values of the variables.

    ``written`` are the variables as the statement writes them, such as "x y:ℝ, a:ℕ", by which further texts are read.
    """

    written: str
    variables: tuple[Var, ...]
    premises: tuple[Term, ...]
    conclusion: Term

    @classmethod
    def of(cls, statement: str) -> Goal:
        """Read a statement."""
        return cls("", (), (), read_closed(statement)).opened(statement)

    def opened(self, statement: str) -> Goal:
        """Return the goal of a conclusion ∀x…. p ⇒ … ⇒ q, whose statement names the variables."""
        head = statement.partition(".")[0]
        written = head.removeprefix("∀") if head.startswith("∀") else ""
        goal = replace(self, written=", ".join(filter(None, (self.written, written))))
        for name in (name for group in written.split(",") for name in group.partition(":")[0].split()):
            quantified = match_forall(goal.conclusion)
            assert quantified is not None
            variable = var(name, quantified.binder)
            goal = replace(goal, variables=(*goal.variables, variable), conclusion=open_body(quantified, variable))
        return goal.with_premises()

    def with_premises(self) -> Goal:
        """Return the goal with what its conclusion p ⇒ q assumes among the premises, where ¬p is p ⇒ ⊥."""
        pair = match_implication(self.conclusion)
        if pair is None or pair[1] is FALSE:
            return self
        return replace(self, premises=(*self.premises, pair[0]), conclusion=pair[1]).with_premises()

    def variable(self, name: str) -> Var:
        """Return the variable of a name."""
        return next(v for v in self.variables if v.name == name)

    def more(self, written: str) -> Goal:
        """Return the goal for further variables, as "k:ℕ" writes them."""
        return replace(self.showing(parse(f"∀{written}. ⊤")).opened(f"∀{written}. ⊤"), conclusion=self.conclusion)

    def knowing(self, *premises: Term) -> Goal:
        """Return the goal with further premises."""
        return replace(self, premises=(*self.premises, *premises))

    def showing(self, conclusion: Term) -> Goal:
        """Return the goal with another conclusion."""
        return replace(self, conclusion=conclusion)

    def at(self, values: dict[Var, Term]) -> Goal:
        """Return the goal at values of variables."""
        premises = tuple(substitute(premise, values) for premise in self.premises)
        return replace(self, premises=premises, conclusion=substitute(self.conclusion, values))

    def read(self, text: str) -> Term:
        """Read a proposition or a term with the variables of the goal in it."""
        t = read_closed(f"λ{self.written}. {text}" if self.written else text)
        for variable in self.variables:
            assert isinstance(t, Abs)
            t = open_body(t, variable)
        return right(beta_normal_form(t))

    def folded(self) -> Goal:
        """Return the goal without premises that says p ⇒ … ⇒ q."""
        return replace(self, premises=(), conclusion=implications(self.premises, self.conclusion))

    def searched(self) -> Theorem:
        """Return premises ⊢ conclusion, found by the search for all values of the variables."""
        whole = closed(self.folded().conclusion, *self.variables)
        return reduce(mp, map(assume, self.premises), spec(search(whole), *self.variables))

    def only_about(self, *variables: Var) -> Goal:
        """Return the goal without the premises in which none of some variables occurs."""
        return replace(self, premises=tuple(p for p in self.premises if not p.free.isdisjoint(variables)))

    def discharged(self, theorem: Theorem) -> Theorem:
        """Infer p ⇒ … ⇒ q from q for the premises."""
        return discharge_all(self.premises, theorem)

    def closed(self, theorem: Theorem, outer: Goal | None = None) -> Theorem:
        """Infer the statement from premises ⊢ conclusion; or what an ``outer`` goal says, which opened is this one."""
        known, more = (outer.premises, self.variables[len(outer.variables) :]) if outer else ((), self.variables)
        if theorem.conclusion is not self.conclusion or not {*theorem.hypotheses} <= {*self.premises}:
            raise ProofError(f"{theorem} is not what was to be proved")
        return close(replace(self, premises=self.premises[len(known) :]).discharged(theorem), *more)


@cache
def read_closed(text: str) -> Term:
    """Read a closed term; what it speaks of is defined then."""
    for word in findall(r"\w+", text):
        definition_of(word)
    return parse(text)


@cache
def stated(statement: str) -> Theorem:
    """Return ⊢ statement, found by the search."""
    return search(read_closed(statement))


def size_of(text: str) -> Size:
    """Read a size, such as 1+n."""
    size = parse_type(f"[{text}]").size
    assert size is not None
    return size
