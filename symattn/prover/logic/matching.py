"""Match a term against the left side of a hypothesis, and use hypotheses as rewrite rules.

A rule comes from ∀x…. l = r (or from ∀x…. p, read as p = ⊤).  Its quantified variables may be matched by any term of
their type; a variable applied to distinct bound variables is a Miller pattern.  Products are matched up to the order of
their factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...kernel.rules import Theorem, abstraction, instantiate
from ...kernel.terms import Abs, App, KernelError, Term, Var, abstract, literal, open_body, substitute, var
from ..limits import MOST_FACTORS
from .cached_rules import refl, ring
from .conversions import beta_normal_form, fresh, in_application, rewrite
from .derived_rules import ProofError, chain, is_true, left, right, strip, symmetric
from .parts import flat, head_and_arguments, operands
from .term_order import key

Bindings = dict[Var, Term]


@dataclass(frozen=True)
class Rule:
    """Hold a rewrite rule: its pattern variables and a theorem l = r (hypotheses allowed).

    An ``ordered`` rule, whose right side has the left one in it, perhaps with variables exchanged as in C i j = C j i,
    is applied only where what it matches again comes before the term in the order of terms: it turns in no circle.
    It leaves the ``kept`` terms as they are: x i = −x 0 would rewrite x 0 to −x 0, and that without end.
    """

    variables: frozenset[Var]
    theorem: Theorem
    ordered: bool = False
    kept: frozenset[Term] = frozenset()

    @property
    def pattern(self) -> Term:
        """Return the left side."""
        return left(self.theorem)


def rule_from(theorem: Theorem) -> Rule:
    """Turn a hypothesis ∀x…. l = r or ∀x…. p into a rewrite rule from left to right."""
    variables, premises, stripped = strip(theorem)
    if premises:
        raise ProofError(f"{theorem} has premises and is not a rewrite rule")
    if stripped.sides is None:
        stripped = is_true(stripped)
    return rule_of(frozenset(variables), stripped)


def rule_of(variables: frozenset[Var], stripped: Theorem) -> Rule:
    """Make a rewrite rule of Γ ⊢ l = r, whose pattern variables are given."""
    # A variable of the right side alone may be anything: an index becomes 0, so that l i = l j rewrites l i to l 0.
    free = left(stripped).free
    spare = sorted((v for v in variables if v.type.size is not None and v not in free), key=lambda v: v.name)
    if spare:
        stripped = instantiate({v: literal(0, v.type) for v in spare}, stripped)
    pattern, result = left(stripped), right(stripped)
    again = list(_matched_again(pattern, result, variables)) if variables else []
    ordered = any(set(bindings.values()) == set(bindings) for _, bindings in again)
    kept = frozenset(part for part, _ in again if part.free.isdisjoint(variables))
    return Rule(variables, stripped, ordered, kept)


def _matched_again(pattern: Term, t: Term, variables: frozenset[Var]) -> Iterator[tuple[Term, Bindings]]:
    """Yield the parts of a term that a pattern with variables in it matches, with what these stand for there."""
    for part in _parts(t):
        bindings: Bindings = {}
        if part.type is pattern.type and match(pattern, part, variables, bindings) and bindings:
            yield part, bindings


def _parts(t: Term) -> Iterator[Term]:
    yield t
    if isinstance(t, App):
        yield from _parts(t.function)
        yield from _parts(t.argument)
    elif isinstance(t, Abs):
        yield from _parts(open_body(t, fresh(t.binder, t, stem="ω")))


def apply_rule(rule: Rule, t: Term) -> Theorem | None:
    """Return ⊢ t = t' by the rule at the root of the term, or None when it does not match."""
    bindings: Bindings = {}
    if t in rule.kept:
        return None
    if not match(rule.pattern, t, rule.variables, bindings) or not rule.variables >= set(bindings):
        return None
    if any(v not in bindings for v in rule.variables if v in rule.theorem.conclusion.free):
        return None
    instance = instantiate(bindings, rule.theorem) if bindings else rule.theorem
    if rule.ordered and not _descends(rule, instance, t):
        return None
    if left(instance) is not t:
        instance = chain(symmetric(beta_normal_form(left(instance))), instance)
        aligned = same_up_to_products(t, left(instance))
        return None if aligned is None else chain(aligned, instance)
    return instance


def _descends(rule: Rule, instance: Theorem, t: Term) -> bool:
    """Tell whether every part of the right side that the rule matches again comes before the term in the order."""
    again = (p for p in _parts(right(instance)) if p.type is t.type and match(rule.pattern, p, rule.variables, {}))
    return all(key(part) < key(t) for part in again)


def same_up_to_products(a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b for terms that differ in the order of factors only, or None."""
    if a is b:
        return refl(a)
    if operands(a, "*") is not None and operands(b, "*") is not None:
        return _same_products(a, b)
    if isinstance(a, App) and isinstance(b, App):
        function = same_up_to_products(a.function, b.function)
        argument = same_up_to_products(a.argument, b.argument) if function is not None else None
        return in_application(a, function, argument) if function is not None and argument is not None else None
    if isinstance(a, Abs) and isinstance(b, Abs) and a.binder is b.binder:
        x = fresh(a.binder, a, b)
        inner = same_up_to_products(open_body(a, x), open_body(b, x))
        return None if inner is None else abstraction(x, inner)
    return None


def _same_products(a: Term, b: Term) -> Theorem | None:
    """Return ⊢ a = b for products in other orders of factors that may differ in the same way, or None."""
    same = list[Theorem]()
    for factor in flat(a, "*"):
        alike = (same_up_to_products(factor, other) for other in flat(b, "*"))
        if (found := next((each for each in alike if each is not None), None)) is None:
            return None
        same.append(found)
    changed = rewrite(a, *same)
    try:
        return chain(changed, ring(right(changed), b))
    except KernelError:
        return None


def match(
    pattern: Term,
    t: Term,
    variables: frozenset[Var],
    bindings: Bindings,
    local: tuple[Var, ...] = (),
    in_order: bool = False,
) -> bool:
    """Extend the bindings so that the pattern becomes the term; ``local`` are bound variables opened on the way.

    Factors are matched in any order, unless they have to be ``in_order``.
    """
    if pattern.type is not t.type:
        return False
    head, arguments = head_and_arguments(pattern)
    if isinstance(head, Var) and head in bindings and _instance(pattern, bindings) is t:
        return True
    if isinstance(head, Var) and head in variables and not (in_order and arguments and head in bindings):
        if head in bindings:
            return False
        if any(argument not in local for argument in arguments) or len(set(arguments)) != len(arguments):
            return False
        value = t
        for argument in reversed(arguments):
            value = abstract(argument, value)
        if any(v in value.free for v in local):
            return False
        if arguments:
            value = _eta_short(value)
        bindings[head] = value
        return True
    if not (pattern.free & variables):
        return pattern is t
    if not in_order and operands(pattern, "*") is not None and operands(t, "*") is not None:
        return _match_product(pattern, t, variables, bindings, local)
    if isinstance(pattern, App) and isinstance(t, App):
        return match(pattern.function, t.function, variables, bindings, local, in_order) and match(
            pattern.argument, t.argument, variables, bindings, local, in_order
        )
    if isinstance(pattern, Abs) and isinstance(t, Abs) and pattern.binder is t.binder:
        x = var(f"ω{len(local)}", pattern.binder)
        return match(open_body(pattern, x), open_body(t, x), variables, bindings, (*local, x), in_order)
    return False


def determined(variables: Sequence[Var], patterns: Iterable[Term], theorems: Iterable[Theorem]) -> tuple[Term, ...]:
    """Return the values of the variables at which theorems say what the patterns say, or raise a ProofError."""
    values: Bindings = {}
    for pattern, theorem in zip(patterns, theorems, strict=True):
        if not match(pattern, theorem.conclusion, frozenset(variables), values, in_order=True):
            raise ProofError(f"{theorem.conclusion} is not the premise {pattern}")
    return tuple(values[variable] for variable in variables)


def _match_product(p: Term, t: Term, variables: frozenset[Var], bindings: Bindings, local: tuple[Var, ...]) -> bool:
    wanted, given = list(flat(p, "*")), list(flat(t, "*"))
    if len(wanted) != len(given) or len(wanted) > MOST_FACTORS:
        return False
    return _match_factors(wanted, given, variables, bindings, local)


def _match_factors(
    wanted: list[Term], given: list[Term], variables: frozenset[Var], bindings: Bindings, local: tuple[Var, ...]
) -> bool:
    """Match each wanted factor with one of those given, in the first order that works."""
    if not wanted:
        return True
    for place, factor in enumerate(given):
        trial = dict(bindings)
        rest = given[:place] + given[place + 1 :]
        if match(wanted[0], factor, variables, trial, local) and _match_factors(
            wanted[1:], rest, variables, trial, local
        ):
            bindings.update(trial)
            return True
    return False


def _eta_short(t: Term) -> Term:
    while isinstance(t, Abs) and isinstance(t.body, App) and not any(i == 0 for i, _ in t.body.function.loose):
        x = var("ωη", t.binder)
        if not isinstance(opened := open_body(t, x), App) or opened.argument is not x:
            break
        t = opened.function
    return t


def _instance(pattern: Term, bindings: Bindings) -> Term:
    substituted = substitute(pattern, {v: b for v, b in bindings.items() if v in pattern.free})
    reduced = beta_normal_form(substituted)
    pair = reduced.sides
    return pair[1] if pair else substituted
