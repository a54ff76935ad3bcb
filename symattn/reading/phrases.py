"""Phrases: words of a note around a formula that suppose, deny, restrict or ask, as tables."""

from __future__ import annotations

import re
from functools import cache

from symattn.reading.foreign import LETTER, MARKS, STOPS

#: Properties that a note may give to what it names.
PROPERTY = re.compile(
    r"\b(?:(?:anti|skew-?|a)?symmetric|(?:bi|block-|tri|off-?)?diagonal|triangular|(?:semi-?)?definite|unit|unitary"
    r"|(?:ortho)?normal(?:i[sz]ed)?|orthogonal|idempotent|nilpotent|projections?|projectors?|(?:doubly )?stochastic"
    r"|(?:non-?)?(?:positive|negative|zero|singular)|invertible"
    r"|sorted|increasing|decreasing|one-hot|binary|distributions?|probabilit(?:y|ies)|independent|i\.i\.d|PSD|SPD"
    r"|p\.s\.d|s\.p\.d|self-adjoint|regular|traceless|covariances?|correlations?|Gram(?:ian)?|Hessian|adjacency"
    r"|Laplacian|distances?|indicators?|bits?|natural|counts?|lengths?|norms?|temperatures?|learning rate"
    r"|loss(?:es)?|at (?:least|most)|(?:greater|less|larger|smaller|more|fewer) than|sphere|simplex|kernel of"
    r"|multiples? of|parallel|perpendicular|minimi[sz]ers?|maximi[sz]ers?|eigen\w+|basis|all-ones|polynomials?"
    r"|lies? in|lying in|between|half|roots?|cent(?:e)?red"
    r"|integers?|even|odd|distinct|equal|identical|constant|rotations?|reflections?|permut\w+|low-rank|rank|commut\w+"
    r"|causal|masked|banded|circulant|toeplitz|hermitian|involutions?|sums? (?:up )?to|adds? up|satisf\w+|identity"
    r"|real-valued|(?:be|is|equals?)\s+\d+"
    r"|real(?![\w-]|\s+(?:number|scalar|matri|vector|valued|part|line|axis|entr|func|space))"
    r"|full-rank|mean|variance|bounded|small|large|convex|linear|fixed point)\b",
    re.I,
)
#: Phrases and words that say nothing of a letter beside them, or only what its formula says. Any others may tie it to
#: something that is not read.
PLAIN_PHRASES = re.compile(
    r"\b(?:(?:the|a)\s+number\s+of\s+[\w-]+|weight\s+matri(?:x|ces)|such\s+that"
    r"|we\s+have|(?:column|row)\s+vectors?"
    r"|of\s+(?:the\s+)?(?:same\s+)?(?:sizes?|dimensions?|widths?|shapes?|orders?|types?|(?:real\s+)?numbers?|reals?)"
    r"|(?:sequence|head|model|hidden|key|query|value)[\s-]+(?:lengths?|dimensions?|sizes?|widths?)|head\s+count"
    r"|for\s+(?:all|every|each|any)|(?:in|of)\s+(?:this|the)\s+(?:note|section|following|paper|chapter|lecture)"
    r"|in\s+(?:one|two|three|general)\s+dimensions?|as\s+follows|as\s+(?:above|before)|at\s+hand"
    r"|without\s+loss\s+of\s+generality|w\.?l\.?o\.?g|i\.e|e\.g|from\s+now\s+on|if\s+and\s+only\s+if)\b",
    re.I,
)
_JOINING = (
    "a an the and or be is are was were for then so hence thus therefore now here first next"
    " finally second again since because also where which that this these those it its they their there all both each"
    " every any"
    " other two three four some respectively we our your us i s t e g"
)
_SAYING = (
    "let denote denotes denoted consider given take suppose assume fix define defined defines write set call called"
    " following holds hold show shows shown prove proves proved obtain obtains get gets find finds follow follows"
    " give gives yield yields compute computes computed recall note notice observe see similarly clearly immediately"
    " put puts putting setting writing writes defining denoting"
    " directly easily simply just use uses used using state stated say said need know known want check verify"
)
_THINGS = (
    "matrix matrices vector vectors scalar scalars number numbers constant constants square real complex"
    " real-valued fixed general arbitrary certain size sizes dimension dimensions shape shapes index indices letter"
    " letters symbol symbols function functions map maps mapping integer integers natural argument arguments"
    " variable variables object objects quantity quantities space spaces"
    " query queries key keys value values token tokens embedding embeddings hidden input inputs state states layer"
    " layers head heads sequence sequences sentence word words position positions batch model models network"
    " networks transformer transformers parameter parameters learned learnable trainable trained bias biases logit"
    " logits data "
)
_OF_TEXTS = (
    "example examples equation equations formula formulas result results lemma theorem proposition corollary claim"
    " claims remark proof equality equalities inequality inequalities expression expressions line lines case"
    " definition definitions notation short abbreviate abbreviated shorthand exercise solution question true wrong"
    " side sides left right hand left-hand right-hand"
)
PLAIN = frozenset(" ".join((_JOINING, _SAYING, _THINGS, _OF_TEXTS)).split())
#: Words that τ > 0, or τ ≥ 0, says too: directly before it, and behind it.
_POSITIVE = (
    r"(?:(?:strictly |fixed )?positive|temperature|learning rate|step size|bandwidth|(?:number|scalar|constant)s?)"
)
_SIGNS = {">": _POSITIVE, ">=": rf"(?:non-?negative|{_POSITIVE})"}
SIGNED = {
    sign: (
        re.compile(rf"(?:\b(?:an?|the|some|fixed)\s+)?\b(?:{said}(?:\s+parameter)?\s+)+\Z", re.I),
        re.compile(rf"\A\s*(?:is|be|denotes?)\s+(?:an?|the|some)\s+(?:(?:fixed\s+)?{said}\s*)+\b", re.I),
    )
    for sign, said in _SIGNS.items()
}
#: Properties that words give to a letter beside them: how they are called, the words, and what they say of X; those of
#: x are of vectors alone.
DESCRIBED = (
    ("symmetric", r"symmetric(?:\s+matri(?:x|ces))?", (r"X = X^\top",)),
    ("skew-symmetric", r"(?:skew|anti)[ -]?symmetric(?:\s+matri(?:x|ces))?", (r"X^\top = -X",)),
    ("idempotent", r"idempotent(?:\s+matri(?:x|ces))?", (r"X X = X",)),
    ("invertible", r"(?:invertible|non-?singular)(?:\s+matri(?:x|ces))?", (r"X \text{ is invertible}",)),
    (
        "positive definite",
        r"(?:(?:symmetric\s+(?:and\s+)?)?positive[ -]definite|SPD)(?:\s+matri(?:x|ces))?",
        (r"X \succ 0",),
    ),
    (
        "positive semidefinite",
        r"(?:(?:symmetric\s+(?:and\s+)?)?positive[ -]semi-?definite|PSD)(?:\s+matri(?:x|ces))?",
        (r"X \succeq 0",),
    ),
    ("a unit vector", r"unit vectors?", (r"\|X\| = 1",)),
    ("nonnegative", r"(?:entrywise\s+)?non-?negative(?:\s+vectors?)?", (r"x_i \ge 0",)),
    ("positive", r"(?:entrywise\s+)?positive(?:\s+vectors?)?", (r"x_i > 0",)),
    (
        "a probability vector",
        r"(?:probability|stochastic)\s+vectors?|(?:discrete\s+)?(?:probability\s+)?distributions?(?:\s+(?:over"
        r"|on)\s+(?:the\s+)?\w+)?",
        (r"x_i \ge 0", r"\sum_i x_i = 1"),
    ),
    (
        "one-hot",
        r"(?:one|1)[- ]hot(?:[- ]encoded)?(?:\s+(?:class|target|label|ground[- ]truth))*"
        r"(?:\s+(?:vector|label|target|encoding|row|column)s?)?"
        r"(?:\s+(?:of|for)\s+the\s+(?:true\s+|correct\s+|target\s+)?(?:class|label|target|token|word)(?:es|s)?)?",
        (r"x_i^2 = x_i", r"\sum_i x_i = 1"),
    ),
)
#: Properties that nobody claims: "the label y is one-hot" supposes it.
ALWAYS_SUPPOSED = ("one-hot",)
#: Words between a property and a formula that says more of the same letter: "symmetric with $\operatorname{tr} A = 1$".
_LEADS_TO_A_FORMULA = r"\b(?:(?:that\s+)?satisf(?:y|ies|ying)|obey(?:s|ing)|with|having|such\s+that|so\s+that)"


@cache
def described(words: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return how words give a property to what stands behind them, and to what stands before them."""
    end = rf"(?=[,;:.]|\band\b|(?:{_LEADS_TO_A_FORMULA})?\s*\Z)"
    behind = rf"\A\s*(?:(?:is|are|be)\s+|(?=an?\s))(?:an?\s+|two\s+|both\s+)?(?:{words})\s*{end}"
    return re.compile(rf"(?<![\w-])(?:{words})\s*\Z", re.I), re.compile(behind, re.I)


#: What stands in prose for a formula that was taken out of it.
HOLE = "\x1f"
#: Where a part of LaTeX begins or ends, which says nothing.
_ENVIRONMENT = re.compile(
    r"\\(?:begin|end)\s*\{(?:document|itemize|enumerate|center|abstract)\}|\\(?:label|ref)\{[^{}]*\}"
)


def unread(prose: str) -> str:
    """Return words of prose beside letters that may tie them to something, or are a property; nothing where none do.

    >>> unread("Let  be a real matrix, and let  be a vector of size"), unread("be the softmax of the scores")
    ('', 'softmax of the scores')
    >>> unread("Let  be positive definite")
    'positive, definite'
    >>> unread(f"Scale {HOLE}  and define")
    'Scale … and define'
    """
    plain = PLAIN_PHRASES.sub(" ", _ENVIRONMENT.sub(" ", prose))
    plain = re.sub(r"\bby\b", " ", plain) if re.search(r"\bdenot(?:e|es|ed|ing)\b", prose, re.I) else plain
    for found in re.finditer(rf"(?<![\\\w]){LETTER}[\w{MARKS}'’-]*", PROPERTY.sub(" ", plain)):
        if found.group().lower() not in PLAIN:
            rest = re.search(rf"(?<!\w){found.group()}(?:\s+[\w{MARKS}'’-]+){{0,3}}", plain)
            said = rest.group() if rest is not None else found.group()
            return re.sub(r"\s+", " ", re.sub(r"\s*\x1f\s*", " … ", said))
    return ", ".join(dict.fromkeys(each.lower() for each in PROPERTY.findall(plain)))


#: "the identity I", "where 𝟏 is the vector of ones": words before and behind what is read so anyway.
ONES = r"(?:all[- ]?ones?(?:[- ](?:column[- ])?vector)?|(?:column\s+)?vector\s+of\s+(?:all\s+)?ones)"
USUAL = (
    re.compile(rf"\b(?:identity(?:\s+matrix)?|{ONES})\s*\Z", re.I),
    re.compile(
        rf"\s*(?:is|be|denotes?)\s+(?:the|an)\s+(?:identity(?:\s+matrix)?|{ONES})\s*(?:[.,;:]|\Z|and\b|of size\b)",
        re.I,
    ),
)
#: Words by which what is said of i is said of one i.
OF_ONE = re.compile(r"\b(?:fix\w*|some|ind(?:ex|ices)|exists?|there|one|first|last|position|token|particular)\b", re.I)
#: Words directly before a relation that is supposed, and a sentence that begins with what it supposes.
SATISFYING = re.compile(r"\b(?:that\s+)?satisf(?:y|ies|ying)\s*\Z", re.I)
ASSUMED = re.compile(r"\W*(?:we\s+)?(?:also\s+)?assume(?:\s+(?:also|further|moreover|now))?(?:\s+that)?\W*", re.I)
#: Words by which something is assumed beside what was.
BESIDES = re.compile(r"\b(?:also|further(?:more)?|moreover|in addition|as well)\b", re.I)
#: Words of a sentence with which something begins that does not follow from what stands before it.
BEGINS_ANEW = re.compile(r"(?:\A|[.;:!?\n])\s*(?:now,?\s+)?(?:let|suppose|assume|consider|take|fix)\b", re.I)
#: Words by which what a sentence lets is let in a case: if n > 2, let w be nonnegative.
IN_A_CASE = re.compile(r"\b(?:if|when|whenever|unless|in case|as long as|provided)\b", re.I)
#: Words with which a sentence begins that supposes something for the display behind it.
LEADS_ON = re.compile(
    r"\W*(?:if|when|whenever|let|suppose|assume|consider|given|under|for(?! (?:all|every|each|any)\b))\b", re.I
)
#: Words directly before a letter whose sign says of it what it is: scaling by λ > 0, a temperature τ > 0.
SIGNED_SO = re.compile(
    r"\b(?:by|with|of|at|an?|any|every|some|temperature|scale|factor|constant|parameter|number|scalar|rate|bandwidth"
    r"|slope)"
    r"\s*\Z",
    re.I,
)
#: Words before what is supposed, and before what is claimed.
SUPPOSED = re.compile(
    r"\b(?:(?P<supposed>let|where|(?P<with>with)|such that|satisf\w+|(?P<here>assum\w+|suppos\w+|if|when|given"
    r"|for(?!\s+(?:all|every|each|any)\s+(?:and\b|,))))"
    r"|then|hence|thus|so|therefore|because|since|implies|show\w*|proves?|follows|have|has|get|obtain|gives?"
    r"|yields?|is|are)\b",
    re.I,
)
DENIED = (
    r"wrong\w*|mistak\w+|errors?|erroneous\w*|incorrect\w*|false\w*|untrue|invalid|not|\w+n['’]t|cannot|no|none"
    r"|nobody|nothing"
    r"|nowhere|never|neither|nor|rarely|seldom|hardly|scarcely|fail\w*|violat\w+|contradict\w*|contrary|unlike"
    r"|without|disprov\w+"
    r"|refut\w+|counter\w*|doubt\w*|den(?:y|ies|ied)|naive\w*|tempt\w+|fallac\w+|absurd|nonsense|unless|instead of"
)
#: Words of a sentence in which such a sign may be denied, or one of several.
DENIES_SIGN = re.compile(rf"\b(?:{DENIED}|x?or|except\w*|otherwise|either)\b", re.I)
#: Words by which a claim holds on the whole, in a limit, in a case, or by a reason that is not read.
_HEDGES = (
    r"\b(?:on average|in (?:expectation|distribution|law|mean square|probability|practice)|with (?:high )?probability"
    r"|(?:rough|loose|symbolical|physical|intuitive|heuristical|empirical|experimental|numerical|generical|asymptotical"
    r"|moral|approximate|informal|statistical|typical|usual|most|eventual|practical|near)ly|often|heuristics?"
    r"|rule of thumb|crude|sloppy|to (?:leading|lowest|zeroth|second|third|this|any|all) orders?"
    r"|in the (?:\w+[- ]){0,3}(?:limit|regime)|at convergence|modulo|(?:ignor|neglect|disregard|dropp|omitt"
    r"|suppress)ing"
    r"|by (?:design|construction|(?:the|our|this|an?|suitable) (?:\w+ )?choice)|(?:may|can) arrange|restrict\w*"
    r"|w\.?l\.?o\.?g|without loss|ensur\w+|guarante\w+|makes? sure|arranges?|stationarity|optimality|equilibrium"
    r"|gram\W{1,3}schmidt|in (?:our|this|the|that) (?:[\w-]+ )?(?:examples?|experiments?|simulations?|figures?"
    r"|implementation|architecture)|for (?:the|our|this) (?:[\w-]+ )?(?:data|samples?|examples?|figure)"
    r"|(?:plane|line|curve|manifold|variety|subspace|surface|set|locus|cone|sphere|region|boundary|kernel"
    r"|null ?space)s? "
    r"(?:is|are) (?:given|defined|described|cut out) by"
    r"|after (?:(?:this|that|each|every|one|the (?:first|last)) \w+|gram|sort|train|cent[er]+ing|normali[sz]|whiten"
    r"|orthog|permut|relabel|reorder|prun|quanti|round|converg|rotat)\w*)"
    r"|\bhyperplanes? (?:is|are) (?:given|defined|described) by"
    r"|\A\W*on (?:the|this|that|our|an?|each) (?!other\b|one\b|left|right|contrary|basis|whole|level)\w+"
    r"|[a-z]{2}\W+whence\W*\Z"
)
#: Words by which it is somebody's, an old one, or a mistake.
_ATTRIBUTED = (
    r"[❌✗✘🚫⛔]|\b(?:warn\w*|myths?|quiz\w*|wish\w*|typos?|slips?|(?:answer|repli|assert|respond)(?:s|ed|es)|lose|loses"
    r"|breaks"
    r"|broken|penali[sz]\w+|(?:version|edition|draft) (?:\d+|one|two)\b[^.]{0,40}\b(?:said|had|read|stated|claimed))\b"
)
#: Words before what is asked for, denied or demanded, and not claimed.
NO_CLAIM = re.compile(
    rf"\b(?:{DENIED}|solv\w+|whether|(?:for|of|in|under|with) (?:which|what)|to zero|constraints?|requir\w+|demand\w*"
    r"|impos\w+|enforc\w+|choos\w+|chose|wants?|wish|goal|hop(?:e|ed|ing)|believ\w+|guess\w*|find|determine"
    r"|characteri[sz]e|conjectur\w+|might|suppos\w+|(?:in|of) (?:dimension|(?:one|two|three|low|[1-4])\W*dimensions?)"
    r"|for (?:scalars|numbers)|(?:one|two|three|[1-4])-dimensional|for \$[^$]*\$ matrices"
    r"|assum\w+|conditions?|hypothes[ei]s|special case|initiali[sz]\w+|when|if|iff|would|had we|were|imagine"
    r"|pretend|means|we say|optim\w+"
    r"|misconception|students|people|beware|warning|caution|unfortunately|otherwise|cases?|sometimes|for some"
    r"|there (?:exists?|are|is)"
    r"|right choice|approximat\w+|first order|up to|almost surely|ideally|target|common\w*|(?:at|in) a \w+ point"
    r"|(?:for|in|because|(?<!\bbe )(?:diagonal|circulant|commuting|symmetric)) \w*\s*(?:matrices|case)|both are)\b"
    r"|\b(?:or|so that)\W*\Z"
    r"|\bthe (?:equation|inequality|question)\s*\Z|(?:\A|:)\W*(?:which|what|why|how|do|does|is|are|can)\b"
    rf"|{_HEDGES}|{_ATTRIBUTED}",
    re.I,
)
#: Words in a remark beside a row that may say more than a label or a reason does.
SAYS_MORE = re.compile(
    rf"\b(?:{DENIED}|i?f|iff|exactly|except\w*|x?or|some|any|every|each|all|for|at|in|on|with|when\w*|where\w*"
    r"|while|until|provid\w+|assum\w+|suppos\w+|given|impl\w+|yields?|holds?|even|but|equival\w+|approx\w*|about"
    r"|near\w*"
    r"|almost|complex|general\w*|least|most|up|otherwise|else|say|also|sufficient\w*|necessary|necessarily)\b|\?",
    re.I,
)
#: Where a sentence ends: not at "i.e.", "cf." and the like.
END = re.compile(
    r"(?<!\bi\.e)(?<!\be\.g)(?<!\bcf)(?<!\bw\.l\.o\.g)(?<!\b[Ff]ig)(?<!\b[Ee]q)(?<!\bresp)(?<!\bvs)(?<!\b[Tt]hm)(?<!\b[Ss]ec)"
    rf""
    rf"[.;!?](?=[\s*_]|\Z)|[{STOPS}]|\n\s*\n"
)
#: Words by which a formula in their sentence is not simply supposed or defined: it is denied, one of several, a start.
ODD = re.compile(
    rf"\b(?:{DENIED}|x?or|only|either|else|otherwise|cases?|whereas|while|generali[sz]\w+|in general|general|drop\w*"
    r"|start\w*|initial\w*|could|would|should|were|had|even|need|needs|needed|authors?|others|people|popular"
    r"|replac\w+|regardless"
    r"|matter|except\w*|depending|respectively|trivial\w*|clear\w*|obvious\w*|easy|easily|excluded|forbidden|masked"
    r"|induction|probab\w+|expectation|average|approx\w*|nearly|almost|mostly|usually|typically|sometimes|often"
    r"|occasionally|option\w*"
    r"|(?<!assume )(?<!suppose )(?<!since )(?<!because )also)\b",
    re.I,
)
_SOME = (
    r"(?!(?:all|every|each|any|an?|the|this|our|simplicity|brevity|convenience|short|example|instance|now|clarity)\b)"
    r"[a-z]+"
)
#: … directly behind it.
RESTRICTS = re.compile(
    r"\A[\s,;:()]*(?:and\s+|but\s+)?(?:if|iff|when\w*|unless|provid\w+|as long as|assuming|until|initially|at|on"
    rf"|for {_SOME}|means|in the \w+ (?:case|step))\b",
    re.I,
)
#: Words before an equation of what is no definition.
NO_NAME = re.compile(
    r"\b(?:equations?|lines?|constraints?|conditions?|identit\w+|guess|hypothes[ie]s|assumptions?|conjectures?"
    r"|constraint"
    r"|requirements?|curve|plane|formula)\s*\Z",
    re.I,
)
#: Words alone between a display and what is supposed of it.
BESIDE = re.compile(
    r"\W*(?:and |but )?(?:for|if|when|whenever|where|with|provided(?: that)?|assuming|given|as long as)\s*"
)
#: Words by which what stands behind "with" holds on: "let … with".
LASTING = re.compile(
    r"\b(?:let|assum\w+|suppos\w+|consider\w*|given|denot\w+|throughout|fix|where|choos\w+|chosen|be|is|are"
    r"|tak\w+|say)\b",
    re.I,
)
#: Words with which a sentence begins that only calls what its display is, and a sentence of which only its display
#: says what it is about.
CALLS = re.compile(
    r"\A\W*(?:its|the|their)\s+(?:Jacobian|gradient|derivative|Hessian)s?\s+(?:is|are|reads?|equals?)"
    r"(?=[ \n]*(?:[,:]|\Z))",
    re.I,
)
SUMS_UP = re.compile(
    r"\W*(?:the|its|their)\s+sum\s+of\s+(?:the|all|its|their)\s+\w+\s+(?:is|equals)\s+(?:one|zero|[01])\s*:\W*"
    r"(?:\\begin\{\w+\*?\}\W*)?",
    re.I,
)
#: A sentence that says something of what the sentence before it named, and one that says it of all.
OF_THE_LAST = re.compile(
    r"\W*(?:here,? |also,? |moreover,? )?(?:it|they|this|these|both|each|all|the|call|its|their)\b", re.I
)
OF_ALL = re.compile(
    r"\b(?:throughout|always|everywhere|everything|in this (?:note|section|paper|chapter)|all|every|each|vectors"
    r"|matrices|numbers)\b",
    re.I,
)
#: Words by which what was supposed is supposed no longer; of an assumption, all that does not use it.
_ASSUMPTION = r"(?:assumption|hypothes[ie]s|restriction|supposition|simplification|requirement|condition|constraint)s?"
TAKEN_BACK = re.compile(
    r"\b(?:in general|more generally|generally|in the general case|general case|no longer|drop\w*|conversely"
    r"|otherwise|special case|on the other hand|after training|for arbitrary|for general|for non-\w+|lift\w* the"
    r"|relax\w*|dispens\w+ with|g[ia]ve up|abandon\w*|waiv\w*|do(?:es)? away with|get(?:ting)? rid of|discard\w*|undo"
    r"|remov\w+ (?:the|this|that|our|these) (?:\w+ )?(?:assum|restrict|hypothes|suppos|condition|simplif|requir"
    r"|constraint)\w+"
    r"|(?:do|need|shall|will|does) not (?:need to |have to )?(?:assum|requir|suppos|need|impos)\w*"
    rf"|without (?:this|that|the|these|our|any|such) (?:\w+ )?{_ASSUMPTION}"
    rf"|{_ASSUMPTION} (?:\w+ )?(?:was|were|(?:is|are) (?:only|just|merely|not|no|un\w+|super\w+|too|red\w+|lifted"
    rf"|wrong|a )"
    r"|can|may|could|does|do|need|fails?|breaks?|only|merely|served?|serves)"
    rf"|(?:forget|ignore|replace|weaken|violat\w+|reject|revoke|withdraw)\w* (?:about )?(?:this|that|the|our|these) "
    rf"(?:\w+ )?{_ASSUMPTION}"
    r"|(?:only|just|merely|purely) (?:for|as|to|an?|served) (?:(?:an?|the|sake of) )*(?:illustrat\w+|example|toy"
    r"|warm-?up"
    r"|demonstrat\w+|motivat\w+|intuition)|so much for|(?:this|that) was (?:only|just|merely|an?|the)\b"
    r"|(?:return|back|turn) to the (?:general|full|original|actual|real)|(?:again|once more|now) (?:arbitrary|general)"
    r"|(?:now )?allow (?:for )?(?:arbitrary|any|general|other|all|non-\w+))\b",
    re.I,
)
#: Words before letters that are anything from there on, or are declared anew, and words behind them.
_NOUNS = r"(?:(?!(?:of|in|from|with|by|for|to|on)\b)[\w-]+\s+){0,3}\Z"
ANY = re.compile(rf"\b(?:general|arbitrary|any|all|every|each|non-[\w-]+)\s+{_NOUNS}", re.I)
LETS = re.compile(rf"\b(?:let|take|consider|suppose|fix)\s+{_NOUNS}", re.I)
OF_ANY = re.compile(rf"\b(?:for|given)\s+(?:an?\s+|two\s+|some\s+)?{_NOUNS}", re.I)
JOINS = re.compile(r"\s*(?:,|and|,\s*and|or)\s*")
IS_ANY = re.compile(r"\A\s*(?:is|are|be|becomes?)\s+(?:now\s+)?(?:any|arbitrary|general|no longer|not)\b", re.I)
#: Words before what is supposed in place of something else.
NEXT = re.compile(r"\b(?:next|now|second|secondly|finally|instead|otherwise)\b[^.]{0,25}\Z", re.I)
#: Where a clause ends within a sentence.
CLAUSE = re.compile(r"[,;:]|\s[-–—]+\s|\b(?:but|so|then|hence|thus|therefore)\b")
#: Words by which what a display says is the condition under which something has a name.
CALLED_IF = re.compile(
    r"\b(?:is|are|be)\s+(?:said\s+to\s+be|called|termed)\s[^.;]{2,60}?\b(?:if|iff|when|whenever)\b", re.I
)
#: Words directly before a display that suppose it, whatever it says, and words that suppose what is no definition.
_FILLING = (
    r"(?:\s+(?:that|also|further|moreover|furthermore|in addition|for contradiction|the|contrary|we have|instead|now))*"
    r"\W*\Z"
)
INTRODUCES = re.compile(
    rf"\b(suppos\w+|assum\w+|if|iff|when|whenever|unless|provided|given|under the (?:condition"
    rf"|assumption)){_FILLING}",
    re.I,
)
SUPPOSES = re.compile(
    r"\b(?:such that|subject to|s\.t\.?|constraint|hypothesis)\W*\Z|\b(?:let|take|consider|fix"
    r"|choose)\b(?:[^.]*\b(?:with"
    r"|satisfying|such that|where|be|obey\w*))?\W*\Z",
    re.I,
)
#: Words directly before a display that its author relies on for what comes next: a reason, or what is let beside it.
_BEGINS = r"(?:\A\W*|[,;:–—]\W*)(?:(?:and|but|so|now|then|thus|hence|also|finally|next|here|note that)\W+)*"
REASON = re.compile(
    r"(?:\b(?:since|because(?! of)|given)(?:\s+(?:that|also|further|moreover|furthermore|in addition|now|here|we have"
    r"|we know(?: that)?|by (?:definition|assumption|construction|hypothesis)))*"
    r"|\b(?:due to|owing to|thanks to|because of|in view of|by virtue of|in light of)(?: the fact that)?"
    r"|\b(?:recall|remember)(?:ing|ed)?(?: also)?(?: that)?|\b(?:we|i|one)(?: \w+)? knows?(?: that)?"
    r"|\b(?:it is|is)(?: well)? known that|\bknowing(?: that)?"
    r"|\bus(?:e|es|ed|ing)(?: here)?(?: that| the (?:\w+ )?(?:fact|constraint|condition|assumption"
    r"|normali[sz]ation)(?: that)?)"
    r"|\b(?:we|i)(?: have)? used(?: here)?"
    r"|\b(?:follow\w*|obtain\w*|deriv\w+|get|gets|result\w*|deduc\w+|conclud\w+|consequence)(?: \w+)? (?:from|of)"
    rf"|{_BEGINS}(?:as|by|from|using|we use|substituting|inserting|plugging in|combining"
    rf"|together with)|{_BEGINS}by definition(?: of [^.]{{1,40}})?(?:,? we have)?"
    rf"|{_BEGINS}(?:let|here|where|for|with)\b(?:(?!\b(?:then|so|hence|thus|therefore|we|get|have|implies|gives?"
    r"|follows|prove|show)\b)[^.])*\$[^$]*\$[^.;:$]{0,60}\band)\s*[,:]?\s*\Z",
    re.I,
)
#: Words alone that join a display to the one before it.
JOINED_TO = re.compile(r"\W*(?:and|and also|as well as|together with|plus)(?:\s+(?:that|since|because))?\W*", re.I)
#: Words in the last clause before a display of which nothing is defined, and those by which something is.
NOT_SET = re.compile(
    rf"\b(?:{DENIED})\b(?:\W+\w+){{0,4}}\W*\Z|\b(?:special case|at initiali[sz]ation|options?|seek\w*|look for|iff|only"
    r"|contradiction|if|when|whenever|guess\w*|ideally|in case|case \w)\b|\bor\W*\Z",
    re.I,
)
SETS = re.compile(r"\b(?:let|set|define|denote|write|put|choose|take|use|introduce)\b", re.I)
#: Words before a display that tells what stands in one before it.
EXPLAINS = re.compile(
    r"\A[\s,;(–—]*(?:and\s+)?(?:where|with|here|in which|wherein|whose)\b|"
    r"\b(?:let|set|put|write|call|defin\w+|denot\w+|abbreviat\w+|given by|stands? for|recall)\b[^.]*\Z",
    re.I,
)
_DOES = r"(?:This|That|It|But|However|Neither|Both|They)"
#: Words directly behind a display that deny it …
DENIES = re.compile(
    rf"\A\?|\A{_DOES}\b[^.,]{{0,40}}\b(?:{DENIED})\b"
    rf"|\A[\s,–—(]*(?:(?:and|but|which|that|also|then|however,?|too)\s+)*(?:[a-z]+\s+){{0,3}}(?:{DENIED})\b",
    re.I,
)
#: … or restrict it, or make something else of it.
BEHIND = re.compile(
    r"\A[\s,–—(]*(?:(?:and|but|which|that|also|then|however,?|too)\s+)*"
    r"(?:if|iff|whenever|when|unless|only|except|provided|until|as long as|or|has|have|had|is called|are called|would"
    r"|could|might|with|at|on|up to|almost|since|because|in (?:expectation|distribution|law|practice)|on average"
    r"|is (?:what|the exception|an? (?:approx|simplif|ideal)\w*)|holds? (?:only|if|for|when\w*|in|on)"
    r"|where(?: \w+)? \$[^$]*\\in\b"
    rf"|is (?:true|valid|right|correct)\s+(?:only|if|for|when)|is (?:wrong|only)|for {_SOME})\b",
    re.I,
)
#: Words in a sentence behind a display by which it rests on more than is said, holds in a case, or is no claim.
AFTERWARDS = re.compile(
    r"\b(?:was|were|been|is|are|being|have|has|had|we|i)(?: \w+)? (?:dropped|ignored|neglected|omitted|suppressed"
    r"|assumed"
    r"|supposed|exploited)\b|\b(?:this|it|which|here)(?: \w+)? (?:uses?|needs?|requires?|assumes?|presupposes?"
    r"|relies)\b"
    r"|\bwe(?: have)?(?: \w+)? (?:used|exploited)\b|\b(?:have|has|with|enjoys?|share) th(?:is|at) property\b"
    r"|\btoo good\b|\bbelieve (?:it|this|that)\b|\b(?:find|spot|where is|what is) the (?:mistake|error|flaw|bug|slip)\b"
    r"|\b(?:nonsense|alas|rubbish|bogus)\b|\bsatisf(?:y|ies) (?:it|this|that)\b|\b(?:in expectation|on average)\b"
    rf"|\A{_DOES} (?:\w+ )?(?:is|are) (?:\w+ )?(?:true|valid|right|correct|the case) (?:at|in|on|with|under|near)\b"
    r"|\bth(?:is|at|ese) (?:has|have) been (?:fixed|corrected)\b",
    re.I,
)
#: Words before a display that follows from the one before it.
FOLLOWS = re.compile(
    r"\A\W*(?:and\s+)?(?:so|hence|thus|therefore|then|consequently|it follows|implies|imply|gives?|yields?"
    r"|we (?:get|obtain|have)"
    r"|which|this|equivalently|i\.e|or|that is|multiply\w*|dividing|subtract\w*|adding)\b",
    re.I,
)
#: Headings of parts whose displays hold in a case, or not at all.
HEADED = re.compile(
    rf"\b(?:{DENIED}|cases?|mistakes?|pitfalls?|misconceptions?|questions?|exercises?|myths?|wish\w*|goes wrong)\b"
    rf"|\bfor \w+ (?:matri|vect)"
    rf"|[<>=]",
    re.I,
)
#: A heading of another model than the one before, and words before a recurrence by which it is one.
VARIANT = re.compile(r"\b(?:simplif\w+|variants?|variations?|alternatives?|extensions?|generali[sz]\w+)\b", re.I)
VARIES = re.compile(
    r"\b(?:simplif\w+|variants?|instead|modif\w+|replac\w+|extend\w*|extensions?|generali[sz]\w+|improv\w+|furthermore"
    r"|in the end|the update (?:now )?becomes|becomes|now|gat(?:e|es|ed|ing)|forget\w*|decay\w*|learning rate"
    r"|introduc\w+|omit\w+|ignor\w+|without|in (?:GLA|Mamba\w*|RetNet|DeltaNet|\w+Net)\b)",
    re.I,
)
#: Words by which what is supposed is not to be used: it is one side of an equivalence, or leads to a contradiction.
NO_USE = re.compile(r"\b(?:iff|if and only if|unless|only|contradiction|contrary)\b", re.I)
