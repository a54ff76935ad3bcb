"""Two hundred mutants of exported files, in each of which one line says something else: Coq refuses every one.

A mutant is the command `Fail` before a changed line, in a copy of the file: Coq then says why it refuses that line, and
the file is accepted only if every mutant in it is refused. A reason that is no error of types, such as a name that is
not there, does not count, and one that cannot be parsed ends the file.
"""

import random
import re
import shutil
import subprocess

import pytest

from symattn.certificates.coq import library
from symattn.certificates.coq.export import exported
from symattn.scripts.claims import load, run_claim

pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("coqtop") is None, reason="Coq is not installed")]

MUTANTS = 200
#: Claims with small files: sums, permutations, inverses, masks, inequalities, expectations.
CLAIMS = (
    "G27",
    "S1",
    "G52.equal",
    "A.smoothing.sum",
    "G13",
    "G2.nonnegative",
    "G45",
    "D13.weight",
    "A.kl.self",
    "G18.tensor",
)
#: What Coq says of a line that does not prove what it says.
OF_TYPES = re.compile(
    r"has type|Unable to unify|Illegal application|functional|not a valid ring equation|expected to be|was expected"
)
OTHER = re.compile(r"not found|Syntax|undeclared|already exists")


def closing(text, start):
    """The place after the parenthesis that closes the one at the start."""
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    raise AssertionError(text[start:])


def parts(text):
    """What a spine is made of: words, and groups in parentheses."""
    found, place = [], 0
    while place < len(text):
        if text[place] == " ":
            place += 1
            continue
        end = closing(text, place) if text[place] == "(" else re.compile(r"[^ ()]+").match(text, place).end()
        end = re.compile(r"(%\w+)?").match(text, end).end()
        found.append(text[place:end])
        place = end
    return found


class Line:
    """A definition of a file, taken apart: its binders, what it says, and the proof."""

    def __init__(self, source):
        head, self.body = source.split(" :=\n  ", 1)
        self.body = self.body.removesuffix(".")
        self.name = head.split()[1]
        place = len(f"Definition {self.name}")
        self.binders = []
        while head.startswith(" (", place):
            end = closing(head, place + 1)
            self.binders.append(head[place + 1 : end])
            place = end
        self.said = head[place:].removeprefix(" : ")
        self.sizes = [n for b in self.binders if b.endswith(" : size)") for n in b[1:].split(" : ")[0].split()]
        self.hypotheses = [b for b in self.binders if " : is_true " in b]

    def mutant(self, name, binders=None, said=None, body=None):
        over = " ".join(binders or self.binders)
        return f"Fail Definition {name} {over} : {said or self.said} :=\n  {body or self.body}."


def replaced_one(chance, text, pattern, others):
    """The text with one match of a pattern put for another thing, or None."""
    places = list(re.finditer(pattern, text))
    chance.shuffle(places)
    for place in places:
        choice = [other for other in others(place[0]) if other != place[0]]
        if choice:
            return text[: place.start()] + chance.choice(choice) + text[place.end() :]
    return None


def axioms_by_sizes():
    """The axioms that take sizes alone, by how many."""
    found = {}
    for name, over in re.findall(
        r"^Definition S_(\w+)((?: \(\w+ : size\))*) : bool", library.source("Statements"), re.M
    ):
        if "(p0 " not in over:
            found.setdefault(over.count("("), []).append(f"ax_{name}")
    return found


def another_size(chance, line, name):
    if len(line.sizes) < 2:
        return None
    said = replaced_one(chance, line.said, rf"\b({'|'.join(line.sizes)})\b(?!')", lambda _: line.sizes)
    return said and line.mutant(name, said=said)


def swapped_sides(chance, line, name):
    found = parts(line.said)
    if len(found) != 2 or not found[1].startswith("(@eqb ") or "(@REFL" in line.body:
        return None
    _, ty, left, right = parts(found[1][1:-1])
    return None if left == right else line.mutant(name, said=f"is_true (@eqb {ty} {right} {left})")


def dropped_hypothesis(chance, line, name):
    if not line.hypotheses:
        return None
    which = chance.choice(line.hypotheses)
    given = which.split(" : ")[0][1:]
    if not re.search(rf"\b{given}\b", line.body):
        return None
    binders = [f"({given} : is_true TT)" if b is which else b for b in line.binders]
    return line.mutant(name, binders=binders)


def another_hypothesis(chance, line, name):
    if len(line.hypotheses) < 2:
        return None
    names = [b.split(" : ")[0][1:] for b in line.hypotheses]  # where one is used: what a function calls it is its own
    body = replaced_one(chance, line.body, rf"(?<!fun )\b({'|'.join(names)})\b(?!')", lambda _: names)
    return body and line.mutant(name, body=body)


def another_axiom(chance, line, name):
    table = axioms_by_sizes()
    same = {axiom: group for group in table.values() for axiom in group}
    body = replaced_one(chance, line.body, r"\bax_\w+", lambda axiom: same.get(axiom, ()))
    return body and line.mutant(name, body=body)


def another_value(chance, line, name):
    """One variable of a type where the proof has another: what is said is left, or the proof is."""
    by_type = {}
    for binder in line.binders:
        given, _, ty = binder[1:-1].partition(" : ")
        if ty != "size" and not ty.startswith("is_true"):
            by_type.setdefault(ty, []).append(given)
    same = {v: group for group in by_type.values() if len(group) > 1 for v in group}
    if not same:
        return None
    said = replaced_one(chance, line.said, rf"\b({'|'.join(map(re.escape, same))})\b(?!')", lambda v: same[v])
    return said and line.mutant(name, said=said)


def another_operation(chance, line, name):
    others = {" + ": (" * ",), " * ": (" + ",), "exp": ("ln",), "sin": ("cos",), "cos": ("sin",)}
    said = replaced_one(
        chance,
        line.said,
        r" \+ | \* |\bexp\b|\bsin\b|\bcos\b|\b\d+%R",
        lambda found: others.get(found) or (f"{int(found[:-2]) + chance.choice((1, 2))}%R",),
    )
    return said and line.mutant(name, said=said)


def another_rule(chance, line, name):
    places = [m.start() for m in re.finditer(r"\(SYM ", line.body)]
    if places and chance.random() < 0.5:
        start = chance.choice(places)
        end = closing(line.body, start)
        return line.mutant(name, body=line.body[:start] + line.body[start + 5 : end - 1] + line.body[end:])
    others = {"CONJ1": ("CONJ2",), "CONJ2": ("CONJ1",), "TRANS": ("MP", "EQMP"), "MP": ("CONJ",), "SPEC": ("EQMP",)}
    body = replaced_one(chance, line.body, r"\b(CONJ1|CONJ2|TRANS|MP|SPEC)\b", lambda found: others[found])
    return body and line.mutant(name, body=body)


OF_LINES = (
    another_size,
    swapped_sides,
    dropped_hypothesis,
    another_hypothesis,
    another_axiom,
    another_value,
    another_operation,
    another_rule,
)


def of_theorem(chance, text, theorem, name):
    """A theorem that says something else, by the same proof: another number, size, operation or relation, stronger."""
    start = text.index(f"Theorem {theorem} :")
    said, proof = text[start:].split(" :\n", 1)[1].split(".\nProof. ")
    introduced, body = re.fullmatch(r"(?:intros ([^.]*)\. )?exact (.*)\. Qed\.\s*", proof, re.S).groups()
    over, comma, rest = said.partition(",\n") if said.lstrip().startswith("forall ") else ("", "", said)
    sizes = re.findall(r"\w+", re.search(r"\(([\w\s]+) : size\)", over)[1]) if " : size)" in over else []
    given = rest.split(" ->\n")
    if len(given) > 1 and chance.random() < 0.4:  # without one of its hypotheses
        del given[chance.randrange(len(given) - 1)]
        rest = " ->\n".join(given)
    else:
        others = {" + ": (" * ",), " * ": (" + ",), " = ": (" <= ", " <> "), " <= ": (" < ", " = "), " < ": (" = ",)}
        pattern = "|".join([r" \+ ", r" \* ", " = ", " <= ", " < ", r"\d%R", *(rf"\b{size}\b" for size in sizes)])
        rest = replaced_one(
            chance,
            rest,
            pattern,
            lambda found: (
                others.get(found)
                or ((f"{int(found[0]) + chance.choice((1, 2))}%R",) if found.endswith("%R") else sizes)
            ),
        )
    function = f"fun {introduced} => {body}" if introduced else body
    return rest and f"Fail Definition {name} :\n  {over}{comma}{rest} :=\n  ({function})."


def of_ring(chance, source, name):
    """A step of arithmetic on other atoms."""
    stated, proof = re.fullmatch(r"Lemma \w+ : (.*)\. Proof\. (.*)\. Qed\.", source, re.S).groups()
    over, comma, equation = stated.rpartition(", ")
    atoms = re.findall(r"\ba\d+\b", over)
    if not atoms:
        return None  # an equation of numbers
    other = replaced_one(chance, equation, r"\ba\d+\b", lambda _: atoms) if len(atoms) > 1 else None
    other = other or replaced_one(chance, equation, r"\b\d+\b(?!%)", lambda found: (str(int(found) + 1),))
    return other and not holds(other, atoms) and f"Fail Definition {name} : {over}{comma}{other} := ltac:({proof})."


def holds(equation, atoms):
    """Whether an equation of arithmetic holds of numbers that no other law relates: a multiple of 0 does of any."""
    left, right = equation.replace("%R", "").replace("^", "**").split(" = ")
    values = {atom: 101 + 13 * place**3 for place, atom in enumerate(sorted(set(atoms)))}
    return eval(left, {}, values) == eval(right, {}, values)


def mutants_of(chance, file, wanted):
    """The file with mutants beside the lines that they are of, and how many, each kind in its turn."""
    lines = re.split(r"\n(?=Definition |Lemma |Theorem |\(\* )", file.text.rstrip("\n"))
    proofs = [k for k, source in enumerate(lines) if source.startswith("Definition ") and " : is_true (" in source]
    rings = [k for k, source in enumerate(lines) if source.startswith("Lemma ring")]
    beside = {}
    count, kinds = 0, [*OF_LINES, of_ring, of_theorem, of_theorem]
    for attempt in range(50 * wanted):
        if count == wanted:
            break
        kind, name = kinds[attempt % len(kinds)], f"mutant_{count}"
        if kind is of_theorem:
            place, made = len(lines) - 1, of_theorem(chance, file.text, file.theorems[-1], name)
        elif kind is of_ring:
            place = chance.choice(rings) if rings else 0
            made = of_ring(chance, lines[place], name) if rings else None
        else:
            place = chance.choice(proofs)
            made = kind(chance, Line(lines[place]), name)
        if made and made.partition(" : ")[2] not in {m.partition(" : ")[2] for m in beside.get(place, ())}:
            beside.setdefault(place, []).append(made)
            count += 1
    return "\n".join("\n".join([*beside.get(k, ()), source]) for k, source in enumerate(lines)), count


def answers(coq, text):
    """What Coq says of each command that fails, as it has to; one that does not is an error, as in any file."""
    command = ["coqtop", "-q", "-quiet", "-R", ".", "symattn"]
    done = subprocess.run(command, cwd=coq.folder, input=text, capture_output=True, text=True, check=True)
    assert "Error" not in done.stdout + done.stderr, (done.stdout + done.stderr)[:2000]
    return [" ".join(each.split()) for each in done.stdout.split("The command has indeed failed with message:")[1:]]


def test_coq_refuses_two_hundred_mutants_for_what_they_say(coq):
    chance, total = random.Random(0), 0
    each = MUTANTS // len(CLAIMS)
    for number, entry in enumerate(load(["proofs"]).select(list(CLAIMS))):
        verdict = run_claim(entry, numeric=False).verdict
        text, count = mutants_of(chance, exported(verdict.theorem, f"original{number}", verdict.needs), each)
        said = answers(coq, text)
        assert len(said) == count == each, (entry.id, len(said), count)
        wrong = [reason for reason in said if not OF_TYPES.search(reason) or OTHER.search(reason)]
        assert not wrong, (entry.id, wrong)
        total += count
    assert total == MUTANTS
