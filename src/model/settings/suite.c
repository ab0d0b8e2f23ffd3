/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/settings/suite.h"

#include <stdlib.h>
#include <string.h>

#include "model/kept/plan.h"
#include "model/settings/fill.h"
#include "model/settings/setting.h"

/* How what a setting is in a request is said in a suite. */
#define AS_SUITE_OF_TEXT AS_SUITE_TYPE_TEXT
#define AS_SUITE_OF_LINE AS_SUITE_TYPE_TEXT
#define AS_SUITE_OF_TEXTS AS_SUITE_TYPE_LIST
#define AS_SUITE_OF_GATES AS_SUITE_TYPE_LIST
#define AS_SUITE_OF_COUNT AS_SUITE_TYPE_COUNT
#define AS_SUITE_OF_TIME AS_SUITE_TYPE_DURATION
#define AS_SUITE_OF_PERCENT AS_SUITE_TYPE_PERCENT
#define AS_SUITE_OF_ONE_OF AS_SUITE_TYPE_WORD
#define AS_SUITE_OF_FLAG AS_SUITE_TYPE_WORD
#define AS_SUITE_OF_BITS AS_SUITE_TYPE_WORDS
#define AS_SUITE_OF_CODES AS_SUITE_TYPE_STATUSES
#define AS_SUITE_OF_PARAMETERS AS_SUITE_TYPE_PARAMETERS

const struct as_suite_row as_suite_rows[AS_SUITE_KEYS] = {
#define AS_SUITE_KEY(id, key, kind, place, what) \
	[AS_SUITE_##id] = {.name = (key), .type = AS_SUITE_TYPE_##kind, \
		.where = AS_SUITE_##place, .help = (what)},
#define AS_SETTING(part, member, type, min, max, initial, words, option, key) \
	key(type, min, max, words)
#define AS_KEY(id, key, place, what) \
	[AS_SUITE_##id] = {.name = (key), .where = AS_SUITE_##place, .help = (what), \
		AS_KEY_VALUE
#define AS_KEY_VALUE(kind, least, most, some) \
		.type = AS_SUITE_OF_##kind, .min = (least), .max = (most), .words = (some)},
#define AS_KEY_IS(id) AS_NO_KEY
#define AS_NO_KEY(type, min, max, words)
#include "model/settings/suite_keys.def"
};

void as_suite_free(struct as_suite *s)
{
	if (s)
		as_arena_release(&s->arena);
	free(s);
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
	struct as_suite_value *tags = &to->v[AS_SUITE_TAGS];

	if (from->v[AS_SUITE_TAGS].at.line && tags->at.line &&
		join(&tags->list, &from->v[AS_SUITE_TAGS].list, a))
		return AS_ERR_MEM;
	for (size_t k = 0; k < AS_SUITE_KEYS; k++)
		if (!to->v[k].at.line && as_suite_rows[k].where == AS_SUITE_BOTH &&
			k != AS_SUITE_PARAMETERS)
			to->v[k] = from->v[k];
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
	static const enum as_suite_key texts[] = {AS_SUITE_EXECUTE, AS_SUITE_BUILD,
		AS_SUITE_SETUP, AS_SUITE_PREPARE, AS_SUITE_CONCLUDE, AS_SUITE_CLEANUP,
		AS_SUITE_CHECK, AS_SUITE_INPUT, AS_SUITE_OUTPUT};
	const struct as_suite_list *artifacts = &s->v[AS_SUITE_ARTIFACTS].list;

	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (s->v[texts[i]].text && as_parameter_is_in(s->v[texts[i]].text, name))
			return true;
	for (size_t i = 0; i < artifacts->n; i++)
		if (as_parameter_is_in(artifacts->v[i], name))
			return true;
	return false;
}
