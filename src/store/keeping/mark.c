/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels, notes, pins and the names of benchmarks: what can be changed of an experiment after it was put. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text/slip.h"
#include "base/vec.h"
#include "store/kept/subject_sets.h"
#include "store/sql/sql.h"

/* End the statement that changes experiment id. */
static enum as_status change(struct as_sql *q, int64_t id, struct as_err *err)
{
	struct as_store *s = q->store;

	as_sql_set_int(q, id);
	const bool found = as_sql_row(q);
	if (found)
		as_sql_run(q); /* to its end, where what it did is kept */
	enum as_status st = as_sql_end(q, err);
	if (!st && !found)
		return as_fail(err, AS_ERR_USAGE,
			"cannot find an experiment with number %lld in '%s'; `assay list` shows "
			"those that are there",
			(long long)id, s->path);
	return st;
}

static const char *or_nothing(const char *text)
{
	return text && *text ? text : NULL;
}

enum as_status as_store_mark_label(struct as_store *s, int64_t id, const char *label,
	struct as_err *err)
{
	struct as_sql q;

	as_store_doing(s, "label experiment %lld of", (long long)id);
	as_sql_prepare(&q, s, "UPDATE experiments SET label = ? WHERE id = ? RETURNING id");
	as_sql_set_text(&q, or_nothing(label));
	return change(&q, id, err);
}

enum as_status as_store_mark_note(struct as_store *s, int64_t id, const char *note,
	struct as_err *err)
{
	struct as_sql q;

	as_store_doing(s, "note something of experiment %lld of", (long long)id);
	as_sql_prepare(&q, s, "UPDATE experiments SET note = ? WHERE id = ? RETURNING id");
	as_sql_set_text(&q, or_nothing(note));
	return change(&q, id, err);
}

enum as_status as_store_mark_pinned(struct as_store *s, int64_t id, bool pinned,
	struct as_err *err)
{
	struct as_sql q;

	as_store_doing(s, "pin experiment %lld of", (long long)id);
	as_sql_prepare(&q, s, "UPDATE experiments SET pinned = ? WHERE id = ? RETURNING id");
	as_sql_set_int(&q, pinned);
	return change(&q, id, err);
}

/* ---- names ---- */

/* Numbers of experiments, of sets, or of subjects behind those of their experiments. */
struct numbers {
	int64_t *v;
	size_t n, cap;
};

struct renaming {
	struct as_store *store;
	struct as_rename rule;
	struct as_arena *arena; /* of what is told */
	const char **names;     /* all that there are, each once, in their order */
	size_t n_names, cap_names;
	struct as_store_renamed *list;
	size_t n, cap;
	struct as_err *err;
};

/* The numbers that a statement gives of a name, per row as many as it has columns, at most two. */
static enum as_status numbers_of(struct renaming *r, const char *sql, const char *name,
	size_t columns, struct numbers *out)
{
	struct as_sql q;

	as_sql_prepare(&q, r->store, sql);
	as_sql_set_text(&q, name);
	while (as_sql_row(&q))
		for (size_t i = 0; i < columns; i++) {
			const int64_t one = as_sql_int(&q, 0, INT64_MAX);
			q.memory = q.memory ||
				   (as_sql_ok(&q) && !AS_PUSH(out->v, out->n, out->cap, one));
		}
	return as_sql_end(&q, r->err);
}

/* Experiments that have a benchmark of that name, by number. */
static enum as_status experiments_of(struct renaming *r, const char *name, struct numbers *out)
{
	return numbers_of(r,
		"SELECT experiment FROM subjects WHERE name = ?1 UNION SELECT p.experiment FROM "
		"subject_set_names a JOIN packs p ON p.subject_set = a.subject_set WHERE a.name = "
		"?1 ORDER BY 1",
		name, 1, out);
}

static enum as_status read_names(struct renaming *r)
{
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"SELECT name FROM subjects UNION SELECT name FROM subject_set_names UNION SELECT "
		"name FROM alerts ORDER BY 1");
	while (as_sql_row(&q)) {
		const char *name = as_sql_text(&q, r->arena, AS_SQL_REQUIRED);
		q.memory = q.memory ||
			   (as_sql_ok(&q) && !AS_PUSH(r->names, r->n_names, r->cap_names, name));
		r->rule.exact = r->rule.exact || (name && strchr(name, '*') &&
			!strcmp(name, r->rule.from));
	}
	return as_sql_end(&q, r->err);
}

static bool is_there(const struct renaming *r, const char *name)
{
	for (size_t lo = 0, hi = r->n_names; lo < hi;) {
		const size_t middle = lo + (hi - lo) / 2;
		const int order = strcmp(r->names[middle], name);
		if (!order)
			return true;
		if (order < 0)
			lo = middle + 1;
		else
			hi = middle;
	}
	return false;
}

/* Nothing is called so: the nearest name, and of a pattern the name whose beginning is nearest to its own. */
static enum as_status fail_unknown(const struct renaming *r)
{
	const char *from = r->rule.from, *star = r->rule.exact ? NULL : strchr(from, '*');
	const size_t before = star ? (size_t)(star - from) : 0;
	const char *best = NULL;
	size_t least = SIZE_MAX;
	char hint[256] = "";

	for (size_t i = 0; i < r->n_names; i++) {
		const char *name = r->names[i];
		char typed[64], meant[64];
		const bool all = !star || before >= sizeof typed || strlen(name) < before;
		snprintf(typed, sizeof typed, "%.*s", (int)before, from);
		snprintf(meant, sizeof meant, "%.*s", (int)(all ? 0 : before), name);
		const char *a = all ? from : typed, *b = all ? name : meant;
		const size_t apart = as_is_slip(a, b) ? as_edit_distance(a, b) : SIZE_MAX;
		if (apart < least) {
			least = apart;
			best = name;
		}
	}
	if (best)
		snprintf(hint, sizeof hint, "; did you mean '%.200s'?", best);
	return as_fail(r->err, AS_ERR_USAGE,
		"cannot rename '%.200s': no benchmark in '%.300s' %s%s", from,
		r->store->path, star ? "has a name that fits it" : "is called so",
		*hint           ? hint
		: !r->n_names   ? "; it has no results"
				: "; assay list --all shows what there is");
}

/* Of an experiment with both there would be two benchmarks of one name. The new name is free where it is renamed
 * itself. */
static enum as_status check_free(struct renaming *r, struct as_store_renamed *one)
{
	struct numbers from = {0}, to = {0};
	const char *next = NULL;
	const bool moves = as_rename_applies(&r->rule, one->to, r->arena, &next);
	enum as_status st = experiments_of(r, one->from, &from);

	if (!st && !moves && is_there(r, one->to))
		st = experiments_of(r, one->to, &to);
	for (size_t i = 0, k = 0; !st && i < from.n && k < to.n;) {
		if (from.v[i] == to.v[k])
			st = as_fail(r->err, AS_ERR_USAGE,
				"cannot rename '%.200s' to '%.200s': result %lld has a benchmark "
				"'%.200s' already, so both would be one; nothing was renamed",
				one->from, one->to, (long long)from.v[i], one->to);
		else if (from.v[i] < to.v[k])
			i++;
		else
			k++;
	}
	one->results = from.n;
	one->besides = to.n;
	free(from.v);
	free(to.v);
	return st;
}

static enum as_status find_renamed(struct renaming *r)
{
	struct as_err why = {0};
	enum as_status st = read_names(r);

	if (!st && as_rename_check(&r->rule, &why))
		st = as_fail(r->err, AS_ERR_USAGE, "cannot rename '%.200s' to '%.200s': %s",
			r->rule.from, r->rule.to, why.msg);
	for (size_t i = 0; !st && i < r->n_names; i++) {
		struct as_store_renamed one = {.from = r->names[i]};
		if (!as_rename_applies(&r->rule, one.from, r->arena, &one.to))
			continue;
		if (!one.to || !AS_PUSH(r->list, r->n, r->cap, one))
			return as_fail_memory(r->err);
	}
	if (!st && !r->n)
		st = fail_unknown(r);
	for (size_t i = 0; !st && i < r->n; i++)
		st = check_free(r, &r->list[i]);
	return st;
}

/* A result of another tool has no program that assay started, and its command is its name again. */
static enum as_status rename_rows(struct renaming *r, const struct numbers *at, const char *to)
{
	struct as_sql q;

	as_sql_prepare(&q, r->store,
		"UPDATE subjects SET command = CASE WHEN command = name AND executable IS NULL "
		"THEN ?1 ELSE command END, name = ?1 WHERE experiment = ?2 AND number = ?3");
	for (size_t i = 0; i + 1 < at->n; i += 2) {
		as_sql_set_text(&q, to);
		as_sql_set_ints(&q, at->v + i, 2);
		as_sql_run(&q);
	}
	return as_sql_end(&q, r->err);
}

static enum as_status rename_alerts(struct renaming *r, const struct numbers *at, const char *to)
{
	struct as_sql q;

	as_sql_prepare(&q, r->store, "UPDATE alerts SET name = ?, edits = edits + 1 WHERE id = ?");
	for (size_t i = 0; i < at->n; i++) {
		as_sql_set_text(&q, to);
		as_sql_set_int(&q, at->v[i]);
		as_sql_run(&q);
	}
	return as_sql_end(&q, r->err);
}

/* A set is what its subjects are called: that of the new names takes the place of the old one wherever that is
 * referred to. */
static enum as_status rename_set(struct renaming *r, struct as_packer *packer, int64_t id)
{
	struct as_store *s = r->store;
	struct as_subject_set set = {0};
	struct as_arena room = {0};
	int64_t now = 0;
	enum as_status st = as_store_get_set(s, packer, id, &room, &set);
	struct as_sql q;

	if (st == AS_ERR_DATA || (!st && !set.matches))
		st = as_store_damaged(s, "a set of subjects cannot be read", r->err);
	else if (st)
		st = as_fail_memory(r->err);
	for (size_t i = 0; !st && i < set.n; i++) {
		struct as_subject *one = &set.v[i];
		const char *to = NULL;
		if (!as_rename_applies(&r->rule, one->name, &room, &to))
			continue;
		if (!to)
			st = as_fail_memory(r->err);
		if (!one->executable && !strcmp(one->command, one->name))
			one->command = to;
		one->name = to;
	}
	if (!st)
		st = as_store_put_set(s, packer, set.v, set.n, &now, r->err);
	as_arena_release(&room);
	if (st)
		return st;
	as_sql_prepare(&q, s, "UPDATE packs SET subject_set = ? WHERE subject_set = ?");
	as_sql_set_ints(&q, (const int64_t[]){now, id}, 2);
	as_sql_run(&q);
	st = as_sql_end(&q, r->err);
	return st ? st : as_sql_run_with(s, "DELETE FROM subject_sets WHERE id = ?", id, r->err);
}

static int by_number(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Rows are found under all old names before the first of them has a new one, which may be an old one, too. */
static enum as_status rename_all(struct renaming *r)
{
	struct as_packer *packer = as_packer_new();
	struct numbers *rows = calloc(2 * r->n + 1, sizeof *rows);
	struct numbers *alerts = rows ? rows + r->n : NULL, sets = {0};
	enum as_status st = packer && rows ? AS_OK : as_fail_memory(r->err);

	for (size_t i = 0; !st && i < r->n; i++) {
		const char *from = r->list[i].from;
		st = numbers_of(r, "SELECT experiment, number FROM subjects WHERE name = ?", from,
			2, &rows[i]);
		if (!st)
			st = numbers_of(r, "SELECT id FROM alerts WHERE name = ?", from, 1,
				&alerts[i]);
		if (!st)
			st = numbers_of(r,
				"SELECT DISTINCT subject_set FROM subject_set_names WHERE name = ?",
				from, 1, &sets);
	}
	if (sets.n)
		qsort(sets.v, sets.n, sizeof *sets.v, by_number);
	for (size_t i = 0; !st && i < r->n; i++) {
		st = rename_rows(r, &rows[i], r->list[i].to);
		if (!st)
			st = rename_alerts(r, &alerts[i], r->list[i].to);
	}
	for (size_t i = 0; !st && i < sets.n; i++)
		if (!i || sets.v[i] != sets.v[i - 1])
			st = rename_set(r, packer, sets.v[i]);
	for (size_t i = 0; rows && i < 2 * r->n; i++)
		free(rows[i].v);
	free(rows);
	free(sets.v);
	as_packer_free(packer);
	return st;
}

enum as_status as_store_rename(struct as_store *s, const struct as_rename *rule, bool write,
	struct as_arena *a, struct as_store_renamed **out, size_t *n, struct as_err *err)
{
	struct renaming r = {.store = s, .rule = *rule, .arena = a, .err = err};

	as_store_doing(s, "rename benchmarks of");
	enum as_status st = as_sql_begin(s, write ? AS_SQL_TO_WRITE : AS_SQL_TO_READ, err);
	if (st)
		return st;
	st = find_renamed(&r);
	if (!st && write)
		st = rename_all(&r);
	st = as_sql_finish(s, st, err);
	struct as_store_renamed *list = st ? NULL : as_arena_array(a, r.n, sizeof *list);
	if (!st && !list)
		st = as_fail_memory(err);
	if (!st && r.list)
		memcpy(list, r.list, r.n * sizeof *list);
	*out = list;
	*n = st ? 0 : r.n;
	free(r.list);
	free(r.names);
	return st;
}

/* ---- names as they are shown ---- */

void as_store_show_renamed(struct as_store *s, const struct as_rename *r, size_t n)
{
	s->renames = r;
	s->n_renames = n;
}

const char *as_store_called(const struct as_store *s, const char *name, struct as_arena *a)
{
	for (size_t i = 0; name && i < s->n_renames; i++) {
		const char *to = NULL;
		if (as_rename_applies(&s->renames[i], name, a, &to))
			name = to;
	}
	return name;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

enum as_status as_store_call_all(
	const struct as_store *s, const char **name, size_t n, struct as_arena *a)
{
	struct as_arena room = {0};
	const char **now = as_arena_array(&room, n, sizeof *now),
		   **other = as_arena_array(&room, n, sizeof *other);
	enum as_status st = now && other ? AS_OK : AS_ERR_MEM;
	size_t others = 0;

	for (size_t i = 0; !st && i < n; i++) {
		now[i] = as_store_called(s, name[i], a);
		if (!now[i])
			st = AS_ERR_MEM;
		else if (now[i] == name[i])
			other[others++] = name[i];
	}
	if (!st && others)
		qsort(other, others, sizeof *other, by_text);
	for (size_t i = 0; !st && i < n; i++)
		if (now[i] != name[i] &&
			(!others || !bsearch(&now[i], other, others, sizeof *other, by_text)))
			name[i] = now[i];
	as_arena_release(&room);
	return st;
}
