/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_NATIVE_NATIVE_FIELDS_H
#define AS_FORMAT_NATIVE_NATIVE_FIELDS_H

/* The members of the native format are those of the tables of model/fields/fields.h, which its writer and
 * its reader share: what is written is what is read. */

#include "base/json/json.h"
#include "base/json/json_read.h"
#include "model/fields/fields.h"

#define AS_NATIVE_SCHEMA "assay-experiment-1"

/* What the units of a level are in a tree: "executions", "builds". */
extern const char *const as_native_levels[AS_MODEL_LEVELS];

/* The level that units of this one belong to, whose name their array of parents has: the next one
 * up that has units; AS_MODEL_LEVELS if none has. */
size_t as_native_above(const struct as_subject *s, size_t level);

/* The member of a unit that a field of as_unit_fields is. */
enum as_unit_member as_native_member(const struct as_field *f);

/* The value of a field of the struct at base. */
void as_native_put(struct as_json *j, const struct as_field *f, const void *base);

/* Read it; texts go into a. On failure the reader knows. */
void as_native_get(struct as_json_reader *r, const struct as_field *f, void *base,
	struct as_arena *a);

/* A text that need not be UTF-8, and one that is read: NULL if it is null or something is wrong. */
void as_native_put_text(struct as_json *j, const char *s);
const char *as_native_get_text(struct as_json_reader *r, struct as_arena *a);

/* A double that need not be finite. */
void as_native_put_real(struct as_json *j, double v);
double as_native_get_real(struct as_json_reader *r);

#endif
