"""What a verifier prints can be read in one way only: names, numbers, and what belongs to a file.

The names below were taken for letters once, so that a verified file printed what it did not prove.
"""

import io
import json
import unicodedata
from keyword import iskeyword

import pytest
from sympy import MatrixSymbol, Symbol

from symattn import decide, define, dims, verifier
from symattn import refutation_verifier as rv
from symattn.certificates.certificate import certificate
from symattn.elaborate import kernel_name
from symattn.errors import SymattnError
from symattn.kernel.axioms import CONSTANTS
from symattn.kernel.rules import instantiate_sizes, refl
from symattn.kernel.terms import REAL, KernelError, Size, named, var
from symattn.scripts import cli

INVISIBLE = (
    "\u3164\u115f\u1160\uffa0\u2800\u034f\ufe0f\u17b4\u17b5\u180b\U000e0100\U0001d159\u200b\u200e\u202e\u2060\xad"
)
NO_NAMES = [*INVISIBLE, "√2", "x^2", "x-y", "–1", "≥", "ｅｘｐ", "x＝0", "Ɐ0=", "x²", "x₁", "½", "ℓ", "λ", "Σ", "x·y"]
NO_NAMES += [".x", "x.", "x..y", "⁻¹", "x⁻", "", "?", "+", "x\n", "x\u202ey", "\u0301x", "x\u0301", "²x", "x…", "x/y"]
NO_NAMES += ["ǅ", "a b", "1x", "x.⁻¹", "x.⁻¹.y", "•.x", "·.1", "?.", "·⁻¹", "x" * 200]
UNLIKE = ["ехр", "cοs", "lαst", "pı", "x′", "אב", "١x"[::-1], "ⵜ", "ᐸ", "一", "ꞏ", "ǃ", "sіn", "Αx", "Λ", "ŷ", "ο", "ν"]
PLAIN = ["x", "x" * 199, "W_K", "x'", "σ⁻¹", "σ_Q", "α1", "Δx", "Attention.masked", "sigma⁻¹'", "_0", "θ", "x2"]


def is_name(name):
    """Tell what each of the three programs says."""
    try:
        accepted = bool(verifier.proper_name(name))
    except verifier.NotACertificate:
        accepted = False
    return named(name), accepted, rv.is_name(name)


@pytest.mark.parametrize("name", NO_NAMES, ids=ascii)
def test_what_is_no_name_is_refused_by_all(name):
    assert is_name(name) == (False, False, False)
    with pytest.raises(KernelError):
        var(name, REAL)


def test_no_size_is_put_for_what_is_no_name():
    for name in ("n-", "x" * 200, "", 0):
        with pytest.raises(KernelError):
            instantiate_sizes({name: Size.variable("n")}, refl(var("x", REAL)))


@pytest.mark.parametrize("name", ["x*⁻¹", "x_{k}⁻¹", "½⁻¹", "x.⁻¹", f"{'x' * 59}⁻¹{'x' * 99}", "x" * 300], ids=ascii)
def test_a_name_of_sympy_becomes_a_name_of_all_three(name):
    assert is_name(kernel_name(name)) == (True, True, True)


@pytest.mark.parametrize("name", PLAIN)
def test_an_ordinary_name_is_printed_as_it_is(name):
    assert is_name(name) == (True, True, True) and verifier.shown(name) == rv.shown(name) == name


@pytest.mark.parametrize("name", UNLIKE, ids=ascii)
def test_what_may_be_taken_for_another_name_is_printed_by_numbers(name):
    assert is_name(name) == (True, True, True)
    printed = verifier.shown(name)
    assert rv.shown(name) == printed and printed != name and "⟨U+" in printed
    assert set(printed.replace("⟨", "").replace("⟩", "")) <= set(map(chr, range(128)))


def test_kernel_and_verifiers_agree_on_every_character():
    """They share no code; and no name, however it is printed, has a character that could be taken for another."""
    clear = set("⟨⟩⁻¹ΓΔΘΞΠΦΨΩαβγδεζηθκμξπρστφχψω") | set(map(chr, range(32, 127)))
    for number in (*range(0xD800), *range(0xE000, 0x20000, 7), *range(0xE0000, 0xE0200)):
        character = chr(number)
        for name in (character, f"x{character}"):
            own, *others = is_name(name)
            assert others == [own, own], ascii(name)
            if own:
                assert set(verifier.shown(name)) <= clear and rv.shown(name) == verifier.shown(name), ascii(name)
        assert named(kernel_name(f"x{character}")), ascii(character)


def test_no_two_names_are_printed_alike():
    names = [chr(n) for n in range(0x3000) if named(chr(n))]
    names += [f"a{name}" for name in names] + [f"{name}σ" for name in names]
    assert len({verifier.shown(name) for name in names}) == len(set(names))


@pytest.mark.parametrize("name", [*NO_NAMES, *UNLIKE], ids=ascii)
def test_a_verified_file_never_shows_such_a_name(name, draft):
    """⊢ 0 = 0 through a defined constant with a deceptive name."""
    zero = draft.real("0")
    definition = draft.infer("definition", name, zero)
    constant = draft.term("constant", name)
    draft.claim(draft.equation("ℝ", constant, constant))
    draft.infer("refl", constant)
    assert definition == 0
    try:
        found = verifier.verify(io.BytesIO(draft.text().encode()))
    except verifier.NotACertificate:
        return
    text = verifier.report("file", found)
    assert name not in text and all(c.isascii() or c in "⟨⟩ℝ∀Σλ…" for c in text)


# ------------------------------------------------------------------------------------------------ from SymPy to a file

n = dims("n")
ODD = ["x*", "x^*", r"\hat{x}", "½", "1 + 1", "x\n", "λ", "ℓ", "x₁", "a b", "W_{k}", "ехр", "אב", "x̂", "", "m+k"]
ODD += ["x" * 300]
PRIMITIVE = [constant.name for constant in CONSTANTS if constant.name.isalpha()]
DEFINED = ["max", "matmul", "identity", "transpose", "power", "row_softmax", "ones", "mask", "abs"]


def test_odd_names_become_different_names_that_can_be_read():
    made = [kernel_name(name) for name in ODD]
    assert len(set(made)) == len(ODD) and all(map(named, made))
    assert all(kernel_name(name) == name for name in made)
    assert kernel_name("x^*") == "x.sup.star" and kernel_name("½") == "fraction.1.over.2"
    assert not any(unicodedata.bidirectional(c) in ("R", "AL") for name in made for c in verifier.shown(name))


REFUSED = ("x\n", "אב", "")  # by the reading of a statement already


@pytest.mark.parametrize("name", REFUSED, ids=ascii)
def test_a_symbol_that_nobody_can_read_is_refused_by_name(name):
    x = Symbol(name, real=True)
    with pytest.raises(SymattnError, match="rename it"):
        decide(x * x, x)


@pytest.mark.parametrize(
    "name", [*(name for name in ODD if name not in REFUSED), *PRIMITIVE, *DEFINED, "pi_", "sum__"], ids=ascii
)
def test_whatever_a_symbol_is_called_its_claims_have_certificates(name, tmp_path):
    """A proof and a refutation, of a number and of a matrix."""
    x, A = Symbol(name, real=True), MatrixSymbol(name, n, n)
    for claim in ((x * (x + 1), x**2 + x), ((A.T).T, A), (x * x, x), (A * A.T, A)):
        verdict = decide(*claim)
        path = tmp_path / "file"
        path.write_text(certificate(verdict), encoding="utf-8")
        program = verifier if verdict.status == "proved" else rv
        assert program.main([str(path)]) == 0


@pytest.mark.parametrize("length", [120, 199, 200, 300])
def test_a_word_and_a_size_of_many_characters_have_certificates(length, tmp_path):
    long = dims("k" * length)
    A = MatrixSymbol("A" * length, long, long)
    word = define("W" * length, [A], 2 * A)
    for claim in ((word(A), A + A), (word(A), A)):
        verdict = decide(*claim)
        path = tmp_path / "file"
        path.write_text(certificate(verdict), encoding="utf-8")
        assert (verifier if verdict.status == "proved" else rv).main([str(path)]) == 0


def test_a_variable_called_like_a_constant_has_a_name_of_its_own():
    x, y = Symbol("pi", real=True), Symbol("pi_", real=True)
    statement = json.loads(certificate(decide(x + y, y + x)).splitlines()[0])["statement"]
    assert statement == [["for all sizes, and all", ["pi_ : ℝ", "pi__ : ℝ"]], ["then", ["pi_ + pi__ = pi_ + pi__"]]]


def test_a_size_is_no_operation():
    for name in ("+", "#", "≤", "x+y"):
        with pytest.raises(KernelError):
            Size.variable(name)


# ------------------------------------------------------------------------------------------------------------- numbers


def test_numbers_stand_in_brackets_where_a_reader_needs_them(draft):
    cos, times = draft.term("constant", "cos"), draft.term("constant", "*")
    minus, half = draft.real("-1"), draft.real("1/2")
    product = draft.apply(times, draft.apply(cos, minus), half)
    draft.claim(draft.equation("ℝ", draft.apply(times, half, product), draft.apply(times, minus, minus)))
    ((_, (then,)),) = json.loads(draft.text().splitlines()[0])["statement"]
    assert then == "1/2 * (cos (-1) * (1/2)) = -1 * (-1)"


# ------------------------------------------------------------------------------------------------------ what a file is


def truth(draft):
    zero = draft.real("0")
    draft.claim(draft.equation("ℝ", zero, zero))
    draft.infer("refl", zero)
    return draft


def refused(content):
    with pytest.raises(verifier.NotACertificate) as error:
        verifier.verify(io.BytesIO(content.encode()))
    return str(error.value)


def test_there_is_one_claim_and_it_comes_before_the_proof(draft):
    content = truth(draft).text()
    assert verifier.verify(io.BytesIO(content.encode())).statement == [["then", ["0 = 0"]]]
    header, *lines, end = content.splitlines(keepends=True)
    assert lines[-2].startswith('["claim"')
    assert "a claim stands once" in refused("".join([header, *lines[:-1], lines[-2], lines[-1], end]))
    assert "a claim stands once" in refused("".join([header, *lines[:-2], lines[-1], lines[-2], lines[-1], end]))


def test_equal_hypotheses_are_one(draft):
    p = draft.term("variable", "p", "𝔹")
    draft.claim(p, p, p)
    draft.infer("assume", p)
    found = verifier.verify(io.BytesIO(draft.text().encode()))
    assert found.statement == [["for all sizes, and all", ["p : 𝔹"]], ["if", ["p"]], ["then", ["p"]]]


@pytest.mark.parametrize("key", ["statement", "axioms", "format", "version"])
def test_a_key_has_one_value(key, draft):
    content = truth(draft).text()
    value = json.dumps(json.loads(content.splitlines()[0])[key], ensure_ascii=False)
    assert "two values for one key" in refused(content.replace("{", f'{{"{key}": {value}, ', 1))


@pytest.fixture(scope="module")
def refutation():
    x = Symbol("x", real=True)
    return certificate(decide(x * x, x))


@pytest.mark.parametrize(
    "change",
    [
        lambda header, lines, claim, end: [header.replace("{", '{"left": ["0", "0"], ', 1), *lines, claim, end],
        lambda header, lines, claim, end: [header.replace("{", '{"sizes": {"n": 7}, ', 1), *lines, claim, end],
        lambda header, lines, claim, end: [header, *lines, claim, claim, end],
        lambda header, lines, claim, end: [header, *lines, claim, lines[-1], end],
        lambda header, lines, claim, end: [header, *lines, claim, end, end],
        lambda header, lines, claim, end: [header.replace('"name":""', '"name":7'), *lines, claim, end],
    ],
)
def test_the_same_of_refutations(change, refutation, tmp_path):
    header, *lines, claim, end = refutation.splitlines(keepends=True)
    path = tmp_path / "file"
    path.write_text(refutation, encoding="utf-8")
    assert rv.verify(str(path))["sides"]
    path.write_text("".join(change(header, lines, claim, end)), encoding="utf-8")
    with pytest.raises(rv.NotARefutation):
        rv.verify(str(path))


def test_two_functions_that_differ_in_their_types_are_printed_differently():
    """λi:[2]. 0 and λi:[3]. 0; the number 1, the index 1 and the natural number 1; equality at two types."""
    statement = rv.Statement()
    lines = [["literal", "0", "ℝ"], ["lambda", "[2]", 0], ["lambda", "[3]", 0], ["literal", "1", "ℕ"]]
    lines += [["literal", "1", "[2]"], ["literal", "1", "ℝ"], ["equality", "ℝ"], ["equality", "ℕ"]]
    lines += [["literal", "-1", "ℝ"], ["constant", "cos"], ["apply", 9, 8], ["bound", 0, "ℝ"], ["lambda", "ℝ", 11]]
    lines += [["apply", 12, 0], ["apply", 9, 13]]
    for line in lines:
        statement.line(line)
    written = [rv.Writer().line(term) for term in statement.terms]
    assert len(set(written)) == len(written)
    assert written[1] == "(λ#0:[2]. 0)" and written[10] == "cos (-1)" and written[14] == "cos ((λ#0:ℝ. #0) 0)"


def test_the_format_of_the_header_says_which_program_reads_a_file(tmp_path, refutation, capsys):
    """A proof that is called “symattn refutation” is a proof; each file says what it establishes."""
    x = Symbol("x", real=True)
    proof, other = tmp_path / "proof", tmp_path / "other"
    proof.write_text(certificate(decide(x + x, 2 * x), "symattn refutation"), encoding="utf-8")
    other.write_text(refutation, encoding="utf-8")
    assert cli.main(["verify", str(proof), str(other)]) == 0
    out = capsys.readouterr().out
    assert ("x + x = 2 * x" in out and "(x * x) = x" in out) or "at () the sides" in out
    assert "verified: the claim is proved" in out and "verified: the claim is refuted" in out


# ------------------------------------------------------------------------------------------------- kinds and constants

KINDS = sorted(verifier.TERMS | {"application", "abstraction"})


@pytest.mark.parametrize("name", KINDS)
def test_a_defined_constant_is_not_taken_for_the_kind_of_term_that_it_is_called_like(name):
    """`equality 0 0` is false where `equality` is defined so; it never prints as 0 = 0."""
    lines = [["equality", "ℝ"], ["literal", "0", "ℝ"], ["literal", "1", "ℝ"], ["apply", 0, 1], ["apply", 3, 2]]
    lines += [["lambda", "ℝ", 4], ["lambda", "ℝ", 5], ["definition", name, 6]]  # λx y. 0 = 1
    lines += [["constant", name], ["apply", 7, 1], ["apply", 8, 1]]
    statement = rv.Statement()
    for line in [*lines, ["claim", 9]]:
        statement.line(line)
    found = rv.confirmed(rv.Model(statement), ["0", "0"], ["1", "1"])
    assert found["lines"]["the claim"] == [f"{name} 0 0"] and found["sides"] == []
    replay = verifier.Replay()
    for line in lines:
        replay.line(line)
    assert verifier.Printer(replay.logic, (replay.terms[9],)).proposition(replay.terms[9]) == f"{name} 0 0"


@pytest.mark.parametrize("name", [name for name in KINDS if not iskeyword(name)])
def test_a_word_may_be_called_like_a_kind_of_term(name, tmp_path, capsys):
    x, y = Symbol("x", real=True), Symbol("y", real=True)
    called = define(name, (x, y), x - y)
    for claim in ((called(x, y), x + y), (called(x, y) + y, x)):
        path = tmp_path / "file"
        path.write_text(certificate(decide(*claim)), encoding="utf-8")
        assert cli.main(["verify", str(path)]) == 0
        assert f"{name} x y" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", ["a\u202eb", "a\nb: verified", "\x1b[31mred"], ids=ascii)
def test_the_command_quotes_what_a_file_is_called(name, tmp_path, capsys, refutation, monkeypatch):
    """In the table and in the words below it, whether the file holds, is no certificate, or is not there."""
    monkeypatch.chdir(tmp_path)
    for content, code in ((refutation, 0), ("x", 2), (None, 2)):
        path = tmp_path / name
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_text(content, encoding="utf-8")
        assert cli.main(["verify", name]) == code
        said = capsys.readouterr()
        assert name not in said.out + said.err and verifier.quoted(name) in said.out


def test_a_file_of_the_other_format_is_named(tmp_path, refutation, capsys):
    """Each program says what a file is and which one checks it; what is neither is told as that."""
    x = Symbol("x", real=True)
    proof, other, neither, later = (tmp_path / name for name in ("proof", "other", "neither", "later"))
    proof.write_text(certificate(decide(x + x, 2 * x)), encoding="utf-8")
    other.write_text(refutation, encoding="utf-8")
    neither.write_text("{}\n")
    later.write_text('{"format": "symattn certificate", "version": 2}\n')
    assert verifier.main([str(other), str(neither), str(later)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("line 1: it is the certificate of a refutation, which refutation_verifier.py checks")
    assert 'the first line names no format: that of a proof has "format": "symattn certificate"' in lines[1]
    assert "it is of version 2, and this program checks version 1" in lines[2]
    assert rv.main([str(proof), str(neither)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert all("it does not begin as a refutation" in line for line in lines[:2])
    assert lines[0].endswith("(verifier.py checks proofs)")
