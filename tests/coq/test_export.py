"""Files for Coq: what is written of proofs, names that cannot capture, and what refuses to be written."""

import re

import pytest
from sympy import MatrixSymbol, Symbol, exp

from symattn import PermutationSymbol, RowSoftmax, decide, dims
from symattn.certificates.coq import library, printing
from symattn.certificates.coq.export import exported
from symattn.certificates.coq.names import Names, identifier
from symattn.certificates.coq.shared import Shared
from symattn.certificates.coq.sizes import agrees, expression, written
from symattn.certificates.coq.statements import statements
from symattn.errors import UsageError
from symattn.kernel.axioms import AXIOMS, CONSTANTS
from symattn.kernel.terms import Size
from symattn.prover.library.facts import closed_fact, lemma_names

n, m, d = dims("n m d")
X, A = MatrixSymbol("X", n, d), MatrixSymbol("A", n, n)
sigma = PermutationSymbol("sigma", n)
ASSUMING = re.compile(
    r"^\s*(Axioms?|Parameters?|Conjecture|Hypothes[ei]s|Variables?|Context|Admitted|Abort)\b|\badmit\b", re.MULTILINE
)


def uncommented(text):
    return re.sub(r"\(\*.*?\*\)", " ", text, flags=re.DOTALL)


def theorem_of(claim, *given):
    return decide(*claim, given=given).theorem


def stated(file):
    """The last theorem, from its name to its proof."""
    return file.text[file.text.index(f"Theorem {file.theorems[-1]} :") :].partition("\nProof.")[0]


def test_every_axiom_of_the_kernel_has_a_statement_and_a_proof():
    given = library.source("Statements")
    lemmas = re.findall(r"^Lemma ax_(\w+)", library.source("Axioms"), re.MULTILINE)
    assert sorted(lemmas) == sorted(AXIOMS) and len(set(lemmas)) == len(lemmas)
    assert given == statements()
    for name in AXIOMS:
        assert re.search(rf"^Lemma ax_{name}\b[^.]*: is_true \(?S_{name}\b", library.source("Axioms"), re.MULTILINE)
        for kind in ("Definition S_", "Definition P_", "Lemma of_"):
            assert given.count(f"\n{kind}{name} ") == 1
        assert AXIOMS[name].statement in given


def test_nothing_is_assumed_in_the_library():
    for name in library.FILES:
        text = re.sub(r"^Section (\w+)\.\nVariables .*$", r"Section \1.", library.source(name), flags=re.MULTILINE)
        assert not ASSUMING.search(uncommented(text))


def test_definitions_of_the_table_and_lemmas_of_the_library_are_written_once_for_a_folder():
    theorem = theorem_of((sigma * RowSoftmax(A), RowSoftmax(sigma * A)))
    shared = Shared(library.declared())
    alone, first = exported(theorem, "softmax"), exported(theorem, "softmax", shared=shared)
    written = shared.text()
    assert exported(theorem, "softmax", shared=shared).text == first.text and shared.text() == written
    assert "Import Prelude Statements Axioms Definitions Library." in first.text
    assert "Definition row_softmax" in alone.text and "Definition row_softmax" not in first.text
    assert library.source("Definitions").count("\nDefinition row_softmax (r n : size)") == 1
    assert stated(alone) == stated(first)  # in the same words
    for text in (library.source("Definitions"), written):
        assert not ASSUMING.search(uncommented(text))


def test_a_lemma_of_the_library_is_imported_and_not_written():
    lemma = closed_fact("matpow_add") if "matpow_add" in lemma_names() else closed_fact(lemma_names()[0])
    shared = Shared(library.declared())
    file = exported(lemma, "claim", shared=shared)
    proof = file.text[file.text.index("The proof.") :]
    assert "Definition t" not in proof and "(lib_t" in proof and "Definition lib_t" in shared.text()
    assert "Definition t" in exported(lemma, "claim").text


@pytest.mark.parametrize("name", ["lib_t", "lib__x", "lib_ring3"])
def test_no_name_of_a_claim_is_that_of_a_shared_lemma(name):
    assert Names().name("a thing", name) == f"x{name}" and Names(prefix="lib_").new("t") == "lib_t"
    symbol = MatrixSymbol(name, n, n)
    assert f"(x{name} :" in exported(theorem_of((symbol.T.T, symbol)), shared=Shared(library.declared())).text


def test_what_the_theorem_speaks_of_stands_before_the_proof_and_the_claim_above_the_theorem():
    theorem = theorem_of((sigma * RowSoftmax(A), RowSoftmax(sigma * A)))
    text = exported(theorem, "softmax", says="σ SoftMax(A) = SoftMax(σ A)").text
    assert text.index("Definition row_softmax") < text.index("(* ------ The proof. *)") < text.index("Definition t")
    assert "(* ------ softmax, which says: σ SoftMax(A) = SoftMax(σ A) *)\nTheorem softmax :" in text
    evil = exported(theorem, "softmax", says="a *) Axiom evil : False. (*").text
    assert "evil" not in uncommented(evil)


def test_every_primitive_constant_has_a_meaning_in_coq():
    known = {*printing.PLAIN, *printing.SIZED, *printing.THREE}
    assert known == {constant.name for constant in CONSTANTS}


@pytest.mark.parametrize(
    "claim", [(A.T.T, A), (sigma.T * sigma * X, X), (sigma * RowSoftmax(A), RowSoftmax(sigma * A))]
)
def test_a_file_ends_with_the_theorem_and_assumes_nothing(claim):
    file = exported(theorem_of(claim), "claim")
    assert file.theorems == ("claim",)
    assert not ASSUMING.search(uncommented(file.text))
    assert file.text.rstrip().endswith("Qed.") and file.text.count("Theorem ") == 1


def test_the_theorem_speaks_of_the_claims_own_names():
    file = exported(theorem_of((sigma.T * sigma * X, X)), "inverse")
    lines = stated(file).splitlines()
    assert lines[:2] == [
        "Theorem inverse :",
        "  forall (d n : size) (X : Fin n -> Fin d -> R) (sigma : Fin n -> Fin n) (sigma_inv : Fin n -> Fin n),",
    ]
    assert "(sigma_inv (sigma i0)) = i0" in stated(file) and "-> size" not in stated(file)


def test_the_definitions_stand_before_the_theorem_with_their_formulas():
    text = exported(theorem_of((sigma * RowSoftmax(A), RowSoftmax(sigma * A)))).text
    assert (
        text.index("(* row_softmax for r, n: ")
        < text.index("Definition row_softmax (r n : size)")
        < text.index("Theorem")
    )


def test_the_same_proof_gives_the_same_bytes():
    theorem = theorem_of((sigma * RowSoftmax(A), RowSoftmax(sigma * A)))
    assert exported(theorem).text == exported(theorem).text


def test_that_a_claim_is_defined_is_said_by_theorems_of_their_own():
    x = Symbol("x", real=True)
    verdict = decide(exp(x) / (1 + exp(x)), 1 - 1 / (1 + exp(x)))
    file = exported(verdict.theorem, "quotient", verdict.needs)
    assert verdict.needs and file.theorems[:-1] == tuple(
        f"quotient_defined_{k + 1}" for k in range(len(set(verdict.needs)))
    )
    assert all(f"Theorem {name} :" in file.text for name in file.theorems)


@pytest.mark.parametrize("name", ["i0", "A1", "f12", "k3", "p0", "x1", "q7"])
def test_no_name_of_a_claim_is_that_of_a_bound_variable(name):
    assert Names().name("a thing", name) != name
    assert not re.fullmatch("[iAfkpxq][0-9]+", Names().name("a thing", name))
    symbol = MatrixSymbol(name, n, n)
    file = exported(theorem_of((symbol.T.T, symbol)))
    assert not re.search(rf"\({name} :", file.text)


@pytest.mark.parametrize(
    "name", ["forall", "fun", "S", "R", "I", "PI", "exp", "eqb", "sum", "ax_sum_one", "S_sum_one", "MP"]
)
def test_no_name_of_a_claim_is_one_of_coqs_or_of_the_library(name):
    assert Names(library.declared()).name("a thing", name) != name


def test_different_things_have_different_names():
    names = Names()
    given = [names.name(number, name) for number, name in enumerate(["a.b", "a_b", "a·b", "τ", "tau", "σ⁻¹", "σ_inv"])]
    assert len(set(given)) == len(given) and all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_']*", name) for name in given)
    assert identifier("τ⁻¹") == "tau_inv" and identifier("W_Q") == "W_Q" and identifier("1") == "x1"


def test_sizes_are_written_from_their_canonical_form():
    a, b = Size.variable("a"), Size.variable("b")
    assert written(expression(b + a), str) == written(expression(a + b), str) == "(a + b)%positive"
    assert written(expression(Size.number(3)), str) == "3%positive" and written(expression(a), str) == "a"


def test_a_lemma_is_used_at_other_sizes_only_where_they_come_out_as_written():
    a, b = Size.variable("a"), Size.variable("b")
    assert agrees(a + b, {"b": Size.variable("c")})
    assert not agrees(a + b, {"a": Size.variable("z")})  # z + b is written b + z
    assert not agrees(a + Size.number(1), {"a": b + Size.number(1)})  # (b + 1) + 1 is written 2 + b
    assert agrees(a + Size.number(1), {"a": Size.number(2)})  # a number, which Coq computes


def test_comments_cannot_end_early():
    file = exported(theorem_of((A.T.T, A)), about='a *) Axiom evil : False. (* and "a string')
    assert "evil" not in uncommented(file.text) and '"' not in file.text


def test_a_file_that_stands_alone_imports_nothing_of_ours():
    text = library.standalone(exported(theorem_of((A.T.T, A))).text, ["claim"])
    assert "From symattn" not in text and "Definition eqb" in text and "Lemma ax_sum_one" in text


def test_what_has_no_meaning_in_coq_is_refused_by_name(monkeypatch):
    theorem = theorem_of((sigma * RowSoftmax(A), RowSoftmax(sigma * A)))
    monkeypatch.delitem(printing.PLAIN, "exp")
    with pytest.raises(UsageError, match="the constant exp has no meaning in Coq"):
        exported(theorem)


def test_what_coq_prints_of_assumptions_is_read_with_the_library_of_each():
    printed = "Axioms:\nA.first : forall P,\n  P\nsecond\n  : False\nClassical_Prop.classic : forall P : Prop, P\n"
    assert library.assumptions_printed(printed) == ("A.first", "second", "Classical_Prop.classic")
    assert not {"classic", "G1.classic", "second"} & library.ALLOWED
    assert library.assumptions_printed("Closed under the global context\n") == ()
    assert library.assumptions_printed("something else") is None
