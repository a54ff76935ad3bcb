"""The matrix level: laws that are found, laws that must not be, and stacks of layers."""

import pytest

from symattn.kernel.syntax import parse
from symattn.kernel.terms import Size, app, const, var
from symattn.prover.library.definitions import define, definition_of
from symattn.prover.library.matrices import product
from symattn.prover.logic.derived_rules import ProofError, right
from symattn.prover.normal import glance
from symattn.prover.strategies.core.goals import Facts, NotProved
from symattn.prover.strategies.front.prove import prove, prove_entrywise
from symattn.prover.strategies.laws.equivariance import FactorPuller, leading_permutation
from symattn.prover.strategies.laws.frames import layers
from symattn.prover.strategies.laws.laws import fails_where_moved, is_matrix

LAYER = (
    "λX:[n]→[p]→ℝ, Q:[p]→[l]→ℝ, K:[p]→[l]→ℝ, V:[p]→[p]→ℝ. matmul{n,n,p} (row_softmax{n,n} (matscale{n,n}"
    " (inv (sqrt (#{l}))) (matmul{n,l,n} (matmul{n,p,l} X Q) (transpose{n,l} (matmul{n,p,l} X K)))))"
    " (matmul{n,p,p} X V)"
)
CAUSAL = (
    "λX:[n]→[p]→ℝ. matmul{n,n,p} (masked_row_softmax{n,n} (extended_add{n,n} (extended{n,n}"
    " (matmul{n,p,n} X (transpose{n,p} X))) (mask{n,n} (causal{n})))) X"
)
define("test_layer", ("n", "p", "l"), parse(LAYER))
define("test_causal_layer", ("n", "p"), parse(CAUSAL))
define("test_attention", ("r", "n", "l", "d"), parse(
    "λQ:[r]→[l]→ℝ, K:[n]→[l]→ℝ, V:[n]→[d]→ℝ. matmul{r,n,d} (row_softmax{r,n} (matmul{r,l,n} Q (transpose{n,l} K))) V"
))  # fmt: skip


def stack(depth, start):
    for number in range(depth):
        start = f"test_layer{{n,p,l}} ({start}) Q{number} K{number} V{number}"
    return start


def types(depth):
    weights = {f"{w}{i}": "[p]→[p]→ℝ" if w == "V" else "[p]→[l]→ℝ" for i in range(depth) for w in "QKV"}
    return {"s": "[n]→[n]", "t": "[n]→[n]", "X": "[n]→[p]→ℝ", **weights}


def moved(text):
    return f"matmul{{n,n,p}} (permutation{{n}} s) ({text})"


@pytest.mark.parametrize("depth", range(1, 9))
def test_a_stack_of_layers_is_equivariant(logic, depth):
    pair = logic.inverse_maps()
    goal = f"{stack(depth, moved('X'))} = {moved(stack(depth, 'X'))}"
    proof = logic.prove(goal, bijections=[pair], **types(depth))
    assert set(proof.theorem.hypotheses) == set(pair)
    # every layer is an atom: the work grows by a few steps a layer
    assert proof.context.steps < 400 + 20 * depth


@pytest.mark.parametrize("depth", [1, 2])
def test_a_stack_is_not_invariant(logic, depth):
    goal = logic.term(f"{stack(depth, moved('X'))} = {stack(depth, 'X')}", **types(depth))
    with pytest.raises(ProofError):
        prove(goal, Facts((logic.inverse_maps(),)), 2_000)


def test_a_stack_with_the_inverse_permutation_outside_is_refused(logic):
    outside = f"matmul{{n,n,p}} (permutation{{n}} t) ({stack(2, 'X')})"
    goal = logic.term(f"{stack(2, moved('X'))} = {outside}", **types(2))
    with pytest.raises(ProofError):
        prove(goal, Facts((logic.inverse_maps(),)), 2_000)


def test_an_arbitrary_map_is_not_pulled_out(logic):
    goal = logic.term(f"{stack(2, moved('X'))} = {moved(stack(2, 'X'))}", **types(2))
    with pytest.raises(ProofError):
        prove(goal, Facts(), 2_000)


def test_a_permutation_between_layers_moves_to_the_front(logic):
    between = stack(1, "X").replace("X", moved("X"))
    twice = moved(moved(stack(1, "X")))
    logic.prove(f"{moved(between)} = {twice}", bijections=[logic.inverse_maps()], **types(1))


LAWS = [
    ("test_layer", (True, False, False, False), True),
    ("test_attention", (True, False, False), True),
    ("test_attention", (False, True, True), False),
    ("row_softmax", (True,), True),
    ("matadd", (True, True), True),
    ("hadamard", (True, True), True),
    ("row_map", (False, True), True),
    ("kernel_matrix", (False, True, False), True),
]
NO_LAWS = [
    ("test_layer", (True, False, False, False), False),
    ("test_causal_layer", (True,), True),
    ("test_causal_layer", (True,), False),
    ("test_attention", (True, False, False), False),
    ("test_attention", (False, True, False), False),
    ("test_attention", (False, False, True), False),
    ("test_attention", (False, True, True), True),
    ("matadd", (True, False), True),
    ("hadamard", (True, False), False),
    ("kernel_matrix", (False, False, True), False),
    ("transpose", (True,), True),
]


def pulled(logic, name, marked, equivariant, opaque=frozenset()):
    """Return what F(P·A, …) becomes, P at the marked arguments of an operation, and what its law would make it."""
    operation = const(name, *(Size.variable(str(size)) for size in definition_of(name).arguments[1]))
    arguments, ty = [], operation.type
    for place in range(len(marked)):
        arguments.append(var(f"A{place}", ty.domain))
        ty = ty.codomain
    size = next(str(a.type.domain.size) for a, mark in zip(arguments, marked, strict=True) if mark)
    pair = logic.inverse_maps(size=size)
    permutation = logic.term(f"permutation{{{size}}} s", s=f"[{size}]→[{size}]")
    moved = [product(permutation, a) if mark else a for a, mark in zip(arguments, marked, strict=True)]
    plain = app(operation, *arguments)
    context = logic.normaliser(bijections=[pair]).context
    context.opaque = opaque
    theorem = FactorPuller(context, (), prove_entrywise, equivariant).pull(app(operation, *moved))
    assert set(theorem.hypotheses) <= set(pair)
    if not equivariant:
        return right(theorem), plain
    return right(theorem), product(permutation, plain) if plain.type.domain is permutation.type.domain else None


@pytest.mark.parametrize("name, marked, equivariant", LAWS)
def test_laws_that_are_found(logic, name, marked, equivariant):
    found, wanted = pulled(logic, name, marked, equivariant)
    assert found is wanted


@pytest.mark.parametrize("name, marked, equivariant", NO_LAWS)
def test_laws_that_do_not_hold(logic, name, marked, equivariant):
    found, wanted = pulled(logic, name, marked, equivariant)
    assert found is not wanted


def test_an_opaque_operation_has_no_law(logic):
    found, wanted = pulled(logic, "row_softmax", (True,), True, frozenset({"row_softmax"}))
    assert found is not wanted


def test_pulling_permutations(logic):
    context = logic.normaliser(bijections=[logic.inverse_maps()]).context
    tool = FactorPuller(context, (), prove_entrywise)
    kinds = types(1)
    t = logic.term(stack(1, moved("X")), **kinds)
    theorem = tool.pull(t)
    assert right(theorem) is logic.term(moved(stack(1, "X")), **kinds)
    assert tool.pull(t) is theorem
    undone = logic.term(f"matmul{{n,n,p}} (permutation{{n}} t) ({moved('X')})", **kinds)
    assert right(tool.pull(undone)) is logic.term("X", **kinds)
    twice = logic.term(moved(moved("X")), **kinds)
    assert right(tool.pull(twice)) is twice
    turned = logic.term("transpose{n,n} (permutation{n} s)", **kinds)
    assert right(tool.pull(turned)) is logic.term("permutation{n} t", **kinds)


def test_both_levels_agree(logic):
    pair = logic.inverse_maps()
    kinds = types(1)
    for goal, holds in ((f"{stack(1, moved('X'))} = {moved(stack(1, 'X'))}", True), (f"{moved('X')} = X", False)):
        for method in (prove, prove_entrywise):
            if holds:
                theorem, _ = method(logic.term(goal, **kinds), Facts((pair,)))
                assert theorem.conclusion is logic.term(goal, **kinds)
            else:
                with pytest.raises(NotProved):
                    method(logic.term(goal, **kinds), Facts((pair,)))


def test_measures(logic):
    kinds = types(3)
    assert [layers(logic.term(stack(depth, "X"), **kinds)) for depth in range(4)] == [0, 1, 2, 3]
    assert is_matrix(parse("λi:[n], j:[m]. 0").type)
    assert not is_matrix(parse("λi:[n]. 0").type)
    assert not is_matrix(parse("λi:[n], j:[m]. ninf").type)
    x = logic.term("X", **kinds)
    assert leading_permutation(logic.term(moved("X"), **kinds)) == (logic.term("s", **kinds), x)
    assert leading_permutation(x) is None


MOVED = Facts((("∀i:[n]. t (s i) = i", "∀j:[n]. s (t j) = j"),))
MATRICES = {"s": "[n]→[n]", "t": "[n]→[n]", "X": "[n]→[p]→ℝ", "W": "[n]→[n]→ℝ", "v": "[n]→[n]→ℝ∞"}


def moving(logic, *others):
    pair = tuple(logic.term(text, s="[n]→[n]", t="[n]→[n]") for text in MOVED.bijections[0])
    return Facts((pair,), tuple(logic.term(text, **MATRICES) for text in others))


@pytest.mark.parametrize(
    "goal",
    [
        "test_causal_layer{n,p} (matmul{n,n,p} (permutation{n} s) X)"
        " = matmul{n,n,p} (permutation{n} s) (test_causal_layer{n,p} X)",
        "matmul{n,n,p} (permutation{n} s) X = X",
        "matmul{n,n,p} (permutation{n} s) X = matmul{n,n,p} (permutation{n} t) (matmul{n,n,p} (permutation{n} t) X)",
    ],
)
def test_what_changes_where_indices_are_moved_is_seen_to_fail(logic, goal):
    assert fails_where_moved(logic.term(goal, **MATRICES), moving(logic))


@pytest.mark.parametrize(
    ("goal", "others"),
    [
        ("matmul{n,n,p} (permutation{n} s) (matmul{n,n,p} (permutation{n} t) X) = X", ()),
        ("matmul{n,n,p} (transpose{n,n} (permutation{n} s)) X = matmul{n,n,p} (permutation{n} t) X", ()),
        ("row_softmax{n,p} (matmul{n,n,p} (permutation{n} s) X)"
         " = matmul{n,n,p} (permutation{n} s) (row_softmax{n,p} X)", ()),
        ("matmul{n,n,p} (permutation{n} s) X = X", ("∀i:[n]. s i = i",)),
        ("extended_scale{n,n} (-1) v = extended_scale{n,n} (-2) v", ()),
        ("∀i:[n]. s i = i", ()),
    ],
)  # fmt: skip
def test_what_holds_where_indices_are_moved_or_is_no_such_equation_is_not_seen_to_fail(logic, goal, others):
    assert not fails_where_moved(logic.term(goal, **MATRICES), moving(logic, *others))


@pytest.mark.parametrize("most", [1, 2, 3, 5, 8])
def test_maps_stay_inverse_where_little_is_remembered(logic, most, monkeypatch):
    monkeypatch.setattr(glance._Sample, "most_known", most)
    for goal in (
        "matmul{n,n,p} (permutation{n} s) (matmul{n,n,p} (permutation{n} t) X) = X",
        "matmul{n,n,p} (permutation{n} t) (matmul{n,n,p} (permutation{n} s) X) = X",
        "matmul{n,n,p} (transpose{n,n} (permutation{n} s)) X = matmul{n,n,p} (permutation{n} t) X",
    ):
        assert not fails_where_moved(logic.term(goal, **MATRICES), moving(logic))
