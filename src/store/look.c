/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking into a store without reading a value: lists, and names. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/vec.h"
#include "store/sql/row.h"
#include "store/looking.h"

enum { GUESSES = 10000000 }; /* more numbers are not tried one by one */

enum { UUID_SHORTEST = 4 }; /* digits of a uuid that may stand for it */

enum as_status as_store_listings(struct as_sql *q, struct as_arena *a, struct as_listing **out,
	size_t *n, struct as_err *err)
{
	struct as_listing *list = NULL;
	size_t count = 0, cap = 0;

	while (as_sql_row(q)) {
		struct as_listing l = {0};
		as_row_get(q, &as_listing_fields, &l, a);
		if (as_sql_ok(q) && l.subject &&
			!(l.subject = as_store_called(q->store, l.subject, a)))
			q->memory = true;
		if (as_sql_ok(q) && !AS_PUSH(list, count, cap, l))
			q->memory = true;
	}
	list = as_sql_keep(q, a, list, count, sizeof *list);
	enum as_status st = as_sql_end(q, err);
	if (st)
		return st;
	*out = list;
	*n = count;
	return AS_OK;
}

/* A step of assay bisect, unless it was given a name. */
#define STEP "(e.label IS NULL AND e.command_line LIKE 'assay bisect %')"

enum as_status as_store_list(struct as_store *s, const struct as_store_query *query,
	struct as_arena *a, struct as_listing **out, size_t *n, struct as_err *err)
{
	struct as_sql q;

	as_store_doing(s, "list");
	as_row_select(&q, s,
		&(struct as_kept_row){AS_STORE_LISTED, NULL, {&as_listing_fields},
			"WHERE (?1 IS NULL OR e.label = ?1) AND (?2 IS NULL OR EXISTS "
			"(SELECT 1 FROM versions v WHERE v.experiment = e.id AND v.project "
			"= ?2)) AND (?3 = 0 OR NOT " STEP ") ORDER BY e.id DESC LIMIT ?4"});
	as_sql_set_text(&q, query->label);
	as_sql_set_text(&q, query->project);
	as_sql_set_int(&q, query->answers);
	as_sql_set_int(&q,
		query->limit && query->limit < INT64_MAX ? (int64_t)query->limit : INT64_MAX);
	return as_store_listings(&q, a, out, n, err);
}

enum as_status as_store_steps(struct as_store *s, size_t *n, struct as_err *err)
{
	struct as_sql q;

	*n = 0;
	as_store_doing(s, "list");
	as_sql_prepare(&q, s, "SELECT count(*) FROM experiments e WHERE " STEP);
	if (as_sql_row(&q))
		*n = (size_t)as_sql_int(&q, 0, INT64_MAX);
	return as_sql_end(&q, err);
}

/* ---- numbers ---- */

struct ids {
	int64_t *v;
	size_t n, cap;
	int64_t greatest;
};

/* What the statement lists, as far as it gets. */
static enum as_status collect_ids(struct as_store *s, const char *sql, struct ids *to)
{
	struct as_sql q;

	as_sql_prepare(&q, s, sql);
	while (as_sql_row(&q)) {
		int64_t id = as_sql_int(&q, 1, INT64_MAX);
		if (as_sql_ok(&q) && !AS_PUSH(to->v, to->n, to->cap, id))
			q.memory = true;
		if (as_sql_ok(&q) && id > to->greatest)
			to->greatest = id;
	}
	return as_sql_end(&q, NULL);
}

/* Every table and index that has numbers of experiments is asked: one of them may be whole. */
static enum as_status guess(struct as_store *s, struct ids *to, struct as_err *err)
{
	static const char *const places[] = {"SELECT id FROM experiments NOT INDEXED ORDER BY id",
		"SELECT id FROM experiments NOT INDEXED ORDER BY id DESC",
		"SELECT id FROM experiments ORDER BY uuid",
		"SELECT max(experiment) FROM plans HAVING count(*) > 0",
		"SELECT max(experiment) FROM subjects HAVING count(*) > 0"};
	int64_t greatest = 0;

	for (size_t i = 0; i < sizeof places / sizeof *places; i++)
		if (collect_ids(s, places[i], to) == AS_ERR_MEM)
			return as_fail_memory(err);
	greatest = to->greatest < GUESSES ? to->greatest : GUESSES;
	to->n = 0;
	for (int64_t id = 1; id <= greatest; id++)
		if (!AS_PUSH(to->v, to->n, to->cap, id))
			return as_fail_memory(err);
	return AS_OK;
}

enum as_status as_store_ids(struct as_store *s, struct as_arena *a, int64_t **out, size_t *n,
	bool *whole, struct as_err *err)
{
	struct ids found = {0};
	enum as_status st;

	as_store_doing(s, "list");
	st = collect_ids(s, "SELECT id FROM experiments NOT INDEXED ORDER BY id", &found);
	*whole = !st;
	if (st == AS_ERR_MEM)
		st = as_fail_memory(err);
	else if (st)
		st = guess(s, &found, err);
	*n = found.n;
	*out = st ? NULL : as_arena_array(a, found.n, sizeof **out);
	if (!st && !*out)
		st = as_fail_memory(err);
	if (!st && found.n)
		memcpy(*out, found.v, found.n * sizeof *found.v);
	free(found.v);
	return st;
}

/* The id that the statement's first row has; 0 if there is no row. Ends the statement. */
static enum as_status one_id(struct as_sql *q, int64_t *out, struct as_err *err)
{
	*out = 0;
	if (as_sql_row(q))
		*out = as_sql_int(q, 1, INT64_MAX);
	return as_sql_end(q, err);
}

/* "@last", "@last~N": how far from the last; false if text is neither. */
static bool parse_last(const char *text, int64_t *back)
{
	*back = 0;
	if (strncmp(text, "@last", 5) != 0)
		return false;
	return !text[5] || (text[5] == '~' && as_parse_i64(text + 6, 0, INT64_MAX, back));
}

static enum as_status find_last(struct as_store *s, int64_t back, int64_t *out, struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s, "SELECT id FROM experiments ORDER BY id DESC LIMIT 1 OFFSET ?");
	as_sql_set_int(&q, back);
	return one_id(&q, out, err);
}

static enum as_status find_id(struct as_store *s, const char *text, int64_t *out,
	struct as_err *err)
{
	struct as_sql q;
	int64_t id;

	*out = 0;
	if (!as_parse_i64(text, 1, INT64_MAX, &id))
		return AS_OK;
	as_sql_prepare(&q, s, "SELECT id FROM experiments WHERE id = ?");
	as_sql_set_int(&q, id);
	return one_id(&q, out, err);
}

static enum as_status find_label(struct as_store *s, const char *text, int64_t *out,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s,
		"SELECT id FROM experiments WHERE label = ? ORDER BY id DESC LIMIT 1");
	as_sql_set_text(&q, text);
	return one_id(&q, out, err);
}

/* By the beginning of the uuid: all uuids from text to text followed by the greatest digits. */
static enum as_status find_uuid(struct as_store *s, const char *text, int64_t *out,
	struct as_err *err)
{
	char from[33] = "00000000000000000000000000000000";
	char to[33] = "ffffffffffffffffffffffffffffffff";
	size_t n = strlen(text);
	int64_t second = 0;
	struct as_sql q;

	*out = 0;
	if (n < UUID_SHORTEST || n > 32 || strspn(text, "0123456789abcdefABCDEF") != n)
		return AS_OK;
	for (size_t i = 0; i < n; i++)
		from[i] = to[i] = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] + 32 : text[i]);
	as_sql_prepare(&q, s, "SELECT id FROM experiments WHERE uuid BETWEEN ? AND ? LIMIT 2");
	as_sql_set_text(&q, from);
	as_sql_set_text(&q, to);
	if (as_sql_row(&q))
		*out = as_sql_int(&q, 1, INT64_MAX);
	if (as_sql_row(&q))
		second = as_sql_int(&q, 1, INT64_MAX);
	enum as_status st = as_sql_end(&q, err);
	if (!st && second)
		return as_fail(err, AS_ERR_USAGE,
			"cannot find '%s' in '%s': several experiments begin with it (%lld and "
			"%lld, among others); name one by its number or by more digits",
			text, s->path, (long long)*out, (long long)second);
	return st;
}

bool as_store_is_label(const char *text)
{
	return *text != '@' && (!*text || text[strspn(text, "0123456789")]);
}

/* Nothing was found: which of the ways to name an experiment the text was. */
static enum as_status fail_found(struct as_store *s, const char *text, struct as_err *err)
{
	const char *why = "no experiment there has that label, nor a uuid that begins so; `assay "
			  "list` shows what is";
	int64_t any = 0, number;
	struct as_sql q;

	as_sql_prepare(&q, s, "SELECT id FROM experiments LIMIT 1");
	const enum as_status st = one_id(&q, &any, err);
	if (st)
		return st;
	if (!any)
		why = "nothing is kept there yet; assay run keeps what it measures";
	else if (parse_last(text, &number))
		why = "there are not so many experiments in it; `assay list` shows them";
	else if (text[0] == '@')
		why = "the newest experiment is called @last, the second before it @last~2";
	else if (as_parse_i64(text, 0, INT64_MAX, &number))
		why = "no experiment there has that number; `assay list` shows what is";
	return as_fail(err, AS_ERR_USAGE, "cannot find '%s' in '%s': %s", text, s->path, why);
}

enum as_status as_store_find(struct as_store *s, const char *text, int64_t *out,
	struct as_err *err)
{
	int64_t found = 0, back;
	enum as_status st;

	as_store_doing(s, "look for an experiment in");
	if (parse_last(text, &back)) {
		st = find_last(s, back, &found, err);
	} else {
		st = find_id(s, text, &found, err);
		if (!st && !found)
			st = find_label(s, text, &found, err);
		if (!st && !found)
			st = find_uuid(s, text, &found, err);
	}
	if (!st && !found)
		return fail_found(s, text, err);
	if (!st)
		*out = found;
	return st;
}
