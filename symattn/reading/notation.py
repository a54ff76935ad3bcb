"""Notation: what a command or a character is – a relation, an operator, a bracket, a font – as tables."""

import re

RELATIONS = {
    "=": "=",
    ":=": ":=",
    "<": "<",
    ">": ">",
    r"\lt": "<",
    r"\gt": ">",
    r"\le": "<=",
    r"\leq": "<=",
    r"\leqslant": "<=",
    r"\ge": ">=",
    r"\geq": ">=",
    r"\geqslant": ">=",
    r"\ne": "!=",
    r"\neq": "!=",
    r"\coloneqq": ":=",
    r"\triangleq": ":=",
    r"\leftarrow": ":=",
    r"\gets": ":=",
    r"\in": "in",
    r"\approx": "approx",
    r"\simeq": "approx",
    r"\sim": "sim",
    r"\equiv": "equiv",
    r"\propto": "propto",
    r"\to": "to",
    r"\rightarrow": "to",
    r"\mapsto": "mapsto",
    r"\iff": "iff",
    r"\implies": "implies",
    r"\Rightarrow": "implies",
    r"\Leftrightarrow": "iff",
    r"\subset": "subset",
    r"\coloneq": ":=",
    r"\subseteq": "subset",
    r"\notin": "notin",
    r"\cong": "approx",
    r"\ll": "approx",
    r"\gg": "approx",
    r"\xrightarrow": "to",
    r"\longrightarrow": "to",
    r"\longmapsto": "mapsto",
    r"\doteq": ":=",
    r"\perp": "perp",
}
#: Relations of a map: f: A → B, x ↦ y.
MAPS = ("to", "mapsto")
#: Operators that bind less than what stands beside each other.
OPERATORS = {
    r"\odot": "odot",
    r"\circ": "circ",
    r"\otimes": "otimes",
    r"\oslash": "oslash",
    r"\oplus": "oplus",
    r"\bullet": "bullet",
    r"\ast": "ast",
    r"\star": "star",
    r"\sotimes": "odot",
    r"\soslash": "oslash",
    r"\mod": "mod",
    r"\bmod": "mod",
    r"\cup": "cup",
    r"\cap": "cap",
    r"\setminus": "minus",
    r"\div": "div",
    r"\lhd": "lhd",
    r"\boxtimes": "boxtimes",
    r"\parallel": "parallel",
    r"\Vdash": "Vdash",
}
#: Operators that bind less than relations.
LOGIC = {r"\wedge": "and", r"\land": "and", r"\vee": "or", r"\lor": "or"}
BIG = {
    r"\sum": "sum",
    r"\prod": "prod",
    r"\int": "int",
    r"\bigcup": "cup",
    r"\bigoplus": "oplus",
    r"\bigotimes": "otimes",
}
#: Words with a range below and above them that take one factor.
JOINED = (r"\Stack", r"\Concat")
LIMITS = {
    r"\max": "max",
    r"\min": "min",
    r"\argmax": "argmax",
    r"\argmin": "argmin",
    r"\lim": "lim",
    r"\sup": "sup",
    r"\inf": "inf",
}
BOLD = {r"\mathbf", r"\boldsymbol", r"\bm", r"\mathbold", r"\bold", r"\mathbfit", r"\pmb", r"\symbf"}
WORDS = {r"\mathrm", r"\mathsf", r"\mathtt", r"\mathit", r"\operatorname", r"\operatorname*", r"\rm", r"\textsc"}
FONTS = {r"\mathcal", r"\mathscr", r"\mathbb", r"\mathfrak"}
ACCENTS = {
    r"\hat",
    r"\widehat",
    r"\tilde",
    r"\widetilde",
    r"\bar",
    r"\overline",
    r"\vec",
    r"\dot",
    r"\ddot",
    r"\check",
    r"\underline",
    r"\mathring",
    r"\breve",
    r"\acute",
}
THROUGH = {r"\boxed", r"\mathstrut", r"\smash", r"\ensuremath", r"\mathop", r"\mathrel", r"\mathbin"}
BRACES = {r"\underbrace", r"\overbrace", r"\overset", r"\underset", r"\stackrel", r"\overparen"}
DOTS = {r"\dots", r"\ldots", r"\cdots", r"\vdots", r"\ddots", r"\dotsc", r"\dotsb", r"\dotsm", r"\dotso", r"\hdots"}
OPEN = {
    "(": ")",
    "[": "]",
    r"\{": r"\}",
    r"\langle": r"\rangle",
    r"\lVert": r"\rVert",
    r"\lvert": r"\rvert",
    r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil",
    r"\lbrace": r"\rbrace",
    r"\lbrack": r"\rbrack",
}
BARS = {"|", r"\|", r"\Vert", r"\vert"}
BRACKET = {
    r"\{": "{",
    r"\lbrace": "{",
    r"\langle": "<",
    r"\lVert": "||",
    r"\|": "||",
    r"\Vert": "||",
    r"\lvert": "|",
    r"\vert": "|",
    r"\lfloor": "floor",
    r"\lceil": "ceil",
    r"\lbrack": "[",
}
#: Words that state something of what stands beside them, … .
SAID = (
    ("is injective",),
    ("has a period",),
    ("has the least period",),
    ("is invertible",),
    ("and", "are independent"),
    ("the entries of", "have the mean"),
    ("the entries of", "have the variance"),
    ("the entries of", "are pairwise independent"),
    ("the rows of", "have equal norms"),
    ("every row of", "has an unmasked entry"),
)
MATRICES = {"matrix", "bmatrix", "pmatrix", "smallmatrix", "Bmatrix", "array"}
#: Commands that are letters; another command has a meaning that the note does not show.
LETTER = re.compile(
    r"\\(?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi"
    r"|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega|ell|hbar|imath|jmath|digamma|aleph)"
)
#: Words that stand in formulas letter by letter.
KNOWN_WORDS = {
    "softmax",
    "Softmax",
    "SoftMax",
    "Attn",
    "attn",
    "Attention",
    "exp",
    "log",
    "ReLU",
    "relu",
    "diag",
    "tanh",
    "sigmoid",
    "MultiHead",
    "LayerNorm",
    "FFN",
    "MHA",
    "sin",
    "cos",
    "LN",
    "head",
    "Concat",
}
COMMAND_WORDS = {
    r"\log",
    r"\exp",
    r"\sin",
    r"\cos",
    r"\tan",
    r"\tanh",
    r"\sinh",
    r"\cosh",
    r"\ln",
    r"\det",
    r"\dim",
    r"\Re",
    r"\Im",
    r"\Pr",
    r"\ker",
    r"\deg",
    r"\arccos",
    r"\arcsin",
    r"\arctan",
}
