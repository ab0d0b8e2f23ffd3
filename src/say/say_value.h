/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SAY_SAY_VALUE_H
#define AS_SAY_SAY_VALUE_H

/* Inside of say.c: the values of a sentence, and what becomes of one in words. */

#include "say/say.h"

enum { AS_SAID_STRIDE = 8 }; /* bytes of a value */

/* One value: the member that its type says. */
struct as_said_value {
	char type;
	union {
		size_t n;
		double x;
		int64_t i;
		const char *s;
		const struct as_quantity *q;
		const struct as_metric *m;
		struct as_text *t;
	};
};

/* A sentence while it is filled in. */
struct as_said_filler {
	struct as_text *t;
	const struct as_style *style;
	const struct as_about *about;
	const char *types;
	const char *values;
	bool bad; /* a field that is none */
};

/* A count or a number as a number. */
double as_said_number(const struct as_said_value *v);

/* Value i of the sentence. */
struct as_said_value as_said_at(const struct as_said_filler *f, size_t i);

/* The value of a field that begins at s; false: there is none of that letter. */
bool as_said_find(const struct as_said_filler *f, const char *s, struct as_said_value *v);

/* Add it as the n bytes behind its letter want it; false: they are none of its type. */
bool as_said_add(struct as_said_filler *f, const struct as_said_value *v,
	const char *s, size_t n);

#endif
