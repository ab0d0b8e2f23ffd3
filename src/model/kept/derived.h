/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_DERIVED_H
#define AS_MODEL_KEPT_DERIVED_H

/* Metrics made of others: the value of an execution is a statistic of its iterations, and not their
 * mean. Their names say so: "time:p99". No column has their values; analyse/ makes them. */

#include "model/kept/experiment.h"

enum as_statistic { AS_STATISTIC_QUANTILE, AS_STATISTIC_TRIMMED, AS_STATISTIC_MINIMUM };

struct as_derived {
	size_t base; /* the metric it is made of, read at iterations or executions */
	enum as_statistic statistic;
	double p; /* of a quantile, in (0, 1) */
};

/* Whether a metric of x is one, and of what. Not if something has values of its own by that name. */
bool as_experiment_derived(const struct as_experiment *x, size_t metric, struct as_derived *out);

/* What it is made of; the metric itself where it is of nothing else. */
size_t as_experiment_base(const struct as_experiment *x, size_t metric);

/*
 * as_experiment_ask_metric - the number of what a user calls name
 *
 * As as_experiment_find_metric, but METRIC:median, :pNN (as p99 or p99.9), :trimmed and :min are
 * added to x where METRIC is in it. x->n_metrics where it is not. AS_ERR_USAGE: what stands after
 * the colon is no such statistic.
 */
enum as_status as_experiment_ask_metric(struct as_experiment *x, const char *name, size_t *out,
	struct as_err *err) AS_MUST_CHECK;

/* The name of a criterion or a gate, as far as it can be told without values. AS_ERR_USAGE as
 * above. */
enum as_status as_statistic_check(const char *name, struct as_err *err) AS_MUST_CHECK;

/* What stands after a colon is a statistic: which, without its base. out may be NULL. */
bool as_statistic_is(const char *text, struct as_derived *out);

/* "p99", "median": the part after the colon of a name that has one; else the name. Borrowed. */
const char *as_statistic_name(const char *name);

/* The name without its statistic, or as it is where it has none, in the arena; NULL without memory.
 * "cycles:u" has none. */
const char *as_statistic_base(struct as_arena *a, const char *name);

/* What is called base in `whole` is called metric: "instructions:p99" for "instr:p99". In the arena
 * or borrowed; NULL without memory. */
const char *as_statistic_of(struct as_arena *a, const char *metric, const char *base,
	const char *whole);

/* How long the name of the metric is without its statistic. */
size_t as_statistic_base_length(const char *name);

#endif
