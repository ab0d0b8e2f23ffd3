/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/report_parse.h"

#include <math.h>
#include <stdio.h>

#include "model/kept/subject.h"

enum { PLACE_BYTES = 96 };

static double joined(enum as_combine how, double x, double y)
{
	return how == AS_COMBINE_SUM ? x + y : fmax(x, y);
}

/* "line 3", "line 1 of process 17" */
static const char *place(const struct as_report_section *s, char out[static PLACE_BYTES])
{
	snprintf(out, PLACE_BYTES, "line %zu%s%.60s", s->line, *s->file ? " of " : "", s->file);
	return out;
}

static enum as_status unequal(const struct as_report_section *x, const struct as_report_section *y,
	const char *what, struct as_err *err)
{
	char a[PLACE_BYTES], b[PLACE_BYTES];

	return as_fail(err, AS_ERR_DATA,
		"what two processes reported (from %s and from %s) cannot be combined: %s; "
		"--combine pool takes processes that differ",
		place(x, a), place(y, b), what);
}

/* Iteration i of section from joins iteration i of section to; likewise their values. */
static enum as_status fold(struct as_report *r, const struct as_report_section *to,
	const struct as_report_section *from, enum as_combine how, struct as_err *err)
{
	if (to->n_runs || from->n_runs)
		return unequal(to, from, "they reported many values at once", err);
	if (to->n != from->n)
		return unequal(to, from, "they reported different numbers of iterations", err);
	if (to->n_values != from->n_values)
		return unequal(to, from, "they reported different numbers of values", err);
	for (size_t i = 0; i < to->n; i++) {
		size_t a = to->iteration + i, b = from->iteration + i;
		if (r->role[a] != r->role[b])
			return unequal(to, from, "an iteration is a warm-up in only one of them",
				err);
		r->ns[a] = joined(how, r->ns[a], r->ns[b]);
		if (r->end_ns && r->end_ns[b] > r->end_ns[a])
			r->end_ns[a] = r->end_ns[b];
	}
	for (size_t i = 0; i < to->n_values; i++) {
		struct as_report_value *a = &r->values[to->value + i];
		const struct as_report_value *b = &r->values[from->value + i];
		if (a->metric != b->metric ||
			a->iteration - to->iteration != b->iteration - from->iteration)
			return unequal(to, from, "they reported values in different orders", err);
		a->value = joined(how, a->value, b->value);
	}
	return AS_OK;
}

static enum as_status ambiguous(const struct as_report *r, const struct as_report_section *x,
	const struct as_report_section *y, struct as_err *err)
{
	char a[PLACE_BYTES], b[PLACE_BYTES];

	return as_fail(err, AS_ERR_DATA,
		"two processes reported iterations of %s%.80s (from %s and from %s); say how to "
		"join them by --combine sum, max or pool",
		r->benchmark ? "benchmark " : "the same benchmark",
		r->benchmark ? r->benchmark : "", place(x, a), place(y, b));
}

static enum as_status combine(struct as_report_parser *p, struct as_err *err)
{
	struct as_report *r = &p->report;
	const struct as_report_section *first = NULL;
	size_t warmups = 0;

	for (size_t i = 0; i < r->n_sections; i++) {
		const struct as_report_section *s = &r->sections[i];
		if (!s->n)
			continue;
		if (!first) {
			first = s;
			continue;
		}
		if (p->combine == AS_COMBINE_NONE)
			return ambiguous(r, first, s, err);
		enum as_status st = fold(r, first, s, p->combine, err);
		if (st)
			return st;
	}
	if (!first || first->n == r->n)
		return AS_OK;
	r->n = first->iteration + first->n; /* the first section with any begins at 0 */
	r->n_values = first->value + first->n_values;
	for (size_t i = 0; i < r->n; i++)
		warmups += r->role[i] == AS_ROLE_WARMUP;
	r->n_warmup = warmups;
	return AS_OK;
}

enum as_status as_report_parser_finish(struct as_report_parser *p, struct as_report *out,
	struct as_err *err)
{
	if (p->combine != AS_COMBINE_POOL) {
		enum as_status st = combine(p, err);
		if (st)
			return st;
	}
	*out = p->report;
	p->report = (struct as_report){0};
	return AS_OK;
}
