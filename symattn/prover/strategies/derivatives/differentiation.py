"""Differentiation: find the derivative of a function with a proof, from the shape of what it is made of.

``λt. u`` is differentiated by the rule for the last operation of u, a row of a table: sums, products, sums over an
index, and functions of one number by the chain rule.  Definitions are unfolded, an exponential of a score under a mask
is taken apart, and what no rule meets is normalised once, so that terms which cancel do not matter.  A condition a ≤ b,
as in |x|, max and cases, has the derivative 0 where a ≠ b.  What has to hold of a value, as that its logarithm is taken
where it is positive, goes back to the search.  No rule means "not shown", never "not differentiable".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from ....kernel.rules import Theorem, abstraction, eta, ring
from ....kernel.syntax import negation
from ....kernel.terms import REAL, Abs, Const, Term, Var, abstract, app, const, equation, open_body, var
from ...library.definitions import defined
from ...library.derivatives import of_function, power, slope_of
from ...library.facts import fact
from ...logic.cached_rules import refl
from ...logic.conversions import beta_normal_form
from ...logic.derived_rules import ProofError, ap_term, chain, gen, is_refl, right, spec, symmetric
from ...logic.formulas import ZERO, lt, minus, plus, times
from ...logic.parts import args_of, argument_of, head_and_arguments
from ...normal.extended import extended_exp_step
from ..core.search import Ask


def _is_not_0(value: Term) -> Term:
    return negation(equation(value, ZERO))


def _is_positive(value: Term) -> Term:
    return lt(ZERO, value)


#: The functions of one number that have an axiom about their derivative: its name, and what has to hold of the number.
OUTER: dict[str, tuple[str, Callable[[Term], Term] | None]] = {
    "inv": ("deriv_inv", _is_not_0),
    "exp": ("deriv_exp", None),
    "log": ("deriv_log", _is_positive),
    "sqrt": ("deriv_sqrt", _is_positive),
    "sin": ("deriv_sin", None),
    "cos": ("deriv_cos", None),
}

#: An even power of at least so many factors is differentiated as a square.
FEW = 8


class Differentiator:
    """Differentiate functions of a real number, with what a search knows."""

    def __init__(self, ask: Ask) -> None:
        self.ask, self.normaliser = ask.at_most(cases=1, signs=0, slopes=0, maxima=0), ask.normaliser

    def derivative(self, function: Term, x: Term) -> Theorem:
        """Return ⊢ deriv f x c, with some c; raise ProofError when no rule leads to one."""
        reduced = beta_normal_form(function)
        f = right(reduced)
        t = self.ask.next_variable(REAL, f, x)
        body = open_body(f, t) if isinstance(f, Abs) else app(f, t)
        try:
            found = self._of(body, t, x)
        except ProofError:  # terms without a derivative may cancel
            normal = self.normaliser.normal(body)
            if is_refl(normal):
                raise
            found = of_function(self._of(right(normal), t, x, True), symmetric(abstraction(t, normal)))
        if not isinstance(f, Abs):
            found = of_function(found, eta(abstract(t, body)))
        return of_function(found, symmetric(reduced))

    def _of(self, u: Term, t: Var, x: Term, normal: bool = False) -> Theorem:
        """Return ⊢ deriv (λt. u) x c; ``normal`` says that u has been normalised."""
        self.normaliser.context.charge_step()
        if t not in u.free:
            return fact("deriv_const", u, x)
        if u is t:
            return fact("deriv_id", x)
        head, arguments = head_and_arguments(u)
        name = head.name if isinstance(head, Const) else ""
        rule = RULES.get(name)
        found = None if rule is None else rule(self, arguments, t, x)
        if found is not None:
            return found
        if name in OUTER:
            return self._of_value(name, arguments[0], t, x)
        same = self._unfolded(u, name)
        if right(same) is u and not normal:
            same, normal = self.normaliser.normal(u), True
        if right(same) is u:
            raise ProofError(f"no rule differentiates {name or head}")
        return of_function(self._of(right(same), t, x, normal), symmetric(abstraction(t, same)))

    def _unfolded(self, u: Term, name: str) -> Theorem:
        """Return ⊢ u = u', where the definition at the head is unfolded, or an exponential of a sum is a product."""
        step = extended_exp_step(self.normaliser, u) if name == "eexp" else self.normaliser.head_normal(u)
        return refl(u) if step is None else chain(step, beta_normal_form(right(step)))

    def _of_two(self, rule: str, parts: list[Term], t: Var, x: Term, *premises: Theorem) -> Theorem:
        """Apply a rule for two functions, whose derivatives are found."""
        first = self._of(parts[0], t, x)
        second = first if parts[1] is parts[0] else self._of(parts[1], t, x)
        functions = (abstract(t, part) for part in parts)
        known = (first, second, *premises)
        return fact(rule, *functions, x, slope_of(first), slope_of(second), premises=known)

    def _of_sum(self, parts: list[Term], t: Var, x: Term) -> Theorem:
        return self._of_two("deriv_add", parts, t, x)

    def _of_product(self, parts: list[Term], t: Var, x: Term) -> Theorem:
        if (same := _halved(*parts)) is not None:
            halves = args_of(right(same), "*", 2) or parts
            return of_function(self._of_product(halves, t, x), symmetric(abstraction(t, same)))
        if t in parts[0].free:
            return self._of_two("deriv_mul", parts, t, x)
        inner = self._of(parts[1], t, x)
        return fact("deriv_scale", parts[0], abstract(t, parts[1]), x, slope_of(inner), premises=(inner,))

    def _of_condition(self, arguments: list[Term], t: Var, x: Term) -> Theorem | None:
        """Return the derivative 0 of [a ≤ b] at a place where a ≠ b."""
        order = args_of(arguments[0], "≤", 2)
        if order is None:
            return None
        a, b = (open_body(abstract(t, side), x) for side in order)
        return self._of_two("deriv_ind", order, t, x, self.ask.prove(_is_not_0(plus(b, minus(a)))))

    def _of_sum_over_index(self, arguments: list[Term], t: Var, x: Term) -> Theorem | None:
        return self._of_all("deriv_sum", arguments[0], t, x)

    def _of_product_over_index(self, arguments: list[Term], t: Var, x: Term) -> Theorem | None:
        return self._of_all("deriv_product", arguments[0], t, x, _is_not_0)

    def _of_all(
        self, rule: str, terms: Term, t: Var, x: Term, holds: Callable[[Term], Term] | None = None
    ) -> Theorem | None:
        """Apply a rule for a family of functions over an index, of whose values something may have to hold."""
        if not isinstance(terms, Abs) or terms.binder.size is None:
            return None
        i = self.ask.next_variable(terms.binder, terms, t, x)
        term = open_body(terms, i)
        each = self._of(term, t, x)
        premises = [each] if holds is None else [each, self.ask.prove(holds(open_body(abstract(t, term), x)))]
        family, slopes = abstract(i, abstract(t, term)), abstract(i, slope_of(each))
        known = tuple(gen(i, premise) for premise in premises)
        return fact(rule, family, slopes, x, premises=known)

    def _of_power(self, arguments: list[Term], t: Var, x: Term) -> Theorem | None:
        """Return the derivative of a power with a natural number as exponent; where it may be 0, the base may not."""
        inside, exponent = arguments
        if t in exponent.free:
            return None
        s, value = self.ask.next_variable(REAL, inside, exponent, x), open_body(abstract(t, inside), x)
        same = _as_successor(exponent)
        if same is None:
            apart = self.ask.prove(_is_not_0(value))
            outer = fact("deriv_power_apart", exponent, value, premises=(apart,))
        else:
            outer = fact("deriv_power", argument_of(right(same)), value)
            outer = of_function(outer, abstraction(s, symmetric(ap_term(app(defined("power"), s), same))))
        return self._chained(inside, abstract(s, power(s, exponent)), outer, t, x)

    def _of_value(self, name: str, inside: Term, t: Var, x: Term) -> Theorem:
        """Return the derivative of a function of one number at a value."""
        rule, holds = OUTER[name]
        value = open_body(abstract(t, inside), x)
        premises = () if holds is None else (self.ask.prove(holds(value)),)
        return self._chained(inside, const(name), fact(rule, value, premises=premises), t, x)

    def _chained(self, inside: Term, function: Term, outer: Theorem, t: Var, x: Term) -> Theorem:
        """Apply the chain rule to a function whose derivative at the value inside is known."""
        inner = self._of(inside, t, x)
        slopes = slope_of(inner), slope_of(outer)
        return fact("deriv_chain", abstract(t, inside), function, x, *slopes, premises=(inner, outer))


#: The rules by the operation that they are for; one may not apply.
RULES: dict[str, Callable[[Differentiator, list[Term], Var, Term], Theorem | None]] = {
    "+": Differentiator._of_sum,
    "*": Differentiator._of_product,
    "sum": Differentiator._of_sum_over_index,
    "product": Differentiator._of_product_over_index,
    "power": Differentiator._of_power,
    "ind": Differentiator._of_condition,
}


def _as_successor(exponent: Term) -> Theorem | None:
    """Return ⊢ e = suc e', for 1 + k and the like, or None."""
    if args_of(exponent, "suc", 1) is not None:
        return refl(exponent)
    both = args_of(exponent, "nadd", 2)
    first = args_of(both[0], "suc", 1) if both is not None else None
    return None if both is None or first is None else fact("nadd_suc", first[0], both[1])


def _halved(product: Term, last: Term) -> Theorem | None:
    """Return ⊢ f⋯f = (f⋯f)(f⋯f) with an even number of factors f, at least FEW, or None."""
    count = 2
    while (pair := args_of(product, "*", 2)) is not None and pair[1] is last:
        product, count = pair[0], count + 1
    if product is not last or count < FEW or count % 2:
        return None
    f = var("f", REAL)
    half = _repeated(f, count // 2)
    return spec(gen(f, ring(_repeated(f, count), times(half, half))), last)


def _repeated(f: Term, count: int) -> Term:
    return reduce(times, [f] * count)
