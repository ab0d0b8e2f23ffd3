/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_NATIVE_NATIVE_READING_H
#define AS_FORMAT_NATIVE_NATIVE_READING_H

/* What native_read.c and native_tree.c share and nobody else includes. */

#include "format/native/native_fields.h"

/* An experiment on its way in. */
struct as_native_reading {
	struct as_json_reader *r;
	struct as_experiment *x;
	const char *criterion; /* its name, until all metrics are known */
	/* Of the subject that is read: the level whose units those of this one say they belong to. */
	size_t parents[AS_MODEL_LEVELS];
};

/* A member that is no single value. */
struct as_native_other {
	const char *key;
	void (*get)(struct as_native_reading *in, void *base);
	bool optional;
};

/* What an object may have in it. Fields of `fields` and others that are not optional must be there,
 * in any order, those of `more` need not. get reads the value of a field; NULL: as_native_get. */
struct as_native_shape {
	const struct as_fields *fields, *more;
	void (*get)(struct as_native_reading *in, const struct as_field *f, void *base);
	const struct as_native_other *others;
	size_t n_others;
};

void as_native_get_object(struct as_native_reading *in, const struct as_native_shape *shape,
	void *base);

/* A list of objects with these fields; v, n and cap are a vector of structs of that size. */
struct as_native_list {
	void *v; /* address of the pointer */
	size_t *n, *cap;
	size_t size;
};

/* One more struct of zeros at the end of the vector; NULL when out of memory, which the reader then
 * knows. */
void *as_native_extend(struct as_native_reading *in, const struct as_native_list *list);

/* The member "tree" of a subject. */
void as_native_get_tree(struct as_native_reading *in, void *subject);

#endif
