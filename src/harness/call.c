/* SPDX-License-Identifier: MIT */
#include "harness/call.h"

#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "harness/guard.h"

enum { SPINS = 256 };

_Static_assert(sizeof(struct as_harness_sample) == 16,
	"a measurement takes 16 bytes, docs/harness.md");

#define CALIBRATION_NS 1e9
#define COUNTING_NS 1e6

void as_call_fail(struct as_call *c, const char *fmt, ...)
{
	char *reason = c->result->failed;
	va_list ap;

	pthread_mutex_lock(&c->reason);
	if (!*reason) {
		va_start(ap, fmt);
		vsnprintf(reason, AS_REASON_BYTES, fmt, ap);
		va_end(ap);
		if (!*reason)
			memcpy(reason, "it did not say why", sizeof "it did not say why");
	}
	pthread_mutex_unlock(&c->reason);
	atomic_store(&c->stopped, true);
}

/* What the slowest thread took. Threads do not start at one instant: what passes until the last of
 * them has its turn is not the operation's. */
static double elapsed(const struct as_call *c)
{
	int64_t most = 0;

	for (unsigned i = 0; i < c->subject->threads; i++) {
		int64_t ticks = c->states[i].stop - c->states[i].start;
		most = ticks > most ? ticks : most;
	}
	return (double)most * c->timer->ns_per_tick;
}

static uint64_t within_inputs(struct as_call *c, uint64_t n)
{
	uint64_t most = UINT64_MAX;

	for (unsigned i = 0; i < c->subject->threads; i++)
		most = c->states[i].n_limit < most ? c->states[i].n_limit : most;
	return n < most ? n : most;
}

static void begin_measuring(struct as_call *c, uint64_t n)
{
	c->result->repetitions = within_inputs(c, n);
	c->result->limited = c->result->repetitions < n;
	c->n = c->result->repetitions;
	c->phase = c->wish.warmup ? AS_WARMING : AS_MEASURING;
	c->began_ns = as_clock_now();
}

static void begin_calibration(struct as_call *c)
{
	struct as_call_result *r = c->result;
	const struct as_precision p = {
		.precision = c->timer->resolution_ns,
		.accuracy = fmax(c->timer->accuracy_ns, c->timer->resolution_ns),
	};

	as_calibration_begin(&r->calibrations[r->n_calibrations++], &p, CALIBRATION_NS);
	c->phase = AS_CALIBRATING;
	c->n = 1;
}

/* The most that any of them asks for: more than enough does no harm. */
static uint64_t chosen(const struct as_call *c)
{
	uint64_t most = 1;

	for (size_t k = 0; k < c->result->n_calibrations; k++) {
		const struct as_calibration *one = &c->result->calibrations[k];
		uint64_t n = as_calibration_end(one);
		double together = AS_OVERHEAD_SHARE * c->timer->overhead_ns;
		if (c->subject->threads > 1)
			together = fmax(together, AS_THREADS_NS);
		double wanted = ceil(together / one->least);
		if (isinf(one->least))
			c->result->timeless = true;
		else if (wanted > (double)n)
			n = wanted < AS_REPETITIONS_MAX ? (uint64_t)wanted : AS_REPETITIONS_MAX;
		most = n > most ? n : most;
	}
	return most;
}

static void calibrate(struct as_call *c, double ns)
{
	struct as_call_result *r = c->result;
	struct as_calibration *now = &r->calibrations[r->n_calibrations - 1];

	as_calibration_add(now, ns);
	uint64_t next = as_calibration_next(now);
	c->n = within_inputs(c, next);
	if (next && c->n == next)
		return;
	if (r->n_calibrations < c->wish.calibrations)
		begin_calibration(c);
	else
		begin_measuring(c, chosen(c));
}

/* A measurement long enough that starting and stopping the counters is nothing beside it. */
static void begin_counting(struct as_call *c, double ns)
{
	double n = ns > 0 ? COUNTING_NS / ns : 1;

	c->phase = c->wish.count || c->wish.count_allocations ? AS_COUNTING : AS_ENDED;
	c->n = 0;
	if (c->phase == AS_COUNTING)
		c->n = within_inputs(c, n < 1                    ? 1
					: n < AS_REPETITIONS_MAX ? (uint64_t)n
								 : AS_REPETITIONS_MAX);
}

static void keep_time(struct as_call *c, double ns)
{
	struct as_call_result *r = c->result;
	struct as_harness_sample s = {.ns = ns / (double)c->n, .end_ns = as_clock_now()};

	r->samples[r->n_samples++] = s;
	if (c->phase == AS_WARMING && r->n_samples == c->wish.warmup) {
		r->n_warmup = r->n_samples;
		c->began_ns = s.end_ns;
		c->phase = AS_MEASURING;
		return;
	}
	size_t n = r->n_samples - r->n_warmup;
	bool enough = c->wish.wanted
		? n >= c->wish.wanted
		: n >= AS_SAMPLES_LEAST && s.end_ns - c->began_ns >= c->wish.budget_ns;
	if (c->phase == AS_MEASURING && (enough || r->n_samples == c->cap))
		begin_counting(c, s.ns);
}

/* Of one operation of one thread. */
static void count(struct as_call *c)
{
	struct as_call_result *r = c->result;
	double all = (double)c->n * c->subject->threads;

	for (unsigned t = 0; t < c->subject->threads; t++) {
		const struct assay_state *s = &c->states[t];
		for (int i = 0; i < AS_EVENTS; i++)
			r->events[i] = (t ? r->events[i] : 0) + s->events[i] / all;
		r->allocations = (t ? r->allocations : 0) + s->allocations / all;
		r->allocated = (t ? r->allocated : 0) + s->allocated / all;
	}
	if (!c->wish.count_allocations)
		r->allocations = r->allocated = (double)NAN;
	c->phase = AS_ENDED;
	c->n = 0;
}

/* One thread, while the others wait. */
static void advance(struct as_call *c)
{
	if (atomic_load(&c->stopped)) {
		c->n = 0;
		return;
	}
	switch (c->phase) {
	case AS_STARTING:
		if (c->wish.repetitions)
			begin_measuring(c, c->wish.repetitions);
		else
			begin_calibration(c);
		break;
	case AS_CALIBRATING:
		calibrate(c, elapsed(c));
		break;
	case AS_WARMING:
	case AS_MEASURING:
		keep_time(c, elapsed(c));
		break;
	case AS_COUNTING:
		count(c);
		break;
	case AS_ENDED:
		c->n = 0;
	}
}

/* Threads spin rather than sleep: to be woken takes longer than many an operation. */
static bool meet(struct as_call *c, bool is_turn)
{
	unsigned now = atomic_load(&c->meeting), spins = 0;

	if (atomic_fetch_add(&c->arrived, 1) + 1 == c->subject->threads) {
		if (is_turn)
			advance(c);
		atomic_store(&c->arrived, 0);
		atomic_fetch_add(&c->meeting, 1);
		return !atomic_load(&c->stopped);
	}
	while (atomic_load(&c->meeting) == now) {
		if (atomic_load(&c->stopped))
			return false;
		if (!(++spins % SPINS))
			sched_yield();
	}
	return !atomic_load(&c->stopped);
}

uint64_t as_call_meet(struct as_call *c)
{
	return meet(c, true) ? c->n : 0;
}

bool as_call_wait(struct as_call *c)
{
	return meet(c, false);
}

static void *call_function(void *arg)
{
	struct assay_state *s = arg;

	s->owner = pthread_self();
	s->process = as_guard_process();
	as_counting_open(&s->counting, s->call->wish.count);
	s->call->subject->entry->run(s);
	as_guard_fork(s->process, s->call->subject->name);
	if (!s->began)
		as_call_fail(s->call, "it never runs its loop: write assay_loop (state) { ... }");
	else if (s->running)
		as_call_fail(s->call,
			"it left its loop before the end, by break, return, goto or longjmp");
	as_counting_close(&s->counting);
	free(s->room);
	s->room = NULL;
	return NULL;
}

static enum as_status call_threads(struct as_call *c, struct as_err *err)
{
	unsigned n = c->subject->threads, started = 0;
	pthread_t *threads = calloc(n, sizeof *threads);
	int failed = 0;

	if (!threads)
		return as_fail_memory(err);
	for (; started < n && !failed; started += !failed)
		failed = pthread_create(&threads[started], NULL, call_function,
			&c->states[started]);
	if (failed)
		atomic_store(&c->stopped, true);
	for (unsigned i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	if (failed)
		return as_fail_sys(err, failed, "cannot start thread %u of benchmark '%s'",
			started + 1, c->subject->name);
	return AS_OK;
}

/* What several threads said of one number. */
static void combine(struct as_number *to, const struct as_call *c)
{
	double sum = 0, operations = 0, ns = 0;
	unsigned n = c->subject->threads, said = 0;

	for (unsigned i = 0; i < n; i++) {
		const struct assay_state *s = &c->states[i];
		operations += (double)s->operations;
		ns += s->spent_ns / n;
		for (size_t k = 0; k < s->n_numbers; k++)
			if (!strcmp(s->numbers[k].name, to->name)) {
				sum += s->numbers[k].value;
				said++;
			}
	}
	to->value = sum;
	if (to->counting == ASSAY_AVERAGE)
		to->value = sum / said;
	else if (to->counting == ASSAY_PER_OPERATION)
		to->value = sum / operations;
	else if (to->counting == ASSAY_PER_SECOND)
		to->value = sum / (ns / 1e9);
}

static void collect_counters(const struct as_call *c)
{
	struct as_call_result *r = c->result;

	for (unsigned i = 0; i < c->subject->threads; i++) {
		const struct assay_state *s = &c->states[i];
		r->thread_ns[i] = s->operations ? s->spent_ns / (double)s->operations : 0;
		r->bytes += s->bytes;
		r->items += s->items;
	}
	r->operations = c->states[0].operations;
	r->n_numbers = c->states[0].n_numbers;
	memcpy(r->numbers, c->states[0].numbers, sizeof r->numbers);
	for (size_t k = 0; k < r->n_numbers && r->operations; k++)
		combine(&r->numbers[k], c);
}

/* All memory there will be, before anything is timed. */
static bool make_room(struct as_call *c)
{
	struct as_call_result *r = c->result;
	unsigned n = c->subject->threads;

	for (int i = 0; i < AS_EVENTS; i++)
		r->events[i] = (double)NAN;
	r->allocations = r->allocated = (double)NAN;
	c->cap = c->wish.wanted ? c->wish.warmup + c->wish.wanted : AS_SAMPLES_MAX;
	c->states = calloc(n, sizeof *c->states);
	r->thread_ns = calloc(n, sizeof *r->thread_ns);
	r->samples = malloc(c->cap * sizeof *r->samples);
	if (!c->wish.repetitions)
		r->calibrations = calloc(c->wish.calibrations, sizeof *r->calibrations);
	for (unsigned i = 0; c->states && i < n; i++) {
		c->states[i].call = c;
		c->states[i].thread = i;
		c->states[i].n_limit = UINT64_MAX;
	}
	return c->states && r->thread_ns && r->samples && (r->calibrations || c->wish.repetitions);
}

bool as_call_is_counted(void)
{
	return assay_valgrind_(0x1001u); /* RUNNING_ON_VALGRIND */
}

enum as_status as_call_run(const struct as_harness_subject *subject, const struct as_timer *timer,
	const struct as_harness_wish *wish, struct as_call_result *out, struct as_err *err)
{
	struct as_call c = {.subject = subject, .timer = timer, .wish = *wish, .result = out,
		.reason = PTHREAD_MUTEX_INITIALIZER, .valgrind = as_call_is_counted()};
	enum as_status st = AS_OK;

	if (!make_room(&c))
		st = as_fail_memory(err);
	else if (subject->threads == 1)
		call_function(&c.states[0]);
	else
		st = call_threads(&c, err);
	if (!st)
		collect_counters(&c);
	free(c.states);
	return st;
}

void as_call_result_release(struct as_call_result *r)
{
	free(r->samples);
	free(r->calibrations);
	free(r->thread_ns);
	free(r->output.bytes);
	*r = (struct as_call_result){0};
}
