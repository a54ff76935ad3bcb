"""Find instances of a theorem by matching: of its sizes, matrices, numbers, indices and functions alike.

A pattern is a part of the theorem, whose free variables and size variables may stand for anything of their kind.  Sums
and products of numbers, and sums of matrices, are matched in any order; products of matrices factor by factor, and a
variable may take several neighbours.  What is found need not be right: the kernel instantiates the theorem, and whoever
uses the instance has to show that it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ...kernel.rules import Theorem, instantiate, instantiate_sizes
from ...kernel.terms import (
    REAL,
    Abs,
    App,
    Const,
    KernelError,
    Lit,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    const,
    open_body,
    size_variables,
    substitute,
    substitute_sizes,
    var,
)
from .conversions import beta_conclusion, beta_hypotheses, beta_normal_form
from .derived_rules import ProofError, right
from .parts import args_of, flat, head_and_arguments, quotient_of, rest_of

UNORDERED = ("+", "*", "matadd")  # operations whose operands are matched in any order
LOCAL = "·opened"  # what the names of opened bound variables begin with, which nobody else gives


@dataclass
class Effort:
    """Count the steps of matching; beyond the limit nothing more is found."""

    left: int

    def spend(self, steps: int = 1) -> bool:
        """Count a step, or some; return whether they were left."""
        self.left -= steps
        return self.left >= 0


@dataclass(frozen=True)
class Instance:
    """Hold what the size variables and the variables of a theorem stand for, and sizes that are still to agree."""

    sizes: Mapping[str, Size] = field(default_factory=dict)
    values: Mapping[Var, Term] = field(default_factory=dict)
    waiting: tuple[tuple[Size, Size], ...] = ()

    def size(self, pattern: Size, size: Size) -> Instance | None:
        """Return the instance in which a size of the theorem is this one, or None."""
        unknown = [name for name in pattern.variables() if name not in self.sizes]
        if not unknown:
            return self if pattern.substitute(self.sizes) == size else None
        value = self._solved(unknown[0], pattern, size) if len(unknown) == 1 else None
        if value is not None:
            return Instance({**self.sizes, unknown[0]: value}, self.values, self.waiting)
        return Instance(self.sizes, self.values, (*self.waiting, (pattern, size)))

    def _solved(self, name: str, pattern: Size, size: Size) -> Size | None:
        """Return the size that a variable has in c·x + b = size, for known b and a monomial c, or None."""
        factor: dict[tuple[tuple[str, int], ...], int] = {}
        others: dict[tuple[tuple[str, int], ...], int] = {}
        for monomial, coefficient in pattern.terms:
            powers = dict(monomial)
            if powers.pop(name, 0) > 1:
                return None
            (factor if name in dict(monomial) else others)[tuple(powers.items())] = coefficient
        if others:
            known = rest_of(size, Size(others).substitute(self.sizes))
            if known is None:
                return None
            size = known
        return quotient_of(size, Size(factor).substitute(self.sizes))

    def type(self, pattern: Type, ty: Type) -> Instance | None:
        """Return the instance in which a type of the theorem is this one, or None."""
        if pattern.size is not None:
            return self.size(pattern.size, ty.size) if ty.size is not None else None
        if pattern.domain is None or pattern.codomain is None:
            return self if pattern is ty else None
        if ty.domain is None or ty.codomain is None:
            return None
        inner = self.type(pattern.domain, ty.domain)
        return None if inner is None else inner.type(pattern.codomain, ty.codomain)

    def value(self, variable: Var, term: Term) -> Instance | None:
        """Return the instance in which a variable of the theorem is this term, or None."""
        known = self.values.get(variable)
        if known is not None:
            same = known is term or right(beta_normal_form(known)) is right(beta_normal_form(term))
            return self if same else None
        typed = self.type(variable.type, term.type)
        return None if typed is None else Instance(typed.sizes, {**typed.values, variable: term}, typed.waiting)

    def settled(self) -> Instance | None:
        """Return the instance once all sizes agree, or None where they do not, or are not known."""
        found: Instance = self
        while found.waiting:
            again: Instance | None = Instance(found.sizes, found.values)
            for pattern, size in found.waiting:
                again = None if again is None else again.size(pattern, size)
            if again is None or len(again.waiting) == len(found.waiting):
                return None
            found = again
        return found

    def of(self, theorem: Theorem) -> Theorem:
        """Return the theorem for these sizes and values, β-reduced; raise ProofError where they do not fit."""
        try:
            at = instantiate_sizes(self.sizes, theorem) if self.sizes else theorem
            values = {var(v.name, v.type.substitute(self.sizes)): value for v, value in self.values.items()}
            at = instantiate(values, at) if values else at
        except KernelError as refused:
            raise ProofError(f"not an instance: {refused}") from refused
        return beta_hypotheses(beta_conclusion(at))


def unknown_in(theorem: Theorem, instance: Instance) -> tuple[frozenset[Var], frozenset[str]]:
    """Return the variables and the sizes of a theorem of which an instance says nothing."""
    variables, sizes = _variables_of(theorem)
    return variables - instance.values.keys(), sizes - instance.sizes.keys()


@lru_cache(maxsize=256)
def _variables_of(theorem: Theorem) -> tuple[frozenset[Var], frozenset[str]]:
    terms = (theorem.conclusion, *theorem.hypotheses)
    return frozenset().union(*(t.free for t in terms)), size_variables(terms)


def matches(pattern: Term, term: Term, effort: Effort, start: Instance | None = None) -> Iterator[Instance]:
    """Yield the instances in which a part of a theorem is this term, up to what may be reordered.

    No variable stands for what a binder of the term binds.
    """
    yield from _solved(((pattern, term),), start or Instance(), {}, effort)


_Pair = tuple[Term, Term] | tuple[str, tuple[Term, ...], tuple[Term, ...]]
_Locals = Mapping[Var, Var]  # opened bound variables of the pattern, and what they are in the term


def _solved(pairs: tuple[_Pair, ...], found: Instance, local: _Locals, effort: Effort) -> Iterator[Instance]:
    """Yield the instances that make all the pairs agree."""
    while pairs:
        if not effort.spend():
            return
        pair, *others = pairs
        rest = tuple(others)
        if len(pair) == 3:
            for more, instance in _operands(pair[0], pair[1], pair[2], found, local):
                yield from _solved((*more, *rest), instance, local, effort)
            return
        pattern, term = pair
        head, arguments = head_and_arguments(pattern)
        if isinstance(head, Var) and head not in local:
            bound = _bound(head, arguments, term, found, local)
            if not arguments and bound is None:
                return
            if bound is not None or (bound := _agreeing(pattern, term, found, local)) is not None:
                yield from _solved(rest, bound, local, effort)
                return
        if kind_of(pattern) == "matmul" and (scaled := _scaled_factors(term)):
            for product in scaled:
                yield from _solved(((pattern, product), *rest), found, local, effort)
            return
        if isinstance(pattern, Var):  # an opened variable
            if local.get(pattern) is not term:
                return
            pairs = rest
            continue
        step = _step(pattern, term, found, local)
        if step is None:
            return
        more, found, local = step
        pairs = (*more, *rest)
    yield found


def _bound(head: Var, arguments: Sequence[Term], term: Term, found: Instance, local: _Locals) -> Instance | None:
    """Return the instance in which a variable, applied to distinct opened ones, is what makes the term of them."""
    if any(a not in local for a in arguments) or len(set(arguments)) != len(arguments):
        return None
    value = term
    for a in reversed(arguments):
        value = abstract(local[a], value)  # type: ignore[index]
    if not value.free.isdisjoint(local.values()):
        return None
    return found.value(head, _short(value, len(arguments)))


def _agreeing(pattern: Term, term: Term, found: Instance, local: _Locals) -> Instance | None:
    """Return the instance where all that a pattern speaks of is known, and it is the term once it is β-reduced."""
    if not found.values or size_variables([pattern]) - found.sizes.keys():
        return None
    known: dict[Var, Term] = {**found.values, **local}
    if not pattern.free <= known.keys():
        return None
    values = {var(v.name, v.type.substitute(found.sizes)): value for v, value in known.items() if v in pattern.free}
    at = substitute(substitute_sizes(pattern, found.sizes), values)
    return found if right(beta_normal_form(at)) is right(beta_normal_form(term)) else None


def _short(t: Term, most: int) -> Term:
    """Return f for λx. f x, as often as asked."""
    if not most or not isinstance(t, Abs):
        return t
    x = var(f"{LOCAL}.short{most}", t.binder)
    body = _short(open_body(t, x), most - 1)
    if isinstance(body, App) and body.argument is x and x not in body.function.free:
        return body.function
    return abstract(x, body)


def _step(
    pattern: Term, term: Term, found: Instance, local: _Locals
) -> tuple[tuple[_Pair, ...], Instance, _Locals] | None:
    """Take one pair apart; return the pairs that are left, the instance, and the opened variables, or None."""
    if isinstance(pattern, Const):
        if not isinstance(term, Const) or pattern.name != term.name:
            return None
        typed: Instance | None = found.type(pattern.type, term.type)
        for p, s in zip(pattern.sizes, term.sizes, strict=True):
            typed = None if typed is None else typed.size(p, s)
        return None if typed is None else ((), typed, local)
    if isinstance(pattern, Lit):
        if not isinstance(term, Lit) or pattern.value != term.value:
            return None
        typed = found.type(pattern.type, term.type)
        return None if typed is None else ((), typed, local)
    if isinstance(pattern, Abs):
        typed = found.type(pattern.binder, term.binder if isinstance(term, Abs) else term.type.domain or term.type)
        if typed is None:
            return None
        name = f"{LOCAL}{len(local)}"
        x = var(name, pattern.binder)
        y = var(name, term.binder if isinstance(term, Abs) else term.type.domain or term.type)
        opened = open_body(term, y) if isinstance(term, Abs) else app(term, y)
        return ((open_body(pattern, x), opened),), typed, {**local, x: y}
    if not isinstance(pattern, App) or not isinstance(term, App):
        return None
    kind = kind_of(pattern)
    if kind is not None:
        if kind_of(term) != kind:
            return None
        typed = found.type(pattern.type, term.type)
        return None if typed is None else (((kind, flat(pattern, kind), flat(term, kind)),), typed, local)
    return ((pattern.function, term.function), (pattern.argument, term.argument)), found, local


def kind_of(t: Term) -> str | None:
    """Return the operation of a sum or product, or None."""
    if isinstance(t, App) and isinstance(t.function, App):
        head = t.function.function
        if isinstance(head, Const) and head.name in (*UNORDERED, "matmul"):
            return head.name
    return None


def _scaled_factors(t: Term) -> list[Term]:
    """Return a multiple of a product of matrices with the number at each of the factors in turn, or nothing."""
    args = args_of(t, "matscale", 2)
    factors = flat(args[1], "matmul") if args is not None else ()
    if args is None or len(factors) < 2:
        return []
    return [
        together("matmul", (*factors[:k], scaled(args[0], factor), *factors[k + 1 :]))
        for k, factor in enumerate(factors)
    ]


def scaled(number: Term, matrix: Term) -> Term:
    """Return the multiple of a matrix."""
    return app(const("matscale", _extent(matrix.type), _extent(matrix.type.codomain)), number, matrix)


def together(kind: str, operands: Sequence[Term]) -> Term:
    """Return the sum or product of some operands, nested to the right."""
    result = operands[-1]
    for t in reversed(operands[:-1]):
        result = app(_operation(kind, t, result), t, result)
    return result


def _operation(kind: str, a: Term, b: Term) -> Term:
    if a.type is REAL:
        return const(kind)
    rows, inner, columns = _extent(a.type), _extent(b.type), _extent(b.type.codomain)
    return const(kind, rows, inner, columns) if kind == "matmul" else const(kind, rows, columns)


def _extent(ty: Type | None) -> Size:
    if ty is None or ty.domain is None or ty.domain.size is None:
        raise ProofError(f"{ty} is not a type of matrices")
    return ty.domain.size


def _operands(
    kind: str, patterns: tuple[Term, ...], terms: tuple[Term, ...], found: Instance, local: _Locals
) -> Iterator[tuple[tuple[_Pair, ...], Instance]]:
    """Yield ways to make the operands of a sum or product agree, as pairs that are left and an instance."""
    if len(patterns) > len(terms):
        return
    if not patterns:
        if not terms:
            yield (), found
        return
    if kind == "matmul":
        yield from _factors(kind, patterns, terms, found, local)
        return
    is_open = [isinstance(p, Var) and p not in local and p not in found.values for p in patterns]
    place = next((k for k, flexible in enumerate(is_open) if not flexible), None)
    if place is not None:  # what is known, or has a structure, is looked for first
        others = patterns[:place] + patterns[place + 1 :]
        for k, t in enumerate(terms):
            rest = terms[:k] + terms[k + 1 :]
            yield ((patterns[place], t), *_left_over(kind, others, rest)), found
        return
    first, *more = patterns
    if not more:
        yield ((first, together(kind, terms)),), found
        return
    for k, t in enumerate(terms):
        yield ((first, t), (kind, tuple(more), terms[:k] + terms[k + 1 :])), found


def _left_over(kind: str, patterns: tuple[Term, ...], terms: tuple[Term, ...]) -> tuple[_Pair, ...]:
    return ((kind, patterns, terms),) if patterns or terms else ()


def _factors(
    kind: str, patterns: tuple[Term, ...], terms: tuple[Term, ...], found: Instance, local: _Locals
) -> Iterator[tuple[tuple[_Pair, ...], Instance]]:
    """Yield ways to make the factors of a product of matrices agree, in their order."""
    first, *more = patterns
    is_open = isinstance(first, Var) and first not in local and first not in found.values
    most = len(terms) - len(more) if is_open else 1
    least = most if not more else 1
    for count in range(least, most + 1):
        taken = together(kind, terms[:count])
        yield ((first, taken), *_left_over(kind, tuple(more), terms[count:])), found
