"""Deep expressions print in a size that grows like what is stored, not like what is written out."""

from types import SimpleNamespace

from sympy import MatrixSymbol

from symattn import Attention, PermutationSymbol, SelfAttention, claim, dims, latex
from symattn.render.document import section
from symattn.render.lets import lets
from symattn.render.text import text

n, d = dims("n d")
X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
WEIGHTS = [MatrixSymbol(f"S_{name}", d, d) for name in "QKV"]


def stack(rows, layers):
    for _ in range(layers):
        rows = SelfAttention(rows, *WEIGHTS)
    return rows


def branching(rows, layers):
    for _ in range(layers):
        rows = Attention(rows, rows, rows)
    return rows


def test_what_a_reader_takes_in_is_written_out():
    assert lets(stack(X, 3)) == {}
    assert text(branching(X, 2)) == "Att(Att(X, X, X), Att(X, X, X), Att(X, X, X))"


def test_a_branching_stack_of_30_layers_prints_each_layer_once():
    printed = text(branching(X, 30))
    assert printed.startswith("Att(Y_29, Y_29, Y_29), where Y_1 = Att(X, X, X), Y_2 = Att(Y_1, Y_1, Y_1), ")
    assert printed.endswith("Y_29 = Att(Y_28, Y_28, Y_28)")
    tex = latex(branching(X, 30))
    assert tex.startswith(r"\operatorname{Att}\left(Y_{29}, Y_{29}, Y_{29}\right),\quad \text{where } Y_{1} = ")
    assert len(latex(branching(X, 60))) < 2.1 * len(tex)


def test_a_stack_deeper_than_pythons_recursion_prints():
    deep = claim(stack(sigma * X, 400), sigma * stack(X, 400))
    assert "Y_2 = SelfAtt(Y_1, S_Q, S_K, S_V)" in text(deep)
    assert text(deep).count("SelfAtt") == latex(deep).count("SelfAtt") == 800


def test_names_are_explained_before_they_are_used_and_are_new():
    Y = MatrixSymbol("Y_1", n, d)
    named = list(lets(branching(Y, 8)).values())
    assert named[0] == "Y'_1"
    printed = text(branching(X, 8))
    explained = [part.split(" = ")[0] for part in printed.split("where ")[1].split(", Y_") if " = " in part]
    assert explained == ["Y_1", *(str(number) for number in range(2, 8))]


def test_a_document_gives_each_name_its_own_line():
    stated = claim(branching(X, 8), branching(X, 8))
    record = SimpleNamespace(
        id="L8", title="deep", source="", verdict="proved", inferences=1, axioms=(), hypotheses=(), reason=""
    )
    source = section(record, stated, None)
    assert source.count(r"&\quad Y_{") == 7 and r"\quad\text{where} \\" in source
