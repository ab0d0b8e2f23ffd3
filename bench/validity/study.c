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
	return is_wanted(s, c->name);
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

/* P(X <= k) of a binomial number of n. */
static double at_most(unsigned k, unsigned n, double p)
{
	double sum = 0;

	if (p <= 0 || p >= 1)
		return p <= 0 || k >= n;
	for (unsigned i = 0; i <= k && i <= n; i++)
		sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) + i * log(p) +
			(n - i) * log1p(-p));
	return sum;
}

bool study_holds(unsigned hits, unsigned n, double low, double high)
{
	const double tail = 0.0005;

	return at_most(hits, n, low) >= tail && at_most(n - hits, n, 1 - high) >= tail;
}

static void print_tap(struct study *s, const struct cell *c, const struct tally *t, bool good)
{
	printf("%sok %u - %s: %s: %u of %u, promised %g to %g %%\n", good ? "" : "not ",
		s->promises, c->name, t->judge, t->hits, t->n, 100 * t->low, 100 * t->high);
}

static void print_row(const struct cell *c, const struct tally *t, bool good)
{
	printf("%s\t%s\t%u\t%u\t%.6g\t%g\t%g\t%s\t%g\n", c->name, t->judge, t->hits, t->n,
		t->width / t->n, t->low, t->high, t->high > 0 ? good ? "holds" : "broken" : "-",
		t->published);
}

void cell_close(struct cell *c)
{
	struct study *s = c->study;

	for (size_t i = 0; i < c->n_tallies; i++) {
		const struct tally *t = &c->tallies[i];
		bool good = study_holds(t->hits, t->n, t->low, t->high);
		if (t->high > 0) {
			s->promises++;
			s->broken += !good;
		}
		if (!s->tap)
			print_row(c, t, good);
		else if (t->high > 0)
			print_tap(s, c, t, good);
	}
	fflush(stdout);
}
