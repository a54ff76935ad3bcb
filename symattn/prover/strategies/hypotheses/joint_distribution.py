"""From P(X = x, Y = y) = P(X = x) P(Y = y) to E[f(X) g(Y)] = E[f(X)] E[g(Y)] for all functions f and g.

The probabilities are expectations of indicators of the event that X, at an outcome o, is what it is at an outcome s.
"""

from __future__ import annotations

from ....kernel.rules import Theorem, assume
from ....kernel.terms import REAL, Term, Var, abstract, app, const, equation, fun, sides, substitute, var
from ...library.definitions import definition_at, definition_of
from ...library.facts import fact
from ...logic.cached_rules import refl
from ...logic.conversions import beta_conclusion, beta_normal_form, beta_sides, replaced, rewrite_proposition
from ...logic.derived_rules import ap_term, chain, close, discharge, eq_mp_back, gen, right, strip
from ...logic.formulas import ind, inv, times, total
from ...logic.parts import args_of, index_size, operands
from ...logic.term_order import next_opened


def for_all_functions(theorem: Theorem) -> Theorem | None:
    """Infer ⊢ ∀…, f g. E[f(X) g(Y)] = E[f(X)] E[g(Y)] from ⊢ ∀…, s t. P(X = X s, Y = Y t) = P(X = X s) P(Y = Y t).

    Return None for a theorem of another form.
    """
    variables, premises, joint = strip(theorem)
    found = _random_variables(joint.conclusion, variables)
    definition = definition_of("Expectation")
    if found is None or definition is None:
        return None
    p, o, X, Y = found
    *others, s, t = variables
    size = index_size(o)
    unfolding = definition_at(definition, (size,))
    f, g = var("?f", fun(X.type, REAL)), var("?g", fun(Y.type, REAL))
    goal = _factorises(p, o, app(f, X), app(g, Y))
    F, a, U, first = _as_mean_over_class(f, X, o)
    G, b, V, second = _as_mean_over_class(g, Y, o)
    probabilities = gen(s, gen(t, beta_conclusion(rewrite_proposition(joint, unfolding))))
    means = fact("product_of_sums", p, F, G, a, b, U, V, premises=(first, second, probabilities))
    unfolded = replaced(refl(goal), unfolding)
    unfolded = chain(unfolded, beta_normal_form(right(unfolded)))
    result = close(eq_mp_back(unfolded, means), f, g)
    for premise in reversed(premises):
        result = discharge(premise, result)
    return close(result, *others)


def _random_variables(proposition: Term, variables: tuple[Var, ...]) -> tuple[Term, Var, Term, Term] | None:
    """Return the weights p, a variable o, and X and Y as terms in it, where a proposition says the above of them."""
    pair = sides(proposition)
    taken = args_of(pair[0], "Expectation", 2) if pair is not None else None
    if taken is None or len(variables) < 2 or variables[-1].type is not variables[-2].type:
        return None
    (p, event), (s, t) = taken, variables[-2:]
    o = next_opened(s.type, p, event)
    both = operands(right(beta_normal_form(app(event, o))), "*") if event.type.domain is o.type else None
    conditions = [args_of(factor, "ind", 1) for factor in both or ()]
    equations = [sides(condition[0]) if condition is not None else None for condition in conditions]
    if None in equations or len(equations) != 2:
        return None
    X, Y = (equation_of[0] for equation_of in equations if equation_of is not None)
    if not {s, t}.isdisjoint(X.free | Y.free):
        return None  # another random variable for each s and t, of which nothing is said together
    claimed = _factorises(p, o, ind(_same(X, o, s)), ind(_same(Y, o, t)))
    is_joint = right(beta_normal_form(claimed)) is right(beta_normal_form(proposition))
    return (p, o, X, Y) if is_joint else None


def _factorises(p: Term, o: Var, u: Term, v: Term) -> Term:
    """Return E[u v] = E[u] E[v] for two terms in the outcome o."""

    def mean(value: Term) -> Term:
        return app(const("Expectation", index_size(o)), p, abstract(o, value))

    return equation(mean(times(u, v)), times(mean(u), mean(v)))


def _same(X: Term, o: Var, s: Term) -> Term:
    """Return the event that X has the value that it has at s."""
    return equation(X, substitute(X, {o: s}))


def _as_mean_over_class(f: Var, X: Term, o: Var) -> tuple[Term, Term, Term, Theorem]:
    """Return F, a, U and ⊢ ∀o. F o = Σ s. U o s · a s, where F is f(X) and U o s tells whether X is the same there."""
    size = index_size(o)
    s = next_opened(o.type, X, o)
    j = next_opened(o.type, X, o, s)
    same = assume(_same(X, o, s))
    value = var("?value", X.type)
    row = abstract(value, abstract(j, equation(value, substitute(X, {o: j}))))
    known = beta_sides(ap_term(row, same)), ap_term(f, same)
    wherever = [gen(o, gen(s, discharge(same.conclusion, each))) for each in known]
    F, R = abstract(o, app(f, X)), abstract(o, abstract(s, same.conclusion))
    premises = (gen(o, refl(X)), *wherever)
    count = total(size, abstract(j, ind(equation(substitute(X, {o: s}), substitute(X, {o: j})))))
    share = abstract(s, times(inv(count), app(f, substitute(X, {o: s}))))
    U = abstract(o, abstract(s, ind(same.conclusion)))
    mean = fact("mean_over_class", F, R, o, premises=premises)
    return F, share, U, gen(o, mean)
