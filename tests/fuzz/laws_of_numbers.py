"""Laws of numbers: sums, products, functions, cases, derivatives."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.expressions import (
    Author,
    add,
    at,
    compared,
    literal,
    multiply,
    negative,
    number,
    rational,
    when,
)
from tests.fuzz.laws import law, with_index
from tests.fuzz.words import E

# Sums and products


@law("+", "A + B", "*", "Hadamard", "max", "min", "InnerProduct", "delta", "and", "or")
def commutes(author: Author, e: E) -> E:
    return E(e.word, e.parts[::-1], e.shape, e.kind)


@law("+", "A + B", "*", "A*B", "Hadamard", "max", "min")
def associates(author: Author, e: E) -> E | None:
    left, right = e.parts
    if left.word == e.word:
        a, b = left.parts
        if e.word == "A*B":
            return multiply(a, multiply(b, right))
        return E(e.word, (a, E(e.word, (b, right), e.shape, e.kind)), e.shape, e.kind)
    return None


@law("*", "A*B", "c*A", "Hadamard", "Kronecker", "InnerProduct")
def distributes(author: Author, e: E) -> E | None:
    left, right = e.parts
    if e.kind == "mask":
        return None
    if right.word in ("+", "A + B"):
        return add(*(E(e.word, (left, part), e.shape) for part in right.parts))
    if left.word in ("+", "A + B"):
        return add(*(E(e.word, (part, right), e.shape) for part in left.parts))
    return None


@law("-", "A - B")
def subtracts(author: Author, e: E) -> E:
    return add(e.parts[0], negative(e.parts[1]))


@law("*")
def into_sums(author: Author, e: E) -> E | None:
    left, right = e.parts
    if right.word == "sum" and right.parts[1] == 0:
        name, low, end, body = right.parts
        return number("sum", name, low, end, multiply(left, body))
    return None


@law("sum")
def splits(author: Author, e: E) -> E | None:
    name, low, end, body = e.parts
    if body.word == "+":
        return add(*(number("sum", name, low, end, part) for part in body.parts))
    if body.word == "sum" and isinstance(body.parts[2], type(end)) and not isinstance(end, E) and body.parts[1] == 0:
        other, low_2, end_2, inner = body.parts
        return number("sum", other, low_2, end_2, number("sum", name, low, end, inner))
    return None


@law("sum")
def reverses(author: Author, e: E) -> E | None:
    name, low, end, body = e.parts
    if isinstance(end, E) or low != 0:
        return None
    return number("sum", name, low, end, with_index(body, name, E("opposite", (end + 1, at(name)), kind="index")))


@law("sum")
def takes_out_the_first(author: Author, e: E) -> E | None:
    name, low, end, body = e.parts
    if isinstance(end, E) or low != 0:
        return None
    condition = compared("=", at(name), literal(0))
    rest = number("sum", name, low, end, when(rational(0), condition, body))
    return add(with_index(body, name, literal(0)), rest)


@law("sum")
def prefix_as_condition(author: Author, e: E) -> E | None:
    name, low, end, body = e.parts
    if isinstance(end, E):
        return None
    condition = author.condition(((name, end + 1),), 0)
    yes, no = when(body, condition, rational(0)), when(rational(0), condition, body)
    return add(number("sum", name, low, end, yes), number("sum", name, low, end, no))


@law("to the")
def multiplied_out(author: Author, e: E) -> E | None:
    base, exponent = e.parts
    return multiply(base, number("to the", base, exponent - 1)) if exponent > 2 else multiply(base, base)


@law("to the")
def binomial(author: Author, e: E) -> E | None:
    base, exponent = e.parts
    if exponent != 2 or base.word != "+":
        return None
    a, b = base.parts
    middle = multiply(rational(2), multiply(a, b))
    return add(number("to the", a, 2), add(middle, number("to the", b, 2)))


@law("/")
def divides(author: Author, e: E) -> E:
    return multiply(e.parts[0], number("/", rational(1), e.parts[1]))


# Functions of numbers


@law("exp")
def exponent_of_sum(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word == "+":
        return multiply(*(number("exp", part) for part in a.parts))
    return number("/", rational(1), number("exp", negative(a)))


@law("sin")
def sine_of_sum(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word != "+":
        return negative(number("sin", negative(a)))
    x, y = a.parts
    return add(multiply(number("sin", x), number("cos", y)), multiply(number("cos", x), number("sin", y)))


@law("cos")
def cosine_of_sum(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word != "+":
        return number("cos", negative(a))
    x, y = a.parts
    return number("-", multiply(number("cos", x), number("cos", y)), multiply(number("sin", x), number("sin", y)))


@law("tanh")
def tanh_by_sigmoid(author: Author, e: E) -> E:
    return number("-", multiply(rational(2), number("Sigmoid", multiply(rational(2), e.parts[0]))), rational(1))


@law("sinh")
def sinh_by_exp(author: Author, e: E) -> E:
    (a,) = e.parts
    return multiply(rational(1, 2), number("-", number("exp", a), number("exp", negative(a))))


@law("cosh")
def cosh_by_exp(author: Author, e: E) -> E:
    (a,) = e.parts
    return multiply(rational(1, 2), add(number("exp", a), number("exp", negative(a))))


@law("abs")
def modulus_by_max(author: Author, e: E) -> E:
    (a,) = e.parts
    return author.rng.choice((
        number("max", a, negative(a)),
        when(a, compared(">=", a, rational(0)), negative(a)),
        number("abs", negative(a)),
        number("sqrt", number("to the", a, 2)),
    ))  # fmt: skip


@law("max", "min")
def maximum_by_cases(author: Author, e: E) -> E:
    a, b = e.parts
    sign = rational(1 if e.word == "max" else -1)
    gap = number("abs", number("-", a, b))
    return author.rng.choice((
        when(a, compared(">=" if e.word == "max" else "<=", a, b), b),
        multiply(rational(1, 2), add(add(a, b), multiply(sign, gap))),
        negative(number("min" if e.word == "max" else "max", negative(a), negative(b))),
    ))  # fmt: skip


@law("sqrt", "log")
def root_of_product(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word == "exp":
        return a.parts[0] if e.word == "log" else number("exp", multiply(rational(1, 2), a.parts[0]))
    return None


@law("if")
def turned_round(author: Author, e: E) -> E:
    a, condition, b = e.parts
    return when(b, E("not", (condition,), kind="condition"), a)


@law("compare")
def mirrored(author: Author, e: E) -> E:
    relation, a, b = e.parts
    return compared({"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation, relation), b, a)


@law("not")
def not_compared(author: Author, e: E) -> E | None:
    (a,) = e.parts
    if a.word == "compare":
        relation, x, y = a.parts
        return compared({"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}[relation], x, y)
    return None


@law("Sigmoid")
def sigmoid_by_definition(author: Author, e: E) -> E:
    (a,) = e.parts
    return author.rng.choice((
        number("/", rational(1), add(rational(1), number("exp", negative(a)))),
        number("/", number("exp", a), add(rational(1), number("exp", a))),
        number("-", rational(1), number("Sigmoid", negative(a))),
    ))  # fmt: skip


@law("ReLU")
def relu_by_definition(author: Author, e: E) -> E:
    (a,) = e.parts
    half = multiply(rational(1, 2), add(a, number("abs", a)))
    return author.rng.choice((number("max", rational(0), a), when(a, compared(">", a, rational(0)), rational(0)), half))


@law("SiLU")
def silu_by_definition(author: Author, e: E) -> E:
    return multiply(e.parts[0], number("Sigmoid", e.parts[0]))


@law("Softplus")
def softplus_by_definition(author: Author, e: E) -> E:
    (a,) = e.parts
    return author.rng.choice((
        number("log", add(rational(1), number("exp", a))),
        add(a, number("Softplus", negative(a))),
    ))  # fmt: skip


@law("derivative")
def derivative_by_rule(author: Author, e: E) -> E | None:
    body, name = e.parts
    if body.word == "+":
        return add(*(number("derivative", part, name) for part in body.parts))
    if body.word == "*":
        a, b = body.parts
        return add(
            multiply(number("derivative", a, name), b),
            multiply(a, number("derivative", b, name)),
        )
    rules: dict[str, Callable[[E], E]] = {
        "exp": lambda a: number("exp", a),
        "sin": lambda a: number("cos", a),
        "cos": lambda a: negative(number("sin", a)),
        "tanh": lambda a: number("-", rational(1), number("to the", number("tanh", a), 2)),
        "Sigmoid": lambda a: multiply(number("Sigmoid", a), number("-", rational(1), number("Sigmoid", a))),
        "Softplus": lambda a: number("Sigmoid", a),
    }
    if body.word in rules:
        (a,) = body.parts
        return multiply(rules[body.word](a), number("derivative", a, name))
    return None
