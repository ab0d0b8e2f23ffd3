/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_ANALYSE_ESTIMATE_REDUCED_PARTS_H
#define AS_ANALYSE_ESTIMATE_REDUCED_PARTS_H

/* Inside of analyse/estimate/reduced.h: what an execution has, and which executions are one value. */

#include <stdint.h>

#include "analyse/estimate/reduced.h"

#define AS_REDUCED_NO_GROUP SIZE_MAX

/* One subject's values of the metric below. */
struct as_reduced_source {
	const struct as_subject *s;
	const struct as_column *col; /* NULL: it has none */
	bool iterations;
};

/* d is a derived metric of x. */
struct as_reduced_source as_reduced_source_of(const struct as_experiment *x, size_t subject,
	const struct as_derived *d);

size_t as_reduced_executions(const struct as_reduced_source *v);

/* The execution ended well, in that role, and the metric has values. */
bool as_reduced_usable(const struct as_reduced_source *v, size_t e, enum as_role role);

/* How many values a usable execution has; at most `most` of them go to out, which may be NULL. */
size_t as_reduced_take(const struct as_reduced_source *v, size_t e, size_t most, double *out);

/* How many it has, 0 where it is not usable. */
size_t as_reduced_count(const struct as_reduced_source *v, size_t e, enum as_role role);

/* What it is made by: the iterations of the executions of one group, in its first one. */
struct as_reduced_making {
	const struct as_reduced_of *of;
	const struct as_derived *d;
	struct as_reduced_source own, other;
	size_t *group; /* of each execution; AS_REDUCED_NO_GROUP: of none */
	size_t *limit; /* how many of its iterations are taken */
	size_t n_groups;
	struct as_reduced out;
};

/* How many iterations of each execution are taken: those that the other side has in its round. */
enum as_status as_reduced_limit(struct as_reduced_making *m, struct as_err *err);

/* What is known already of that; NULL: nothing. */
const struct as_reduced_known *as_reduced_known_of(
	const struct as_experiment *x, const struct as_derived *d, enum as_role role);

/* Rounds in which every subject that has something at all has a value; *out is freed by the caller. */
enum as_status as_reduced_complete_rounds(const struct as_experiment *x, const struct as_derived *d,
	enum as_role role, bool **out, size_t *n, struct as_err *err) AS_MUST_CHECK;

/* The group of each execution: its own, a batch of rounds, or its build. */
enum as_status as_reduced_group(struct as_reduced_making *m, struct as_err *err);

#endif
