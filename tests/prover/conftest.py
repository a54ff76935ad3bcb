"""Goals as text: open terms, facts about bijections, normal forms and proofs, for the tests of the prover."""

from types import SimpleNamespace

import pytest

from symattn.kernel.syntax import parse
from symattn.kernel.terms import open_body, var
from symattn.prover.library.definitions import definition_of, table
from symattn.prover.logic.derived_rules import left, right
from symattn.prover.normal.context import Context, add_bijection, find_splits
from symattn.prover.normal.normaliser import Normaliser
from symattn.prover.strategies.core.goals import Facts, NotProved
from symattn.prover.strategies.front.prove import prove
from symattn.prover.strategies.hypotheses.adding import add_hypothesis

for _name, _, _ in table():
    definition_of(_name)

MAPS = {"s": "[n]→[n]", "t": "[n]→[n]"}


def term(text, **types):
    """Read a term whose free variables are given with their types."""
    if not types:
        return parse(text)
    opened = parse("λ" + ", ".join(f"{name}:{ty}" for name, ty in types.items()) + ". " + text)
    for name in types:
        opened = open_body(opened, var(name, opened.binder))
    return opened


def inverse_maps(s="s", t="t", size="n"):
    """Return the hypotheses that t inverts s on both sides."""
    types = {s: f"[{size}]→[{size}]", t: f"[{size}]→[{size}]"}
    return term(f"∀i:[{size}]. {t} ({s} i) = i", **types), term(f"∀i:[{size}]. {s} ({t} i) = i", **types)


def normaliser(*hypotheses, bijections=(), splits=(), opaque=()):
    """Return a normaliser that may use the hypotheses."""
    context = Context(opaque=frozenset(opaque))
    for pair in bijections:
        add_bijection(context, *pair)
    for proposition in hypotheses:
        add_hypothesis(context, proposition)
    context.splits = find_splits(splits)
    return Normaliser(context)


def normal_form(t, *hypotheses, bijections=()):
    """Return t' from ⊢ t = t', after a check that this is what the theorem says, under the given hypotheses only."""
    theorem = normaliser(*hypotheses, bijections=bijections, splits=[t]).normal(t)
    assert left(theorem) is t
    allowed = {*hypotheses, *(p for pair in bijections for p in pair)}
    assert allowed.issuperset(theorem.hypotheses)
    return right(theorem)


def prove_text(text, *hypotheses, bijections=(), opaque=(), budget=60_000, **types):
    """Prove a goal; the theorem must state the goal and use none but the given hypotheses."""
    goal = term(text, **types)
    theorem, context = prove(goal, Facts(tuple(bijections), tuple(hypotheses), frozenset(opaque)), budget)
    assert theorem.conclusion is goal
    allowed = {*hypotheses, *(p for pair in bijections for p in pair)}
    assert allowed.issuperset(theorem.hypotheses)
    return SimpleNamespace(theorem=theorem, context=context)


def refuse_text(text, *hypotheses, bijections=(), opaque=(), **types):
    """Check that the prover says of a goal that its normal forms differ."""
    with pytest.raises(NotProved):
        prove(term(text, **types), Facts(tuple(bijections), tuple(hypotheses), frozenset(opaque)))


@pytest.fixture(scope="session")
def logic():
    return SimpleNamespace(
        term=term,
        inverse_maps=inverse_maps,
        normaliser=normaliser,
        normal_form=normal_form,
        prove=prove_text,
        refuse=refuse_text,
        maps=MAPS,
    )
