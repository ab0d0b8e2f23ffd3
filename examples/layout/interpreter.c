/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interpreter - time a small virtual machine that counts prime numbers
 *
 * Each instruction is a function of its own, called through a table, as in many an interpreter: so
 * where these functions lie decides which of them share lines of the cache and entries of the
 * branch predictor. One iteration interprets about 270 000 instructions. */

#include "iterations.h"

enum { STACK = 16, VARIABLES = 4 };

struct machine;
struct instruction;

/* Returns the instruction that comes next, NULL at the end. */
typedef const struct instruction *operation(struct machine *m, const struct instruction *at);

struct instruction {
	operation *run;
	long operand;
};

struct machine {
	const struct instruction *program;
	long *top;
	long stack[STACK];
	long variables[VARIABLES];
};

static const struct instruction *push(struct machine *m, const struct instruction *at)
{
	*++m->top = at->operand;
	return at + 1;
}

static const struct instruction *load(struct machine *m, const struct instruction *at)
{
	*++m->top = m->variables[at->operand];
	return at + 1;
}

static const struct instruction *store(struct machine *m, const struct instruction *at)
{
	m->variables[at->operand] = *m->top--;
	return at + 1;
}

static const struct instruction *add(struct machine *m, const struct instruction *at)
{
	m->top--;
	m->top[0] += m->top[1];
	return at + 1;
}

static const struct instruction *multiply(struct machine *m, const struct instruction *at)
{
	m->top--;
	m->top[0] *= m->top[1];
	return at + 1;
}

static const struct instruction *remainder_of(struct machine *m, const struct instruction *at)
{
	m->top--;
	m->top[0] = (int)m->top[0] % (int)m->top[1];
	return at + 1;
}

static const struct instruction *greater(struct machine *m, const struct instruction *at)
{
	m->top--;
	m->top[0] = m->top[0] > m->top[1];
	return at + 1;
}

static const struct instruction *jump(struct machine *m, const struct instruction *at)
{
	return m->program + at->operand;
}

static const struct instruction *jump_if_zero(struct machine *m, const struct instruction *at)
{
	return *m->top-- ? at + 1 : m->program + at->operand;
}

static const struct instruction *jump_if_not(struct machine *m, const struct instruction *at)
{
	return *m->top-- ? m->program + at->operand : at + 1;
}

static const struct instruction *halt(struct machine *m, const struct instruction *at)
{
	(void)m;
	(void)at;
	return NULL;
}

enum { N, DIVISOR, PRIMES, LIMIT };

/* for (n = 2; n <= limit; n++) { for (d = 2; d * d <= n; d++) if (n % d == 0) goto next; primes++; next:; } */
static const struct instruction count_primes[] = {
	/*  0 */ {push, 2}, {store, N},
	/*  2 */ {load, N}, {load, LIMIT}, {greater, 0}, {jump_if_not, 32},
	/*  6 */ {push, 2}, {store, DIVISOR},
	/*  8 */ {load, DIVISOR}, {load, DIVISOR}, {multiply, 0}, {load, N}, {greater, 0}, {jump_if_not, 23},
	/* 14 */ {load, N}, {load, DIVISOR}, {remainder_of, 0}, {jump_if_zero, 27},
	/* 18 */ {load, DIVISOR}, {push, 1}, {add, 0}, {store, DIVISOR}, {jump, 8},
	/* 23 */ {load, PRIMES}, {push, 1}, {add, 0}, {store, PRIMES},
	/* 27 */ {load, N}, {push, 1}, {add, 0}, {store, N}, {jump, 2},
	/* 32 */ {halt, 0},
};

static bool iteration(void *context)
{
	struct machine *m = context;
	const struct instruction *at = count_primes;

	m->program = count_primes;
	m->top = m->stack;
	memset(m->variables, 0, sizeof m->variables);
	m->variables[LIMIT] = 3000;
	while (at)
		at = at->run(m, at);
	return m->variables[PRIMES] == 430; /* as mathematics has it */
}

int main(void)
{
	struct machine m;

	return iterate("interpreter", iteration, &m);
}
