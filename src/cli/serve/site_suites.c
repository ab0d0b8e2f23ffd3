/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Suites: what was measured of each version, and the experiments of one, to be compared with another. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "cli/screen_out.h"
#include "cli/serve/site.h"
#include "model/joined/texts.h"
#include "report/history/history_screen.h"

enum { SHOWN = 60, PLAIN = 20 };

/* Those that who asks may see. */
static enum as_status gather_versions(
	struct as_visit *v, struct as_page_version ***out, size_t *n, struct as_err *err)
{
	const struct as_known_versions *all = NULL;
	struct as_page_version **list = NULL;
	enum as_status st = as_visit_versions(v, &all, err);

	*n = 0;
	if (!st)
		list = as_arena_array(v->ask->arena, all->n, sizeof(struct as_page_version *));
	if (!st && !list)
		st = as_fail_memory(err);
	for (size_t i = 0; !st && i < all->n; i++)
		if (as_visit_may_see(v, all->v[i]->project))
			list[(*n)++] = &all->v[i]->page;
	*out = list;
	return st;
}

enum as_status as_page_of_suites(struct as_visit *v, struct as_err *err)
{
	struct as_style style = as_screen_style(&v->cli);
	struct as_text text[2] = {{0}, {0}};
	struct as_page_versions all = {0};
	const struct as_history *h = NULL;
	size_t of = 0;
	enum as_status st = as_visit_history(v, &h, err);

	if (!st)
		st = gather_versions(v, &all.v, &of, err);
	if (st)
		return st;
	for (size_t i = 0; i < of; i++) /* those that fit what is searched for */
		if (as_visit_fits(v, as_history_called(all.v[i]->point), all.v[i]->point->subject))
			all.v[all.n++] = all.v[i];
	const struct as_visit_part part = as_visit_part(v, all.n, of, SHOWN);
	all.from = part.from;
	all.to = part.to;
	all.benchmarks = h->n;
	as_page_versions(&text[0], &style, &all, &part.part);
	style.colour = false;
	as_report_history(&text[1], &style, h, PLAIN);
	return as_visit_show_one(v, "Suites", "suites", "history", text, err);
}

/* ---- the experiments of a version ---- */

/* By its label, or by its commit or the beginning of one. */
static bool is_called(const struct as_history_point *p, const char *word)
{
	const size_t n = strlen(word);

	if (p->label && !strcmp(p->label, word))
		return true;
	return p->commit && n >= 4 && !strncmp(p->commit, word, n);
}

static bool has(const int64_t *id, size_t n, int64_t one)
{
	for (size_t i = 0; i < n; i++)
		if (id[i] == one)
			return true;
	return false;
}

enum as_status as_visit_version(struct as_visit *v, const char *word, int64_t id[AS_SUITE_MOST],
	size_t *n, struct as_err *err)
{
	const char *host = as_serve_parameter(v->ask, "host");
	const struct as_known_versions *all = NULL;
	enum as_status st = as_visit_versions(v, &all, err);

	*n = 0;
	for (size_t i = 0; !st && i < all->n; i++) {
		const struct as_known_version *one = all->v[i];
		if (!is_called(&one->point, word) || !as_visit_may_see(v, one->project) ||
			(host && !as_same_text(one->page.host ? one->page.host : "", host)))
			continue;
		for (size_t k = 0; !st && k < one->n; k++) {
			if (has(id, *n, one->experiment[k]))
				continue;
			if (*n == AS_SUITE_MOST)
				st = as_fail(err, AS_ERR_USAGE,
					"version %.60s is of more than %d results: assay compare "
					"takes them all",
					word, AS_SUITE_MOST);
			else
				id[(*n)++] = one->experiment[k];
		}
	}
	if (!st && !*n)
		st = as_fail(
			err, AS_ERR_USAGE, "no version with a history is called '%.200s'", word);
	return st;
}
