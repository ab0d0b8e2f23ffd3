/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/kept/packs.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/kept/joined_trees.h"
#include "store/kept/packed_summaries.h"
#include "store/sql/sql.h"

enum { METRICS_MOST = 64, SUMMARIES_MOST = METRICS_MOST * AS_PACK_MOST }; /* of a pack */

static bool is_of_pack(const struct as_field *f)
{
	return !as_is_of_set(f);
}

static const struct as_packed_rows subjects = {
	&as_subject_fields, is_of_pack, sizeof(struct as_subject)};

/* ---- which ---- */

bool as_store_one_version(const struct as_experiment *x)
{
	bool same = x->n_subjects > 1;

	for (size_t i = 1; same && i < x->n_subjects; i++)
		same = as_fields_are_same(
			&as_version_fields, &x->subjects[0].version, &x->subjects[i].version);
	return same;
}

/* Builds and notes have rows of their own, which refer to one of their subject. */
static bool has_rows(const struct as_subject *s)
{
	return s->n_builds || s->n_notes;
}

/* How many of at most n subjects from that one on are a pack; fewer than two are none. */
static size_t pack_at(const struct as_experiment *x, size_t first, size_t n)
{
	size_t k = 0;

	while (k < n && k < AS_PACK_MOST && !has_rows(&x->subjects[first + k]))
		k++;
	return k < 2 ? 0 : k;
}

unsigned char *as_packs_of(const struct as_experiment *x, const struct as_analysis *a)
{
	unsigned char *out = calloc(x->n_subjects ? x->n_subjects : 1, 1);

	if ((a && a->others >= METRICS_MOST) || !as_store_one_version(x))
		return out;
	/* one that has no values any more has no trees that could be alike */
	for (size_t i = 0, end; out && i < x->n_subjects; i = end) {
		end = x->pruned_ns ? x->n_subjects : i + as_trees_alike(x, i);
		while (i < end) {
			const size_t n = pack_at(x, i, end - i);
			memset(out + i, AS_PACK_FOLLOWS, n);
			out[i] = (unsigned char)n;
			i += n ? n : 1;
		}
	}
	return out;
}

/* ---- in ---- */

struct pack_putting {
	struct as_store *store;
	int64_t experiment;
	const struct as_experiment *x;
	const struct as_analysis *a;
	struct as_packer *packer;
	struct as_summary *own; /* those of a pack */
	size_t n_own, cap_own;
	struct as_err *err;
};

/* Those of other metrics than the first only where there are values, as rows of summaries have them. */
static bool gather_summaries(struct pack_putting *p, size_t first, size_t n)
{
	p->n_own = 0;
	for (size_t k = 0; p->a && k <= p->a->others; k++)
		for (size_t i = 0; i < p->a[k].n_subjects; i++) {
			const struct as_summary *y = &p->a[k].summaries[i];
			if (y->subject < first || y->subject >= first + n || (k && !y->n_top))
				continue;
			if (!AS_PUSH(p->own, p->n_own, p->cap_own, *y))
				return false;
			p->own[p->n_own - 1].subject -= first;
		}
	return true;
}

static void write_pack(const struct pack_putting *p, struct as_text *out, size_t first, size_t n)
{
	const struct as_subject *s = &p->x->subjects[first];
	const uint64_t head[] = {AS_STORE_SCHEMA, n, p->n_own};
	uint64_t column[AS_PACK_MOST];

	as_numbers_add(out, head, 3);
	as_packed_rows_add(out, &subjects, s, n);
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++) {
		for (size_t i = 0; i < n; i++)
			column[i] = s[i].levels[l].n;
		as_numbers_add(out, column, n);
	}
	as_summaries_add(out, p->own, p->n_own);
}

static enum as_status put_pack(struct pack_putting *p, size_t first, size_t n)
{
	const void *data = NULL;
	struct as_text t = {0};
	int64_t set = 0;
	size_t size = 0;
	struct as_sql q;
	enum as_status st =
		as_store_put_set(p->store, p->packer, &p->x->subjects[first], n, &set, p->err);

	if (!st && !gather_summaries(p, first, n))
		st = as_fail_memory(p->err);
	if (!st) {
		write_pack(p, &t, first, n);
		st = as_text_finish(&t, p->err);
	}
	if (!st)
		st = as_packer_close(p->packer, t.data, t.len, &data, &size, p->err);
	as_text_release(&t);
	if (st)
		return st;
	as_sql_prepare(&q, p->store,
		"INSERT INTO packs (experiment, subject, subject_set, data) VALUES (?, ?, ?, ?)");
	as_sql_set_ints(&q, (const int64_t[]){p->experiment, (int64_t)first, set}, 3);
	as_sql_set_blob(&q, data, size);
	as_sql_run(&q);
	return as_sql_end(&q, p->err);
}

enum as_status as_store_put_packs(struct as_store *s, int64_t experiment,
	const struct as_experiment *x, const unsigned char *packs, const struct as_analysis *a,
	struct as_err *err)
{
	struct pack_putting p = {.store = s, .experiment = experiment, .x = x, .a = a, .err = err};
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < x->n_subjects; i++) {
		if (!packs[i] || packs[i] == AS_PACK_FOLLOWS)
			continue;
		p.packer = p.packer ? p.packer : as_packer_new();
		st = p.packer ? put_pack(&p, i, packs[i]) : as_fail_memory(err);
	}
	as_packer_free(p.packer);
	free(p.own);
	return st;
}

/* ---- out ---- */

static bool read_summaries(struct as_row_bytes *in, unsigned schema, size_t n, struct as_pack *out)
{
	out->n_summaries = 0;
	if (n > SUMMARIES_MOST)
		in->bad = true;
	if (in->bad || !n)
		return true;
	const size_t had = out->cap_summaries;
	if (!as_grow(&out->summaries, &out->cap_summaries, n, sizeof *out->summaries))
		return false;
	/* all that a summary in a store has is set; what it has not stays as it is */
	if (out->cap_summaries > had)
		memset(out->summaries, 0, out->cap_summaries * sizeof *out->summaries);
	if (!as_summaries_take(in, schema, out->summaries, n))
		return false;
	for (size_t i = 0; i < n; i++)
		in->bad = in->bad || out->summaries[i].subject >= out->n;
	out->n_summaries = in->bad ? 0 : n;
	return true;
}

static enum as_status read_pack(struct as_row_bytes *in, struct as_arena *a, struct as_pack *out)
{
	uint64_t head[3];

	as_numbers_take(in, head, 3);
	if (in->bad || head[0] > AS_STORE_SCHEMA || head[1] != out->n || head[1] > AS_PACK_MOST)
		return AS_ERR_DATA;
	bool room = as_packed_rows_take(
		in, &subjects, (unsigned)head[0], a ? out->subjects : NULL, out->n, a);
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		as_numbers_take(in, out->count[l], out->n);
	room = room && read_summaries(in, (unsigned)head[0], (size_t)head[2], out);
	if (!room)
		return AS_ERR_MEM;
	return in->bad || in->left ? AS_ERR_DATA : AS_OK;
}

enum as_status as_pack_reader_init(struct as_pack_reader *r, struct as_err *err)
{
	*r = (struct as_pack_reader){.packer = as_packer_new()};
	return r->packer ? AS_OK : as_fail_memory(err);
}

void as_pack_reader_release(struct as_pack_reader *r)
{
	as_packer_free(r->packer);
	as_text_release(&r->bytes);
	free(r->pack.summaries);
}

enum as_status as_pack_read(
	struct as_pack_reader *r, const void *data, size_t size, struct as_arena *a)
{
	const enum as_status st = as_packer_open(r->packer, data, size, &r->bytes);
	struct as_row_bytes in = {(const unsigned char *)r->bytes.data, r->bytes.len, false};

	return st ? st : read_pack(&in, a, &r->pack);
}

/* The subjects of a pack with what is of their set, and how many they are. */
static enum as_status begin_pack(struct as_store *s, struct as_pack_reader *r, struct as_arena *a)
{
	struct as_sql q;

	r->pack.subjects = NULL;
	if (a) {
		struct as_subject_set set = {0};
		const enum as_status st = as_store_get_set(s, r->packer, r->pack.set, a, &set);
		r->pack.subjects = set.v;
		r->pack.n = set.n;
		return st;
	}
	as_sql_prepare(&q, s, "SELECT n FROM subject_sets WHERE id = ?");
	as_sql_set_int(&q, r->pack.set);
	r->pack.n = as_sql_row(&q) ? (size_t)as_sql_int(&q, 1, AS_PACK_MOST) : 0;
	return as_sql_end(&q, NULL) || !r->pack.n ? AS_ERR_DATA : AS_OK;
}

enum as_status as_store_each_pack(struct as_store *s, int64_t experiment, struct as_arena *a,
	enum as_status (*visit)(void *context, const struct as_pack *p), void *context,
	struct as_err *err)
{
	struct as_pack_reader r;
	enum as_status st = as_pack_reader_init(&r, err), read = AS_OK, ended;
	struct as_sql q;

	if (st)
		return st;
	as_sql_prepare(&q, s,
		"SELECT subject, subject_set, data FROM packs WHERE experiment = ? ORDER BY "
		"subject");
	as_sql_set_int(&q, experiment);
	while (!st && !read && as_sql_row(&q)) {
		size_t size = 0;
		r.pack.first = (size_t)as_sql_int(&q, 0, INT32_MAX);
		r.pack.set = as_sql_int(&q, 1, INT64_MAX);
		const void *data = as_sql_blob(&q, &size);
		if (!as_sql_ok(&q))
			break;
		read = begin_pack(s, &r, a);
		if (!read)
			read = as_pack_read(&r, data, size, a);
		if (!read)
			st = visit(context, &r.pack);
	}
	ended = as_sql_end(&q, st || read ? NULL : err);
	as_pack_reader_release(&r);
	if (read == AS_ERR_MEM || st == AS_ERR_MEM)
		return as_fail_memory(err);
	if (read)
		return as_store_damaged(s, "a pack of its subjects cannot be read", err);
	return st ? st : ended;
}
