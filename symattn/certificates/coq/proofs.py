"""Write a proof as Coq definitions: a part that is used more than once has its own, other parts are written inline.

A definition takes the sizes, the variables and the hypotheses of its theorem as arguments. What a step speaks of beyond
its theorem – a variable or a size that has gone from the conclusion – stands for any element, and is given one. A lemma
is used at other sizes as it is where that gives the sizes as they are written, and is written again otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from symattn.certificates.coq.polynomials import Polynomials
from symattn.certificates.coq.printing import Printer
from symattn.certificates.coq.sizes import agrees, expression, replaced, sizes_written, written
from symattn.certificates.coq.statements import composites
from symattn.certificates.coq.views import View, Views
from symattn.certificates.record import inferences
from symattn.errors import UsageError
from symattn.kernel.axioms import AXIOMS
from symattn.kernel.rules import Theorem
from symattn.kernel.syntax import parse
from symattn.kernel.terms import (
    Abs,
    App,
    Const,
    Size,
    Term,
    Var,
    abstract,
    app,
    sides,
    size_variables,
    substitute,
    substitute_sizes,
    var,
)

INLINE = 40  # steps that may stand inside one definition
HOLES = 3  # places of one context that change at once

Sizes = tuple[tuple[str, Size], ...]
Node = tuple[Theorem, Sizes]


@dataclass(frozen=True, slots=True)
class Piece:
    """Hold a proof as text, with the variables and the sizes that it speaks of."""

    text: str
    free: frozenset[Var] = frozenset()
    sizes: frozenset[str] = frozenset()


def within(text: str, *pieces: Piece) -> Piece:
    """Return text in which these pieces stand."""
    free: frozenset[Var] = frozenset()
    sizes: frozenset[str] = frozenset()
    for piece in pieces:
        free, sizes = free | piece.free, sizes | piece.sizes
    return Piece(text, free, sizes)


def joined(before: str, *pieces: Piece) -> Piece:
    """Return a lemma applied to proofs and terms."""
    return within(f"({before} {' '.join(p.text for p in pieces)})", *pieces)


@dataclass(frozen=True, slots=True)
class Lemma:
    """Hold what has been written of a theorem: its name and what it takes, in order."""

    name: str
    sizes: tuple[str, ...]
    variables: tuple[Var, ...]
    hypotheses: tuple[Term, ...]


class ProofWriter:
    """Write proofs; ``printer.lines`` are all their definitions, in order.

    ``shared`` gives the lemma, in a file that is imported, that states what a theorem does.
    """

    def __init__(self, printer: Printer, shared: Callable[[Theorem], Lemma | None] = lambda theorem: None) -> None:
        self.printer, self.shared = printer, shared
        self.views = Views()
        self.lemmas: dict[Node, Lemma] = {}
        self.needed: dict[Node, list[Node]] = {}
        self.same: dict[str, str] = {}
        self.polynomials = Polynomials(printer)
        self.within: dict[Theorem, frozenset[str]] = {}
        self.axiom_terms: dict[str, Term] = {}
        self.variables_of_sizes: dict[Term, frozenset[str]] = {}
        self.agreed: dict[tuple[Theorem, Sizes], bool] = {}
        self.at_sizes: dict[tuple[Term, Sizes], Term] = {}

    def write(self, theorem: Theorem) -> Lemma:
        """Write what is new of a proof and return its last lemma."""
        self._read(theorem)
        root: Node = (self.views.core(theorem), ())
        order = self._order(root)
        apart = self._apart(order)
        sizes: dict[Node, int] = {}
        for node in order:
            if node in self.lemmas:
                continue
            sizes[node] = 1 + sum(sizes[child] for child in self.needed[node] if child not in self.lemmas)
            if node in apart or node == root or sizes[node] > INLINE:
                self._define(node)
        return self.lemmas[root]

    # the graph of steps

    def _order(self, root: Node) -> list[Node]:
        """Return the steps that are needed, premises before conclusions."""
        order: list[Node] = []
        seen: set[Node] = set(self.lemmas)
        stack: list[tuple[Node, bool]] = [(root, False)]
        while stack:
            node, ready = stack.pop()
            if ready:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                self.needed[node] = self._children(*node)
                stack.append((node, True))
                stack += [(child, False) for child in reversed(self.needed[node])]
        return order

    def _apart(self, order: Iterable[Node]) -> set[Node]:
        """Return the steps that are written by themselves."""
        counts: dict[Node, int] = {}
        apart: set[Node] = set()
        for node in order:
            for child in self.needed[node]:
                counts[child] = counts.get(child, 0) + 1
                if self.views[node[0]].rule in ("instantiate", "instantiate_sizes"):
                    apart.add(child)
        apart |= {n for n, c in counts.items() if c > 1 and self.views[n[0]].rule not in ("assume", "convertible")}
        return apart

    def _children(self, theorem: Theorem, sizes: Sizes) -> list[Node]:
        view = self.views[theorem]
        if view.rule == "instantiate_sizes":
            return [self._premise_at(theorem, sizes)]
        if view.rule == "convertible":
            return []
        hidden = view.rule == "congruence"
        return [(self.views.core(u), sizes) for u in view.uses if not (hidden and self.views.convertible(u))]

    def _premise_at(self, theorem: Theorem, sizes: Sizes) -> Node:
        """Return the premise of an instance at sizes: the theorem for all sizes, or written at these."""
        premise = self.views.core(theorem.premises[0])
        values = self._composed(theorem, sizes)
        return (premise, ()) if self._agrees(premise, values) else (premise, values)

    def _composed(self, theorem: Theorem, sizes: Sizes) -> Sizes:
        outer = dict(sizes)
        inner: dict[str, Size] = dict(_pairs(theorem))
        every = {**outer, **{name: size.substitute(outer) for name, size in inner.items()}}
        within = self.within[theorem.premises[0]]
        return tuple(sorted(((n, s) for n, s in every.items() if n in within and s != Size.variable(n)), key=str))

    def _read(self, theorem: Theorem) -> None:
        """Read the inferences of a proof: as larger steps, and the size variables that each needs."""
        for step in inferences(theorem):
            if step in self.within:
                continue
            self.views.read(step)
            core = self.views.core(step)
            if (core, ()) not in self.lemmas and (lemma := self.shared(step)) is not None:
                self.lemmas[core, ()] = lemma
            found: frozenset[str] = frozenset()
            for premise in step.premises:
                found |= self.within[premise]
            if step.rule == "instantiate_sizes":
                values: dict[str, Size] = dict(_pairs(step))
                named = [values.get(name, Size.variable(name)) for name in found]
                found = frozenset(name for size in named for name in size.variables())
            elif step.rule == "instantiate":
                found = found.union(*(self._sizes_of(t) for pair in _pairs(step) for t in pair))
            elif not step.premises:
                found = self._sizes_of(step.conclusion)
            elif step.rule == "abstraction":
                found |= self._sizes_of(step.arguments[0])  # type: ignore[arg-type]
            self.within[step] = found

    def _agrees(self, theorem: Theorem, values: Sizes) -> bool:
        """Tell whether a theorem at other sizes has them as they are written."""
        key = theorem, values
        if key not in self.agreed:
            stated = sizes_written([theorem.conclusion, *theorem.hypotheses])
            self.agreed[key] = all(agrees(size, dict(values)) for size in stated)
        return self.agreed[key]

    # terms

    def _at(self, t: Term, sizes: Sizes) -> Term:
        if not sizes:
            return t
        key = t, sizes
        if key not in self.at_sizes:
            self.at_sizes[key] = substitute_sizes(t, dict(sizes))
        return self.at_sizes[key]

    def _sizes_of(self, t: Term) -> frozenset[str]:
        found = self.variables_of_sizes.get(t)
        if found is None:
            found = t.type.size_variables()
            if isinstance(t, App):
                found = found | self._sizes_of(t.function) | self._sizes_of(t.argument)
            elif isinstance(t, Abs):
                found = found | self._sizes_of(t.body)
            elif isinstance(t, Const):
                found = found.union(*(size.variables() for size in t.sizes))
            self.variables_of_sizes[t] = found
        return found

    def _term(self, t: Term) -> Piece:
        return Piece(self.printer.term(t), t.free, self._sizes_of(t))

    def _holds(self, t: Term) -> str:
        return f"is_true {self.printer.term(t)}"

    def _hypothesis(self, t: Term) -> str:
        return self.printer.names.name(("hypothesis", t), "H")

    def _stated(self, theorem: Theorem, sizes: Sizes) -> tuple[Term, tuple[Term, ...]]:
        hypotheses = dict.fromkeys(self._at(h, sizes) for h in theorem.hypotheses)
        return self._at(theorem.conclusion, sizes), tuple(hypotheses)

    # lemmas

    def _define(self, node: Node) -> None:
        """Write a step by itself."""
        conclusion, hypotheses = self._stated(*node)
        free = conclusion.free.union(*(h.free for h in hypotheses))
        variables = tuple(sorted(free, key=lambda v: (v.name, str(v.type))))
        sizes = tuple(sorted(size_variables([conclusion, *hypotheses])))
        body = self._step(*node)
        lost = sorted(body.free - free, key=lambda v: (v.name, str(v.type)))
        gone = sorted(body.sizes.union(*(self._sizes_of(v) for v in lost)) - set(sizes))
        name = self.printer.names.new("t")
        text = body.text
        for v in lost:
            text = f"((fun {self._binder(v)} => {text}) {self.printer.some(v.type)})"
        for size in gone:
            text = f"((fun {self.printer.size_name(size)} : size => {text}) 1%positive)"
        over = f" ({' '.join(map(self.printer.size_name, sizes))} : size)" if sizes else ""
        over += "".join(f" ({self._binder(v)})" for v in variables)
        over += "".join(f" ({self._hypothesis(h)} : {self._holds(h)})" for h in hypotheses)
        self.printer.lines.append(f"Definition {name}{over} : {self._holds(conclusion)} :=\n  {text}.")
        self.lemmas[node] = Lemma(name, sizes, variables, hypotheses)

    def _binder(self, v: Var) -> str:
        return f"{self.printer.variable(v)} : {self.printer.type(v.type)}"

    def _use(self, node: Node, values: Mapping[Var, Term], at: Mapping[str, Size]) -> Piece:
        """Return a lemma at sizes, at terms for its variables, and at its hypotheses there."""
        lemma = self.lemmas[node]
        sizes = [at.get(name, Size.variable(name)) for name in lemma.sizes]
        pieces = [Piece(self.printer.size(s), frozenset(), s.variables()) for s in sizes]
        pairs = tuple(sorted(at.items()))
        for v in lemma.variables:
            term = self._at(v, pairs)
            pieces.append(self._term(values.get(v, term)))
        for h in lemma.hypotheses:
            stated = self._at(h, pairs)
            inside = {v: t for v, t in values.items() if v in stated.free}
            pieces.append(Piece(self._hypothesis(substitute(stated, inside) if inside else stated)))
        return joined(lemma.name, *pieces) if pieces else Piece(lemma.name)

    # steps

    def _proof(self, theorem: Theorem, sizes: Sizes, shaped: bool = False) -> Piece:
        """Return a proof of a theorem; ``shaped`` says that its conclusion has to be seen in its own form."""
        core = self.views.core(theorem)
        node = core, sizes
        piece = self._use(node, {}, {}) if node in self.lemmas else self._step(core, sizes)
        if shaped and core is not theorem and self.views[core].rule != "convertible":
            stated = self._term(self._at(theorem.conclusion, sizes))
            return within(f"({piece.text} : is_true {stated.text})", piece, stated)
        return piece

    def _step(self, theorem: Theorem, sizes: Sizes) -> Piece:
        view = self.views[theorem]
        method = getattr(self, f"_by_{view.rule}", None)
        if method is None:
            raise UsageError(f"there is no way to write the rule {view.rule} for Coq")
        result: Piece = method(theorem, view, sizes)
        return result

    def _by_convertible(self, theorem: Theorem, _: View, sizes: Sizes) -> Piece:
        pair = sides(self._at(theorem.conclusion, sizes))
        if pair is None:
            raise UsageError("what is true by computation is an equation")
        a, b = map(self._term, pair)
        ty = self.printer.argument_type(pair[0].type)
        return within(f"(@REFL {ty} {a.text} : is_true (@eqb {ty} {a.text} {b.text}))", a, b)

    def _by_assume(self, theorem: Theorem, _: View, sizes: Sizes) -> Piece:
        proposition = self._at(theorem.conclusion, sizes)
        return Piece(self._hypothesis(proposition), proposition.free, self._sizes_of(proposition))

    def _by_trans(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("TRANS", *(self._proof(u, sizes) for u in view.uses))

    def _by_eq_mp(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("EQMP", *(self._proof(u, sizes) for u in view.uses))

    def _by_symmetry(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("SYM", self._proof(view.uses[0], sizes))

    def _by_true(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("TRUE", self._proof(view.uses[0], sizes))

    def _by_from_true(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("FROM", self._proof(view.uses[0], sizes, shaped=True))

    def _by_conj(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("CONJ", *(self._proof(u, sizes) for u in view.uses))

    def _by_first(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("CONJ1", self._proof(view.uses[0], sizes, shaped=True))

    def _by_second(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("CONJ2", self._proof(view.uses[0], sizes, shaped=True))

    def _by_mp(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return joined("MP", self._proof(view.uses[0], sizes, shaped=True), self._proof(view.uses[1], sizes))

    def _by_spec(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        value = self._term(self._at(view.argument, sizes))
        return joined("SPEC", self._proof(view.uses[0], sizes, shaped=True), value)

    def _by_gen(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return self._bound("GEN", view, sizes)

    def _by_abstraction(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        return self._bound("ABS", view, sizes)

    def _bound(self, lemma: str, view: View, sizes: Sizes) -> Piece:
        variable = self._at(view.argument, sizes)
        if not isinstance(variable, Var):
            raise UsageError("what is bound is no variable")
        inner = self._proof(view.uses[0], sizes, shaped=True)
        text = f"({lemma} (fun {self._binder(variable)} => {inner.text}))"
        return Piece(text, inner.free - {variable}, inner.sizes | self._sizes_of(variable))

    def _by_discharge(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        p = self._term(proposition := self._at(view.argument, sizes))
        inner = self._proof(view.uses[0], sizes)
        text = f"(DISCH (fun {self._hypothesis(proposition)} : is_true {p.text} => {inner.text}))"
        return within(text, p, inner)

    def _by_cut(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        lemma, theorem = view.uses
        p = self._term(proposition := self._at(lemma.conclusion, sizes))
        outer, inner = self._proof(lemma, sizes), self._proof(theorem, sizes)
        text = f"((fun {self._hypothesis(proposition)} : is_true {p.text} => {inner.text}) {outer.text})"
        return within(text, p, outer, inner)

    def _by_deduct_antisym(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        first, second = (self._proof(u, sizes) for u in view.uses)
        terms = [self._at(u.conclusion, sizes) for u in view.uses]
        (p, q), (hp, hq) = map(self._term, terms), map(self._hypothesis, terms)
        text = f"(@DEDUCT {p.text} {q.text} (fun {hq} => {first.text}) (fun {hp} => {second.text}))"
        return within(text, p, q, first, second)

    def _by_instantiate(self, theorem: Theorem, view: View, sizes: Sizes) -> Piece:
        core = self.views.core(view.uses[0])
        values: dict[Var, Term] = {}
        for variable, value in _pairs(theorem):
            at = self._at(variable, sizes)
            if isinstance(at, Var):
                values[at] = self._at(value, sizes)
        return self._use((core, sizes), values, {})

    def _by_instantiate_sizes(self, theorem: Theorem, _: View, sizes: Sizes) -> Piece:
        node = self._premise_at(theorem, sizes)
        return self._use(node, {}, {} if node[1] else dict(self._composed(theorem, sizes)))

    def _by_axiom(self, _: Theorem, view: View, sizes: Sizes) -> Piece:
        name = str(view.argument[0])
        if name not in self.axiom_terms:
            self.axiom_terms[name] = parse(AXIOMS[name].statement)
        term, values = self.axiom_terms[name], dict(sizes)
        variables = sorted(size_variables([term]))
        at = [values.get(v, Size.variable(v)) for v in variables]
        pieces = [Piece(self.printer.size(s), frozenset(), s.variables()) for s in at]
        for composite in composites(term):
            size = composite.substitute(values)
            pieces.append(Piece(self.printer.size(size), frozenset(), size.variables()))
        for composite in composites(term):
            pieces.append(Piece(self._same_size(composite, values)))
        return joined(f"ax_{name}", *pieces) if pieces else Piece(f"ax_{name}")

    def _same_size(self, composite: Size, values: Mapping[str, Size]) -> str:
        """Return a proof that a size is the composite at some sizes."""
        if agrees(composite, values):
            return "eq_refl"
        size = composite.substitute(values)
        name = self.printer.size_name
        found, given = written(expression(size), name), written(replaced(expression(composite), values), name)
        over, stated = " ".join(map(name, sorted(size.variables()))), f"{found} = {given}"
        if stated not in self.same:
            self.same[stated] = self.printer.names.new("same")
            lemma = f"Lemma {self.same[stated]} : forall {over} : size, {stated}. Proof. same_size. Qed."
            self.printer.lines.append(lemma)
        return f"({self.same[stated]} {over})"

    def _by_ring(self, theorem: Theorem, _: View, sizes: Sizes) -> Piece:
        pair = sides(self._at(theorem.conclusion, sizes))
        if pair is None:
            raise UsageError("ring proves an equation")
        lemma, atoms = self.polynomials.lemma(*pair)
        inner = joined(lemma, *map(self._term, atoms)) if atoms else Piece(lemma)
        return joined("@EQI R _ _", inner)

    def _by_congruence(self, theorem: Theorem, view: View, sizes: Sizes) -> Piece:
        """Write equations within a term: the term with holes, and an equation for each hole."""
        holes: list[tuple[Var, Theorem]] = []
        context = self._context(theorem, sizes, holes, top=True)
        if len(holes) > HOLES:
            return joined("COMB", *(self._proof(u, sizes) for u in view.uses))
        shape = reduce(lambda body, hole: abstract(hole[0], body), reversed(holes), context)
        if len(holes) == 1 and isinstance(context, App) and context.argument is holes[0][0]:
            shape = context.function if holes[0][0] not in context.function.free else shape
        return joined(f"CTX{len(holes)}", self._term(shape), *(self._proof(u, sizes) for _, u in holes))

    def _context(self, theorem: Theorem, sizes: Sizes, holes: list[tuple[Var, Theorem]], top: bool = False) -> Term:
        if self.views.convertible(theorem):
            pair = sides(self._at(theorem.conclusion, sizes))
            return pair[0] if pair else theorem.conclusion
        inside = top or (theorem, sizes) not in self.lemmas
        if inside and self.views[theorem].rule == "congruence" and len(holes) <= HOLES:
            function, argument = theorem.premises
            left = self._context(function, sizes, holes)
            return app(left, self._context(argument, sizes, holes))
        pair = sides(self._at(theorem.conclusion, sizes))
        hole = var(f"·hole.{len(holes)}", (pair[0] if pair else theorem.conclusion).type)
        holes.append((hole, theorem))
        return hole


def _pairs(theorem: Theorem) -> tuple[tuple[Any, Any], ...]:
    """Return what an instance puts for what."""
    arguments: Any = theorem.arguments
    return tuple(arguments)
