"""What the claims of the documents say: none proves itself, definitions are the sources' formulas, all rows stand."""

import inspect
import re
from itertools import pairwise
from pathlib import Path

import pytest

from symattn.elaborate import elaborate_many
from symattn.errors import ClaimError, ShapeError
from symattn.kernel.terms import sides
from symattn.language import Claim, as_proposition
from symattn.language.base.nodes import Node
from symattn.language.base.traversal import postorder
from symattn.prover.logic.derived_rules import match_forall, match_implication
from symattn.render.latex import latex
from symattn.render.text import text
from symattn.scripts.claims import Declaration, load, run_claim, theorem
from symattn.scripts.coverage import coverage, read_places

PROOFS = Path(__file__).parents[2] / "proofs"
ENTRIES = {id: entry for id, entry in load([PROOFS]).entries.items() if isinstance(entry, Declaration)}
DEFINED = [id for id, entry in ENTRIES.items() if entry.expected == "defined"]
ROWS = {"G": 57, "D": 14, "X": 1, "S": 6, "H": 9}  # of the four documents, in ../shared/CLAIMS.md's numbers
#: That a matrix is free of a symbol which does not occur in it.
SAYS_NOTHING_ELSE = {"D2.free"}


def stated(entry):
    returned = entry.function()
    return returned if hasattr(returned, "given") else Claim(as_proposition(returned))


def conclusion(term):
    """Return what a statement of the kernel concludes, under its quantifiers and premises."""
    while True:
        quantified, implication = match_forall(term), match_implication(term)
        if quantified is not None:
            term = quantified.body
        elif implication is not None:
            term = implication[1]
        else:
            return term


def is_its_own_proof(entry):
    claim = stated(entry)
    steps = claim.equations if hasattr(claim, "equations") else (claim.proposition,)
    found = [sides(conclusion(each.goal)) for each in elaborate_many(list(steps), claim.given)]
    return all(pair is not None and pair[0] is pair[1] for pair in found)


@pytest.mark.slow
def test_no_claim_is_true_before_any_definition_is_unfolded():
    proved = [id for id, entry in ENTRIES.items() if entry.expected in ("proved", "defined")]
    assert {id for id in proved if is_its_own_proof(ENTRIES[id])} == SAYS_NOTHING_ELSE


@pytest.mark.parametrize("id", DEFINED)
def test_a_definition_says_the_formula_of_its_source_in_operations_of_sympy(id):
    word, formula = ENTRIES[id].function()
    words = [node for node in postorder(formula) if isinstance(node, Node) and hasattr(node, "definition")]
    shared = [node for node in postorder(word) if isinstance(node, Node) and hasattr(node, "definition")]
    assert not any(type(node) is type(word) for node in words), "the word itself is no definition of it"
    assert all(node in shared or type(node).__name__ == "HeadConcat" for node in words), words


def test_every_row_of_the_documents_has_a_claim():
    rows = {f"{letter}{number}" for letter, count in ROWS.items() for number in range(1, count + 1)}
    assert rows - {re.match(r"[A-Z]\d+", id)[0] for id in ENTRIES if re.match(r"[A-Z]\d+", id)} == set()


#: Words by which a title would continue the one before it: in search, in JUnit and in a book it stands alone.
CONTINUES = "|so|and|it|its|which|with|that|then|but|or|nor|they|their|these|those|this|also|likewise|"

#: A statement has one of these, or a relation.
VERBS = (
    "|add|adds|agree|are|attend|attends|be|become|begin|begins|cancel|change|changes|come|commutes|computes|cycle|"
    "depend|depends|determined|disappears|divides|do|does|enter|equals|expands|fits|fold|folds|form|gates|gets|give|"
    "gives|has|have|hides|holds|increase|is|keeps|leave|leaves|lies|make|makes|maps|matter|may|merge|prefers|puts|"
    "return|returns|rotates|samples|see|sees|shift|shifts|stands|stores|sum|sums|take|takes|tell|tells|turns|vanish|"
)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_a_title_is_a_statement_by_itself(entry):
    words = re.findall(r"\w+", entry.title.lower())
    assert f"|{words[0]}|" not in CONTINUES, entry.title
    assert words[-1] not in ("too", "either"), entry.title
    assert re.search(r"[=≤≥<>]", entry.title) or any(f"|{word}|" in VERBS for word in words), entry.title


CHAINS = {id: entry for id, entry in ENTRIES.items() if "calc(" in inspect.getsource(entry.function)}


@pytest.mark.parametrize("write", [text, latex])
@pytest.mark.parametrize("id", CHAINS)
def test_no_two_lines_of_a_derivation_that_follow_each_other_are_printed_alike(id, write):
    chain = CHAINS[id].function()
    lines = [write(chain.start), *(write(step.expression) for step in chain.steps)]
    assert [line for line, following in pairwise(lines) if line == following] == []


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id, entry in CHAINS.items() if Path(entry.path).parent == PROOFS])
def test_every_reason_of_a_derivation_of_the_documents_is_needed(id):
    verdict = run_claim(CHAINS[id]).verdict
    assert verdict.status == "proved" and verdict.notes == ()


def test_every_printed_line_is_quoted_and_what_is_wrong_with_it_said():
    printed = {id: entry for id, entry in ENTRIES.items() if "printed" in id.split(".")}
    assert len(printed) > 30
    wrong = {id: e for id, e in printed.items() if e.expected == "refuted" or isinstance(e.expected, ShapeError)}
    assert [id for id, entry in wrong.items() if not (entry.printed and entry.function.__doc__)] == []


def test_what_a_document_prints_and_is_refuted_is_an_erratum():
    refuted = [id for id, entry in ENTRIES.items() if as_checked(entry)["verdict"] == "refuted" and entry.printed]
    assert {"H5.printed", "D2.printed", "S5.printed.3"} <= set(refuted)
    assert [id for id in refuted if "printed" not in id.split(".")] == [], "the page of errata lists what has the word"


@pytest.mark.parametrize("quotation", ["", r"\frac{1}{2", "$x$"])
def test_a_printed_line_without_a_quotation_is_refused(quotation):
    with pytest.raises(ClaimError, match=r"T1\.printed"):
        theorem("T1.printed", "a title", "a source", "refuted", printed=quotation)(lambda: None)


def as_checked(entry):
    verdict = entry.expected if isinstance(entry.expected, str) else "refuted"
    return {"id": entry.id, "title": entry.title, "source": entry.source, "verdict": verdict}


def test_every_place_of_the_documents_has_a_claim_and_the_page_of_coverage_shows_it():
    places = read_places(PROOFS / "places.toml")
    assert [where for where in places.values() if len(where) < 10] == []
    own = [as_checked(entry) for id, entry in ENTRIES.items() if id[0] in "GDXSH"]
    page = (PROOFS.parent / "docs" / "coverage.md").read_text(encoding="utf-8")
    assert page == coverage(own, places), f"make it again, as {PROOFS / 'places.toml'} changed"


def test_every_claim_of_a_sheet_says_where_on_it():
    places = read_places(PROOFS / "places.toml")
    for sheet in ("self-attention", "handwritten"):
        (document,) = (name for name in places if sheet in name)
        names = {where for where, _, _ in places[document]} | {"figure 1"}
        claims = [entry for entry in ENTRIES.values() if f"{sheet} sheet" in entry.source]
        assert len(claims) > 15
        ends = {entry.id: entry.source.partition(f"{sheet} sheet, ")[2] for entry in claims}
        assert [id for id, end in ends.items() if not end.startswith(tuple(names))] == []


@pytest.mark.parametrize("ids", [[], ["G1", "G999"]])
def test_a_place_without_a_claim_is_refused(ids):
    with pytest.raises(ClaimError, match="Ganev, §1: "):
        coverage([as_checked(ENTRIES["G1"])], {"Ganev": [("§1", "x = y", ids)]})


def test_every_line_that_a_claim_quotes_is_a_place():
    placed = {id for places in read_places(PROOFS / "places.toml").values() for _, _, ids in places for id in ids}
    assert {id for id, entry in ENTRIES.items() if entry.printed and id[0] in "GDXSH"} - placed == set()
