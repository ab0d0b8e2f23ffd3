/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a later result is compared with: of each benchmark the newest one kept. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/sql/sql.h"

static int by_name(const void *a, const void *b)
{
	const struct as_store_subject *x = a, *y = b;
	const int order = strcmp(x->name, y->name);

	return order ? order : (x->experiment > y->experiment) - (x->experiment < y->experiment);
}

static int by_place(const void *a, const void *b)
{
	const struct as_store_subject *x = a, *y = b;

	if (x->experiment != y->experiment)
		return x->experiment < y->experiment ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Of names that are shown as one those of the newest experiment stay. Subjects are by experiment, and those of one
 * keep names that would meet in it. */
static enum as_status show_renamed(
	struct as_store *s, struct as_arena *a, struct as_store_subject *v, size_t *n)
{
	const char **name = calloc(*n + 1, sizeof *name);
	enum as_status st = name ? AS_OK : AS_ERR_MEM;
	size_t kept = 0;

	for (size_t i = 0; name && i < *n; i++)
		name[i] = v[i].name;
	for (size_t i = 0, to = 0; !st && i < *n; i = to) {
		for (to = i + 1; to < *n && v[to].experiment == v[i].experiment; to++)
			;
		st = as_store_call_all(s, name + i, to - i, a);
	}
	for (size_t i = 0; !st && i < *n; i++)
		v[i].name = name[i];
	free(name);
	if (st || !*n)
		return st;
	qsort(v, *n, sizeof *v, by_name);
	for (size_t i = 0, to = 0; i < *n; i = to) {
		for (to = i + 1; to < *n && !strcmp(v[to].name, v[i].name); to++)
			;
		for (size_t k = i; k < to; k++)
			if (v[k].experiment == v[to - 1].experiment)
				v[kept++] = v[k];
	}
	qsort(v, kept, sizeof *v, by_place);
	*n = kept;
	return AS_OK;
}

enum as_status as_store_newest(struct as_store *s, const struct as_store_choice *which,
	struct as_arena *a, struct as_store_subject **out, size_t *n, struct as_err *err)
{
	struct as_store_subject *list = NULL;
	size_t count = 0, cap = 0;
	struct as_sql q;

	as_store_doing(s, "look for results in");
	/* An experiment of two versions compares these: its subjects are called after them. */
	as_sql_prepare(&q, s,
		"WITH named AS (SELECT experiment, number, name FROM subjects WHERE packed = 0 "
		"UNION ALL SELECT p.experiment, p.subject + a.number, a.name FROM packs p JOIN "
		"subject_set_names a ON a.subject_set = p.subject_set), "
		"fit AS (SELECT e.id AS id, s.number AS number, s.name AS name FROM "
		"experiments e JOIN named s ON s.experiment = e.id LEFT JOIN versions v ON "
		"v.experiment = e.id AND v.subject = s.number * (1 - e.one_version) "
		"WHERE (?1 IS NULL OR e.label = ?1) "
		"AND (?2 IS NULL OR (substr(v.commit_id, 1, length(?2)) = ?2 AND v.changes = "
		"?3)) AND (SELECT count(DISTINCT ifnull(w.commit_id, '') || w.changes) FROM "
		"versions w WHERE w.experiment = e.id) < 2), newest AS (SELECT name, max(id) AS "
		"id FROM fit GROUP BY name) SELECT f.id, f.number, f.name FROM newest n JOIN fit "
		"f ON f.name = n.name AND f.id = n.id ORDER BY f.id, f.number");
	as_sql_set_text(&q, which->label);
	as_sql_set_text(&q, which->commit);
	as_sql_set_int(&q, which->changed ? AS_CHANGES_SOME : AS_CHANGES_NONE);
	while (as_sql_row(&q)) {
		struct as_store_subject one = {.experiment = as_sql_int(&q, 1, INT64_MAX)};
		one.number = (size_t)as_sql_int(&q, 0, INT32_MAX);
		one.name = as_sql_text(&q, a, AS_SQL_REQUIRED);
		if (as_sql_ok(&q) && !AS_PUSH(list, count, cap, one))
			q.memory = true;
	}
	if (s->n_renames && as_sql_ok(&q) && show_renamed(s, a, list, &count))
		q.memory = true;
	list = as_sql_keep(&q, a, list, count, sizeof *list);
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	*out = list;
	*n = count;
	return AS_OK;
}

enum as_status as_store_labels(struct as_store *s, struct as_arena *a, const char ***out, size_t *n,
	struct as_err *err)
{
	const char **list = NULL;
	size_t count = 0, cap = 0;
	struct as_sql q;

	as_store_doing(s, "list the labels of");
	as_sql_prepare(&q, s, "SELECT label FROM experiments WHERE label IS NOT NULL GROUP BY label"
		" ORDER BY max(id) DESC");
	while (as_sql_row(&q)) {
		const char *one = as_sql_text(&q, a, AS_SQL_REQUIRED);
		if (as_sql_ok(&q) && !AS_PUSH(list, count, cap, one))
			q.memory = true;
	}
	list = as_sql_keep(&q, a, list, count, sizeof *list);
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	*out = list;
	*n = count;
	return AS_OK;
}
