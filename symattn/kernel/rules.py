"""The rules of inference: the only functions that make theorems.

A theorem ``hypotheses ⊢ conclusion`` carries the inference that made it: the rule's name, its premises and its
arguments.  Each rule is its textbook statement plus its side conditions (Harrison, *HOL Light: an overview*, 2009; here
with size variables in place of type variables), and fails with a KernelError under its own name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from . import axioms, syntax, terms

# First of all, the tables are read with the terms that the rules are about to use.  When Python reloads only a part of
# the kernel, this fails – a constant is not declared, or is a term of another generation – before any name of this
# module is bound anew, and the rules stay what they were.
_PROPOSITIONS = {entry.name: syntax.parse(entry.statement) for entry in axioms.TABLE}
for _name, _proposition in _PROPOSITIONS.items():
    if _proposition.type is not terms.BOOL or _proposition.free or _proposition.loose:
        raise terms.KernelError(f"axiom: {_name} is not a closed proposition of this kernel")
for _constant in axioms.CONSTANTS:
    if terms.declare(_constant.name, _constant.parameters, syntax.parse_type(_constant.type)):
        raise terms.KernelError(f"axiom: the constant {_constant.name} was not declared")

from .ring import same_polynomial
from .terms import (
    _KINDS,
    _TERMS,
    BOOL,
    Abs,
    App,
    Bound,
    KernelError,
    Sides,
    Size,
    Term,
    Terms,
    Var,
    _filled,
    abstract,
    app,
    const,
    declare,
    open_body,
    substitute,
    substitute_sizes,
)
from .terms import Theorem as Theorem


def _theorem(hypotheses: Terms, proved: Term | Sides, rule: str, premises: object, arguments: object) -> Theorem:
    if type(proved) is tuple and proved[0].type is not proved[1].type:
        raise KernelError(f"{rule}: {proved[0]} and {proved[1]} are of different types")
    return _filled(Theorem, hypotheses, proved, rule, premises, arguments)  # type: ignore[no-any-return]


def _closed(rule: str, *terms: Term) -> None:
    for term in terms:
        if id(type(term)) not in _KINDS or term.loose:
            raise KernelError(f"{rule}: {term!r} is not a term without loose bound indices")


def _theorems(rule: str, *theorems: Theorem) -> None:
    for theorem in theorems:
        if type(theorem) is not Theorem:
            raise KernelError(f"{rule}: {theorem!r} is not a theorem")


def _equation(rule: str, theorem: Theorem) -> Sides:
    if type(theorem) is Theorem and type(theorem.proved) is tuple:
        return theorem.proved
    _theorems(rule, theorem)
    if theorem.sides is None:
        raise KernelError(f"{rule}: {theorem} is not an equation")
    return theorem.sides


def _union(first: Terms, second: Terms) -> Terms:
    if not second:
        return first
    return first + tuple(h for h in second if h not in first)


def refl(term: Term) -> Theorem:
    """Infer ⊢ t = t."""
    _closed("refl", term)
    return _theorem((), (term, term), "refl", (), (term,))


def trans(first: Theorem, second: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ a = c from Γ ⊢ a = b and Δ ⊢ b = c."""
    (a, b), (b2, c) = _equation("trans", first), _equation("trans", second)
    if b is not b2:
        raise KernelError(f"trans: the middle terms differ: {b} and {b2}")
    return _theorem(_union(first.hypotheses, second.hypotheses), (a, c), "trans", (first, second), ())


def congruence(functions: Theorem, arguments: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ f x = g y from Γ ⊢ f = g and Δ ⊢ x = y."""
    (f, g), (x, y) = _equation("congruence", functions), _equation("congruence", arguments)
    if f.type.domain is not x.type:
        raise KernelError(f"congruence: {f} of type {f.type} does not take {x} of type {x.type}")
    # Most of these terms are there already, and found without a call.
    both = _TERMS.get((f, x)) or app(f, x), _TERMS.get((g, y)) or app(g, y)
    return _theorem(_union(functions.hypotheses, arguments.hypotheses), both, "congruence", (functions, arguments), ())


def abstraction(variable: Var, theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ (λx. a) = (λx. b) from Γ ⊢ a = b, where x is not free in Γ."""
    a, b = _equation("abstraction", theorem)
    if type(variable) is not Var:
        raise KernelError(f"abstraction: {variable!r} is not a variable")
    for hypothesis in theorem.hypotheses:
        if variable in hypothesis.free:
            raise KernelError(f"abstraction: {variable} is free in the hypothesis {hypothesis}")
    conclusion = abstract(variable, a), abstract(variable, b)
    return _theorem(theorem.hypotheses, conclusion, "abstraction", (theorem,), (variable,))


def beta(redex: Term) -> Theorem:
    """Infer ⊢ (λx. t) a = t[a/x]."""
    _closed("beta", redex)
    if not isinstance(redex, App) or not isinstance(redex.function, Abs):
        raise KernelError(f"beta: {redex} is not an abstraction applied to an argument")
    reduced = open_body(redex.function, redex.argument)
    return _theorem((), (redex, reduced), "beta", (), (redex,))


def eta(term: Term) -> Theorem:
    """Infer ⊢ (λx. f x) = f, where x is not free in f."""
    _closed("eta", term)
    body = term.body if isinstance(term, Abs) else None
    if not isinstance(body, App) or not isinstance(body.argument, Bound) or body.argument.index != 0:
        raise KernelError(f"eta: {term} is not of the form λx. f x")
    if any(index == 0 for index, _ in body.function.loose):
        raise KernelError(f"eta: the variable is free in the function of {term}")
    # The function has no loose index at all: 0 is excluded and ``term`` itself has none.
    return _theorem((), (term, body.function), "eta", (), (term,))


def assume(proposition: Term) -> Theorem:
    """Infer p ⊢ p."""
    _closed("assume", proposition)
    if proposition.type is not BOOL:
        raise KernelError(f"assume: {proposition} is not a proposition")
    return _theorem((proposition,), proposition, "assume", (), (proposition,))


def eq_mp(equivalence: Theorem, theorem: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ q from Γ ⊢ p = q and Δ ⊢ p."""
    p, q = _equation("eq_mp", equivalence)
    _theorems("eq_mp", theorem)
    if p is not theorem.conclusion:
        raise KernelError(f"eq_mp: {theorem.conclusion} is not the left side of {equivalence.conclusion}")
    return _theorem(_union(equivalence.hypotheses, theorem.hypotheses), q, "eq_mp", (equivalence, theorem), ())


def deduct_antisym(first: Theorem, second: Theorem) -> Theorem:
    """Infer (Γ − {q}) ∪ (Δ − {p}) ⊢ p = q from Γ ⊢ p and Δ ⊢ q."""
    _theorems("deduct_antisym", first, second)
    p, q = first.conclusion, second.conclusion
    left = tuple(h for h in first.hypotheses if h is not q)
    right = tuple(h for h in second.hypotheses if h is not p)
    return _theorem(_union(left, right), (p, q), "deduct_antisym", (first, second), ())


def instantiate(values: Mapping[Var, Term], theorem: Theorem) -> Theorem:
    """Infer Γ[t/x] ⊢ p[t/x] from Γ ⊢ p, replacing free variables simultaneously."""
    _theorems("instantiate", theorem)
    pairs = dict(values)
    hypotheses = tuple(substitute(h, pairs) for h in theorem.hypotheses)
    conclusion = substitute(theorem.conclusion, pairs)
    return _theorem(tuple(dict.fromkeys(hypotheses)), conclusion, "instantiate", (theorem,), tuple(pairs.items()))


def instantiate_sizes(values: Mapping[str, Size], theorem: Theorem) -> Theorem:
    """Infer Γ[p/n] ⊢ q[p/n] from Γ ⊢ q, replacing size variables simultaneously in types, sizes and terms."""
    _theorems("instantiate_sizes", theorem)
    pairs = dict(values)
    hypotheses = tuple(substitute_sizes(h, pairs) for h in theorem.hypotheses)
    conclusion = substitute_sizes(theorem.conclusion, pairs)
    record = tuple(pairs.items())
    return _theorem(tuple(dict.fromkeys(hypotheses)), conclusion, "instantiate_sizes", (theorem,), record)


_DEFINITIONS: dict[str, Theorem] = {}


def definition(name: str, parameters: tuple[str, ...], value: Term) -> Theorem:
    """Infer ⊢ c = t for a new constant c whose size parameters include every size variable of the closed term t.

    Repeating a definition word for word returns the theorem it gave before; any other reuse of a name is refused.
    """
    _closed("definition", value)
    if type(name) is not str or value.free:
        raise KernelError(f"definition: {name!r} needs a str, and a value without free variables")
    known = _DEFINITIONS.get(name)
    if known is not None and known.arguments == (name, parameters, value):
        return known
    # The declaration holds the value: what is cut off after it can be made again, and as nothing else.
    declare(name, parameters, value.type, value)
    constant = const(name, *(Size.variable(p) for p in parameters))
    return _DEFINITIONS.setdefault(name, _theorem((), (constant, value), "definition", (), (name, parameters, value)))


_AXIOMS: Final = {name: _theorem((), p, "axiom", (), (name,)) for name, p in _PROPOSITIONS.items()}


def axiom(name: str) -> Theorem:
    """Infer ⊢ p for the axiom called ``name`` in the table."""
    if type(name) is not str or name not in _AXIOMS:
        raise KernelError(f"axiom: there is no axiom {name!r}")
    return _AXIOMS[name]


def ring(left: Term, right: Term) -> Theorem:
    """Infer ⊢ a = b for real terms with the same normal form in the free commutative ring over ℚ."""
    _closed("ring", left, right)
    if not same_polynomial(left, right):
        raise KernelError(f"ring: {left} and {right} are different polynomials")
    return _theorem((), (left, right), "ring", (), (left, right))
