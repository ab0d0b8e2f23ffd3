/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "probe/examine/examine.h"
#include "probe/machine_facts.h"

/* Frequency, cores and heat. */

#define SYS_CPU "/sys/devices/system/cpu/"

enum { MAX_CPUS = 1024, MAX_SENSORS = 32, MAX_TRIPS = 16 };

/* On virtual machines the host sets the frequency: the fact's reason would only name a file. */
static void explain_guest(const struct as_sight *s, struct as_reading *out)
{
	const char *guest = as_machine_fact(s->machine, "virtual.machine");

	if (!out->known && guest && !strncmp(guest, "yes", 3))
		as_reading_unknown(out,
			"the host of this virtual machine decides, and does not say");
}

void as_read_governor(const struct as_sight *s, struct as_reading *out)
{
	as_reading_fact(s, "frequency.governor", out);
	explain_guest(s, out);
}

/* more: the file by which it is switched off. */
void as_read_turbo(const struct as_sight *s, struct as_reading *out)
{
	double word;
	const char *path = as_probe_number(s->root, SYS_CPU "intel_pstate/no_turbo", &word)
		? SYS_CPU "intel_pstate/no_turbo"
		: SYS_CPU "cpufreq/boost";

	as_reading_fact(s, "frequency.boost", out);
	explain_guest(s, out);
	snprintf(out->more, sizeof out->more, "%s", path);
}

void as_read_smt(const struct as_sight *s, struct as_reading *out)
{
	as_reading_fact(s, "cpu.smt", out);
}

/* Only lists of processors get any further: they become part of a command. */
static void must_be_list(struct as_reading *out)
{
	if (out->known && strcmp(out->value, "none") != 0 &&
		as_probe_list(out->value, NULL, 0) <= 0)
		as_reading_unknown(out, "the kernel's list of processors cannot be understood");
}

/* more: the processors that may be used, "" if that is not known. */
void as_read_isolated(const struct as_sight *s, struct as_reading *out)
{
	const char *allowed = as_machine_fact(s->machine, "cpu.allowed");

	as_reading_fact(s, "cpu.isolated", out);
	must_be_list(out);
	if (allowed && as_probe_list(allowed, NULL, 0) > 0)
		snprintf(out->more, sizeof out->more, "%s", allowed);
}

/* The kernel writes "(null)" where no processor can do without its tick. */
void as_read_tick(const struct as_sight *s, struct as_reading *out)
{
	as_reading_file(s, SYS_CPU "nohz_full", "none", out);
	if (out->known && !strcmp(out->value, "(null)"))
		as_reading_say(out, "none");
	must_be_list(out);
}

/* number: how often, over all cores, since they were started. */
void as_read_throttle(const struct as_sight *s, struct as_reading *out)
{
	char path[128], list[512], why[AS_PROBE_REASON];
	long cpus[MAX_CPUS], n = -1, read = 0;
	double sum = 0, times;

	if (as_probe_slurp(s->root, SYS_CPU "online", list, sizeof list, why))
		n = as_probe_list(list, cpus, MAX_CPUS);
	for (long i = 0; i < n && i < MAX_CPUS; i++) {
		snprintf(path, sizeof path, SYS_CPU "cpu%ld/thermal_throttle/core_throttle_count",
			cpus[i]);
		if (as_probe_number(s->root, path, &times) && times >= 0) {
			sum += times;
			read++;
		}
	}
	if (!read) {
		as_reading_unknown(out,
			"there is no " SYS_CPU "cpu*/thermal_throttle/core_throttle_count");
		return;
	}
	out->number = sum;
	as_reading_say(out, "%.0f times", sum);
}

/* The sensor that is nearest to its limit so far. */
struct hottest {
	double celsius, limit;
	char name[64];
	size_t n;
};

static void meet(struct hottest *h, double celsius, double limit, const char *name)
{
	bool better = !h->n ||
		      (!isnan(limit) &&
			      (isnan(h->limit) || limit - celsius < h->limit - h->celsius)) ||
		      (isnan(limit) && isnan(h->limit) && celsius > h->celsius);

	h->n++;
	if (!better)
		return;
	h->celsius = celsius;
	h->limit = limit;
	snprintf(h->name, sizeof h->name, "%s", name);
}

/* In degrees; sensors give thousandths. What no silicon has is a fault of the sensor. */
static bool degrees(const struct as_sight *s, const char *path, double *out)
{
	double milli;

	if (!as_probe_number(s->root, path, &milli) || !(milli > -50e3 && milli < 200e3))
		return false;
	*out = milli / 1000;
	return true;
}

static void zones(const struct as_sight *s, struct hottest *h)
{
	char path[128], name[64], type[32];

	for (int i = 0; i < MAX_SENSORS; i++) {
		double celsius, limit = (double)NAN, at;
		snprintf(path, sizeof path, "/sys/class/thermal/thermal_zone%d/temp", i);
		if (!degrees(s, path, &celsius))
			continue;
		for (int k = 0; k < MAX_TRIPS; k++) {
			snprintf(path, sizeof path,
				"/sys/class/thermal/thermal_zone%d/trip_point_%d_type", i, k);
			if (!as_probe_slurp(s->root, path, type, sizeof type, NULL))
				break;
			snprintf(path, sizeof path,
				"/sys/class/thermal/thermal_zone%d/trip_point_%d_temp", i, k);
			if (strcmp(type, "active") != 0 && degrees(s, path, &at) && at > 0)
				limit = fmin(limit, at);
		}
		snprintf(path, sizeof path, "/sys/class/thermal/thermal_zone%d/type", i);
		as_probe_slurp(s->root, path, name, sizeof name, NULL);
		meet(h, celsius, limit, name);
	}
}

static void chips(const struct as_sight *s, struct hottest *h)
{
	char path[128], name[64];

	for (int i = 0; i < MAX_SENSORS; i++) {
		snprintf(path, sizeof path, "/sys/class/hwmon/hwmon%d/name", i);
		if (!as_probe_slurp(s->root, path, name, sizeof name, NULL))
			continue;
		if (strcmp(name, "coretemp") != 0 && strcmp(name, "k10temp") != 0 &&
			strcmp(name, "zenpower") != 0)
			continue;
		for (int k = 1; k <= MAX_SENSORS; k++) {
			double celsius, limit = (double)NAN, max;
			snprintf(path, sizeof path, "/sys/class/hwmon/hwmon%d/temp%d_input", i, k);
			if (!degrees(s, path, &celsius))
				continue;
			snprintf(path, sizeof path, "/sys/class/hwmon/hwmon%d/temp%d_max", i, k);
			if (degrees(s, path, &max) && max > 0)
				limit = max;
			meet(h, celsius, limit, name);
		}
	}
}

/* number: degrees of the sensor nearest to its limit, limit: where cores are slowed down. */
void as_read_temperature(const struct as_sight *s, struct as_reading *out)
{
	struct hottest h = {.limit = (double)NAN};

	zones(s, &h);
	chips(s, &h);
	if (!h.n) {
		as_reading_unknown(out,
			"there is no sensor in /sys/class/thermal and /sys/class/hwmon");
		return;
	}
	out->number = h.celsius;
	out->limit = h.limit;
	as_reading_say(out, "%.0f degrees (%s)", h.celsius,
		*h.name ? h.name : "a sensor without a name");
}
