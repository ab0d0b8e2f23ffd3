/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "run/metrics/chosen.h"

static bool has_value(const struct as_experiment *x, size_t metric)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		for (int level = 0; level < AS_MODEL_LEVELS; level++) {
			const struct as_column *c = as_subject_column(&x->subjects[i],
				(enum as_level_index)level, metric);
			for (size_t k = 0; c && k < x->subjects[i].levels[level].n; k++)
				if (!isnan(as_column_at(c, k)))
					return true;
		}
	return false;
}

enum as_status as_chosen_unread(const struct as_choices *choices, struct as_experiment *x,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < choices->n && !st; i++) {
		const struct as_choice *c = &choices->v[i];
		size_t metric = as_experiment_find_metric(x, c->metric.name);
		if (c->kind != AS_CHOICE_BUILTIN || c->quiet || as_chosen_why(x, c->metric.name) ||
			(metric < x->n_metrics && has_value(x, metric)))
			continue;
		st = as_chosen_state(x, c->metric.name,
			"not available: nothing here told it around these executions (assay "
			"doctor -v says what does)",
			err);
	}
	return st;
}
