/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/kept/known_versions.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

static const char *or_empty(const char *s)
{
	return s ? s : "";
}

static struct as_known_version *add_version(struct as_known_versions *all, struct as_outlines *o,
	const struct as_history_series *s, const struct as_history_point *p)
{
	struct as_known_version *one = as_arena_alloc(o->arena, sizeof *one);

	if (!one || !AS_PUSH(all->v, all->n, all->cap, one))
		return NULL;
	*one = (struct as_known_version){.point = *p, .project = as_outline_text(o, s->project)};
	one->point.commit = as_outline_text(o, p->commit);
	one->point.label = as_outline_text(o, p->label);
	one->point.subject = as_outline_text(o, p->subject);
	one->page.point = &one->point;
	one->page.host = as_outline_text(o, s->host);
	return one;
}

/* The version that a point is, made if it is the first of it. NULL: out of memory. */
static struct as_known_version *version_of(struct as_known_versions *all, struct as_outlines *o,
	const struct as_history_series *s, const struct as_history_point *p)
{
	uint32_t number = 0;

	as_text_clear(&all->name); /* no host and no project has a line end in its name */
	as_text_addf(&all->name, "%s\n%s\n%s", as_history_called(p), or_empty(s->host),
		or_empty(s->project));
	if (all->name.failed ||
		!as_labels_add(&all->names, all->name.data, all->name.len, &number))
		return NULL;
	return number == all->n ? add_version(all, o, s, p) : all->v[number];
}

/* Results of one version are mostly of one experiment, and of the last that was seen. */
static bool add_experiment(struct as_known_version *v, int64_t id)
{
	for (size_t i = v->n; i-- > 0;)
		if (v->experiment[i] == id)
			return true;
	return AS_PUSH(v->experiment, v->n, v->cap, id);
}

void as_known_versions_add(struct as_known_versions *all, struct as_outlines *o,
	const struct as_history_series *s)
{
	for (size_t i = 0; i < s->n_points && !o->memory; i++) {
		struct as_known_version *one = version_of(all, o, s, &s->points[i]);
		if (!one || !add_experiment(one, s->points[i].experiment)) {
			o->memory = true;
			return;
		}
		as_page_version_count(&one->page, s, i);
	}
}

/* The newest first. */
static int by_date(const void *a, const void *b)
{
	const struct as_page_version *x = &(*(struct as_known_version *const *)a)->page,
				     *y = &(*(struct as_known_version *const *)b)->page;

	if (x->point->date_ns != y->point->date_ns)
		return x->point->date_ns < y->point->date_ns ? 1 : -1;
	const int names = strcmp(as_history_called(x->point), as_history_called(y->point));
	return names ? names : strcmp(or_empty(x->host), or_empty(y->host));
}

/* Which version was before each on the same machine. */
static void note_before(struct as_known_versions *all)
{
	for (size_t i = 0; i < all->n; i++) {
		struct as_known_version *v = all->v[i];
		for (size_t k = i + 1; k < all->n && !v->page.before; k++)
			if (as_same_text(all->v[k]->page.host, v->page.host) &&
				as_same_text(all->v[k]->project, v->project))
				v->page.before = &all->v[k]->page;
	}
}

bool as_known_versions_end(struct as_known_versions *all, struct as_outlines *o)
{
	struct as_known_version **list =
		as_arena_array(o->arena, all->n, sizeof(struct as_known_version *));

	o->memory = o->memory || !list;
	for (size_t i = 0; i < all->n; i++) {
		struct as_known_version *v = all->v[i];
		int64_t *ids = as_arena_array(o->arena, v->n, sizeof *ids);
		if (ids && v->n)
			memcpy(ids, v->experiment, v->n * sizeof *ids);
		free(v->experiment);
		v->experiment = ids;
		o->memory = o->memory || !ids;
		if (list)
			list[i] = v;
	}
	as_labels_release(&all->names);
	as_text_release(&all->name);
	free(all->v);
	all->v = list;
	all->n = list ? all->n : 0;
	if (all->n)
		qsort(all->v, all->n, sizeof *all->v, by_date);
	note_before(all);
	return !o->memory;
}
