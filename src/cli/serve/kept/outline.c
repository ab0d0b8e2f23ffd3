/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/serve/kept/outline.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

const char *as_outline_text(struct as_outlines *o, const char *s)
{
	return as_intern(&o->interns, s, &o->memory);
}

static void *copy(struct as_outlines *o, const void *v, size_t n, size_t size)
{
	void *made = as_arena_array(o->arena, n, size);

	if (made && n)
		memcpy(made, v, n * size);
	o->memory = o->memory || !made;
	return made;
}

/* ---- which points something is said of ---- */

struct kept_places {
	size_t *v, n, cap;
	bool memory;
};

static void add_place(struct kept_places *p, const struct as_history_series *s, size_t at)
{
	if (at < s->n_points && !AS_PUSH(p->v, p->n, p->cap, at))
		p->memory = true;
}

static int by_place(const void *a, const void *b)
{
	const size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

static void find_places(const struct as_history_series *s, struct kept_places *p)
{
	add_place(p, s, 0);
	add_place(p, s, s->n_points - 1);
	add_place(p, s, s->n_points - 2);
	add_place(p, s, s->newest.reference);
	add_place(p, s, s->newest.rerun.beside);
	for (size_t i = 0; i < s->n_parts; i++) {
		add_place(p, s, s->parts[i].from);
		add_place(p, s, s->parts[i].noise.since);
		for (size_t k = 0; k < s->parts[i].n_outliers; k++)
			add_place(p, s, s->parts[i].outliers[k].at);
	}
	for (size_t i = 0; i < s->n_changes; i++) {
		add_place(p, s, s->changes[i].at);
		add_place(p, s, s->changes[i].at - 1);
		add_place(p, s, s->changes[i].first);
		add_place(p, s, s->changes[i].last);
	}
	for (size_t i = 0; i < s->n_beside; i++)
		add_place(p, s, s->beside[i].at);
	if (p->n)
		qsort(p->v, p->n, sizeof *p->v, by_place);
	size_t n = 0;
	for (size_t i = 0; i < p->n; i++)
		if (!i || p->v[i] != p->v[i - 1])
			p->v[n++] = p->v[i];
	p->n = n;
}

static void take_points(struct as_outlines *o, const struct as_history_series *from,
	const struct kept_places *p, struct as_history_series *s)
{
	s->points = as_arena_array(o->arena, p->n, sizeof *s->points);
	o->memory = o->memory || !s->points;
	for (size_t i = 0; s->points && i < p->n; i++) {
		s->points[i] = from->points[p->v[i]];
		s->points[i].commit = as_outline_text(o, s->points[i].commit);
		s->points[i].label = as_outline_text(o, s->points[i].label);
		s->points[i].subject = as_outline_text(o, s->points[i].subject);
	}
}

static const double *course_of(
	struct as_outlines *o, const struct as_history_series *s, size_t *n)
{
	*n = s->n_points < AS_HISTORY_COURSE ? s->n_points : AS_HISTORY_COURSE;
	double *v = as_arena_array(o->arena, *n, sizeof *v);

	for (size_t i = 0; v && i < *n; i++)
		v[i] = s->points[as_history_course_at(s, i, *n)].value;
	return v;
}

static const struct as_history_outline *outline_of(struct as_outlines *o,
	const struct as_history_series *s, const struct kept_places *p,
	const struct as_history_level_drawn *levels, size_t n_levels)
{
	struct as_history_outline *out = as_arena_alloc(o->arena, sizeof *out);

	if (!out)
		return NULL;
	out->place = copy(o, p->v, p->n, sizeof *p->v);
	out->n = p->n;
	out->course = course_of(o, s, &out->n_course);
	out->levels = copy(o, levels, n_levels, sizeof *levels);
	out->n_levels = n_levels;
	return out->course ? out : NULL;
}

/* ---- all of it ---- */

static void take_texts(struct as_outlines *o, struct as_history_series *s)
{
	const char **texts[] = {&s->name, &s->parameters, &s->project, &s->command, &s->metric,
		&s->unit, &s->machine, &s->host};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		*texts[i] = as_outline_text(o, *texts[i]);
}

void as_outline_add(struct as_outlines *o, const struct as_history_series *from,
	const struct as_history_level_drawn *levels, size_t n_levels)
{
	struct as_history_series s = *from;
	struct kept_places p = {.n = 0};

	take_texts(o, &s);
	s.parts = copy(o, from->parts, from->n_parts, sizeof *s.parts);
	for (size_t i = 0; s.parts && i < s.n_parts; i++)
		s.parts[i].outliers = copy(o, from->parts[i].outliers, s.parts[i].n_outliers,
			sizeof *s.parts[i].outliers);
	s.changes = copy(o, from->changes, from->n_changes, sizeof *s.changes);
	s.beside = copy(o, from->beside, from->n_beside, sizeof *s.beside);
	find_places(from, &p);
	take_points(o, from, &p, &s);
	s.outline = outline_of(o, from, &p, levels, n_levels);
	if (p.memory || !s.outline || !AS_PUSH(o->v, o->n, o->cap, s))
		o->memory = true;
	free(p.v);
}

bool as_outlines_end(struct as_outlines *o, struct as_history *h)
{
	h->series = copy(o, o->v, o->n, sizeof *o->v);
	h->n = o->n;
	as_interns_release(&o->interns);
	free(o->v);
	return !o->memory;
}
