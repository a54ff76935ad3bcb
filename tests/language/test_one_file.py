"""A word that has a definition is one function, or one class, in one module of ``language/words/``."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import symattn

pytestmark = pytest.mark.slow

PACKAGE = Path(symattn.__file__).parent

A_CLASS = '''
from sympy import MatrixSymbol, Symbol

from symattn.language.by_definition import ByDefinition, General
from symattn.language.base.by_index import from_entries, sum_over
from symattn.language.base.dims import dims
from symattn.language.encodings import as_real
from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix
from symattn.language.base.sorts import check_real

__all__ = ["RowShare"]


class RowShare(ByDefinition, Node):
    """Divide each entry, plus a shift, by 1 and the sum of the squares of its row."""

    source = "A textbook, p. 1"

    def __new__(cls, X, shift=0):
        X = as_matrix(X, "X")
        check_real(X, "X")
        return cls._make(tuple(X.shape), X, as_real(shift, "the shift"))

    def definition(self):
        X, shift = self.args
        n, d = X.shape
        return from_entries(n, d, lambda i, j: (X[i, j] + shift) / (1 + sum_over(d, lambda k: X[i, k] ** 2)))

    @classmethod
    def general(cls, option):
        n, d = sizes = dims("n d")
        parameters = MatrixSymbol("X", n, d), Symbol("c", real=True)
        return General(RowShare(*parameters), parameters, sizes)
'''

A_FUNCTION = '''
from sympy import MatrixSymbol, Symbol

from symattn.language.base.by_index import from_entries, sum_over
from symattn.language.base.dims import dims
from symattn.language.own_words import house_word

__all__ = ["RowShare"]

n, d = dims("n d")


@house_word(MatrixSymbol("X", n, d), Symbol("c", real=True), source="A textbook, p. 1")
def RowShare(X, c):
    """Divide each entry, plus a shift, by 1 and the sum of the squares of its row."""
    return from_entries(n, d, lambda i, j: (X[i, j] + c) / (1 + sum_over(d, lambda k: X[i, k] ** 2)))
'''

USE = """
import numpy as np
from sympy import MatrixSymbol

import symattn
from symattn import *
from symattn.render.definitions import definitions
from symattn.render.mathml import mathml
from symattn.render.text import text

n, d = dims("n d")
X, Y, sigma = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), PermutationSymbol("sigma", n)
true = claim(RowShare(sigma*X, 2), sigma*RowShare(X, 2))
false = claim(RowShare(X + Y, 2), RowShare(X, 2) + RowShare(Y, 2))
assert "RowShare" in symattn.__all__ and "RowShare" in dir(symattn)

verdict = decide(true)
assert verdict.status == "proved", verdict
refuted = decide(false)
assert refuted.status == "refuted", refuted
assert refute(false) is not None and refute(true) is None
assert spot_check(true).trials > 0

A = np.array([[1.0, 2.0, 3.0], [0.0, -1.0, 5.0]])
assert np.allclose(evaluate(RowShare(X, 2), {X: A}), (A + 2) / (1 + (A**2).sum(axis=1, keepdims=True)))
assert "n" in str(cost(RowShare(X, 2)))
assert text(RowShare(X, 2)) == "RowShare(X, 2)"
assert latex(RowShare(X, 2)) == r"\\operatorname{RowShare}\\left(X, 2\\right)"
assert "RowShare" in mathml(latex(RowShare(X, 2)))
(found,) = definitions(RowShare(Y, 3))
assert found.name == "RowShare" and found.source == "A textbook, p. 1" and str(found.sample) == "RowShare(X, c)"

spelled = RowShare(X, 2).definition()
step = decide(calc(RowShare(X, 2), (spelled, RowShare)))
assert step.status == "proved", step
assert decide(calc(RowShare(X, 2), (spelled, Attention))).status == "unknown", "the reason is another definition"

open("true.cert", "w").write(certificate(verdict))
open("false.cert", "w").write(certificate(refuted))
"""


@pytest.mark.parametrize("module", [A_CLASS, A_FUNCTION], ids=["a class", "a function"])
def test_adding_a_word_touches_one_file(tmp_path, module):
    copy = tmp_path / "symattn"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "language" / "words" / "shares.py").write_text(f'"""Shares of the entries of a row."""\n{module}')
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def run(*command):
        done = subprocess.run([sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (tmp_path / "use.py").write_text(USE)
    run("use.py")
    run("-m", "symattn.verifier", "true.cert")
    run("-m", "symattn.refutation_verifier", "false.cert")


def test_a_name_that_two_modules_give_is_an_error(tmp_path):
    copy = tmp_path / "symattn"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "language" / "words" / "again.py").write_text(A_CLASS.replace("RowShare", "Attention"))
    done = subprocess.run(
        [sys.executable, "-c", "import symattn.language"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert "ImportError: Attention is a word of symattn.language.words.again and of" in done.stderr
