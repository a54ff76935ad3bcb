"""The trusted code stays small, imports only the standard library, and checks nothing by ``assert``."""

import ast
import io
import sys
import tokenize
from pathlib import Path

import pytest

import symattn.kernel

FILES = sorted(Path(symattn.kernel.__file__).parent.rglob("*.py"))
COUNTED = (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING)


def tokens(source):
    """Count names, operators, numbers and strings: no layout, comments or docstrings."""
    docstrings = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings |= set(range(node.lineno, node.end_lineno + 1))
    found = tokenize.generate_tokens(io.StringIO(source).readline)
    return sum(token.type in COUNTED and token.start[0] not in docstrings for token in found)


def test_counting():
    source = '"""Title."""\n\n# comment\nx = 1  # one\n\n\ndef f():\n    """Do."""\n    return (\n        x\n    )\n'
    assert tokens(source) == len(["x", "=", "1", "def", "f", "(", ")", ":", "return", "(", "x", ")"])
    assert tokens(source.replace("\n        x\n    ", "x")) == tokens(source), "lines may breathe"


def test_the_trusted_code_is_at_most_8000_tokens():
    counted = {path.name: tokens(path.read_text("utf-8")) for path in FILES if not path.stem.startswith("axiom")}
    assert set(counted) >= {"terms.py", "rules.py", "ring.py", "syntax.py"}
    assert sum(counted.values()) <= 8000, counted


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_assert_and_no_foreign_import(path):
    tree = ast.parse(path.read_text("utf-8"))
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Assert)]
    foreign = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            foreign |= {alias.name.partition(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            assert node.level <= 1, "the kernel reads nothing outside its own folder"
            foreign |= {(node.module or "").partition(".")[0]} if node.level == 0 else set()
    assert foreign <= set(sys.stdlib_module_names)


def test_nothing_in_the_kernel_evaluates_text():
    names = {
        node.id for path in FILES for node in ast.walk(ast.parse(path.read_text("utf-8"))) if type(node) is ast.Name
    }
    assert not names & {"eval", "exec", "compile", "__import__", "globals", "setattr"}
