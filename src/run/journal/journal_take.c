/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "run/journal/journal_reader.h"

char *as_journal_take_string(struct as_journal_reader *r)
{
	const char *s = as_wire_string(&r->in);
	char *copy = as_arena_strdup(&r->x->arena, s);

	r->memory = r->memory && (!s || copy);
	return copy;
}

double as_journal_take_double(struct as_wire_in *in)
{
	int64_t bits = as_wire_i64(in);
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

size_t as_journal_take_count(struct as_wire_in *in, size_t size)
{
	size_t n = as_wire_u32(in);

	if (n > (size_t)(in->end - in->p) / size)
		in->failed = true;
	return in->failed ? 0 : n;
}

static unsigned *tags_of(struct as_journal_reader *r, const struct as_fields *t)
{
	size_t i = 0;

	while (as_kept_fields[i] != t)
		i++;
	return &r->tags[i];
}

void as_journal_take_field(struct as_journal_reader *r, const struct as_field *f, void *base,
	bool wide)
{
	const struct as_field_range range = as_field_range(f);
	const char *text = NULL;
	char *at = (char *)base + f->offset;

	if (as_field_is_text(f)) {
		text = as_journal_take_string(r);
		memcpy(at, &text, sizeof text);
		r->in.failed = r->in.failed || (f->kind == AS_KIND_NEEDED && !text);
	} else if (as_field_is_real(f)) {
		for (size_t i = 0; i < f->size; i += sizeof(double)) {
			const double v = as_journal_take_double(&r->in);
			memcpy(at + i, &v, sizeof v);
		}
	} else {
		const bool whole = wide || f->size == sizeof(int64_t);
		int64_t v = whole ? as_wire_i64(&r->in) : (int64_t)as_wire_u32(&r->in);
		if (!whole && f->kind == AS_KIND_CODE)
			v = (int32_t)v;
		r->in.failed = r->in.failed || v < range.min || v > range.max;
		as_field_set_int(f, base, v);
	}
}

void as_journal_take_fields(struct as_journal_reader *r, const struct as_fields *t, void *base)
{
	for (unsigned tag = 1; tag <= *tags_of(r, t) && !r->in.failed; tag++) {
		const struct as_field *f = as_field_tagged(t, tag);
		if (f)
			as_journal_take_field(r, f, base, false);
		else
			r->in.failed = true; /* of a newer version, and no one knows how long */
	}
}
