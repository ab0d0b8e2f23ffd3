/* SPDX-License-Identifier: MIT */
#include "harness/shown/harness_screen.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/program/harness_wrap.h"
#include "stat/core/histogram.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"

/* Events that happen more seldom than in each thousandth operation are not shown. */
#define LEAST_SHOWN 1e-3

enum { LEAST_WIDTH = 9, MOST_WIDTH = 40, LABEL_WIDTH = 11, BARS = 10, LEVELS = 8 };

void as_screen_fit(struct as_harness_screen *s, const struct as_subjects *subjects)
{
	s->width = LEAST_WIDTH;
	for (size_t i = 0; i < subjects->n; i++) {
		int n = (int)strlen(subjects->list[i].name);
		s->width = n > s->width ? n : s->width;
	}
	s->width = s->width < MOST_WIDTH ? s->width : MOST_WIDTH;
}

/* A time with four digits and its unit, right-aligned in 9 columns. */
static void add_screen_time(struct as_text *t, const struct as_harness_screen *s, double ns)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	int unit = 0;

	for (; unit < 3 && ns >= 999.95; unit++)
		ns /= 1000;
	const char *name = unit == 1 && s->unicode ? "µs" : units[unit];
	int decimals = ns < 9.9995 ? 3 : ns < 99.995 ? 2 : 1;
	as_text_addf(t, "%6.*f %s%s", decimals, ns, name, unit == 3 ? " " : "");
}

void as_screen_head(struct as_text *t, const struct as_harness_screen *s)
{
	as_text_addf(t, "%-*s    minimum     median       mean   measured     %s\n", s->width,
		"benchmark", s->unicode ? "least … 90 %" : "least .. 90 %");
}

/* How often which time occurred, from the least to the ninth decile. */
static void add_picture(struct as_text *t, const struct as_harness_screen *s, const double *sorted,
	size_t n)
{
	static const char *const bars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	static const char *const plain[] = {" ", ".", ".", ":", "-", "=", "+", "*", "#"};
	double range[2] = {sorted[0], sorted[0]};
	size_t counts[BARS], most = 1;

	if (as_quantile(sorted, n, 0.9, &range[1]) || as_histogram(sorted, n, range, counts, BARS))
		return;
	for (int i = 0; i < BARS; i++)
		most = counts[i] > most ? counts[i] : most;
	for (int i = 0; i < BARS; i++) {
		size_t level = (counts[i] * LEVELS + most - 1) / most;
		as_text_add(t, s->unicode ? bars[level] : plain[level]);
	}
}

static void add_times(struct as_text *t, const struct as_harness_screen *s,
	const struct as_call_result *r)
{
	size_t n = r->n_samples - r->n_warmup;
	double *x = malloc(n * sizeof *x);

	if (!x) {
		t->failed = true;
		return;
	}
	for (size_t i = 0; i < n; i++)
		x[i] = r->samples[r->n_warmup + i].ns;
	double mean = as_mean(x, n);
	as_sort(x, n);
	const double shown[] = {x[0], as_median(x, n), mean};
	for (int i = 0; i < 3; i++) {
		as_text_add(t, "  ");
		add_screen_time(t, s, shown[i]);
	}
	as_text_addf(t, "  %7zu %s %-6" PRIu64 " ", n, s->unicode ? "×" : "x", r->repetitions);
	add_picture(t, s, x, n);
	free(x);
}

/* A rate, in digits that can be compared at a glance. */
static void add_rate(struct as_text *t, double rate, const char *unit)
{
	static const char *const prefixes[] = {"", "k", "M", "G", "T"};
	int p = 0;

	for (; p < 4 && rate >= 999.95; p++)
		rate /= 1000;
	as_text_addf(t, "%.4g %s%s", rate, prefixes[p], unit);
}

/* Numbers stand in lines of their own, which break between them. */
static void next_number(struct as_text *t)
{
	if (t->len)
		as_text_add(t, ",\n");
}

/* A line below a row. */
static void add_below(struct as_text *t, const struct as_harness_screen *s, const char *words,
	char gap)
{
	as_text_addf(t, "%*s", s->width + 2, "");
	as_wrap(t, s->columns, s->width + 2, words, gap);
}

static void add_counted(struct as_text *t, const struct as_call_result *r)
{
	for (int i = 0; i < AS_EVENTS; i++)
		if (!isnan(r->events[i]) && (i < 2 || r->events[i] >= LEAST_SHOWN)) {
			next_number(t);
			as_text_addf(t, "%.4g %s", r->events[i], as_event_names[i]);
		}
	if (!isnan(r->allocations)) {
		next_number(t);
		as_text_addf(t, "%.4g allocations of %.4g B together", r->allocations,
			r->allocated);
	}
}

/* What all threads did together, and how unlike they were. */
static void add_threads(struct as_text *t, const struct as_harness_screen *s, unsigned n,
	double least,
	const struct as_call_result *r)
{
	double range[2];

	if (n < 2 || !r->thread_ns || !(least > 0))
		return;
	as_extremes(r->thread_ns, n, &range[0], &range[1]);
	next_number(t);
	add_rate(t, n / least * 1e9, "operations/s together");
	next_number(t);
	as_text_add(t, "means of threads");
	add_screen_time(t, s, range[0]);
	as_text_add(t, " to");
	add_screen_time(t, s, range[1]);
}

static void add_numbers(struct as_text *t, const struct as_harness_screen *s, unsigned threads,
	const struct as_call_result *r)
{
	struct as_text numbers = {0};
	double least = HUGE_VAL;

	for (size_t i = r->n_warmup; i < r->n_samples; i++)
		least = fmin(least, r->samples[i].ns);
	add_threads(&numbers, s, threads, least, r);
	if (r->bytes > 0 && least > 0) {
		next_number(&numbers);
		add_rate(&numbers, r->bytes / least * 1e9, "B/s");
	}
	if (r->items > 0 && least > 0) {
		next_number(&numbers);
		add_rate(&numbers, r->items / least * 1e9, "items/s");
	}
	add_counted(&numbers, r);
	for (size_t k = 0; k < r->n_numbers; k++) {
		next_number(&numbers);
		as_text_addf(&numbers, "%s %.4g %s", r->numbers[k].name, r->numbers[k].value,
			r->numbers[k].unit);
	}
	if (numbers.len)
		add_below(t, s, as_text_str(&numbers), '\n');
	t->failed |= numbers.failed;
	as_text_release(&numbers);
}

static void add_remark(struct as_text *t, const struct as_harness_screen *s, const char *words)
{
	add_below(t, s, words, ' ');
}

static void add_reason(struct as_text *t, const struct as_harness_screen *s, const char *reason)
{
	struct as_text words = {0};

	as_text_add(&words, "failed: ");
	as_text_add_neutral(&words, reason, strlen(reason), 0);
	as_text_add(t, "  ");
	as_wrap(t, s->columns, s->width + 2, as_text_str(&words), ' ');
	t->failed |= words.failed;
	as_text_release(&words);
}

static void add_pairing(struct as_text *t, const struct as_harness_screen *s,
	const struct as_pairing *p,
	const char *reference)
{
	struct as_text words = {0};

	as_text_addf(&words, "takes %.4g times as long as %s\n(%.4g to %.4g, 95 %% of %zu rounds)",
		p->ratio, reference, p->low, p->high, p->blocks);
	add_below(t, s, as_text_str(&words), '\n');
	t->failed |= words.failed;
	as_text_release(&words);
}

void as_harness_screen_row(struct as_text *t, const struct as_harness_screen *s,
	const struct as_harness_subject *subject,
	const struct as_call_result *r)
{
	as_text_addf(t, "%-*s", s->width, subject->name);
	if (*r->failed) {
		add_reason(t, s, r->failed);
		return;
	}
	add_times(t, s, r);
	as_text_char(t, '\n');
	add_numbers(t, s, subject->threads, r);
	if (r->pairing.blocks)
		add_pairing(t, s, &r->pairing, subject->reference->name);
	if ((long)subject->threads > sysconf(_SC_NPROCESSORS_ONLN))
		add_remark(t, s,
			"more threads than processors: they take turns, and do not run all at "
			"once");
	if (r->timeless)
		add_remark(t, s, "the clock saw no time pass: it is too coarse for this operation");
	if (r->limited)
		add_remark(t, s,
			"fewer operations are timed together than wanted: so many inputs have no "
			"room");
}

/* A line of the foot: a label of 11 columns, and words that have their gaps at '\n' or at blanks.
 * */
static void add_line(struct as_text *t, const struct as_harness_screen *s, const char *label,
	char gap,
	const char *fmt, ...) AS_PRINTF(5, 6);

static void add_line(struct as_text *t, const struct as_harness_screen *s, const char *label,
	char gap,
	const char *fmt, ...)
{
	char words[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(words, sizeof words, fmt, ap);
	va_end(ap);
	as_text_addf(t, "%-*s", LABEL_WIDTH, label);
	as_wrap(t, s->columns, LABEL_WIDTH, words, gap);
}

void as_screen_foot(struct as_text *t, const struct as_harness_screen *s,
	const struct as_timer *timer,
	bool optimised)
{
	if (!optimised)
		add_line(t, s, "warning", ' ',
			"compiled without optimisation: what is measured is not what users run");
	if (timer->overhead_ns > 0)
		add_line(t, s, "clock", '\n',
			"%s:\nresolution %.3g ns,\na reading takes %.3g ns,\nerror up to %.4g ns",
			timer->name, timer->resolution_ns, timer->overhead_ns, timer->accuracy_ns);
	const char *why = as_counting_why_not();
	if (why)
		add_line(t, s, "counters", ' ', "none of the processor: %s", why);
	add_line(t, s, "scope", ' ',
		"inside this process only: another process, build or machine state may "
		"differ by more than all that is seen here");
	add_line(t, s, "next", ' ',
		"assay run %s%s repeats the process, and says how sure the times are",
		strchr(s->program, '/') ? "" : "./", s->program);
}
