"""Heat maps: weights beside a mask, both sides of a counterexample with what differs ringed."""

from xml.etree.ElementTree import fromstring

import numpy as np
import pytest
from sympy import MatrixSymbol, Symbol

from symattn import Attention, OrthogonalSymbol, PermutationSymbol, RowSoftmax, UsageError, calc, decide, dims
from symattn.pictures import attention_weights, counterexample, derivation

n, d = dims("n d")
A, K = MatrixSymbol("A", n, n), MatrixSymbol("K", n, d)
SVG = "{http://www.w3.org/2000/svg}"


def parts(picture, name):
    return fromstring(picture.svg).findall(f"{SVG}{name}")


def test_weights_stand_beside_their_mask():
    picture = attention_weights(np.zeros((2, 2)), [[0, -np.inf], [0, 0]])
    texts = [each.text for each in parts(picture, "text")]
    assert texts == ["mask", "0", "−∞", "0", "0", "weights", "1", "0", "0.5", "0.5"]
    assert len(parts(picture, "rect")) == 1 + 4 + 4 and not parts(picture, "circle")
    assert picture._repr_svg_() == picture.svg and "1 of 4 entries is hidden" in repr(picture)


def test_large_scores_do_not_overflow():
    assert "nan" not in attention_weights([[1e6, -1e6]], [[0, 0]]).svg


def test_the_entries_that_differ_are_ringed():
    verdict = decide(A, A.T)
    picture = counterexample(verdict)
    assert len(parts(picture, "circle")) == 4, "two entries of each side"
    assert [each.text for each in parts(picture, "text")].count("left side") == 1


def test_fractions_and_permutations_are_drawn():
    sigma = PermutationSymbol("sigma", n)
    assert "NaN" not in counterexample(decide(Attention(K, sigma * K, K), Attention(K, K, K))).svg


@pytest.mark.parametrize("verdict", [decide(A.T.T, A), decide(Symbol("x", real=True), 1)], ids=["proved", "numbers"])
def test_what_has_no_matrices_is_told(verdict):
    with pytest.raises(UsageError, match="no two matrices"):
        counterexample(verdict)


@pytest.mark.parametrize(("scores", "mask"), [([[0.0]], [[0.0, 0.0]]), ([[0.0]], [[-np.inf]])])
def test_what_has_no_weights_is_told(scores, mask):
    with pytest.raises(UsageError):
        attention_weights(scores, mask)


def test_a_reason_of_two_steps_is_one_box_with_a_line_to_each():
    g = OrthogonalSymbol("g", d)
    scores = K * g * g.T * K.T
    chain = calc(RowSoftmax(scores), (RowSoftmax(K * K.T), g), (RowSoftmax(K * g * (K * g).T), g))
    picture = derivation(decide(chain))
    texts = [each.text for each in parts(picture, "text")]
    assert texts.count("g is orthogonal") == 1 and sum(each.startswith("= ") for each in texts) == 2
    assert len(parts(picture, "rect")) == 1 + 3 + 1, "the page, three lines, one reason"
    assert len(parts(picture, "path")) == 2 + 2, "from line to line, and from the reason to both steps"


def test_inequalities_and_proofs_without_steps_are_drawn():
    x, y = Symbol("x", real=True), Symbol("y", real=True)
    texts = [each.text for each in parts(derivation(decide(calc(2 * x * y, ("≤", x**2 + y**2)))), "text")]
    assert texts[0] == "2x·y" and "≤ x² + y²" in texts
    sigma = PermutationSymbol("sigma", n)
    texts = [
        each.text for each in parts(derivation(decide(Attention(K, sigma * K, sigma * K), Attention(K, K, K))), "text")
    ]
    assert texts[-1] == "= Att(K, K, K)" and "σ is a permutation" in texts


def test_only_what_is_proved_has_a_derivation():
    with pytest.raises(UsageError, match="no derivation"):
        derivation(decide(A, A.T))


def test_a_picture_is_saved(tmp_path):
    attention_weights([[0.0]], [[0.0]]).save(tmp_path / "one.svg")
    assert (tmp_path / "one.svg").read_text(encoding="utf-8").startswith("<svg ")
