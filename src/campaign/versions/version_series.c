/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/versions/version_series.h"

#include <string.h>

static size_t find_commit(const struct as_commits *c, const char *id)
{
	size_t i = 0;

	while (i < c->n && strcmp(c->v[i].id, id) != 0)
		i++;
	return i;
}

static void count_sessions(struct as_version_series *s)
{
	s->sessions = (s->n - 1 + AS_SERIES_SESSION - 2) / (AS_SERIES_SESSION - 1);
}

enum as_status as_series_choose(const struct as_version_line *h, size_t every, struct as_arena *a,
	struct as_version_series *out, struct as_err *err)
{
	const struct as_commits *c = &h->commits;
	const size_t first = find_commit(c, h->from.commit), last = c->n - 1;

	*out = (struct as_version_series){0};
	if (first == c->n)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure from '%.100s' to '%.100s': the first is not among the "
			"commits that led to the second along first parents; give the older one "
			"first, or a commit of that branch",
			h->since, h->until);
	const size_t steps = (last - first + every - 1) / every;
	out->v = as_arena_array(a, steps + 1, sizeof *out->v);
	if (!out->v)
		return as_fail_memory(err);
	for (size_t i = 0; i < steps; i++)
		out->v[out->n++].commit = &c->v[last - i * every];
	out->v[out->n++].commit = &c->v[first];
	if (out->n < AS_SERIES_LEAST)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure a series of %zu version%s, from '%.100s' to '%.100s': it "
			"takes %d at least; assay diff compares two",
			out->n, out->n == 1 ? "" : "s", h->since, h->until, AS_SERIES_LEAST);
	count_sessions(out);
	return AS_OK;
}

/* ---- what the store has ---- */

static bool is_of(const struct as_history_source *one, const char *command, const char *build)
{
	return !strcmp(one->command, command) && !one->build_command == !build &&
		(!build || !strcmp(one->build_command, build));
}

static size_t place_of(const struct as_version_series *s, const char *commit)
{
	size_t i = 0;

	while (i < s->n && (!commit || strcmp(s->v[i].commit->id, commit) != 0))
		i++;
	return i;
}

enum as_status as_series_known(const struct as_version_series *s, const char *build,
	struct as_store *store, struct as_arena *a, const char **commit, struct as_err *err)
{
	const struct as_store_history any = {0};
	struct as_history_rows rows;
	size_t newest = s->n;
	enum as_status st = as_store_histories(store, &any, a, &rows, err);

	for (size_t i = 0; i < rows.n_sources && !st; i++) {
		const size_t k = is_of(&rows.source[i], s->command, build)
			? place_of(s, rows.source[i].version.commit) : s->n;
		newest = k < newest ? k : newest;
	}
	*commit = newest < s->n ? s->v[newest].commit->id : "";
	return st;
}

size_t as_series_newer(struct as_version_series *s, const char *commit)
{
	const size_t newer = place_of(s, commit);
	const size_t least = newer + 1 < AS_SERIES_LEAST ? AS_SERIES_LEAST : newer + 1;

	if (newer < s->n && least < s->n) {
		s->n = least;
		count_sessions(s);
	}
	return newer;
}

static bool is_left(const struct as_version_series *s, size_t i)
{
	return s->v[i].fate <= AS_SERIES_MEASURED;
}

size_t as_series_session(const struct as_version_series *s, size_t k, size_t *out)
{
	size_t n = 0, anchor = 0;

	while (anchor < s->n && !is_left(s, anchor))
		anchor++;
	if (anchor < s->n)
		out[n++] = anchor;
	for (size_t i = anchor + 1; i < s->n; i++)
		if (is_left(s, i) && i % s->sessions == k)
			out[n++] = i;
	return n;
}

size_t as_series_count(const struct as_version_series *s, enum as_series_fate fate)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		n += s->v[i].fate == fate;
	return n;
}
