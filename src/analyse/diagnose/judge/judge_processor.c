/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyse/diagnose/judge/judge_machine.h"

/* Frequency, cores and heat. */

#define SYS_CPU "/sys/devices/system/cpu/"

/* With intel_pstate "powersave" is no low frequency, but one that follows the load. */
void as_judge_governor(const struct as_reading *r, struct as_disturbance *out)
{
	if (!strcmp(r->value, "performance")) {
		as_judge_say(out, AS_WEIGHT_FINE,
			"performance: the frequency does not follow the load");
		return;
	}
	as_judge_say(out, AS_WEIGHT_MATTERS,
		"%s: the frequency follows the load of the last milliseconds, so "
		"that short programs run at another one than long ones",
		r->value);
	as_judge_cure(out, AS_CURE_COMMAND,
		"echo performance | sudo tee " SYS_CPU "cpu*/cpufreq/scaling_governor");
}

void as_judge_turbo(const struct as_reading *r, struct as_disturbance *out)
{
	if (strcmp(r->value, "on") != 0) {
		as_judge_say(out, AS_WEIGHT_FINE,
			"%s: no core is faster while the others are idle or cold", r->value);
		return;
	}
	as_judge_say(out, AS_WEIGHT_MATTERS,
		"on: how fast a core is depends on how many others are busy, and how warm they "
		"are");
	as_judge_cure(out, AS_CURE_COMMAND, "echo %s | sudo tee %s",
		strstr(r->more, "no_turbo") ? "1" : "0", r->more);
}

void as_judge_smt(const struct as_reading *r, struct as_disturbance *out)
{
	if (strcmp(r->value, "on") != 0) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s: no two processors share a core", r->value);
		return;
	}
	as_judge_say(out, AS_WEIGHT_MAY,
		"on: a program is slower while another runs on the other half of its core");
	as_judge_cure(out, AS_CURE_COMMAND, "echo off | sudo tee " SYS_CPU "smt/control");
}

/* Isolated processors get no task that does not ask for them. */
void as_judge_isolated(const struct as_reading *r, struct as_disturbance *out)
{
	if (!strcmp(r->value, "none")) {
		as_judge_say(out, AS_WEIGHT_FINE, "none: every processor may be given other tasks");
		return;
	}
	if (!strcmp(r->value, r->more)) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s, and only they are used", r->value);
		return;
	}
	as_judge_say(out, AS_WEIGHT_MAY,
		"%s are kept free of other tasks, and are not used: assay may run on %s", r->value,
		*r->more ? r->more : "all");
	as_judge_cure(out, AS_CURE_COMMAND, "taskset -c %s assay run ...", r->value);
}

void as_judge_tick(const struct as_reading *r, struct as_disturbance *out)
{
	if (!strcmp(r->value, "none"))
		as_judge_say(out, AS_WEIGHT_FINE,
			"on all processors, some microseconds a hundred times a second or more");
	else
		as_judge_say(out, AS_WEIGHT_FINE, "none on %s while a single task runs there",
			r->value);
}

void as_judge_throttle(const struct as_reading *r, struct as_disturbance *out)
{
	if (!(r->number > 0)) {
		as_judge_say(out, AS_WEIGHT_FINE,
			"no core has been slowed down for heat since the machine was started");
		return;
	}
	as_judge_say(out, AS_WEIGHT_MAY,
		"cores were slowed down for heat %s since the machine was started", r->value);
	as_judge_cure(out, AS_CURE_DO, "better cooling, a lower power limit, or turbo off");
}

enum { NEAR_LIMIT = 10 }; /* degrees */

void as_judge_temperature(const struct as_reading *r, struct as_disturbance *out)
{
	if (isnan(r->limit)) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s; its limit is not known", r->value);
		return;
	}
	if (r->number < r->limit - NEAR_LIMIT) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s, below the limit of %.0f", r->value,
			r->limit);
		return;
	}
	as_judge_say(out, AS_WEIGHT_MATTERS,
		"%s, near the limit of %.0f at which cores are slowed down", r->value, r->limit);
	as_judge_cure(out, AS_CURE_DO, "let it cool down, and measure when nothing else runs");
}
