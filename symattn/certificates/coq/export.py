"""Write theorems for Coq: definitions, proofs, and last the theorems themselves in Coq's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symattn.certificates.coq.decoding import Decoder
from symattn.certificates.coq.library import declared
from symattn.certificates.coq.names import Names
from symattn.certificates.coq.printing import Printer, comment
from symattn.certificates.coq.proofs import ProofWriter
from symattn.certificates.coq.shared import Shared
from symattn.depth import deep
from symattn.errors import UsageError
from symattn.kernel.rules import Theorem

IMPORTS = "From symattn Require Import Prelude Statements Axioms{}.\nOpen Scope R_scope.\n"


@dataclass(frozen=True, slots=True)
class Exported:
    """Hold a file for Coq: its text and the theorems that it ends with, the claim's last."""

    text: str
    theorems: tuple[str, ...]


def exported(
    theorem: Theorem,
    name: str = "claim",
    needs: Sequence[Theorem] = (),
    about: str = "",
    says: str = "",
    shared: Shared | None = None,
) -> Exported:
    """Return a file for Coq that proves a theorem, after the theorems that it is defined, NAME_defined_1, ….

    `about` is a comment at its beginning, `says` one above the theorem; `shared` is what the file imports and does not
    write itself. Raise UsageError for what cannot be said in Coq.

    >>> from symattn.kernel.rules import axiom
    >>> print(*exported(axiom("size_mul"), "product").text.splitlines()[-4:-1], sep="\\n")
    Theorem product :
      forall (m n : size),
      ((@card (m * n)%positive) = ((@card m) * (@card n))).
    """
    printer = Printer(Names(declared())) if shared is None else shared.printer()
    names = printer.names
    different = list(dict.fromkeys(needs))
    called = [names.new(f"{name}_defined_{number}") for number in range(1, len(different) + 1)]
    called.append(names.new(name))
    for stated in (theorem, *different):  # the claim's own names come first
        for proposition in (stated.conclusion, *stated.hypotheses):
            for v in sorted(proposition.free, key=lambda v: (v.name, str(v.type))):
                printer.variable(v)
    comments = [f"{theorem_name}: that the claim is defined" for theorem_name in called[:-1]]
    comments.append(f"{called[-1]}{f', which says: {says}' if says else ''}")
    writer = ProofWriter(printer) if shared is None else ProofWriter(printer, shared.lemma)
    try:
        with deep():
            _definitions(printer, [theorem, *different])
            for stated, theorem_name, words in zip([*different, theorem], called, comments, strict=True):
                printer.lines.append(_stated(stated, theorem_name, words, writer))
    except RecursionError:
        raise UsageError("the proof is nested too deeply to be written for Coq") from None
    opening = [f"(* {comment(about)} *)"] if about else []
    imports = IMPORTS.format("" if shared is None else " Definitions Library")
    return Exported("\n".join([*opening, imports, *printer.lines, ""]), tuple(called))


def _definitions(printer: Printer, theorems: Sequence[Theorem]) -> None:
    """Write what the theorems speak of first, so that who reads them finds it in one place."""
    decoder, before = Decoder(printer), len(printer.lines)
    for theorem in theorems:
        for proposition in (*theorem.hypotheses, theorem.conclusion):
            decoder.said(proposition)
    if len(printer.lines) > before:
        printer.lines.insert(before, "(* ------ What the theorems below speak of; the theorems stand at the end. *)")
    printer.lines.append("(* ------ The proof. *)")


def _stated(theorem: Theorem, name: str, words: str, writer: ProofWriter) -> str:
    """Return the theorem in Coq's words, proved from its last lemma."""
    printer = writer.printer
    lemma = writer.write(theorem)
    decoder = Decoder(printer)
    sizes = [*map(printer.size_name, lemma.sizes)]
    over = [f"({' '.join(sizes)} : size)"] if sizes else []
    over += [f"({printer.variable(v)} : {printer.type(v.type)})" for v in lemma.variables]
    given = [printer.names.new("given") for _ in lemma.hypotheses]
    proofs = [decoder.to_kernel(h, k) for h, k in zip(lemma.hypotheses, given, strict=True)]
    variables = [*map(printer.variable, lemma.variables)]
    applied = " ".join([lemma.name, *sizes, *variables, *proofs])
    said = "".join(f"{decoder.said(h)} ->\n  " for h in lemma.hypotheses) + decoder.said(theorem.conclusion)
    quantified = f"forall {' '.join(over)},\n  " if over else ""
    introduced = [*sizes, *variables, *given]
    proof = f"intros {' '.join(introduced)}. " if introduced else ""
    proof += f"exact {decoder.from_kernel(theorem.conclusion, f'({applied})')}. Qed."
    return f"(* ------ {comment(words)} *)\nTheorem {name} :\n  {quantified}{said}.\nProof. {proof}"
