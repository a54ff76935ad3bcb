"""Statements by families: how many were decided as they are when they were first put to `decide`.

Of a hundred and eighty, 122 of 135 true ones were proved and 44 of 45 false ones refuted.  Of sixty later ones the
true and the false ones were: series 11 of 15 and 5 of 5, determinants 10 of 15 and 4 of 5, more attention 14 of 15 and
5 of 5; of sixty still later ones: sums and numbers 12 of 15 and 5 of 5, definite matrices 12 of 15 and 5 of 5,
attention in use 14 of 15 and 5 of 5.  Then, in this order: sums and inequalities 13 of 15 and 5 of 5, matrices and
systems 11 of 15 and 5 of 5, attention of papers 14 of 15 and 5 of 5; linear algebra courses 18 of 20 and 4 of 6;
matrices of treatises 8 of 15 and 5 of 5, recurrences and convexity 13 of 15 and 5 of 5; linear algebra of textbooks
9 of 20 and 5 of 6, matrices in use 11 of 20 and 5 of 6.  Then a hundred, each family measured by itself: recurrences of
papers 11 of 15 and 5 of 5, definite in statistics 12 of 15 and 4 of 5, information of courses 13 of 15 and 5 of 5, sums
and transforms 14 of 15 and 5 of 5, immediate 15 of 15 and 5 of 5; and sixty: linear algebra of papers 9 of 15 and 4 of
5, ranges, limits and maps 6 of 15 and 5 of 5, structures that mislead 3 of 5 and 12 of 15.  A hundred and twenty
more: recurrences of optimisers 13 of 15 and 5 of 5, definite matrices in use 13 of 15 and 4 of 5, sums of textbooks 10
of 15 and 5 of 5, linear algebra in use 13 of 15 and 5 of 5, information of textbooks 11 of 15 and 5 of 5, papers on
transformers 14 of 15 and 5 of 5.  The latest hundred and eighty: attention of kernels, calculus of losses and matrices
and orders 15 of 15 and 5 of 5 each, information and convexity 13 of 15 and 4 of 5, sums and products 13 of 15 and 5 of
5, recurrences of models 11 of 15 and 4 of 5; then information and divergences 13 of 15 and 5 of 5, sums of courses 13
of 15 and 4 of 5, recurrences in learning 12 of 15 and 5 of 5.  Then a hundred: attention stated 13 of 15 and 5 of 5,
sums and bounds 12 of 15 and 4 of 5, states of sequence models 11 of 15 and 5 of 5, matrices of courses 9 of 15 and 5 of
5, iterations of courses 7 of 15 and 3 of 5.  Then a hundred and twenty: linear algebra stated 12 of 15 and 5 of
5, definite matrices stated 11 of 15 and 5 of 5, convexity and entropy 10 of 15 and 4 of 5, sums and norms 10 of 15 and
4 of 5, ranges and words 9 of 15 and 4 of 5, recurrences and values 7 of 15 and 5 of 5.  Then sixty: lectures on
transformers 15 of 15 and 5 of 5, loops of kernels 14 of 15 and 5 of 5, papers stated 13 of 15 and 5 of 5.  The latest
hundred and twenty, of lectures, of which all false ones were refuted: linear algebra 13 of 15, definite matrices and
sums 11 of 15 each, convexity and words 10 of 15 each, recurrences 9 of 15.
"""

from tests.unseen.by_family import (  # noqa: F401, all of them fill the table
    algebra,
    attention,
    attention_in_use,
    attention_of_kernels,
    attention_of_papers,
    attention_stated,
    calculus_of_losses,
    convex,
    convexity_and_entropy,
    convexity_of_lectures,
    definite,
    definite_in_statistics,
    definite_matrices,
    definite_matrices_in_use,
    definite_matrices_stated,
    definite_of_lectures,
    determinants,
    easy,
    general,
    immediate,
    information_and_convexity,
    information_and_divergences,
    information_of_courses,
    information_of_textbooks,
    iterations_of_courses,
    lectures_on_transformers,
    linear_algebra_courses,
    linear_algebra_in_use,
    linear_algebra_of_lectures,
    linear_algebra_of_papers,
    linear_algebra_of_textbooks,
    linear_algebra_stated,
    loops_of_kernels,
    matrices_and_orders,
    matrices_and_systems,
    matrices_in_use,
    matrices_of_courses,
    matrices_of_treatises,
    more_attention,
    papers_on_transformers,
    papers_stated,
    ranges_and_words,
    ranges_limits_and_maps,
    recurrences,
    recurrences_and_convexity,
    recurrences_and_values,
    recurrences_in_learning,
    recurrences_of_lectures,
    recurrences_of_models,
    recurrences_of_optimisers,
    recurrences_of_papers,
    series,
    states_of_sequence_models,
    structures_that_mislead,
    sums,
    sums_and_bounds,
    sums_and_inequalities,
    sums_and_norms,
    sums_and_numbers,
    sums_and_products,
    sums_and_transforms,
    sums_of_courses,
    sums_of_lectures,
    sums_of_textbooks,
    words_of_lectures,
)
