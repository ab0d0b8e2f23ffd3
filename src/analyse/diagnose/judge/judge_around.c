/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "analyse/diagnose/judge/judge_machine.h"

/* Who else there is. */

void as_judge_virtual(const struct as_reading *r, struct as_disturbance *out)
{
	bool guest = strncmp(r->value, "no", 2) != 0;

	if (!guest && !*r->more) {
		as_judge_say(out, AS_WEIGHT_FINE, "no: neither a virtual machine nor a container");
	} else if (!guest) {
		as_judge_say(out, AS_WEIGHT_FINE,
			"a container (%s) on metal: what disturbs is outside of it, too", r->more);
	} else {
		as_judge_say(out, AS_WEIGHT_MAY,
			"%s%s%s%s: caches, memory and frequency are shared with guests that "
			"cannot be seen from here",
			r->value, *r->more ? ", in a container (" : "", r->more,
			*r->more ? ")" : "");
		as_judge_cure(out, AS_CURE_DO,
			"for the last percent, a machine of one's own; compare in the same rounds");
	}
}

/* Shares from which stolen time may matter, and does. */
#define STEAL_MAY 0.001
#define STEAL_MATTERS 0.01

void as_judge_steal(const struct as_reading *r, struct as_disturbance *out)
{
	if (r->number < STEAL_MAY) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s of the time in which there was work",
			r->value);
		return;
	}
	as_judge_say(out, r->number < STEAL_MATTERS ? AS_WEIGHT_MAY : AS_WEIGHT_MATTERS,
		"since boot the hypervisor gave other guests %.2g %% of the time in which there "
		"was work here",
		100 * r->number);
	as_judge_cure(out, AS_CURE_DO, "processors of its own for this guest, or another host");
}

/* Tasks a processor from which load may matter, and does. */
#define LOAD_MAY 0.2
#define LOAD_MATTERS 0.8

void as_judge_load(const struct as_reading *r, struct as_disturbance *out)
{
	double each = isnan(r->limit) ? r->number : r->number / r->limit;

	if (each < LOAD_MAY) {
		as_judge_say(out, AS_WEIGHT_FINE, "%.2f tasks on average over the last minute",
			r->number);
		return;
	}
	if (isnan(r->limit))
		as_judge_say(out, each < LOAD_MATTERS ? AS_WEIGHT_MAY : AS_WEIGHT_MATTERS,
			"%.2f tasks wanted to run on average over the last minute", r->number);
	else
		as_judge_say(out, each < LOAD_MATTERS ? AS_WEIGHT_MAY : AS_WEIGHT_MATTERS,
			"%.2f tasks wanted to run on %.0f processor%s, on average over the last "
			"minute",
			r->number, r->limit, r->limit > 1 ? "s" : "");
	as_judge_cure(out, AS_CURE_COMMAND, "ps -eo pcpu,pid,comm --sort=-pcpu | head");
}

void as_judge_cgroup(const struct as_reading *r, struct as_disturbance *out)
{
	if (!isfinite(r->number) || r->number >= r->limit) {
		as_judge_say(out, AS_WEIGHT_FINE, "%s%s",
			isfinite(r->number) ? "no limit below the processors there are: " : "",
			strcmp(r->value, "none") ? r->value : "no limit");
		return;
	}
	as_judge_say(out, AS_WEIGHT_MATTERS,
		"%.4g processors' worth of time, then everything stops until the next tenth of a "
		"second",
		r->number);
	if (as_judge_plain(r->more))
		as_judge_cure(out, AS_CURE_COMMAND, "echo max | sudo tee %s", r->more);
	else
		as_judge_cure(out, AS_CURE_DO,
			"start it without a limit of processor time (docker run without --cpus)");
}
