/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyse/picture/scanned.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/estimate/view/view.h"
#include "base/num.h"
#include "base/text.h"

enum { POINTS_LEAST = 2 };

void as_scan_close(struct as_scan *s)
{
	as_arena_release(&s->arena);
	*s = (struct as_scan){.n = 0};
}

/* The value that a subject has of a parameter, as it was said; NULL: it has none. */
static const char *said(const struct as_subject *s, const char *parameter)
{
	for (size_t i = 0; i < s->n_parameters; i++)
		if (!strcmp(s->parameters[i].name, parameter))
			return s->parameters[i].value;
	return NULL;
}

static bool number_of(const struct as_subject *s, const char *parameter, double *out)
{
	const char *value = said(s, parameter);

	return value && as_parse_double(value, out) && isfinite(*out) && *out > 0;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* From s[i] on n characters stand alone: no part of a longer word or number, as 5 of x5 or of 1.5. */
static bool stands_alone(const char *s, size_t i, size_t n)
{
	const char before = i ? s[i - 1] : ' ', after = s[i + n];

	if (isalnum((unsigned char)before) || before == '_' || isalnum((unsigned char)after) ||
		after == '_')
		return false;
	return !(before == '.' && i > 1 && is_digit(s[i - 2])) &&
	       !(after == '.' && is_digit(s[i + n + 1]));
}

/* Its name without the value: "sort {n}" of "sort 100". */
static char *series_name(const struct as_subject *s, const char *parameter, struct as_arena *a)
{
	const char *value = said(s, parameter), *name = s->name;
	const size_t n = value ? strlen(value) : 0;
	struct as_text t = {0};

	for (size_t i = 0; name[i];) {
		if (n && !strncmp(name + i, value, n) && stands_alone(name, i, n)) {
			as_text_addf(&t, "{%s}", parameter);
			i += n;
		} else {
			as_text_char(&t, name[i++]);
		}
	}
	char *copy = t.failed ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return copy;
}

/* What every round gave, and all of them. */
static enum as_status fill_point(const struct as_experiment *x, size_t metric, struct as_scan *s,
	struct as_scan_point *p, struct as_err *err)
{
	const struct as_level *l = &x->subjects[p->subject].levels[AS_LEVEL_EXECUTION];
	size_t *n = calloc(s->rounds + 1, sizeof *n);
	struct as_view v = {0};
	enum as_status st = AS_OK;

	p->round = as_arena_array(&s->arena, s->rounds, sizeof *p->round);
	p->mean = (double)NAN;
	if (!n || !p->round)
		st = as_fail_memory(err);
	if (!st)
		st = as_view_open(x, p->subject, metric, AS_ROLE_MEASURED, &v, err);
	double sum = 0;
	for (size_t u = 0; !st && u < v.n_units; u++) {
		const uint32_t r = as_unit_round(l, v.units[u]);
		sum += v.means[u];
		if (r < s->rounds) {
			p->round[r] = (n[r] ? p->round[r] : 0) + v.means[u];
			n[r]++;
		}
	}
	for (size_t r = 0; !st && r < s->rounds; r++)
		p->round[r] = n[r] ? p->round[r] / (double)n[r] : (double)NAN;
	if (!st && v.n_units)
		p->mean = sum / (double)v.n_units;
	as_view_close(&v);
	free(n);
	return st;
}

static struct as_scan_series *series_of(struct as_scan *s, const char *name, size_t room)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->series[i].name, name))
			return &s->series[i];
	if (s->n == AS_SCAN_SERIES) {
		s->left_out++;
		return NULL;
	}
	struct as_scan_series *one = &s->series[s->n];
	*one = (struct as_scan_series){
		.name = name, .point = as_arena_array(&s->arena, room, sizeof *one->point)};
	s->n += one->point != NULL;
	return one->point ? one : NULL;
}

static int by_place(const void *a, const void *b)
{
	const struct as_scan_point *p = a, *q = b;

	if (p->at < q->at || p->at > q->at)
		return p->at < q->at ? -1 : 1;
	return (p->subject > q->subject) - (p->subject < q->subject);
}

static bool differs(const struct as_scan_series *v)
{
	return v->n >= POINTS_LEAST && v->point[v->n - 1].at > v->point[0].at;
}

/* All series over one parameter, those of one place left out. */
static enum as_status gather_scan(const struct as_experiment *x, const char *parameter,
	size_t metric, struct as_scan *s, struct as_err *err)
{
	const size_t n = as_experiment_n_compared(x);
	enum as_status st = AS_OK;

	s->parameter = parameter;
	s->n = s->left_out = 0;
	for (size_t i = 0; i < n && !st; i++) {
		double at = 0;
		if (!number_of(&x->subjects[i], parameter, &at))
			continue;
		const char *name = series_name(&x->subjects[i], parameter, &s->arena);
		struct as_scan_series *v = name ? series_of(s, name, n) : NULL;
		if (!name)
			return as_fail_memory(err);
		if (!v)
			continue;
		struct as_scan_point *p = &v->point[v->n];
		*p = (struct as_scan_point){.subject = i, .at = at};
		st = fill_point(x, metric, s, p, err);
		v->n += isfinite(p->mean) ? 1 : 0;
	}
	size_t kept = 0;
	for (size_t i = 0; i < s->n && !st; i++) {
		qsort(s->series[i].point, s->series[i].n, sizeof *s->series[i].point, by_place);
		if (differs(&s->series[i]))
			s->series[kept++] = s->series[i];
	}
	s->n = kept;
	return st;
}

enum as_status as_scan_open(const struct as_experiment *x, size_t metric, const char *what,
	struct as_scan *out, struct as_err *err)
{
	struct as_scan s = {.rounds = as_rounds(x)};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < x->n_subjects && !st && !s.n; i++)
		for (size_t k = 0; k < x->subjects[i].n_parameters && !st && !s.n; k++)
			st = gather_scan(x, x->subjects[i].parameters[k].name, metric, &s, err);
	if (!st && !s.n)
		st = as_fail(err, AS_ERR_DATA,
			"cannot draw %s: no parameter of its commands has two values above 0; "
			"measure several, as with assay run -L n 100,1000,10000 'program {n}'",
			what);
	if (st)
		as_scan_close(&s);
	else
		*out = s;
	return st;
}
