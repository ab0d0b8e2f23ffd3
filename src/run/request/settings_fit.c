/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/request/settings_fit.h"

#include <stdio.h>

#include "base/num.h"

static struct as_misfit of_commands(const struct as_request *r)
{
	const size_t n = r->what.n_commands;
	struct as_misfit bad = {.path = "commands"};

	if (!n || n > AS_COMMANDS_MAX)
		bad.expected = "from 1 to 10000 commands";
	for (size_t i = 0; i < n && !bad.expected; i++) {
		const struct as_command *c = &r->what.commands[i];
		const bool led = c->lead < n;
		if (led && !(c->is_subtracted && i + 1 < n))
			continue;
		snprintf(bad.path, sizeof bad.path, "commands[%zu].%s", i,
			led ? "is_subtracted" : "lead");
		bad.expected = led ? "true of the last command alone" : "the number of a command";
	}
	return bad;
}

static const char cpu_list[] = "numbers of processors, such as 0-3,6";

static bool is_cpu_list(const char *text)
{
	uint64_t cpus[AS_SPAWN_CPU_WORDS];

	return !text || as_cpu_list_read(text, cpus);
}

static bool is_priority(const struct as_conditions *c)
{
	return c->policy == AS_POLICY_KEPT ||
	       (c->policy == AS_POLICY_FIFO ? c->priority >= 1 : c->priority <= 19);
}

static bool can_decide(const struct as_request *r)
{
	const struct as_what *w = &r->what;

	return w->n_commands - w->commands[w->n_commands - 1].is_subtracted > 1 &&
	       as_same_double(r->aim.confidence, 0.95);
}

struct as_misfit as_settings_misfit(const struct as_request *r)
{
	const struct as_conditions *c = &r->conditions;

	if ((r->what.shell == AS_SHELL_GIVEN) != !!r->what.shell_command)
		return (struct as_misfit){"what.shell_command",
			"one where shell is given, else null"};
	if (c->pause_min_ns > c->pause_max_ns)
		return (struct as_misfit){"conditions.pause_min_ns",
			"a number of at most pause_max_ns"};
	if (!is_cpu_list(c->cpus))
		return (struct as_misfit){"conditions.cpus", cpu_list};
	if (!is_cpu_list(c->cpuset))
		return (struct as_misfit){"conditions.cpuset", cpu_list};
	if (!is_priority(c))
		return (struct as_misfit){"conditions.priority",
			"a number from -20 to 19, or where policy is fifo from 1 to 99"};
	if (!r->reading.criterion)
		return (struct as_misfit){"reading.criterion", "the name of a metric"};
	return (struct as_misfit){.expected = NULL};
}

struct as_misfit as_request_misfit(const struct as_request *r)
{
	const struct as_amount *a = &r->amount;
	const struct as_misfit bad = of_commands(r);

	if (bad.expected)
		return bad;
	if (a->drop >= a->iterations)
		return (struct as_misfit){"amount.drop", "a number below iterations"};
	if (a->max_runs && a->min_runs > a->max_runs)
		return (struct as_misfit){"amount.min_runs", "a number of at most max_runs"};
	if (r->aim.decide && !can_decide(r))
		return (struct as_misfit){"aim.decide", "two commands and a confidence of 0.95"};
	return as_settings_misfit(r);
}
