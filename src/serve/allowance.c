/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/allowance.h"

#include <stddef.h>
#include <stdlib.h>

#include "serve/limits.h"

/* Slow guesses take 50 ms each, while nothing else is read. */
const struct as_allowance_rule as_allowance_of_guesses = {
	AS_MOST_GUESSES, 1.0 / 6, AS_MOST_ALL_GUESSES, 1};
const struct as_allowance_rule as_allowance_of_slow_guesses = {AS_MOST_SLOW_GUESSES, 0.1, 20, 1};
const struct as_allowance_rule as_allowance_of_changes = {
	AS_MOST_CHANGES, 100, 10.0 * AS_MOST_CHANGES, 1000};

enum { PLACES = 1024 }; /* who shares a place shares what is left */

struct purse {
	double spent;
	int64_t at_ns;
};

struct as_allowances {
	const struct as_allowance_rule *rule;
	struct purse all, each[PLACES];
};

struct as_allowances *as_allowances_new(const struct as_allowance_rule *rule)
{
	struct as_allowances *a = calloc(1, sizeof *a);

	if (a)
		a->rule = rule;
	return a;
}

void as_allowances_free(struct as_allowances *a)
{
	free(a);
}

static struct purse *purse_of(struct as_allowances *a, const char *who)
{
	uint32_t hash = 2166136261U; /* FNV-1a */

	for (; who && *who; who++)
		hash = (hash ^ (unsigned char)*who) * 16777619U;
	return &a->each[hash % PLACES];
}

static void mend(struct purse *p, double per_s, int64_t now_ns)
{
	const double grown = (double)(now_ns - p->at_ns) * 1e-9 * per_s;

	p->spent = p->spent > grown ? p->spent - grown : 0;
	p->at_ns = now_ns;
}

bool as_allowance_take(struct as_allowances *a, const char *who, int64_t now_ns)
{
	struct purse *each = purse_of(a, who);

	mend(each, a->rule->each_per_s, now_ns);
	mend(&a->all, a->rule->all_per_s, now_ns);
	if (each->spent + 1 > a->rule->each || a->all.spent + 1 > a->rule->all)
		return false;
	each->spent++;
	a->all.spent++;
	return true;
}

void as_allowance_give(struct as_allowances *a, const char *who)
{
	purse_of(a, who)->spent--;
	a->all.spent--;
}
