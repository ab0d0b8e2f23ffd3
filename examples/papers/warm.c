/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warm - time look-ups whose answers are kept: early iterations compute most, late ones nothing
 *
 * A program that really warms up. One iteration asks for 500 of 4000 numbers, drawn from a sequence
 * that is the same in each execution: how many steps each takes to 1, halved where it is even, else
 * three times itself and one (Collatz). What was computed once is in a table. At its end one of the
 * answers is computed again without the table. */

#include "../layout/iterations.h"

enum { ASKED = 500, NUMBERS = 4000, FIRST = 1000000 };

struct table {
	uint32_t steps[NUMBERS]; /* 0: not computed yet */
	uint32_t drawn;
};

static uint32_t draw(struct table *t)
{
	t->drawn = t->drawn * 1664525 + 1013904223;
	return (uint32_t)(((uint64_t)t->drawn * NUMBERS) >> 32);
}

static uint32_t count_steps(uint64_t n)
{
	uint32_t steps = 0;

	for (; n != 1; steps++)
		n = n % 2 ? 3 * n + 1 : n / 2;
	return steps;
}

static uint32_t answer(struct table *t, uint32_t i)
{
	if (!t->steps[i])
		t->steps[i] = count_steps(FIRST + i);
	return t->steps[i];
}

static bool iteration(void *context)
{
	struct table *t = context;
	uint32_t last = 0, told = 0;
	uint64_t sum = 0;

	for (size_t i = 0; i < ASKED; i++) {
		last = draw(t);
		told = answer(t, last);
		sum += told;
	}
	return sum >= told && told == count_steps(FIRST + last);
}

int main(void)
{
	struct table t = {.drawn = 2017};

	return iterate("warm", iteration, &t);
}
