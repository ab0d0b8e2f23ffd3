/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_NATIVE_NATIVE_FIELDS_H
#define AS_FORMAT_NATIVE_NATIVE_FIELDS_H

/* The members of the native format as tables, which its writer and its reader share: what is
 * written is what is read. */

#include "base/json.h"
#include "base/json_read.h"
#include "format/words.h"
#include "model/experiment.h"

#define AS_NATIVE_SCHEMA "assay-experiment-1"

enum as_native_kind {
	AS_NATIVE_TEXT,    /* const char *; null if NULL */
	AS_NATIVE_NEEDED,  /* the same, never NULL */
	AS_NATIVE_WORD,    /* enum */
	AS_NATIVE_WORD8,   /* uint8_t with the number of a word */
	AS_NATIVE_INSTANT, /* int64_t, ns since 1970; null if 0 */
	AS_NATIVE_INT,     /* int64_t */
	AS_NATIVE_SIZE,    /* size_t */
	AS_NATIVE_CODE,    /* int32_t */
	AS_NATIVE_COUNT,   /* uint32_t */
	AS_NATIVE_ROUND,   /* uint32_t; null if AS_NO_ROUND */
	AS_NATIVE_SEED,    /* uint64_t, as a text of digits */
	AS_NATIVE_REAL,    /* double; null if NaN, "inf" and "-inf" */
	AS_NATIVE_BOOL,    /* bool */
	AS_NATIVE_BITS,    /* unsigned; a list of the words of its bits */
	AS_NATIVE_COSTS,   /* double[AS_MODEL_LEVELS], as an object with a member a level */
};

struct as_native_field {
	const char *key;
	enum as_native_kind kind;
	size_t offset; /* in its struct */
	const struct as_vocabulary *words;
};

/* A table of them, and the struct they are members of. */
struct as_native_fields {
	const struct as_native_field *v;
	size_t n;
};

extern const struct as_native_fields as_native_head, /* struct as_experiment */
	as_native_machine,                           /* struct as_machine */
	as_native_fact,                              /* struct as_fact */
	as_native_plan,                              /* struct as_plan */
	as_native_looks,                             /* more of it, where two looks were planned */
	as_native_metric,                            /* struct as_metric */
	as_native_subject,                           /* struct as_subject */
	as_native_parameter,                         /* struct as_parameter */
	as_native_version,                           /* struct as_version */
	as_native_unit,                              /* struct as_unit; parent is apart */
	as_native_build,                             /* struct as_build */
	as_native_note;                              /* struct as_note */

/* What the units of a level are in a tree: "executions", "builds". */
extern const char *const as_native_levels[AS_MODEL_LEVELS];

/* The level that units of this one belong to, whose name their array of parents has: the next one
 * up that has units; AS_MODEL_LEVELS if none has. */
size_t as_native_above(const struct as_subject *s, size_t level);

/* The member of a unit that a field of as_native_unit, or the parent, is. */
enum as_unit_member as_native_member(const struct as_native_field *f);

/* The value of a field of the struct at base. */
void as_native_put(struct as_json *j, const struct as_native_field *f, const void *base);

/* Read it; texts go into a. On failure the reader knows. */
void as_native_get(struct as_json_reader *r, const struct as_native_field *f, void *base,
	struct as_arena *a);

/* A text that need not be UTF-8, and one that is read: NULL if it is null or something is wrong. */
void as_native_put_text(struct as_json *j, const char *s);
const char *as_native_get_text(struct as_json_reader *r, struct as_arena *a);

/* A double that need not be finite. */
void as_native_put_real(struct as_json *j, double v);
double as_native_get_real(struct as_json_reader *r);

#endif
