/* SPDX-License-Identifier: MIT */
#ifndef AS_STAT_CORE_TREE_CROSSED_H
#define AS_STAT_CORE_TREE_CROSSED_H

/* Builds crossed with rounds (methods-blocks.md 10).
 *
 * In a round every build is executed once, so that the state of the machine in that round is common
 * to all builds. The nested formulas of tree.h take this state for luck of the execution, and then
 * find too little luck of the build; here the round means are removed first. One subject at a time.
 *
 * The interval of the mean is as_interval_t of mean, s_v2 and builds: l - 1 degrees of freedom, and
 * it holds for the state of this session. */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "stat/core/tree/tree.h"

/* What was measured: y[k * rounds + j] is the mean of the execution of build k in round j, NaN
 * where it is missing. Borrowed. */
struct as_matrix {
	const double *y;
	size_t builds, rounds;
};

/* Variances are those of the data's unit squared. All T^2 are raw and may be negative (methods.md
 * 4.4). */
struct as_crossed {
	size_t builds; /* l */
	size_t rounds; /* m */
	size_t complete; /* rounds in which every build has its execution; warn when more than 20 %
			  * of the rounds are not */
	size_t missing;  /* executions that are not there */
	double mean;     /* of the build means, each of all executions of its build */
	/* False for l = 1: no variance of builds, no interval; executions are the top level and
	 * this analysis is not the one to use. s_v2 and t_build2 are then 0. */
	bool build_repeated;
	/* False without two builds and two complete rounds: execution and round are merged into the
	 * build (methods.md 4.5), and ms_res, ms_round, t_execution2 and t_round2 are 0. */
	bool execution_repeated;
	double s_v2;     /* S_V^2: variance of the build means */
	double ms_res;   /* MS_res, from the complete rounds */
	double ms_round; /* MS_round, from the complete rounds */
	double t_build2;
	double t_execution2; /* without what iterations leave in the mean of an execution */
	double t_round2;     /* the machine: does not enter the planning of ratios */
	size_t df_build, df_res, df_round; /* of s_v2, ms_res, ms_round; 0 where there is none */
};

/*
 * as_crossed - variances of builds, executions and rounds
 *
 *   y            builds >= 1, rounds >= 1
 *   iteration_noise  variance that iterations leave in the mean of one execution, S_1^2 / r_1:
 *                level[1].s2 - level[1].t2 of as_tree_stats; 0 if an execution is one observation
 *   build_means  receives `builds` means, each of all executions of its build, as as_welch wants
 *   round_means  receives `rounds` means over the builds, NaN for a round that is not complete
 *
 * O(builds rounds), no allocation; sums run in storage order.
 *
 * AS_ERR_DATA with words: a build without any execution, an infinite value (both named from 1).
 * AS_ERR_ARG: no build or no round, a noise that is negative or not finite. Outputs untouched on
 * failure.
 */
AS_MUST_CHECK enum as_status as_crossed(const struct as_matrix *y, double iteration_noise,
	struct as_crossed *out, double *build_means, double *round_means, struct as_err *err);

/*
 * as_crossed_pool - the crossed analyses of n >= 1 sessions as one (methods.md 3.4)
 *
 * Each session has rounds of its own, so that the state of the machine is taken out within it. Mean
 * squares and T^2 are averaged with their degrees of freedom as weights; those of a session in
 * which a level was not repeated weigh nothing. Counts are sums, the mean is that of the sessions'
 * means. n = 1 gives c[0].
 */
struct as_crossed as_crossed_pool(const struct as_crossed *c, size_t n);

/*
 * as_crossed_apply - put the variances of the crossed analysis into the table of the tree
 *
 *   build  index of the level of builds in stats, at least 1; the execution is the one below it, and
 *          sessions may stand above
 *   stats  as_tree_stats of the same subject; of build and execution s2, t2, df and repeated become
 *          those of c, the T^2 of a level above is what these leave of its S^2 (methods.md 4.3; the
 *          state of a session that is common to its rounds stays in it), and all shares are computed
 *          anew with the rounds among them
 *   share_of_rounds  receives the row "time": max(T_round^2, 0) over the sum of all rows
 *
 * The rest of the program then plans and prints from one table.
 */
void as_crossed_apply(const struct as_crossed *c, size_t build, struct as_tree_stats *stats,
	double *share_of_rounds);

#endif
