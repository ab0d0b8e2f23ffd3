/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_PLAN_DRIVER_H
#define AS_TESTS_PLAN_DRIVER_H

/* An executor with a clock of its own, for the tests of plan/: times are drawn, and pass when they
 * are told. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "plan/schedule.h"
#include "stat/dist/random.h"

enum { AS_DRIVEN_MAX = 4000, AS_OUT_MAX = 16 };

struct driven {
	struct as_experiment *x;
	struct as_schedule *s;
	uint64_t seed;
	double mean_s, spread; /* of an execution's wall time; relative */
	double slower; /* executions of the second subject take so many times as long; 0: as long */
	double hiccup; /* so does one of them in the fourth round */
	double build_s;
	double again_s;        /* of a build that is not a version's first; 0: build_s */
	double late_s;         /* of builds from number `late` on, 0: there are none such */
	size_t late;
	bool allows;           /* more than the budget, when it is asked */
	double fails;          /* chance that an execution that is not the first fails */
	size_t ahead;          /* executions out at once, at most; 0: 1 */
	bool identical;        /* all builds are the same program */
	double now_s;
	struct as_step log[AS_DRIVEN_MAX]; /* what was carried out */
	double time[AS_DRIVEN_MAX];
	size_t n_log, n_time, n_told;
	struct as_step out[AS_OUT_MAX];
	size_t n_out;
};

static inline double driven_draw(const struct driven *d, uint64_t replicate)
{
	struct as_random r;

	as_random_init(&r, d->seed, AS_RANDOM_TEST, replicate);
	return as_random_normal(&r);
}

static inline bool driven_fails(const struct driven *d, const struct as_step *step)
{
	struct as_random r;

	as_random_init(&r, d->seed, AS_RANDOM_TEST, UINT64_C(1) << 40 | step->order);
	return !step->first && as_random_double(&r) < d->fails;
}

/* The unit that a step makes, and the time it takes. */
static inline void driven_do(struct driven *d, const struct as_step *step)
{
	struct as_subject *s = &d->x->subjects[step->subject];
	struct as_unit_end end = {.step = *step, .same = d->identical};
	struct as_unit u = {.order = step->order, .round = step->round, .seed = step->seed,
		.role = (uint8_t)step->role, .parent = (uint32_t)step->build};
	size_t unit = 0;

	if (step->kind == AS_STEP_BUILD) {
		char hash[32];
		snprintf(hash, sizeof hash, "%s%zu", AS_BUILD_LOADED,
			d->identical ? 0 : step->build);
		const struct as_build b = {.hash = hash, .code = hash, .layout = hash};
		u = (struct as_unit){.order = step->order, .round = AS_NO_ROUND, .seed = step->seed,
			.cost_s = d->late && step->build >= d->late ? d->late_s
				: step->build && d->again_s > 0	  ? d->again_s
								  : d->build_s};
		assert_int_equal(as_subject_add_build(s, &d->x->arena, &u, &b, NULL), AS_OK);
		d->now_s += u.cost_s;
	} else if (step->kind == AS_STEP_EXECUTE) {
		const bool second = step->subject == 1;
		const double s_ = d->mean_s * exp(d->spread * driven_draw(d, step->order)) *
			(second && d->slower > 0 ? d->slower : 1) *
			(second && step->round == 3 && d->hiccup > 0 ? d->hiccup : 1);
		if (driven_fails(d, step))
			u.ending = AS_ENDED_FAILED;
		u.cost_s = s_;
		end.ending = (enum as_ending)u.ending;
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &unit, NULL),
			AS_OK);
		if (!u.ending)
			assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, unit,
				AS_METRIC_WALL, s_ * 1e9, NULL), AS_OK);
		d->now_s += s_;
	}
	if (step->kind == AS_STEP_ASK && d->allows)
		as_schedule_allow(d->s);
	if (d->n_log < AS_DRIVEN_MAX)
		d->log[d->n_log++] = *step;
	if (step->kind == AS_STEP_BUILD || step->kind == AS_STEP_EXECUTE ||
		step->kind == AS_STEP_COMPARE)
		assert_int_equal(as_schedule_take(d->s, &end, NULL), AS_OK);
}

/* The oldest of what is out. */
static inline void driven_end_one(struct driven *d)
{
	const struct as_step step = d->out[0];

	assert_true(d->n_out > 0);
	memmove(d->out, d->out + 1, --d->n_out * sizeof *d->out);
	driven_do(d, &step);
}

/* One more step; false: there is none. Times in `time` before n_told are told in place of the
 * clock's. */
static inline bool driven_step(struct driven *d)
{
	const size_t readings = as_schedule_readings(d->s);
	const double now_s = readings < d->n_told ? d->time[readings] : d->now_s;
	struct as_step step;
	struct as_err err = {0};

	if (as_schedule_next(d->s, now_s, &step, &err))
		fail_msg("%s", err.msg);
	for (size_t k = readings; k < as_schedule_readings(d->s) && k < AS_DRIVEN_MAX; k++)
		d->time[k] = now_s;
	d->n_time = as_schedule_readings(d->s);
	if (step.kind == AS_STEP_DONE) {
		assert_int_equal(d->n_out, 0);
		return false;
	}
	if (step.kind == AS_STEP_WAIT) {
		driven_end_one(d);
		return true;
	}
	if (step.kind == AS_STEP_EXECUTE) {
		d->out[d->n_out++] = step;
		while (d->n_out > (d->ahead ? d->ahead - 1 : 0))
			driven_end_one(d);
		return true;
	}
	while (d->n_out)
		driven_end_one(d);
	driven_do(d, &step);
	return true;
}

/* n subjects, which are built or not. */
static inline void driven_open(struct driven *d, const struct as_schedule_rule *rule, size_t n,
	bool built)
{
	static const char *const names[] = {"a", "b", "c", "d"};
	struct as_schedule_subject subjects[4];

	d->x = as_experiment_new();
	assert_non_null(d->x);
	for (size_t i = 0; i < n; i++) {
		subjects[i] = (struct as_schedule_subject){.lead = i, .program = AS_NO_PROGRAM,
			.stream = (uint32_t)i, .built = built};
		assert_non_null(as_experiment_add_subject(d->x, names[i], names[i]));
	}
	d->x->criterion = AS_METRIC_WALL;
	d->x->plan = (struct as_plan){.seed = d->seed, .confidence = 0.95, .tolerance = 0.01,
		.precision = 0.01, .budget_ns = 10000000000 * (int64_t)n, .warmups = 1,
		.iterations = 20};
	assert_int_equal(as_schedule_new(rule, subjects, d->x, &d->s, NULL), AS_OK);
}

static inline void driven_close(struct driven *d)
{
	as_schedule_free(d->s);
	as_experiment_free(d->x);
}

static inline size_t driven_count(const struct driven *d, enum as_step_kind kind,
	enum as_role role)
{
	size_t n = 0;

	for (size_t i = 0; i < d->n_log; i++)
		n += d->log[i].kind == kind && (kind != AS_STEP_EXECUTE || d->log[i].role == role);
	return n;
}

static inline struct as_schedule_rule plain(void)
{
	struct as_schedule_rule rule = {.planning.kappa = 0.25};

	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		rule.planning.cost_s[l] = (double)NAN;
	return rule;
}

static inline void run_all(struct driven *d)
{
	while (driven_step(d))
		;
}

static inline size_t measured(const struct driven *d)
{
	return driven_count(d, AS_STEP_EXECUTE, AS_ROLE_MEASURED);
}

#endif
