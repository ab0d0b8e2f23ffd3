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

/* Versions by what they are called and where they were measured. */
struct versions {
	struct as_labels names;
	struct as_text name; /* of one */
	struct as_page_version **v; /* by the numbers of names */
	size_t n, cap;
};

static const char *called(const struct as_history_point *p)
{
	return p->commit ? p->commit : p->label ? p->label : "";
}

static const char *or_empty(const char *s)
{
	return s ? s : "";
}

static bool count(struct versions *all, const struct as_history_series *s, size_t at,
	struct as_arena *arena)
{
	const struct as_history_point *p = &s->points[at];
	uint32_t number = 0;

	as_text_clear(&all->name);
	as_text_add(&all->name, called(p));
	as_text_char(&all->name, '\n'); /* which no host has in its name */
	as_text_add(&all->name, or_empty(s->host));
	if (all->name.failed ||
		!as_labels_add(&all->names, all->name.data, all->name.len, &number))
		return false;
	if (number == all->n) {
		struct as_page_version *one = as_arena_alloc(arena, sizeof *one);
		if (!one || !AS_PUSH(all->v, all->n, all->cap, one))
			return false;
		*one = (struct as_page_version){.point = p, .host = s->host};
	}
	as_page_version_count(all->v[number], s, at);
	return true;
}

static bool count_all(struct versions *all, const struct as_history *h, struct as_arena *arena)
{
	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->series[i].n_points; k++)
			if (!count(all, &h->series[i], k, arena))
				return false;
	return true;
}

/* The newest first. */
static int by_date(const void *a, const void *b)
{
	const struct as_page_version *x = *(struct as_page_version *const *)a,
				     *y = *(struct as_page_version *const *)b;

	if (x->point->date_ns != y->point->date_ns)
		return x->point->date_ns < y->point->date_ns ? 1 : -1;
	const int names = strcmp(called(x->point), called(y->point));
	return names ? names : strcmp(or_empty(x->host), or_empty(y->host));
}

/* Which version was before each on the same machine; v is sorted, the newest first. */
static void note_before(struct as_page_version **v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n && !v[i]->before; k++)
			if (!strcmp(or_empty(v[k]->host), or_empty(v[i]->host)))
				v[i]->before = v[k];
}

/* All of them, sorted. */
static enum as_status gather(struct as_visit *v, const struct as_history *h,
	struct as_page_version ***out, size_t *n, struct as_err *err)
{
	struct versions all = {0};
	struct as_page_version **list = NULL;

	if (count_all(&all, h, v->ask->arena))
		list = as_arena_array(v->ask->arena, all.n, sizeof(struct as_page_version *));
	*n = all.n;
	for (size_t i = 0; list && i < *n; i++)
		list[i] = all.v[i];
	as_labels_release(&all.names);
	as_text_release(&all.name);
	free(all.v);
	if (!list)
		return as_fail_memory(err);
	if (*n)
		qsort(list, *n, sizeof *list, by_date);
	note_before(list, *n);
	*out = list;
	return AS_OK;
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
		st = gather(v, h, &all.v, &of, err);
	if (st)
		return st;
	for (size_t i = 0; i < of; i++) /* those that fit what is searched for */
		if (as_visit_fits(v, called(all.v[i]->point), all.v[i]->point->subject))
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
	const struct as_history *h = NULL;
	enum as_status st = as_visit_history(v, &h, err);

	*n = 0;
	for (size_t i = 0; !st && i < h->n; i++) {
		const struct as_history_series *s = &h->series[i];
		if (host && strcmp(or_empty(s->host), host) != 0)
			continue;
		for (size_t k = 0; !st && k < s->n_points; k++) {
			if (!is_called(&s->points[k], word) || has(id, *n, s->points[k].experiment))
				continue;
			if (*n == AS_SUITE_MOST)
				st = as_fail(err, AS_ERR_USAGE,
					"version %.60s is of more than %d results: assay compare "
					"takes them all",
					word, AS_SUITE_MOST);
			else
				id[(*n)++] = s->points[k].experiment;
		}
	}
	if (!st && !*n)
		st = as_fail(
			err, AS_ERR_USAGE, "no version with a history is called '%.200s'", word);
	return st;
}
