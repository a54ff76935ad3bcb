"""Compare what is stated with what was elaborated: one side by ``evaluate``, the other in the standard model."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from sympy import Idx, Inverse, MatrixSymbol, Symbol

from symattn.elaborate import Elaboration, kernel_name
from symattn.kernel.terms import Abs as Lambda_
from symattn.kernel.terms import App, Const
from symattn.language import (
    InvertibleSymbol,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    SubsetSymbol,
    declarations,
)
from symattn.numeric import evaluate
from symattn.numeric.semantics import evaluate_term
from symattn.prover.library.definitions import definition_of


def definitions_in(*terms):
    """Collect the definitions of all constants in some terms, and of the constants in those."""
    found, stack, seen = {}, list(terms), set()
    while stack:
        t = stack.pop()
        if t in seen:
            continue
        seen.add(t)
        if isinstance(t, App):
            stack += (t.function, t.argument)
        elif isinstance(t, Lambda_):
            stack.append(t.body)
        elif isinstance(t, Const) and t.name not in found and (theorem := definition_of(t.name)) is not None:
            _, parameters, value = theorem.arguments
            found[t.name] = (parameters, value)
            stack.append(value)
    return found


def number_of(size, sizes):
    return int(size.subs({s: sizes[str(s)] for s in size.free_symbols}))


def random_values(symbols, sizes, seed):
    """Draw a value for each symbol, as ``evaluate`` takes it."""
    random, rng, values = Random(seed), np.random.default_rng(seed), {}
    for symbol in symbols:
        shape = [number_of(s, sizes) for s in getattr(symbol, "shape", ()) or ()]
        if isinstance(symbol, PermutationSymbol):
            values[symbol] = np.array(random.sample(range(shape[0]), shape[0]))
        elif isinstance(symbol, OrthogonalSymbol):
            values[symbol] = np.linalg.qr(rng.normal(size=shape))[0]
        elif isinstance(symbol, MaskSymbol):
            mask = np.where(rng.random(shape) < 0.5, 0.0, -np.inf)
            mask[np.arange(shape[0]), rng.integers(shape[1], size=shape[0])] = 0.0
            values[symbol] = mask
        elif isinstance(symbol, InvertibleSymbol):
            values[symbol] = rng.normal(size=shape) + 3 * np.eye(shape[0])
        elif isinstance(symbol, MatrixSymbol):
            values[symbol] = rng.normal(size=shape)
        elif isinstance(symbol, SubsetSymbol):
            n = number_of(symbol.size, sizes)
            values[symbol] = set(random.sample(range(n), random.randint(1, n)))
        elif isinstance(symbol, KernelSymbol):
            values[symbol] = lambda q, k: float(np.sin(q @ q + 2 * (k @ k) + q @ k))
        elif isinstance(symbol, MapSymbol):
            values[symbol] = lambda row: np.asarray(row) ** 2 - 1
        elif isinstance(symbol, Idx):
            values[symbol] = random.randrange(number_of(symbol.upper + 1, sizes))
        elif isinstance(symbol, Symbol) and symbol.is_integer and symbol.is_positive:
            values[symbol] = sizes[str(symbol)]
        else:
            values[symbol] = random.uniform(0.2, 2)
    return values


def environment(variables, values, sizes):
    """Turn the values of symbols into values of the kernel variables that stand for them."""
    found = {}
    for symbol, own in variables:
        if isinstance(symbol, PermutationSymbol):
            found |= zip(own, (values[symbol], np.argsort(values[symbol])), strict=True)
        elif isinstance(symbol, MaskSymbol):
            found |= zip(own, (values[symbol] == 0, np.argmax(values[symbol], axis=1)), strict=True)
        elif isinstance(symbol, SubsetSymbol):
            n = number_of(symbol.size, sizes)
            found |= zip(own, ([i in values[symbol] for i in range(n)], min(values[symbol])), strict=True)
        elif isinstance(symbol, Inverse):
            found[own[0]] = np.linalg.inv(evaluate(symbol.arg, values))
        else:
            found[own[0]] = values[symbol]
    return found


def assert_means_the_same(expression, sizes, given=(), seed=0):
    """Check that an expression and its elaborated term have the same value, and that its obligations are true."""
    values = random_values(declarations(expression, *given).all(), sizes, seed)
    stated = (expression, expression)
    elaborated = Elaboration([expression], given).statement(stated)
    env = environment(elaborated.variables, values, sizes)
    term = elaborated.lhs
    known = definitions_in(term)
    named = {kernel_name(name): number for name, number in sizes.items()}
    value = evaluate_term(term, env, named, definitions=known)
    np.testing.assert_allclose(np.asarray(value, dtype=float), evaluate(expression, values), rtol=1e-9, atol=1e-12)
    assert_holds(elaborated, env, named)
    return elaborated


def assert_holds(elaborated, env, sizes):
    """Check that the hypotheses and obligations hold at some values."""
    propositions = [p for h in elaborated.hypotheses for p in h.propositions]
    propositions += [o.proposition for o in elaborated.obligations if o.proposition is not None]
    assert [p for p in propositions if not holds(p, env, sizes)] == []


def holds(proposition, env, sizes):
    """Tell whether a proposition is true at some values; of real vectors and matrices two are tried."""
    rng = np.random.default_rng(1)

    def samples(ty):
        shape = []
        while ty.domain is not None and ty.domain.size is not None:
            shape.append(ty.domain.size.least())
            ty = ty.codomain
        return [rng.normal(size=shape) if shape else float(rng.normal()) for _ in range(2)]

    return evaluate_term(proposition, env, sizes, definitions=definitions_in(proposition), samples=samples)


@pytest.fixture(scope="session")
def means_the_same():
    """Give the check that an expression and its term have the same value."""
    return assert_means_the_same


@pytest.fixture(scope="session")
def truth():
    """Give a function that tells whether the goal of an elaborated statement holds at random values."""

    def is_true(elaborated, symbols, sizes, seed=0, **changes):
        values = random_values(symbols, sizes, seed)
        values |= {symbol: changes[str(symbol)] for symbol in values if str(symbol) in changes}
        env = environment(elaborated.variables, values, sizes)
        return holds(elaborated.goal, env, sizes)

    return is_true
