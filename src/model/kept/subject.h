/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_KEPT_SUBJECT_H
#define AS_MODEL_KEPT_SUBJECT_H

/* A subject: one benchmark in one version with one set of parameters, and its tree of data.
 *
 * Units of a level are kept in the order in which they ended. A unit knows its parent, the unit
 * one level up that it belongs to; iterations, which come by the million, have no record of their
 * own: those of one execution stand together. Nothing measured is thrown away: warm-ups and failed
 * units stay, marked. */

#include <stdint.h>

#include "base/arena.h"
#include "base/packed/packed.h"
#include "model/kept/ending.h"
#include "model/kept/metric.h"
#include "model/kept/version.h"

/* Why a unit was made. Stored as these numbers. */
enum as_role {
	AS_ROLE_MEASURED = 0,
	AS_ROLE_WARMUP = 1,       /* run or reported as not to be counted */
	AS_ROLE_DIMENSIONING = 2, /* to learn costs and variances; not in the estimate */
	AS_ROLE_SURPLUS = 3,      /* ran well, but its round stayed incomplete */
	/* an iteration at the start of an execution, left out by --drop */
	AS_ROLE_DROPPED = 4,
	/* a build whose layout is not drawn, and its executions; in every round, in no estimate */
	AS_ROLE_ORIGINAL = 5,
	/* an execution of a duet that had the machine to itself, one after the other on one core; it
	 * shows what being beside each other does to the ratio, and is in no estimate */
	AS_ROLE_TURNS = 6,
	AS_ROLE_LAST = AS_ROLE_TURNS,
};

#define AS_NO_ROUND UINT32_MAX

/* One repetition at a level above the iteration. */
struct as_unit {
#include "model/fields/members.def"
#include "model/fields/unit.def"
};

/* The members of struct as_unit, in the order of their tags. */
enum as_unit_member {
	AS_UNIT_PARENT,
	AS_UNIT_ORDER,
	AS_UNIT_ROUND,
	AS_UNIT_CODE,
	AS_UNIT_ROLE,
	AS_UNIT_ENDING,
	AS_UNIT_SEED,
	AS_UNIT_STARTED,
	AS_UNIT_COST,
	AS_UNIT_MEMBERS
};

/* Where in the struct they are; each is 1, 4 or 8 bytes wide. */
struct as_unit_place {
	size_t offset, width;
};
extern const struct as_unit_place as_unit_places[AS_UNIT_MEMBERS];

/* All values of one metric at one level, one for each unit there; NaN where there is none. */
struct as_column {
	size_t metric; /* index into the experiment's metrics */
	struct as_packed values;
};

/* A million executions are a few dozen columns of numbers, so they are kept packed: by functions
 * below. */
struct as_level {
	size_t n; /* units */
	struct as_packed *units; /* AS_UNIT_MEMBERS of them, n numbers in each; NULL before the
				    first, and always at the iteration level */
	struct as_column *columns;
	size_t n_columns, cap_columns;
};

/* A quantile of the iterations of each execution, so that millions are read once for several; never
 * kept. */
struct as_worked_out {
	size_t metric; /* of the iterations */
	double p;
	double *value; /* of each execution; NaN: none */
};

/* What iterations of an execution come to, in AS_FOLDS numbers: likewise read once for several. */
enum as_fold_sum {
	AS_FOLD_FIRST,   /* the first value */
	AS_FOLD_OFFSET,  /* of the mean from it */
	AS_FOLD_SQUARES, /* of distances from the mean */
	AS_FOLD_LEAST,
	AS_FOLD_MOST,
	AS_FOLD_ZEROS,   /* how many are 0 */
	AS_FOLDS
};
struct as_folded {
	size_t metric;
	double *sums; /* AS_FOLDS of each execution */
};

/* What the iteration level has instead of units. */
struct as_iterations {
	/* of each execution, and behind the last one; nothing if there is none */
	struct as_packed first;
	struct as_packed role;   /* enum as_role, one an iteration */
	struct as_packed end_ns; /* CLOCK_MONOTONIC at its end, 0 if not reported */
	struct as_worked_out *worked_out;
	size_t n_worked_out, cap_worked_out;
	struct as_folded *folded;
	size_t n_folded, cap_folded;
};

struct as_parameter {
#include "model/fields/members.def"
#include "model/fields/parameter.def"
};

/* Why something was not as planned: a text for one unit (a program's "failed TEXT", the last
 * output of a failed execution). */
struct as_note {
#include "model/fields/members.def"
#include "model/fields/note.def"
};

/* How the hash of a build begins that is of everything loaded: code, constants, data, relocations,
 * libraries beside it (run/build/identity.h). */
#define AS_BUILD_LOADED "loaded:"

/* What is known of a build besides its unit; index k is unit k of the build level. Hashes are
 * xxh128 in hex, NULL where they could not be made. */
struct as_build {
#include "model/fields/members.def"
#include "model/fields/build.def"
};

struct as_subject {
#include "model/fields/members.def"
#include "model/fields/subject.def"
	struct as_build *builds; /* one for each unit of the build level */
	size_t n_builds, cap_builds;
	struct as_parameter *parameters;
	size_t n_parameters;
	struct as_version version; /* of what is measured; {0}: not known */
	struct as_level levels[AS_TREE_LEVELS]; /* assay itself fills AS_MODEL_LEVELS */
	struct as_iterations iterations;
	struct as_note *notes;
	size_t n_notes, cap_notes;
	struct as_thinned *thinned; /* in place of iterations (thinned.h) */
	size_t n_thinned, cap_thinned;
};

/* The same program: what is loaded is the same; where that is not known of both, the bytes are. The
 * id of a build and debug information make no difference, a date in a string does: it is data. A
 * hash of code sections alone counts for nothing. False where nothing is known. */
bool as_build_same(const struct as_build *a, const struct as_build *b);

/* Free what the tree owns; strings belong to the experiment's arena. */
void as_subject_release(struct as_subject *s);

/*
 * as_subject_add_unit - append a unit at a level above the iteration
 *
 * Columns that exist at that level grow by one NaN. *out receives its index. Appending an
 * execution also opens its (empty) range of iterations.
 */
enum as_status as_subject_add_unit(struct as_subject *s, enum as_level_index level,
	const struct as_unit *unit, size_t *out, struct as_err *err) AS_MUST_CHECK;

/* Values of one metric, one for each of n neighbours. */
struct as_metric_values {
	size_t metric;
	const double *v; /* n of them */
	size_t n;
};

/* n units at a level above the iteration, one after the other, each with its value. */
enum as_status as_subject_add_units(struct as_subject *s, enum as_level_index level,
	const struct as_unit *units, const struct as_metric_values *values,
	struct as_err *err) AS_MUST_CHECK;

/* Append a build: its unit and what is known of it; strings are copied into a. */
enum as_status as_subject_add_build(struct as_subject *s, struct as_arena *a,
	const struct as_unit *unit, const struct as_build *build, struct as_err *err) AS_MUST_CHECK;

/* Append one iteration to the execution appended last; end_ns 0 if unknown. Columns of the
 * iteration level grow by one NaN. */
enum as_status as_subject_add_iteration(struct as_subject *s, enum as_role role, int64_t end_ns,
	struct as_err *err) AS_MUST_CHECK;

/* n iterations of the execution appended last, all of one role, each with its value; when they ended is not
 * known. */
enum as_status as_subject_add_iterations(struct as_subject *s, enum as_role role,
	const struct as_metric_values *values, struct as_err *err) AS_MUST_CHECK;

/* ---- units ---- */

/* Unit i of a level above the iteration: all of it, or what is often asked of many. It is changed
 * by as_packed_set in the column of the member. */
struct as_unit as_unit_at(const struct as_level *l, size_t i);
uint32_t as_unit_parent(const struct as_level *l, size_t i);
uint32_t as_unit_order(const struct as_level *l, size_t i);
uint32_t as_unit_round(const struct as_level *l, size_t i);
enum as_role as_unit_role(const struct as_level *l, size_t i);
enum as_ending as_unit_ending(const struct as_level *l, size_t i);
double as_unit_cost_s(const struct as_level *l, size_t i);

/* The columns of a level to which units are to come, made at the first use; NULL: out of memory. */
struct as_packed *as_level_units(struct as_level *l);

/* One member of a unit as the 64 bits that a level keeps: a double's own, of the others the number
 * itself; and put into a unit. */
uint64_t as_unit_word(const struct as_unit *u, enum as_unit_member m);
void as_unit_take_word(struct as_unit *u, enum as_unit_member m, uint64_t word);

/* Its first execution failed, and the other benchmarks of its program were measured without it:
 * none of its executions, warm-ups among them, ended well. */
bool as_subject_left_out(const struct as_subject *s);

/* The reason for which its tool skipped it, "" where it says none; NULL: it was not skipped. */
const char *as_subject_skipped(const struct as_subject *s);

/* ---- iterations ---- */

/* Iterations of execution e: from .. to - 1. */
struct as_range {
	size_t from, to;
};
struct as_range as_iterations_of(const struct as_subject *s, size_t e);
size_t as_iterations_most(const struct as_subject *s); /* that one execution has; 1 at least */
enum as_role as_iteration_role(const struct as_subject *s, size_t i);
int64_t as_iteration_end(const struct as_subject *s, size_t i);

/* The empty ranges of a subject whose executions were put into their columns without iterations. */
enum as_status as_subject_no_iterations(struct as_subject *s, struct as_err *err) AS_MUST_CHECK;

/* ---- names ---- */

/* What benchmarks that were called `from` are called now. Each has one *, and what it stood for is carried over, or
 * neither has one. */
struct as_rename {
	const char *from, *to;
	bool exact; /* a * is no wildcard but a character of the name */
};

/* AS_ERR_USAGE with one sentence where it names nothing, or has a * on one side only, or more than one. */
enum as_status as_rename_check(const struct as_rename *r, struct as_err *err) AS_MUST_CHECK;

/* The name is one of those that it is of: *out is the new one, in memory of a; NULL when out of memory. */
bool as_rename_applies(
	const struct as_rename *r, const char *name, struct as_arena *a, const char **out);

/* ---- values ---- */

/* The value at a unit (or iteration). */
double as_column_at(const struct as_column *c, size_t i);

/* Set the value of a metric at a unit (or iteration); makes the column at the first use. */
enum as_status as_subject_set(struct as_subject *s, enum as_level_index level, size_t unit,
	size_t metric, double value, struct as_err *err) AS_MUST_CHECK;

/* The column of a metric at a level, or NULL. */
const struct as_column *as_subject_column(const struct as_subject *s, enum as_level_index level,
	size_t metric);

/* Add a note; text is copied into a. */
enum as_status as_subject_note(struct as_subject *s, struct as_arena *a, enum as_level_index level,
	size_t unit, const char *text, struct as_err *err) AS_MUST_CHECK;

#endif
