/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "probe/examine/examine.h"
#include "probe/machine_facts.h"

/* Addresses, pages, the clock, counters. */

void as_read_aslr(const struct as_sight *s, struct as_reading *out)
{
	as_reading_fact(s, "kernel.aslr", out);
}

void as_read_huge_pages(const struct as_sight *s, struct as_reading *out)
{
	as_reading_fact(s, "memory.huge_pages", out);
}

/* "SwapTotal: 123 kB" in bytes; NaN where it is not said. */
static double bytes_of(const char *meminfo, const char *key)
{
	char value[64];
	double kib;

	if (!as_probe_field(meminfo, key, value, sizeof value))
		return (double)NAN;
	char *unit = strstr(value, " kB");
	if (!unit || unit[3])
		return (double)NAN;
	*unit = 0;
	return as_parse_double(value, &kib) && kib >= 0 ? kib * 1024 : (double)NAN;
}

/* number: bytes that are swapped out, NaN where that is not known; limit: vm.swappiness. */
void as_read_swap(const struct as_sight *s, struct as_reading *out)
{
	char text[8192];
	double swappiness;

	as_reading_fact(s, "memory.swap", out);
	if (!out->known)
		return;
	if (as_probe_slurp(s->root, "/proc/meminfo", text, sizeof text, NULL))
		out->number = bytes_of(text, "SwapTotal") - bytes_of(text, "SwapFree");
	if (as_probe_number(s->root, "/proc/sys/vm/swappiness", &swappiness))
		out->limit = swappiness;
}

/* number: bytes that are left, limit: of so many. */
void as_read_memory(const struct as_sight *s, struct as_reading *out)
{
	char text[8192], why[AS_PROBE_REASON] = "";

	if (!as_probe_slurp(s->root, "/proc/meminfo", text, sizeof text, why)) {
		as_reading_unknown(out, "%s", why);
		return;
	}
	double left = bytes_of(text, "MemAvailable"), all = bytes_of(text, "MemTotal");
	if (!(left >= 0 && all > 0 && left <= all)) {
		as_reading_unknown(out, "/proc/meminfo does not say");
		return;
	}
	out->number = left;
	out->limit = all;
	as_reading_say(out, "%.3g of %.3g GB left", left / 1e9, all / 1e9);
}

/* more: the others that could be taken. */
void as_read_clock(const struct as_sight *s, struct as_reading *out)
{
	char text[AS_DOCTOR_VALUE];

	as_reading_fact(s, "kernel.clock", out);
	if (as_probe_slurp(s->root,
		    "/sys/devices/system/clocksource/clocksource0/available_clocksource", text,
		    sizeof text, NULL))
		memcpy(out->more, text, sizeof text);
}

/* Of this process: CAP_SYS_ADMIN (21) or CAP_PERFMON (38), which need no permission. */
static bool may_count_all(const struct as_sight *s)
{
	char text[8192], value[64], *end;

	if (!as_probe_slurp(s->root, "/proc/self/status", text, sizeof text, NULL) ||
		!as_probe_field(text, "CapEff", value, sizeof value))
		return false;
	unsigned long long all = strtoull(value, &end, 16);
	return !*end && end != value && (all >> 21 & 1 || all >> 38 & 1);
}

/* number: the kernel's setting, -1 to 4; more: "all" where it does not hold for this process. */
void as_read_counters(const struct as_sight *s, struct as_reading *out)
{
	double level;

	as_reading_file(s, "/proc/sys/kernel/perf_event_paranoid", "", out);
	if (!out->known)
		return;
	if (!as_parse_double(out->value, &level) || !(level >= -1 && level <= 10)) {
		as_reading_unknown(out, "perf_event_paranoid cannot be understood");
		return;
	}
	out->number = level;
	if (may_count_all(s))
		snprintf(out->more, sizeof out->more, "all");
}
