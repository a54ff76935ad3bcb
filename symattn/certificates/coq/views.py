"""Group the inferences of a proof into larger steps, each proved by a lemma of Coq or by computation.

Equations by β, η and definitions are true by conversion in Coq, so steps along them vanish; the derived rules of logic
(∀, ⇒, ∧, symmetry, cut) are found again in the inferences they are made of. What is read here need not be right: Coq
checks the steps that are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symattn.kernel.rules import Theorem
from symattn.kernel.syntax import TRUE
from symattn.kernel.terms import BOOL, Const, Term, Var, bound, fun, lam
from symattn.prover.logic.derived_rules import match_conjunction, match_forall, match_implication

_CONNECTIVE = fun(BOOL, fun(BOOL, BOOL))
_FIRST, _SECOND = (lam(BOOL, lam(BOOL, bound(index, BOOL))) for index in (1, 0))


@dataclass(frozen=True, slots=True)
class View:
    """Hold a step: its rule, the theorems it uses, and other arguments.

    Rules beside the kernel's: "convertible" (an equation by computation), "same" (a theorem in another form of its
    conclusion), "symmetry", "true", "from_true", "spec", "gen", "conj", "first", "second", "mp", "discharge", "cut".
    """

    rule: str
    uses: tuple[Theorem, ...] = ()
    argument: Any = None


class Views:
    """Hold how inferences are read."""

    def __init__(self) -> None:
        self.found: dict[Theorem, View] = {}

    def read(self, theorem: Theorem) -> None:
        """Read an inference whose premises have been read."""
        self.found[theorem] = self._view(theorem)

    def __getitem__(self, theorem: Theorem) -> View:
        return self.found[theorem]

    def convertible(self, theorem: Theorem) -> bool:
        """Tell whether a theorem is an equation by computation alone."""
        return self.found[theorem].rule == "convertible"

    def core(self, theorem: Theorem) -> Theorem:
        """Return the theorem of which this one is another form."""
        while self.found[theorem].rule == "same":
            (theorem,) = self.found[theorem].uses
        return theorem

    def _view(self, t: Theorem) -> View:
        rule, premises = t.rule, t.premises
        easy = [self.convertible(p) for p in premises]
        if rule in ("refl", "beta", "eta", "definition"):
            return View("convertible")
        if premises and all(easy) and rule not in ("deduct_antisym",) and t.sides and not t.hypotheses:
            return View("convertible")
        if rule == "trans" and any(easy):
            return View("same", (premises[1] if easy[0] else premises[0],))
        if rule == "eq_mp":
            return self._eq_mp(t)
        if rule == "abstraction":
            return self._abstraction(t)
        if rule == "deduct_antisym":
            return self._deduct(t)
        return View(rule, premises, t.arguments)

    def _eq_mp(self, t: Theorem) -> View:
        equivalence, premise = t.premises
        if self.convertible(equivalence):
            return View("same", (premise,))
        if (turned := self._turned(t)) is not None:
            return View("symmetry", (turned,))
        step = self.found[equivalence]
        if premise.conclusion is TRUE and step.rule == "symmetry":
            return self._from_true(step.uses[0])
        if step.rule == "deduct_antisym" and step.uses[0] is premise:
            return View("cut", (premise, step.uses[1]))
        return View("eq_mp", t.premises)

    def _turned(self, t: Theorem) -> Theorem | None:
        """Return ⊢ a = b when the inference is ⊢ b = a by (a = a) = (b = a)."""
        equivalence, premise = t.premises
        if premise.rule != "refl" or equivalence.rule != "congruence" or equivalence.premises[1].rule != "refl":
            return None
        inner = equivalence.premises[0]
        if inner.rule != "congruence" or inner.premises[0].rule != "refl":
            return None
        equality = inner.premises[0].arguments[0]
        return inner.premises[1] if isinstance(equality, Const) and equality.name == "=" else None

    def _from_true(self, equation: Theorem) -> View:
        """Read ⊢ p from ⊢ p = ⊤: as the elimination of ∀ or ∧ where the equation is one of λ-terms at an argument."""
        inner = self.core(equation)
        step = self.found[inner]
        if step.rule == "congruence" and self.convertible(inner.premises[1]):
            applied, argument = inner.premises[0], (inner.premises[1].sides or (None,))[0]
            if match_forall(applied.conclusion) is not None:
                return View("spec", (applied,), argument)
            if match_conjunction(applied.conclusion) is not None and argument in (_FIRST, _SECOND):
                return self._projection(applied, argument is _FIRST)
        return View("from_true", (equation,))

    def _projection(self, both: Theorem, first: bool) -> View:
        step = self.found[both]
        if not first and step.rule == "eq_mp" and self.found[step.uses[0]].rule == "symmetry":
            (implication,) = self.found[step.uses[0]].uses
            if match_implication(implication.conclusion) is not None:
                return View("mp", (implication, step.uses[1]))
        return View("first" if first else "second", (both,))

    def _abstraction(self, t: Theorem) -> View:
        (premise,), variable = t.premises, t.arguments[0]
        if self.found[premise].rule == "true":
            return View("gen", self.found[premise].uses, variable)
        step = self.found[premise]
        if isinstance(variable, Var) and variable.type is _CONNECTIVE and step.rule == "congruence":
            inner, second = (self.found[p] for p in premise.premises)
            if inner.rule == "congruence" and second.rule == "true" and match_conjunction(t.conclusion) is not None:
                operator, first = premise.premises[0].premises
                if self.found[first].rule == "true" and operator.conclusion is _reflexive(operator, variable):
                    return View("conj", (*self.found[first].uses, *second.uses))
        return View("abstraction", t.premises, variable)

    def _deduct(self, t: Theorem) -> View:
        first, second = t.premises
        left, right = self.found[first], self.found[second]
        if second.conclusion is TRUE and not second.hypotheses:
            return View("true", (first,))
        if left.rule == "conj" and right.rule == "first" and match_implication(t.conclusion) is not None:
            whole, assumed = self.core(right.uses[0]), left.uses[0]
            if whole.rule == "assume" and assumed.rule == "assume" and whole.conclusion is first.conclusion:
                return View("discharge", (left.uses[1],), assumed.conclusion)
        return View("deduct_antisym", t.premises)


def _reflexive(theorem: Theorem, variable: Var) -> Term | None:
    pair = theorem.sides
    return theorem.conclusion if pair is not None and pair[0] is variable and pair[1] is variable else None
