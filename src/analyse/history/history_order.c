/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Versions, and which comes after which (methods-history.md 1.3). */
#include <stdlib.h>
#include <string.h>

#include "analyse/history/history_inside.h"

/* A source that is a version. Strings of rows are equal where their pointers are. */
struct keyed {
	const char *project, *commit, *label;
	size_t source;
};

static int by_address(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

	return x < y ? -1 : x > y;
}

static int by_key(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;
	int c = by_address(x->project, y->project);

	c = c ? c : by_address(x->commit, y->commit);
	c = c ? c : by_address(x->label, y->label);
	return c ? c : x->source < y->source ? -1 : x->source > y->source;
}

/* What version a source is of; false: of none, which is counted. */
static bool key_of(const struct as_history_source *s, struct as_history_order *o, struct keyed *out)
{
	const struct as_version *v = &s->version;

	if (v->commit && v->changes != AS_CHANGES_NONE) {
		if (v->changes == AS_CHANGES_SOME)
			o->dirty++;
		else
			o->untold++;
		return false;
	}
	if (!v->commit && !s->label) {
		o->unnamed++;
		return false;
	}
	*out = (struct keyed){.project = v->project, .commit = v->commit,
		.label = v->commit ? NULL : s->label};
	return true;
}

static enum as_status collect_versions(const struct as_history_rows *rows, struct as_arena *a,
	struct as_history_order *o)
{
	struct keyed *k = as_arena_array(a, rows->n_sources, sizeof *k);
	size_t n = 0;

	o->of = as_arena_array(a, rows->n_sources, sizeof *o->of);
	o->version = as_arena_array(a, rows->n_sources, sizeof *o->version);
	if (!k || !o->of || !o->version)
		return AS_ERR_MEM;
	for (size_t i = 0; i < rows->n_sources; i++) {
		o->of[i] = SIZE_MAX;
		if (!key_of(&rows->source[i], o, &k[n]))
			continue;
		k[n++].source = i;
	}
	if (n)
		qsort(k, n, sizeof *k, by_key);
	for (size_t i = 0; i < n; i++) {
		const struct as_history_source *s = &rows->source[k[i].source];
		bool new = !i || k[i].project != k[i - 1].project ||
			   k[i].commit != k[i - 1].commit || k[i].label != k[i - 1].label;
		if (new)
			o->version[o->n++] = (struct as_history_version){.project = k[i].project,
				.commit = k[i].commit, .label = k[i].label,
				.parents = s->version.parents, .place = SIZE_MAX, .order = SIZE_MAX,
				.date_ns = k[i].commit ? s->version.date_ns : s->started_ns};
		o->of[k[i].source] = o->n - 1;
	}
	return AS_OK;
}

/* ---- along the commits of a repository ---- */

struct placed {
	const char *id;
	size_t place;
};

static int by_id(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	return strcmp(x->id, y->id);
}

static bool same(const char *a, const char *b)
{
	return a && b && !strcmp(a, b);
}

static enum as_status place_commits(const struct as_commits *c, struct as_arena *a,
	struct as_history_order *o)
{
	struct placed *p = as_arena_array(a, c->n, sizeof *p);

	if (!p)
		return AS_ERR_MEM;
	for (size_t i = 0; i < c->n; i++)
		p[i] = (struct placed){.id = c->v[i].id, .place = i};
	if (c->n)
		qsort(p, c->n, sizeof *p, by_id);
	for (size_t i = 0; i < o->n; i++) {
		struct as_history_version *v = &o->version[i];
		const struct placed key = {.id = v->commit};
		const struct placed *found = v->commit && c->n && same(v->project, c->project)
			? bsearch(&key, p, c->n, sizeof *p, by_id) : NULL;
		if (!found)
			continue;
		v->place = v->order = found->place;
		v->subject = c->v[found->place].subject;
		v->date_ns = c->v[found->place].date_ns;
	}
	return AS_OK;
}

/* ---- by dates, or by numbers ---- */

enum { NUMBER_DIGITS = 18 };

static int by_project(const struct as_history_version *x, const struct as_history_version *y)
{
	return by_address(x->project, y->project);
}

static int by_commit(const void *a, const void *b)
{
	const struct as_history_version *const *x = a, *const *y = b;
	int c = by_project(*x, *y);

	c = c ? c : strcmp((*x)->commit ? (*x)->commit : "", (*y)->commit ? (*y)->commit : "");
	return c ? c : by_address(*x, *y);
}

/* Digits alone, as revisions of Subversion are, and not as many as those of a commit of git. */
static bool is_number(const char *s)
{
	const size_t n = s ? strspn(s, "0123456789") : 0;

	return n && n <= NUMBER_DIGITS && !s[n];
}

static const char *called(const struct as_history_version *v)
{
	return v->commit ? v->commit : v->label;
}

/* Revisions that are numbers, of which each is one: by these. */
static int by_number(const void *a, const void *b)
{
	const struct as_history_version *const *x = a, *const *y = b;
	const unsigned long long p = strtoull(called(*x), NULL, 10);
	const unsigned long long q = strtoull(called(*y), NULL, 10);
	int c = by_project(*x, *y);

	c = c ? c : (p > q) - (p < q);
	return c ? c : by_address(*x, *y);
}

static int by_date(const void *a, const void *b)
{
	const struct as_history_version *const *x = a, *const *y = b;
	int c = by_project(*x, *y);

	if (c || (*x)->date_ns == (*y)->date_ns)
		return c ? c : by_address(*x, *y);
	return (*x)->date_ns < (*y)->date_ns ? -1 : 1;
}

/* The version that is the first parent of v; NULL: it is not among them. */
static struct as_history_version *parent_of(const struct as_history_version *v,
	struct as_history_version **list, size_t n)
{
	size_t digits = v->parents ? strcspn(v->parents, " ") : 0, from = 0, to = n;

	while (digits && from < to) {
		size_t middle = from + (to - from) / 2;
		struct as_history_version *m = list[middle];
		int c = by_project(m, v);
		if (!c)
			c = m->commit ? strncmp(m->commit, v->parents, digits) : -1;
		if (!c)
			return m;
		if (c < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return NULL;
}

/* Numbers v, and before it those of its first parents that have none yet. */
static void number(struct as_history_version *v, struct as_history_version **list, size_t n,
	struct as_history_version **stack, size_t *next)
{
	size_t depth = 0;

	for (; v && v->order == SIZE_MAX && depth < n; v = parent_of(v, list, n))
		stack[depth++] = v;
	while (depth)
		stack[--depth]->order = (*next)++;
}

static enum as_status order_by_dates(const struct as_history_how *how, struct as_arena *a,
	struct as_history_order *o)
{
	struct as_history_version **list = as_arena_array(a, o->n, sizeof *list);
	struct as_history_version **dated = as_arena_array(a, o->n, sizeof *dated);
	struct as_history_version **stack = as_arena_array(a, o->n, sizeof *stack);
	size_t n = 0, next = 0;

	if (!list || !dated || !stack)
		return AS_ERR_MEM;
	for (size_t i = 0; i < o->n; i++) {
		bool here = how->commits && same(o->version[i].project, how->commits->project);
		if (!here || !o->version[i].commit)
			list[n++] = &o->version[i];
	}
	if (!n)
		return AS_OK;
	memcpy(dated, list, n * sizeof *list);
	qsort(list, n, sizeof *list, by_commit);
	bool numbers = true;
	for (size_t i = 0; i < n; i++)
		numbers = numbers && is_number(called(dated[i]));
	qsort(dated, n, sizeof *dated, numbers ? by_number : by_date);
	for (size_t i = 0; i < n; i++)
		number(dated[i], list, n, stack, &next);
	return AS_OK;
}

/* ---- what is left out ---- */

static size_t place_of(const struct as_commits *c, const char *id)
{
	for (size_t i = 0; c && id && i < c->n; i++)
		if (!strcmp(c->v[i].id, id))
			return i;
	return 0;
}

static void leave_out(const struct as_history_how *how, const struct as_history_rows *rows,
	struct as_history_order *o)
{
	size_t from = place_of(how->commits, how->since);

	for (size_t i = 0; i < rows->n_sources; i++) {
		struct as_history_version *v = o->of[i] == SIZE_MAX ? NULL : &o->version[o->of[i]];
		if (v && v->order == SIZE_MAX) {
			o->elsewhere++;
			o->of[i] = SIZE_MAX;
		} else if (v && (v->date_ns < how->since_ns || (from && v->place < from))) {
			o->before++;
			o->of[i] = SIZE_MAX;
		}
	}
}

/* Sources of one experiment are neighbours. */
static enum as_status find_sessions(const struct as_history_rows *r, struct as_arena *a,
	struct as_history_order *o)
{
	o->session = as_arena_array(a, r->n_sources, sizeof *o->session);
	if (!o->session)
		return AS_ERR_MEM;
	for (size_t from = 0, to = 0; from < r->n_sources; from = to) {
		const struct as_history_source *s = &r->source[from];
		bool several = false;
		for (to = from; to < r->n_sources; to++) {
			if (r->source[to].experiment != s->experiment)
				break;
			several = several || r->source[to].version.commit != s->version.commit;
		}
		for (size_t i = from; i < to; i++)
			o->session[i] = several;
	}
	return AS_OK;
}

enum as_status as_history_put_in_order(const struct as_history_rows *rows,
	const struct as_history_how *how, struct as_arena *a, struct as_history_order *out)
{
	struct as_history_order o = {0};
	enum as_status st = collect_versions(rows, a, &o);

	if (!st && how->commits)
		st = place_commits(how->commits, a, &o);
	if (!st)
		st = order_by_dates(how, a, &o);
	if (!st)
		st = find_sessions(rows, a, &o);
	if (st)
		return st;
	leave_out(how, rows, &o);
	*out = o;
	return AS_OK;
}
