/* SPDX-License-Identifier: MIT */

/* What a benchmark asks of its state, and says to it. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/call.h"

int64_t assay_param(const struct assay_state *s, const char *parameter)
{
	int64_t v = 0;

	if (!as_subject_value(s->call->subject, parameter, &v))
		as_call_fail(s->call, "it asks for its parameter '%s' and has none of that name",
			parameter);
	return v;
}

const struct assay_entry_ *assay_entry_of_(const struct assay_state *s)
{
	return s->call->subject->entry;
}

unsigned assay_threads(const struct assay_state *s)
{
	return s->call->subject->threads;
}

unsigned assay_thread(const struct assay_state *s)
{
	return s->thread;
}

void assay_fail(struct assay_state *s, const char *fmt, ...)
{
	char reason[AS_REASON_BYTES];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(reason, sizeof reason, fmt, ap);
	va_end(ap);
	as_call_fail(s->call, "%s", reason);
}

int assay_failed(const struct assay_state *s)
{
	return atomic_load(&s->call->stopped);
}

static void set_rate(struct assay_state *s, double *to, double value, const char *what)
{
	if (!(value >= 0 && value <= 1e300))
		as_call_fail(s->call, "it says that an operation gets through %g %s", value, what);
	else
		*to = value;
}

void assay_bytes(struct assay_state *s, double bytes)
{
	set_rate(s, &s->bytes, bytes, "bytes");
}

void assay_items(struct assay_state *s, double items)
{
	set_rate(s, &s->items, items, "items");
}

/* A word of the report: no blanks, nothing that a line of it could take for something else. */
static bool is_word(const char *s)
{
	static const char allowed[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/%";
	size_t n = s ? strlen(s) : 0;

	return n && n < AS_WORD_BYTES - 2 && strspn(s, allowed) == n;
}

void assay_counter(struct assay_state *s, const char *name, double value, const char *unit,
	enum assay_counting counting)
{
	size_t k = 0;

	if (!is_word(name) || !is_word(unit) || !(value >= -1e300 && value <= 1e300)) {
		as_call_fail(s->call,
			"its counter '%s' of %g %s is none: name and unit are words, and the "
			"value is finite",
			name ? name : "", value, unit ? unit : "");
		return;
	}
	while (k < s->n_numbers && strcmp(s->numbers[k].name, name) != 0)
		k++;
	if (k == AS_COUNTERS_MAX) {
		as_call_fail(s->call, "it has more than 16 counters: '%s' is one too many", name);
		return;
	}
	struct as_number *to = &s->numbers[k];
	s->n_numbers += k == s->n_numbers;
	to->value = value;
	to->counting = counting;
	snprintf(to->name, sizeof to->name, "%s", name);
	snprintf(to->unit, sizeof to->unit, "%s%s", unit, counting == ASSAY_PER_SECOND ? "/s" : "");
}

static void take_output(struct assay_state *s, const struct as_harness_output *from)
{
	struct as_harness_output *to = &s->call->result->output;

	if (s->call->subject->entry->role == ASSAY_PLAIN_)
		return;
	if (from->n > AS_OUTPUT_BYTES) {
		as_call_fail(s->call, "its output has more than 64 MiB");
		return;
	}
	void *copy = malloc(from->n ? from->n : 1);
	if (!copy) {
		as_call_fail(s->call, "there is no memory for its output");
		return;
	}
	if (from->n)
		memcpy(copy, from->bytes, from->n);
	free(to->bytes);
	*to = *from;
	to->bytes = copy;
}

void assay_output(struct assay_state *s, const void *bytes, size_t n)
{
	struct as_harness_output out = {.n = n};

	memcpy(&out.bytes, &bytes, sizeof bytes); /* it is only read */
	take_output(s, &out);
}

void assay_output_doubles(struct assay_state *s, const double *x, size_t n, double tolerance)
{
	struct as_harness_output out = {.n = n * sizeof *x, .numbers = true,
		.tolerance = tolerance};

	if (!(tolerance >= 0 && tolerance < 1) || n > AS_OUTPUT_BYTES / sizeof *x) {
		as_call_fail(s->call,
			"its output needs a tolerance from 0 to below 1, and at most 64 MiB");
		return;
	}
	memcpy(&out.bytes, &x, sizeof x);
	take_output(s, &out);
}
