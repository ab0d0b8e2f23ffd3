/* SPDX-License-Identifier: MIT */
#include "harness/screen.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stat/core/histogram.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"

/* Events that happen more seldom than in each thousandth operation are not shown. */
#define LEAST_SHOWN 1e-3

enum { LEAST_WIDTH = 9, MOST_WIDTH = 40, BARS = 10, LEVELS = 8 };

void as_screen_fit(struct as_screen *s, const struct as_subjects *subjects)
{
	s->width = LEAST_WIDTH;
	for (size_t i = 0; i < subjects->n; i++) {
		int n = (int)strlen(subjects->list[i].name);
		s->width = n > s->width ? n : s->width;
	}
	s->width = s->width < MOST_WIDTH ? s->width : MOST_WIDTH;
}

void as_screen_time(struct as_text *t, const struct as_screen *s, double ns)
{
	static const char *const units[] = {"ns", "us", "ms", "s"};
	int unit = 0;

	for (; unit < 3 && ns >= 999.95; unit++)
		ns /= 1000;
	const char *name = unit == 1 && s->unicode ? "µs" : units[unit];
	int decimals = ns < 9.9995 ? 3 : ns < 99.995 ? 2 : 1;
	as_text_addf(t, "%6.*f %s%s", decimals, ns, name, unit == 3 ? " " : "");
}

void as_screen_head(struct as_text *t, const struct as_screen *s)
{
	as_text_addf(t, "%-*s    minimum     median       mean   measured         %s\n", s->width,
		"benchmark", s->unicode ? "least … 90 %" : "least .. 90 %");
}

/* How often which time occurred, from the least to the ninth decile. */
static void add_picture(struct as_text *t, const struct as_screen *s, const double *sorted, size_t n)
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

static void add_times(struct as_text *t, const struct as_screen *s, const struct as_result *r)
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
		as_screen_time(t, s, shown[i]);
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

/* Numbers stand in a line of their own, parted by commas. */
struct line {
	struct as_text *t;
	int indent;
	bool begun;
};

static void next_number(struct line *l)
{
	if (l->begun)
		as_text_add(l->t, ", ");
	else
		as_text_addf(l->t, "%*s  ", l->indent, "");
	l->begun = true;
}

static void add_counted(struct line *l, const struct as_result *r)
{
	for (int i = 0; i < AS_EVENTS; i++)
		if (!isnan(r->events[i]) && (i < 2 || r->events[i] >= LEAST_SHOWN)) {
			next_number(l);
			as_text_addf(l->t, "%.4g %s", r->events[i], as_event_names[i]);
		}
	if (!isnan(r->allocations)) {
		next_number(l);
		as_text_addf(l->t, "%.4g allocations of %.4g B together", r->allocations, r->allocated);
	}
}

/* What all threads did together, and how unlike they were. */
static void add_threads(struct line *l, const struct as_screen *s, unsigned n, double least,
	const struct as_result *r)
{
	double range[2];

	if (n < 2 || !r->thread_ns || !(least > 0))
		return;
	as_extremes(r->thread_ns, n, &range[0], &range[1]);
	next_number(l);
	add_rate(l->t, n / least * 1e9, "operations/s together");
	as_text_add(l->t, ", means of threads");
	as_screen_time(l->t, s, range[0]);
	as_text_add(l->t, " to");
	as_screen_time(l->t, s, range[1]);
}

static void add_numbers(struct as_text *t, const struct as_screen *s, unsigned threads,
	const struct as_result *r)
{
	struct line l = {.t = t, .indent = s->width};
	double least = HUGE_VAL;

	for (size_t i = r->n_warmup; i < r->n_samples; i++)
		least = fmin(least, r->samples[i].ns);
	add_threads(&l, s, threads, least, r);
	if (r->bytes > 0 && least > 0) {
		next_number(&l);
		add_rate(t, r->bytes / least * 1e9, "B/s");
	}
	if (r->items > 0 && least > 0) {
		next_number(&l);
		add_rate(t, r->items / least * 1e9, "items/s");
	}
	add_counted(&l, r);
	for (size_t k = 0; k < r->n_numbers; k++) {
		next_number(&l);
		as_text_addf(t, "%s %.4g %s", r->numbers[k].name, r->numbers[k].value, r->numbers[k].unit);
	}
	if (l.begun)
		as_text_char(t, '\n');
}

static void add_remark(struct as_text *t, const struct as_screen *s, const char *words)
{
	as_text_addf(t, "%-*s  %s\n", s->width, "", words);
}

void as_screen_row(struct as_text *t, const struct as_screen *s, const struct as_subject *subject,
	const struct as_result *r)
{
	as_text_addf(t, "%-*s", s->width, subject->name);
	if (*r->failed) {
		as_text_add(t, "  failed: ");
		as_text_add_neutral(t, r->failed, strlen(r->failed), 0);
		as_text_char(t, '\n');
		return;
	}
	add_times(t, s, r);
	as_text_char(t, '\n');
	add_numbers(t, s, subject->threads, r);
	if (r->pairing.blocks)
		as_text_addf(t, "%-*s  takes %.4g times as long as %s (%.4g to %.4g, 95 %% of %zu rounds)\n", s->width, "",
			r->pairing.ratio, subject->reference->name, r->pairing.low, r->pairing.high, r->pairing.blocks);
	if ((long)subject->threads > sysconf(_SC_NPROCESSORS_ONLN))
		add_remark(t, s, "more threads than processors: they take turns, and do not run all at once");
	if (r->timeless)
		add_remark(t, s, "the clock saw no time pass: it is too coarse for this operation");
	if (r->limited)
		add_remark(t, s, "fewer operations are timed together than wanted: so many inputs have no room");
}

void as_screen_foot(struct as_text *t, const struct as_screen *s, const struct as_timer *timer,
	bool optimised)
{
	if (!optimised)
		as_text_add(t, "warning    compiled without optimisation: what is measured is not what users run\n");
	if (timer->overhead_ns > 0)
		as_text_addf(t, "clock      %s: resolution %.3g ns, a reading takes %.3g ns, error up to %.4g ns\n",
			timer->name, timer->resolution_ns, timer->overhead_ns, timer->accuracy_ns);
	const char *why = as_counting_why_not();
	if (why)
		as_text_addf(t, "counters   none of the processor: %s\n", why);
	as_text_add(t, "scope      inside this process only: another process, build or machine state may\n"
		       "           differ by more than all that is seen here\n");
	as_text_addf(t, "next       assay run %s%s repeats the process, and says how sure the times are\n",
		strchr(s->program, '/') ? "" : "./", s->program);
}
