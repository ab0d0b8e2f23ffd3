/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_GATHER_SUBJECT_H
#define AS_FORMAT_FOREIGN_PARTS_GATHER_SUBJECT_H

/* One subject of a file, from what was gathered of it. Internal to gather_*.c. */

#include "format/export/labels.h"
#include "format/foreign/parts/gather.h"

enum { AS_GATHER_FACTS = 500 };

/* What values of a scope are, and the factor to what is kept. */
struct as_gather_meaning {
	uint32_t scope; /* number + 1; 0: of none yet */
	size_t metric;
	enum as_level_index level;
	double scale;
};

/* Whose a name is. */
struct as_gather_named {
	size_t subject, metric; /* SIZE_MAX: not known */
	uint32_t run; /* the scope of the last run of the benchmarks that it stands in */
};

/* The experiment while it is filled. */
struct as_gather_tree {
	struct as_gather *g;
	const struct as_gather_how *how;
	struct as_experiment *x;
	/* numbers of values: those of scope s are value[first[s]] .. value[first[s + 1]] - 1 */
	size_t *first;
	uint32_t *value;
	double *inner; /* of each value, where the file says it apart from them; NULL: as their run has it */
	size_t run; /* that was asked of last */
	struct as_labels names; /* of subjects, behind their machines and versions */
	struct as_gather_named *named; /* of each of these */
	size_t cap_named;
	bool versions; /* the file says versions of some */
	const char **host; /* of each subject, as the file says it; NULL: it does not */
	const char **processor; /* likewise; "": it does not */
	size_t cap_host, cap_processor;
	struct as_gather_meaning meant; /* of the last scope that it was asked of */
	uint32_t order; /* of the next execution */
	size_t criterion; /* metric of the first value */
	bool has_criterion;
	size_t beside; /* first metric beside values, for a file that has none */
	bool has_beside;
	uint32_t executions, iterations; /* the most that a subject, an execution has */
	size_t n_summaries, n_empty, n_odd;
	const char *empty; /* the first subject without a value */
};

/* Add the subject of a scope. AS_ERR_DATA: its name or its unit cannot be. */
enum as_status as_gather_subject(
	struct as_gather_tree *t, uint32_t scope, struct as_err *err) AS_MUST_CHECK;

/* The processor of a scope, or of what is around it, with what else tells it from others; "": the file says none.
 * NULL when out of memory. */
const char *as_gather_processor(struct as_gather_tree *t, uint32_t scope);

/* The metrics of all values, before those beside them: which number of a subject is its own follows from
 * their order (as_experiment_own_metric). */
enum as_status as_gather_metrics(struct as_gather_tree *t, struct as_err *err) AS_MUST_CHECK;

/*
 * as_gather_name - its name, parameters and version, from the traits of its scope
 *
 *   metric  that its values are of; SIZE_MAX: not known
 *   same    the subject that was measured again, where another run of the file has it by that name, version,
 *           machine and metric; SIZE_MAX: it is new, and its name its own
 */
enum as_status as_gather_name(struct as_gather_tree *t, struct as_subject *s, uint32_t scope,
	size_t metric, size_t *same, struct as_err *err) AS_MUST_CHECK;

#endif
