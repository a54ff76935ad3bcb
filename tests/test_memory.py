"""What is not needed is freed at once: searches for garbage are rare and find little."""

import gc
from weakref import ref

import pytest
from sympy import MatrixSymbol

from symattn import memory
from symattn.errors import ShapeError
from symattn.kernel.rules import axiom, instantiate_sizes, ring
from symattn.kernel.syntax import parse
from symattn.kernel.terms import REAL, Abs, Size, abstract, app, const, open_body, substitute, var
from symattn.language import dims
from symattn.memory import RARELY, collect_rarely_between_claims, proofs_stay, rarely_searched
from symattn.numeric import evaluate
from symattn.prover.normal.polynomials import read_polynomial
from symattn.refutation_verifier import read_type

pytestmark = pytest.mark.slow

x, y = var("x", REAL), var("y", REAL)


def plus(left, right):
    return app(const("+"), left, right)


def opened():
    abstraction = abstract(x, plus(plus(x, y), x))
    assert isinstance(abstraction, Abs)
    return open_body(abstraction, y)


@pytest.mark.parametrize(
    "action",
    [
        opened,
        lambda: substitute(plus(x, plus(y, x)), {x: y, y: x}),
        lambda: instantiate_sizes({"n": Size.number(3)}, axiom("sum_mul")),
        lambda: ring(plus(x, y), plus(y, x)),
        lambda: read_polynomial(plus(x, plus(y, x))),
        lambda: parse("∀x y:ℝ. x + y = y + x"),
        lambda: read_type("([m+k]→ℝ)→ℝ", {"m": 2, "k": 3}),
    ],
    ids=["open_body", "substitute", "instantiate_sizes", "ring", "read_polynomial", "parse", "read_type"],
)
def test_working_with_terms_leaves_no_cycles(action):
    action()  # what is kept for ever is made now
    gc.collect()
    gc.disable()
    try:
        action()
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_searches_are_rare_inside_and_as_they_were_afterwards():
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="inside"), rarely_searched():
        assert gc.get_threshold() == (max(before[0], RARELY), *before[1:])
        raise ValueError("inside")
    assert gc.get_threshold() == before


class Node:
    """Refer to itself: only a search for garbage frees it."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def outermost(monkeypatch):
    """Leave the block that surrounds every test."""
    monkeypatch.setattr(memory, "_depth", 0)
    monkeypatch.setattr(memory, "_is_frozen", False)
    gc.collect()
    gc.unfreeze()


def test_within_another_block_nothing_is_handed_on(outermost, monkeypatch):
    with rarely_searched(), monkeypatch.context() as within:
        within.setattr(gc, "get_freeze_count", lambda: pytest.fail("this walks through all that is frozen"))
        with rarely_searched():
            pass


def test_the_end_sets_off_no_search(outermost, monkeypatch):
    monkeypatch.setattr(memory, "_unsearched", 0)
    with rarely_searched():
        kept = [Node() for _ in range(2000)]
        garbage = ref(Node())
    kept.extend(Node() for _ in range(2000))  # young objects are searched again, and these are not among them
    assert garbage() is not None and memory._unsearched > 2000
    gc.collect()
    assert garbage() is None


def test_after_many_objects_all_are_searched(outermost, monkeypatch):
    monkeypatch.setattr(memory, "MANY", 1000)
    with rarely_searched():
        kept = [Node() for _ in range(2000)]
        garbage = ref(Node())
    assert garbage() is None and memory._unsearched == 0 and len(kept) == 2000


def test_what_is_frozen_stays_so(outermost):
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with rarely_searched():
            pass
        assert gc.get_freeze_count() == frozen > 0 and memory._is_frozen
    finally:
        gc.unfreeze()


def test_where_nothing_is_searched_it_remains_so():
    before = gc.get_threshold()
    gc.disable()
    try:
        with rarely_searched():
            assert gc.get_threshold() == before and not gc.isenabled()
    finally:
        gc.enable()


def test_of_claims_in_a_row_what_was_there_is_not_searched_and_garbage_is_found():
    class Node:
        pass

    gc.unfreeze()
    try:
        with collect_rarely_between_claims():
            assert gc.get_freeze_count() > 0
            before = gc.get_freeze_count()
            kept = [[] for _ in range(1000)]
            proofs_stay()
            assert gc.get_freeze_count() >= before + len(kept)
            node = Node()
            node.itself, found = node, ref(node)
            del node
        assert found() is None
    finally:
        gc.unfreeze()


def test_nothing_stays_apart_where_no_claims_are_run_in_a_row():
    gc.unfreeze()
    with pytest.raises(ValueError, match="inside"), collect_rarely_between_claims():
        raise ValueError("inside")
    gc.unfreeze()
    proofs_stay()
    assert gc.get_freeze_count() == 0


def test_the_first_matrix_that_does_not_fit_is_named_each_time():
    n, m = dims("n m")
    A, B, C = MatrixSymbol("A", n, m), MatrixSymbol("B", m, n), MatrixSymbol("C", n, n)
    fitting = {A: [[1.0, 2.0]], B: [[1.0], [2.0]], C: [[3.0]]}
    assert evaluate(A * B + C, fitting).tolist() == [[8.0]]
    for _ in range(2):  # what was kept of the expression does not hide it
        with pytest.raises(ShapeError) as caught:
            evaluate(A * B + C, {**fitting, B: [[1.0, 2.0]], C: [[1.0, 2.0]]})
        assert caught.value.subexpression == B
        with pytest.raises(ShapeError) as caught:
            evaluate(A * B + C, {**fitting, n: 2})
        assert caught.value.subexpression == A


def test_a_claim_inside_another_one_leaves_it_in_its_row():
    gc.unfreeze()
    try:
        with collect_rarely_between_claims():
            with pytest.raises(ValueError, match="inside"), collect_rarely_between_claims():
                raise ValueError("inside")
            gc.unfreeze()
            proofs_stay()
            assert gc.get_freeze_count()
        gc.unfreeze()
        proofs_stay()
        assert not gc.get_freeze_count()
    finally:
        gc.unfreeze()
