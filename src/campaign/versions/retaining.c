/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/versions/retaining.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

enum { NEIGHBOURS = 5, SEVERAL = 3 };

/* Names of versions: commits, or labels. */
struct names {
	const char **v;
	size_t n, cap;
	bool failed;
};

static void add_name(struct names *s, const char *name)
{
	if (name && !AS_PUSH(s->v, s->n, s->cap, name))
		s->failed = true;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort(struct names *s)
{
	if (s->n)
		qsort(s->v, s->n, sizeof *s->v, by_name);
}

static bool has(const struct names *s, const char *name)
{
	return name && s->n && bsearch(&name, s->v, s->n, sizeof *s->v, by_name);
}

static const char *name_of(const struct as_history_point *p)
{
	return p->commit ? p->commit : p->label;
}

static const char *version_of(const struct as_history_source *s)
{
	return s->version.commit ? s->version.commit
		: s->version.label ? s->version.label : s->label;
}

/* ---- what is wanted ---- */

static void add_newest(const struct as_history_series *s, size_t n, struct names *out)
{
	for (size_t i = s->n_points > n ? s->n_points - n : 0; i < s->n_points; i++)
		add_name(out, name_of(&s->points[i]));
}

/* Points from first to last and so many to either side. */
static void add_near(const struct as_history_series *s, size_t first, size_t last,
	struct names *out)
{
	const size_t from = first > NEIGHBOURS ? first - NEIGHBOURS : 0;

	for (size_t i = from; i < s->n_points && i <= last + NEIGHBOURS; i++)
		add_name(out, name_of(&s->points[i]));
}

static void add_changes(const struct as_history_series *s, struct names *out)
{
	for (size_t i = 0; i < s->n_changes; i++) {
		const struct as_history_change *c = &s->changes[i];
		add_near(s, c->first < c->at ? c->first : c->at, c->last > c->at ? c->last : c->at,
			out);
	}
	/* and where the environment, or the benchmark, has changed */
	for (size_t i = 1; i < s->n_parts; i++)
		add_near(s, s->parts[i].from, s->parts[i].from, out);
}

static bool is(const struct as_history_point *p, const char *name)
{
	return name && name_of(p) && !strcmp(name_of(p), name);
}

static void add_alert(const struct as_history *h, const struct as_alert *a, struct names *out)
{
	const char *const names[] = {a->at, a->first, a->last, a->before, a->after, a->newest};

	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		add_name(out, names[k]);
	for (size_t i = 0; i < h->n; i++) {
		const struct as_history_series *s = &h->series[i];
		if (strcmp(s->name, a->name) || strcmp(s->metric, a->metric))
			continue;
		for (size_t k = 0; k < s->n_points; k++)
			if (is(&s->points[k], a->at) || is(&s->points[k], a->first) ||
				is(&s->points[k], a->last))
				add_near(s, k, k, out);
	}
}

/* Versions that link sessions of a series: those that several of them have. */
static void add_anchors(const struct as_history_rows *rows, struct names *out)
{
	struct names seen = {0};

	for (size_t i = 0, end; i < rows->n_sources; i = end) {
		for (end = i + 1; end < rows->n_sources &&
			rows->source[end].experiment == rows->source[i].experiment;)
			end++;
		for (size_t k = i; k < end && end - i >= SEVERAL; k++)
			if (k == i ||
				version_of(&rows->source[k]) != version_of(&rows->source[k - 1]))
				add_name(&seen, version_of(&rows->source[k]));
	}
	sort(&seen);
	for (size_t i = 1; i < seen.n; i++)
		if (!strcmp(seen.v[i], seen.v[i - 1]))
			add_name(out, seen.v[i]);
	out->failed = out->failed || seen.failed;
	free(seen.v);
}

/* ---- each experiment ---- */

struct choosing {
	const struct as_retaining *how;
	struct names newest, wanted, known;
};

static void collect_names(struct choosing *c)
{
	const struct as_retaining *r = c->how;

	for (size_t k = 0; k < r->n_histories; k++) {
		const struct as_history *h = &r->histories[k];
		for (size_t i = 0; i < h->n; i++) {
			add_newest(&h->series[i], r->newest, &c->newest);
			add_changes(&h->series[i], &c->wanted);
			for (size_t p = 0; p < h->series[i].n_points; p++)
				add_name(&c->known, name_of(&h->series[i].points[p]));
		}
		for (size_t i = 0; i < r->n_alerts; i++)
			add_alert(h, &r->alerts[i], &c->wanted);
	}
	add_anchors(r->rows, &c->wanted);
	sort(&c->newest);
	sort(&c->wanted);
	sort(&c->known);
}

static bool is_rerun(const struct as_retaining *r, int64_t id)
{
	for (size_t i = 0; i < r->n_alerts; i++)
		if (r->alerts[i].first_rerun == id || r->alerts[i].second_rerun == id ||
			r->alerts[i].rest_rerun == id)
			return true;
	return false;
}

/* The first source of the experiment; n_sources if it is in no history. */
static size_t find_row(const struct as_history_rows *rows, int64_t id)
{
	size_t from = 0, to = rows->n_sources;

	while (from < to) {
		const size_t mid = from + (to - from) / 2;
		if (rows->source[mid].experiment < id)
			from = mid + 1;
		else
			to = mid;
	}
	return from < rows->n_sources && rows->source[from].experiment == id ? from
									     : rows->n_sources;
}

static enum as_retained by_versions(const struct choosing *c, size_t at, int64_t id)
{
	const struct as_history_rows *rows = c->how->rows;
	bool known = false, wanted = false;

	for (; at < rows->n_sources && rows->source[at].experiment == id; at++) {
		const char *version = version_of(&rows->source[at]);
		if (has(&c->newest, version))
			return AS_RETAIN_NEW;
		known = known || has(&c->known, version);
		wanted = wanted || has(&c->wanted, version);
	}
	if (!c->how->whole)
		return AS_RETAIN_GO;
	return wanted ? AS_RETAIN_WANTED : known ? AS_RETAIN_GO : AS_RETAIN_APART;
}

static enum as_retained judge(const struct choosing *c, const struct as_listing *l, size_t age)
{
	const struct as_retaining *r = c->how;

	if (l->pinned && !r->pinned)
		return AS_RETAIN_PINNED;
	if (l->label && r->whole && !r->labelled)
		return AS_RETAIN_LABELLED;
	if (!(l->started_ns < r->before_ns))
		return AS_RETAIN_YOUNG;
	if (age < r->newest)
		return AS_RETAIN_NEW;
	if (r->whole && is_rerun(r, l->id))
		return AS_RETAIN_WANTED;
	return by_versions(c, find_row(r->rows, l->id), l->id);
}

enum as_status as_retain_choose(const struct as_retaining *r, const struct as_listing *l, size_t n,
	enum as_retained *out, struct as_err *err)
{
	struct choosing c = {.how = r};

	collect_names(&c);
	const bool failed = c.newest.failed || c.wanted.failed || c.known.failed;
	for (size_t i = 0; i < n && !failed; i++)
		out[i] = judge(&c, &l[i], i);
	free(c.newest.v);
	free(c.wanted.v);
	free(c.known.v);
	return failed ? as_fail_memory(err) : AS_OK;
}
