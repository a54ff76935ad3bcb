"""Notation: what a command or a character is – a relation, an operator, a bracket, a font – as tables."""

import re
from collections.abc import Mapping


def words(text: str) -> list[str]:
    """Return the words of a text."""
    return text.split()


def each_of(table: Mapping[str, str]) -> dict[str, str]:
    """Return what each command is, from what is written in several ways."""
    return {command: name for name, commands in table.items() for command in words(commands)}


#: What stands above a matrix that is transposed.
TRANSPOSED = words(r"T \top \intercal \mathsf{T} \mathrm{T} \mathtt{T} \mathbf{T} \mathcal{T} \transpose \trans \t")

#: What a relation is, and how it is written.
RELATIONS = each_of(
    {
        "=": "=",
        ":=": r":= \coloneqq \coloneq \triangleq \doteq \leftarrow \gets",
        "<": r"< \lt",
        ">": r"> \gt",
        "<=": r"\le \leq \leqslant",
        ">=": r"\ge \geq \geqslant",
        "!=": r"\ne \neq",
        "succ": r"\succ",
        "succeq": r"\succeq \succcurlyeq",
        "prec": r"\prec",
        "preceq": r"\preceq \preccurlyeq",
        "in": r"\in",
        "notin": r"\notin",
        "approx": r"\approx \simeq \cong \ll \gg",
        "sim": r"\sim",
        "equiv": r"\equiv",
        "propto": r"\propto",
        "to": r"\to \rightarrow \xrightarrow \longrightarrow",
        "mapsto": r"\mapsto \longmapsto",
        "iff": r"\iff \Leftrightarrow",
        "implies": r"\implies \Rightarrow",
        "subset": r"\subset \subseteq",
        "perp": r"\perp",
    }
)
#: Relations of a map: f: A → B, x ↦ y.
MAPS = ("to", "mapsto")
#: Operators that bind less than what stands beside each other.
OPERATORS = {
    f"\\{name}": name
    for name in (words("odot circ otimes oslash oplus bullet ast star mod cup cap div lhd boxtimes parallel Vdash"))
} | {r"\sotimes": "odot", r"\soslash": "oslash", r"\bmod": "mod", r"\setminus": "minus"}
#: Operators that bind less than relations.
LOGIC = each_of({"and": r"\wedge \land", "or": r"\vee \lor"})
BIG = {
    r"\bigcup": "cup",
    r"\bigoplus": "oplus",
    r"\bigotimes": "otimes",
    r"\sum": "sum",
    r"\prod": "prod",
    r"\int": "int",
}
#: Words with a range below and above them that take one factor.
JOINED = (r"\Stack", r"\Concat")
LIMITS = words(r"\max \min \argmax \argmin \lim \sup \inf")
BOLD = {*words(r"\mathbf \boldsymbol \bm \mathbold \bold \mathbfit \pmb \symbf")}
WORDS = {*words(r"\mathrm \mathsf \mathtt \mathit \operatorname \operatorname* \rm \textsc")}
FONTS = {*words(r"\mathcal \mathscr \mathbb \mathfrak")}
ACCENTS = {
    *words(r"\hat \widehat \tilde \widetilde \bar \overline \vec \dot \ddot \check \underline \mathring \breve \acute")
}
THROUGH = words(r"\boxed \mathstrut \smash \ensuremath \mathop \mathrel \mathbin")
BRACES = words(r"\underbrace \overbrace \overset \underset \stackrel \overparen")
DOTS = words(r"\dots \ldots \cdots \vdots \ddots \dotsc \dotsb \dotsm \dotso \hdots")
OPEN = {"(": ")", "[": "]", r"\{": r"\}"} | {
    rf"\l{name}": rf"\r{name}" for name in words("angle Vert vert floor ceil brace brack")
}
BARS = {"|", r"\|", r"\Vert", r"\vert"}
BRACKET = each_of(
    {"{": r"\{ \lbrace", "<": r"\langle", "||": r"\lVert \| \Vert", "|": r"\lvert \vert", "[": r"\lbrack"}
) | {r"\lfloor": "floor", r"\lceil": "ceil"}
#: What begins no factor.
NO_FACTORS = {
    *RELATIONS,
    *OPERATORS,
    *LOGIC,
    *OPEN.values(),
    *words(r"+ - / , ; : . ! * \pm \mid \over \end \cdot \times \colon"),
}
#: The word that each states; what stands beside the words are its arguments, of a map its expression and its letter.
STATED = {
    "is injective": "Injective",
    "has a period": "Periodic",
    "has the least period": "LeastPeriod",
    "is invertible": "Invertible",
    "is invariant under": "Invariant",
    "is invariant under multiplication by … from the right": "Invariant",
    "does not depend on": "FreeOf",
    "the rows of … have equal norms": "EqualRowNorms",
    "every row of … has an unmasked entry": "Unmasked",
    "and … are independent": "Independent",
    "the entries of … have the mean": "CommonMean",
    "the entries of … have the variance": "CommonVariance",
    "the entries of … are pairwise independent": "PairwiseIndependent",
}
MATRICES = {*words("matrix bmatrix pmatrix smallmatrix Bmatrix array")}
#: Commands that are letters; another command has a meaning that the note does not show.
LETTER = re.compile(
    r"\\(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi"
    r"|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|ell|hbar|imath|jmath|digamma|aleph)"
)
#: Words that stand in formulas letter by letter.
KNOWN_WORDS = {
    *words(
        "softmax Softmax SoftMax Attn attn Attention exp log ReLU relu diag tanh sigmoid MultiHead LayerNorm FFN MHA"
    ),
    *words("sin cos LN head Concat"),
}
#: Words of two or three letters that are words before a bracket.
SHORT_WORDS = words("max min det tr Tr")
COMMAND_WORDS = words(
    r"\log \exp \sin \cos \tan \tanh \sinh \cosh \ln \det \dim \Re \Im \Pr \ker \deg \arccos \arcsin \arctan"
)
