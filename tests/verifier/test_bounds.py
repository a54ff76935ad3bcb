"""A small file never takes long: every file below 1 kB is answered within two seconds and 200 MB.

The attacks grow by squaring, by terms that share their parts, by large numbers and sizes, by comparing functions, and
by claims that are long to print. The limits are those of a process, far above what the verifiers take; what is counted,
and how much a file may take, is in the verifiers.
"""

import json
import resource
import subprocess
import sys

import pytest

from symattn import refutation_verifier, verifier

SECONDS, MEGABYTES, BYTES = 2, 200, 1000


def text(*lines):
    """Write lines without blanks: an attack has little room."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)


# ------------------------------------------------------------------------------------------------------------- proofs

HEADER = {"format": "symattn certificate", "version": 1, "name": "", "statement": [], "axioms": []}


def repeated(start, make, last, most=BYTES - 100):
    """Return lines from ``start``, then as many from ``make`` as there is room for, then ``last``."""
    lines, terms = list(start), len(start) - 1
    while len(text(*lines, *make(terms), *last(terms)).encode()) < most:
        more = make(terms)
        lines += more
        terms += sum(line[0] in ("apply", "lambda", "literal", "constant") for line in more)
    return [*lines, *last(terms)]


def proof(lines):
    return text(HEADER, *lines, ["end"])


def applied_twice(first):
    """Return x ↦ (f x) x for the term f with this number."""
    return lambda n: [["apply", first, n], ["apply", n + 1, n]]


def equations(count):
    """Write t := (t = t), again and again, and claim it under a hundred hypotheses."""
    start = [["equality", "𝔹"], ["variable", "p", "𝔹"]]
    lines = [*start, *(line for k in range(count) for line in applied_twice(0)(2 * k + 1))]
    return [*lines, ["claim", 2 * count + 1, *range(1, 2 * count + 1, 2), *[2 * count + 1] * 100]]


def instances(size, value, of="#"):
    """Put a size in place of n, again and again."""
    count = (BYTES - 250) // len(text(["instantiate_sizes", 10, "n", value]).encode())
    return [["constant", of, size], ["refl", 0], *(["instantiate_sizes", k, "n", value] for k in range(count))]


PROOFS = {
    "equations of equations": equations(16),
    "fewer equations of equations": equations(12),
    "a claim of binders within binders": repeated(
        [["equality", "𝔹→𝔹"], ["variable", "p", "𝔹"]],
        lambda n: [["lambda", "𝔹", n], ["apply", 0, n + 1], ["apply", n + 2, n + 1]],
        lambda n: [["claim", n]],
    ),
    "a claim of bound variables": repeated(
        [["equality", "𝔹→𝔹"], ["bound", 0, "𝔹"]],
        lambda n: [["lambda", "𝔹", n], ["apply", 0, n + 1], ["apply", n + 2, n + 1]],
        lambda n: [["lambda", "𝔹", n], ["apply", 0, n + 1], ["apply", n + 2, n + 1], ["claim", n + 3]],
    ),
    "powers of a number": repeated(
        [["constant", "*"], ["literal", "7/" + "3" * 300, "ℝ"]], applied_twice(0), lambda n: [["ring", n, n]]
    ),
    "powers of a sum": repeated(
        [["constant", "+"], ["variable", "x", "ℝ"], ["variable", "y", "ℝ"], ["apply", 0, 1], ["apply", 3, 2]],
        lambda n: [["constant", "*"], ["apply", n + 1, n], ["apply", n + 2, n]],
        lambda n: [["ring", n, n]],
    ),
    "sizes that square": instances("n", "n*n"),
    "sizes that grow": instances("n", "n + m*n + 1"),
    "a large size": instances("*".join("n" * 60), "n+m+k"),
    "a long size": instances("+".join(f"{k}*n" + "*n" * k for k in range(1, 11)), "n+m"),
    "a sum of sizes in a type": instances("n*n*n*n*n*n*n", "n+a+b+c+d+e+f+g+h", "sum"),
}

# -------------------------------------------------------------------------------------------------------- refutations

BEGIN = {"format": "symattn refutation", "version": 1, "name": "", "left": ["0", "0"], "right": ["1", "1"]}
CONNECTIVE = "𝔹→𝔹→𝔹"


def refutation(lines):
    return text(BEGIN, *lines, ["end"])


def function_of(name, number, squarings=0, operation="*"):
    """Compare a function with itself, at a number that was squared, or doubled, a few times."""
    lines = [["constant", operation], ["literal", number, "ℝ"]]
    for k in range(squarings):
        lines += applied_twice(0)(2 * k + 1)
    last = 2 * squarings + 1
    return itself("ℝ", [*lines, ["constant", name], ["apply", last + 1, last]])


def series_of_sums(name, size, depth):
    """Sum a function of the position over an index, and that again, at each of the values of an index."""
    lines = [["constant", name], ["constant", "pos", size], ["bound", 0, f"[{size}]"], ["apply", 1, 2], ["apply", 0, 3]]
    lines += [["constant", "sum", size], ["constant", "+"], ["apply", 6, 4]]
    body = 4
    for _ in range(depth):
        lines += [["lambda", f"[{size}]", body], ["apply", 5, len(lines)], ["apply", 7, len(lines) + 1]]
        body = len(lines) - 1
    return itself("ℝ", [*lines, ["lambda", f"[{size}]", body], ["apply", 5, len(lines)]])


def sums_of_fractions(number, squarings, size, operation="+"):
    """Add a long number to each position, and the square of that to all before."""
    lines = [["constant", "*"], ["literal", number, "ℝ"]]
    for k in range(squarings):
        lines += applied_twice(0)(2 * k + 1)
    c, n = 2 * squarings + 1, 2 * squarings + 2
    lines += [["constant", operation], ["apply", n, c], ["constant", "pos", size], ["bound", 0, f"[{size}]"]]
    lines += [["apply", n + 2, n + 3], ["apply", n + 1, n + 4], ["apply", 0, n + 5], ["apply", n + 6, n + 5]]
    lines += [["constant", "inv"], ["apply", n + 8, n + 7], ["lambda", f"[{size}]", n + 9], ["constant", "sum", size]]
    return itself("ℝ", [*lines, ["apply", n + 11, n + 10]])


def itself(ty, lines):
    """Compare the last term with itself."""
    n = sum(line[0] != "value" for line in lines)
    return [*lines, ["equality", ty], ["apply", n, n - 1], ["apply", n + 1, n - 1], ["claim", n + 2]]


def functions_of(binder, depth, ty="ℝ", body=(["literal", "1/3", "ℝ"],)):
    """Compare a function of so many arguments with itself."""
    lines = list(body)
    for _ in range(depth):
        lines.append(["lambda", binder, len(lines) - 1])
        ty = f"({binder})→{ty}"
    return itself(ty, lines)


def iterations(depth):
    """Iterate an iteration of an iteration."""
    matrix = "[1]→[1]→ℝ"
    lines = [["literal", "999", "ℕ"], ["constant", "iterate", 1, 1], ["bound", 0, matrix], ["lambda", matrix, 2]]
    step = 3
    for _ in range(depth):
        n = len(lines)
        lines += [["apply", 1, step], ["apply", n, 2], ["apply", n + 1, 0], ["lambda", matrix, n + 2]]
        step = n + 3
    n = len(lines)
    return itself(matrix, [*lines, ["variable", "A", matrix], ["value", n, [["1"]]], ["apply", step, n]])


DIGITS = "7" * 290 + "/" + "9" * 290
SERIES = ("sin", "cos", "exp", "log", "sqrt", "inv")
REFUTATIONS = {
    **{f"{name} of many digits": function_of(name, f"1/{'3' * 300}", 4) for name in SERIES},
    **{f"{name} of a long fraction": function_of(name, "7" * 200 + "/" + "9" * 200, 3) for name in SERIES},
    **{f"{name} of a large number": function_of(name, "9" * 300, 3) for name in SERIES},
    **{f"sums of {name}": series_of_sums(name, 999, 3) for name in SERIES},
    "squares of a number": function_of("sqrt", "3", 14),
    "squares of a fraction": function_of("sqrt", DIGITS[60:-60], 9),
    **{f"{sign} with long fractions": sums_of_fractions(DIGITS[60:-60], 2, 999, sign) for sign in "+*"},
    **{f"{sign} with fractions": sums_of_fractions("1/" + "3" * 100, 0, 999, sign) for sign in "+*"},
    "sums of fractions": sums_of_fractions("1/7", 0, 999),
    "equal functions of indices": functions_of("[999]", 3),
    "equal functions of many indices": functions_of("[9]", 12),
    "equal functions of truth values": functions_of("𝔹", 24),
    "equal functions of connectives": functions_of(CONNECTIVE, 6),
    "equal positions": functions_of("[999]", 1, "[999]→ℝ", [["constant", "pos", 999]]),
    "iterations": iterations(4),
    "equations of equations": equations(16),
}
FILES = {
    **{f"proof: {name}": (verifier, proof(lines)) for name, lines in PROOFS.items()},
    **{f"refutation: {name}": (refutation_verifier, refutation(lines)) for name, lines in REFUTATIONS.items()},
}


def limited():
    """Bound the time and the memory of the process that runs here; what it takes beyond ends it."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES * 2**20, MEGABYTES * 2**20))


@pytest.mark.parametrize("name", FILES)
def test_a_small_file_is_answered_soon(name, tmp_path):
    program, content = FILES[name]
    assert len(content.encode()) <= BYTES
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    command = [sys.executable, "-I", program.__file__, str(path)]
    child = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=limited,
    )
    out = child.communicate()[0]
    assert child.returncode in (0, 1, 2) and b"MemoryError" not in out, out
    assert len(out) < 2_000_000
