"""Coq itself: claims of every kind, which it accepts, what they assume, and files that say too much, which it refuses.

These tests need the program coqc and are skipped without it.
"""

import re
import shutil

import pytest

from symattn.certificates.coq import library
from symattn.certificates.coq.export import Exported, exported
from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import assume
from symattn.kernel.syntax import FALSE
from symattn.scripts import cli
from symattn.scripts import coq as scripts_coq
from symattn.scripts.claims import load, run_claim
from symattn.scripts.coq import Coq, NotAccepted, Proof, _assumed

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")]

#: Permutations, sums, parts of sizes, −∞, roots, π, derivatives, recurrences, and a claim that is proved false.
#: In G56.odd the sizes 2 + 2h + 2k and (1 + h + k)·2 are the same.
CLAIMS = ("G11", "G13", "G19", "G20", "G26", "G27", "G31", "G56.odd", "S1", "D5.printed", "A.grad.softmax")


@pytest.fixture(scope="module")
def proofs():
    """The theorems of two claims whose files are small."""
    entries = load(["proofs"]).select(["G27", "S1"])
    return [run_claim(entry, numeric=False).verdict.theorem for entry in entries]


def test_coq_accepts_claims_of_every_kind_and_show_says_so_from_then_on(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", str(tmp_path))
    monkeypatch.setattr(scripts_coq, "MANY", 2)  # what they share is in files of its own
    assert cli.main(["show", "S1"]) == 0 and "checked by Coq" not in capsys.readouterr().out
    assert cli.main(["verify", "--coq", "--from", "proofs", "--jobs", "2", *CLAIMS]) == 0
    out = capsys.readouterr().out
    assert f"{len(CLAIMS)} claims: {len(CLAIMS)} checked by Coq" in out
    assert "all that they assume is among: classic, functional_extensionality_dep, sig_forall_dec, sig_not_dec" in out
    assert cli.main(["show", "S1"]) == 0 and "checked by Coq 8." in capsys.readouterr().out


def test_a_file_that_stands_alone_is_accepted(tmp_path, proofs):
    file = exported(proofs[0], "alone")
    found = library.assumptions_printed(Coq(tmp_path).check("alone", library.standalone(file.text, file.theorems)))
    assert {name.rpartition(".")[2] for name in found} <= set(library.allowed_names().split(", "))


def test_the_axioms_of_the_kernel_assume_nothing_more(coq):
    names = [
        ("Axioms", f"ax_{name}") for name in re.findall(r"^Lemma ax_(\w+)", library.source("Axioms"), re.MULTILINE)
    ]
    assert len(names) == len(AXIOMS)
    assert set(library.assumptions_printed(coq.check("Everything", library.assumptions_of(names)))) <= library.ALLOWED


def test_an_axiom_within_a_file_is_seen(coq):
    coq.check("Evil", "Axiom classic : False.\nTheorem Evil : 0 = 1. Proof. destruct classic. Qed.\n")
    found = set(library.assumptions_printed(coq.check("Seen", library.assumptions_of([("Evil", "Evil")]))))
    assert found - library.ALLOWED == {"Evil.classic"}


def test_a_theorem_that_is_admitted_or_rests_on_an_axiom_is_not_checked(coq):
    """Coq accepts both files; what they assume is said, and is more than is allowed."""
    admitted = "Theorem Admitted_one : 0 = 1. Admitted.\n"
    postulated = "Axiom h : False.\nTheorem Postulated : 0 = 1. Proof. destruct h. Qed.\n"
    for name, text, beyond in (("Admitted_one", admitted, "Admitted_one"), ("Postulated", postulated, "h")):
        coq.check(name, text)
        proof = Proof(name, name, Exported(text, (name,)))
        _, problem = _assumed(coq, [proof])
        assert problem == f"they assume more than is allowed: {name}.{beyond}"


def test_a_hypothesis_is_not_lost(coq):
    file = exported(assume(FALSE), "explosion")
    assert "False ->\n  False" in file.text
    coq.check("explosion", file.text)
    with pytest.raises(NotAccepted):
        coq.check("dropped", file.text.replace("False ->\n  False", "False"))
