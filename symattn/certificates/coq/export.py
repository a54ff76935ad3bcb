"""Write theorems for Coq: definitions, proofs, and last the theorems themselves in Coq's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symattn.certificates.coq.decoding import Decoder
from symattn.certificates.coq.library import declared
from symattn.certificates.coq.names import Names
from symattn.certificates.coq.printing import Printer, comment
from symattn.certificates.coq.proofs import ProofWriter
from symattn.depth import deep
from symattn.errors import UsageError
from symattn.kernel.rules import Theorem

IMPORTS = "From symattn Require Import Prelude Statements Axioms.\nOpen Scope R_scope.\n"


@dataclass(frozen=True, slots=True)
class Exported:
    """Hold a file for Coq: its text and the theorems that it ends with, the claim's last."""

    text: str
    theorems: tuple[str, ...]


def exported(theorem: Theorem, name: str = "claim", needs: Sequence[Theorem] = (), about: str = "") -> Exported:
    """Return a file for Coq that proves a theorem, after the theorems that it is defined, NAME_defined_1, ….

    `about` is a comment at its beginning. Raise UsageError for what cannot be said in Coq.

    >>> from symattn.kernel.rules import axiom
    >>> print(*exported(axiom("size_mul"), "product").text.splitlines()[-4:-1], sep="\\n")
    Theorem product :
      forall (m n : size),
      ((@card (m * n)%positive) = ((@card m) * (@card n))).
    """
    names = Names(declared())
    different = list(dict.fromkeys(needs))
    called = [names.new(f"{name}_defined_{number}") for number in range(1, len(different) + 1)]
    called.append(names.new(name))
    printer = Printer(names)
    for stated in (theorem, *different):  # the claim's own names come first
        for proposition in (stated.conclusion, *stated.hypotheses):
            for v in sorted(proposition.free, key=lambda v: (v.name, str(v.type))):
                printer.variable(v)
    writer = ProofWriter(printer)
    try:
        with deep():
            for stated, theorem_name in zip([*different, theorem], called, strict=True):
                printer.lines.append(_stated(stated, theorem_name, writer))
    except RecursionError:
        raise UsageError("the proof is nested too deeply to be written for Coq") from None
    opening = [f"(* {comment(about)} *)"] if about else []
    return Exported("\n".join([*opening, IMPORTS, *printer.lines, ""]), tuple(called))


def _stated(theorem: Theorem, name: str, writer: ProofWriter) -> str:
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
    return f"(* {name} *)\nTheorem {name} :\n  {quantified}{said}.\nProof. {proof}"
