/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy as a chosen metric, by the processor's counters and by a meter. */
#include <math.h>
#include <stdio.h>

#include "run/metrics/chosen.h"

/* State what energies are, and what the machine takes at idle. */
enum as_status as_chosen_look_at_idle(struct as_chosen *c, int64_t idle_ns, struct as_experiment *x,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	as_energies_idle(&c->energies, idle_ns);
	for (size_t i = 0; i < c->energies.n && !st; i++) {
		char words[AS_PROBE_REASON];

		as_energies_say(&c->energies, i, words, sizeof words);
		st = as_chosen_state(x, x->metrics[c->energies.number[i]].name, words, err);
	}
	return st;
}

/* An execution has no value: behind what is said of the metric anyway. */
static enum as_status note_missed(struct as_experiment *x, const char *name, const char *said,
	const char *why, struct as_err *err)
{
	const char *words = as_arena_printf(&x->arena, "%s; missing in some %s: %s", said,
		x->metrics[as_experiment_find_metric(x, name)].level == AS_LEVEL_ITERATION
			? "iterations"
			: "executions",
		why);

	return words ? as_chosen_state(x, name, words, err) : as_fail_memory(err);
}

/* Joules of an execution, and beside them what the machine at idle would have taken. */
static enum as_status set(struct as_experiment *x, struct as_subject *s, size_t unit, size_t number,
	const double joules[static 2], struct as_err *err)
{
	struct as_metric beside = {.unit = "J",
		.better = AS_BETTER_NEITHER,
		.level = AS_LEVEL_EXECUTION,
		.name = as_arena_printf(&x->arena, "%s.idle", x->metrics[number].name)};
	enum as_status st = as_subject_set(s, AS_LEVEL_EXECUTION, unit, number, joules[0], err);
	size_t idle = 0;

	if (st || isnan(joules[1]))
		return st;
	st = beside.name ? as_experiment_metric(x, &beside, &idle, err) : as_fail_memory(err);
	return st ? st : as_subject_set(s, AS_LEVEL_EXECUTION, unit, idle, joules[1], err);
}

static enum as_status take_counter(struct as_chosen *c, size_t i, struct as_experiment *x,
	struct as_subject *s, size_t unit, struct as_err *err)
{
	struct as_energies *e = &c->energies;
	char why[AS_PROBE_REASON], said[AS_PROBE_REASON];
	double joules[2];

	joules[0] = as_energies_value(e, i, &joules[1], why);
	if (!isnan(joules[0]))
		return set(x, s, unit, e->number[i], joules, err);
	if (e->missed[i])
		return AS_OK;
	e->missed[i] = true;
	as_energies_say(e, i, said, sizeof said);
	return note_missed(x, x->metrics[e->number[i]].name, said, why, err);
}

static enum as_status take_meter(struct as_chosen *c, struct as_experiment *x, struct as_subject *s,
	size_t unit, const struct as_launched *r, struct as_err *err)
{
	struct as_metered *m = &c->metered;
	char why[AS_METER_WORDS], said[2 * AS_METER_WORDS];
	double joules[2] = {(double)NAN, m->idle_w * ((double)(r->end_ns - r->begin_ns) / 1e9)};
	bool garbled = m->meter.garbled > m->told_garbled;

	as_metered_wait(m, r->end_ns);
	joules[0] = as_metered_joules(m, r->begin_ns, r->end_ns, why);
	if (!isnan(joules[0]) && !garbled)
		return set(x, s, unit, m->number, joules, err);
	as_metered_say(m, said, sizeof said);
	m->told_garbled = m->meter.garbled ? SIZE_MAX : 0; /* once */
	if (!isnan(joules[0])) {
		enum as_status st = m->missed ? AS_OK
					      : as_chosen_state(x, AS_METERED_METRIC, said, err);
		return st ? st : set(x, s, unit, m->number, joules, err);
	}
	if (m->missed)
		return AS_OK;
	m->missed = true;
	return note_missed(x, AS_METERED_METRIC, said, why, err);
}

enum as_status as_chosen_take_energies(struct as_chosen *c, struct as_experiment *x,
	struct as_subject *s, size_t unit, const struct as_launched *r, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < c->energies.n && !st; i++)
		st = take_counter(c, i, x, s, unit, err);
	return st || !c->metered.on ? st : take_meter(c, x, s, unit, r, err);
}

/* Joules of one operation of iteration i; NaN with the reason. */
static double joules_of(const struct as_metered *m, const struct as_chosen_iterations *of, size_t i,
	char why[static AS_METER_WORDS])
{
	int64_t end = of->end_ns ? of->end_ns[i] : 0;
	double ops = of->ops ? (double)of->ops[i] : 1, ns = of->ns[i] * ops;

	if (end > 0 && ns >= 0 && ns < (double)end)
		return as_metered_joules(m, end - (int64_t)ns, end, why) / ops;
	snprintf(why, AS_METER_WORDS, "the program does not say when they end (t= in its report)");
	return (double)NAN;
}

enum as_status as_chosen_take_iterations(struct as_chosen *c, struct as_experiment *x,
	struct as_subject *s, const struct as_chosen_iterations *of, struct as_err *err)
{
	struct as_metered *m = &c->metered;
	char why[AS_METER_WORDS];
	enum as_status st = AS_OK;

	for (size_t i = 0; m->on && m->iterations && i < of->n && !st; i++) {
		double joules = joules_of(m, of, i, why);

		if (!isnan(joules)) {
			st = as_subject_set(s, AS_LEVEL_ITERATION, of->base + i,
				m->iteration_number, joules, err);
		} else if (!m->iteration_missed) {
			m->iteration_missed = true;
			st = note_missed(x, AS_METERED_ITERATION, "by the meter", why, err);
		}
	}
	return st;
}
