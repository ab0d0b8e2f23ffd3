/* SPDX-License-Identifier: MIT */

/* What the loop of a benchmark calls when its counter has run out. The clock is stopped first and
 * started last: whatever is between is not timed. */

#include <stdlib.h>

#include "harness/call.h"
#include "harness/guard.h"

static bool is_own(struct assay_state *s)
{
	as_guard_fork(s->process, s->call->subject->name);
	if (pthread_equal(s->owner, pthread_self()))
		return true;
	as_call_fail(s->call, "a second thread used the state of the first: declare ASSAY_THREADS");
	return false;
}

static void prepare(struct assay_state *s, uint64_t n)
{
	const struct assay_inputs *in = s->inputs;

	for (uint64_t i = 0; i < n; i++)
		in->prepare(s->room + i * in->size, in->with);
}

static void discard(struct assay_state *s)
{
	const struct assay_inputs *in = s->inputs;

	for (uint64_t i = 0; in->discard && i < s->n; i++)
		in->discard(s->room + i * in->size, in->with);
}

/* Only where somebody counts: the clock runs. */
static void toggle(const struct assay_state *s)
{
	if (s->call->valgrind && s->call->phase == AS_MEASURING)
		assay_count_toggle();
}

static uint64_t go_on(struct assay_state *s)
{
	uint64_t n = as_call_meet(s->call);

	if (n && s->inputs) {
		prepare(s, n);
		n = as_call_wait(s->call) ? n : 0;
	}
	s->running = n > 0;
	s->n = n;
	if (n && s->call->phase == AS_COUNTING)
		as_counting_start(&s->counting);
	s->start = as_timer_read(s->call->timer);
	if (n)
		toggle(s);
	return n;
}

static bool may_begin(struct assay_state *s)
{
	if (!is_own(s))
		return false;
	if (s->began)
		as_call_fail(s->call, "it runs its loop twice: a benchmark has one loop");
	bool first = !s->began;
	s->began = true;
	return first && !assay_failed(s);
}

uint64_t assay_begin_(struct assay_state *s)
{
	return may_begin(s) ? go_on(s) : 0;
}

uint64_t assay_next_(struct assay_state *s, uint64_t left)
{
	toggle(s);
	int64_t stop = as_timer_read(s->call->timer);

	if (!is_own(s) || left)
		return 0; /* left by break: as_call_run sees that it is still running */
	if (s->call->phase == AS_COUNTING)
		as_counting_stop(&s->counting, s->events, &s->allocations, &s->allocated);
	s->stop = stop;
	s->operations += s->n;
	s->spent_ns += (double)(stop - s->start) * s->call->timer->ns_per_tick;
	if (s->inputs)
		discard(s);
	return go_on(s);
}

static struct assay_cursor_ cursor(struct assay_state *s, uint64_t n)
{
	struct assay_cursor_ c = {.at = n ? s->room : NULL, .left = n};

	return c;
}

struct assay_cursor_ assay_begin_inputs_(struct assay_state *s, const struct assay_inputs *in,
	size_t size)
{
	if (!may_begin(s))
		return cursor(s, 0);
	if (!in->prepare || in->size != size || size > AS_INPUT_BYTES) {
		as_call_fail(s->call,
			"its inputs need a function that prepares them, and a size of %zu "
			"bytes, that of what the pointer points to, of at most 16 MiB",
			size);
		return cursor(s, 0);
	}
	s->room = calloc(1, AS_INPUT_BYTES);
	if (!s->room) {
		as_call_fail(s->call, "there is no memory for its inputs");
		return cursor(s, 0);
	}
	s->inputs = in;
	s->n_limit = AS_INPUT_BYTES / size;
	return cursor(s, go_on(s));
}

struct assay_cursor_ assay_next_inputs_(struct assay_state *s, uint64_t left)
{
	return cursor(s, assay_next_(s, left));
}
