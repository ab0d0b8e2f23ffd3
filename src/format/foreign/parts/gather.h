/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_FOREIGN_PARTS_GATHER_H
#define AS_FORMAT_FOREIGN_PARTS_GATHER_H

/* What another tool's file says, until all of it is known and becomes an experiment: scopes, each
 * within another, traits that they have, and values. Files say things in any order, and once for
 * much (the unit of all values, a version), so a trait of a scope holds for all scopes in it that
 * do not have it themselves.
 *
 * Out of memory sticks: as_gather_experiment tells of it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stream.h"
#include "model/kept/experiment.h"

enum as_scope_kind {
	AS_SCOPE_FILE, /* number 0 is of this kind, and is always there */
	AS_SCOPE_GROUP, /* subjects of which something is said at once */
	AS_SCOPE_SUBJECT,
	AS_SCOPE_EXECUTION, /* of a subject; one without has one execution */
	AS_SCOPE_ITERATION,
};
enum { AS_SCOPE_TOP = 0 };

/* What can be said of a scope. */
enum as_trait_kind {
	AS_TRAIT_NAME, /* a part of the subject's name; those of scopes around it go before */
	AS_TRAIT_CALLED, /* what its values are of, where that is no time: "instructions" */
	AS_TRAIT_UNIT, /* of its values, by the tool's word: "s", "us/op", "MB/s" */
	AS_TRAIT_MORE, /* 1: more is better, 0: less is */
	AS_TRAIT_COMMIT, /* of the program that was measured */
	AS_TRAIT_VERSION, /* another name of its version */
	AS_TRAIT_CHANGED, /* 1: it is that commit with changes */
	AS_TRAIT_DATE, /* of the version; as_instant_read takes it; a number: ns since 1970 */
	AS_TRAIT_RUN_DATE, /* when it was measured, in the same form */
	AS_TRAIT_HOST,
	AS_TRAIT_PROGRAM,
	AS_TRAIT_PROCESSOR, /* named; a fact: with another one it is another machine */
	AS_TRAIT_ENVIRONMENT, /* named; a fact: with another one nothing is compared */
	AS_TRAIT_FACT, /* named; kept as fact NAME */
	AS_TRAIT_PARAMETER, /* named; of the subject */
	AS_TRAIT_INNER, /* iterations that one value is of */
	AS_TRAIT_FAILED, /* of an execution: why it does not count */
	AS_TRAIT_SKIPPED, /* of an execution: why it was left out on purpose */
	AS_TRAIT_CENTRE, /* what the tool says of all values in one number, in their unit */
	AS_TRAIT_COUNT, /* of values that this number is of */
	AS_TRAIT_ROW, /* named; for the reader that has asked for it */
	AS_TRAIT_METRIC, /* named; another number of an execution or iteration, with its unit */
	AS_TRAITS
};

struct as_trait {
	enum as_trait_kind kind;
	const char *name; /* of a fact, a parameter, a metric */
	const char *text; /* NULL: it is the number; of a metric, its unit */
	double number;
	uint32_t next; /* trait of the same scope, number + 1; 0: none */
};

struct as_gather;

struct as_gather *as_gather_new(void); /* NULL when out of memory */
void as_gather_free(struct as_gather *g); /* takes NULL */

/* A new scope in another; the scope of that key in another, new if there was none: then the key is
 * the name of a group or subject. */
uint32_t as_gather_open(struct as_gather *g, enum as_scope_kind kind, uint32_t in);
uint32_t as_gather_around(const struct as_gather *g, uint32_t scope); /* the one that it is in */
uint32_t as_gather_find(struct as_gather *g, enum as_scope_kind kind, uint32_t in, const char *key);

/* Say it. Texts are copied; a text of more than AS_ROWS_NAME_BYTES is cut but for names, which
 * as_gather_experiment refuses. */
void as_gather_text(struct as_gather *g, uint32_t scope, enum as_trait_kind kind, const char *text);
void as_gather_number(struct as_gather *g, uint32_t scope, enum as_trait_kind kind, double number);
void as_gather_named(struct as_gather *g, uint32_t scope, const struct as_trait *t);

/* The trait of that kind that holds for a scope, its own or the nearest around it; NULL. */
const struct as_trait *as_gather_trait(
	const struct as_gather *g, uint32_t scope, enum as_trait_kind kind);

/* The scope's own trait of that kind and name ("" for one without); NULL. */
const struct as_trait *as_gather_said(
	const struct as_gather *g, uint32_t scope, enum as_trait_kind kind, const char *name);

/* Of how many iterations the next value of the scope is of which this was not said before. */
void as_gather_inner(struct as_gather *g, uint32_t scope, double inner);

/* A value of a subject, execution or iteration. inner: it is of so many iterations, 0: as the
 * trait says. One that is not finite is a unit without value. */
void as_gather_value(
	struct as_gather *g, uint32_t scope, double value, double inner, enum as_role role);

/* n of them, one after the other, of as many inner iterations as the trait says. */
void as_gather_values(
	struct as_gather *g, uint32_t scope, const double *values, size_t n, enum as_role role);

/* What of the file nothing is made of: the name of a part of it, said once or again, or of several with commas
 * between them. */
void as_gather_unused(struct as_gather *g, const char *part);

/* A sentence for the reader of the result, without a stop; the same one is said once. */
void as_gather_remark(struct as_gather *g, const char *sentence);

/* A number of the file is none, "NaN" and the like: it is counted. */
void as_gather_none(struct as_gather *g);

/* Such a number is this text, of that member in that line: of the first one it is told. */
void as_gather_none_is(struct as_gather *g, const char *member, uint64_t line, const char *text);

/* A share of the requests of a scope succeeded: where it is none it failed, where it is not all a remark says so. */
void as_gather_success(struct as_gather *g, uint32_t scope, double share);

/* The number that a text is; NaN for a blank one and for words that say that there is none, NaN and infinity.
 * False: it is something else, such as "12 ms". */
bool as_gather_number_of(const char *text, double *out);

/* How a file becomes an experiment. */
struct as_gather_how {
	const char *tool; /* "pyperf" */
	const char *unit; /* of values, where the file says none; NULL: has to */
	bool executions; /* a value is of an execution, not of an iteration */
	bool per_inner; /* a value is the sum of its inner iterations */
	bool sorted; /* values are not in the order of time */
	uint64_t hash[2]; /* of the file */
};

/* Reads a source into g; name is for messages, format what a gatherer says. */
typedef enum as_status as_gather_reads(const void *format, const struct as_source *from,
	const char *name, struct as_gather *g, struct as_err *err);

struct as_gatherer {
	as_gather_reads *read;
	const void *format; /* for it */
	struct as_gather_how how; /* without hash, which is worked out */
};

/* All of a source, as read says and then how. */
enum as_status as_gather_read(const struct as_gatherer *r, const struct as_source *from,
	const char *name, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

/*
 * as_gather_experiment - all that was said as an experiment
 *
 *   name  of the file, for messages
 *
 * Several versions make as many subjects of one name; as_sheet_divide parts them. AS_ERR_DATA:
 * nothing was measured, a name is too long, no unit is known.
 */
enum as_status as_gather_experiment(struct as_gather *g, const struct as_gather_how *how,
	const char *name, struct as_experiment **out, struct as_err *err) AS_MUST_CHECK;

#endif
