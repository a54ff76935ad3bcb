"""The library's claims are found in any folder, beside proofs of one's own, whose ids come first."""

from pathlib import Path

import pytest

from symattn.scripts.cli import main

OWN = """
from sympy import MatrixSymbol
from symattn import dims, theorem
A = MatrixSymbol("A", *dims("r n"))

@theorem("G27", "one of mine that is called so", "me", "proved")
def mine():
    return A.T.T, A
"""


@pytest.fixture()
def beside_own(tmp_path, monkeypatch):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "mine.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "G13"], "attention is invariant under permutations"),
        (["show", "G27"], "one of mine that is called so"),
        (["show", "G27", "--library"], "softmax is invariant under a shift of each row"),
        (["latex", "G13"], r"\begin{theorem}"),
        (["axioms", "G13"], "used by: G13"),
    ],
)
def test_a_claim_of_the_library_is_shown_beside_own_ones(beside_own, capsys, arguments, said):
    assert main(arguments) == 0
    assert said in " ".join(capsys.readouterr().out.split())


def test_it_is_certified(beside_own, capsys):
    assert main(["certify", "G13", "-o", "g13.cert"]) == 0
    assert Path("g13.cert").exists()


def test_an_id_that_nobody_has_is_told_with_those_like_it(beside_own, capsys):
    assert main(["show", "G113"]) == 2
    assert "no claim has the id 'G113'; did you mean" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["show", "G13", "--from", "proofs"], ["check", "--only", "G13"]])
def test_a_folder_that_is_named_is_the_only_one(beside_own, capsys, arguments):
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("symattn: no claim has the id 'G13'")
    assert "did you mean G27" in said or "--library looks among the claims that come with symattn" in said


def test_an_own_script_that_declares_wrongly_is_told_with_the_way_around_it(beside_own, capsys):
    Path("proofs/wrong.py").write_text(OWN.replace('"G27"', '"B1.printed"'))
    assert main(["show", "G13"]) == 2
    said = capsys.readouterr().err
    assert "wrong.py:6: claim B1.printed" in said and said.endswith("with --library your own scripts are not read\n")
    assert main(["show", "G13", "--library"]) == 0
    assert main(["check"]) == 2
    assert "--library" not in capsys.readouterr().err


def test_an_own_script_with_an_error_hides_no_claim_of_the_library(beside_own, capsys):
    Path("proofs/broken.py").write_text("from symattn import theorem, nothing_of_this_name\n")
    assert main(["show", "G13"]) == 0
    assert main(["show", "G27"]) == 0
    assert "one of mine that is called so" in capsys.readouterr().out
    Path("proofs/broken.py").write_text(OWN.replace('"G27"', '"B1"') + "raise ValueError('broken')\n")
    assert main(["show", "G13"]) == 0
    capsys.readouterr()
    assert main(["show", "B1"]) == 1
    told = capsys.readouterr().out
    assert "error, NOT as declared" in told and "broken" in told and "()" not in told


LAYER_NORM = """
from sympy import MatrixSymbol
from symattn import define, dims, theorem
X = MatrixSymbol("X", *dims("n d"))

@define(X)
def LayerNorm(X):
    return 2*X

@theorem("W1", "a word that is called like one of symattn.modern", "me", "proved"{uses})
def mine():
    return LayerNorm(X), X + X
"""


def test_a_script_may_define_a_word_that_is_called_like_a_modern_one(beside_own, capsys):
    first_steps = Path(__file__).parents[1].joinpath("docs/first_steps.md").read_text("utf-8")
    block = next(b for b in first_steps.split("```python\n") if "def RMSNorm" in b).partition("```")[0]
    lines = [line[4:] for line in block.splitlines() if line.startswith((">>> ", "... "))]
    head = (
        "from sympy import MatrixSymbol, sqrt\nfrom symattn import PermutationSymbol, decide, dims, sum_over, theorem\n"
    )
    declared = 'n, d = dims("n d")\nsigma = PermutationSymbol("sigma", n)\n'
    claimed = (
        '@theorem("W2", "t", "s", "proved")\ndef norm():\n    return RMSNorm(sigma*X, eps), sigma*RMSNorm(X, eps)\n'
    )
    Path("proofs/norm.py").write_text("\n".join([head + declared, *lines, claimed]))
    Path("proofs/layer.py").write_text(LAYER_NORM.replace("{uses}", ', uses="A.bounds.at_most_one"'))
    assert main(["check", "--no-cache", "proofs/norm.py", "proofs/layer.py"]) == 0
    assert "2 claims: 2 proved" in capsys.readouterr().out


@pytest.mark.parametrize(
    "imports", ["from symattn.modern import Standardise", "from symattn.modern import LayerNorm as L"]
)
def test_a_word_has_one_meaning_in_a_script(beside_own, capsys, imports):
    Path("proofs/before.py").write_text(imports + LAYER_NORM.replace("{uses}", ""))
    Path("proofs/after.py").write_text(LAYER_NORM.replace("{uses}", "").replace("W1", "W3") + imports)
    assert main(["check", "--no-cache", "proofs/before.py", "proofs/after.py"]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "symattn.modern has LayerNorm, which is defined otherwise: import it from symattn.modern, or give" in told
    assert "symattn.modern has LayerNorm, which is defined otherwise in" in told and "normalisation.py" not in told


def test_the_same_definition_as_a_modern_one_is_the_same_word(beside_own):
    definition = """
from sympy import MatrixSymbol, Symbol, sqrt
from symattn import define, dims, from_entries, sum_over, theorem
from symattn.modern import RMSNorm as first
n, d = dims("n d")
X, eps = MatrixSymbol("X", n, d), Symbol("epsilon", positive=True)

@define(X, eps, source="me")
def RMSNorm(X, eps):
    return from_entries(n, d, lambda i, j: X[i, j] / sqrt(sum_over(d, lambda k: X[i, k] ** 2) / d + eps))

@theorem("W4", "two definitions that say the same", "me", "proved")
def same():
    return first(X, eps), RMSNorm(X, eps)
"""
    Path("proofs/same.py").write_text(definition)
    assert main(["check", "--no-cache", "proofs/same.py"]) == 0


def test_words_are_looked_for_in_what_a_claim_states(capsys):
    assert main(["check", "--library", "--list", "-k", "SlidingWindowMask"]) == 0
    assert "A." in capsys.readouterr().out
