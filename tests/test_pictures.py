"""Heat maps: weights beside a mask, both sides of a counterexample with what differs ringed."""

from xml.etree.ElementTree import fromstring

import numpy as np
import pytest
from sympy import MatrixSymbol, Symbol

from symattn import Attention, PermutationSymbol, UsageError, decide, dims
from symattn.pictures import attention_weights, counterexample

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


def test_a_picture_is_saved(tmp_path):
    attention_weights([[0.0]], [[0.0]]).save(tmp_path / "one.svg")
    assert (tmp_path / "one.svg").read_text(encoding="utf-8").startswith("<svg ")
