/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about machines. Those of one kind make a set, kept once for all experiments that found the
 * same; it is found again by its hash. */
#include <string.h>
#include <xxhash.h>

#include "base/vec.h"
#include "store/sql/sql.h"

enum { FACT_KINDS = AS_FACT_STATE + 1 };

/* The hash of a set: its kind, then names and values. NULL when out of memory. */
static XXH3_state_t *begin_hash(int kind)
{
	XXH3_state_t *h = XXH3_createState();
	const unsigned char number = (unsigned char)kind;

	if (!h)
		return NULL;
	XXH3_128bits_reset(h);
	XXH3_128bits_update(h, &number, 1);
	return h;
}

static void add_to_hash(XXH3_state_t *h, const char *name, const char *value)
{
	XXH3_128bits_update(h, name, strlen(name) + 1);
	XXH3_128bits_update(h, value, strlen(value) + 1);
}

static void end_hash(XXH3_state_t *h, XXH128_canonical_t *out)
{
	XXH128_canonicalFromHash(out, XXH3_128bits_digest(h));
	XXH3_freeState(h);
}

static bool hash_facts(const struct as_machine *m, int kind, XXH128_canonical_t *out)
{
	XXH3_state_t *h = begin_hash(kind);

	if (!h)
		return false;
	for (size_t i = 0; i < m->n_facts; i++)
		if ((int)m->facts[i].kind == kind)
			add_to_hash(h, m->facts[i].name, m->facts[i].value);
	end_hash(h, out);
	return true;
}

static enum as_status add_facts(struct as_store *s, const struct as_machine *m, int kind,
	int64_t set, struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s,
		"INSERT INTO facts (fact_set, number, name, value) VALUES (?, ?, ?, ?)");
	for (size_t i = 0; i < m->n_facts; i++) {
		if ((int)m->facts[i].kind != kind)
			continue;
		as_sql_set_int(&q, set);
		as_sql_set_int(&q, (int64_t)i);
		as_sql_set_text(&q, m->facts[i].name);
		as_sql_set_text(&q, m->facts[i].value);
		as_sql_run(&q);
	}
	return as_sql_end(&q, err);
}

/* The set of these facts, made if there is none yet. */
static enum as_status fact_set(struct as_store *s, const struct as_machine *m, int kind,
	int64_t *out, struct as_err *err)
{
	XXH128_canonical_t hash;
	struct as_sql q;
	int64_t found = 0;

	if (!hash_facts(m, kind, &hash))
		return as_fail_memory(err);
	as_sql_prepare(&q, s, "SELECT id FROM fact_sets WHERE hash = ?");
	as_sql_set_blob(&q, hash.digest, sizeof hash.digest);
	if (as_sql_row(&q))
		found = as_sql_int(&q, 1, INT64_MAX);
	enum as_status st = as_sql_end(&q, err);
	if (st || found) {
		*out = found;
		return st;
	}
	as_sql_prepare(&q, s, "INSERT INTO fact_sets (kind, hash) VALUES (?, ?) RETURNING id");
	as_sql_set_int(&q, kind);
	as_sql_set_blob(&q, hash.digest, sizeof hash.digest);
	if (as_sql_row(&q))
		*out = as_sql_int(&q, 1, INT64_MAX);
	st = as_sql_end(&q, err);
	return st ? st : add_facts(s, m, kind, *out, err);
}

enum as_status as_store_put_facts(struct as_store *s, int64_t experiment,
	const struct as_machine *m, struct as_err *err)
{
	struct as_sql q;
	int64_t set = 0;

	for (int kind = 0; kind < FACT_KINDS; kind++) {
		enum as_status st = fact_set(s, m, kind, &set, err);
		if (st)
			return st;
		as_sql_prepare(&q, s,
			"INSERT INTO experiment_facts (experiment, kind, fact_set)"
			" VALUES (?, ?, ?)");
		as_sql_set_ints(&q, (const int64_t[]){experiment, kind, set}, 3);
		as_sql_run(&q);
		st = as_sql_end(&q, err);
		if (st)
			return st;
	}
	return AS_OK;
}

enum as_status as_store_get_facts(struct as_store *s, int64_t experiment, struct as_experiment *x,
	struct as_err *err)
{
	struct as_machine *m = &x->machine;
	struct as_sql q;
	size_t n = 0;

	as_sql_prepare(&q, s,
		"SELECT count(*) FROM experiment_facts JOIN facts USING (fact_set)"
		" WHERE experiment = ? AND kind BETWEEN 0 AND 2");
	as_sql_set_int(&q, experiment);
	if (as_sql_row(&q))
		n = (size_t)as_sql_int(&q, 0, INT32_MAX);
	enum as_status st = as_sql_end(&q, err);
	if (st)
		return st;
	m->facts = as_arena_array(&x->arena, n, sizeof *m->facts);
	if (!m->facts)
		return as_fail_memory(err);
	as_sql_prepare(&q, s,
		"SELECT kind, name, value FROM experiment_facts JOIN facts USING (fact_set)"
		" WHERE experiment = ? AND kind BETWEEN 0 AND 2 ORDER BY kind, number");
	as_sql_set_int(&q, experiment);
	while (m->n_facts < n && as_sql_row(&q)) {
		struct as_fact *f = &m->facts[m->n_facts];
		f->kind = (enum as_fact_kind)as_sql_int(&q, 0, AS_FACT_STATE);
		f->name = as_sql_text(&q, &x->arena, AS_SQL_REQUIRED);
		f->value = as_sql_text(&q, &x->arena, AS_SQL_REQUIRED);
		m->n_facts += as_sql_ok(&q);
	}
	return as_sql_end(&q, err);
}

/* The hash that the facts of a set have now. */
static enum as_status hash_of_set(struct as_store *s, int64_t set, int kind,
	XXH128_canonical_t *out, struct as_err *err)
{
	XXH3_state_t *h = begin_hash(kind);
	struct as_arena a = {0};
	struct as_sql q;

	if (!h)
		return as_fail_memory(err);
	as_sql_prepare(&q, s, "SELECT name, value FROM facts WHERE fact_set = ? ORDER BY number");
	as_sql_set_int(&q, set);
	while (as_sql_row(&q)) {
		const char *name = as_sql_text(&q, &a, AS_SQL_REQUIRED);
		const char *value = as_sql_text(&q, &a, AS_SQL_REQUIRED);
		if (name && value)
			add_to_hash(h, name, value);
	}
	end_hash(h, out);
	as_arena_release(&a);
	return as_sql_end(&q, err);
}

enum as_status as_store_facts_match(struct as_store *s, int64_t set, bool *out,
	struct as_err *err)
{
	XXH128_canonical_t kept = {0}, now = {0};
	bool whole = false;
	struct as_sql q;
	int kind = 0;

	as_sql_prepare(&q, s, "SELECT kind, hash FROM fact_sets WHERE id = ?");
	as_sql_set_int(&q, set);
	if (as_sql_row(&q)) {
		size_t n = 0;
		kind = (int)as_sql_int(&q, 0, AS_FACT_STATE);
		const void *hash = as_sql_blob(&q, &n);
		whole = hash && n == sizeof kept.digest;
		if (whole)
			memcpy(kept.digest, hash, n);
	}
	enum as_status st = as_sql_end(&q, err);
	if (!st)
		st = hash_of_set(s, set, kind, &now, err);
	if (!st)
		*out = whole && !memcmp(kept.digest, now.digest, sizeof now.digest);
	return st;
}
