/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which versions of a series a page in a file has: all that say something, and of the others some. */
#include "cli/serve/site.h"

enum { VERSIONS = 120, NEWEST = 30, AROUND = 2 };

static void keep_around(bool *keep, size_t n, size_t at, size_t around)
{
	for (size_t i = at > around ? at - around : 0; i < n && i <= at + around; i++)
		keep[i] = true;
}

bool *as_site_thin(const struct as_history_series *s, struct as_arena *a)
{
	const size_t n = s->n_points;
	bool *keep = as_arena_array(a, n, sizeof *keep);
	const double step = (double)n / VERSIONS;

	if (!keep)
		return NULL;
	for (size_t i = 0; i < s->n_parts; i++) {
		keep_around(keep, n, s->parts[i].from, 0);
		keep_around(keep, n, s->parts[i].to - 1, 0);
	}
	for (size_t i = 0; i < s->n_changes; i++) {
		keep_around(keep, n, s->changes[i].at, AROUND);
		keep_around(keep, n, s->changes[i].first, 0);
		keep_around(keep, n, s->changes[i].last, 0);
	}
	for (size_t i = n > NEWEST ? n - NEWEST : 0; i < n; i++)
		keep[i] = true;
	const double stride = step < 1 ? 1 : step;
	for (size_t i = 0; (double)i * stride < (double)n; i++)
		keep[(size_t)((double)i * stride)] = true;
	return keep;
}
