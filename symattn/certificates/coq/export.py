"""Write a theorem for Coq: definitions, the proof, and last the theorem itself in Coq's own words."""

from __future__ import annotations

from symattn.certificates.coq.decoding import Decoder
from symattn.certificates.coq.names import Names
from symattn.certificates.coq.printing import Printer
from symattn.certificates.coq.proofs import ProofWriter
from symattn.kernel.rules import Theorem

IMPORTS = "From symattn Require Import Prelude Statements Axioms.\nUnset Implicit Arguments.\nOpen Scope R_scope.\n"


def exported(theorem: Theorem, name: str = "claim") -> str:
    """Return a file for Coq that ends with the theorem and with what it assumes.

    >>> from sympy import MatrixSymbol
    >>> from symattn import decide, dims
    >>> n = dims("n")
    >>> A = MatrixSymbol("A", n, n)
    >>> exported(decide(A.T.T, A).theorem, "transposed").splitlines()[-1]
    'Print Assumptions transposed.'
    """
    names = Names()
    called = names.new(name)
    printer = Printer(names)
    for step in (theorem.conclusion, *theorem.hypotheses):  # the claim's own names come first
        for v in sorted(step.free, key=lambda v: (v.name, str(v.type))):
            printer.variable(v)
    lemma = ProofWriter(theorem, printer).write()
    decoder = Decoder(printer)
    sizes = " ".join(map(printer.size_name, lemma.sizes))
    over = [f"({sizes} : size)"] if sizes else []
    over += [f"({printer.variable(v)} : {printer.type(v.type)})" for v in lemma.variables]
    given = [f"h{number}" for number in range(len(lemma.hypotheses))]
    proofs = [decoder.to_kernel(h, k) for h, k in zip(lemma.hypotheses, given, strict=True)]
    applied = " ".join([lemma.name, sizes, *map(printer.variable, lemma.variables), *proofs])
    stated = "".join(f"{decoder.said(h)} ->\n  " for h in lemma.hypotheses) + decoder.said(theorem.conclusion)
    quantified = f"forall {' '.join(over)},\n  " if over else ""
    intro = "".join(f"intros {' '.join(n.split())}. " for n in [sizes] if n)
    intro += "".join(f"intros {printer.variable(v)}. " for v in lemma.variables) + "".join(f"intros {g}. " for g in given)
    text = decoder.from_kernel(theorem.conclusion, f"({applied})")
    last = f"Theorem {called} :\n  {quantified}{stated}.\nProof. {intro}exact {text}. Qed.\n"
    return "\n".join([IMPORTS, *printer.lines, last, f"Print Assumptions {called}.\n"])
