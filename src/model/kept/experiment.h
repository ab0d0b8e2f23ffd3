/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_EXPERIMENT_H
#define AS_MODEL_KEPT_EXPERIMENT_H

/* An experiment: one conducted plan with all that is needed to repeat it. It owns everything that
 * hangs off it; strings are copied into its arena. */

#include "base/arena.h"
#include "model/kept/machine.h"
#include "model/kept/metric.h"
#include "model/kept/plan.h"
#include "model/kept/subject.h"

#define AS_SAME_LAST SIZE_MAX

struct as_reduced_known; /* of analyse/estimate/reduced.h */

/* What takes a look at all subjects, and is asked for each of them. */
struct as_experiment_counts {
	size_t compared, pairs, reference_end;
	size_t with_values; /* of the criterion, by executions or iterations */
	bool of_benchmarks;
	const struct as_reduced_known *reduced; /* NULL: not of an analysis of a quantile */
};

/* What the level of executions is called where each is what one machine says (analyse/compare/fleet/fleet_pool.h). */
#define AS_LEVEL_MACHINE "machine"

struct as_experiment {
#include "model/fields/members.def"
#include "model/fields/experiment.def"
	struct as_arena arena;
	/* its values were given up then, and what a history takes is left; 0: they are there */
	int64_t pruned_ns;
	int64_t id; /* in the store it was read from or put into; 0 elsewhere */
	struct as_machine machine;
	struct as_plan plan;
	struct as_metric *metrics; /* the first AS_METRICS_BUILTIN are as_metrics, in that order */
	size_t n_metrics, cap_metrics;
	size_t criterion; /* index into metrics */
	bool criterion_alone; /* the user's word: none is judged by another; not kept */
	struct as_subject *subjects;
	size_t n_subjects, cap_subjects;
	/* compare every two subjects; asked for anew each time, so it is not kept */
	bool all_pairs;
	/* where units are paired, the ratio of means and not of geometric ones; the same */
	bool ratio_of_means;
	/* what is said of times is of their means, and not of typical runs; the same */
	bool by_mean;
	bool by_difference;  /* compare by differences, not ratios; the same */
	size_t same_iteration; /* of each execution only this one counts, from 1 of those that count; 0: all,
				* AS_SAME_LAST: the last that all executions of a subject have; the same */
	bool table_in_time; /* that table says in which order its executions were */
	/* what its reader found odd in the file it was read from, a sentence a line; NULL: nothing */
	const char *remarks;
	/* where each subject was measured, of a file that has them of several machines, which as_sheet_divide
	 * parts; NULL: on `machine` */
	const char *const *hosts;
	const char *unused; /* what of that file nothing was made of: names of its parts; NULL: nothing is left */
	const char *level_name[AS_TREE_LEVELS]; /* what a table calls its levels; NULL: as usual */
	const struct as_experiment_counts *counts; /* of as_experiment_counted alone, else NULL */
};

/* A new experiment with the built-in metrics and no subject; NULL when out of memory. */
struct as_experiment *as_experiment_new(void);
void as_experiment_free(struct as_experiment *x); /* takes NULL */

/* One more sentence, without a stop, to its remarks; false when out of memory. */
bool as_experiment_remark(struct as_experiment *x, const char *fmt, ...) AS_PRINTF(2, 3);

/*
 * as_experiment_counted - the same experiment for who asks for many subjects, one after the other, and changes nothing
 *
 *   room  what is counted; the answer, a copy that owns nothing, is good as long as it is
 *
 * Counting takes a look at all subjects: without it, an analysis of n commands takes n times n.
 */
struct as_experiment as_experiment_counted(
	const struct as_experiment *x, struct as_experiment_counts *room);

/* Append a subject; strings are copied, its tree is empty. The pointer is good until the next
 * subject is added. */
struct as_subject *as_experiment_add_subject(struct as_experiment *x, const char *name,
	const char *command);

/* Move the last n subjects to place `at` of what is before them; the reference stays the subject
 * that it is. AS_ERR_MEM. */
enum as_status as_experiment_place_last(struct as_experiment *x, size_t n, size_t at,
	struct as_err *err) AS_MUST_CHECK;

/*
 * as_experiment_metric - the number of a metric, added if it is new
 *
 * Returns AS_ERR_DATA if a metric of that name exists with another unit, direction or level.
 */
enum as_status as_experiment_metric(struct as_experiment *x, const struct as_metric *m, size_t *out,
	struct as_err *err) AS_MUST_CHECK;

/* Number of the metric called name, where none is exactly with - for _ (as perf has them), or with
 * its source behind it (instructions_by_valgrind for instructions); `time` without reported iterations
 * is `wall` (design.md 1). x->n_metrics if there is none. */
size_t as_experiment_find_metric(const struct as_experiment *x, const char *name);

/* Something refers to the metric: a value, or it is the criterion, or a program brought it along.
 * Those that are built in are in every assay: they are kept only where they are used. */
bool as_experiment_uses_metric(const struct as_experiment *x, size_t metric);

/* Some subject has a column of it, or of what it is made of (derived.h), at the level where it is
 * read. */
bool as_experiment_has_values(const struct as_experiment *x, size_t metric);

/* The tool that wrote the file, in words; NULL: assay measured it. */
const char *as_measured_by(const struct as_experiment *x);

/* Not assay measured it: it was read from a table, or from another tool's file. */
bool as_is_from_elsewhere(const struct as_experiment *x);

/* How many subjects have values of the criterion, by executions or iterations. */
size_t as_experiment_with_values(const struct as_experiment *x);

/* The same of one subject. */
bool as_subject_has_values(const struct as_experiment *x, size_t subject, size_t metric);

/* The metric that a subject is judged by: the criterion, or, where a file of another tool has no time and no
 * other built-in number of it, its first metric that has values. */
size_t as_experiment_own_metric(const struct as_experiment *x, size_t subject);

/* The metric of a subject in the analysis of `metric` in which each is judged by its own: the criterion and a
 * subject's own metric change places. */
size_t as_experiment_metric_in(const struct as_experiment *x, size_t subject, size_t metric);

/* The order of its executions is that of time. */
bool as_experiment_in_time(const struct as_experiment *x);

/* What a level is called in this experiment: as_level_names, but for a table. */
const char *as_experiment_level(const struct as_experiment *x, size_t level);

/* The name of the metric that says what is left when the command of --subtract is subtracted. */
/* The answer for a metric is its typical run: it is a time, and nobody asked for means, for their ratio
 * or for a difference. What is left after --subtract may be below 0 and is none. */
bool as_experiment_is_typical(const struct as_experiment *x, size_t metric);

#define AS_METRIC_NET "net_time"

/* Subjects that are compared, the first ones: all of them but one that is subtracted from the
 * others. */
size_t as_experiment_n_compared(const struct as_experiment *x);

/* Its subjects are the benchmarks of programs: one command has several. They are compared with
 * those of the same name of the reference's program, and not with each other. */
bool as_experiment_of_benchmarks(const struct as_experiment *x);

/* Both are of the same builds: benchmarks of one program, which is built once for all of them.
 * False where they are not built. */
bool as_subject_shares_builds(const struct as_subject *a, const struct as_subject *b);

/* The first of the subjects that share the builds of subject i; i itself where it shares none. */
size_t as_experiment_builds_of(const struct as_experiment *x, size_t i);

/* How many of the subjects [from, to) have builds of their own: those that share them count once.
 * */
size_t as_experiment_programs(const struct as_experiment *x, size_t from, size_t to);

/* The subject that subject i is compared with; i itself where there is none, as for the reference.
 * */
size_t as_experiment_reference_of(const struct as_experiment *x, size_t i);

/* One behind the benchmarks of the reference's program; 0 where subjects are no benchmarks. With it, which is
 * looked for once, who asks of each subject has the answer at once. */
size_t as_experiment_reference_end(const struct as_experiment *x);
size_t as_experiment_reference_before(const struct as_experiment *x, size_t end, size_t i);

/* How many comparisons of its subjects there are: one less than subjects, or all pairs of them; of
 * benchmarks, those that have one to be compared with. */
size_t as_experiment_pairs(const struct as_experiment *x);

/* Some execution of some subject reported iterations. */
bool as_experiment_has_iterations(const struct as_experiment *x);

/* Its request says that this verb of assay asked for it, such as "aa". One that was made before
 * requests were kept is of none. */
bool as_experiment_is_of(const struct as_experiment *x, const char *verb);

#endif
