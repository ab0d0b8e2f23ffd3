/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serve/allowance.h"

#include <stddef.h>
#include <stdlib.h>

/* Guesses: 20 and one each 6 s of an address, 200 and one a second of all, so that hashes never take
 * more than a twentieth of a processor for long. Changes: 2000 and 100 a second of a token. */
const struct as_allowance_rule as_allowance_of_guesses = {20, 1.0 / 6, 200, 1};
const struct as_allowance_rule as_allowance_of_changes = {2000, 100, 20000, 1000};

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
