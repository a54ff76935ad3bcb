"""Take terms apart: heads and arguments, operands, all parts, sizes of indices, whether a constant occurs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...kernel.terms import REAL, Abs, App, Const, Size, Term, Type, app, lam


def head_and_arguments(t: Term) -> tuple[Term, list[Term]]:
    """Return the head of an application spine and its arguments."""
    arguments: list[Term] = []
    while type(t) is App:
        arguments.append(t.argument)
        t = t.function
    return t, arguments[::-1]


def args_of(t: Term, name: str, arity: int) -> list[Term] | None:
    """Return the arguments if the term is the constant applied to that many arguments, or None."""
    arguments: list[Term] = []
    while arity and type(t) is App:
        arguments.append(t.argument)
        t, arity = t.function, arity - 1
    return arguments[::-1] if not arity and type(t) is Const and t.name == name else None


def operand(t: Term, name: str) -> Term | None:
    """Return a where a term is f a for the function of that name, or None."""
    args = args_of(t, name, 1)
    return None if args is None else args[0]


def operands(t: Term, name: str) -> tuple[Term, Term] | None:
    """Return a and b if the term is ``a name b`` for a binary constant, or None."""
    if type(t) is App and type(t.function) is App:
        head = t.function.function
        if isinstance(head, Const) and head.name == name:
            return t.function.argument, t.argument
    return None


def flat(t: Term, name: str) -> tuple[Term, ...]:
    """Return the operands of nested sums or products of one kind, from left to right."""
    found, stack = list[Term](), [t]
    while stack:
        part = stack.pop()
        pair = operands(part, name)
        if pair is None:
            found.append(part)
        else:
            stack += reversed(pair)
    return tuple(found)


def index_size(x: Term) -> Size:
    """Return how many indices there are of the type of an index."""
    if x.type.size is None:
        raise TypeError(f"{x} is not an index")
    return x.type.size


def argument_of(t: Term) -> Term:
    """Return the last argument of an application, and any other term as it is."""
    return t.argument if isinstance(t, App) else t


def occurs(constant: Term, t: Term) -> bool:
    """Tell whether a constant occurs in a term."""
    return contains(constant, t)


def contains(part: Term, t: Term) -> bool:
    """Tell whether a term is a part of another one, or that itself."""
    return any(one is part for one in parts_of(t))


def parts_of(*terms: Term, whole: Callable[[Term], bool] | None = None) -> Iterator[Term]:
    """Yield the distinct parts of some terms, each before those within it, a function before its argument.

    Nothing within a part that is to be taken as a ``whole`` is looked at; bodies of abstractions have loose indices.
    """
    stack, seen = list(terms), set[Term]()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        yield part
        if whole is not None and whole(part):
            continue
        if type(part) is App:
            stack += (part.argument, part.function)
        elif type(part) is Abs:
            stack.append(part.body)


def with_parts(t: Term, others: Mapping[Term, Term]) -> Term:
    """Return a term with others in place of some closed parts, the outermost ones."""
    if t in others:
        return others[t]
    if isinstance(t, App):
        return app(with_parts(t.function, others), with_parts(t.argument, others))
    return lam(t.binder, with_parts(t.body, others)) if isinstance(t, Abs) else t


def rest_of(whole: Size, part: Size) -> Size | None:
    """Return the size k with whole = part + k, or None."""
    rest = dict(whole.terms)
    for monomial, coefficient in part.terms:
        rest[monomial] = rest.get(monomial, 0) - coefficient
    return Size(rest) if all(c >= 0 for c in rest.values()) and any(rest.values()) else None


def quotient_of(whole: Size, part: Size) -> Size | None:
    """Return the size k with whole = part·k, or None.

    >>> m, n = map(Size.variable, "mn")
    >>> print(quotient_of(m * n + n * n, n), quotient_of(m * n, m + n))
    m + n None
    """
    names = sorted(whole.variables() | part.variables())

    def degree(term: tuple[tuple[tuple[str, int], ...], int]) -> tuple[int, ...]:
        exponents = dict(term[0])
        return sum(exponents.values()), *(exponents.get(name, 0) for name in names)

    rest, found = dict(whole.terms), dict[tuple[tuple[str, int], ...], int]()
    lead, count = max(part.terms, key=degree)
    while rest:
        first, coefficient = max(rest.items(), key=degree)
        powers = {name: dict(first).get(name, 0) - dict(lead).get(name, 0) for name in names}
        times, left_over = divmod(coefficient, count)
        if left_over or times < 0 or min(powers.values(), default=0) < 0:
            return None
        monomial = tuple((name, powers[name]) for name in names if powers[name])
        found[monomial] = times
        for other, by in (part * Size({monomial: times})).terms:
            rest[other] = rest.get(other, 0) - by
        rest = {other: c for other, c in rest.items() if c}
    return Size(found)


def is_matrix(ty: Type) -> bool:
    """Tell whether the type is that of a real matrix."""
    row = ty.codomain
    return (
        row is not None
        and row.codomain is REAL
        and all(each.domain is not None and each.domain.size is not None for each in (ty, row))
    )
