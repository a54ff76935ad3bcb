"""The entry level: a normal form for real terms, proved step by step through the kernel.

A real term becomes a polynomial with rational coefficients over atoms: entries of matrix variables, connected sums,
exponentials of single monomials, sines and cosines of single monomials, inverses, roots and indicators.  Definitions
are unfolded, sums are normalised in ``sums``, indicators and indices in ``indices``.  Every rule makes its term smaller
in this order: fewer definitions, fewer binders and bijections, then fewer factors; a budget guards the rest.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...kernel.rules import Theorem
from ...kernel.terms import BOOL, EXTENDED, NAT, REAL, Abs, App, Const, Lit, Term, app
from ..library.definitions import applied_definition
from ..limits import LONGEST_TERM
from ..logic.cached_rules import refl, ring
from ..logic.conversions import beta_normal_form, has_redex, in_application
from ..logic.derived_rules import beta_spine, binary, chain, extensional, is_refl, right
from ..logic.formulas import ADD, MUL
from ..logic.matching import apply_rule
from ..logic.parts import head_and_arguments
from ..logic.term_order import size
from . import (
    complex_powers,
    extended,
    factorials,
    fractions,
    freed_functions,
    functions,
    indices,
    logarithms,
    maxima,
    monomials,
    naturals,
    positions,
    powers,
    products,
    quotients,
)
from .context import Context
from .polynomials import Monomial, Polynomial, canonical_term, operator_of, read_polynomial, scaled_term, sorted_terms
from .sums import normal_sum

PROVIDERS = {
    "sum": normal_sum,
    "ind": indices.normal_indicator,
    "exp": functions.normal_exp,
    "eexp": extended.normal_extended_exp,
    "log": logarithms.normal_log,
    "top": maxima.normal_largest,
    "product": products.normal_product,
    "inv": functions.normal_inverse,
    "sqrt": functions.normal_root,
    "abs": functions.normal_modulus,
    "sin": functions.normal_sine,
    "cos": functions.normal_cosine,
    "#": positions.normal_size,
    "pos": positions.normal_position,
    "case": positions.normal_case,
    "real": naturals.normal_value,
    "power": powers.normal_power,
    "matpow": powers.normal_matrix_power,
    "power_re": complex_powers.normal_complex_power,
    "power_im": complex_powers.normal_complex_power,
    "factorial": factorials.normal_factorial,
    "falling": factorials.normal_falling,
    "quotient": quotients.normal_quotient,
    "power_remainder": quotients.normal_power_remainder,
}


class Normaliser:
    """Normalise terms under the facts of a context; results are remembered."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.memo: dict[Term, Theorem] = {}
        self.signs: dict[tuple[str, Term, int], Theorem | None] = {}
        self.given: dict[Theorem, Any] = {}
        self._irreducible: set[Monomial] = set()

    # ------------------------------------------------------------------------------------------------------ any type

    def normal(self, t: Term) -> Theorem:
        """Return ⊢ t = t' for a term of any type."""
        found = self.memo.get(t)
        if found is None:
            self.context.charge_step()
            self.context.charge_effort(1 + min(size(t), LONGEST_TERM) / 10 + len(self.context.rules) / 20)
            if has_redex(t):
                found = self.then(beta_normal_form(t))
            elif t.type is REAL:
                found = self._real(t)
            elif t.type is NAT:
                found = naturals.normal_natural(self, t)
            elif t.type.size is not None:
                found = indices.normal_index(self, t)
            elif t.type.domain is not None:
                found = self._function(t)
            elif t.type is EXTENDED or t.type is BOOL:
                head = self.head_normal(t)
                current = right(head)
                inner = extended.normal_extended(self, current) if t.type is EXTENDED else self.arguments(current)
                found = chain(head, inner)
                rewritten = self.by_rules(right(found))
                found = found if rewritten is None else self.then(chain(found, rewritten))
            else:
                found = self.arguments(t)
            self.memo[t] = found
            self.memo.setdefault(right(found), refl(right(found)))
        return found

    def plain(self, t: Term) -> Polynomial | None:
        """Return the polynomial of the normal form of a real term where it is the term multiplied out, or None.

        So no theorem is made for what may never be used; it counts as much as one.
        """
        if t in self.memo:
            return None
        polynomial = read_polynomial(t)
        if fractions.inverses(polynomial) or not all(map(self._is_irreducible, polynomial)):
            return None
        self.context.charge_step()
        self.context.charge_effort(1 + min(size(t), LONGEST_TERM) / 10 + len(self.context.rules) / 20)
        self.context.charge_effort(len(polynomial) / 2 + len(polynomial) ** 2 / 25)
        return polynomial

    def _is_irreducible(self, monomial: Monomial) -> bool:
        """Tell whether a monomial is one of normal atoms to which no rule applies."""
        if monomial not in self._irreducible:
            known = [self.memo.get(atom) for atom, _ in monomial]
            if any(theorem is None or not is_refl(theorem) for theorem in known):
                return False
            if monomials.simplify(self, monomial) is not None:
                return False
            self._irreducible.add(monomial)
        return True

    def then(self, theorem: Theorem) -> Theorem:
        """Continue an equation a = b with the normal form of b."""
        return chain(theorem, self.normal(right(theorem)))

    def arguments(self, t: Term) -> Theorem:
        """Normalise the arguments of an application spine, leaving its head."""
        if isinstance(t, App):
            return in_application(t, self.arguments(t.function), self.normal(t.argument))
        return refl(t)

    def by_rules(self, t: Term) -> Theorem | None:
        """Return ⊢ t = t' by the first hypothesis that rewrites the root of the term."""
        for rule in self.context.rules:
            found = apply_rule(rule, t)
            if found is not None and right(found) is not t:
                return found
        return None

    def head_normal(self, t: Term) -> Theorem:
        """Unfold definitions and reduce redexes at the head."""
        result = beta_spine(t)
        while True:
            head, arguments = head_and_arguments(right(result))
            definition = self.context.unfold(head.name) if isinstance(head, Const) else None
            if definition is None or not isinstance(head, Const) or (not arguments and t.type is not REAL):
                return result
            result = chain(result, applied_definition(definition, head.sizes, *arguments))

    def _function(self, t: Term) -> Theorem:
        if t.type.domain is None or (t.type.domain.size is None and not isinstance(t, Abs)):
            return self.arguments(t)
        if isinstance(t, Const):
            return refl(t)
        x = self.context.next_variable(t.type.domain, t)
        return extensional((x,), self.normal(app(t, x)))

    # ---------------------------------------------------------------------------------------------------- real terms

    def _real(self, t: Term) -> Theorem:
        operator = operator_of(t)
        if operator is not ADD and operator is not MUL and not isinstance(t, Lit):
            return self._atom(t)
        return self.collect(self._skeleton(t))

    def _skeleton(self, t: Term) -> Theorem:
        operator = operator_of(t)
        if operator is ADD or operator is MUL:
            a, b = self._skeleton(t.function.argument), self._skeleton(t.argument)  # type: ignore[attr-defined]
            return refl(t) if is_refl(a) and is_refl(b) else binary(operator, a, b)
        return refl(t) if isinstance(t, Lit) else self.normal(t)

    def _atom(self, t: Term) -> Theorem:
        head = self.head_normal(t)
        current = right(head)
        if current is not t:
            return self.then(head)
        symbol, _ = head_and_arguments(t)
        provider = PROVIDERS.get(symbol.name) if isinstance(symbol, Const) else None
        result = provider(self, t) if provider is not None else self.arguments(t)
        rewritten = self.by_rules(right(result))
        if rewritten is None and self.context.freed:
            rewritten = freed_functions.function_by_cases(self, right(result))
        return result if rewritten is None else self.then(chain(result, rewritten))

    def collect(self, theorem: Theorem) -> Theorem:
        """Continue a = b, where the atoms of b are normal, to the canonical polynomial with simplified monomials."""
        while True:
            t = right(theorem)
            polynomial = read_polynomial(t)
            canonical = canonical_term(t)
            self.context.charge_effort(len(polynomial) / 2 + len(polynomial) ** 2 / 25)
            if canonical is not t:
                theorem = chain(theorem, ring(t, canonical))
            changes: dict[Monomial, Theorem] = {}
            for monomial in polynomial:
                simpler = monomials.simplify(self, monomial)
                if simpler is not None:
                    changes[monomial] = self.collect(simpler)
            if not changes:
                cancelled = fractions.cancel(self, canonical, polynomial)
                if cancelled is None:
                    return theorem
                theorem = chain(theorem, cancelled)
                continue
            self.context.charge_step()
            theorem = chain(theorem, replace_monomials(polynomial, changes))


def replace_monomials(polynomial: Polynomial, changes: dict[Monomial, Theorem]) -> Theorem:
    """Return ⊢ p = p' where the monomials that have a theorem m = m' are replaced."""
    parts: list[Theorem] = []
    for monomial, coefficient in sorted_terms(polynomial):
        change = changes.get(monomial)
        if change is None:
            parts.append(refl(scaled_term(coefficient, monomial)))
        elif coefficient == 1:
            parts.append(change)
        else:
            parts.append(binary(MUL, refl(scaled_term(Fraction(coefficient), ())), change))
    result = parts[-1]
    for part in reversed(parts[:-1]):
        result = binary(ADD, part, result)
    return result
