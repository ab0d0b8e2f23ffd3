/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/sampling.h"

#include <math.h>

#include "clock/clock.h"
#include "run/metrics/chosen.h"

static const int64_t ms = 1000000;
static const char early[] = "ended before a sample, of which the first is 10 ms after the start";

/* What came of one metric in an execution. */
struct sampled {
	const char *name;
	size_t number;
	double value; /* NaN: nothing */
	enum as_sampling_said *said;
};

bool as_sampling_ask(struct as_sampling *s, size_t part, const struct as_probe_root *root,
	char reason[static AS_PROBE_REASON])
{
	if (!s->memory && !as_memory_open(&s->sampler, root, reason))
		return false;
	s->memory = true;
	s->due_ns = INT64_MAX;
	s->asked[part] = true;
	s->want.totals = s->want.totals || part <= AS_MEMORY_SWAP;
	s->want.mappings = s->want.mappings || (part >= AS_MEMORY_CODE && part <= AS_MEMORY_FILES);
	return true;
}

void as_sampling_ask_row(struct as_sampling *s, size_t row, size_t number)
{
	s->due_ns = INT64_MAX;
	s->row_asked[row] = true;
	s->row_number[row] = number;
}

static bool has_rows(const struct as_sampling *s)
{
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		if (s->row_asked[i])
			return true;
	return false;
}

bool as_sampling_is_on(const struct as_sampling *s)
{
	return s->memory || has_rows(s);
}

enum as_status as_sampling_declare(struct as_sampling *s, struct as_experiment *x,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	if (!as_sampling_is_on(s))
		return AS_OK;
	s->asked[AS_MEMORY_SAMPLES] = s->asked[AS_MEMORY_INTERVAL] = true;
	for (size_t i = 0; i < AS_MEMORY_PARTS && !st; i++)
		if (s->asked[i])
			st = as_experiment_metric(x, &as_memory_metrics[i], &s->number[i], err);
	return st;
}

void as_sampling_begin(struct as_sampling *s, const struct as_group_place *place, uint32_t order)
{
	if (!as_sampling_is_on(s))
		return;
	for (size_t i = 0; i < AS_MEMORY_PARTS; i++)
		s->most[i] = (double)NAN;
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		s->row_most[i] = (double)NAN;
	s->place = place;
	s->order = order;
	s->looks = s->refused = 0;
	if (s->memory)
		as_memory_keep(&s->sampler);
	s->due_ns = as_clock_now() + AS_SAMPLING_FIRST_MS * ms;
}

int64_t as_sampling_due(const struct as_sampling *s)
{
	return as_sampling_is_on(s) ? s->due_ns : INT64_MAX;
}

/* fmax takes what is there where the other is NaN. */
static bool look_at_memory(struct as_sampling *s)
{
	struct as_memory_sample now;

	as_memory_take(&s->sampler, s->want, &now);
	for (size_t i = 0; i < AS_MEMORY_PARTS; i++)
		s->most[i] = fmax(s->most[i], now.part[i]);
	s->refused += now.refused;
	return now.processes > 0;
}

static bool look_at_group(struct as_sampling *s)
{
	double now[AS_GROUPS_KNOWN];
	bool any = false;

	as_group_read(s->place, s->order, s->row_asked, now);
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++) {
		s->row_most[i] = fmax(s->row_most[i], now[i]);
		any = any || !isnan(now[i]);
	}
	return any;
}

void as_sampling_look(struct as_sampling *s)
{
	int64_t begin = as_clock_now(), spent = as_clock_used(0), rest;
	bool memory = s->memory && look_at_memory(s);
	bool group = s->place && has_rows(s) && look_at_group(s);

	rest = (as_clock_used(0) - spent) * AS_SAMPLING_SHARE;
	s->due_ns = as_clock_now() +
		    (rest > AS_SAMPLING_LEAST_MS * ms ? rest : AS_SAMPLING_LEAST_MS * ms);
	if (!memory && !group)
		return;
	if (!s->looks++)
		s->first_ns = begin;
	s->last_ns = begin;
}

static const char *why_missing(const struct as_sampling *s)
{
	if (!s->looks && s->refused)
		return "its processes are another user's, and only root may look into them";
	if (!s->looks)
		return early;
	return "what was looked at did not state it";
}

/* One value of the unit. That it is missing is said at most twice a metric: as long as there was
 * none at all, and when there was one. */
static enum as_status give(struct as_sampling *s, struct as_experiment *x, struct as_subject *to,
	size_t unit, const struct sampled *v)
{
	enum as_sampling_said now = s->ever ? AS_SAID_SOME : AS_SAID_NEVER;
	bool missing = isnan(v->value);

	if (!missing && as_subject_set(to, AS_LEVEL_EXECUTION, unit, v->number, v->value, NULL))
		return AS_ERR_MEM;
	if (*v->said >= now || (!missing && *v->said == AS_SAID_NOTHING))
		return AS_OK;
	*v->said = now;
	const char *words = as_arena_printf(&x->arena, "%s: %s",
		now == AS_SAID_NEVER ? "not available" : "missing in some executions",
		missing ? why_missing(s) : early);
	return words ? as_chosen_state(x, v->name, words, NULL) : AS_ERR_MEM;
}

/* How often, which is known in any case; and the time between, where there is any. */
static enum as_status count(const struct as_sampling *s, struct as_subject *to, size_t unit)
{
	double between = s->looks > 1 ? (double)(s->last_ns - s->first_ns) / (double)(s->looks - 1)
				      : 0;

	if (as_subject_set(to, AS_LEVEL_EXECUTION, unit, s->number[AS_MEMORY_SAMPLES],
		    (double)s->looks, NULL))
		return AS_ERR_MEM;
	return s->looks > 1 ? as_subject_set(to, AS_LEVEL_EXECUTION, unit,
				      s->number[AS_MEMORY_INTERVAL], between, NULL)
			    : AS_OK;
}

enum as_status as_sampling_take(struct as_sampling *s, struct as_experiment *x, size_t subject,
	size_t unit, const struct as_launched *r, struct as_err *err)
{
	struct as_subject *to = &x->subjects[subject];

	s->due_ns = INT64_MAX;
	if (!as_sampling_is_on(s) || !r->begin_ns)
		return AS_OK;
	s->ever = s->ever || s->looks > 0;
	enum as_status st = count(s, to, unit);
	for (size_t i = 0; i < AS_MEMORY_SAMPLES && !st; i++)
		if (s->asked[i])
			st = give(s, x, to, unit, &(struct sampled){as_memory_metrics[i].name,
				s->number[i], s->most[i], &s->said[i]});
	for (size_t i = 0; i < AS_GROUPS_KNOWN && !st; i++)
		if (s->row_asked[i])
			st = give(s, x, to, unit, &(struct sampled){as_group_metrics[i].name,
				s->row_number[i], s->row_most[i], &s->row_said[i]});
	return st ? as_fail_memory(err) : AS_OK;
}

void as_sampling_close(struct as_sampling *s)
{
	if (s->memory)
		as_memory_close(&s->sampler);
	s->memory = false;
	s->due_ns = INT64_MAX;
}
