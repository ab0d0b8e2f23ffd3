/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/kept/thinned.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/vec.h"

const struct as_thinned *as_subject_thinned(const struct as_subject *s, size_t metric)
{
	for (size_t i = 0; i < s->n_thinned; i++)
		if (s->thinned[i].metric == metric)
			return &s->thinned[i];
	return NULL;
}

struct as_thinned *as_subject_add_thinned(struct as_subject *s, size_t metric)
{
	struct as_thinned fresh = {.metric = metric};

	for (size_t k = 0; k < AS_SUMS; k++)
		fresh.sum[k].reals = true;
	return AS_PUSH(s->thinned, s->n_thinned, s->cap_thinned, fresh)
		? &s->thinned[s->n_thinned - 1] : NULL;
}

bool as_thinned_is_typical(const struct as_thinned *t)
{
	return t->sum[AS_SUM_TYPICAL].n > 0;
}

double as_thinned_at(const struct as_thinned *t, enum as_thinned_sum which, size_t execution)
{
	return as_packed_real(&t->sum[which], execution);
}

const struct as_subject *as_experiment_thinned(const struct as_experiment *x)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		if (x->subjects[i].n_thinned)
			return &x->subjects[i];
	return NULL;
}

enum as_status as_thinned_refuse(const struct as_subject *s, struct as_err *err, const char *fmt,
	...)
{
	const time_t when = s->n_thinned ? (time_t)s->thinned[0].whole[AS_WHOLE_DATE] : 0;
	char what[256], date[16] = "a day";
	struct tm at;
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof what, fmt, args);
	va_end(args);
	if (gmtime_r(&when, &at))
		strftime(date, sizeof date, "%Y-%m-%d", &at);
	return as_fail(err, AS_ERR_REFUSED,
		"cannot %s: the iterations of '%.100s' were thinned on %s (assay store thin), and "
		"only "
		"what its executions came to is left",
		what, s->name, date);
}
