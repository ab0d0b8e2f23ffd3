/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <string.h>

#include "model/joined/table.h"
#include "model/kept/check.h"
#include "model/kept/thinned.h"

bool as_is_amount(double v)
{
	return isnan(v) || (v >= 0 && v <= DBL_MAX);
}

static enum as_status check_metrics(const struct as_experiment *x, struct as_err *err)
{
	for (size_t i = 0; i < x->n_metrics; i++) {
		const struct as_metric *m = &x->metrics[i];
		if (!m->name || !m->unit)
			return as_fail(err, AS_ERR_DATA, "metric %zu has no name or no unit", i);
		if (m->better > AS_BETTER_NEITHER || m->level >= AS_MODEL_LEVELS)
			return as_fail(err, AS_ERR_DATA,
				"metric '%s' has no direction or level that there is", m->name);
	}
	if (x->n_metrics < AS_METRICS_BUILTIN || x->criterion >= x->n_metrics)
		return as_fail(err, AS_ERR_DATA, "its criterion is metric %zu of %zu", x->criterion,
			x->n_metrics);
	return AS_OK;
}

static enum as_status check_plan(const struct as_plan *p, struct as_err *err)
{
	if (p->design > AS_DESIGN_DUET || p->stopping > AS_STOP_LOOKS ||
		p->outcome > AS_OUTCOME_INTERRUPTED)
		return as_fail(err, AS_ERR_DATA,
			"its plan has a design, rule or outcome that there is not");
	if (p->builds_state > AS_BUILDS_IN_PLACE || p->randomize > AS_RANDOMIZE_ALL)
		return as_fail(err, AS_ERR_DATA,
			"its plan has builds or a randomization of a kind that there is not");
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		if (!as_is_amount(p->cost_s[l]))
			return as_fail(err, AS_ERR_DATA,
				"its plan has a cost of level %s that cannot be",
				as_level_names[l]);
	if (!p->decide && (p->first_look || p->last_look))
		return as_fail(err, AS_ERR_DATA, "its plan has two looks that were not asked for");
	if (!as_is_amount(p->expected))
		return as_fail(err, AS_ERR_DATA, "its plan promises a width that cannot be");
	return AS_OK;
}

static enum as_status check_head(const struct as_experiment *x, struct as_err *err)
{
	if (x->table && !as_experiment_has_table_facts(x))
		return as_fail(err, AS_ERR_DATA,
			"it was read from the table '%.200s', which is its own store", x->table);
	if (!x->uuid || strlen(x->uuid) != 32 || strspn(x->uuid, "0123456789abcdef") != 32)
		return as_fail(err, AS_ERR_DATA, "its uuid is not 32 hex digits");
	if (x->n_subjects ? x->reference >= x->n_subjects : x->reference != 0)
		return as_fail(err, AS_ERR_DATA, "its reference is subject %zu of %zu",
			x->reference, x->n_subjects);
	for (size_t i = 0; i < x->machine.n_facts; i++) {
		const struct as_fact *f = &x->machine.facts[i];
		if (!f->name || !f->value || f->kind > AS_FACT_STATE)
			return as_fail(err, AS_ERR_DATA, "fact %zu has no name, value or kind", i);
	}
	return check_plan(&x->plan, err);
}

static enum as_status check_units(const struct as_subject *s, size_t level, struct as_err *err)
{
	const struct as_level *l = &s->levels[level];
	size_t above = level + 1;

	while (above < AS_MODEL_LEVELS && !s->levels[above].n)
		above++;
	/* Where nothing stands above, all belong to the one unit that was not recorded. */
	size_t parents = above < AS_MODEL_LEVELS ? s->levels[above].n : 0;

	for (size_t i = 0; i < l->n; i++) {
		const uint32_t parent = as_unit_parent(l, i);
		if (parent >= (parents ? parents : 1))
			return as_fail(err, AS_ERR_DATA, "%s %zu belongs to %s %u of %zu",
				as_level_names[level], i,
				above < AS_MODEL_LEVELS ? as_level_names[above] : "unit",
				parent, parents);
		if (as_unit_role(l, i) > AS_ROLE_LAST || as_unit_ending(l, i) > AS_ENDED_LAST)
			return as_fail(err, AS_ERR_DATA,
				"%s %zu has a role or ending that there is not",
				as_level_names[level], i);
	}
	return AS_OK;
}

static enum as_status check_columns(const struct as_experiment *x, const struct as_subject *s,
	enum as_level_index level, struct as_err *err)
{
	const struct as_level *l = &s->levels[level];

	for (size_t c = 0; c < l->n_columns; c++) {
		const struct as_column *column = &l->columns[c];
		if (column->metric >= x->n_metrics || column->values.n != l->n)
			return as_fail(err, AS_ERR_DATA,
				"metric %zu of %zu has %zu values for %zu units of level %s",
				column->metric, x->n_metrics, column->values.n, l->n,
				as_level_names[level]);
		if (as_subject_column(s, level, column->metric) != column)
			return as_fail(err, AS_ERR_DATA, "metric '%s' has two columns at level %s",
				x->metrics[column->metric].name, as_level_names[level]);
	}
	return AS_OK;
}

static enum as_status check_iterations(const struct as_subject *s, struct as_err *err)
{
	const struct as_iterations *it = &s->iterations;
	size_t n = s->levels[AS_LEVEL_ITERATION].n, executions = s->levels[AS_LEVEL_EXECUTION].n;

	if (n == 0 && !it->first.n)
		return AS_OK;
	if (executions == 0 || it->first.n != executions + 1 || as_packed_at(&it->first, 0) != 0 ||
		as_packed_at(&it->first, executions) != n || it->role.n != n || it->end_ns.n != n)
		return as_fail(err, AS_ERR_DATA,
			"its %zu iterations are not those of its %zu executions", n, executions);
	for (size_t e = 0; e < executions; e++)
		if (as_iterations_of(s, e).from > as_iterations_of(s, e).to)
			return as_fail(err, AS_ERR_DATA, "execution %zu ends before it begins", e);
	const bool alike = as_packed_all(&it->role, 0, n, AS_ROLE_MEASURED);
	for (size_t i = 0; i < n && !alike; i++)
		if (as_iteration_role(s, i) > AS_ROLE_LAST)
			return as_fail(err, AS_ERR_DATA,
				"iteration %zu has a role that there is not", i);
	return AS_OK;
}

static bool can_be(const struct as_thinned *t, size_t executions)
{
	bool ok = t->whole[AS_WHOLE_COST] >= 0 && t->whole[AS_WHOLE_COST] <= DBL_MAX &&
		t->whole[AS_WHOLE_COST_PILOT] >= 0 && t->whole[AS_WHOLE_COST_PILOT] <= DBL_MAX &&
		fabs(t->whole[AS_WHOLE_DATE]) < UINT32_MAX;

	for (size_t e = 0; e < executions && ok; e++) {
		for (size_t k = 0; k < AS_SUM_TYPICAL; k++)
			ok = ok && isfinite(as_thinned_at(t, (enum as_thinned_sum)k, e));
		ok = ok && as_thinned_at(t, AS_SUM_COUNT, e) >= 0 &&
			as_thinned_at(t, AS_SUM_COUNT, e) <= UINT32_MAX &&
			as_thinned_at(t, AS_SUM_SQUARES, e) >= 0 &&
			as_thinned_at(t, AS_SUM_ZEROS, e) >= 0 &&
			as_thinned_at(t, AS_SUM_ZEROS, e) <= UINT32_MAX &&
			(!as_thinned_is_typical(t) ||
				(!isinf(as_thinned_at(t, AS_SUM_TYPICAL, e)) &&
					as_thinned_at(t, AS_SUM_TYPICAL_SQUARES, e) >= 0 &&
					as_thinned_at(t, AS_SUM_TYPICAL_SQUARES, e) <= DBL_MAX));
	}
	return ok;
}

static enum as_status check_thinned(const struct as_experiment *x, const struct as_subject *s,
	struct as_err *err)
{
	for (size_t i = 0; i < s->n_thinned; i++) {
		const struct as_thinned *t = &s->thinned[i];
		if (t->metric >= x->n_metrics || as_subject_thinned(s, t->metric) != t ||
			s->levels[AS_LEVEL_ITERATION].n)
			return as_fail(err, AS_ERR_DATA,
				"what is left of thinned iterations is of no metric, or of one "
				"twice");
		const size_t sums = as_thinned_is_typical(t) ? AS_SUMS : AS_SUM_TYPICAL;
		for (size_t k = 0; k < sums; k++)
			if (t->sum[k].n != s->levels[AS_LEVEL_EXECUTION].n)
				return as_fail(err, AS_ERR_DATA,
					"what is left of thinned iterations is not of its "
					"executions");
		if (!can_be(t, s->levels[AS_LEVEL_EXECUTION].n))
			return as_fail(err, AS_ERR_DATA,
				"what is left of thinned iterations is not what any come to");
	}
	return AS_OK;
}

static enum as_status check_builds(const struct as_subject *s, struct as_err *err)
{
	size_t units = s->levels[AS_LEVEL_BUILD].n;

	if (s->n_builds && s->n_builds != units)
		return as_fail(err, AS_ERR_DATA,
			"%zu builds are known for %zu units of level build", s->n_builds, units);
	for (size_t i = 0; i < s->n_builds; i++)
		if (s->builds[i].bytes < 0)
			return as_fail(err, AS_ERR_DATA, "build %zu has a size that cannot be", i);
	return AS_OK;
}

static enum as_status check_subject(const struct as_experiment *x, const struct as_subject *s,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	if (!s->name || !s->command)
		return as_fail(err, AS_ERR_DATA, "it has no name or no command");
	if (!as_is_amount(s->shell_cost_ns))
		return as_fail(err, AS_ERR_DATA, "its shell has a cost that cannot be");
	for (size_t i = 0; i < s->n_parameters; i++)
		if (!s->parameters[i].name || !s->parameters[i].value)
			return as_fail(err, AS_ERR_DATA,
				"parameter %zu has no name or no value", i);
	for (size_t i = 0; i < s->n_notes; i++) {
		const struct as_note *note = &s->notes[i];
		if (!note->text || note->level >= AS_MODEL_LEVELS ||
			note->unit >= s->levels[note->level].n)
			return as_fail(err, AS_ERR_DATA,
				"note %zu is about a unit that there is not", i);
	}
	for (size_t l = 0; !st && l < AS_MODEL_LEVELS; l++) {
		if (l != AS_LEVEL_ITERATION)
			st = check_units(s, l, err);
		if (!st)
			st = check_columns(x, s, (enum as_level_index)l, err);
	}
	if (!st)
		st = check_builds(s, err);
	if (!st)
		st = check_thinned(x, s, err);
	return st ? st : check_iterations(s, err);
}

enum as_status as_experiment_check(const struct as_experiment *x, struct as_err *err)
{
	struct as_err why = {0};
	enum as_status st = check_head(x, &why);

	if (!st)
		st = check_metrics(x, &why);
	if (st)
		return as_fail(err, st, "%s", why.msg);
	for (size_t i = 0; i < x->n_subjects; i++) {
		st = check_subject(x, &x->subjects[i], &why);
		if (st)
			return as_fail(err, st, "subject %zu: %s", i + 1, why.msg);
	}
	return AS_OK;
}
