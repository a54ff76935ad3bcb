"""The rules of inference: the only functions that make theorems.

A theorem ``hypotheses ⊢ conclusion`` carries the inference that made it: the rule's name, its premises and its
arguments.  Each rule is its textbook statement plus its side conditions (Harrison, *HOL Light: an overview*, 2009; here
with size variables in place of type variables), and fails with a KernelError under its own name.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import axioms, syntax, terms

# First of all, the tables are read with the terms that the rules are about to use, once for these terms.  When Python
# reloads a part of the kernel alone, this fails – there are axioms already, a constant is not declared, or is a term of
# another generation – before any name of this module is bound anew, and the rules stay what they were.
if terms._AXIOMS:
    raise terms.KernelError("axiom: the rules of this kernel are loaded already")
_PROPOSITIONS = {entry.name: syntax.parse(entry.statement) for entry in axioms.AXIOMS.values()}
if any(p._type is not terms.BOOL or p._free or p._loose for p in _PROPOSITIONS.values()):
    raise terms.KernelError("axiom: an axiom is not a closed proposition of this kernel")
if any(terms.declare(c.name, c.parameters, syntax.parse_type(c.type)) for c in axioms.CONSTANTS):
    raise terms.KernelError("axiom: a constant of the axioms was not declared")

from .ring import same_polynomial
from .terms import (
    _AXIOMS,
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
    size_variables,
    substitute,
    substitute_sizes,
)
from .terms import Theorem as Theorem


def _theorem(hypotheses: Terms, proved: Term | Sides, rule: str, premises: object, arguments: object) -> Theorem:
    if type(proved) is tuple and proved[0]._type is not proved[1]._type:
        raise KernelError(f"{rule}: {proved[0]} and {proved[1]} are of different types")
    return _filled(Theorem, hypotheses, proved, rule, premises, arguments)  # type: ignore[no-any-return]


def _closed(rule: str, *terms: Term) -> None:
    for term in terms:
        if id(type(term)) not in _KINDS or term._loose:
            raise KernelError(f"{rule}: {term!r} is not a term without loose bound indices")


def _theorems(rule: str, *theorems: Theorem) -> None:
    for theorem in theorems:
        if type(theorem) is not Theorem:
            raise KernelError(f"{rule}: {theorem!r} is not a theorem")


def _equation(rule: str, theorem: Theorem) -> Sides:
    if type(theorem) is Theorem and type(theorem._proved) is tuple:
        return theorem._proved
    _theorems(rule, theorem)
    found = theorem.sides
    if found is None:
        raise KernelError(f"{rule}: {theorem} is not an equation")
    return found


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
    return _theorem(_union(first._hypotheses, second._hypotheses), (a, c), "trans", (first, second), ())


def congruence(functions: Theorem, arguments: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ f x = g y from Γ ⊢ f = g and Δ ⊢ x = y."""
    (f, g), (x, y) = _equation("congruence", functions), _equation("congruence", arguments)
    if f._type._domain is not x._type:
        raise KernelError(f"congruence: {f} of type {f.type} does not take {x} of type {x.type}")
    # Most of these terms are there already, and found without a call.
    both = _TERMS.get((f, x)) or app(f, x), _TERMS.get((g, y)) or app(g, y)
    return _theorem(
        _union(functions._hypotheses, arguments._hypotheses), both, "congruence", (functions, arguments), ()
    )


def abstraction(variable: Var, theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ (λx. a) = (λx. b) from Γ ⊢ a = b, where x is not free in Γ."""
    a, b = _equation("abstraction", theorem)
    if type(variable) is not Var:
        raise KernelError(f"abstraction: {variable!r} is not a variable")
    for hypothesis in theorem._hypotheses:
        if variable in hypothesis._free:
            raise KernelError(f"abstraction: {variable} is free in the hypothesis {hypothesis}")
    conclusion = abstract(variable, a), abstract(variable, b)
    return _theorem(theorem._hypotheses, conclusion, "abstraction", (theorem,), (variable,))


def beta(redex: Term) -> Theorem:
    """Infer ⊢ (λx. t) a = t[a/x]."""
    _closed("beta", redex)
    if not isinstance(redex, App) or not isinstance(redex._function, Abs):
        raise KernelError(f"beta: {redex} is not an abstraction applied to an argument")
    reduced = open_body(redex._function, redex._argument)
    return _theorem((), (redex, reduced), "beta", (), (redex,))


def eta(term: Term) -> Theorem:
    """Infer ⊢ (λx. f x) = f, where x is not free in f."""
    _closed("eta", term)
    body = term.body if isinstance(term, Abs) else None
    if not isinstance(body, App) or not isinstance(body._argument, Bound) or body._argument.index != 0:
        raise KernelError(f"eta: {term} is not of the form λx. f x")
    if any(index == 0 for index, _ in body._function._loose):
        raise KernelError(f"eta: the variable is free in the function of {term}")
    # The function has no loose index at all: 0 is excluded and ``term`` itself has none.
    return _theorem((), (term, body._function), "eta", (), (term,))


def assume(proposition: Term) -> Theorem:
    """Infer p ⊢ p."""
    _closed("assume", proposition)
    if proposition._type is not BOOL:
        raise KernelError(f"assume: {proposition} is not a proposition")
    return _theorem((proposition,), proposition, "assume", (), (proposition,))


def eq_mp(equivalence: Theorem, theorem: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ q from Γ ⊢ p = q and Δ ⊢ p."""
    p, q = _equation("eq_mp", equivalence)
    _theorems("eq_mp", theorem)
    if p is not theorem.conclusion:
        raise KernelError(f"eq_mp: {theorem.conclusion} is not the left side of {equivalence.conclusion}")
    return _theorem(_union(equivalence._hypotheses, theorem._hypotheses), q, "eq_mp", (equivalence, theorem), ())


def deduct_antisym(first: Theorem, second: Theorem) -> Theorem:
    """Infer (Γ − {q}) ∪ (Δ − {p}) ⊢ p = q from Γ ⊢ p and Δ ⊢ q."""
    _theorems("deduct_antisym", first, second)
    p, q = first.conclusion, second.conclusion
    left = tuple(h for h in first._hypotheses if h is not q)
    right = tuple(h for h in second._hypotheses if h is not p)
    return _theorem(_union(left, right), (p, q), "deduct_antisym", (first, second), ())


def instantiate(values: Mapping[Var, Term], theorem: Theorem) -> Theorem:
    """Infer Γ[t/x] ⊢ p[t/x] from Γ ⊢ p, replacing free variables simultaneously."""
    _theorems("instantiate", theorem)
    pairs = dict(values)
    hypotheses = tuple(substitute(h, pairs) for h in theorem._hypotheses)
    conclusion = substitute(theorem.conclusion, pairs)
    return _theorem(tuple(dict.fromkeys(hypotheses)), conclusion, "instantiate", (theorem,), tuple(pairs.items()))


def instantiate_sizes(values: Mapping[str, Size], theorem: Theorem) -> Theorem:
    """Infer Γ[p/n] ⊢ q[p/n] from Γ ⊢ q, replacing size variables simultaneously in types, sizes and terms."""
    _theorems("instantiate_sizes", theorem)
    pairs = dict(values)
    hypotheses = tuple(substitute_sizes(h, pairs) for h in theorem._hypotheses)
    conclusion = substitute_sizes(theorem.conclusion, pairs)
    record = tuple(pairs.items())
    return _theorem(tuple(dict.fromkeys(hypotheses)), conclusion, "instantiate_sizes", (theorem,), record)


_DEFINITIONS: dict[str, Theorem] = {}


def definition(name: str, parameters: tuple[str, ...], value: Term) -> Theorem:
    """Infer ⊢ c = t for a new constant c whose size parameters include every size variable of the closed term t.

    Repeating a definition word for word returns the theorem it gave before; any other reuse of a name is refused.
    """
    _closed("definition", value)
    if type(name) is not str or type(parameters) is not tuple or value._free:
        raise KernelError(f"definition: {name!r} {parameters!r} needs a str, a tuple of str, and no free variables")
    known = _DEFINITIONS.get(name)
    if known is not None and known.arguments == (name, parameters, value):
        return known
    stray = size_variables([value]) - frozenset(parameters)
    if stray:
        raise KernelError(f"definition: the size variables {sorted(stray)} are not parameters of {name}")
    if known is not None or not declare(name, parameters, value._type):
        raise KernelError(f"definition: {name} is not a new name")
    constant = const(name, *(Size.variable(p) for p in parameters))
    theorem = _theorem((), (constant, value), "definition", (), (name, parameters, value))
    _DEFINITIONS[name] = theorem
    return theorem


_AXIOMS.update((name, _theorem((), p, "axiom", (), (name,))) for name, p in _PROPOSITIONS.items())


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
