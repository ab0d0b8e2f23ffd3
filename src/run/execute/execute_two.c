/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/execute/execute_two.h"

/* Two subjects that are executed at the same time on two cores (methods-machines.md F), by a spawner
 * each: whatever happens to the machine happens to both. */
#include "clock/clock.h"
#include "run/conductor.h"
#include "run/resuming.h"
#include "run/execute/execution.h"
#include "run/execute/launches.h"
#include "run/execute/record.h"

enum { TICK_NS = 50000000 };

static enum as_status await(struct as_conductor *c, struct as_spawner *s, struct as_launched *out,
	struct as_err *err)
{
	enum as_status st = AS_OK;
	bool got = false;

	while (!st && !got) {
		st = as_conductor_heed_user(c, err);
		if (!st)
			st = as_spawner_wait(s, TICK_NS, out, &got, err);
		as_conductor_tick(c);
	}
	return st;
}

/* Both are started, right after each other, and waited for; results stand by subject. */
static enum as_status launch_both(struct as_conductor *c, struct as_task two[static 2],
	struct as_launched out[static 2], struct as_err *err)
{
	struct as_execution_launch what[2];
	struct as_spawner *of[2] = {c->spawner, c->load.duet.second};
	enum as_status st = as_conductor_place(c, two[0].step.subject, err);

	for (size_t k = 0; k < 2; k++) {
		const struct as_step *step = &two[k].step;
		as_conductor_launch_of(c, &two[k], &what[k]);
		const struct as_cell *cell = &c->runners[step->subject].cells[step->cell];
		what[k].launch.command = cell->sides[step->beside == AS_BESIDE_LAST];
		two[k].date_ns = as_clock_date();
		two[k].queued_ns = as_clock_now();
	}
	c->state.name = c->x->subjects[two[0].step.subject].name;
	c->state.doing = "measuring";
	if (!st)
		st = as_conductor_go_live(c, two[0].step.order, err);
	for (size_t k = 0; k < 2 && !st; k++)
		st = as_spawner_launch(of[k], &what[k].launch, err);
	for (size_t k = 0; k < 2 && !st; k++)
		st = await(c, of[k], &out[k], err);
	return st;
}

/* What the other one has used is no work of others, while this one's surroundings are read. */
static enum as_status take_both(struct as_conductor *c, struct as_task two[static 2],
	const struct as_launched r[static 2], struct as_err *err)
{
	const double other = (double)(r[1].use.user_ns + r[1].use.system_ns);

	as_surroundings_spent(&c->around, other);
	enum as_status st = as_conductor_take_launched(c, &two[0], &r[0], err);
	as_surroundings_spent(&c->around, -other);
	return st ? st : as_conductor_take_launched(c, &two[1], &r[1], err);
}

/* By subject: the spawner of the first runs hooks, too, and what it has told of an execution is gone
 * then. */
static enum as_status execute_two(struct as_conductor *c, struct as_task two[static 2],
	struct as_err *err)
{
	const bool recorded = as_conductor_is_recorded(c, two[0].step.order) &&
		as_conductor_is_recorded(c, two[1].step.order);
	struct as_launched r[2] = {{0}, {0}};
	bool alone = true;
	enum as_status st = AS_OK;

	for (size_t k = 0; k < 2 && !st; k++)
		st = as_conductor_make_ready(c, &two[k], &alone, err);
	if (st || c->cancelled)
		return st;
	if (!recorded)
		st = launch_both(c, two, r, err);
	if (!st && !recorded)
		st = take_both(c, two, r, err);
	for (size_t k = 0; k < 2 && !st && recorded; k++)
		st = as_conductor_take_execution(c, &two[k].step, err);
	for (size_t k = 0; k < 2 && !st; k++)
		st = as_conductor_hook_of(c, &two[k].step, false, err);
	return st;
}

enum as_status as_conductor_execute_beside(struct as_conductor *c, const struct as_step *step,
	struct as_err *err)
{
	struct as_duet *d = &c->load.duet;

	as_conductor_note_round(c, step);
	if (step->beside == AS_BESIDE_NEXT) {
		d->held = *step;
		return AS_OK;
	}
	const bool swapped = d->held.subject != 0;
	struct as_task two[2] = {
		{.ended = as_conductor_record, .step = swapped ? *step : d->held},
		{.ended = as_conductor_record, .step = swapped ? d->held : *step}};
	return execute_two(c, two, err);
}
