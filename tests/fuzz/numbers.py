"""Real and complex numbers in balls, −∞, and matrices as lists of rows: what the fuzzer computes with.

Nothing here is shared with symattn. Everything is written from the textbook, entry by entry; a step that is undefined
raises Undefined, one that the balls do not settle raises Unclear.
"""

from itertools import permutations

from flint import acb, arb, ctx, fmpq

PRECISION = 320
STEP = 64  # derivatives are difference quotients over 2^−STEP
MINUS = None  # −∞, the score of what is masked


class Undefined(Exception):
    """Report a division by 0, a root or logarithm outside its domain, a masked row, a kink."""


class Unclear(Exception):
    """Report a comparison that the balls do not settle."""


def precisely():
    """Return the context in which everything here is computed."""
    return ctx.workprec(PRECISION)


def number(value):
    """Return a ball around a rational number."""
    return arb(value) if isinstance(value, int | fmpq | arb) else arb(fmpq(value.numerator, value.denominator))


def plus(a, b):
    return MINUS if a is MINUS or b is MINUS else a + b


def times(a, b):
    if a is MINUS or b is MINUS:
        other = b if a is MINUS else a
        if other is not MINUS and compare(">", other, arb(0)):
            return MINUS
        raise Undefined("a multiple of −∞ that is not positive")
    return a * b


def finite(a):
    if a is MINUS:
        raise Undefined("−∞ where a number is needed")
    return a


def is_zero(a):
    """Tell whether a number is 0, if that is clear."""
    if isinstance(a, acb):
        parts = [part for part in (a.real, a.imag) if part != 0]
        return all(is_zero(part) for part in parts)
    if a == 0:
        return True
    if a.contains(0):
        raise Unclear("0 or not")
    return False


def inverse(a):
    if is_zero(a):
        raise Undefined("1/0")
    return 1 / a


def root(a):
    if a == 0:
        return arb(0)
    if compare("<", a, arb(0)):
        raise Undefined("the root of a negative number")
    return a.sqrt()


def logarithm(a):
    if compare("<=", a, arb(0)):
        raise Undefined("the logarithm of a number that is not positive")
    return a.log()


def power(a, k):
    if k < 0:
        return inverse(power(a, -k))
    made = a * 0 + 1
    for _ in range(k):
        made = made * a
    return made


def exponential(a):
    return arb(0) if a is MINUS else a.exp()


def compare(relation, a, b):
    """Tell whether a relation holds of two numbers, if that is clear."""
    if isinstance(a, int) and isinstance(b, int):
        a, b = arb(a), arb(b)
    if relation == "=":
        return is_zero(a - b)
    if relation == "!=":
        return not is_zero(a - b)
    if relation in (">", ">="):
        return compare({">": "<", ">=": "<="}[relation], b, a)
    if relation == "<":
        if a < b:
            return True
        if a >= b:
            return False
    else:
        if a <= b:
            return True
        if a > b:
            return False
    raise Unclear(f"{relation} or not")


def modulus(a):
    return abs(a) if isinstance(a, arb) else root(a.real * a.real + a.imag * a.imag)


def biggest(numbers):
    made = None
    for each in numbers:
        made = finite(each) if made is None else made.max(finite(each))
    return made


def total(numbers, zero=None):
    made = arb(0) if zero is None else zero
    for each in numbers:
        made = plus(made, each)
    return made


# Matrices


def entries(rows, columns, entry):
    return [[entry(i, j) for j in range(columns)] for i in range(rows)]


def shape(A):
    return len(A), len(A[0])


def each(A, function):
    return [[function(a) for a in row] for row in A]


def pairwise(A, B, function):
    return [[function(a, b) for a, b in zip(r, s, strict=True)] for r, s in zip(A, B, strict=True)]


def product(A, B):
    columns = list(zip(*B, strict=True))
    return [[total(finite(a) * finite(b) for a, b in zip(row, column, strict=True)) for column in columns] for row in A]


def transpose(A):
    return [list(row) for row in zip(*A, strict=True)]


def identity(n):
    return entries(n, n, lambda i, j: arb(int(i == j)))


def matrix_power(A, k):
    made = identity(len(A))
    for _ in range(abs(k)):
        made = product(made, A)
    return matrix_inverse(made) if k < 0 else made


def determinant(A):
    n, found = len(A), arb(0)
    for choice in permutations(range(n)):
        sign = 1
        for a in range(n):
            for b in range(a):
                sign = -sign if choice[b] > choice[a] else sign
        term = arb(sign)
        for i, j in enumerate(choice):
            term = term * A[i][j]
        found += term
    return found


def matrix_inverse(A):
    """Return the inverse by elimination, choosing the largest pivot."""
    n = len(A)
    if n <= 4 and is_zero(determinant(A)):
        raise Undefined("the inverse of a singular matrix")
    rows = [[*row, *unit] for row, unit in zip(A, identity(n), strict=True)]
    for j in range(n):
        pivot = max(range(j, n), key=lambda i: float(abs(rows[i][j]).mid()))
        rows[j], rows[pivot] = rows[pivot], rows[j]
        scale = inverse(rows[j][j])
        rows[j] = [x * scale for x in rows[j]]
        for i in range(n):
            if i != j:
                factor = rows[i][j]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[j], strict=True)]
    return [row[n:] for row in rows]


def kronecker(A, B):
    (p, q), (r, s) = shape(A), shape(B)
    return entries(p * r, q * s, lambda i, j: A[i // r][j // s] * B[i % r][j % s])


def beside(blocks):
    return [[x for block in blocks for x in block[i]] for i in range(len(blocks[0]))]


def softmax(A):
    made = []
    for row in A:
        weights = [exponential(a) for a in row]
        if all(a is MINUS for a in row):
            raise Undefined("every score of a row is −∞")
        whole = total(weights)
        made.append([w / whole for w in weights])
    return made


def attention(Q, K, V, mask=None, scale=True, bias=None):
    scores = product(Q, transpose(K))
    if mask is not None:
        scores = pairwise(scores, mask, plus)
    factor = inverse(root(arb(len(Q[0])))) if scale is True else arb(1) if scale is False else scale
    scores = each(scores, lambda x: times(factor, x))
    if bias is not None:
        scores = pairwise(scores, bias, plus)
    return product(softmax(scores), V)


def rotation(angles):
    h = len(angles)

    def entry(i, j):
        if i // 2 != j // 2:
            return arb(0)
        t = angles[i // 2][0]
        return t.cos() if i == j else t.sin() if i < j else -t.sin()

    return entries(2 * h, 2 * h, entry)


def frequencies(h, first):
    return [[(-(arb(10).log()) * 4 * (m + first) / h).exp()] for m in range(h)]


def sine_cosine(angles):
    return [[part] for (t,) in angles for part in (t.sin(), t.cos())]


def slope(function):
    """Return the derivative at 0 of a function of a ball, by difference quotients to both sides."""
    step = arb(2) ** -STEP
    right, here, left = function(step), function(arb(0)), function(-step)
    ahead, behind = (right - here) / step, (here - left) / step
    if not compare("<", abs(ahead - behind), arb(2) ** -20 * (1 + abs(ahead) + abs(behind))):
        raise Undefined("a kink")
    middle = (right - left) / (2 * step)
    return middle + arb(0, (arb(2) ** -90 * (1 + abs(middle))).upper())
