"""What is wrong in a script is told once, where it is, and with what to write."""

import textwrap

import pytest

from symattn.scripts.cli import main

HEAD = """
from sympy import MatrixSymbol
from symattn import Attention, dims, theorem
r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
"""


@pytest.fixture()
def checked(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "proofs").mkdir()

    def run(**files):
        for name, text in files.items():
            (tmp_path / "proofs" / f"{name}.py").write_text(textwrap.dedent(text))
        code = main(["check", "--no-cache", "-q"])
        return code, " ".join(capsys.readouterr().out.split())

    return run


def claim(name, returned, expected="proved"):
    return f'\n@theorem("{name}", "a title", "a source", "{expected}")\ndef {name}():\n    return {returned}\n'


def test_an_error_in_a_helper_is_located_there(checked):
    code, said = checked(
        mine=f"import helper\n{HEAD}{claim('M1', 'helper.two(), V')}", helper="def two():\n    return 1/0\n"
    )
    assert code == 1 and "ZeroDivisionError: division by zero (helper.py, line 2)" in said


def test_an_error_while_a_helper_is_imported_is_located_there_and_told_once(checked):
    script = f"import helper\n{HEAD}{claim('M1', '(V, V)')}{claim('M2', '(V, V)')}"
    code, said = checked(mine=script, helper="x = 1\ny = nothing\n")
    assert code == 1 and said.count("NameError") == 1, said
    assert "proofs/helper.py:2: M1, M2" in said and "(helper.py, line 2)" in said


def test_an_error_in_a_helper_of_two_scripts_is_told_once(checked):
    scripts = {name: f"import helper\n{HEAD}{claim(name.upper(), '(V, V)')}" for name in ("a", "b")}
    code, said = checked(**scripts, helper="x = 1\ny = nothing\n")
    assert code == 1 and said.count("name 'nothing' is not defined") == 1 and "proofs/helper.py:2: A, B" in said


def test_a_word_alone_says_what_it_states(checked):
    code, said = checked(mine=f"{HEAD}{claim('M1', 'Attention(Q, K, V)')}")
    assert code == 1
    assert "a word alone states that it agrees with its definition" in said and 'declare it "defined"' in said


def test_an_expression_alone_is_answered(checked):
    code, said = checked(mine=f"{HEAD}{claim('M1', '2*Attention(Q, K, V)')}")
    assert code == 1 and "return both sides" in said


def test_a_file_of_the_folder_that_python_cannot_read_is_an_error(checked):
    code, said = checked(mine=f"{HEAD}{claim('M1', '(V, V)')}", bad="def broken(:\n    pass\n")
    assert code == 1 and "proofs/bad.py:1: module error" in said and "1 claim: 1 proved" in said
    assert "bad.py raised SyntaxError: invalid syntax: def broken(: (bad.py, line 1)" in said


def test_a_file_of_the_folder_without_claims_stays_what_it_is(checked):
    code, said = checked(mine=f"{HEAD}{claim('M1', '(V, V)')}", tool="x = 1\n")
    assert code == 0 and "tool" not in said


def test_a_line_that_python_cannot_read_is_shown(checked):
    code, said = checked(mine=f"{HEAD}{claim('M1', '(V, V)')}\nx = 2 +* 3\n")
    assert code == 1 and "SyntaxError: invalid syntax: x = 2 +* 3 (mine.py, line " in said


def test_a_name_like_one_that_is_there_is_named(checked):
    code, said = checked(mine=f"{HEAD}{claim('M1', '(Atention(Q, K, V), V)')}{claim('M2', '(nothing, V)')}")
    assert code == 1 and "name 'Atention' is not defined. Did you mean: 'Attention'? (mine.py, line " in said
    assert "name 'nothing' is not defined (mine.py, line " in said


def test_a_size_that_is_written_as_a_string_says_how_it_is_declared(checked):
    script = HEAD.replace("import Attention", "import Attention, PermutationSymbol")
    code, said = checked(mine=f"{script}{claim('M1', 'PermutationSymbol(chr(115), chr(110)), V')}")
    assert code == 1 and "cannot use 'n': it is no SymPy expression; write dims(\"n\") for a size" in said
