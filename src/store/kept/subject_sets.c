/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/kept/subject_sets.h"

#include <stddef.h>
#include <string.h>
#include <xxhash.h>

#include "store/sql/sql.h"

static bool is_any(const struct as_field *f)
{
	return f->column != NULL;
}

/* A text of every version but of the program's bytes. */
bool as_is_of_set(const struct as_field *f)
{
	return as_field_is_text(f) && f->offset != offsetof(struct as_subject, executable_hash);
}

static const struct as_packed_rows subjects = {&as_subject_fields, as_is_of_set,
					   sizeof(struct as_subject)},
				   parameters = {&as_parameter_fields, is_any,
					   sizeof(struct as_parameter)};

static void write_set(struct as_text *out, const struct as_subject *of, size_t n)
{
	const uint64_t head[] = {AS_STORE_SCHEMA, n};

	as_numbers_add(out, head, 2);
	as_packed_rows_add(out, &subjects, of, n);
	for (size_t i = 0; i < n; i++) {
		const uint64_t count = of[i].n_parameters;
		as_numbers_add(out, &count, 1);
		as_packed_rows_add(out, &parameters, of[i].parameters, of[i].n_parameters);
	}
}

/* A set has the first of these that no other set has: others' bytes may be made so that they have the same one, and
 * what a file has under it may be damaged. */
enum { HASHES = 4 };

static XXH128_canonical_t hash_of(const struct as_text *t, unsigned number)
{
	XXH128_canonical_t hash;

	XXH128_canonicalFromHash(&hash, XXH3_128bits_withSeed(t->data, t->len, number));
	return hash;
}

static bool is_hash_of(const struct as_text *t, const XXH128_canonical_t *kept)
{
	bool same = false;

	for (unsigned k = 0; !same && k < HASHES; k++) {
		const XXH128_canonical_t now = hash_of(t, k);
		same = !memcmp(now.digest, kept->digest, sizeof now.digest);
	}
	return same;
}

static enum as_status put_names(
	struct as_store *s, const struct as_subject *of, size_t n, int64_t set, struct as_err *err)
{
	struct as_sql q;

	as_sql_prepare(&q, s,
		"INSERT INTO subject_set_names (name, subject_set, number) VALUES (?, ?, ?)");
	for (size_t i = 0; i < n; i++) {
		as_sql_set_text(&q, of[i].name);
		as_sql_set_ints(&q, (const int64_t[]){set, (int64_t)i}, 2);
		as_sql_run(&q);
	}
	return as_sql_end(&q, err);
}

/* A set that is put: what it says, packed or not. */
struct set_putting {
	struct as_store *store;
	struct as_packer *packer;
	struct as_text text;
	struct as_err *err;
};

/* What has that hash; *out 0: nothing, *same: it says the same. */
static enum as_status look_up(
	struct set_putting *p, const XXH128_canonical_t *hash, int64_t *out, bool *same)
{
	enum as_status opened = AS_OK, ended;
	struct as_text kept = {0};
	struct as_sql q;

	*out = 0;
	as_sql_prepare(&q, p->store, "SELECT id, data FROM subject_sets WHERE hash = ?");
	as_sql_set_blob(&q, hash->digest, sizeof hash->digest);
	if (as_sql_row(&q)) {
		size_t size = 0;
		*out = as_sql_int(&q, 1, INT64_MAX);
		const void *data = as_sql_blob(&q, &size);
		opened = as_packer_open(p->packer, data, size, &kept);
	}
	ended = as_sql_end(&q, p->err);
	*same = !opened && kept.len == p->text.len &&
		!memcmp(as_text_str(&kept), as_text_str(&p->text), kept.len);
	as_text_release(&kept);
	return opened == AS_ERR_MEM ? as_fail_memory(p->err) : ended;
}

static enum as_status add_set(
	struct set_putting *p, const XXH128_canonical_t *hash, size_t n, int64_t *out)
{
	const void *data = NULL;
	size_t size = 0;
	struct as_sql q;
	enum as_status st = as_packer_close(
		p->packer, p->text.data, p->text.len, &data, &size, p->err);

	if (st)
		return st;
	as_sql_prepare(&q, p->store,
		"INSERT INTO subject_sets (hash, n, data) VALUES (?, ?, ?) RETURNING id");
	as_sql_set_blob(&q, hash->digest, sizeof hash->digest);
	as_sql_set_int(&q, (int64_t)n);
	as_sql_set_blob(&q, data, size);
	if (as_sql_row(&q))
		*out = as_sql_int(&q, 1, INT64_MAX);
	return as_sql_end(&q, p->err);
}

/* The one that says the same, or a new one under the first hash that is free. */
static enum as_status find_or_add(
	struct set_putting *p, const struct as_subject *of, size_t n, int64_t *out)
{
	enum as_status st = AS_OK;
	bool same = false;

	for (unsigned k = 0; !st && k < HASHES; k++) {
		const XXH128_canonical_t hash = hash_of(&p->text, k);
		st = look_up(p, &hash, out, &same);
		if (st || same)
			return st;
		if (*out)
			continue;
		st = add_set(p, &hash, n, out);
		return st ? st : put_names(p->store, of, n, *out, p->err);
	}
	return st ? st
		  : as_store_damaged(
			    p->store, "sets of subjects are not what they were", p->err);
}

enum as_status as_store_put_set(struct as_store *s, struct as_packer *packer,
	const struct as_subject *of, size_t n, int64_t *out, struct as_err *err)
{
	struct set_putting p = {.store = s, .packer = packer, .err = err};

	write_set(&p.text, of, n);
	enum as_status st = as_text_finish(&p.text, err);
	if (!st)
		st = find_or_add(&p, of, n, out);
	as_text_release(&p.text);
	return st;
}

/* ---- back ---- */

static bool read_parameters(
	struct as_row_bytes *in, unsigned schema, struct as_subject *s, struct as_arena *a)
{
	uint64_t count = 0;

	as_numbers_take(in, &count, 1);
	/* each has a name and a value, which are there, and end */
	if (in->bad || count > in->left / 4)
		return !(in->bad = true);
	s->parameters = as_arena_array(a, (size_t)count, sizeof *s->parameters);
	s->n_parameters = (size_t)count;
	return s->parameters &&
	       as_packed_rows_take(in, &parameters, schema, s->parameters, (size_t)count, a);
}

static enum as_status read_set(const struct as_text *t, struct as_arena *a,
	struct as_subject_set *out)
{
	struct as_row_bytes in = {(const unsigned char *)t->data, t->len, false};
	uint64_t head[2];

	as_numbers_take(&in, head, 2);
	if (in.bad || head[0] > AS_STORE_SCHEMA || !head[1] || head[1] > AS_PACK_MOST)
		return AS_ERR_DATA;
	out->n = (size_t)head[1];
	out->v = as_arena_array(a, out->n, sizeof *out->v);
	const unsigned schema = (unsigned)head[0];
	bool room = out->v && as_packed_rows_take(&in, &subjects, schema, out->v, out->n, a);
	for (size_t i = 0; room && !in.bad && i < out->n; i++)
		room = read_parameters(&in, schema, &out->v[i], a);
	if (!room && !in.bad)
		return AS_ERR_MEM;
	return in.bad || in.left ? AS_ERR_DATA : AS_OK;
}

enum as_status as_store_get_set(struct as_store *s, struct as_packer *packer, int64_t set,
	struct as_arena *a, struct as_subject_set *out)
{
	enum as_status opened = AS_ERR_DATA;
	XXH128_canonical_t kept = {0};
	struct as_text t = {0};
	struct as_sql q;

	as_sql_prepare(&q, s, "SELECT hash, data FROM subject_sets WHERE id = ?");
	as_sql_set_int(&q, set);
	if (as_sql_row(&q)) {
		size_t size = 0, hashed = 0;
		const void *hash = as_sql_blob(&q, &hashed);
		if (hash && hashed == sizeof kept.digest)
			memcpy(kept.digest, hash, hashed);
		const void *data = as_sql_blob(&q, &size);
		opened = as_packer_open(packer, data, size, &t);
	}
	if (as_sql_end(&q, NULL) && opened != AS_ERR_MEM)
		opened = AS_ERR_DATA;
	if (!opened)
		opened = read_set(&t, a, out);
	out->matches = !opened && is_hash_of(&t, &kept);
	as_text_release(&t);
	return opened;
}
