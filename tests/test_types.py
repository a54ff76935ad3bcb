"""The types of public names: none is Any where one is known, and a user's editor and mypy see them.

Public names are supplied when they are first used, so that no tool finds them in ``symattn/__init__.py``; the stub
beside it says where each is. ``python tests/test_types.py`` writes the stub anew.
"""

import dataclasses
import inspect
import os
import subprocess
import sys
import typing
from pathlib import Path

import pytest
from sympy import Expr, MatMul, MatrixSymbol, Symbol

import symattn
from symattn.language.base.accepted import Matrix
from symattn.language.base.known_words import MAKERS
from symattn.language.own_words import DefinedNumber

STUB = Path(symattn.__file__).with_suffix(".pyi")

#: What has no type that is known: dims gives a symbol or several by what its string says, evaluate the arrays of any
#: library and takes these, counterexamples hold nested lists of strings, ``numpy`` is any function of arrays.
UNKNOWN = {"dims.return", "evaluate.values", "evaluate.return", "Counterexample.values", "define.numpy"}
#: Methods by which SymPy, the printers and the evaluators reach into an object; no user calls them.
INSIDE = {"__getitem__", "arrays", "doit", "in_latex", "in_text", "subs"}

SNIPPET = """
from sympy import MatrixSymbol
from symattn import Attention, PermutationSymbol, RowMax, RowSum, decide, dims, evaluate

n, d = dims("n d")
X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
reveal_type(Attention(X, X, X))
reveal_type(PermutationSymbol("sigma", n))
reveal_type(RowMax(X))
reveal_type(RowSum(X))
reveal_type(decide(RowMax(sigma * X), sigma * RowMax(X)))
reveal_type(decide(X, X).status)
reveal_type(decide)
"""
REVEALED = [
    "symattn.language.words.attention.Attention",
    "symattn.language.base.symbols.PermutationSymbol",
    "symattn.primitives.maxima.word.RowMax",
    "symattn.RowSum",
    "symattn.deciding.verdict.Verdict",
    "str",
]


def signatures(name, value):
    """Yield the functions of a public name that a user calls, each with what it is called in messages."""
    if not isinstance(value, type):
        overloads = typing.get_overloads(value)
        yield from ((name, function) for function in overloads or [value])
        return
    if dataclasses.is_dataclass(value):
        yield name, value
    for attribute in dir(value):
        if attribute in INSIDE or (attribute.startswith("_") and attribute not in ("__new__", "__call__")):
            continue
        found = inspect.getattr_static(value, attribute)
        found = found.fget if isinstance(found, property) else getattr(found, "__func__", found)
        if inspect.isfunction(found) and found.__module__.startswith("symattn"):
            yield f"{name}.{attribute}", found


def test_no_public_signature_is_any_where_a_type_is_known():
    untyped = {
        f"{where}.{part}"
        for name in symattn.__all__
        for where, function in signatures(name, getattr(symattn, name))
        for part, hint in typing.get_type_hints(function, localns={"Verdict": symattn.Verdict}).items()
        if "typing.Any" in str(hint)
    }
    assert untyped == UNKNOWN


def test_every_parameter_of_a_public_function_has_a_type():
    bare = {
        f"{where}.{parameter.name}"
        for name in symattn.__all__
        for where, function in signatures(name, getattr(symattn, name))
        if not isinstance(function, type)
        for parameter in list(inspect.signature(function).parameters.values())
        if parameter.annotation is parameter.empty and parameter.name not in ("self", "cls", "_cls")
    }
    assert bare == set()


def test_help_gives_a_signature_and_an_example_of_every_public_name():
    """What `help(name)` shows, and what an editor offers; an error takes its message, as those of Python do."""
    values = {name: getattr(symattn, name) for name in symattn.__all__}
    bare = [name for name, value in values.items() if ">>>" not in (value.__doc__ or "")]
    assert bare == []
    called = {name: v for name, v in values.items() if not (isinstance(v, type) and issubclass(v, Exception))}
    vague = ("(*args)", "(*args, **kwargs)", "(*arguments, **named)")
    found = [name for name, value in called.items() if str(inspect.signature(value)) in vague]
    assert found == ["Proposition", "SimilarityKernel"]  # from which others are derived, and which nobody calls


def stub() -> str:
    """Write the stub: where each public name is; a word that is made when it is asked for is a class of the stub."""
    lines = [
        '"""Say to editors and type checkers where the public names are; ``tests/test_types.py`` writes this file."""',
        "",
        "from typing import Self",
        "",
        "from sympy import Expr",
        "",
        "from symattn.language.base.accepted import Expression, Matrix, Number",
        "from symattn.language.own_words import Defined, DefinedNumber",
    ]
    made = [name for name in symattn.__all__ if name in MAKERS]
    for name in symattn.__all__:
        if name not in made:
            value = getattr(symattn, name)
            lines.append(f"from {value.__module__} import {value.__name__} as {name}")
    lines[8:] = sorted(lines[8:])
    lines += ["", "__version__: str", "__all__: list[str]", ""]
    for name in made:
        kind = getattr(symattn, name)
        base = "DefinedNumber" if issubclass(kind, DefinedNumber) else "Defined"
        takes = ", ".join(
            f"{name}: {_taken(each, base)}" for name, each in zip(kind.word.names, kind.word.parameters, strict=True)
        )
        gives = "Expr" if base == "DefinedNumber" else "Self"
        lines += [
            f"class {name}({base}):",
            f'    """{inspect.getdoc(kind).splitlines()[0]}"""',
            "",
            f"    def __new__(cls, {takes}) -> {gives}: ...",
            "",
        ]
    return "\n".join(lines)


def _taken(parameter, base: str) -> str:
    if isinstance(parameter, MatrixSymbol):
        return "Matrix"
    assert isinstance(parameter, Symbol)
    return "Expression" if base == "DefinedNumber" else "Number"  # a function of numbers is taken of every entry


def formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff"]
    options = ["--stdin-filename", str(STUB), "-"]
    sorted_ = subprocess.run(
        [*command, "check", "--fix", "-q", *options], input=text, capture_output=True, text=True, check=True
    )
    done = subprocess.run(
        [*command, "format", *options], input=sorted_.stdout, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_stub_says_where_every_public_name_is():
    assert STUB.read_text(encoding="utf-8") == formatted(stub()), "python tests/test_types.py writes it anew"


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("types")

    def run(snippet):
        (folder / "snippet.py").write_text(snippet)
        options = "[mypy]\nstrict = true\nfollow_imports = silent\n[mypy-sympy.*]\nignore_missing_imports = true\n"
        (folder / "mypy.ini").write_text(options)
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "snippet.py"],
            cwd=folder,
            capture_output=True,
            text=True,
            env={**os.environ, "MYPYPATH": str(Path(symattn.__file__).parents[1])},
        )
        return done.stdout + done.stderr

    return run


def test_mypy_sees_the_types_in_a_users_script(mypy):
    rows = [line for line in mypy(SNIPPET).splitlines() if "Revealed type" in line]
    found = [row.partition('"')[2].rstrip('"').replace("builtins.", "") for row in rows]
    assert found[:-1] == REVEALED
    assert "given:" in found[-1] and "-> symattn.deciding.verdict.Verdict" in found[-1]


def test_mypy_accepts_the_first_example_of_the_readme(mypy):
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    example = text.split("```python\n", 1)[1].split("```", 1)[0]
    lines = [line[4:] for line in example.splitlines() if line.startswith((">>> ", "... "))]
    assert len(lines) > 6 and "Success" in mypy("\n".join(lines) + "\n")


def test_what_pyright_takes_a_product_of_matrices_for_is_accepted_as_a_matrix():
    """SymPy has no types: pyright infers that of Q*g, which is "Expr | MatMul"."""
    accepted = typing.get_args(Matrix)
    assert all(any(issubclass(kind, each) for each in accepted) for kind in (Expr, MatMul))


def test_mypy_finds_what_is_written_wrongly(mypy):
    right = "\n".join(line for line in SNIPPET.splitlines() if not line.startswith("reveal"))
    wrong = (
        'decide(X, X, seed="a")',
        "decide(X, X, seeds=1)",
        "RowMax()",
        "Attention(X, X)",
        "PermutationSymbol(3, n)",
        "evaluate(X)",
        "from symattn import Attentoin",
        "RowSum(X, X)",
    )
    assert "error" not in mypy(right)
    first = len(right.splitlines()) + 1
    rows = mypy("\n".join((right, *wrong)))
    assert [line for place, line in enumerate(wrong, first) if f"snippet.py:{place}: error" not in rows] == []


if __name__ == "__main__":
    STUB.write_text(formatted(stub()), encoding="utf-8")
