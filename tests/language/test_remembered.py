"""What is remembered of expressions is that of the very object: an equal one, or a later one, is looked at itself."""

import pytest
from sympy import Basic, Dummy, Idx, Integer, Lambda, MatAdd, MatMul, MatrixSymbol, Sum, Symbol, exp

from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language import Node, check_shapes, define, dims
from symattn.language.base import occurrences, traversal
from symattn.language.base.occurrences import free_parts
from symattn.language.base.passed import Passed
from symattn.language.base.traversal import postorder
from symattn.language.spelling import check_words

n, m = dims("n m")
s, x = Symbol("s", integer=True), Symbol("x", real=True)


def plain_walk(*roots):
    found = {}

    def visit(node):
        for argument in node.args:
            visit(argument)
        found.setdefault(node)

    for root in roots:
        visit(root)
    return list(found)


A, B = MatrixSymbol("A", n, m), MatrixSymbol("B", m, n)
EXPRESSIONS = (Sum(exp(s * x), (s, 0, n - 1)), A * B + B.T * A.T, Lambda(x, x + s), A[s, 0] + x, Integer(3))


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_a_second_walk_sees_what_the_first_saw(expression):
    assert list(postorder(expression)) == list(postorder(expression)) == plain_walk(expression)


def test_several_roots_are_walked_as_one():
    assert list(postorder(*EXPRESSIONS)) == plain_walk(*EXPRESSIONS)
    assert list(postorder(x, x + 1, x)) == plain_walk(x, x + 1)


def test_an_equal_expression_of_other_objects_is_walked_itself():
    first, second = Basic(Symbol("t") + 1), Basic(Symbol("t") + 1)
    assert first == second and first is not second
    list(postorder(first))
    nodes = list(postorder(second))
    assert nodes[-1] is second


def test_what_is_remembered_is_bounded():
    kept = [Symbol("x") + number for number in range(2, 3 * traversal.MOST_KEPT)]
    for expression in kept:
        list(postorder(expression))
        free_parts(expression)
    long = sum((Dummy() for _ in range(traversal.MOST_NODES + 1)), Integer(0))
    assert len(list(postorder(long))) > traversal.MOST_NODES
    assert len(traversal._NODES) <= traversal.MOST_KEPT >= len(occurrences._FREE)
    assert id(long) not in traversal._NODES


def test_free_symbols_that_are_changed_are_those_of_the_caller_alone():
    expression = Sum(s * x, (s, 0, 3))
    free_parts(expression)[expression] = frozenset()
    assert free_parts(expression)[expression] == {x}


def test_free_symbols_of_several_expressions_are_those_of_each():
    i = Idx("i", n)
    free = free_parts(x + s, Sum(x * s, (s, 0, 3)), A[i, 0])
    assert free[x + s] == {x, s} and free[Sum(x * s, (s, 0, 3))] == {x} and i in free[A[i, 0]]


def test_a_word_gives_its_sizes_anew_each_time():
    word = define("Remembered", (A,), A.T * A)
    arguments = (MatrixSymbol("C", 2, 3),)
    _, sizes = word.word.checked(arguments)
    sizes.clear()
    assert word.word.checked(arguments)[1] == {n: 2, m: 3}


def test_an_index_that_lies_outside_is_refused_each_time():
    C = MatrixSymbol("C", 2, n)
    for _ in range(2):
        assert C[1, n - 1] == MatrixSymbol("C", 2, n)[1, n - 1]
        for i, j in ((2, 0), (-3, 0), (0, n)):
            with pytest.raises(IndexError):
                C[i, j]


def test_shapes_that_differ_are_told_apart():
    for size in (1, 2, 1):
        D = MatrixSymbol("D", size, size)
        if size == 2:
            assert D[1, 1].i == 1
        else:
            with pytest.raises(IndexError):
                D[1, 1]


def test_a_symbol_with_other_assumptions_is_asked_about_itself():
    k, anything = Symbol("k", integer=True, negative=True), Symbol("k", integer=True)
    size = Symbol("size", integer=True, positive=True)
    assert MatrixSymbol("E", size, 1)[anything, 0].i == anything
    with pytest.raises(IndexError):
        MatrixSymbol("E", 2, 1)[k - 2, 0]
    assert MatrixSymbol("E", 2, 1)[anything - 2, 0].i == anything - 2


def test_an_index_that_may_be_zero_lies_in_every_size():
    for index in (s, Symbol("k", integer=True, nonnegative=True), Dummy("k", integer=True, even=True)):
        assert A[index, 0].i is index and MatrixSymbol("a", 1, 1)[0, index].j is index


@pytest.mark.parametrize("known", [{"positive": True}, {"zero": False, "nonnegative": True}, {"prime": True}], ids=str)
def test_an_index_that_cannot_be_zero_is_held_against_the_size(known):
    index = Symbol("k", integer=True, **known)
    assert A[index, index].i is index
    with pytest.raises(IndexError):
        MatrixSymbol("a", 1, n)[index, 0]
    with pytest.raises(IndexError):
        A[n + index, 0]


@pytest.mark.parametrize("size", [0, -1, -n], ids=str)
def test_nothing_lies_in_what_is_no_size(size):
    with pytest.raises((IndexError, ValueError)):
        MatrixSymbol("a", size, n)[Symbol("k", integer=True, nonnegative=True), 0]


def test_an_index_that_is_an_expression_is_held_against_the_size():
    k = Symbol("k", integer=True, nonnegative=True)
    for outside in (n + k, n + 1):
        with pytest.raises(IndexError):
            A[outside, 0]
    assert A[n - 1, k + 1].j == k + 1


def test_an_expression_that_passed_is_known_by_identity_alone():
    passed, one, other = Passed(), A * B, MatMul(A, B)
    assert one is not other and one == other
    passed.keep([one], list(postorder(one)))
    assert one in passed and other not in passed and passed.new([one, other]) == [other]


def test_what_passed_is_bounded_and_large_expressions_are_not_kept():
    passed = Passed()
    for k in range(3 * traversal.MOST_KEPT):
        passed.keep([term := x + k], list(postorder(term)))
    assert len(passed._kept) <= traversal.MOST_KEPT
    large = Basic(*map(Integer, range(traversal.MOST_NODES)))
    passed.keep([large], list(postorder(large)))
    assert large not in passed


def test_shapes_of_what_is_made_of_parts_that_fit_are_checked():
    check_shapes(A * B), check_shapes(B * A)
    for kind, parts in ((MatAdd, (A * B, B * A)), (MatMul, (A * B, B)), (MatMul, (A * B, A * B, A * B, A.T))):
        with pytest.raises(ShapeError):
            check_shapes(Basic.__new__(kind, *parts))


def test_a_name_beside_one_that_passed_is_checked():
    check_words(A * B + A * B)
    with pytest.raises(UnsupportedExpression):
        check_words(A * B * MatrixSymbol("C\u200b", n, n))


def test_a_class_of_the_user_is_checked_each_time():
    class Mine(Node):
        factor = 2

        def __new__(cls, X):
            return cls._make(X.shape, X)

        def definition(self):
            return self.factor * self.args[0]

    expression = Mine(A) * B
    check_words(expression)
    Mine.factor = 3
    with pytest.raises(UnsupportedExpression):
        check_words(expression)
    with pytest.raises(UnsupportedExpression):
        check_words(B * expression)


@pytest.mark.parametrize("named", [Symbol("renamed", real=True), MatrixSymbol("renamed", 1, n).args[0]], ids=["x", "X"])
def test_a_symbol_that_is_called_otherwise_by_now_is_checked_again(named):
    matrix = MatrixSymbol(named, 1, n) if not isinstance(named, Symbol) else None
    expression = exp(named + 1) if matrix is None else matrix * matrix.T
    check_words(expression)
    known = named.name
    try:
        named.name = "a\nb"
        for stated in (expression, Basic(expression, x)):
            with pytest.raises(UnsupportedExpression, match="only characters that are seen"):
                check_words(stated)
    finally:
        named.name = known
    check_words(expression)
