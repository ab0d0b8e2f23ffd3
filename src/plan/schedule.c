/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "plan/schedule_state.h"
#include "stat/dist/random.h"

/* ---- to and from who carries it out ---- */

static uint64_t seed_of(const struct as_schedule *s, uint32_t order)
{
	struct as_random random;

	as_random_init(&random, s->x->plan.seed, AS_RANDOM_SEED, order);
	return as_random_u64(&random);
}

/* A number that shells can compute with. The first builds of versions have the same one, so that
 * programs that are the same come out the same. */
static uint64_t seed_of_build(const struct as_schedule *s, size_t subject, size_t k)
{
	const uint64_t stream = s->rule.compare && !k ? 0 : s->subjects[subject].is.stream;
	struct as_random random;

	as_random_init(&random, s->x->plan.seed, AS_RANDOM_BUILD, stream << 32 | k);
	return as_random_u64(&random) >> 1;
}

static enum as_status goes_out(struct as_schedule *s, uint32_t place, struct as_err *err)
{
	return AS_PUSH(s->out.v, s->out.n, s->out.cap, place) ? AS_OK : as_fail_memory(err);
}

/* That a hook of it takes; of two executions both or none. */
static uint32_t places(bool own, bool of_other, bool two)
{
	return two ? (own || of_other ? 2 : 0) : own;
}

/* Places of hooks around an execution; of two beside each other all that come before come first. */
static void place_execution(struct as_schedule *s, struct as_step *step)
{
	const struct as_schedule_subject *is = &s->subjects[step->subject].is;
	const size_t at = s->queue.at;

	const struct as_schedule_subject *other = NULL;

	if (step->beside == AS_BESIDE_NEXT && at < s->queue.n)
		other = &s->subjects[s->queue.v[at].subject].is;
	if (step->beside == AS_BESIDE_LAST && at >= 2)
		other = &s->subjects[s->queue.v[at - 2].subject].is;
	if (step->beside != AS_BESIDE_LAST)
		s->order += places(is->prepare, other && other->prepare, other != NULL);
	step->order = s->order++;
	if (step->beside != AS_BESIDE_NEXT)
		s->order += places(is->conclude, other && other->conclude, other != NULL);
}

static enum as_status hand_out_execution(struct as_schedule *s, struct as_step *step,
	struct as_err *err)
{
	struct as_scheduled *i = &s->subjects[step->subject];

	place_execution(s, step);
	step->seed = seed_of(s, step->order);
	step->build = step->role == AS_ROLE_ORIGINAL ? i->original - 1 : i->cells[step->cell];
	step->first = !i->begun;
	i->begun = true;
	const bool first = s->out.first_of_two || step->first;
	s->out.first_of_two = first && step->beside == AS_BESIDE_NEXT;
	s->first_out = first && !s->out.first_of_two;
	enum as_status st = goes_out(s, step->order, err);
	return st || step->role != AS_ROLE_MEASURED ? st
		: as_schedule_round_out(s, step->round, err);
}

static enum as_status hand_out_build(struct as_schedule *s, struct as_step *step,
	struct as_err *err)
{
	struct as_scheduled *i = &s->subjects[step->subject];

	s->order++; /* its launch */
	step->order = s->order++;
	step->build = i->made++;
	step->seed = seed_of_build(s, step->subject, step->build);
	i->bare = i->is.own_folder && i->is.setup;
	return goes_out(s, step->order, err);
}

/* A version that has to be set up before the step: its own, or of a duet that of the one beside it. */
static struct as_scheduled *bare_before(struct as_schedule *s, const struct as_step *step,
	size_t *subject)
{
	const size_t at = s->queue.at;
	struct as_scheduled *lead = &s->subjects[s->subjects[step->subject].is.lead];

	*subject = step->subject;
	if (lead->bare)
		return lead;
	if (step->beside != AS_BESIDE_NEXT || at >= s->queue.n)
		return NULL;
	*subject = s->queue.v[at].subject;
	lead = &s->subjects[s->subjects[*subject].is.lead];
	return lead->bare ? lead : NULL;
}

/* The next one of the queue, or what has to come before it. False: it is not to be done. */
static bool hand_out(struct as_schedule *s, struct as_step *step, enum as_status *st,
	struct as_err *err)
{
	*step = s->queue.v[s->queue.at++];
	const struct as_scheduled *i = &s->subjects[step->subject];
	struct as_scheduled *bare = NULL;
	size_t subject = 0;

	switch (step->kind) {
	case AS_STEP_EXECUTE:
		if (i->left_out)
			return false;
		bare = bare_before(s, step, &subject);
		if (!bare) {
			*st = hand_out_execution(s, step, err);
			return true;
		}
		bare->bare = false;
		s->queue.at--;
		*step = (struct as_step){.kind = AS_STEP_SETUP, .subject = subject,
			.round = AS_NO_ROUND, .order = s->order++};
		return true;
	case AS_STEP_BUILD:
		*st = hand_out_build(s, step, err);
		return true;
	case AS_STEP_COMPARE:
		*st = goes_out(s, AS_NO_PLACE, err);
		return true;
	case AS_STEP_SETUP:
	case AS_STEP_CLEANUP:
		if (!(step->kind == AS_STEP_SETUP ? i->is.setup : i->is.cleanup))
			return false;
		step->order = s->order++;
		return true;
	case AS_STEP_PREPARE:
	case AS_STEP_TELL:
	case AS_STEP_ASK:
	case AS_STEP_MERGED:
	case AS_STEP_DONE:
	case AS_STEP_WAIT:
		break;
	}
	return true;
}

enum as_status as_schedule_next(struct as_schedule *s, double elapsed_s, struct as_step *out,
	struct as_err *err)
{
	const struct as_step done = {.kind = AS_STEP_DONE}, wait = {.kind = AS_STEP_WAIT};
	enum as_status st = AS_OK;

	s->elapsed_s = elapsed_s;
	while (!st) {
		struct as_step step;

		if (s->first_out) {
			*out = wait;
			return AS_OK;
		}
		while (s->queue.at < s->queue.n && !st)
			if (hand_out(s, &step, &st, err)) {
				*out = step;
				return st;
			}
		if (!s->then || (s->settles && s->out.n)) {
			*out = s->then ? wait : done;
			return AS_OK;
		}
		s->queue.n = s->queue.at = 0;
		st = s->then(s, err);
	}
	return st;
}

/* A build that ended well can be executed, by all benchmarks of its program. */
static enum as_status take_build(struct as_schedule *s, const struct as_unit_end *end,
	struct as_err *err)
{
	for (size_t i = end->step.subject; i < s->n_subjects && end->ending == AS_ENDED_OK; i++) {
		struct as_scheduled *of = &s->subjects[i];

		if (of->is.lead != end->step.subject)
			continue;
		if (end->step.role == AS_ROLE_ORIGINAL)
			of->original = end->step.build + 1;
		else if (!AS_PUSH(of->cells, of->n_cells, of->cap_cells, end->step.build))
			return as_fail_memory(err);
	}
	return AS_OK;
}

static void take_execution(struct as_schedule *s, const struct as_unit_end *end)
{
	const struct as_step *step = &end->step;
	const bool lost = step->first && end->ending != AS_ENDED_OK &&
		end->ending != AS_ENDED_CANCELLED;
	const bool leaves = lost && as_schedule_may_leave(s, step->subject);

	if (step->first)
		s->first_out = false;
	if (leaves)
		s->subjects[step->subject].left_out = true;
	if (step->role == AS_ROLE_MEASURED)
		as_schedule_round_take(s, step->round, end->ending != AS_ENDED_OK && !leaves);
}

enum as_status as_schedule_take(struct as_schedule *s, const struct as_unit_end *end,
	struct as_err *err)
{
	const uint32_t place = end->step.kind == AS_STEP_COMPARE ? AS_NO_PLACE : end->step.order;
	size_t k = 0;

	if (s->ending)
		return AS_OK;
	while (k < s->out.n && s->out.v[k] != place)
		k++;
	if (k == s->out.n || end->step.subject >= s->n_subjects)
		return as_fail(err, AS_ERR_ARG, "unit %u of the plan is not being measured", place);
	s->out.v[k] = s->out.v[--s->out.n];
	if (end->step.kind == AS_STEP_BUILD)
		return take_build(s, end, err);
	if (end->step.kind == AS_STEP_COMPARE)
		s->building.same = end->same;
	else
		take_execution(s, end);
	return AS_OK;
}

size_t as_schedule_readings(const struct as_schedule *s)
{
	return s->readings;
}

bool as_schedule_may_leave(const struct as_schedule *s, size_t subject)
{
	const size_t program = s->subjects[subject].is.program;
	const char *name = s->x->subjects[subject].benchmark;

	if (program == AS_NO_PROGRAM || !name)
		return false;
	for (size_t i = s->progress.from; i < s->progress.to; i++) {
		const char *other = s->x->subjects[i].benchmark;
		if (!s->subjects[i].left_out && s->subjects[i].is.program == program && other &&
			strcmp(other, name) != 0)
			return true;
	}
	return false;
}

/* ---- beginning, changes and end ---- */

static enum as_status init_subject(struct as_scheduled *i, const struct as_schedule_subject *is,
	struct as_err *err)
{
	*i = (struct as_scheduled){.is = *is};
	return is->built || AS_PUSH(i->cells, i->n_cells, i->cap_cells, 0) ? AS_OK
									   : as_fail_memory(err);
}

enum as_status as_schedule_new(const struct as_schedule_rule *rule,
	const struct as_schedule_subject *subjects, struct as_experiment *x,
	struct as_schedule **out, struct as_err *err)
{
	struct as_schedule *s = calloc(1, sizeof *s);
	enum as_status st = AS_OK;

	if (!s)
		return as_fail_memory(err);
	s->subjects = calloc(x->n_subjects + 1, sizeof *s->subjects);
	if (!s->subjects)
		st = as_fail_memory(err);
	s->x = x;
	s->rule = *rule;
	s->course = as_schedule_course(rule->builds_alone);
	for (; s->n_subjects < x->n_subjects && !st; s->n_subjects++)
		st = init_subject(&s->subjects[s->n_subjects], &subjects[s->n_subjects], err);
	s->order = rule->amount.first_order;
	s->told_iterations = x->plan.iterations;
	s->told_drop = x->plan.drop;
	as_schedule_flow(s, as_schedule_begin);
	if (st)
		as_schedule_free(s);
	else
		*out = s;
	return st;
}

void as_schedule_free(struct as_schedule *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n_subjects; i++)
		free(s->subjects[i].cells);
	free(s->subjects);
	free(s->queue.v);
	free(s->out.v);
	free(s->rounds.v);
	free(s);
}

/* Only cleaning up is left. */
static void end(struct as_schedule *s)
{
	size_t kept = 0;

	for (size_t k = s->queue.at; k < s->queue.n; k++)
		if (s->queue.v[k].kind == AS_STEP_CLEANUP)
			s->queue.v[kept++] = s->queue.v[k];
	s->queue.n = kept;
	s->queue.at = 0;
	s->first_out = false;
	s->out.n = 0;
	s->ending = true;
	s->then = NULL;
	if (as_schedule_push_cleanup(s, NULL)) /* without memory nothing is cleaned up */
		s->queue.n = 0;
}

void as_schedule_stop(struct as_schedule *s)
{
	struct as_plan *p = &s->x->plan;

	if (s->ending || !s->then)
		return;
	as_schedule_round_close(s);
	if (p->builds_state != AS_BUILDS_IN_PLACE)
		p->done = s->rounds.now;
	if (s->set_up || s->progress.to < s->n_subjects) /* else it is over but for cleaning up */
		p->outcome = AS_OUTCOME_STOPPED;
	end(s);
}

void as_schedule_abandon(struct as_schedule *s)
{
	end(s);
}

const struct as_forecast *as_schedule_forecast(const struct as_schedule *s)
{
	return &s->forecast;
}

struct as_schedule_progress as_schedule_progress(const struct as_schedule *s)
{
	struct as_schedule_progress p = s->progress;

	p.round_size = as_schedule_round_size(s);
	return p;
}
