/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/chosen.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Beside a value that was scaled: for how much of the time it was counted, and of how long. */
static enum as_status find_beside(const struct as_chosen *c, size_t i, struct as_experiment *x,
	size_t out[static 2], struct as_err *err)
{
	const struct {
		const char *suffix, *unit;
	} beside[2] = {{"running", "%"}, {"enabled", "ns"}};
	enum as_status st = AS_OK;

	for (size_t k = 0; k < 2 && !st; k++) {
		struct as_metric m = {.unit = beside[k].unit, .better = AS_BETTER_NEITHER,
			.level = AS_LEVEL_EXECUTION,
			.name = as_arena_printf(&x->arena, "%s.%s", c->counters[i].metric.name,
				beside[k].suffix)};
		st = m.name ? as_experiment_metric(x, &m, &out[k], err) : as_fail_memory(err);
	}
	return st;
}

/* An execution. */
struct chosen_spot {
	struct as_subject *s;
	size_t unit;
};

static enum as_status set(const struct chosen_spot *at, size_t metric, double x, struct as_err *err)
{
	return as_subject_set(at->s, AS_LEVEL_EXECUTION, at->unit, metric, x, err);
}

static enum as_status take_one(struct as_chosen *c, size_t i, struct as_experiment *x,
	const struct chosen_spot *at, const struct as_event_count *count, struct as_err *err)
{
	double share = 0;
	double value = as_counter_scaled(count->value, count->enabled_ns, count->running_ns,
		&share);
	size_t beside[2] = {0};

	if (count->error || isnan(value))
		return AS_OK;
	enum as_status st = set(at, c->number[i], value, err);
	if (st || !(share < 1))
		return st;
	st = find_beside(c, i, x, beside, err);
	if (!st)
		st = set(at, beside[0], 100 * share, err);
	if (!st)
		st = set(at, beside[1], (double)count->enabled_ns, err);
	return st;
}

/* The first time that a metric has no value in an execution. */
static enum as_status note_missed(struct as_chosen *c, size_t i, struct as_experiment *x,
	const struct as_event_count *count, struct as_err *err)
{
	const char *name = c->counters[i].metric.name;
	char why[AS_PROBE_REASON];

	if (c->missed[i])
		return AS_OK;
	c->missed[i] = true;
	if (count->error)
		as_counter_why(&c->counters[i], count->error, c->root, why);
	const char *words = as_arena_printf(&x->arena, "missing in some executions: %s",
		count->error ? why : "the counter never got its turn; ask for fewer at once");
	return words ? as_chosen_state(x, name, words, err) : as_fail_memory(err);
}

static enum as_status take_counts(struct as_chosen *c, struct as_experiment *x, size_t subject,
	size_t unit, const struct as_launched *r, struct as_err *err)
{
	const struct chosen_spot at = {&x->subjects[subject], unit};
	enum as_status st = AS_OK;

	for (size_t i = 0; i < c->n && i < r->n_counts && !st; i++) {
		const struct as_event_count *count = &r->counts[i];

		st = take_one(c, i, x, &at, count, err);
		if (!st && (count->error || !(count->running_ns > 0)))
			st = note_missed(c, i, x, count, err);
	}
	return st;
}

/* Once a metric: why the group has not stated it. */
static enum as_status note_row(struct as_chosen *c, size_t row, struct as_experiment *x,
	const struct as_launched *r)
{
	if (c->group_missed[row])
		return AS_OK;
	c->group_missed[row] = true;
	const char *words =
		r->group_error
			? as_arena_printf(&x->arena,
				  "missing in some executions: the program could not be put into "
				  "its control group (%s)",
				  strerror(r->group_error))
			: as_arena_strdup(&x->arena, "missing in some executions: their control "
						     "group could not be made, or has vanished");
	return words ? as_chosen_state(x, as_group_metrics[row].name, words, NULL) : AS_ERR_MEM;
}

static enum as_status take_group(struct as_chosen *c, struct as_experiment *x, size_t subject,
	size_t unit, const struct as_launched *r, struct as_err *err)
{
	double bytes[AS_GROUPS_KNOWN];
	enum as_status st = AS_OK;

	as_group_pool_read(&c->pool, r->token, bytes);
	for (size_t row = 0; row < AS_GROUPS_KNOWN && !st && r->begin_ns; row++) {
		if (!c->group_asked[row])
			continue;
		st = r->group_error || isnan(bytes[row]) ? note_row(c, row, x, r)
			: as_subject_set(&x->subjects[subject], AS_LEVEL_EXECUTION, unit,
				c->group_number[row], bytes[row], NULL);
	}
	if (st)
		st = as_fail_memory(err);
	as_group_pool_give_back(&c->pool, r->token);
	return st;
}

enum as_status as_chosen_take(struct as_chosen *c, struct as_experiment *x, size_t subject,
	size_t unit, const struct as_launched *r, struct as_err *err)
{
	enum as_status st = take_counts(c, x, subject, unit, r, err);

	if (!st && r->begin_ns)
		st = as_chosen_take_energies(c, x, &x->subjects[subject], unit, r, err);
	if (!st)
		st = as_sampling_take(&c->sampling, x, subject, unit, r, err);
	return st || !c->groups ? st : take_group(c, x, subject, unit, r, err);
}

enum as_status as_chosen_take_patterns(struct as_chosen *c, struct as_experiment *x, size_t subject,
	size_t unit, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < c->n_patterns && !st; i++) {
		const struct as_search *found = &c->patterns[i];

		st = as_subject_set(&x->subjects[subject], AS_LEVEL_EXECUTION, unit,
			c->pattern_number[i], found->value, err);
		if (st || found->matches < 2 || c->several[i])
			continue;
		c->several[i] = true;
		const char *words = as_arena_printf(&x->arena,
			"several lines match (%zu in one execution); the last one counts",
			found->matches);
		st = words ? as_chosen_state(x, found->name, words, err) : as_fail_memory(err);
	}
	return st;
}
