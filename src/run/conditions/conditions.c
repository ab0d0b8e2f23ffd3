/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/conditions/conditions.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/probe.h"
#include "stat/dist/random.h"

enum { WORD_BITS = 64, CPUS = AS_SPAWN_CPU_WORDS * WORD_BITS };

/* A number at *s, which is moved behind it; -1 if there is none below CPUS. */
static long take_cpu(const char **s)
{
	long n = 0;

	if (!isdigit((unsigned char)**s))
		return -1;
	for (; isdigit((unsigned char)**s); ++*s)
		if ((n = 10 * n + (**s - '0')) >= CPUS)
			return -1;
	return n;
}

bool as_cpu_list_read(const char *text, uint64_t out[static AS_SPAWN_CPU_WORDS])
{
	uint64_t mask[AS_SPAWN_CPU_WORDS] = {0};

	for (const char *s = text;; s++) {
		long from = take_cpu(&s), to = from;

		if (*s == '-') {
			s++;
			to = take_cpu(&s);
		}
		if (from < 0 || to < from || (*s && *s != ','))
			return false;
		for (long i = from; i <= to; i++)
			mask[i / WORD_BITS] |= UINT64_C(1) << i % WORD_BITS;
		if (!*s)
			break;
	}
	memcpy(out, mask, sizeof mask);
	return true;
}

/* In the largest unit in which it is a whole number. */
static void put_time(int64_t ns, char out[static 32])
{
	static const struct {
		int64_t ns;
		const char *name;
	} units[] = {{1000000000, "s"}, {1000000, "ms"}, {1000, "us"}, {1, "ns"}};
	size_t i = 0;

	while (ns % units[i].ns)
		i++;
	snprintf(out, 32, "%" PRId64 "%s", ns / units[i].ns, units[i].name);
}

/* "10ms..50ms", "nice -5" or "fifo 50", as facts state them. NULL: there is none; or out of memory.
 * */
static const char *conditions_pause(const struct as_conditions *c, struct as_arena *a)
{
	char least[32], most[32];

	if (!c->pause_max_ns)
		return NULL;
	put_time(c->pause_min_ns, least);
	put_time(c->pause_max_ns, most);
	return as_arena_printf(a, "%s..%s", least, most);
}

static const char *conditions_priority(const struct as_conditions *c, struct as_arena *a)
{
	if (c->policy == AS_POLICY_KEPT)
		return NULL;
	return as_arena_printf(a, "%s %" PRId32, c->policy == AS_POLICY_FIFO ? "fifo" : "nice",
		c->priority);
}

/* They are stated in this order. */
static const char *const names[] = {AS_FACT_LOAD "pause", AS_FACT_LOAD "parallel",
	AS_FACT_ISOLATION "cpu", AS_FACT_ISOLATION "numa", AS_FACT_ISOLATION "cpuset",
	AS_FACT_ISOLATION "priority", AS_FACT_DUET};
enum { NAMES = sizeof names / sizeof names[0] };

/* What is stated already stays. */
static enum as_status add_condition(struct as_machine *m, struct as_arena *a, const char *name,
	const char *value, struct as_err *err)
{
	const struct as_fact fact = {.kind = AS_FACT_ENVIRONMENT, .name = name, .value = value};

	return as_machine_fact(m, name) ? AS_OK : as_machine_add_fact(m, a, &fact, err);
}

enum as_status as_conditions_state(const struct as_conditions *c, struct as_arena *a,
	struct as_machine *m, struct as_err *err)
{
	const char *values[NAMES] = {conditions_pause(c, a), NULL, c->cpus, NULL, c->cpuset,
		conditions_priority(c, a)};
	enum as_status st = AS_OK;

	if (c->parallel > 1)
		values[1] = as_arena_printf(a, "%" PRIu32, c->parallel);
	if (c->on_node)
		values[3] = as_arena_printf(a, "node %" PRIu32, c->node);
	if ((c->pause_max_ns && !values[0]) || (c->parallel > 1 && !values[1]) ||
		(c->on_node && !values[3]) || (c->policy != AS_POLICY_KEPT && !values[5]))
		return as_fail_memory(err);
	for (size_t i = 0; i < NAMES && !st; i++)
		if (values[i])
			st = add_condition(m, a, names[i], values[i], err);
	return st;
}

enum as_status as_conditions_carry(const struct as_machine *then, struct as_arena *a,
	struct as_machine *m, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < NAMES && !st; i++) {
		const char *value = as_machine_fact(then, names[i]);

		if (value)
			st = add_condition(m, a, names[i], value, err);
	}
	return st;
}

int64_t as_conditions_draw(const struct as_conditions *c, uint64_t seed)
{
	struct as_random random;

	if (!c->pause_max_ns)
		return 0;
	as_random_init(&random, seed, AS_RANDOM_PAUSE, 0);
	return c->pause_min_ns +
	       (int64_t)as_random_below(&random, (uint64_t)(c->pause_max_ns - c->pause_min_ns) + 1);
}
