"""Assert that a function is attention: infer its conventions, report them, then test it."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sympy import Integer, MatrixSymbol

from symattn.errors import UsageError
from symattn.language.base.dims import dims
from symattn.language.base.symbols import MaskSymbol
from symattn.language.words.attention import Attention
from symattn.language.words.masks import BottomRightCausalMask, TopLeftCausalMask
from symattn.render.text import text
from symattn.testing.agreement import Implementation, assert_agree
from symattn.testing.calls import UntestedRows, Violation, check_is_function, name_of
from symattn.testing.detectors import DECODE_IS_PREFILL, DECODING, PREFILL
from symattn.testing.gradients import assert_gradients
from symattn.testing.implements import Tested, assert_implements
from symattn.testing.libraries import library_of

#: What arguments are called, in the order in which they are passed.
NAMES = {"Q": ("q", "query", "queries"), "K": ("k", "key", "keys"), "V": ("v", "value", "values")}
MASKS = ("mask", "attn_mask", "attention_mask", "bias")
CAUSAL = ("is_causal", "causal")
#: How arrays may lie: batch, heads and tokens in their order.
LAYOUTS = {"bhnd": "b h {0}", "bnhd": "b {0} h", "bnd": "b {0}", "nd": "{0}"}
TRIED = {"trials": 8, "shrink": False}
#: In which order query heads stand that share a key head: those of a group together, or one of each group in turn.
GROUPS = {"repeated": "(g rep)", "tiled": "(rep g)"}

r, n, ell, d = dims("r n ell d")
Q, K, V, M = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MaskSymbol("M", r, n)
LATER = ("r", "r+k")
#: Decoding with a cache is part of prefill where the causal mask ends at the last key.
CORNERS = {"end": BottomRightCausalMask, "start": TopLeftCausalMask}


@dataclass
class Inferred:
    """Hold what was inferred of a function, what was tested of it, and why the rest was not."""

    layout: str
    scale: str
    mask: str | None = None
    empty_rows: str | None = None
    corner: str | None = None
    tested: dict[str, Tested] = field(default_factory=dict)
    not_tested: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Say what was inferred, then what was tested and what was not."""
        said = [f"layout {self.layout}", f"scores {'divided by √ℓ' if self.scale == 'root' else 'not scaled'}"]
        said += [f"mask {self.mask!r}, rows without keys {self.empty_rows or 'not tested'}"] if self.mask else []
        said += [f"causal queries stand at the {self.corner}"] if self.corner else []
        lines = [f"inferred: {'; '.join(said)}", *(f"{name}: {tested}" for name, tested in self.tested.items())]
        left_out = "; ".join(f"{name} ({reason})" for name, reason in self.not_tested.items())
        return "\n".join([*lines, *([f"not tested: {left_out}"] if left_out else [])])


def assert_attention(
    function: Callable[..., Any], *, gradients: bool | None = None, groups: str | bool = "repeated", **options: Any
) -> Inferred:
    """Assert that a function of queries, keys and values is attention; return what was inferred of its conventions.

    Its arguments are found by their names: q, k, v, or the first three; mask or attn_mask; is_causal or causal. By
    trial are found: how arrays lie (batch and heads before or after the tokens), whether scores are scaled, what a mask
    means, what comes out where no key is seen, and where causal queries stand that are fewer than the keys. Then it is
    tested with these: forward, with fewer key heads than query heads, under masks, causal, decoding as part of prefill
    where that can hold, and its gradients where the library has any, unless ``gradients`` is False. The result says
    what was not tested, and why. Where the function takes fewer key heads, each has to serve query heads that stand
    together; ``groups="tiled"`` declares that query head i is served by key head i mod g, and False leaves this out.
    The other options are those of ``assert_implements``. Raise Violation where it is attention in none of these ways,
    with what is nearest.

    >>> import numpy as np
    >>> def attention(q, k, v):
    ...     s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    ...     p = np.exp(s - s.max(-1, keepdims=True))
    ...     return p / p.sum(-1, keepdims=True) @ v
    >>> print(str(assert_attention(attention, trials=4)).splitlines()[0])
    inferred: layout bhnd; scores divided by √ℓ
    """
    __tracebackhide__ = True
    check_is_function(function)
    if groups is not False and groups not in GROUPS:
        raise UsageError(f"groups= is 'repeated', 'tiled' or False, not {groups!r}")
    names, mask_name, causal_name = _arguments(function)
    called = _by_name(function, names)
    plain = {"library": library_of(function, options.pop("library", None)).name, **options}
    found = _plain(called, plain)
    name, axes = name_of(function), LAYOUTS[found.layout]
    grouped = _restricted(plain, _grouped(axes, "g rep"), "n")
    in_causal, plain = _restricted(plain, axes, "k"), _restricted(plain, axes, "n")
    scale = None if found.scale == "root" else Integer(1)
    of = partial(Attention, Q, K, V) if scale is None else partial(Attention, Q, K, V, scale=scale)
    signature = _signature(axes)
    found.tested["forward"] = assert_implements(called, of(), signature, **plain)
    _in_groups(found, called, of(), axes, groups, grouped, {*map(str, options.get("sizes") or {})})
    if mask_name:
        masked, with_mask = _by_name(function, (*names, mask_name)), f"{signature.partition(' ->')[0]}, M: r n"
        full = f"{with_mask} ->{signature.partition('->')[2]}"
        asked = (masked, of(mask=M), full)
        meanings = [(mask, asked, {**plain, "mask": mask}) for mask in ("keep", "additive", "drop")]
        found.mask = _first(f"{name} takes no mask as 'keep', 'additive' or 'drop'", meanings)
        conventions = {**plain, "mask": found.mask, "empty_rows": None}
        rows = [(each, asked, {**conventions, "empty_rows": each}) for each in ("zero", "nan", "mean", "error")]
        with suppress(Violation):
            found.empty_rows = conventions["empty_rows"] = _first(name, rows)
        found.tested["masked"] = assert_implements(*asked, **conventions)
    else:
        found.not_tested["masks"] = f"no argument is called {', '.join(MASKS[:-1])} or {MASKS[-1]}"
    if causal_name:
        causal = _by_name(function, names, {causal_name: True})
        called_as = {corner: (causal, _causal(of, mask), _signature(axes, LATER)) for corner, mask in CORNERS.items()}
        tried = [(corner, asked, in_causal) for corner, asked in called_as.items()]
        found.corner = _first(f"{name} is causal at neither corner", tried)
        found.tested["causal"] = assert_implements(*called_as[found.corner], **in_causal)
        if found.corner == "end" and scale is None:
            _decode(causal, axes, {**plain, "sizes": options.get("sizes")})
        else:
            found.not_tested["decoding"] = "that it is part of prefill is kept of scores/√ℓ and queries at the end"
    else:
        found.not_tested["causal"] = f"no argument is called {' or '.join(CAUSAL)}"
    differentiates = plain["library"] in ("torch", "jax")
    if not (differentiates if gradients is None else gradients):
        found.not_tested["gradients"] = "gradients=False" if differentiates else f"{plain['library']} has none"
    elif scale is not None:
        found.not_tested["gradients"] = "they are kept of scores/√ℓ"
    else:
        parts = assert_gradients(called, of(), signature, **plain)
        found.tested |= {f"∂/∂{matrix}": tested for matrix, tested in parts.items()}
    return found


def _in_groups(
    found: Inferred,
    called: Callable[..., Any],
    expr: Any,
    axes: str,
    groups: str | bool,
    options: Mapping[str, Any],
    sizes: set[str],
) -> None:
    """Test a function with fewer key heads than query heads where it takes them; else note why it was not."""
    __tracebackhide__ = True
    what = "fewer key heads than query heads"
    reasons = {"groups=False": groups is False, "the layout has no heads": "h" not in axes.split()}
    reasons["sizes= fixes h"] = "h" in sizes and not {"g", "rep"} & sizes
    for reason in (each for each, holds in reasons.items() if holds):
        found.not_tested[what] = reason
        return
    order = GROUPS[str(groups)]
    queries, keys = _grouped(axes, order).format("r"), _grouped(axes, "g").format("n")
    signature = f"Q: {queries} ell, K: {keys} ell, V: {keys} d -> {queries} d"
    several = {**options, "sizes": {"g": (2, 3), "rep": (2, 3), **options["sizes"]}}
    try:
        assert_implements(called, expr, signature, **{**several, **TRIED})
    except Violation as violation:
        if violation.raised:
            found.not_tested[what] = f"it raised {type(violation.__cause__).__name__}"
            return
        options = {**several, "trials": TRIED["trials"]}  # it fails with these, and is made smaller
    try:
        found.tested[f"{what}, {order}"] = assert_implements(called, expr, signature, **options)
    except Violation as violation:
        other = next(each for each in GROUPS if each != groups)
        raise Violation(
            f"{name_of(called)} is no attention with {what} in the order {order}; groups={other!r} declares the other"
            f" order, groups=False that it takes as many key heads as query heads:\n{violation}"
        ) from None


def _grouped(axes: str, heads: str) -> str:
    """Return a layout with other axes where the heads stand."""
    return " ".join(heads if axis == "h" else axis for axis in axes.split())


def _arguments(function: Callable[..., Any]) -> tuple[tuple[str, ...], str | None, str | None]:
    """Return the names of queries, keys and values, of a mask, and of what says that it is causal."""
    try:
        taken = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        builtin = getattr(function, "__name__", "") == "scaled_dot_product_attention"
        return (), "attn_mask" if builtin else None, "is_causal" if builtin else None
    own = [next((each for each in taken if each.lower() in known), None) for known in NAMES.values()]
    if None in own and len(taken) < 3:
        raise UsageError(f"{name_of(function)} has no three arguments for queries, keys and values: {', '.join(taken)}")
    names = tuple(str(each) for each in own) if None not in own else tuple(taken[:3])
    mask, causal = (next((each for each in taken if each in known), None) for known in (MASKS, CAUSAL))
    return names, mask, causal


def _by_name(
    function: Callable[..., Any], names: tuple[str, ...], given: Mapping[str, Any] | None = None
) -> Callable[..., Any]:
    """Return the function of arrays in the order of a signature, passed by their names where these are known."""
    fixed = dict(given or {})

    def called(*arrays: Any) -> Any:
        if len(names) < 3:  # a builtin function: three places, then what has a name
            return function(*arrays[:3], **dict(zip(names, arrays[3:], strict=True)), **fixed)
        return function(**dict(zip(names, arrays, strict=True)), **fixed)

    called.__name__ = name_of(function)
    return called


def _restricted(options: Mapping[str, Any], axes: str, keys: str) -> dict[str, Any]:
    """Return the options with the sizes that there are: of the layout, and of as many keys as named."""
    known = {*axes.replace("{0}", "").split(), "r", "ell", "d", keys}
    sizes = {str(name): size for name, size in (options.get("sizes") or {}).items() if str(name) in known}
    return {**options, "sizes": sizes}


def _signature(axes: str, sizes: tuple[str, str] = ("r", "n")) -> str:
    rows, keys = (axes.format(size) for size in sizes)
    return f"Q: {rows} ell, K: {keys} ell, V: {keys} d -> {rows} d"


def _first(failure: str, tried: Sequence[tuple[Any, tuple[Any, Any, str], Mapping[str, Any]]]) -> Any:
    """Return the first of some choices with which a function is what it may be; raise a Violation otherwise.

    Its reason is the first for which the function raised no error, where there is one.
    """
    failed = list[Violation]()
    for choice, asked, options in tried:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UntestedRows)  # what is declared of them is tried later
                assert_implements(*asked, **{**options, **TRIED})
            return choice
        except Violation as violation:
            failed.append(violation)
    nearest = min(failed, key=lambda violation: violation.raised)
    raise Violation(f"{failure}. This is what comes nearest:\n{nearest}")


def _plain(called: Callable[..., Any], options: Mapping[str, Any]) -> Inferred:
    """Find how arrays lie and whether scores are scaled; of what is always causal, say how it is tested."""
    scores = {"root": Attention(Q, K, V), "none": Attention(Q, K, V, scale=Integer(1))}
    tried = [
        ((layout, scale), (called, expr, _signature(axes)), _restricted(options, axes, "n"))
        for layout, axes in LAYOUTS.items()
        for scale, expr in scores.items()
    ]
    named = f"{name_of(called)} is attention in none of the layouts {', '.join(LAYOUTS)}"
    try:
        return Inferred(*_first(named, tried))
    except Violation as plainly:
        nearest, of = plainly, partial(Attention, Q, K, V)
    causal = [
        (asked[1:], asked, _restricted(options, axes, "k"))
        for axes in LAYOUTS.values()
        for mask in CORNERS.values()
        for asked in [(called, _causal(of, mask), _signature(axes, LATER))]
    ]
    try:
        expr, signature = _first(named, causal)
    except Violation:
        raise nearest from None
    raise Violation(
        f"{named}; it is causal attention, {text(expr)} with {signature!r}: test it with assert_implements, or give it"
        " an argument is_causal"
    )


def _causal(of: Any, corner: Any) -> Any:
    """Return causal attention of r queries and r + k keys, so that none of them sees no key."""
    k = dims("k")
    keys, values = MatrixSymbol("K", r + k, ell), MatrixSymbol("V", r + k, d)
    return Attention(Q, keys, values, corner(r, r + k), **of.keywords)


def _decode(causal: Callable[..., Any], axes: str, options: Mapping[str, Any]) -> None:
    """Assert that decoding with a cache is part of prefill."""
    passed = ("dtypes", "arithmetic", "seed", "sizes", "trials", "device", "views")
    kept, library = {name: options[name] for name in passed if name in options}, options["library"]
    decode = Implementation(causal, DECODING, _signature(axes, LATER), library=library)
    prefill = Implementation(causal, PREFILL, _signature(axes, ("n", "n")), library=library)
    assert_agree([decode, prefill], DECODE_IS_PREFILL, **kept)
