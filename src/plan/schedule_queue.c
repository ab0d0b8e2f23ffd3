/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The queue of steps that are decided, and what all phases ask. */
#include "base/vec.h"
#include "plan/schedule_state.h"
#include "stat/dist/random.h"

enum as_status as_schedule_push(struct as_schedule *s, const struct as_step *step,
	struct as_err *err)
{
	return AS_PUSH(s->queue.v, s->queue.n, s->queue.cap, *step) ? AS_OK : as_fail_memory(err);
}

enum as_status as_schedule_push_kind(struct as_schedule *s, enum as_step_kind kind,
	size_t subject, struct as_err *err)
{
	return as_schedule_push(s, &(struct as_step){.kind = kind, .subject = subject,
		.round = AS_NO_ROUND, .order = AS_NO_PLACE}, err);
}

enum as_status as_schedule_push_all(struct as_schedule *s, enum as_role role, uint32_t round,
	size_t from, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = s->progress.from; i < s->progress.to; i++)
		for (size_t k = from; k < s->subjects[i].n_cells && !st; k++)
			st = as_schedule_push(s, &(struct as_step){.kind = AS_STEP_EXECUTE,
				.role = role, .subject = i, .cell = k, .round = round}, err);
	return st;
}

/* As as_shuffle, which takes numbers alone. */
void as_schedule_shuffle(struct as_schedule *s, size_t from, struct as_random *random)
{
	struct as_step *v = s->queue.v + from;

	for (size_t i = s->queue.n - from; i > 1; i--) {
		const size_t j = (size_t)as_random_below(random, i);
		const struct as_step step = v[i - 1];
		v[i - 1] = v[j];
		v[j] = step;
	}
}

void as_schedule_flow(struct as_schedule *s, as_phase *phase)
{
	s->then = phase;
	s->settles = false;
}

void as_schedule_then(struct as_schedule *s, as_phase *phase)
{
	s->then = phase;
	s->settles = true;
}

double as_schedule_elapsed(struct as_schedule *s)
{
	s->readings++;
	return s->elapsed_s;
}

double as_schedule_measuring(struct as_schedule *s)
{
	return as_schedule_elapsed(s) - s->measuring_s;
}

bool as_schedule_makes_builds(const struct as_schedule *s, size_t subject)
{
	return s->subjects[subject].is.built && s->subjects[subject].is.lead == subject;
}

size_t as_schedule_programs(const struct as_schedule *s)
{
	size_t n = 0;

	for (size_t i = s->progress.from; i < s->progress.to; i++)
		n += as_schedule_makes_builds(s, i);
	return n;
}

double as_schedule_builds_missing(const struct as_schedule *s, uint32_t n)
{
	double missing = 0;

	for (size_t i = s->progress.from; i < s->progress.to; i++)
		if (as_schedule_makes_builds(s, i) && s->subjects[i].n_cells < n)
			missing += (double)(n - s->subjects[i].n_cells);
	return missing;
}

size_t as_schedule_round_size(const struct as_schedule *s)
{
	size_t n = 0;

	for (size_t i = s->progress.from; i < s->progress.to; i++)
		n += s->subjects[i].left_out ? 0 : s->subjects[i].n_cells;
	return n;
}

bool as_schedule_found_same(const struct as_schedule *s)
{
	return s->building.same && !s->rule.measure_same;
}
