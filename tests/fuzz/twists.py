"""One place of a statement changed: a sign, an index, a size, a relation, a word, a leaf, or a hypothesis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sympy import Basic

from tests.fuzz.expressions import (
    Author,
    at,
    k,
    literal,
    matrix,
    multiply,
    negative,
    rational,
    symbol,
    transposed,
)
from tests.fuzz.statements import Statement
from tests.fuzz.words import E


def twisted(author: Author, made: Statement) -> Statement:
    """Change one place of a statement: a sign, an index, a size, a relation, a word, a leaf, or a hypothesis."""
    rng = author.rng
    pick = rng.random()
    if made.given and pick < 0.25:
        dropped = rng.randrange(len(made.given))
        return replace(made, given=made.given[:dropped] + made.given[dropped + 1 :], origin=made.origin + ", dropped")
    if made.relation != "=" and pick < 0.45:
        other = {"<=": ("<", ">="), "<": (">", "<="), ">=": (">", "<="), ">": (">=", "<")}[made.relation]
        return replace(made, relation=rng.choice(other), origin=made.origin + ", relation")
    if made.relation == "=" and made.left.shape is None and pick < 0.3 and not made.origin.startswith("complex"):
        return replace(made, relation=rng.choice(("<", "<=", "!=")), origin=made.origin + ", relation")
    side = rng.choice(("left", "right"))
    scope = dict(made.indices)
    e = getattr(made, side)
    places = list(_places(e, scope, ()))
    rng.shuffle(places)
    for path, part, around in places:
        changes = _changes(author, part, around)
        if changes:
            changed = _replaced(e, path, rng.choice(changes))
            return replace(made, **{side: changed}, origin=made.origin + ", changed")
    return made


def _places(
    e: Any, scope: dict[str, Any], path: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], E, dict[str, Any]]]:
    if isinstance(e, E):
        yield path, e, scope
        around = scope
        names = [part for part in e.parts if isinstance(part, str)]
        sizes = [part for part in e.parts if isinstance(part, Basic)]
        if e.word in ("entries", "MaskWhere"):
            scope = {**scope, **dict(zip(names, sizes, strict=True))}
        elif e.word in ("sum", "product over"):
            end = e.parts[2]
            scope = {**scope, e.parts[0]: scope.get(end.parts[0]) if isinstance(end, E) else end + 1}
        elif e.word in ("Expectation", "Variance", "HeadSum", "HeadConcat", "HeadStack", "HeadFamily"):
            scope = {**scope, names[0]: sizes[0]}
        if e.word == "leaf":
            return
    for place, part in enumerate(e.parts if isinstance(e, E) else e):
        if isinstance(part, E | tuple):
            inside = around if isinstance(e, E) and e.word in ("sum", "product over") and place < 3 else scope
            yield from _places(part, inside, (*path, place))


def _replaced(e: Any, path: tuple[int, ...], new: E) -> Any:
    if not path:
        return new
    parts = list(e.parts if isinstance(e, E) else e)
    parts[path[0]] = _replaced(parts[path[0]], path[1:], new)
    return E(e.word, tuple(parts), e.shape, e.kind) if isinstance(e, E) else tuple(parts)


SIBLINGS = {
    "sin": "cos", "cos": "sin", "max": "min", "min": "max", "exp": "cosh", "sinh": "cosh", "cosh": "sinh", "+": "-",
    "RowMax": "RowMean", "RowMean": "RowSum", "RowSum": "RowMean", "LogSumExp": "RowMax", "ColumnMax": "ColumnMean",
    "ColumnSum": "ColumnMean", "ColumnMean": "ColumnSum", "Sigmoid": "tanh", "ReLU": "SiLU", "SiLU": "GELU",
    "and": "or", "GELU": "SiLU", "Softplus": "ReLU",
    "FrobeniusNorm": "MaxNorm", "Norm1": "FrobeniusNorm", "MaxNorm": "Norm1",
    "SquaredNorm": "FrobeniusNorm", "Expectation": "Variance", "abs": "ReLU", "A + B": "A - B", "or": "and",
    "Sigmoid of entries": "tanh of entries", "ReLU of entries": "abs of entries", "conjugate": "negative", "re": "im",
    "im": "re", "exp of entries": "tanh of entries", "DiagonalMatrix": "A.T", "A^-1": "A.T",
    "abs of entries": "ReLU of entries", "tanh of entries": "sin of entries", "SiLU of entries": "ReLU of entries",
    "DotProduct": "SquaredEuclidean", "SquaredEuclidean": "Euclidean", "Epanechnikov": "BoxCar",
    "sum": "product over", "trace": "SquaredNorm", "sqrt": "abs",
}  # fmt: skip
RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "="}


def _changes(author: Author, e: E, scope: dict[str, Any]) -> list[E]:
    """Return expressions like one that mostly mean something else."""
    rng, found = author.rng, []

    def like(*parts: Any, word: str = "") -> E:
        return E(word or e.word, parts, e.shape, e.kind)

    if e.word == "at":
        size = scope.get(e.parts[0])
        found += [at(name) for name, other in scope.items() if other == size and name != e.parts[0]]
        if size is not None:
            found += [E("opposite", (size, e), None, "index"), literal(0)]
    elif e.word == "compare":
        relation, a, b = e.parts
        found.append(like(RELATIONS[relation], a, b))
        found.append(like(relation, b, a))
    elif e.word == "rational":
        found += [like(e.parts[0] + 1, e.parts[1]), like(-e.parts[0], e.parts[1])]
    elif e.word == "leaf" and e.shape is not None and e.kind == "real":
        rows, columns = e.shape
        found.append(author.declared("matrix", rows, columns, kept=3))
        if rows == columns:
            found.append(transposed(e))
    elif e.word == "leaf" and e.kind == "real":
        found.append(symbol(rng.choice([name for name in "xyz" if name != e.parts[0]])))
    elif e.word == "leaf" and e.kind == "complex":
        found.append(E("conjugate", (e,)))
    elif e.word in ("A*B", "A - B", "-", "/", "blocks") or e.word == "Kronecker":
        if e.word == "A*B" and e.parts[0].shape[0] == e.parts[0].shape[1] == e.parts[1].shape[1]:
            found.append(like(*e.parts[::-1]))
        if e.word in ("A - B", "-"):
            found.append(like(*e.parts[::-1]))
    elif e.word == "Attention":
        Q, K, V, mask, scale, bias = e.parts
        found.append(like(Q, K, V, mask, scale is not True, bias))
        if mask is not None:
            found.append(like(Q, K, V, None, scale, bias))
        if mask is None:
            found.append(like(Q, K, V, author.mask(Q.shape[0], K.shape[0]), scale, bias))
        if bias is not None:
            found.append(like(Q, K, V, bias, scale, mask))
    elif e.word in ("SinusoidalVector", "SinusoidalEncoding", "ShiftMatrix"):
        found.append(like(*e.parts[:-1], 1 - e.parts[-1]))
    elif e.word == "RotaryEncoding":
        found.append(like(*e.parts[:-1], rational(e.parts[-1].parts[0] + 1)))
    elif e.word == "Flip":
        found.append(like(e.parts[0], 1 - e.parts[1]))
    elif e.word in ("to the", "A^k", "HadamardPower") and isinstance(e.parts[1], int):
        found.append(like(e.parts[0], e.parts[1] + 1))
    elif e.word in ("sum", "product over") and not isinstance(e.parts[2], E):
        name, low, end, body = e.parts
        found.append(like(name, low + 1, end, body))
        found.append(like(name, low, end - 1, body))
    elif e.word == "RowSoftmax" and e.parts[0].kind == "mask" and e.parts[0].word == "A + B":
        found += [like(part) for part in e.parts[0].parts if part.kind == "real"]
    elif e.word == "CausalMask":
        found.append(matrix("SlidingWindowMask", e.shape, e.shape[0], k, True, kind="mask"))
    if SIBLINGS.get(e.word):
        found.append(like(*e.parts[: 1 if SIBLINGS[e.word] in ("A.T",) else None], word=SIBLINGS[e.word]))
    if e.kind == "real" and e.word not in ("position", "size", "natural", "leaf"):
        found.append(negative(e))
        found.append(multiply(rational(2), e))
        if e.shape is not None and e.shape[0] == e.shape[1]:
            found.append(transposed(e))
    if e.word == "leaf" and not found:
        return []
    return found
