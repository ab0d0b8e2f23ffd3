/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/vec.h"
#include "format/native/native_reading.h"
#include "model/joined/table.h"

enum { MEMBERS_MAX = 64 };

static size_t find_field(const struct as_fields *fields, const char *key)
{
	size_t i = 0;

	while (fields && i < fields->n &&
		(!as_field_is_in(&fields->v[i], AS_IN_NATIVE) ||
			strcmp(fields->v[i].key, key) != 0))
		i++;
	return i;
}

static size_t count(const struct as_fields *fields)
{
	return fields ? fields->n : 0;
}

static const struct as_field *field_at(const struct as_fields *fields, size_t i)
{
	return fields ? &fields->v[i] : NULL;
}

/* Read the member of that name; gives its number among those of the shape, MEMBERS_MAX if it has
 * none of that name. */
static size_t get_member(struct as_native_reading *in, const struct as_native_shape *shape,
	const char *key, void *base)
{
	const size_t n = count(shape->fields), m = count(shape->more);
	size_t i = find_field(shape->fields, key);

	if (i == n)
		i += find_field(shape->more, key);
	for (; i >= n + m && i < n + m + shape->n_others; i++)
		if (!strcmp(shape->others[i - n - m].key, key))
			break;
	if (i == n + m + shape->n_others) {
		as_json_bad(in->r,
			"no member \"%.60s\" is known here; a newer assay may have written it",
			key);
		return MEMBERS_MAX;
	}
	if (i >= n + m) {
		shape->others[i - n - m].get(in, base);
	} else {
		const struct as_field *f =
			i < n ? field_at(shape->fields, i) : field_at(shape->more, i - n);
		if (shape->get)
			shape->get(in, f, base);
		else
			as_native_get(in->r, f, base, &in->x->arena);
	}
	return i;
}

void as_native_get_object(struct as_native_reading *in, const struct as_native_shape *shape,
	void *base)
{
	const size_t n = count(shape->fields), m = count(shape->more);
	uint64_t seen = 0;
	const char *key;

	as_json_enter(in->r, '{');
	while (as_json_member(in->r, &key)) {
		size_t i = get_member(in, shape, key, base);
		if (i < MEMBERS_MAX)
			seen |= UINT64_C(1) << i;
	}
	for (size_t i = 0; i < n; i++)
		if (!(seen >> i & 1) &&
			(shape->fields->v[i].in & (AS_IN_NATIVE | AS_IN_LATER)) == AS_IN_NATIVE)
			as_json_bad(in->r, "the member \"%s\" is missing in what ends here",
				shape->fields->v[i].key);
	for (size_t i = 0; i < shape->n_others; i++)
		if (!shape->others[i].optional && !(seen >> (n + m + i) & 1))
			as_json_bad(in->r, "the member \"%s\" is missing in what ends here",
				shape->others[i].key);
}

void *as_native_extend(struct as_native_reading *in, const struct as_native_list *list)
{
	char *v;

	if (!as_grow(list->v, list->cap, *list->n + 1, list->size)) {
		as_json_no_memory(in->r);
		return NULL;
	}
	memcpy(&v, list->v, sizeof v);
	return memset(v + (*list->n)++ * list->size, 0, list->size);
}
