/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "study.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void study_fail(const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	fputs("validity: ", stderr);
	vfprintf(stderr, format, ap);
	fputc('\n', stderr);
	va_end(ap);
	exit(2);
}

/* A cell is wanted by its name, or by the beginning of it up to a slash. */
static bool is_wanted(struct study *s, const char *name)
{
	bool named = !s->n_names;

	for (size_t i = 0; i < s->n_names; i++) {
		size_t n = strlen(s->names[i]);
		named = named || (!strncmp(name, s->names[i], n) && (!name[n] || name[n] == '/'));
	}
	return named && s->cells++ % s->parts == s->part;
}

bool cell_open(struct cell *c, struct study *s, const char *format, ...)
{
	va_list ap;

	*c = (struct cell){.study = s};
	va_start(ap, format);
	int n = vsnprintf(c->name, sizeof c->name, format, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof c->name)
		study_fail("a name is too long: %s", c->name);
	c->n = s->n;
	return is_wanted(s, c->name);
}

void cell_share(struct cell *c, unsigned part)
{
	if (!c->study->tap)
		c->n = (c->n + part - 1) / part;
}

bool cell_beside(const struct cell *c, unsigned k)
{
	return (uint64_t)k * STUDY_BESIDE < c->study->n;
}

/* FNV-1a of the name: the seed was fixed when the cell got its name. */
static uint64_t seed_of(const char *name)
{
	uint64_t h = 0xcbf29ce484222325;

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 0x100000001b3;
	return h;
}

struct as_random cell_random(const struct cell *c, unsigned k)
{
	struct as_random r;

	as_random_init(&r, seed_of(c->name), AS_RANDOM_TEST, k);
	return r;
}

struct tally *cell_tally(struct cell *c, const char *judge)
{
	for (size_t i = 0; i < c->n_tallies; i++)
		if (!strcmp(c->tallies[i].judge, judge))
			return &c->tallies[i];
	if (c->n_tallies == STUDY_JUDGES)
		study_fail("%s: too many judges", c->name);
	c->tallies[c->n_tallies] = (struct tally){.judge = judge};
	return &c->tallies[c->n_tallies++];
}

void cell_count_interval(struct cell *c, const char *judge, bool hit, double half_width)
{
	struct tally *t = cell_tally(c, judge);

	t->hits += hit;
	t->n++;
	t->width += half_width;
}

void cell_count(struct cell *c, const char *judge, bool hit)
{
	cell_count_interval(c, judge, hit, 0);
}

void cell_promise(struct cell *c, const char *judge, double low, double high)
{
	struct tally *t = cell_tally(c, judge);

	t->low = low;
	t->high = high;
}

/* P(X <= k) of a binomial number of n: the terms from k downward, until they vanish. */
static double at_most(unsigned k, unsigned n, double p)
{
	double sum = 0;

	if (p <= 0 || p >= 1)
		return p <= 0 || k >= n;
	if (k >= n)
		return 1;
	if (k > n * p)
		return 1 - at_most(n - k - 1, n, 1 - p);
	double term = exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) +
		(n - k) * log1p(-p));
	for (unsigned i = k; term > 1e-12 * sum; i--) {
		sum += term;
		term *= i / (n - i + 1.0) * (1 - p) / p;
	}
	return sum;
}

/* The p at which k or fewer come in 0.5 % of cases. */
static double end_of(unsigned k, unsigned n)
{
	const double tail = 0.005;
	double low = 0, high = 1;

	for (int i = 0; i < 50; i++) {
		const double middle = (low + high) / 2;
		if (at_most(k, n, middle) > tail)
			low = middle;
		else
			high = middle;
	}
	return low;
}

struct study_rate study_judge(const struct tally *t)
{
	const double slack = 0.005;
	struct study_rate r = {.lo = t->hits ? 1 - end_of(t->n - t->hits, t->n) : 0,
		.hi = t->hits < t->n ? end_of(t->hits, t->n) : 1};
	const double least = t->low > 0 ? t->low - slack : 0;
	const double most = t->high < 1 ? t->high + slack : 1;

	if (r.lo >= least && r.hi <= most)
		r.word = STUDY_HOLDS;
	else
		r.word = r.hi >= least && r.lo <= most ? STUDY_OPEN : STUDY_BROKEN;
	return r;
}

/* A thousand experiments break a promise, and seldom show that it is kept. */
static void print_tap(struct study *s, const struct cell *c, const struct tally *t, bool good)
{
	printf("%sok %u - %s: %s: %u of %u, promised %g to %g %%\n", good ? "" : "not ",
		s->promises, c->name, t->judge, t->hits, t->n, 100 * t->low, 100 * t->high);
}

static void print_row(const struct cell *c, const struct tally *t, const struct study_rate *r)
{
	static const char *const words[] = {"holds", "open", "broken"};

	printf("%s\t%s\t%u\t%u\t%.6g\t%g\t%g\t%s\t%g\t%.5f\t%.5f\n", c->name, t->judge, t->hits,
		t->n, t->width / t->n, t->low, t->high, t->high > 0 ? words[r->word] : "-",
		t->published, r->lo, r->hi);
}

void cell_close(struct cell *c)
{
	struct study *s = c->study;

	for (size_t i = 0; i < c->n_tallies; i++) {
		const struct tally *t = &c->tallies[i];
		const struct study_rate r = study_judge(t);
		const bool good = r.word != STUDY_BROKEN;
		if (t->high > 0) {
			s->promises++;
			s->broken += !good;
		}
		if (!s->tap)
			print_row(c, t, &r);
		else if (t->high > 0)
			print_tap(s, c, t, good);
	}
	fflush(stdout);
}
