/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/versions/series_where.h"

#include <math.h>
#include <string.h>

#include "analyse/history/history_analyse.h"
#include "base/text.h"
#include "stat/dist/changes/where.h"

static size_t place_on(const struct as_commits *c, const char *id, size_t n)
{
	size_t i = 0;

	while (i < c->n && (strlen(c->v[i].id) != n || strncmp(c->v[i].id, id, n) != 0))
		i++;
	return i;
}

/* ---- what the history has ---- */

static bool is_of(const struct as_history_series *one, const struct as_version_series *s)
{
	return one->command && !strcmp(one->command, s->command) && one->n_parts;
}

/* The values of the newest part that lie on the line, which is cut by no break. */
static enum as_status take_points(const struct as_history_series *h,
	const struct as_version_line *line, struct as_arena *a, struct as_where *out,
	struct as_err *err)
{
	const struct as_commits *c = &line->commits;
	const size_t oldest = place_on(c, line->from.commit, strlen(line->from.commit));
	const struct as_history_part *part = &h->parts[h->n_parts - 1];
	double *x = as_arena_array(a, h->n_points + 1, sizeof *x);
	size_t *at = as_arena_array(a, h->n_points + 1, sizeof *at);
	size_t n = 0;

	if (!x || !at)
		return as_fail_memory(err);
	for (size_t i = part->from; i < part->to; i++) {
		const struct as_history_point *p = &h->points[i];
		const size_t place = p->commit ? place_on(c, p->commit, strlen(p->commit)) : c->n;
		if (place == c->n || place < oldest || (n && place <= at[n - 1]))
			continue;
		at[n] = place;
		x[n++] = part->logarithms ? log(p->value) : p->value;
	}
	*out = (struct as_where){x, at, n};
	return AS_OK;
}

/* Of the series' command, the one with most versions: the machine that has measured it. */
static enum as_status read_points(const struct as_version_series *s,
	const struct as_version_line *line, struct as_store *store, struct as_arena *a,
	struct as_where *out, struct as_err *err)
{
	const struct as_store_history any = {0};
	const struct as_history_how how = {.commits = &line->commits, .since_ns = INT64_MIN,
		.level = AS_HISTORY_1_PERCENT, .tolerance = 0.01, .confidence = 0.95};
	const struct as_history_series *most = NULL;
	struct as_history_rows rows = {0};
	struct as_history h = {0};
	enum as_status st = as_store_histories(store, &any, a, &rows, err);

	if (!st)
		st = as_histories(&rows, &how, a, &h, err);
	for (size_t i = 0; i < h.n && !st; i++)
		if (is_of(&h.series[i], s) && (!most || h.series[i].n_points > most->n_points))
			most = &h.series[i];
	if (!st && most)
		st = take_points(most, line, a, out, err);
	return st;
}

/* "COMMIT FROM TO" of each new version, "COMMIT" of each end, with a blank behind each name, and a comma
 * behind each version. */
static void add_name(struct as_text *t, const struct as_commits *c, size_t at)
{
	as_text_addf(t, "%s ", c->v[at].id);
}

static enum as_status name_all(const struct as_where *w, const struct as_where_next *next,
	const struct as_commits *c, struct as_arena *a, const char **names, struct as_err *err)
{
	struct as_text t = {0};

	for (size_t i = 0; i < next->n_measure; i++) {
		size_t k = 0;
		while (w->at[k + 1] < next->measure[i])
			k++;
		add_name(&t, c, next->measure[i]);
		add_name(&t, c, w->at[k]);
		add_name(&t, c, w->at[k + 1]);
		as_text_char(&t, ',');
	}
	for (size_t i = 0; i < next->n_again; i++) {
		add_name(&t, c, next->again[i]);
		as_text_char(&t, ',');
	}
	*names = t.failed ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return *names ? AS_OK : as_fail_memory(err);
}

enum as_status as_series_where(const struct as_version_series *s,
	const struct as_version_line *line, struct as_store *store, struct as_arena *a,
	const char **names, struct as_err *err)
{
	struct as_where w = {0};
	struct as_where_next next = {0};
	enum as_status st = read_points(s, line, store, a, &w, err);

	if (st)
		return st;
	if (w.n < AS_WHERE_LEAST)
		return as_fail(err, AS_ERR_USAGE,
			"cannot tell where the history of '%.200s' is uncertain: the store has %zu "
			"of its "
			"versions here, and it takes %d, spread over the range; measure these "
			"first, such "
			"as by --every 10",
			s->command, w.n, AS_WHERE_LEAST);
	st = as_where_next(&w, AS_WHERE_TAKE, a, &next);
	if (st == AS_ERR_MEM)
		return as_fail_memory(err);
	if (st)
		return as_fail(err, st, "cannot tell where the history of '%.200s' is uncertain",
			s->command);
	return name_all(&w, &next, &line->commits, a, names, err);
}

/* ---- the session ---- */

/* The place of the next name; SIZE_MAX where the version has no more. */
static size_t next_place(const struct as_commits *c, const char **at)
{
	const size_t n = strcspn(*at, " ,");

	if (!n)
		return SIZE_MAX;
	const size_t place = place_on(c, *at, n);
	*at += n + 1;
	return place;
}

static size_t count(const char *names)
{
	size_t n = 0;

	for (; *names; names++)
		n += *names == ',';
	return n;
}

static bool has(const struct as_version_series *s, size_t at)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].at == at)
			return true;
	return false;
}

enum as_status as_series_of_names(struct as_version_series *s, const struct as_version_line *line,
	const char *names, struct as_arena *a, struct as_err *err)
{
	const struct as_commits *c = &line->commits;
	const size_t newest = c->n - 1, n = count(names);

	s->line = c;
	s->n = 0;
	s->sessions = 1;
	/* of each that fails, what stands in its place, and so on */
	s->room = AS_SERIES_TRIES * (n + 1);
	s->v = as_arena_array(a, s->room, sizeof *s->v);
	if (!s->v)
		return as_fail_memory(err);
	s->v[s->n++] = (struct as_series_version){.commit = &c->v[newest], .at = newest};
	for (size_t i = 0; i < n; i++, names++) {
		struct as_series_version v = {.at = next_place(c, &names)};
		v.from = next_place(c, &names);
		v.to = v.from == SIZE_MAX ? SIZE_MAX : next_place(c, &names);
		if (v.at >= c->n)
			return as_fail(err, AS_ERR_REFUSED,
				"cannot go on: a version that was to be measured is no longer on "
				"this "
				"line of commits");
		v.commit = &c->v[v.at];
		v.from = v.to >= c->n ? v.at : v.from;
		v.to = v.to >= c->n ? v.at : v.to;
		if (!has(s, v.at))
			s->v[s->n++] = v;
	}
	return AS_OK;
}

void as_series_next_to(struct as_version_series *s, size_t failed)
{
	struct as_series_version v = s->v[failed];

	if (s->n == s->room || v.to <= v.from)
		return;
	if (!v.step)
		v.step = v.at - v.from <= v.to - v.at ? 1 : -1;
	while (has(s, v.at))
		v.at = v.step > 0 ? v.at + 1 : v.at - 1;
	if (v.at <= v.from || v.at >= v.to)
		return;
	v.fate = AS_SERIES_OPEN;
	v.commit = &s->line->v[v.at];
	s->v[s->n++] = v;
}
