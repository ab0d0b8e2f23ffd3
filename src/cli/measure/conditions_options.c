/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/conditions_options.h"

#include <stdio.h>
#include <string.h>

#include "base/num.h"

/* A session ends after 30 minutes without measuring. */
static const int64_t longest_pause_ns = 25 * 60 * INT64_C(1000000000);

static enum as_status read_pause(const struct as_args *args, struct as_conditions *c,
	struct as_err *err)
{
	const char *text = as_args_value(args, AS_OPT_PAUSE);
	const char *dots = text ? strstr(text, "..") : NULL;
	char least[64];

	if (!text)
		return AS_OK;
	snprintf(least, sizeof least, "%.*s", dots ? (int)(dots - text) : 0, text);
	if (!dots || dots - text >= (int)sizeof least ||
		!as_parse_duration(least, &c->pause_min_ns) ||
		!as_parse_duration(dots + 2, &c->pause_max_ns) ||
		c->pause_min_ns > c->pause_max_ns || !c->pause_max_ns ||
		c->pause_max_ns > longest_pause_ns)
		return as_args_bad(AS_OPT_PAUSE, text,
			"the shortest and the longest wait, up to 25m, such as 10ms..200ms or "
			"0..1s",
			err);
	return AS_OK;
}

static enum as_status read_list(const struct as_args *args, enum as_option_id id, const char **out,
	struct as_err *err)
{
	uint64_t cpus[AS_SPAWN_CPU_WORDS];
	const char *text = as_args_value(args, id);

	if (text && !as_cpu_list_read(text, cpus))
		return as_args_bad(id, text,
			"numbers of processors from 0 to 1023, such as 2 or 0-3,6", err);
	*out = text;
	return AS_OK;
}

static enum as_status read_priority(const struct as_args *args, struct as_conditions *c,
	struct as_err *err)
{
	const char *text = as_args_value(args, AS_OPT_PRIORITY);
	const bool fifo = text && !strncmp(text, "fifo", 4);
	int64_t n = 50;

	if (!text)
		return AS_OK;
	if (fifo ? text[4] && (text[4] != ':' || !as_parse_i64(text + 5, 1, 99, &n))
		 : !as_parse_i64(text, -20, 19, &n))
		return as_args_bad(AS_OPT_PRIORITY, text,
			"a nice value from -20 to 19, or fifo, or fifo:1 to fifo:99", err);
	c->policy = fifo ? AS_POLICY_FIFO : AS_POLICY_NICE;
	c->priority = (int32_t)n;
	return AS_OK;
}

enum as_status as_conditions_read(const struct as_args *args, struct as_conditions *out,
	struct as_err *err)
{
	struct as_conditions c = {.on_node = as_args_has(args, AS_OPT_NUMA)};
	enum as_status st = read_pause(args, &c, err);

	if (!st)
		st = as_args_count(args, AS_OPT_PARALLEL, 1, AS_SPAWN_COPIES + 1, &c.parallel, err);
	if (!st)
		st = read_list(args, AS_OPT_CPU, &c.cpus, err);
	if (!st)
		st = read_list(args, AS_OPT_CPUSET, &c.cpuset, err);
	if (!st)
		st = as_args_count(args, AS_OPT_NUMA, 0, AS_SPAWN_NODES - 1, &c.node, err);
	if (!st)
		st = read_priority(args, &c, err);
	if (!st)
		*out = c;
	return st;
}
