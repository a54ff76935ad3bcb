"""Pick the main stages of a proof for a reader: the terms that its outermost chain of equations passes through.

A proof is thousands of inferences deep; its outline is the chain a₀ = a₁ = … = aₙ that is left when one goes in through
the steps that only carry it: entry by entry, for all sizes, from one side to the other.
"""

from __future__ import annotations

from symattn.kernel.rules import Theorem
from symattn.kernel.terms import Abs, App, sides
from symattn.notation import show


def stages(theorem: Theorem) -> tuple[str, ...]:
    """Return the terms of the outermost chain of equations, in the kernel's notation, redexes left out.

    The indices of an entry are written ι0, ι1.

    >>> from sympy import MatrixSymbol
    >>> from symattn import dims, prove
    >>> m, n, k = dims("m n k")
    >>> A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", n, k)
    >>> len(stages(prove((A*B).T, B.T*A.T).theorem)) > 1
    True
    """
    equations = [sides(link.conclusion) for link in _main_chain(theorem)]
    terms = [term for equation in equations if equation is not None for term in equation]
    return tuple(dict.fromkeys(show(term) for term in terms if not _has_redex(term)))


def _main_chain(theorem: Theorem) -> list[Theorem]:
    """Go in through abstraction, instantiation and reversal until a chain of several equations is met."""
    while True:
        parts = _spine(theorem)
        main = [part for part in parts if not _is_eta(part)]
        if len(main) != 1:
            return parts
        part = main[0]
        if part.rule in ("abstraction", "instantiate", "instantiate_sizes"):
            theorem = part.premises[0]
        elif part.rule == "eq_mp" and part.premises[1].rule != "refl":
            theorem = part.premises[1]
        elif part.rule == "eq_mp" and (turned := _turned(part)) is not None:
            theorem = turned
        else:
            return parts


def _turned(theorem: Theorem) -> Theorem | None:
    """Return the theorem a = b from which b = a was made by congruence under "=" and reflexivity."""
    major = theorem.premises[0]
    inner = major.premises[0] if major.rule == "congruence" else major
    return inner.premises[1] if inner.rule == "congruence" else None


def _spine(theorem: Theorem) -> list[Theorem]:
    """List the links of a chain put together by transitivity, without the trivial ones."""
    links, stack = [], [theorem]
    while stack:
        link = stack.pop()
        if link.rule == "trans":
            stack += reversed(link.premises)
        elif link.rule != "refl":
            links.append(link)
    return links


def _is_eta(theorem: Theorem) -> bool:
    """Tell whether an equation only writes a function f as λx. f x, or back."""
    equation = sides(theorem.conclusion)
    if theorem.rule == "eta":
        return True
    return theorem.rule == "eq_mp" and equation is not None and _is_expansion(equation[1], equation[0])


def _is_expansion(expanded: object, function: object) -> bool:
    body = expanded.body if isinstance(expanded, Abs) else None
    return isinstance(body, App) and body.function is function


def _has_redex(term: object) -> bool:
    """Tell whether some (λx. b) a stands in a term: such terms lie between two stages."""
    stack: list[object] = [term]
    seen: set[object] = set()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if isinstance(part, App):
            if isinstance(part.function, Abs):
                return True
            stack += [part.function, part.argument]
        elif isinstance(part, Abs):
            stack.append(part.body)
    return False
