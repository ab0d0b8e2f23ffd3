/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/suite.h"

#include <stdlib.h>
#include <string.h>

#include "model/fill.h"

const struct as_suite_row as_suite_rows[AS_SUITE_KEYS] = {
#define AS_SUITE_KEY(id, field, key, kind, place, least, most, some, what) \
	{.name = (key), .type = AS_SUITE_TYPE_##kind, .where = AS_SUITE_##place, .min = (least), \
		.max = (most), .words = (some), .help = (what)},
#include "model/suite_keys.def"
#undef AS_SUITE_KEY
};

static const struct {
	size_t offset, size;
} fields[AS_SUITE_KEYS] = {
#define AS_SUITE_KEY(id, field, key, kind, place, least, most, some, what) \
	{offsetof(struct as_suite_settings, field), sizeof((struct as_suite_settings *)0)->field},
#include "model/suite_keys.def"
#undef AS_SUITE_KEY
};

void as_suite_free(struct as_suite *s)
{
	if (s)
		as_arena_release(&s->arena);
	free(s);
}

void *as_suite_field(struct as_suite_settings *s, enum as_suite_key key)
{
	return (char *)s + fields[key].offset;
}

static enum as_status join(struct as_suite_list *to, const struct as_suite_list *from,
	struct as_arena *a)
{
	size_t n = to->n + from->n;
	const char **v = as_arena_array(a, n, sizeof *v);
	struct as_suite_place *at = as_arena_array(a, n, sizeof *at);

	if (!v || !at)
		return AS_ERR_MEM;
	for (size_t i = 0; i < n; i++) {
		v[i] = i < from->n ? from->v[i] : to->v[i - from->n];
		at[i] = i < from->n ? from->at[i] : to->at[i - from->n];
	}
	*to = (struct as_suite_list){.v = v, .at = at, .n = n};
	return AS_OK;
}

enum as_status as_suite_inherit(struct as_suite_settings *to, const struct as_suite_settings *from,
	struct as_arena *a)
{
	if (from->at[AS_SUITE_TAGS].line && to->at[AS_SUITE_TAGS].line &&
		join(&to->tags, &from->tags, a))
		return AS_ERR_MEM;
	for (size_t k = 0; k < AS_SUITE_KEYS; k++) {
		if (!from->at[k].line || to->at[k].line ||
			as_suite_rows[k].where != AS_SUITE_BOTH || k == AS_SUITE_PARAMETERS)
			continue;
		memcpy((char *)to + fields[k].offset, (const char *)from + fields[k].offset,
			fields[k].size);
		to->at[k] = from->at[k];
	}
	return AS_OK;
}

static size_t product(const struct as_suite_product *p)
{
	size_t n = 1;

	for (size_t i = 0; i < p->n; i++)
		if (__builtin_mul_overflow(n, p->v[i].values.n, &n))
			return SIZE_MAX;
	return n;
}

size_t as_suite_combinations(const struct as_suite_grid *g)
{
	size_t n = 0;

	for (size_t i = 0; i < g->n; i++)
		if (__builtin_add_overflow(n, product(&g->v[i]), &n))
			return SIZE_MAX;
	return g->n ? n : 1;
}

size_t as_suite_parameters(const struct as_suite_grid *g)
{
	return g->n ? g->v[0].n : 0;
}

void as_suite_pick(const struct as_suite_grid *g, size_t k, struct as_parameter *out)
{
	const struct as_suite_product *p = g->v;

	if (!g->n)
		return;
	for (size_t n; k >= (n = product(p)); p++)
		k -= n;
	for (size_t i = p->n; i--;) {
		const struct as_suite_axis *axis = &p->v[i];
		out[i] = (struct as_parameter){.name = axis->name,
			.value = axis->values.v[k % axis->values.n]};
		k /= axis->values.n;
	}
}

bool as_suite_uses(const struct as_suite_settings *s, const char *name)
{
	const char *const texts[] = {s->execute, s->build, s->setup, s->prepare, s->conclude,
		s->cleanup, s->check, s->input, s->output};

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (texts[i] && as_parameter_is_in(texts[i], name))
			return true;
	for (size_t i = 0; i < s->artifacts.n; i++)
		if (as_parameter_is_in(s->artifacts.v[i], name))
			return true;
	return false;
}
