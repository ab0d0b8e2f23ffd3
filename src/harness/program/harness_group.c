/* SPDX-License-Identifier: MIT */

/* Candidates of one group: checked against the reference, then timed in turn. Each function is
 * called once a round and makes one measurement, so that what changes on the machine meets all of
 * them. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock/clock.h"
#include "harness/run.h"

enum { ROUNDS_MAX = 20000, ROUNDS_LEAST = 6, CANDIDATES_MAX = 64, PATIENCE = 3 };

/* Steele, Lea and Flood's SplitMix64: enough for orders. */
static uint64_t draw(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static void shuffle(size_t *x, size_t n, uint64_t *state)
{
	for (size_t i = n; i > 1; i--) {
		size_t k = (size_t)(draw(state) % i), kept = x[k];
		x[k] = x[i - 1];
		x[i - 1] = kept;
	}
}

static bool agree(const struct as_harness_output *a, const struct as_harness_output *b, size_t *at)
{
	double x, y;

	if (a->n != b->n)
		return false;
	for (*at = 0; *at < a->n; *at += b->numbers ? sizeof x : 1) {
		const char *p = (const char *)a->bytes + *at, *q = (const char *)b->bytes + *at;
		if (!b->numbers && *p != *q)
			return false;
		if (!b->numbers)
			continue;
		memcpy(&x, p, sizeof x);
		memcpy(&y, q, sizeof y);
		if (!(fabs(x - y) <= b->tolerance * fabs(x)))
			return false;
	}
	return true;
}

/* Why the output of a candidate is wrong goes into r->failed. */
static void compare(const struct as_harness_output *reference, struct as_call_result *r)
{
	const struct as_harness_output *got = &r->output;
	size_t at = 0;

	if (!got->bytes)
		snprintf(r->failed, sizeof r->failed,
			"wrong, and not timed: it hands nothing to assay_output");
	else if (reference->n != got->n)
		snprintf(r->failed, sizeof r->failed,
			"wrong, and not timed: its output has %zu bytes, the reference's %zu",
			got->n, reference->n);
	else if (!agree(reference, got, &at) && got->numbers) {
		double x, y;
		memcpy(&x, (const char *)reference->bytes + at, sizeof x);
		memcpy(&y, (const char *)got->bytes + at, sizeof y);
		snprintf(r->failed, sizeof r->failed,
			"wrong, and not timed: number %zu is %.17g, the "
			"reference's %.17g",
			at / sizeof x, y, x);
	} else if (!agree(reference, got, &at)) {
		snprintf(r->failed, sizeof r->failed,
			"wrong, and not timed: byte %zu is 0x%02x, the reference's 0x%02x", at,
			((const unsigned char *)got->bytes)[at],
			((const unsigned char *)reference->bytes)[at]);
	}
}

static enum as_status once(const struct as_harness_conditions *c,
	const struct as_harness_subject *s,
	struct as_call_result *out, struct as_err *err)
{
	const struct as_harness_wish wish = {.repetitions = 1, .wanted = 1};

	return as_run_one(c, s, &wish, out, err);
}

/* The reference runs first. Whoever is wrong has a reason in its result afterwards. */
static enum as_status check(const struct as_harness_conditions *c,
	const struct as_harness_subject *s, size_t n,
	struct as_call_result *out, struct as_err *err)
{
	const struct as_harness_subject reference = {.entry = s->reference,
		.name = s->reference->name,
		.threads = 1,
		.reference = s->reference};
	struct as_call_result r = {0};
	enum as_status st = once(c, &reference, &r, err);

	if (!st && !*r.failed && !r.output.bytes)
		snprintf(r.failed, sizeof r.failed,
			"it hands nothing to assay_output, so that nothing can be "
			"compared with it");
	for (size_t i = 0; !st && i < n; i++) {
		if (*r.failed) {
			bool is_it = s[i].entry == s->reference;
			snprintf(out[i].failed, sizeof out[i].failed, "%s%.400s",
				is_it ? "" : "its reference failed: ", r.failed);
		} else if (s[i].entry != s->reference) {
			st = once(c, &s[i], &out[i], err);
			if (!st && !*out[i].failed)
				compare(&r.output, &out[i]);
		}
	}
	as_call_result_release(&r);
	return st;
}

/* Forget what the check measured, and keep why it failed. */
static void forget(struct as_call_result *r)
{
	char failed[AS_REASON_BYTES];

	memcpy(failed, r->failed, sizeof failed);
	as_call_result_release(r);
	memcpy(r->failed, failed, sizeof failed);
}

/* Candidates that compute the right thing, and take turns. */
struct turns {
	const struct as_harness_conditions *c;
	const struct as_harness_subject *s; /* all there are, with */
	struct as_call_result *out;         /* what becomes of each */
	size_t right[CANDIDATES_MAX], n;    /* which of them */
	uint64_t random;
};

/* One count of repetitions for all: with different ones the clock's share would differ. */
static enum as_status count(const struct turns *t, uint64_t *repetitions, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t k = 0; !st && k < t->n; k++) {
		const struct as_harness_wish wish = {.calibrations = 1, .wanted = 1};
		struct as_call_result r = {0};
		st = as_run_one(t->c, &t->s[t->right[k]], &wish, &r, err);
		*repetitions = r.repetitions > *repetitions ? r.repetitions : *repetitions;
		as_call_result_release(&r);
	}
	return st;
}

/* One measurement of one candidate, after one that brings back what others have driven from the
 * caches. */
static enum as_status turn(const struct as_harness_conditions *c,
	const struct as_harness_subject *s, struct as_call_result *all, struct as_err *err)
{
	const struct as_harness_wish wish = {
		.repetitions = all->repetitions, .warmup = 1, .wanted = 1};
	struct as_call_result r = {0};
	enum as_status st = as_run_one(c, s, &wish, &r, err);

	if (!st && *r.failed)
		memcpy(all->failed, r.failed, sizeof all->failed);
	else if (!st)
		all->samples[all->n_samples++] = r.samples[r.n_samples - 1];
	all->bytes = r.bytes;
	all->items = r.items;
	all->operations += r.operations;
	all->n_numbers = r.n_numbers;
	memcpy(all->numbers, r.numbers, sizeof all->numbers);
	memcpy(all->events, r.events, sizeof all->events); /* none: in turn nothing is counted */
	all->allocations = r.allocations;
	all->allocated = r.allocated;
	as_call_result_release(&r);
	return st;
}

/* A random cyclic Latin square: in as many rounds as there are candidates each has every place
 * once. */
static enum as_status square(struct turns *t, struct as_err *err)
{
	size_t base[CANDIDATES_MAX], shift[CANDIDATES_MAX];
	enum as_status st = AS_OK;

	for (size_t k = 0; k < t->n; k++)
		base[k] = shift[k] = k;
	shuffle(base, t->n, &t->random);
	shuffle(shift, t->n, &t->random);
	for (size_t round = 0; !st && round < t->n; round++)
		for (size_t place = 0; !st && place < t->n; place++) {
			size_t i = t->right[base[(place + shift[round]) % t->n]];
			if (!*t->out[i].failed)
				st = turn(t->c, &t->s[i], &t->out[i], err);
		}
	return st;
}

/* Squares until the time is spent, of measuring or, where setting up takes long, of waiting. */
static enum as_status rounds(struct turns *t, struct as_err *err)
{
	int64_t budget = t->c->wish.budget_ns * (int64_t)t->n, began = as_clock_now();
	enum as_status st = AS_OK;
	double spent = 0;
	size_t done = 0;

	while (!st && done + t->n <= ROUNDS_MAX) {
		bool over = spent >= (double)budget || as_clock_now() - began >= budget * PATIENCE;
		if (over && done >= ROUNDS_LEAST)
			break;
		st = square(t, err);
		done += t->n;
		for (size_t k = 0; !st && k < t->n; k++) {
			const struct as_call_result *r = &t->out[t->right[k]];
			for (size_t i = r->n_samples < t->n ? 0 : r->n_samples - t->n;
				i < r->n_samples; i++)
				spent += r->samples[i].ns * (double)r->repetitions;
		}
	}
	return st;
}

/* Of a candidate with the reference, round by round. */
static void pair(const struct as_call_result *reference, struct as_call_result *r)
{
	size_t n = r->n_samples;
	double *x = calloc(2 * n + 1, sizeof *x);

	if (x && n == reference->n_samples) {
		for (size_t i = 0; i < n; i++) {
			x[i] = reference->samples[i].ns;
			x[n + i] = r->samples[i].ns;
		}
		if (as_pairing(x, x + n, n, &r->pairing))
			r->pairing.blocks = 0;
	}
	free(x);
}

static enum as_status compete(const struct as_harness_conditions *c,
	const struct as_harness_subject *s, size_t n,
	struct as_call_result *out, struct as_err *err)
{
	struct turns t = {.c = c, .s = s, .out = out, .random = c->seed};
	uint64_t repetitions = 1;
	size_t reference = n;

	for (size_t i = 0; i < n; i++) {
		forget(&out[i]);
		if (!*out[i].failed)
			t.right[t.n++] = i;
	}
	enum as_status st = count(&t, &repetitions, err);
	for (size_t k = 0; !st && k < t.n; k++) {
		struct as_call_result *r = &out[t.right[k]];
		r->repetitions = repetitions;
		r->samples = calloc(ROUNDS_MAX, sizeof *r->samples);
		if (!r->samples)
			return as_fail_memory(err);
		if (s[t.right[k]].entry == s->reference)
			reference = t.right[k];
	}
	if (!st && t.n)
		st = rounds(&t, err);
	for (size_t k = 0; !st && reference < n && k < t.n; k++)
		if (t.right[k] != reference && !*out[t.right[k]].failed)
			pair(&out[reference], &out[t.right[k]]);
	return st;
}

/* Candidates are compared with the reference, then all that are right are timed in rounds. */
static enum as_status run_group(const struct as_harness_conditions *c,
	const struct as_harness_subject *s, size_t n,
	struct as_call_result *out, struct as_err *err)
{
	if (n > CANDIDATES_MAX)
		return as_fail(err, AS_ERR_USAGE,
			"group '%s' has %zu candidates; 64 can be compared", s->entry->group, n);
	enum as_status st = check(c, s, n, out, err);
	if (!st && c->in_turn)
		return compete(c, s, n, out, err);
	for (size_t i = 0; !st && i < n; i++) {
		forget(&out[i]);
		if (!*out[i].failed)
			st = as_run_one(c, &s[i], &c->wish, &out[i], err);
	}
	return st;
}

enum as_status as_run_here(const struct as_harness_conditions *c,
	const struct as_harness_subject *s, size_t n,
	struct as_call_result *out, struct as_err *err)
{
	return s->reference ? run_group(c, s, n, out, err)
			    : as_run_one(c, s, &c->wish, out, err);
}
