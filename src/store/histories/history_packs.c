/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histories of benchmarks that lie in packs: of a version many are read at once. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "store/histories/histories_reading.h"
#include "store/kept/packs.h"

/* What the subjects of a set are in a history, and which of them are wanted. */
struct known_set {
	int64_t id;
	size_t n;
	struct as_history_source *source; /* the members of a set alone; equal texts are one */
	bool wanted[AS_PACK_MOST];
};

struct packs_reading {
	struct as_histories_reading *r;
	struct as_pack_reader reader;
	struct known_set *sets; /* by id */
	size_t n_sets, cap_sets;
	struct as_arena arena; /* of what is of the sets, but for its texts */
	size_t metric; /* where those of an experiment begin */
};

/* ---- sets ---- */

static const char *parameters_of(struct as_histories_reading *r, const struct as_subject *s)
{
	struct as_text t = {0};

	for (size_t i = 0; i < s->n_parameters; i++)
		as_text_addf(
			&t, "%s%s=%s", i ? " " : "", s->parameters[i].name, s->parameters[i].value);
	const char *out = as_intern(&r->interns, as_text_str(&t), &r->memory);
	r->memory = r->memory || t.failed;
	as_text_release(&t);
	return out;
}

static bool is_wanted(const struct as_store_history *h, const char *name)
{
	for (size_t i = 0; i < h->n_names; i++)
		if (!strcmp(h->names[i], name))
			return true;
	return !h->n_names;
}

static enum as_status add_set(struct packs_reading *p, int64_t id)
{
	struct as_histories_reading *r = p->r;
	struct known_set set = {.id = id};
	struct as_subject_set of = {0};
	struct as_arena texts = {0};
	const enum as_status st = as_store_get_set(r->store, p->reader.packer, id, &texts, &of);

	set.n = of.n;
	set.source = st ? NULL : as_arena_array(&p->arena, set.n, sizeof *set.source);
	for (size_t i = 0; set.source && i < set.n; i++) {
		const struct as_subject *s = &of.v[i];
		set.wanted[i] = is_wanted(r->which, s->name);
		set.source[i] = (struct as_history_source){
			.name = as_intern(&r->interns, s->name, &r->memory),
			.command = as_intern(&r->interns, s->command, &r->memory),
			.named = !s->executable && !strcmp(s->command, s->name),
			.build_command = as_intern(&r->interns, s->build_command, &r->memory),
			.parameters = parameters_of(r, s)};
	}
	as_arena_release(&texts);
	if (st)
		return st;
	return set.source && !r->memory && AS_PUSH(p->sets, p->n_sets, p->cap_sets, set)
		       ? AS_OK
		       : AS_ERR_MEM;
}

static int by_id(const void *a, const void *b)
{
	const int64_t x = ((const struct known_set *)a)->id, y = ((const struct known_set *)b)->id;

	return (x > y) - (x < y);
}

/* All that there are, or those with a name that is asked for. */
static enum as_status find_sets(struct packs_reading *p)
{
	const struct as_store_history *h = p->r->which;
	enum as_status st = AS_OK, ended;
	struct as_text sql = {0};
	struct as_sql q;

	as_text_add(&sql,
		h->n_names ? "SELECT DISTINCT subject_set FROM subject_set_names WHERE name IN ("
			   : "SELECT id FROM subject_sets");
	for (size_t i = 0; i < h->n_names; i++)
		as_text_add(&sql, i ? ", ?" : "?");
	as_text_add(&sql, h->n_names ? ")" : "");
	as_sql_prepare(&q, p->r->store, as_text_str(&sql));
	q.memory = q.memory || sql.failed;
	as_text_release(&sql);
	as_sql_set_texts(&q, h->names, h->n_names);
	while (!st && as_sql_row(&q)) {
		const int64_t id = as_sql_int(&q, 1, INT64_MAX);
		if (as_sql_ok(&q))
			st = add_set(p, id);
	}
	ended = as_sql_end(&q, st ? NULL : p->r->err);
	if (p->n_sets)
		qsort(p->sets, p->n_sets, sizeof *p->sets, by_id);
	if (st == AS_ERR_DATA)
		return as_store_damaged(p->r->store, "a set of subjects cannot be read", p->r->err);
	return st ? as_fail_memory(p->r->err) : ended;
}

/* ---- packs ---- */

/* The experiment of a pack, and what is the same for all of it. */
static struct as_history_source read_source(struct as_histories_reading *r, struct as_sql *q)
{
	struct as_history_source one = {.experiment = as_sql_int(q, 1, INT64_MAX)};
	const char **texts[] = {&one.label, &one.machine, &one.environment, &one.host};

	one.started_ns = as_sql_int(q, INT64_MIN, INT64_MAX);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		*texts[i] = as_histories_text(r, q, AS_SQL_OPTIONAL);
	as_histories_version(r, q, &one.version);
	return one;
}

/* The sources of a pack that are wanted, behind those that there are; at is where each is, SIZE_MAX: it is not
 * wanted. */
static bool add_sources(struct as_histories_reading *r, const struct known_set *set,
	const struct as_history_source *of, size_t first, size_t at[AS_PACK_MOST])
{
	for (size_t i = 0; i < set->n; i++) {
		struct as_history_source one = *of;
		at[i] = SIZE_MAX;
		if (!set->wanted[i])
			continue;
		at[i] = r->n_sources;
		one.name = set->source[i].name;
		one.command = set->source[i].command;
		one.named = set->source[i].named;
		one.build_command = set->source[i].build_command;
		one.parameters = set->source[i].parameters;
		const int64_t number = (int64_t)(first + i);
		size_t n = r->n_sources; /* both arrays are as long */
		if (!AS_PUSH(r->number, n, r->numbers_cap, number) ||
			!AS_PUSH(r->sources, r->n_sources, r->sources_cap, one))
			return false;
	}
	return true;
}

/* By subject, as rows of others are; in a pack they are by metric. */
static int by_subject(const void *a, const void *b)
{
	const struct as_summary *x = a, *y = b;

	if (x->subject != y->subject)
		return x->subject < y->subject ? -1 : 1;
	return (x->metric > y->metric) - (x->metric < y->metric);
}

/* The row of the subject of summary i, which has no values, by its own metric (as find_own of histories.c); summaries
 * are by subject. False: it has none. */
static bool own_of(
	struct packs_reading *p, size_t i, int64_t experiment, struct as_history_row *row)
{
	const struct as_pack *pack = &p->reader.pack;
	const size_t subject = pack->summaries[i].subject;
	size_t k = i;

	while (k && pack->summaries[k - 1].subject == subject)
		k--;
	while (k < pack->n_summaries && pack->summaries[k].subject == subject &&
		!pack->summaries[k].n_top)
		k++;
	if (k == pack->n_summaries || pack->summaries[k].subject != subject)
		return false;
	const struct as_summary *y = &pack->summaries[k];
	struct as_history_row own = {
		.source = row->source, .mean = y->mean, .sd = y->sd, .n_top = y->n_top};
	if (!as_histories_own(p->r, &p->metric, experiment, (int64_t)y->metric, &own))
		return false;
	*row = own;
	return true;
}

static bool add_rows(
	struct packs_reading *p, const size_t at[AS_PACK_MOST], int64_t experiment, size_t listed)
{
	struct as_histories_reading *r = p->r;
	const struct as_pack *pack = &p->reader.pack;
	const bool only = !r->which->n_metrics && !r->which->all_metrics;
	bool mixed = false;

	for (size_t i = 0; i < pack->n_summaries; i++)
		mixed = mixed || (pack->summaries[i].metric == listed && !pack->summaries[i].n_top);
	if ((!only || mixed) && pack->n_summaries)
		qsort(pack->summaries, pack->n_summaries, sizeof *pack->summaries, by_subject);
	for (size_t i = 0; i < pack->n_summaries; i++) {
		const struct as_summary *y = &pack->summaries[i];
		struct as_history_row one = {
			.source = at[y->subject], .mean = y->mean, .sd = y->sd, .n_top = y->n_top};
		if (one.source == SIZE_MAX || (only && y->metric != listed))
			continue;
		if (only && !y->n_top && own_of(p, i, experiment, &one)) {
			if (!AS_PUSH(r->rows, r->n_rows, r->rows_cap, one))
				return false;
			continue;
		}
		if (!as_histories_row(r, &p->metric, experiment, (int64_t)y->metric,
				y->metric == listed, &one))
			continue;
		if (!AS_PUSH(r->rows, r->n_rows, r->rows_cap, one))
			return false;
	}
	return true;
}

/* The next pack; the columns are those of PACKS. */
static enum as_status read_pack(struct packs_reading *p, struct as_sql *q)
{
	const struct as_history_source source = read_source(p->r, q);
	const size_t listed = (size_t)as_sql_int(q, 0, INT32_MAX),
		     first = (size_t)as_sql_int(q, 0, INT32_MAX);
	const struct known_set key = {.id = as_sql_int(q, 1, INT64_MAX)};
	size_t size = 0, at[AS_PACK_MOST];
	const void *data = as_sql_blob(q, &size);

	if (!as_sql_ok(q))
		return AS_OK;
	const struct known_set *set =
		p->n_sets ? bsearch(&key, p->sets, p->n_sets, sizeof *p->sets, by_id) : NULL;
	if (!set) /* it came after the sets were looked at */
		return AS_OK;
	p->reader.pack.n = set->n;
	const enum as_status st = as_pack_read(&p->reader, data, size, NULL);
	if (st)
		return st;
	const bool room = add_sources(p->r, set, &source, first, at) &&
			  add_rows(p, at, source.experiment, listed) && !p->r->memory;
	return room ? AS_OK : AS_ERR_MEM;
}

#define PACKS \
	"SELECT e.id, e.started_ns, e.label, e.machine_id, e.environment_id, e.host, v.project, " \
	"v.commit_id, v.parents, v.branch, v.label, ifnull(v.date_ns, 0), ifnull(v.changes, 0), " \
	"e.listed, p.subject, p.subject_set, p.data FROM "
#define VERSION " LEFT JOIN versions v ON v.experiment = e.id AND v.subject = 0 WHERE"

/* The packs of a statement, of the set that is its second parameter if there is one. */
static enum as_status read_packs(struct packs_reading *p, const char *sql, int64_t set)
{
	enum as_status st = AS_OK, ended;
	struct as_sql q;

	as_sql_prepare(&q, p->r->store, sql);
	as_sql_set_text(&q, p->r->which->label);
	if (set)
		as_sql_set_int(&q, set);
	p->metric = 0;
	while (!st && as_sql_row(&q))
		st = read_pack(p, &q);
	ended = as_sql_end(&q, st ? NULL : p->r->err);
	if (st == AS_ERR_DATA)
		return as_store_damaged(
			p->r->store, "a pack of subjects cannot be read", p->r->err);
	return st ? as_fail_memory(p->r->err) : ended;
}

enum as_status as_histories_packs(struct as_histories_reading *r)
{
	struct packs_reading p = {.r = r};
	enum as_status st = as_pack_reader_init(&p.reader, r->err);

	if (!st)
		st = find_sets(&p);
	if (!st && p.n_sets && !r->which->n_names)
		st = read_packs(&p,
			PACKS "experiments e CROSS JOIN packs p ON p.experiment = e.id" VERSION
				AS_HISTORY_FITTING " ORDER BY e.id, p.subject",
			0);
	for (size_t i = 0; !st && r->which->n_names && i < p.n_sets; i++)
		st = read_packs(&p,
			PACKS "packs p CROSS JOIN experiments e ON e.id = p.experiment" VERSION
				AS_HISTORY_FITTING " AND p.subject_set = ?2 ORDER BY p.experiment, "
			      "p.subject",
			p.sets[i].id);
	as_pack_reader_release(&p.reader);
	as_arena_release(&p.arena);
	free(p.sets);
	return st;
}
