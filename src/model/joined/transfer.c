/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/joined/transfer.h"

#include <math.h>

/* The values of columns at units [first, end) of from; in to the first of them is number `at`. */
struct span {
	enum as_level_index level;
	size_t first, end, at;
};

static enum as_status take_values(struct as_experiment *to, const struct as_experiment *from,
	size_t subject, const struct span *span, struct as_err *err)
{
	const struct as_level *l = &from->subjects[subject].levels[span->level];
	enum as_status st = AS_OK;

	for (size_t c = 0; c < l->n_columns && !st; c++) {
		const struct as_column *col = &l->columns[c];
		size_t metric = 0;
		st = as_experiment_metric(to, &from->metrics[col->metric], &metric, err);
		for (size_t i = span->first; i < span->end && !st; i++)
			if (!isnan(as_column_at(col, i)))
				st = as_subject_set(&to->subjects[subject], span->level,
					span->at + i - span->first, metric, as_column_at(col, i),
					err);
	}
	return st;
}

static enum as_status take_iterations(struct as_experiment *to, const struct as_experiment *from,
	size_t subject, size_t unit, struct as_err *err)
{
	const struct as_subject *old = &from->subjects[subject];
	const struct as_range range = as_iterations_of(old, unit);
	struct as_subject *s = &to->subjects[subject];
	struct span span = {.level = AS_LEVEL_ITERATION, .first = range.from, .end = range.to,
		.at = s->levels[AS_LEVEL_ITERATION].n};
	enum as_status st = AS_OK;

	for (size_t i = span.first; i < span.end && !st; i++)
		st = as_subject_add_iteration(s, as_iteration_role(old, i),
			as_iteration_end(old, i), err);
	return st ? st : take_values(to, from, subject, &span, err);
}

static enum as_status take_notes(struct as_experiment *to, const struct as_subject *from,
	size_t subject, const struct span *span, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < from->n_notes && !st; i++)
		if (from->notes[i].level == span->level && from->notes[i].unit == span->first)
			st = as_subject_note(&to->subjects[subject], &to->arena, span->level,
				span->at, from->notes[i].text, err);
	return st;
}

enum as_status as_experiment_take_unit(struct as_experiment *to, const struct as_experiment *from,
	size_t subject, enum as_level_index level, size_t unit, struct as_err *err)
{
	const struct as_subject *old = &from->subjects[subject];
	struct as_subject *s = &to->subjects[subject];
	struct span span = {
		.level = level, .first = unit, .end = unit + 1, .at = s->levels[level].n};
	const struct as_unit u = as_unit_at(&old->levels[level], unit);
	enum as_status st;

	if (level == AS_LEVEL_BUILD && unit < old->n_builds)
		st = as_subject_add_build(s, &to->arena, &u, &old->builds[unit], err);
	else
		st = as_subject_add_unit(s, level, &u, &span.at, err);
	if (!st)
		st = take_values(to, from, subject, &span, err);
	if (!st && level == AS_LEVEL_EXECUTION)
		st = take_iterations(to, from, subject, unit, err);
	return st ? st : take_notes(to, old, subject, &span, err);
}

enum as_status as_experiment_share_build(struct as_experiment *x, size_t from, size_t to,
	size_t unit, struct as_err *err)
{
	const struct as_subject *old = &x->subjects[from];
	const struct as_unit u = as_unit_at(&old->levels[AS_LEVEL_BUILD], unit);
	const struct span span = {.level = AS_LEVEL_BUILD, .first = unit, .end = unit + 1,
		.at = x->subjects[to].levels[AS_LEVEL_BUILD].n};
	enum as_status st = as_subject_add_build(&x->subjects[to], &x->arena, &u,
		&old->builds[unit], err);

	return st ? st : take_notes(x, old, to, &span, err);
}
