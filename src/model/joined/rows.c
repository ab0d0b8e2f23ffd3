/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/joined/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

void as_rows_release(struct as_rows *r)
{
	free(r->v);
	free(r->values);
	as_labels_release(&r->texts);
	as_arena_release(&r->arena);
	*r = (struct as_rows){0};
}

bool as_rows_rename(struct as_rows *r, struct as_row *row, const char *benchmark, size_t length)
{
	if (!as_labels_add(&r->texts, benchmark, length, &row->number))
		return false;
	row->benchmark = r->texts.text[row->number];
	return true;
}

struct as_row *as_rows_add(struct as_rows *r, const char *benchmark)
{
	struct as_row row = {.ns = (double)NAN, .n = 1, .value = r->n_values};

	if (!as_rows_rename(r, &row, benchmark, strlen(benchmark)) ||
		!AS_PUSH(r->v, r->n, r->cap, row))
		return NULL;
	return &r->v[r->n - 1];
}

static const char *text_of(struct as_rows *r, const char *s)
{
	uint32_t number = 0;

	return as_labels_add(&r->texts, s, strlen(s), &number) ? r->texts.text[number] : NULL;
}

/* What a name and a unit become. False when out of memory. */
static bool know_kind(struct as_rows *r, struct as_row_kind *k, const char *name, const char *unit)
{
	const char *kept = as_unit_common(unit, &k->scale);
	const char *own = as_metric_find(name)
		? as_arena_printf(&r->arena, "reported_%s", name) : name;

	k->name = text_of(r, name);
	k->unit = text_of(r, unit);
	k->kept.name = own ? text_of(r, own) : NULL;
	k->kept.unit = text_of(r, kept);
	k->is_time = !strcmp(kept, "ns");
	return k->name && k->unit && k->kept.name && k->kept.unit;
}

bool as_rows_value(struct as_rows *r, const char *name, double value, const char *unit,
	enum as_better better)
{
	struct as_row *row = &r->v[r->n - 1];

	if (row->n_values == AS_ROWS_METRICS)
		return true;
	struct as_row_kind *k = &r->kind[row->n_values];
	if ((!k->name || strcmp(k->name, name) != 0 || strcmp(k->unit, unit) != 0) &&
		!know_kind(r, k, name, unit))
		return false;
	if (!isfinite(value * k->scale))
		return true;
	struct as_row_value v = k->kept;
	v.better = k->is_time ? AS_BETTER_LESS : better;
	v.value = value * k->scale;
	if (!AS_PUSH(r->values, r->n_values, r->cap_values, v))
		return false;
	row->n_values++;
	return true;
}

/* Where the "-8" at the end of a name begins; its end where there is none. */
static size_t processors_at(const char *name)
{
	size_t n = strlen(name), k = n;

	while (k && name[k - 1] >= '0' && name[k - 1] <= '9')
		k--;
	return k > 1 && k < n && name[k - 1] == '-' ? k - 1 : n;
}

bool as_rows_is_of(const char *name, const char *benchmark)
{
	size_t n = strlen(benchmark);

	return !strncmp(name, benchmark, n) && (!name[n] || processors_at(name) == n);
}

static const char *tail_of(const struct as_row *row)
{
	return row->benchmark + processors_at(row->benchmark);
}

bool as_rows_fact(struct as_rows *r, enum as_fact_kind kind, const char *name, const char *value)
{
	if (r->n_facts == AS_ROWS_FACTS)
		return true;
	const struct as_fact f = {kind, as_arena_strdup(&r->arena, name),
		as_arena_strdup(&r->arena, value)};
	r->facts[r->n_facts++] = f;
	return f.name && f.value;
}

bool as_rows_remark(struct as_rows *r, const char *sentence)
{
	if (r->n_remarks == AS_ROWS_REMARKS)
		return true;
	const char *own = as_arena_strdup(&r->arena, sentence);
	r->remarks[r->n_remarks++] = own;
	return own;
}

bool as_rows_strip_processors(struct as_rows *r)
{
	const char *tail = NULL, *last = NULL;

	/* Go says of what failed its name alone. */
	for (size_t i = 0; i < r->n; i++) {
		if (r->v[i].failed)
			continue;
		tail = tail ? tail : tail_of(&r->v[i]);
		if (last == r->v[i].benchmark)
			continue;
		last = r->v[i].benchmark;
		if (!*tail || strcmp(tail, tail_of(&r->v[i])) != 0)
			return true;
	}
	if (tail && !as_rows_fact(r, AS_FACT_ENVIRONMENT, "GOMAXPROCS", tail + 1))
		return false;
	for (size_t i = 0; i < r->n && tail; i++) {
		struct as_row *row = &r->v[i];
		if (strcmp(tail, tail_of(row)) != 0)
			continue;
		if (!as_rows_rename(r, row, row->benchmark, processors_at(row->benchmark)))
			return false;
	}
	return true;
}

struct named {
	const char *name;
	size_t at;
};

static int by_name(const void *x, const void *y)
{
	const struct named *a = x, *b = y;
	int order = strcmp(a->name, b->name);

	return order ? order : (a->at > b->at) - (a->at < b->at);
}

static int by_place(const void *x, const void *y)
{
	const struct named *a = x, *b = y;

	return (a->at > b->at) - (a->at < b->at);
}

const char **as_rows_names(const struct as_rows *r, struct as_arena *a, size_t *n)
{
	const char **out = as_arena_array(a, r->n + 1, sizeof *out);
	struct named *v = as_arena_array(a, r->n + 1, sizeof *v);
	size_t kept = 0;

	if (!out || !v)
		return NULL;
	for (size_t i = 0; i < r->n; i++)
		v[i] = (struct named){r->v[i].benchmark, i};
	qsort(v, r->n, sizeof *v, by_name);
	for (size_t i = 0; i < r->n; i++)
		if (!kept || strcmp(v[kept - 1].name, v[i].name) != 0)
			v[kept++] = v[i];
	qsort(v, kept, sizeof *v, by_place);
	for (size_t i = 0; i < kept; i++)
		out[i] = v[i].name;
	*n = kept;
	return out;
}
