/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_METRIC_H
#define AS_MODEL_KEPT_METRIC_H

/* What is read at a unit: a name, a unit of measure, a direction, and the level it is read at.
 *
 * Folder model: plain data with the functions that build, grow and free it. No statistics, no
 * files, no clock. */

#include <stdbool.h>
#include <stddef.h>

enum as_better { AS_BETTER_LESS, AS_BETTER_MORE, AS_BETTER_NEITHER };

/* Levels of the tree that assay itself conducts, from the bottom; the array index everywhere.
 * methods.md counts from 1: its level i is index i - 1. */
enum as_level_index {
	AS_LEVEL_ITERATION = 0,
	AS_LEVEL_EXECUTION = 1,
	AS_LEVEL_BUILD = 2,
	AS_LEVEL_SESSION = 3,
	AS_MODEL_LEVELS = 4,
	AS_TREE_LEVELS = 8, /* of any tree: a table may have more, by names of its own */
};

struct as_metric {
#include "model/fields/members.def"
#include "model/fields/metric.def"
	const char *describe; /* one line; NULL for metrics a program reports */
};

/* Numbers in the table of metrics.def. */
enum as_metric_id {
#define AS_METRIC(id, name, unit, better, level, describe) AS_METRIC_##id,
#include "model/kept/metrics.def"
#undef AS_METRIC
	AS_METRICS_BUILTIN
};

extern const struct as_metric as_metrics[AS_METRICS_BUILTIN];

/* "iteration", "execution", "build", "session" */
extern const char *const as_level_names[AS_MODEL_LEVELS];

/* The unit is a time, and values are stored in ns. */
bool as_metric_is_time(const struct as_metric *m);

/* It is an amount, which is never below 0: times, sizes, counts, any of them per something (ops/us),
 * and what the system counts; not what is left when one is subtracted from another. */
bool as_metric_is_amount(const struct as_metric *m);

/*
 * as_unit_kept - the unit that values given in `unit` are kept in, and the factor to it
 *
 * "ns" for units of time (not m and d, which are metres and days to some), "bytes" for sizes, any
 * other unit as it is, with the factor 1. Borrowed: `unit` itself, or a constant.
 */
const char *as_unit_kept(const char *unit, double *scale);

/* The same of the units that files of other tools have: rates, too, become those of one second, "ops/s" of
 * "ops/ms", and "B/s" of sizes, as "GiB/sec"; tools write either, and change it between two runs. */
const char *as_unit_common(const char *unit, double *scale);

/* A unit of amounts: times, sizes and counts, and any of them per something, "ops/us", "MB/s". */
bool as_unit_is_amount(const char *unit);

/* The built-in metric of that name, or NULL. */
const struct as_metric *as_metric_find(const char *name);

#endif
