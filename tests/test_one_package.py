"""A primitive is one package: a new one is found on every floor, and those there are have their handlers together."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import symattn
import symattn.deciding.decide
import symattn.language.costs
from symattn.elaborate.scope import handler_of
from symattn.language.cost_counter import HANDLERS as COSTS
from symattn.numeric.enclosure import Encloser
from symattn.numeric.evaluator import Evaluator
from symattn.registration import primitive_words, unwritten_words
from symattn.render import latex_printer, rules, text  # noqa: F401  (the printers take their rules)

pytestmark = pytest.mark.slow

PACKAGE = Path(symattn.__file__).parent
PAGE = PACKAGE.parent / "docs" / "architecture.md"

MODULES = {
    "__init__": '"""The sum of the squares of each row of a matrix."""',
    "word": '''
"""The sum of the squares of each row of a matrix."""

from sympy import S

from symattn.language.base.nodes import Node
from symattn.language.base.shapes import as_matrix
from symattn.language.base.sorts import check_real

__all__ = ["RowEnergy"]


class RowEnergy(Node):
    """Take the sum of the squares of each row of a matrix, a column r×1."""

    def __new__(cls, matrix):
        matrix = as_matrix(matrix, "the argument of RowEnergy")
        check_real(matrix, "the argument of RowEnergy")
        return cls._make((matrix.shape[0], S.One), matrix)

    @property
    def matrix(self):
        """The matrix of which the rows are taken."""
        return self.args[0]
''',
    "elaboration": '''
"""The sum of the squares of each row as a defined constant."""

from symattn.elaborate.constants import belongs_to, defined_later
from symattn.elaborate.scope import elaborates
from symattn.elaborate.sizes import size_of
from symattn.kernel.syntax import parse
from symattn.kernel.terms import app, const
from symattn.primitives.energies.word import RowEnergy
from symattn.prover.library.definitions import define

defined_later("row_energy")
belongs_to("row_energy", RowEnergy)


@elaborates(RowEnergy)
def _row_energy(scope, node):
    define("row_energy", ("r", "n"), parse("λA:[r]→[n]→ℝ, i:[r], o:[1]. Σ j:[n]. A i j * A i j"))
    return app(const("row_energy", *map(size_of, node.matrix.shape)), scope.real(node.matrix))
''',
    "arrays": '''
"""The sum of the squares of each row of an array."""

from symattn.numeric.evaluator import handles
from symattn.primitives.energies.word import RowEnergy


@handles(RowEnergy)
def _row_energy(self, expr):
    entries = self.matrix(expr.matrix)
    return self.xp.sum(entries * entries, axis=1, keepdims=True)
''',
    "exact": '''
"""The sum of the squares of each row in exact and ball arithmetic."""

from symattn.numeric.enclosure import handles, inner_product
from symattn.primitives.energies.word import RowEnergy


@handles(RowEnergy)
def _row_energy(self, expr):
    return tuple((inner_product(row, row),) for row in self.matrix(expr.matrix))
''',
    "cost": '''
"""What the squares of rows cost."""

from symattn.language.cost_counter import counts, entries
from symattn.primitives.energies.word import RowEnergy


@counts(RowEnergy)
def _row_energy(self, node, binders):
    self.visit(node.matrix, binders)
    self.record(node, binders, entries(node), multiply_adds=entries(node.matrix))
''',
    "notation": '''
"""How the squares of rows are written."""

from symattn.primitives.energies.word import RowEnergy
from symattn.render.rules import in_latex, in_text, shown_by

shown_by(RowEnergy, r"E_{j} = \\sum_{i} A_{j, i}^{2}")


@in_latex(RowEnergy)
def _latex(printer, expr):
    return printer.call(r"\\operatorname{E}", expr.matrix)


@in_text(RowEnergy)
def _text(printer, expr):
    return printer.call("E", expr.args)
''',
}

USE = """
import pickle
import sys

import numpy as np
import sympy
from sympy import MatrixSymbol, Rational

import symattn
from symattn import *
from symattn.errors import SymattnError
from symattn.numeric.enclosure import enclose
from symattn.render.definitions import definitions
from symattn.render.mathml import mathml
from symattn.render.text import text

n, d = dims("n d")
X, Y, sigma = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), PermutationSymbol("sigma", n)
true = claim(RowEnergy(sigma*X), sigma*RowEnergy(X))
false = claim(RowEnergy(X + Y), RowEnergy(X) + RowEnergy(Y))
assert "RowEnergy" in symattn.__all__ and "RowEnergy" in dir(symattn)
assert pickle.loads(pickle.dumps(RowEnergy(X))) == RowEnergy(X)
assert str(RowEnergy(X)) == "RowEnergy(X)"

verdict = decide(true)
assert verdict.status == "proved", verdict
assert decide(RowEnergy(2*X), 4*RowEnergy(X)).status == "proved"
assert decide(RowEnergy(2*X), 2*RowEnergy(X)).status == "refuted"
refuted = decide(false)
assert refuted.status == "refuted", refuted
assert refute(false) is not None and refute(true) is None
assert spot_check(true).trials > 0

A = np.array([[1.0, 2.0, 3.0], [0.0, -1.0, 5.0]])
assert np.allclose(evaluate(RowEnergy(X), {X: A}), (A**2).sum(axis=1, keepdims=True))
exact = enclose(RowEnergy(sympy.Matrix([[Rational(1, 3), 2]])), {})
assert str(exact[0][0]) == "37/9", exact
assert str(cost(RowEnergy(X)).multiply_adds) == "d*n"
assert text(RowEnergy(X)) == "E(X)"
assert latex(RowEnergy(X)) == sympy.latex(RowEnergy(X)) == r"\\operatorname{E}\\left(X\\right)"
assert "E" in mathml(latex(RowEnergy(X)))
(found,) = definitions(RowEnergy(Y))
assert found.name == "RowEnergy" and "sum" in found.formula

spelled = from_entries(n, 1, lambda i, o: sum_over(d, lambda j: X[i, j]**2))
assert decide(calc(RowEnergy(X), (spelled, RowEnergy))).status == "proved"
assert decide(calc(RowEnergy(X), (spelled, RowMax))).status == "unknown", "the reason is another definition"
try:
    define("RowEnergy", (X,), X)
    raise AssertionError("the name is taken")
except SymattnError:
    pass

open("true.cert", "w").write(certificate(verdict))
open("false.cert", "w").write(certificate(refuted))
"""


def a_copy(folder):
    copy = shutil.copytree(PACKAGE, folder / "symattn", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "primitives" / "energies").mkdir()
    for name, module in MODULES.items():
        (copy / "primitives" / "energies" / f"{name}.py").write_text(module.lstrip())
    return copy


def run(folder, *command):
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True)


def test_adding_a_primitive_touches_one_package(tmp_path):
    a_copy(tmp_path)
    (tmp_path / "use.py").write_text(USE)
    for command in (
        ("use.py",),
        ("-m", "symattn.verifier", "true.cert"),
        ("-m", "symattn.refutation_verifier", "false.cert"),
    ):
        done = run(tmp_path, *command)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name, wrong", [("RowMax", "a primitive"), ("Attention", "a name")])
def test_a_name_that_is_given_twice_is_an_error(tmp_path, name, wrong):
    copy = a_copy(tmp_path)
    path = copy / "primitives" / "energies" / "word.py"
    path.write_text(path.read_text().replace("RowEnergy", name))
    done = run(tmp_path, "-c", "import symattn.language")
    assert f"ImportError: {name} " in done.stderr and wrong in done.stderr


@pytest.mark.parametrize("module", [m for m in MODULES if m != "__init__"])
def test_whichever_module_of_a_primitive_is_imported_first_all_are_found(module):
    code = f"import symattn.primitives.heads.{module}; from symattn import HeadSum, decide"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def handlers_of(kind):
    """Return the functions that read a class on each floor: terms, arrays, exact arithmetic, cost, text and LaTeX."""
    yield handler_of(kind)
    yield from (Evaluator.handler_of(kind), Encloser.handler_of(kind), COSTS.get(kind))
    yield from (rules.TEXT.get(kind), rules.LATEX.get(kind))


def test_every_primitive_lives_in_one_package():
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| .* \|$", PAGE.read_text(), flags=re.MULTILINE)
    assert rows
    kinds = {**primitive_words(), **unwritten_words()}
    for name, package in rows:
        home = f"symattn.primitives.{package}"
        assert kinds[name].__module__ == f"{home}.word"
        found = [handler.__module__ for handler in handlers_of(kinds[name]) if handler is not None]
        assert {module.rpartition(".")[0] for module in found} == {home}


def test_every_package_of_a_primitive_is_listed():
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| .* \|$", PAGE.read_text(), flags=re.MULTILINE)
    folders = {path.parent.name for path in (PACKAGE / "primitives").glob("*/word.py")}
    assert {package for _, package in rows} == folders
