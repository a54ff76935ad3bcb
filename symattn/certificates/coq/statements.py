"""Write the axioms of the kernel as Coq statements, from the kernel's own table: what Axioms.v has to prove.

Of each axiom there are the truth value S_name, as the kernel has it; the proposition P_name, in Coq's words; and the
proof of_name that the second gives the first. A size that is a sum or a product is a parameter p0, p1, … of its own.
"""

from __future__ import annotations

from symattn.certificates.coq.decoding import Decoder
from symattn.certificates.coq.names import Names
from symattn.certificates.coq.printing import Printer, comment
from symattn.certificates.coq.sizes import expression, sizes_written
from symattn.kernel.axioms import AXIOMS
from symattn.kernel.syntax import parse
from symattn.kernel.terms import Size, Term, size_variables

HEADER = """\
(* The axioms of symattn's kernel as statements in Coq: S_… as the kernel has them, P_… in Coq's words, and that the
   second give the first. Written by symattn from the kernel's table of axioms; proved in Axioms.v. *)
From symattn Require Import Prelude.
Open Scope R_scope.
"""


def composites(statement: Term) -> list[Size]:
    """Return the sizes in a statement that are neither a variable nor a number, in the order of their texts.

    >>> [str(size) for size in composites(parse(AXIOMS["size_mul"].statement))]
    ['m*n']
    """
    return sorted((s for s in sizes_written([statement]) if isinstance(expression(s), tuple)), key=str)


def statements() -> str:
    """Return Statements.v."""
    return "\n".join([HEADER, *(_statement(name) for name in AXIOMS)])


def _statement(name: str) -> str:
    term = parse(AXIOMS[name].statement)
    printer = Printer(Names(), sharing=False)
    parts = composites(term)
    printer.size_parameters = {size: printer.names.new(f"p{number}") for number, size in enumerate(parts)}
    sizes = [*map(printer.size_name, sorted(size_variables([term]))), *printer.size_parameters.values()]
    over = "".join(f" ({size} : size)" for size in sizes)
    applied, decoder = " ".join(sizes), Decoder(printer)
    return (
        f"(* {comment(AXIOMS[name].statement)} *)\n"
        f"Definition S_{name}{over} : bool :=\n  {printer.term(term)}.\n"
        f"Definition P_{name}{over} : Prop :=\n  {decoder.said(term)}.\n"
        f"Lemma of_{name}{over} : P_{name} {applied} -> is_true (S_{name} {applied}).\n"
        f"Proof. exact (fun h => {decoder.to_kernel(term, 'h')}). Qed.\n"
    )
