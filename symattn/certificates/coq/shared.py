"""Write what many proofs use once: the definitions of the table, and the lemmas of the prover's library.

Definitions.v has every definition of the table and is always the same. Library.v has the lemmas that a set of claims
uses, each from its first use on; the claims' files import both. What is named here begins with `lib_`, which no name of
a claim does.
"""

from __future__ import annotations

from functools import cache

from symattn.certificates.coq.names import SHARED as PREFIX
from symattn.certificates.coq.names import Names
from symattn.certificates.coq.printing import Printer, comment
from symattn.certificates.coq.proofs import Lemma, ProofWriter
from symattn.kernel.rules import Theorem
from symattn.kernel.syntax import parse
from symattn.kernel.terms import Term
from symattn.prover.library.definitions import definition_of, table
from symattn.prover.library.facts import lemma_names, lemma_statement

_OURS = "From symattn Require Import Prelude Statements Axioms"
DEFINITIONS_HEADER = f"""\
(* The definitions of symattn's table, each with its formula; the files of claims and Library.v rest on them. *)
{_OURS.replace(" Statements Axioms", "")}.
Open Scope R_scope.
"""
LIBRARY_HEADER = f"""\
(* Lemmas that the proofs of several claims use, each with its statement in the notation of symattn's kernel. *)
{_OURS} Definitions.
Open Scope R_scope.
"""


@cache
def _table(taken: frozenset[str]) -> Printer:
    """Return a printer that has written every definition of the table."""
    printer = Printer(Names(taken))
    for name, parameters, _ in table():
        theorem = definition_of(name)
        value = theorem.arguments[2] if theorem is not None else None
        if isinstance(value, Term):
            printer.define(name, name, value, list(parameters))
    return printer


def definitions(taken: frozenset[str]) -> str:
    """Return Definitions.v; `taken` are the names that the files before it declare."""
    return "\n".join([DEFINITIONS_HEADER, *_table(taken).lines, ""])


@cache
def _statements() -> dict[Term, str]:
    """Return the names of the library's lemmas by their statements."""
    return {parse(lemma_statement(name)): name for name in sorted(lemma_names())}


class Shared:
    """Hold the lemmas that have been written for Library.v."""

    def __init__(self, taken: frozenset[str]) -> None:
        self.taken = taken
        self.writer = ProofWriter(self.printer(PREFIX))
        self.lemmas: dict[Term, Lemma] = {}

    def printer(self, prefix: str = "") -> Printer:
        """Return a printer for a file that imports the definitions of the table."""
        known = _table(self.taken)
        printer = Printer(Names((*self.taken, *known.constants.values()), prefix))
        printer.constants.update(known.constants)
        return printer

    def lemma(self, theorem: Theorem) -> Lemma | None:
        """Return a lemma of the library that states what a theorem does, or None where there is none."""
        t = theorem.conclusion
        if theorem.hypotheses or t not in _statements():
            return None
        if t not in self.lemmas:
            self.writer.printer.lines.append(
                f"(* {comment(f'{_statements()[t]}: {lemma_statement(_statements()[t])}')} *)"
            )
            self.lemmas[t] = self.writer.write(theorem)
        return self.lemmas[t]

    def text(self) -> str:
        """Return Library.v."""
        return "\n".join([LIBRARY_HEADER, *self.writer.printer.lines, ""])
