"""Instances: sizes and values for what a statement declares, special ones too, made so that its hypotheses hold."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from flint import arb
from sympy import Basic, Symbol

from tests.fuzz import numbers as the
from tests.fuzz.statements import Given, Statement
from tests.fuzz.words import E, Reader

STYLES = ("any", "any", "any", "zero", "equal rows", "negative", "ones", "sparse", "large")
#: All are dyadic: of others nothing would ever be exactly 0.
NUMBERS = (-2, -1, 0, 1, 2, 3, 0.5, -0.5, 1.5, 0.25)


def leaves(e: Any) -> Iterator[E]:
    """Yield what is declared in an expression, a hypothesis or a statement."""
    if isinstance(e, E):
        if e.word == "leaf":
            yield e
        if e.word == "derivative":
            yield E("leaf", (e.parts[1], "real"))
    if isinstance(e, Statement):
        e = (e.left, e.right, tuple(given.parts for given in e.given))
    for part in e.parts if isinstance(e, E) else e:
        if isinstance(part, E | tuple):
            yield from leaves(part)


def sizes_in(e: Any) -> set[Symbol]:
    """Return the sizes that stand in an expression, a hypothesis or a statement."""
    if isinstance(e, Basic):
        return set(e.free_symbols)
    if isinstance(e, Statement):
        e = (e.left, e.right, e.indices, tuple(given.parts for given in e.given))
    if isinstance(e, E):
        return sizes_in(e.parts) | sizes_in(e.shape or ())
    return {size for part in e for size in sizes_in(part)} if isinstance(e, tuple) else set()


class Instances:
    """Draw instances of a statement."""

    def __init__(self, statement: Statement, rng: Random) -> None:
        self.statement, self.rng = statement, rng
        self.declared = sorted({leaf.parts for leaf in leaves(statement)}, key=str)
        self.sizes = sorted(sizes_in(statement), key=str)

    def draw(self, first: bool) -> Reader:
        """Return sizes, all 1 at first, and values for everything."""
        rng = self.rng
        sizes = {size: 1 if first else rng.choice((1, 2, 2, 3, 4)) for size in self.sizes}
        reader = Reader(sizes, {})
        style = rng.choice(STYLES)
        for name, kind, *parts in self.declared:
            reader.values[name] = self.value(kind, [reader.size(part) for part in parts], style)
        for given in self.statement.given:
            if given.arrange is not None:
                given.arrange(lambda e: reader(e, {}), reader.values, rng)
        return reader

    def number(self, style: str = "any") -> arb:
        rng = self.rng
        match style:
            case "zero":
                return arb(0)
            case "ones":
                return arb(1)
            case "negative":
                return arb(-abs(rng.choice(NUMBERS)) - 0.5)
            case "sparse":
                return arb(rng.choice((0, 0, 0, 1, -1)))
            case "large":
                return arb(rng.choice((-12, -7, 5, 9)))
        return arb(rng.choice(NUMBERS))

    def plain(self, rows: int, columns: int, style: str) -> Any:
        made = the.entries(rows, columns, lambda i, j: self.number(style))
        return [made[0]] * rows if style == "equal rows" else made

    def value(self, kind: str, sizes: list[int], style: str) -> Any:
        rng = self.rng
        match kind:
            case "matrix":
                return self.plain(*sizes, style)
            case "real":
                return self.number(rng.choice((style, "any")))
            case "positive":
                return arb(rng.choice((0.5, 1, 2, 3)))
            case "complex":
                return self.number() + self.number() * the.acb(0, 1)
            case "natural":
                return rng.randrange(4)
            case "index":
                return rng.randrange(sizes[0])
            case "permutation":
                image = rng.sample(range(sizes[0]), sizes[0])
                return permutation(image)
            case "orthogonal":
                return self.orthogonal(sizes[0])
            case "invertible":
                return self.invertible(sizes[0])
            case "mask":
                return self.mask(*sizes)
            case "family":
                return [self.plain(*sizes[1:], style) for _ in range(sizes[0])]
            case "similarity":
                return self.similarity()
            case "map":
                return self.map(sizes[-1])
            case "subset":
                return set(rng.sample(range(sizes[0]), rng.randint(1, sizes[0])))
            case "probability":
                return self.probability(sizes[0])
            case "sequence":
                step = self.plain(sizes[0], sizes[0], "any")
                return lambda j: the.matrix_power(step, int(j))
        raise AssertionError(kind)

    def probability(self, size: int) -> Any:
        weights = [self.rng.choice((0, 1, 1, 2, 3)) for _ in range(size - 1)]
        scale = 16
        return [[*(arb(w) / scale for w in weights), arb(scale - sum(weights)) / scale]]

    def orthogonal(self, size: int) -> Any:
        made = permutation(self.rng.sample(range(size), size))
        made = [[self.rng.choice((-1, 1)) * x for x in row] for row in made]
        made = [[x * sign for x in row] for row, sign in zip(made, self.rng.choices((-1, 1), k=size), strict=True)]
        if size > 1 and self.rng.random() < 0.7:
            turn = the.identity(size)
            c, s = arb(3) / 5, arb(4) / 5
            turn[0][0], turn[0][1], turn[1][0], turn[1][1] = c, s, -s, c
            made = the.product(made, turn)
        return made

    def invertible(self, size: int) -> Any:
        """Return the product of a permutation, a lower and an upper triangular matrix."""
        rng = self.rng
        pick = lambda wanted: arb(rng.choice((-1, 0, 1)) if wanted else 0)  # noqa: E731
        lower = the.entries(size, size, lambda i, j: arb(1) if i == j else pick(i > j))
        upper = the.entries(size, size, lambda i, j: arb(rng.choice((-2, -1, 1, 2))) if i == j else pick(i < j))
        return the.product(permutation(rng.sample(range(size), size)), the.product(lower, upper))

    def mask(self, rows: int, columns: int) -> Any:
        made = the.entries(rows, columns, lambda i, j: self.rng.choice((the.MINUS, arb(0))))
        for row in made:
            row[self.rng.randrange(columns)] = arb(0)
        return made

    def similarity(self) -> Any:
        a, b, c = (self.number() for _ in range(3))

        def kernel(x: Any, y: Any) -> arb:
            weights = [(a + i * b, b - i * c) for i in range(len(x))]
            return (
                the.total(p * s + q * t + s * t * t for (p, q), s, t in zip(weights, x, y, strict=True)) / 2
            ).sin() + c

        return kernel

    def map(self, width: int) -> Any:
        a, b, c = (self.number() for _ in range(3))
        return lambda row: [
            (a * row[i % len(row)] + i + b).sin() + c * the.total(x * (j + 1) for j, x in enumerate(row))
            for i in range(width)
        ]


def permutation(image: list[int]) -> Any:
    """Return the matrix with entries δ(i, σ(j)) of a permutation, the list of its values."""
    n = len(image)
    return the.entries(n, n, lambda i, j: arb(int(i == image[j])))


def holds(given: Given, reader: Reader) -> bool:
    """Tell whether a hypothesis holds at an instance; rounding is forgiven, for the instance was arranged."""
    match given.kind:
        case "Invertible":
            return not the.is_zero(the.determinant(reader(given.parts[0], {})))
        case "EqualRowNorms":
            norms = [the.total(x * x for x in row) for row in reader(given.parts[0], {})]
            return all(_agrees("=", norm, norms[0]) for norm in norms)
        case "Invariant":
            return _is_invariant(*(reader(part, {}) for part in given.parts))
        case "for all":
            indices, relation, a, b = given.parts
            return all(_agrees(relation, reader(a, s), reader(b, s)) for s in scopes(indices, reader))
    a, b = (reader(part, {}) for part in given.parts)
    if isinstance(a, list):
        return all(_agrees("=", x, y) for r, s in zip(a, b, strict=True) for x, y in zip(r, s, strict=True))
    return _agrees(given.kind, a, b)


def _agrees(relation: str, a: Any, b: Any) -> bool:
    if relation == "=":
        return the.acb(a - b).contains(the.acb(0))
    return the.compare(relation, a, b)


def _is_invariant(kernel: Any, g: Any) -> bool:
    size = len(g)
    for seed in range(4):
        rng = Random(seed)
        x, y = ([arb(rng.choice(NUMBERS)) for _ in range(size)] for _ in range(2))
        (turned_x,), (turned_y,) = the.product([x], g), the.product([y], g)
        if not the.acb(kernel(x, y) - kernel(turned_x, turned_y)).contains(the.acb(0)):
            return False
    return True


def scopes(indices: tuple[tuple[str, Any], ...], reader: Reader) -> Iterator[dict[str, int]]:
    """Yield all values of indices."""
    if not indices:
        yield {}
        return
    (name, size), *rest = indices
    for scope in scopes(tuple(rest), reader):
        for value in range(reader.size(size)):
            yield {name: value, **scope}
