/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/sql/sql.h"

static enum as_status count_packed(struct as_store *s, size_t *out, struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s,
		"SELECT CAST(ifnull(sum(n), 0) AS BIGINT) FROM packs p JOIN subject_sets s ON s.id "
		"= "
		"p.subject_set");
	if (as_sql_row(&q))
		*out = (size_t)as_sql_int(&q, 0, INT64_MAX);
	return as_sql_end(&q, err);
}

struct name_place {
	const char *name;
	size_t at;
};

static int by_name(const void *a, const void *b)
{
	const struct name_place *x = a, *y = b;
	const int order = strcmp(x->name, y->name);

	return order ? order : (x->at > y->at) - (x->at < y->at);
}

static int by_place(const void *a, const void *b)
{
	const struct name_place *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

/* Names that are shown as one are one, where the first of them stands. */
static enum as_status show_renamed(
	struct as_store *s, struct as_arena *a, const char **name, size_t *n)
{
	struct name_place *v = calloc(*n + 1, sizeof *v);
	size_t kept = 0;
	bool room = v;

	for (size_t i = 0; room && i < *n; i++) {
		v[i] = (struct name_place){as_store_called(s, name[i], a), i};
		room = v[i].name;
	}
	if (room && *n)
		qsort(v, *n, sizeof *v, by_name);
	for (size_t i = 0; room && i < *n; i++)
		if (!kept || strcmp(v[kept - 1].name, v[i].name) != 0)
			v[kept++] = v[i];
	if (room && kept)
		qsort(v, kept, sizeof *v, by_place);
	for (size_t i = 0; room && i < kept; i++)
		name[i] = v[i].name;
	*n = kept;
	free(v);
	return room ? AS_OK : AS_ERR_MEM;
}

enum as_status as_store_benchmarks(
	struct as_store *s, struct as_arena *a, struct as_store_benchmarks *out, struct as_err *err)
{
	const char **list = NULL;
	size_t n = 0, cap = 0;
	struct as_sql q;

	*out = (struct as_store_benchmarks){.n = 0};
	as_store_doing(s, "read the benchmarks of");
	enum as_status st = count_packed(s, &out->packed, err);
	if (st)
		return st;
	as_sql_prepare(&q, s,
		"SELECT b.name FROM (SELECT name, subject_set, number FROM subject_set_names UNION "
		"ALL SELECT name, 0 AS subject_set, 0 AS number FROM subjects WHERE packed = 0) b "
		"GROUP BY b.name ORDER BY min(b.subject_set), min(b.number), b.name");
	while (as_sql_row(&q)) {
		const char *name = as_sql_text(&q, a, AS_SQL_REQUIRED);
		if (as_sql_ok(&q) && !AS_PUSH(list, n, cap, name))
			q.memory = true;
	}
	if (s->n_renames && as_sql_ok(&q) && show_renamed(s, a, list, &n))
		q.memory = true;
	out->name = as_sql_keep(&q, a, list, n, sizeof *list);
	out->n = n;
	return as_sql_end(&q, err);
}
