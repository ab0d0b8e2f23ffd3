/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From rows to series: one point a version, and the places that nothing is compared across (1.1,
 * 1.2). */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/history/history_inside.h"
#include "base/share_out.h"

/* More units than these times as many, or fewer, make noise of another shape. */
#define OTHER_DESIGN 4

static int by_place(const void *a, const void *b)
{
	const struct as_history_placed *x = a, *y = b;

	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

static const struct as_history_source *source_of(const struct as_history_making *m,
	const struct as_history_placed *s)
{
	return &m->rows->source[m->rows->row[s->row].source];
}

static bool has_value(const struct as_history_row *r)
{
	return r->n_top && isfinite(r->mean);
}

/* The environment that a version counts in: that of the version before, if it was measured there,
 * else that of its newest result. NULL: none of its results has a value. */
static const struct as_history_source *chosen(const struct as_history_making *m,
	const struct as_history_placed *v, size_t n, const struct as_history_trait *before)
{
	const struct as_history_source *newest = NULL;

	for (size_t i = 0; i < n; i++) {
		const struct as_history_source *s = source_of(m, &v[i]);
		if (!has_value(&m->rows->row[v[i].row]))
			continue;
		if (before && s->environment == before->source->environment)
			return s;
		newest = s;
	}
	return newest;
}

/* All units of a version in one environment as one sample. */
static void pool(const struct as_history_making *m, const struct as_history_placed *v, size_t n,
	const struct as_history_source *in, struct as_history_point *p)
{
	double units = 0, sum = 0, squares = 0, last = 0;

	for (size_t i = 0; i < n; i++) {
		const struct as_history_row *r = &m->rows->row[v[i].row];
		if (!has_value(r) || source_of(m, &v[i])->environment != in->environment)
			continue;
		last = r->mean * v[i].scale;
		units += (double)r->n_top;
		sum += (double)r->n_top * last;
		p->units += r->n_top;
		p->results++;
		p->experiment = source_of(m, &v[i])->experiment;
	}
	/* one result has its own mean, not one that was rounded on the way */
	p->value = p->results == 1 ? last : sum / units;
	for (size_t i = 0; i < n; i++) {
		const struct as_history_row *r = &m->rows->row[v[i].row];
		if (!has_value(r) || source_of(m, &v[i])->environment != in->environment)
			continue;
		double d = r->mean * v[i].scale - p->value, sd = r->sd * v[i].scale;
		squares += (double)r->n_top * d * d;
		if (r->n_top > 1 && isfinite(sd))
			squares += (double)(r->n_top - 1) * sd * sd;
	}
	p->sd = p->units > 1 ? sqrt(squares / (units - 1)) : (double)NAN;
}

/* One version: n rows of it. Nothing where it has no value. */
static void add_point(const struct as_history_making *m, const struct as_history_placed *v,
	size_t n, struct as_history_series *s, struct as_history_trait *traits)
{
	const struct as_history_trait *before = s->n_points ? &traits[s->n_points - 1] : NULL;
	const struct as_history_source *in = chosen(m, v, n, before);

	for (size_t i = 0; i < n; i++)
		s->failed += has_value(&m->rows->row[v[i].row]) ? 0 : 1;
	if (!in)
		return;
	const struct as_history_version *version =
		&m->order.version[m->order.of[(size_t)(in - m->rows->source)]];
	struct as_history_point p = {.commit = version->commit, .label = version->label,
		.subject = version->subject, .date_ns = version->date_ns};
	size_t place = version->place;
	pool(m, v, n, in, &p);
	for (size_t i = 0; i < n; i++)
		s->aside += has_value(&m->rows->row[v[i].row]) &&
			source_of(m, &v[i])->environment != in->environment ? 1 : 0;
	if (before && place != SIZE_MAX && before->place != SIZE_MAX)
		p.missing = place - before->place - 1;
	traits[s->n_points] = (struct as_history_trait){.source = in, .place = place,
		.unit = m->rows->row[v[0].row].unit};
	s->points[s->n_points++] = p;
}

/* ---- parts ---- */

static enum as_history_break broken(const struct as_history_series *s,
	const struct as_history_trait *traits, size_t i)
{
	const struct as_history_trait *a = &traits[i - 1], *b = &traits[i];
	double before = (double)s->points[i - 1].units, now = (double)s->points[i].units;

	if (a->source->environment != b->source->environment)
		return AS_BREAK_ENVIRONMENT;
	if (a->source->command != b->source->command ||
		a->source->build_command != b->source->build_command)
		return AS_BREAK_BENCHMARK;
	if (a->unit != b->unit)
		return AS_BREAK_UNIT;
	return now > OTHER_DESIGN * before || before > OTHER_DESIGN * now ? AS_BREAK_DESIGN
		: AS_BREAK_NONE;
}

static enum as_status divide(const struct as_history_making *m, struct as_history_series *s,
	const struct as_history_trait *traits)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n_points; i++)
		n += !i || broken(s, traits, i) ? 1 : 0;
	s->parts = as_arena_array(m->arena, n, sizeof *s->parts);
	if (!s->parts)
		return AS_ERR_MEM;
	for (size_t i = 0; i < s->n_points; i++) {
		enum as_history_break why = i ? broken(s, traits, i) : AS_BREAK_NONE;
		if (i && !why)
			continue;
		if (i)
			s->parts[s->n_parts - 1].to = i;
		s->parts[s->n_parts++] = (struct as_history_part){.from = i, .to = s->n_points,
			.why = why, .quiet_from = i, .critical = (double)NAN,
			.visible = (double)NAN};
	}
	return AS_OK;
}

/* ---- series ---- */

/* What sessions do to their versions is taken out; *n are left, each version as it was first
 * measured in one. */
static enum as_status link(const struct as_history_making *m, struct as_history_placed *v,
	size_t *n)
{
	struct as_arena room = {0};
	struct as_history_linked *list = as_arena_array(&room, *n, sizeof *list);
	size_t kept = 0;

	for (size_t i = 0; list && i < *n; i++)
		list[i].row = v[i].row;
	enum as_status st = list ? as_history_link(m->rows, m->order.session, list, *n)
				 : AS_ERR_MEM;
	for (size_t i = 0; !st && i < *n; i++) {
		if (list[i].again)
			continue;
		v[kept] = v[i];
		v[kept++].scale = list[i].scale;
	}
	*n = kept;
	as_arena_release(&room);
	return st ? as_fail_memory(m->err) : AS_OK;
}

/* What changed in it, by looking or from before. */
static enum as_status find_traits(struct as_history_making *m, struct as_history_series *s,
	const struct as_history_trait *traits)
{
	bool found = false;

	s->made_of = as_history_made_of(m, s, traits);
	const enum as_status st = as_history_reuse(m, s, &found);
	return st || found ? st : as_history_find(m, s, traits);
}

static enum as_status make_one(struct as_history_making *m, struct as_history_placed *v, size_t n,
	struct as_history_series *s)
{
	qsort(v, n, sizeof *v, by_place);

	enum as_status st = link(m, v, &n);

	if (st)
		return st;

	const struct as_history_source *source = source_of(m, &v[n - 1]);
	const struct as_history_row *row = &m->rows->row[v[n - 1].row];
	struct as_arena room = {0};
	struct as_history_trait *traits = as_arena_array(&room, n, sizeof *traits);

	*s = (struct as_history_series){.name = source->name,
		.parameters = source->parameters,
		.project = source->version.project,
		.command = source->command,
		.metric = row->metric,
		.unit = row->unit,
		.better = row->better,
		.level = row->level,
		.machine = source->machine,
		.host = source->host,
		.built = source->build_command != NULL};
	s->points = as_arena_array(m->arena, n, sizeof *s->points);
	if (!traits || !s->points) {
		as_arena_release(&room);
		return as_fail_memory(m->err);
	}
	for (size_t from = 0, to = 0; from < n; from = to) {
		for (to = from + 1; to < n && v[to].order == v[from].order; to++)
			;
		add_point(m, v + from, to - from, s, traits);
	}
	st = divide(m, s, traits);
	if (st)
		st = as_fail_memory(m->err);
	else
		st = find_traits(m, s, traits);
	as_arena_release(&room);
	return st;
}

static int compare_names(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static int by_name(const void *a, const void *b)
{
	const struct as_history_series *x = a, *y = b;
	int c = compare_names(x->name, y->name);

	c = c ? c : compare_names(x->parameters, y->parameters);
	c = c ? c : compare_names(x->project, y->project);
	c = c ? c : compare_names(x->metric, y->metric);
	c = c ? c : compare_names(x->host, y->host);
	return c ? c : compare_names(x->machine, y->machine);
}

void as_history_sort(struct as_history *h)
{
	if (h->n && h->series)
		qsort(h->series, h->n, sizeof *h->series, by_name);
}

/* All of them, several at a time. */
struct all_series {
	const struct as_history_making *m;
	struct as_history_placed *row;
	const size_t *begins; /* of each series the first of its rows, and their end */
	struct as_history_series *series;
	pthread_mutex_t lock; /* of what follows, and of the arena of the result */
	enum as_status st;
};

static void make_some(void *context, size_t from, size_t to)
{
	struct all_series *all = context;
	struct as_history_making m = *all->m;
	struct as_arena own = {0};
	struct as_err why = {0};
	enum as_status st = AS_OK;

	m.arena = &own;
	m.err = &why;
	for (size_t i = from; i < to && !st; i++)
		st = make_one(&m, all->row + all->begins[i], all->begins[i + 1] - all->begins[i],
			&all->series[i]);
	pthread_mutex_lock(&all->lock);
	as_arena_take(all->m->arena, &own);
	if (st && !all->st) {
		all->st = st;
		if (all->m->err)
			*all->m->err = why;
	}
	pthread_mutex_unlock(&all->lock);
}

enum as_status as_history_make_series(struct as_history_making *m)
{
	struct as_history *out = m->out;
	struct as_arena room = {0};
	struct as_history_gathered g = {0};
	struct all_series all = {.m = m, .lock = PTHREAD_MUTEX_INITIALIZER};

	all.st = as_history_gather(m, &room, &g);
	all.row = g.row;
	all.begins = g.begins;
	all.series = all.st ? NULL : as_arena_array(m->arena, g.n, sizeof *all.series);
	if (!all.series)
		all.st = as_fail_memory(m->err);
	else
		as_share_out(g.n, make_some, &all);
	out->series = all.series;
	/* of a series without any value nothing can be said */
	for (size_t i = 0; !all.st && i < g.n; i++)
		if (all.series[i].n_points)
			out->series[out->n++] = all.series[i];
	as_history_sort(out);
	as_arena_release(&room);
	return all.st;
}
