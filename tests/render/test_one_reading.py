"""Two statements that differ in what they say are never written alike: random ones, and such that nearly agree."""

import random

import pytest
from sympy import (
    Add,
    Derivative,
    FunctionMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Idx,
    Integer,
    Inverse,
    Lambda,
    MatMul,
    MatPow,
    MatrixSymbol,
    Max,
    Mul,
    OneMatrix,
    Piecewise,
    Pow,
    Product,
    Rational,
    Sum,
    Trace,
    Transpose,
    ZeroMatrix,
    cos,
    exp,
    srepr,
    symbols,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import SymattnError
from symattn.language import (
    CausalMask,
    HeadBlock,
    HeadFamily,
    HeadSum,
    MatrixFamily,
    PrefixMask,
    RowSoftmax,
    claim,
    dims,
)
from symattn.render.latex import latex
from symattn.render.text import text

n, p = dims("n p")
x, y = symbols("x y", real=True)
INDICES = symbols("a b c d s t", integer=True)
SIZES = [n, Integer(2), n + 1]
FORMS = {"text": text, "LaTeX": lambda stated: "".join(latex(stated).split())}


def number(rng, depth, bound):
    """Return a random number in which some indices are bound."""

    def part():
        return number(rng, depth - 1, bound)

    if not depth:
        return rng.choice([x, y, Integer(2), Integer(-1), *bound])
    match rng.randrange(13):
        case 0:
            return part() + part()
        case 1 | 2:
            return part() * part()
        case 3:
            return Pow(part(), rng.choice([Integer(2), Integer(-1), Rational(1, 2), part(), -part()]))
        case 4:
            return rng.choice([exp, cos])(part())
        case 5:
            return part() / part()
        case 6:
            return Derivative(part(), rng.choice([x, y]))
        case 7 | 8:
            index = next(each for each in INDICES if each not in bound)
            body = number(rng, depth - 1, [*bound, index])
            return rng.choice([Sum, Product])(body, (index, 0, rng.choice(SIZES) - 1))
        case 9:
            return Piecewise((part(), part() > 0), (part(), True))
        case 10:
            return Max(part(), part())
        case _:
            size = rng.choice(SIZES)
            whole = matrix(rng, depth - 1, bound, size, size)
            return rng.choice([Trace(whole), MatrixElement(whole, size - 1, 0)])


def matrix(rng, depth, bound, rows, columns):
    """Return a random matrix of a shape."""

    def part(rows=rows, columns=columns):
        return matrix(rng, depth - 1, bound, rows, columns)

    square = rows == columns
    if not depth:
        name = f"{rng.choice('AB')}_{SIZES.index(rows)}{SIZES.index(columns)}" if rows in SIZES else "C"
        constant = [Identity(rows)] if square else [OneMatrix(rows, columns), ZeroMatrix(rows, columns)]
        return rng.choice([MatrixSymbol(name, rows, columns), *constant])
    match rng.randrange(13):
        case 0:
            return part() + part()
        case 1:
            inner = rng.choice(SIZES)
            return part(rows, inner) * part(inner, columns)
        case 2:
            return number(rng, depth - 1, bound) * part()
        case 3:
            return Transpose(part(columns, rows))
        case 4:
            return HadamardProduct(part(), part())
        case 5:
            return HadamardPower(part(), rng.choice([Integer(2), x, x + 1, Rational(1, 2), -x]))
        case 6 | 7:
            free = [each for each in INDICES if each not in bound][:2]
            return FunctionMatrix(rows, columns, Lambda(tuple(free), number(rng, depth - 1, [*bound, *free])))
        case 8:
            return RowSoftmax(part())
        case 9:
            return part().applyfunc(rng.choice([exp, lambda each: each**2 + 1, lambda each: each + 1]))
        case 10:
            return rng.choice([Inverse(part()), MatPow(part(), 2), MatPow(part(), p)]) if square else part()
        case 11:
            heads = rng.choice([Integer(2), p])
            return HeadBlock(part(heads * rows, columns), 0, heads)
        case _:
            name = f"W_{SIZES.index(rows)}{SIZES.index(columns)}" if rows in SIZES else "W"
            family = MatrixFamily(name, 2, rows, columns)
            return rng.choice([HeadSum(family), family[0], family[1]])


def reading(node, bound=()):
    """Return what an expression says: bound indices by their depth, what has no order in an order."""
    if node in bound:
        return "bound", len(bound) - 1 - bound[::-1].index(node)
    if isinstance(node, Sum | Product):
        name, ranges = type(node).__name__, []
        for index, low, high in reversed(node.limits):
            ranges.append((reading(low, bound), reading(high, bound)))
            bound = (*bound, index)
        return name, *ranges, reading(node.function, bound)
    if isinstance(node, Lambda):
        return "Lambda", reading(node.expr, (*bound, *node.variables))
    if isinstance(node, Derivative):
        return "Derivative", *(reading(each, bound) for each in (*node.variables, node.expr))
    whole = node.args[:1] if isinstance(node, Inverse) else node.args
    if isinstance(node, MatMul):
        whole = [each for each in node.args if each != 1]
        if len(whole) == 1:
            return reading(whole[0], bound)
    parts = [reading(each, bound) for each in whole]
    if isinstance(node, Add | Mul | HadamardProduct | Max):
        parts.sort(key=str)
    return type(node).__name__, *(parts or [srepr(node)])


def changed(rng, node):
    """Return an expression with one part of it changed: a size, a number, or an operator."""
    others = {Sum: Product, Product: Sum, exp: cos, Transpose: RowSoftmax, HadamardPower: MatPow}
    if not node.args or rng.random() < 0.1:
        if isinstance(node, Integer):
            return node + rng.choice([1, -1])
        return {n: p, x: y, y: -x}.get(node, node)
    if type(node) in others and rng.random() < 0.5:
        return others[type(node)](*node.args)
    place = rng.randrange(len(node.args))
    return node.func(*(changed(rng, part) if place == each else part for each, part in enumerate(node.args)))


def statements(rng, count):
    for _ in range(count):
        depth = rng.choice([1, 2, 2, 3])
        try:
            if rng.random() < 0.5:
                stated = claim(number(rng, depth, []), x)
            else:
                rows, columns = rng.choice(SIZES), rng.choice(SIZES)
                stated = claim(matrix(rng, depth, [], rows, columns), ZeroMatrix(rows, columns))
            yield stated
            for _ in range(3):
                left = changed(rng, stated.proposition.lhs)
                yield claim(left, ZeroMatrix(*left.shape) if getattr(left, "is_Matrix", False) else x)
        except (SymattnError, TypeError, ValueError, AttributeError, NotImplementedError, LookupError):
            continue  # what is none


def collisions(seed, count):
    """List pairs of statements that are written alike in some form, and how many were compared."""
    rng, found, seen = random.Random(seed), [], {name: {} for name in FORMS}
    for stated in statements(rng, count):
        key = reading(stated.proposition)
        for name, write in FORMS.items():
            try:
                written = write(stated)
            except SymattnError:  # two symbols of one name
                continue
            known = seen[name].setdefault(written, (key, stated))
            if known[0] != key:
                found.append((name, written, str(known[1].proposition), srepr(stated.proposition)))
    return found, len(seen["text"])


@pytest.mark.parametrize("seed", range(3))
def test_two_statements_are_not_written_alike(seed):
    found, compared = collisions(seed, 250)
    assert not found, found[0]
    assert compared > 300


def test_masks_of_two_sizes_are_not_written_alike():
    for write in FORMS.values():
        masks = [PrefixMask(n, n + p), PrefixMask(n, n + 2 * p), CausalMask(n), CausalMask(p)]
        assert len({write(claim(RowSoftmax(mask)[0, 0], x)) for mask in masks}) == len(masks)


def test_families_and_sums_over_heads_of_two_numbers_are_not_written_alike():
    A = MatrixSymbol("A", n, n)
    h, k = Idx("h", 2), Idx("h", 3)
    for write in FORMS.values():
        assert write(HeadFamily(A, h)) != write(HeadFamily(A, k)) and write(HeadSum(A, h)) != write(HeadSum(A, k))
