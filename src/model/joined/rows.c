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
	as_arena_release(&r->arena);
	*r = (struct as_rows){0};
}

struct as_row *as_rows_add(struct as_rows *r, const char *benchmark)
{
	struct as_row row = {.benchmark = as_arena_strdup(&r->arena, benchmark),
		.ns = (double)NAN,
		.n = 1,
		.value = r->n_values};

	if (!row.benchmark || !AS_PUSH(r->v, r->n, r->cap, row))
		return NULL;
	return &r->v[r->n - 1];
}

bool as_rows_value(struct as_rows *r, const char *name, double value, const char *unit,
	enum as_better better)
{
	struct as_row *row = &r->v[r->n - 1];
	double scale = 1;
	const char *kept = as_unit_kept(unit, &scale);

	if (!isfinite(value * scale) || row->n_values == AS_ROWS_METRICS)
		return true;
	const struct as_row_value v = {
		.name = as_metric_find(name) ? as_arena_printf(&r->arena, "reported_%s", name)
					     : as_arena_strdup(&r->arena, name),
		.unit = as_arena_strdup(&r->arena, kept),
		.better = strcmp(kept, "ns") ? better : AS_BETTER_LESS,
		.value = value * scale};
	if (!v.name || !v.unit || !AS_PUSH(r->values, r->n_values, r->cap_values, v))
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

bool as_rows_strip_processors(struct as_rows *r)
{
	const char *tail = NULL;

	/* Go says of what failed its name alone. */
	for (size_t i = 0; i < r->n; i++) {
		if (r->v[i].failed)
			continue;
		tail = tail ? tail : tail_of(&r->v[i]);
		if (!*tail || strcmp(tail, tail_of(&r->v[i])) != 0)
			return true;
	}
	for (size_t i = 0; i < r->n && tail; i++) {
		struct as_row *row = &r->v[i];
		if (strcmp(tail, tail_of(row)) != 0)
			continue;
		row->benchmark = as_arena_strndup(&r->arena, row->benchmark,
			processors_at(row->benchmark));
		if (!row->benchmark)
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
