/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Experiments that are no longer wanted, and the room they took. */
#include <errno.h>
#include <string.h>

#include "store/sql/row.h"

static enum as_status choose_experiments(struct as_store *s, const struct as_store_prune *rule,
	struct as_arena *a, struct as_listing **out, size_t *n, struct as_err *err)
{
	struct as_sql q;

	as_row_select(&q, s,
		&(struct as_kept_row){AS_STORE_LISTED, NULL, {&as_listing_fields},
			"WHERE (?1 = 1 OR e.label IS NULL) AND (?2 = 1 OR e.pinned = 0) AND (?3 = "
			"9223372036854775807 OR (e.started_ns < ?3 AND e.started_ns <> 0)) AND "
			"e.id NOT IN (SELECT id FROM experiments ORDER BY id DESC LIMIT ?4) "
			"ORDER BY e.id DESC"});
	as_sql_set_int(&q, rule->labelled);
	as_sql_set_int(&q, rule->pinned);
	as_sql_set_int(&q, rule->before_ns);
	as_sql_set_int(&q, rule->keep < INT64_MAX ? (int64_t)rule->keep : INT64_MAX);
	return as_store_listings(&q, a, out, n, err);
}

/* Nothing is removed from a damaged file: what is removed may be all that can still be read, and
 * the room could not be given back. Reads all of the file, as giving back room does. */
static enum as_status check(struct as_store *s, struct as_err *err)
{
	bool whole = false;
	struct as_sql q;

	as_sql_prepare(&q, s, s->engine->whole_sql);
	errno = 0;
	whole = as_sql_row(&q);
	const bool unread = errno == EIO;
	enum as_status st = as_sql_end(&q, err);
	if (st || whole)
		return st;
	if (unread)
		return as_fail(err, AS_ERR_STORE,
			"cannot %s '%s': the disk does not let it be read (%s), so nothing was "
			"removed; look at the disk",
			s->doing, s->path, strerror(EIO));
	return as_fail(err, AS_ERR_DATA,
		"cannot %s '%s': the file is damaged, so nothing was removed; assay store verify "
		"says where, and assay store copy NEW.db saves what can be read",
		s->doing, s->path);
}

/* What belongs to an experiment goes with it, by its foreign keys. */
static enum as_status remove_all(struct as_store *s, const struct as_listing *l, size_t n,
	struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s, "DELETE FROM experiments WHERE id = ?");
	for (size_t i = 0; i < n; i++) {
		as_sql_set_int(&q, l[i].id);
		as_sql_run(&q);
	}
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	int rc = as_sql_exec(s,
		"DELETE FROM sessions WHERE id NOT IN (SELECT session FROM experiments)"
		" AND id NOT IN (SELECT session FROM noise_sessions);"
		"DELETE FROM fact_sets WHERE id NOT IN (SELECT fact_set FROM experiment_facts);"
		"DELETE FROM subject_sets WHERE id NOT IN (SELECT subject_set FROM packs)");
	return rc == AS_SQL_OK ? AS_OK : as_store_fail(s, rc, err);
}

enum as_status as_store_prune(struct as_store *s, const struct as_store_prune *rule,
	struct as_arena *a, struct as_listing **out, size_t *n, struct as_err *err)
{
	struct as_listing *list = NULL;
	size_t count = 0;

	as_store_doing(s, "remove experiments of");
	enum as_status st = as_sql_begin(s, rule->dry_run ? AS_SQL_TO_READ : AS_SQL_TO_WRITE, err);
	if (st)
		return st;
	st = choose_experiments(s, rule, a, &list, &count, err);
	if (!st && count && !rule->dry_run)
		st = check(s, err);
	if (!st && !rule->dry_run)
		st = remove_all(s, list, count, err);
	st = as_sql_finish(s, st, err);
	if (st)
		return st;
	*out = list;
	*n = count;
	return AS_OK;
}

enum as_status as_store_shrink(struct as_store *s, struct as_err *err)
{
	as_store_doing(s, "make smaller the store");
	return s->engine->shrink(s, err);
}
