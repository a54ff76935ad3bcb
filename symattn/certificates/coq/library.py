"""The Coq files that every exported proof needs, and the folder in which Coq can build it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from symattn.certificates.coq.shared import definitions
from symattn.certificates.coq.statements import statements

FILES: Final = ("Niven", "Prelude", "Determinants", "Statements", "Axioms")
#: What the files of a folder rest on beside these: always the same definitions, and the lemmas that they use.
IN_FOLDERS: Final = ("Definitions", "Library")
#: What a proof may rest on: how Coq's own real numbers are made, functions with equal values are equal, p or not p.
ALLOWED: Final = frozenset(
    (
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    )
)
_OURS = re.compile(r"^From symattn Require Import .*\n", re.MULTILINE)
_DECLARED = re.compile(r"^(?:Lemma|Theorem|Definition|Fixpoint|Ltac|Record|Notation) (\w+)", re.MULTILINE)


@cache
def source(name: str) -> str:
    """Return the text of a file; Statements.v and Definitions.v are written from the tables of kernel and prover."""
    if name == "Statements":
        return statements()
    if name == "Definitions":
        return definitions(declared())
    return Path(__file__).with_name(f"{name}.v").read_text(encoding="utf-8")


@cache
def declared() -> frozenset[str]:
    """Return the names that the files declare, which no exported file uses for anything else."""
    return frozenset(found for name in FILES for found in _DECLARED.findall(source(name)))


def standalone(text: str, theorems: Sequence[str]) -> str:
    """Return a file that needs no other, with what it rests on before it; last, Coq prints what its theorems assume."""
    whole = "\n".join(_OURS.sub("", part) for part in [*map(source, FILES), text])
    return whole.rstrip() + "\n\n" + "".join(f"Print Assumptions {theorem}.\n" for theorem in theorems)


def project(modules: Sequence[str]) -> str:
    """Return _CoqProject, which Coq's editors and coq_makefile read."""
    return "-R . symattn\n" + "".join(f"{name}.v\n" for name in [*FILES, *IN_FOLDERS, *modules])


def makefile(modules: Sequence[str]) -> str:
    """Return a Makefile that checks every file and then prints what the theorems assume."""
    files = " ".join(f"{name}.vo" for name in modules)
    return f"""\
# `make -j2` checks every proof with Coq and prints what all of them together assume.
COQC ?= coqc
CLAIMS = {files}

Assumptions.vo: $(CLAIMS)
%.vo: %.v
\t$(COQC) -q -R . symattn $<
Statements.vo: Prelude.vo
Determinants.vo: Prelude.vo
Axioms.vo: Niven.vo Determinants.vo Statements.vo
Definitions.vo: Prelude.vo
Library.vo: Axioms.vo Definitions.vo
$(CLAIMS): Library.vo
clean:
\trm -f *.vo *.vok *.vos *.glob .*.aux
.PHONY: clean
"""


def allowed_names() -> str:
    """Return the names that may be printed as assumptions, each without its library."""
    return ", ".join(sorted(name.rpartition(".")[2] for name in ALLOWED))


def assumptions_of(theorems: Sequence[tuple[str, str]]) -> str:
    """Return a file that prints what theorems, each given by its file and its name, assume together.

    Nothing is imported, so that each assumption is printed with the library that it comes from.
    """
    lines = [f"From symattn Require {name}.\n" for name in dict.fromkeys(module for module, _ in theorems)]
    every = "I"
    for module, theorem in reversed(theorems):
        every = f"(conj {module}.{theorem}\n  {every})"
    return f"{''.join(lines)}Definition every_theorem :=\n  {every}.\nPrint Assumptions every_theorem.\n"


def assumptions_printed(output: str) -> tuple[str, ...] | None:
    """Read the names of the assumptions that `Print Assumptions` printed, or None where it did not print any answer.

    >>> assumptions_printed("Axioms:\\nClassical_Prop.classic : forall P : Prop, P \\\\/ ~ P\\nfoo\\n  : False\\n")
    ('Classical_Prop.classic', 'foo')
    >>> assumptions_printed("Closed under the global context\\n")
    ()
    """
    if "Closed under the global context" in output:
        return ()
    _, found, after = output.partition("Axioms:\n")
    if not found:
        return None
    return tuple(line.split(" :")[0].split()[0] for line in after.splitlines() if line and not line[0].isspace())
