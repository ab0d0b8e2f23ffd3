/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_FIELDS_FIELDS_H
#define AS_MODEL_FIELDS_FIELDS_H

/* The members of structs that are kept, as tables: fields/plan.def has a row for each member of
 * struct as_plan. The struct itself, the columns of the store, the members of the native format
 * and of --json, the frames of the journal, the schemas and the tables of docs/ follow from them.
 *
 *	AS_FIELD(type, member, kind, in, tag, since, says)
 *	AS_FIELD_AS(type, member, kind, key, column, in, tag, since, says)
 *
 * type   of the member in C
 * kind   how it is written, below; with its words where it has some: WORD(design)
 * key, column   its name in JSON and in the store, where that is not the member's; a column with a
 *        dot in it is that of a statement over several tables, as it stands
 * in     where it is: in the STORE, in the NATIVE format, on the SCREEN (--json), or in ALL of
 *        them. | LATER: files of the native format that were written before there was such a
 *        member are without it, and so are those where this and what came with it is zero
 * tag    its place in frames of the journal: 1 to the number of those that are there, and a new one
 *        comes last, wherever its row stands; 0: not there
 * since  which version of the store; SINCE(2, "1") where it is something else than 0 or null in
 *        older ones. A column that its table got later is added, and read, by this alone
 * says   what it is, for docs/ */

#include "model/kept/alert.h"
#include "model/answer/listing.h"
#include "model/answer/summary.h"
#include "model/fields/vocabulary.h"
#include "model/kept/dimension.h"
#include "model/kept/experiment.h"
#include "model/kept/profile.h"

enum as_kind {
	AS_KIND_TEXT,    /* const char *; null if NULL */
	AS_KIND_NEEDED,  /* the same, never NULL */
	AS_KIND_WORD,    /* enum */
	AS_KIND_WORD8,   /* uint8_t with the number of a word */
	AS_KIND_LEVEL,   /* enum as_level_index; --json has the names of a table */
	AS_KIND_INSTANT, /* int64_t, ns since 1970; null if 0 */
	AS_KIND_INT,     /* int64_t */
	AS_KIND_AMOUNT,  /* the same, never below 0 */
	AS_KIND_SPAN,    /* the same, ns; --json has seconds, and null for 0 */
	AS_KIND_SIZE,    /* size_t */
	AS_KIND_CODE,    /* int32_t */
	AS_KIND_COUNT,   /* uint32_t */
	AS_KIND_ROUND,   /* uint32_t; null if AS_NO_ROUND */
	AS_KIND_SEED,    /* uint64_t, as a text of digits; --json has a number with sign */
	AS_KIND_REAL,    /* double; null if NaN */
	AS_KIND_GOAL,    /* the same; --json has null where it is not above 0 */
	AS_KIND_BOOL,    /* bool */
	AS_KIND_BITS,    /* unsigned; a list of the words of its bits */
	AS_KIND_COSTS,   /* as_costs, as an object with a member a level; --json as for goals */
};

enum as_field_in {
	AS_IN_STORE = 1,
	AS_IN_NATIVE = 2,
	AS_IN_SCREEN = 4,
	AS_IN_LATER = 8,
};

struct as_field {
	const char *key, *column;
	enum as_kind kind;
	const struct as_vocabulary *words;
	size_t offset, size; /* of the member in its struct */
	unsigned in;         /* enum as_field_in */
	unsigned tag, since;
	const char *before; /* in older stores; NULL: 0 or null */
	const char *says;
};

/* A table of them. */
struct as_fields {
	const char *name;  /* "plan" */
	const char *table; /* of the store; NULL: it has none */
	const struct as_field *v;
	size_t n;
	unsigned first_tags; /* those that are in journals which do not say how many they have */
};

extern const struct as_fields as_experiment_fields, as_machine_fields, as_fact_fields,
	as_plan_fields, as_metric_fields, as_subject_fields, as_parameter_fields,
	as_version_fields, as_unit_fields, as_build_fields, as_note_fields, as_listing_fields,
	as_summary_fields, as_dimension_fields, as_dimension_level_fields, as_profile_fields,
	as_profile_session_fields, as_profile_way_fields, as_alert_fields;

/* Those of an experiment, then NULL. A new one comes last: journals count them. */
extern const struct as_fields *const as_kept_fields[];

/* Those with a table of the store, then NULL. */
extern const struct as_fields *const as_stored_fields[];

/* How many of them have a tag. */
unsigned as_fields_tags(const struct as_fields *f);

/* The field with that tag; NULL if there is none. */
const struct as_field *as_field_tagged(const struct as_fields *f, unsigned tag);

/* It has a place in all of `in`. */
bool as_field_is_in(const struct as_field *f, unsigned in);

/* A struct has something in a field that came later, or in one that came with it: those of the
 * native format which it is without where this is false. */
bool as_fields_are_used(const struct as_fields *t, const struct as_field *f, const void *base);

/* All fields of two structs are the same; NaN is NaN. */
bool as_fields_are_same(const struct as_fields *t, const void *a, const void *b);

/* A field that is a whole number, of any width, in the struct at base: all kinds but texts and
 * doubles. The range is that of its kind, or of its words; what is set is in it. */
int64_t as_field_int(const struct as_field *f, const void *base);
void as_field_set_int(const struct as_field *f, void *base, int64_t value);
struct as_field_range {
	int64_t min, max;
};
struct as_field_range as_field_range(const struct as_field *f);

/* It is a text; it is a double, or several. */
bool as_field_is_text(const struct as_field *f);
bool as_field_is_real(const struct as_field *f);

/* Its key in --json: spans, which are seconds there, say so by _s for _ns. */
enum { AS_FIELD_KEY = 64 };
void as_field_key_shown(const struct as_field *f, char out[static AS_FIELD_KEY]);

/* A double that --json has for a field of that kind: NaN where nothing was asked for or is known.
 */
double as_field_shown(enum as_kind kind, double v);

#endif
