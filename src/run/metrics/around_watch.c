/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/around_watch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "clock/clock.h"

#define WINDOW_NS 50000000 /* executions that last so long have one of their own */
#define STALE_NS 1000000   /* a reading so old is made anew before one of these */
enum { COST_TIMES = 200, SHOWN = 3, TRIALS = 5 };

struct as_around_values as_around_nothing(void)
{
	const double none = (double)NAN;

	return (struct as_around_values){.v = {
		{AS_METRIC_LOAD, none},
		{AS_METRIC_STEAL, none},
		{AS_METRIC_RUN_QUEUE, none},
		{AS_METRIC_OTHERS_CPU, none},
		{AS_METRIC_FREQUENCY_BEFORE, none},
		{AS_METRIC_FREQUENCY_AFTER, none},
		{AS_METRIC_TEMPERATURE, none},
		{AS_METRIC_THROTTLES, none},
		{AS_METRIC_BIGGEST_OTHER, none},
		{AS_METRIC_LOAD_5, none},
	}};
}

/* How much a counter went on. */
static double gone(double before, double after)
{
	return after >= before ? after - before : (double)NAN;
}

struct as_around_values as_around_between(const struct as_around_span *s)
{
	const struct as_around_reading *b = &s->before, *a = &s->after;
	const double values[AS_AROUND_VALUES] = {
		b->load,
		gone(b->steal_ns, a->steal_ns),
		b->run_queue,
		fmax(gone(b->busy_ns, a->busy_ns) - s->own_ns, 0) / s->ns,
		b->frequency,
		a->frequency,
		a->temperature,
		gone(b->throttles, a->throttles),
		s->biggest_ns / s->ns,
		b->load_5,
	};
	struct as_around_values out = as_around_nothing();

	for (size_t i = 0; i < AS_AROUND_VALUES; i++)
		out.v[i].value = values[i];
	if (isnan(gone(b->busy_ns, a->busy_ns))) /* fmax would make 0 of it */
		out.v[3].value = (double)NAN;
	return out;
}

static double used(const struct as_surroundings *s)
{
	return (double)(as_clock_used(0) + as_clock_used(s->spawner));
}

/* The next window begins with this reading. */
static void begin(struct as_surroundings *s, const struct as_around_reading *now)
{
	s->since = *now;
	s->since_ns = as_clock_now();
	s->spent_ns = 0;
	s->used_ns = used(s);
}

/* Read, and let windows be as long as reading wants them to be. */
static void read_now(struct as_surroundings *s, struct as_around_reading *out)
{
	int64_t began = as_clock_now();

	as_around_read(&s->source, out);
	int64_t cost = as_clock_now() - began;
	int64_t least = s->source.extent == AS_AROUND_ALL ? 0 : COST_TIMES * cost;
	if (least < s->least_ns || !s->least_ns) /* the cheapest reading: others were held up */
		s->least_ns = least > WINDOW_NS ? least : WINDOW_NS;
}

void as_surroundings_open(struct as_surroundings *s, const struct as_probe_root *root,
	enum as_around_extent extent, long spawner)
{
	struct as_around_reading now;
	char name[AS_AROUND_NAME];

	*s = (struct as_surroundings){.spawner = spawner};
	as_around_open(&s->source, root, extent);
	if (extent == AS_AROUND_NONE)
		return;
	as_around_biggest(&s->source, getpid(), name);
	for (int i = 0; i < TRIALS; i++) /* one may have been held up, and windows would be long */
		read_now(s, &now);
	begin(s, &now);
}

void as_surroundings_close(struct as_surroundings *s)
{
	as_around_close(&s->source);
}

static bool is_read(const struct as_surroundings *s)
{
	return s->source.extent != AS_AROUND_NONE && s->least_ns;
}

bool as_surroundings_due(const struct as_surroundings *s, int64_t expected_ns)
{
	return is_read(s) && (expected_ns >= s->least_ns ||
		as_clock_now() - s->since_ns >= s->least_ns - expected_ns);
}

void as_surroundings_before(struct as_surroundings *s, int64_t expected_ns)
{
	struct as_around_reading now;
	char name[AS_AROUND_NAME];

	if (!is_read(s) || expected_ns < s->least_ns || as_clock_now() - s->since_ns < STALE_NS)
		return;
	as_around_biggest(&s->source, getpid(), name);
	read_now(s, &now);
	begin(s, &now);
}

void as_surroundings_spent(struct as_surroundings *s, double ns)
{
	s->spent_ns += ns;
}

/* Add to the name's account; of more names than there is room for the smallest is forgotten. */
static void account(struct as_surroundings *s, const char *name, double ns)
{
	struct as_around_named *to = &s->named[0];

	if (!*name || !(ns > 0))
		return;
	for (size_t i = 0; i < AS_AROUND_NAMED; i++) {
		if (!strcmp(s->named[i].name, name)) {
			s->named[i].ns += ns;
			return;
		}
		if (s->named[i].ns < to->ns)
			to = &s->named[i];
	}
	snprintf(to->name, sizeof to->name, "%s", name);
	to->ns = ns;
}

struct as_around_values as_surroundings_after(struct as_surroundings *s)
{
	struct as_around_span span = {.before = s->since};
	char name[AS_AROUND_NAME];

	if (!is_read(s) || as_clock_now() - s->since_ns < s->least_ns)
		return as_around_nothing();
	read_now(s, &span.after);
	span.ns = (double)(as_clock_now() - s->since_ns);
	span.own_ns = s->spent_ns + used(s) - s->used_ns;
	span.biggest_ns = as_around_biggest(&s->source, getpid(), name);
	account(s, name, span.biggest_ns);
	begin(s, &span.after);
	return as_around_between(&span);
}

static int by_time(const void *a, const void *b)
{
	const struct as_around_named *x = a, *y = b;

	return (x->ns < y->ns) - (x->ns > y->ns);
}

enum as_status as_surroundings_name(const struct as_surroundings *s, struct as_experiment *x,
	struct as_err *err)
{
	struct as_machine *m = &x->machine;
	struct as_around_named named[AS_AROUND_NAMED];
	struct as_text t = {0};

	memcpy(named, s->named, sizeof named);
	qsort(named, AS_AROUND_NAMED, sizeof *named, by_time);
	for (size_t i = 0; i < SHOWN && named[i].ns > 0; i++)
		as_text_addf(&t, "%s%s %.3g s", i ? ", " : "", named[i].name, named[i].ns / 1e9);
	if (!t.len)
		return AS_OK;
	struct as_fact *facts = as_arena_array(&x->arena, m->n_facts + 1, sizeof *facts);
	struct as_fact fact = {.kind = AS_FACT_STATE, .name = AS_FACT_OTHERS,
		.value = as_arena_strdup(&x->arena, as_text_str(&t))};
	as_text_release(&t);
	if (!facts || !fact.value)
		return as_fail_memory(err);
	if (m->n_facts)
		memcpy(facts, m->facts, m->n_facts * sizeof *facts);
	facts[m->n_facts++] = fact;
	m->facts = facts;
	return AS_OK;
}
