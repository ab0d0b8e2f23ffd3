/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "probe/examine/examine.h"
#include "probe/machine_facts.h"

/* Who else there is: a hypervisor, other tasks, a control group. */

/* more: the container, "" where none is seen. */
void as_read_virtual(const struct as_sight *s, struct as_reading *out)
{
	const char *container = as_machine_fact(s->machine, "virtual.container");

	as_reading_fact(s, "virtual.machine", out);
	if (container && strcmp(container, "none seen") != 0)
		snprintf(out->more, sizeof out->more, "%s", container);
}

/* number: its share, since boot, of the time in which this machine had work. */
void as_read_steal(const struct as_sight *s, struct as_reading *out)
{
	char text[512], why[AS_PROBE_REASON] = "";
	double t[AS_TICKS];

	if (!as_probe_slurp(s->root, "/proc/stat", text, sizeof text, why)) {
		as_reading_unknown(out, "%s", why);
		return;
	}
	if (as_parse_ticks(text, t) < AS_TICKS) {
		as_reading_unknown(out, "/proc/stat has no steal field");
		return;
	}
	const double busy = as_busy_ticks(t) + t[AS_TICKS_STEAL];
	out->number = busy > 0 ? t[AS_TICKS_STEAL] / busy : 0;
	as_reading_say(out, "%.2g %% since boot", 100 * out->number);
}

/* number: the average over a minute, limit: processors that may be used. */
void as_read_load(const struct as_sight *s, struct as_reading *out)
{
	const char *allowed = as_machine_fact(s->machine, "cpu.allowed");
	long n = allowed ? as_probe_list(allowed, NULL, 0) : -1;
	double load;

	as_reading_fact(s, "load.average", out);
	if (!out->known)
		return;
	if (!as_probe_load.parse(out->value, &load)) {
		as_reading_unknown(out, "/proc/loadavg cannot be understood");
		return;
	}
	out->number = load;
	out->limit = n > 0 ? (double)n : (double)NAN;
}

/* The tightest file of a processor limit, from this group up: "" where there is none. */
static void find_limit(const struct as_sight *s, char out[static AS_DOCTOR_VALUE])
{
	const char *group = as_machine_fact(s->machine, "cgroup.path");
	char folder[AS_DOCTOR_VALUE - 64], path[AS_DOCTOR_VALUE], text[64];

	if (!group || *group != '/' || strlen(group) >= sizeof folder)
		return;
	snprintf(folder, sizeof folder, "%s", strcmp(group, "/") ? group : "");
	for (;;) {
		snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", folder);
		if (as_probe_slurp(s->root, path, text, sizeof text, NULL) && *text >= '0' &&
			*text <= '9') {
			memcpy(out, path, sizeof path);
			return;
		}
		char *slash = strrchr(folder, '/');
		if (!slash)
			return;
		*slash = 0;
	}
}

/* number: processors' worth of time (infinite: no limit), limit: processors that may be used;
 * more: the file that limits them, where it is known. */
void as_read_cgroup(const struct as_sight *s, struct as_reading *out)
{
	const char *allowed = as_machine_fact(s->machine, "cpu.allowed");
	const char *bytes = as_machine_fact(s->machine, "cgroup.memory_limit");
	long n = allowed ? as_probe_list(allowed, NULL, 0) : -1;
	char word[32];

	as_reading_fact(s, "cgroup.cpu_limit", out);
	if (!out->known)
		return;
	out->number = (double)INFINITY;
	snprintf(word, sizeof word, "%.*s", (int)strcspn(out->value, " "), out->value);
	if (strcmp(out->value, "none") != 0 && !as_parse_double(word, &out->number)) {
		as_reading_unknown(out, "its limits cannot be understood");
		return;
	}
	out->limit = n > 0 ? (double)n : (double)NAN;
	if (isfinite(out->number))
		find_limit(s, out->more);
	if (bytes && strcmp(bytes, "none") != 0 && strncmp(bytes, "unknown", 7) != 0)
		as_reading_say(out, "%s, memory %s", isfinite(out->number) ? word : "none", bytes);
}
