"""Coq itself: claims of every kind, which it accepts, what they assume, and files that say too much, which it refuses.

These tests need the program coqc and are skipped without it.
"""

import random
import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

from symattn.certificates.coq import library
from symattn.certificates.coq.export import exported
from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import assume
from symattn.kernel.syntax import FALSE
from symattn.scripts import cli
from symattn.scripts.claims import load, run_claim
from symattn.scripts.coq import Coq, NotAccepted

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed")]

#: Permutations, sums, parts of sizes, −∞, roots, π, derivatives, recurrences, and a claim that is proved false.
CLAIMS = ("G11", "G13", "G19", "G20", "G26", "G27", "G31", "S1", "D5.printed", "A.grad.softmax")
MUTANTS = 40


@pytest.fixture(scope="module")
def coq(tmp_path_factory):
    """A folder in which the library is compiled."""
    found = Coq(tmp_path_factory.mktemp("coq"))
    for name in library.FILES:
        found.check(name, library.source(name))
    return found


@pytest.fixture(scope="module")
def proofs():
    """The theorems of two claims whose files are small."""
    entries = load(["proofs"]).select(["G27", "S1"])
    return [run_claim(entry, numeric=False).verdict.theorem for entry in entries]


def test_coq_accepts_claims_of_every_kind_and_show_says_so_from_then_on(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", str(tmp_path))
    assert cli.main(["show", "S1"]) == 0 and "checked by Coq" not in capsys.readouterr().out
    assert cli.main(["verify", "--coq", "--from", "proofs", "--jobs", "2", *CLAIMS]) == 0
    out = capsys.readouterr().out
    assert f"{len(CLAIMS)} claims: {len(CLAIMS)} checked by Coq" in out
    assert "all that they assume is among: classic, functional_extensionality_dep, sig_forall_dec, sig_not_dec" in out
    assert cli.main(["show", "S1"]) == 0 and "checked by Coq 8." in capsys.readouterr().out


def test_a_file_that_stands_alone_is_accepted(tmp_path, proofs):
    Coq(tmp_path).check("alone", library.standalone(exported(proofs[0], "alone").text))


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


def test_a_hypothesis_is_not_lost(coq):
    file = exported(assume(FALSE), "explosion")
    assert "False ->\n  False" in file.text
    coq.check("explosion", file.text)
    with pytest.raises(NotAccepted):
        coq.check("dropped", file.text.replace("False ->\n  False", "False"))


def mutant(text, name, chance):
    """A file whose last theorem says something else, with the same proof."""
    start = text.index(f"Theorem {name} :")
    end = text.index("\nProof.", start)
    said = text[start:end]
    sizes = re.findall(r"\w+", re.search(r"\(([\w\s]+) : size\)", said)[1])
    body = said.index(",\n")
    pattern = re.compile(rf" \+ | \* | = |\d%R|\b(?:{'|'.join(sizes)})\b")
    places = [found for found in pattern.finditer(said) if found.start() > body]
    others = {" + ": (" * ",), " * ": (" + ",), " = ": (" <= ", " <> ")}
    while True:
        place = chance.choice(places)
        if place[0].endswith("%R"):
            new = f"{int(place[0][0]) + chance.choice((1, 2))}%R"
        else:
            new = chance.choice(others.get(place[0]) or sizes)
        if new != place[0]:
            return text[:start] + said[: place.start()] + new + said[place.end() :] + text[end:]


def test_coq_refuses_files_whose_theorem_says_something_else(coq, proofs):
    chance = random.Random(0)
    files = [exported(theorem, f"original{k}") for k, theorem in enumerate(proofs)]
    for k, file in enumerate(files):
        coq.check(f"original{k}", file.text)
    mutants = [mutant(files[k % 2].text, f"original{k % 2}", chance) for k in range(MUTANTS)]

    def refused(k):
        try:
            coq.check(f"mutant{k}", mutants[k])
        except NotAccepted:
            return True
        return mutants[k] in [file.text for file in files]

    with ThreadPoolExecutor(2) as pool:
        wrong = [mutants[k][-1500:] for k, held in enumerate(pool.map(refused, range(MUTANTS))) if not held]
    assert not wrong
