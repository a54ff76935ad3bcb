"""Differentiation: find the derivative of a function with a proof, from the shape of what it is made of.

``λt. u`` is differentiated by the last operation of u: sums, products, sums over an index, and functions of one number
by the chain rule.  Definitions are unfolded, an exponential of a score under a mask is taken apart, and what no rule
meets is normalised once, so that terms which cancel do not matter.  A condition a ≤ b, as in |x|, max and cases, has
the derivative 0 where a ≠ b.  Where the inverse, the logarithm or the root of a
value is taken, its sign there has to be shown.  No rule means "not shown", never "not differentiable".
"""

from __future__ import annotations

from collections.abc import Callable

from ....kernel.rules import Theorem, abstraction, assume, eta, instantiate
from ....kernel.terms import REAL, Abs, Const, Term, Type, Var, abstract, app, const, equation, open_body
from ...library.definitions import defined
from ...library.derivatives import of_function, power, slope_of
from ...library.facts import fact
from ...logic.cached_rules import refl, ring
from ...logic.conversions import beta_normal_form, fresh, replaced, rewrite_proposition, to
from ...logic.derived_rules import ProofError, ap_term, chain, discharge, gen, is_refl, mp, right, symmetric
from ...logic.formulas import ZERO, minus, plus, times
from ...logic.parts import args_of, argument_of, head_and_arguments, operands, with_parts
from ...normal.extended import extended_exp_step
from ...normal.normaliser import Normaliser
from ...normal.polynomials import product_term
from ...normal.positivity import distinct, nonzero, positive
from ..orders.inequalities import prove_sign
from ..orders.lifting import moved_to

MANY_FACTORS = 16  # of a product of equal ones, which is differentiated by halves
Sign = Callable[[Normaliser, Term], Theorem | None]
#: The functions of one number that have an axiom about their derivative, and what has to be shown of the number.
OUTER: dict[str, Sign | None] = {
    "inv": nonzero,
    "exp": None,
    "log": positive,
    "sqrt": positive,
    "sin": None,
    "cos": None,
}


class Differentiator:
    """Differentiate functions of a real number, with the facts of a normaliser."""

    def __init__(self, normaliser: Normaliser) -> None:
        self.normaliser = normaliser

    def derivative(self, function: Term, x: Term) -> Theorem:
        """Return ⊢ deriv f x c, with some c; raise ProofError when no rule leads to one."""
        reduced = beta_normal_form(function)
        f = right(reduced)
        t = self._fresh(REAL, "t", f, x)
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

    def _fresh(self, ty: Type, stem: str, *terms: Term) -> Var:
        """Return a variable that is free neither in some terms nor in what is known, which must not speak of it."""
        return fresh(ty, *terms, *(h for truth in self.normaliser.context.truths for h in truth.hypotheses), stem=stem)

    def _of(self, u: Term, t: Var, x: Term, normal: bool = False) -> Theorem:
        """Return ⊢ deriv (λt. u) x c; ``normal`` says that u has been normalised."""
        self.normaliser.context.charge_step()
        if t not in u.free:
            return fact("deriv_const", {}, u, x)
        if u is t:
            return fact("deriv_id", {}, x)
        if (halves := _in_halves(u)) is not None:
            return of_function(self._of(right(halves), t, x, normal), symmetric(abstraction(t, halves)))
        for operator in "+*":
            pair = operands(u, operator)
            if pair is not None:
                return self._of_two(operator, *pair, t, x)
        head, arguments = head_and_arguments(u)
        name = head.name if isinstance(head, Const) else ""
        if name in OUTER:
            return self._of_value(name, arguments[0], t, x)
        if name == "ind" and (order := args_of(arguments[0], "≤", 2)) is not None:
            return self._of_step(order[0], order[1], t, x)
        if name == "power" and t not in arguments[1].free:
            return self._of_power(arguments[0], arguments[1], t, x)
        if name in ("sum", "product") and isinstance(arguments[0], Abs):
            return self._of_all(name, arguments[0], t, x)
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

    def _of_two(self, operator: str, a: Term, b: Term, t: Var, x: Term) -> Theorem:
        f, g = abstract(t, a), abstract(t, b)
        if operator == "*" and t not in a.free:
            inner = self._of(b, t, x)
            return fact("deriv_scale", {}, a, g, x, slope_of(inner), premises=(inner,))
        first = self._of(a, t, x)
        second = first if b is a else self._of(b, t, x)
        rule = "deriv_add" if operator == "+" else "deriv_mul"
        return fact(rule, {}, f, g, x, slope_of(first), slope_of(second), premises=distinct(first, second))

    def _of_all(self, name: str, terms: Abs, t: Var, x: Term) -> Theorem:
        """Return the derivative of a sum, or of a product none of whose factors is 0."""
        if terms.binder.size is None:
            raise ProofError(f"{terms} is no family over an index")
        i = self._fresh(terms.binder, "i", terms, t, x)
        term = open_body(terms, i)
        each = self._of(term, t, x)
        premises = [gen(i, each)]
        if name == "product":
            premises.append(gen(i, self._shown(nonzero, open_body(abstract(t, term), x), "a product")))
        family, slopes = abstract(i, abstract(t, term)), abstract(i, slope_of(each))
        return fact(f"deriv_{name}", {"n": terms.binder.size}, family, slopes, x, premises=tuple(premises))

    def _of_step(self, a: Term, b: Term, t: Var, x: Term) -> Theorem:
        """Return the derivative 0 of [a ≤ b] at a place where a ≠ b."""
        f, g = abstract(t, a), abstract(t, b)
        apart = self._apart(plus(open_body(g, x), minus(open_body(f, x))))
        first, second = self._of(a, t, x), self._of(b, t, x)
        return fact("deriv_ind", {}, f, g, x, slope_of(first), slope_of(second), premises=(first, second, apart))

    def _apart(self, difference: Term) -> Theorem:
        """Return ⊢ d ≠ 0 for the difference of the two sides of a condition."""
        normal = self.normaliser.normal(difference)
        found = nonzero(self.normaliser, right(normal))
        if found is None:
            found = self._by_sign(right(normal))
        return rewrite_proposition(found, symmetric(normal))

    def _by_sign(self, d: Term) -> Theorem:
        """Return ⊢ d ≠ 0 for a normal term from the sign of d or of −d, which hypotheses may show."""
        above = prove_sign(self.normaliser, d, True)
        if above is not None:
            return fact("pos_ne", {}, d, premises=(above,))
        opposite = self.normaliser.normal(minus(d))
        below = prove_sign(self.normaliser, right(opposite), True)
        if below is None:
            raise ProofError("that the two sides of a condition differ is not shown")
        nonzero_opposite = fact("pos_ne", {}, minus(d), premises=(moved_to(below, opposite, True),))
        zero = assume(equation(d, ZERO))
        same = to(replaced(refl(minus(d)), zero), ZERO)
        return discharge(zero.conclusion, mp(nonzero_opposite, same))

    def _of_power(self, inside: Term, exponent: Term, t: Var, x: Term) -> Theorem:
        """Return the derivative of a power with a natural number as exponent; where it may be 0, the base may not."""
        g, s = abstract(t, inside), self._fresh(REAL, "s", inside, exponent, x)
        value, inner = open_body(g, x), self._of(inside, t, x)
        same = _as_successor(exponent)
        if same is None:
            premises = (self._shown(nonzero, value, "a power"),)
            outer = fact("deriv_power_apart", {}, exponent, value, premises=premises)
        else:
            outer = fact("deriv_power", {}, argument_of(right(same)), value)
            outer = of_function(outer, abstraction(s, symmetric(ap_term(app(defined("power"), s), same))))
        slopes = slope_of(inner), slope_of(outer)
        function = abstract(s, power(s, exponent))
        return fact("deriv_chain", {}, g, function, x, *slopes, premises=distinct(inner, outer))

    def _of_value(self, name: str, inside: Term, t: Var, x: Term) -> Theorem:
        """Return the derivative of a function of one number at a value, by the chain rule."""
        g = abstract(t, inside)
        value = open_body(g, x)
        sign = OUTER[name]
        premises = () if sign is None else (self._shown(sign, value, name),)
        inner, outer = self._of(inside, t, x), fact(f"deriv_{name}", {}, value, premises=premises)
        slopes = slope_of(inner), slope_of(outer)
        return fact("deriv_chain", {}, g, const(name), x, *slopes, premises=distinct(inner, outer))

    def _shown(self, sign: Sign, value: Term, name: str) -> Theorem:
        """Return what has to be shown of a value, from its shape or that of its normal form."""
        found = sign(self.normaliser, value)
        if found is not None:
            return found
        normal = self.normaliser.normal(value)
        found = sign(self.normaliser, right(normal))
        if found is None:
            raise ProofError(f"the sign of what {name} is taken of is not shown")
        return rewrite_proposition(found, symmetric(normal))


def _in_halves(u: Term) -> Theorem | None:
    """Return ⊢ a·(a·(…)) = (h·h)·… for a product h of half of many equal factors, or None for anything else."""
    pair = operands(u, "*")
    inner = None if pair is None else operands(pair[0], "*")
    if pair is None or pair[0] is pair[1] or (inner is not None and inner[0] is inner[1]):
        return None
    count, waiting, factor = 0, [u], None
    while waiting:
        part = waiting.pop()
        if (both := operands(part, "*")) is not None:
            waiting += both
        elif part is (factor := factor or part):
            count += 1
        else:
            return None
    if factor is None or count < MANY_FACTORS or operands(factor, "+") is not None:
        return None  # powers of sums are best multiplied out factor by factor
    x = fresh(REAL, u, stem="x")
    half = product_term([x] * (count // 2))
    square = times(half, half)
    same = ring(with_parts(u, {factor: x}), square if count % 2 == 0 else times(square, x))
    return instantiate({x: factor}, same)


def _as_successor(exponent: Term) -> Theorem | None:
    """Return ⊢ e = suc e', for 1 + k and the like, or None."""
    if args_of(exponent, "suc", 1) is not None:
        return refl(exponent)
    both = args_of(exponent, "nadd", 2)
    first = args_of(both[0], "suc", 1) if both is not None else None
    return None if both is None or first is None else fact("nadd_suc", {}, first[0], both[1])
