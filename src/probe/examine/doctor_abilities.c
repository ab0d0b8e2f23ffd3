/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text/fixed.h"
#include "beside/helpers.h"
#include "probe/around_read.h"
#include "probe/examine/examine.h"
#include "probe/energy/energy.h"
#include "probe/machine_facts.h"

/* What can be measured, and what assay asks other programs for. */

void as_ability_answer(struct as_ability *out, enum as_ability_state state, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(out->says, sizeof out->says, fmt, ap);
	va_end(ap);
	out->state = state;
}

static bool there(const struct as_probe_root *root, const char *path)
{
	char full[PATH_MAX];

	return snprintf(full, sizeof full, "%s%s", root->root ? root->root : "", path) < PATH_MAX &&
		access(full, F_OK) == 0;
}

void as_try_times(const struct as_sight *s, struct as_ability *out)
{
	const char *clock = as_machine_fact(s->machine, "kernel.clock");

	as_ability_answer(out, AS_ABILITY_YES,
		"the kernel's clock (%s) and its account of the program",
		clock && strncmp(clock, "unknown", 7) != 0 ? clock : "source unknown");
}

void as_try_peak_memory(const struct as_sight *s, struct as_ability *out)
{
	(void)s;
	as_ability_answer(out, AS_ABILITY_YES,
		"the kernel's account of the program; of the largest of its processes");
}

static void try_probe(const struct as_sight *s, const struct as_probe *probe,
	struct as_ability *out)
{
	char reason[AS_PROBE_REASON] = "";

	if (probe->available(s->root, reason))
		as_ability_answer(out, AS_ABILITY_YES, "%s", probe->path);
	else
		as_ability_answer(out, AS_ABILITY_NO, "%s", reason);
}

void as_try_load(const struct as_sight *s, struct as_ability *out)
{
	try_probe(s, &as_probe_load, out);
}

void as_try_steal(const struct as_sight *s, struct as_ability *out)
{
	try_probe(s, &as_probe_steal, out);
}

/* What is read around executions, by what a reading gives. */
static struct as_around_reading look_around(const struct as_sight *s)
{
	struct as_around_reading r;
	struct as_around a;

	as_around_open(&a, s->root, AS_AROUND_ALL);
	as_around_read(&a, &r);
	as_around_close(&a);
	return r;
}

void as_try_others(const struct as_sight *s, struct as_ability *out)
{
	char reason[AS_PROBE_REASON] = "/proc/stat cannot be understood";

	if (!isnan(look_around(s).busy_ns))
		as_ability_answer(out, AS_ABILITY_YES, "/proc/stat, less what assay started");
	else
		as_ability_answer(out, AS_ABILITY_NO, "%s",
			as_probe_has(s->root, "/proc/stat", "mount /proc", reason)
				? "/proc/stat cannot be understood"
				: reason);
}

void as_try_frequency(const struct as_sight *s, struct as_ability *out)
{
	const char *guest = as_machine_fact(s->machine, "virtual.machine");

	if (!isnan(look_around(s).frequency))
		as_ability_answer(out, AS_ABILITY_YES,
			"/sys/devices/system/cpu/cpu*/cpufreq/scaling_cur_freq");
	else if (guest && !strncmp(guest, "yes", 3))
		as_ability_answer(out, AS_ABILITY_NO,
			"no scaling_cur_freq: the host of this guest sets it");
	else
		as_ability_answer(out, AS_ABILITY_NO,
			"no scaling_cur_freq; needs a kernel with cpufreq");
}

void as_try_heat(const struct as_sight *s, struct as_ability *out)
{
	struct as_around_reading r = look_around(s);

	if (isnan(r.temperature) && isnan(r.throttles))
		as_ability_answer(out, AS_ABILITY_NO,
			"no thermal zone and no count of throttling in /sys; guests "
			"have none, other machines need their drivers");
	else
		as_ability_answer(out, AS_ABILITY_YES, "%s%s%s",
			isnan(r.temperature) ? "" : "/sys/class/thermal",
			isnan(r.temperature) || isnan(r.throttles) ? "" : ", ",
			isnan(r.throttles) ? "" : "thermal_throttle of the processors");
}

#define PMUS "/sys/bus/event_source/devices/"

/* The device of a processor's counters: cpu, one for each kind of its cores, or that of the
 * architecture. */
static bool is_unit(const char *name)
{
	return !strcmp(name, "cpu") || !strncmp(name, "cpu_", 4) || !strncmp(name, "armv", 4);
}

static bool find_unit(const struct as_probe_root *root, bool *readable, char out[static 64])
{
	char full[PATH_MAX];
	DIR *folder = NULL;

	if (snprintf(full, sizeof full, "%s%s", root->root ? root->root : "", PMUS) < PATH_MAX)
		folder = opendir(full);
	*readable = folder;
	*out = 0;
	for (const struct dirent *e; folder && (e = readdir(folder));)
		if (is_unit(e->d_name) && (!*out || strcmp(e->d_name, out) < 0))
			snprintf(out, 64, "%.63s", e->d_name);
	if (folder)
		closedir(folder);
	return *out;
}

/* The kernel's setting may leave them to root. */
static void answer_events(const struct as_sight *s, const char *unit, struct as_ability *out)
{
	double paranoid;

	if (as_probe_number(s->root, "/proc/sys/kernel/perf_event_paranoid", &paranoid) &&
		paranoid > 2)
		as_ability_answer(out, AS_ABILITY_YES, "the processor counts them (%s), for root; "
			"sysctl kernel.perf_event_paranoid=2 allows it to others, with :u", unit);
	else
		as_ability_answer(out, AS_ABILITY_YES, "the processor counts them (%s)", unit);
}

void as_try_events(const struct as_sight *s, struct as_ability *out)
{
	const char *guest = as_machine_fact(s->machine, "virtual.machine");
	bool readable = false;
	char unit[64];

	if (find_unit(s->root, &readable, unit))
		answer_events(s, unit, out);
	else if (!readable)
		as_ability_answer(out, AS_ABILITY_NO,
			"there is no " PMUS "; needs a kernel with perf events");
	else if (guest && !strncmp(guest, "yes", 3))
		as_ability_answer(out, AS_ABILITY_NO,
			"the hypervisor gives no counters to this guest (no " PMUS
			"cpu); its host can");
	else
		as_ability_answer(out, AS_ABILITY_NO,
			"there is no " PMUS "cpu; needs a kernel that knows this processor's");
}

/* Whether a domain can be read here and moves, or, of another machine's files, whether it is there.
 * */
static bool try_domain(const struct as_probe_root *root, size_t row, char out[static 64],
	char why[static AS_PROBE_REASON])
{
	struct as_energy e = {.root = root, .row = row};
	bool found = false, here = !root->root || !*root->root;
	bool good = here ? as_energy_open(root, row, as_energy_open_event, &e, why)
			 : as_energy_by_powercap(&e, &found, why);

	if (good)
		as_energy_say(&e, out, 64);
	as_energy_close(&e);
	if (!here && !found && there(root, PMUS "power/type"))
		snprintf(why, AS_PROBE_REASON,
			"there is only " PMUS "power, which may be a counter that stands "
			"still");
	return good;
}

/* Being there is not enough: in virtual machines there are counters that stand still. */
void as_try_energy(const struct as_sight *s, struct as_ability *out)
{
	char names[200] = "", source[64] = "", why[AS_PROBE_REASON], first[AS_PROBE_REASON] = "";

	size_t n = 0;

	for (size_t i = 0; i < AS_ENERGIES; i++)
		if (try_domain(s->root, i, source, why))
			(void)as_putf(AS_ROOM(names), &n, "%s%s", n ? ", " : "",
				as_energy_metrics[i].name);
		else if (!*first)
			snprintf(first, sizeof first, "%s", why);
	if (*names)
		as_ability_answer(out, AS_ABILITY_YES, "%s (%.*s); assay run --metric asks for it",
			names,
			(int)strcspn(source, ","), source);
	else
		as_ability_answer(out, AS_ABILITY_NO, "%s", first);
}

/* cgroup 2 tells the peak of a group since Linux 5.19, cgroup 1 always did. */
void as_try_groups(const struct as_sight *s, struct as_ability *out)
{
	const char *group = as_machine_fact(s->machine, "cgroup.path");
	char path[PATH_MAX], why[AS_PROBE_REASON];

	if (!as_probe_has(s->root, "/proc/self/cgroup", "needs a kernel with control groups",
		    why)) {
		as_ability_answer(out, AS_ABILITY_NO, "%s", why);
		return;
	}
	group = group && *group == '/' ? group : "/";
	if (snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.current", group) < PATH_MAX &&
		there(s->root, path)) {
		as_ability_answer(out, AS_ABILITY_YES,
			"control groups, version 2; as root, or in a group handed over");
		return;
	}
	if (there(s->root, "/sys/fs/cgroup/memory/memory.max_usage_in_bytes"))
		as_ability_answer(out, AS_ABILITY_YES,
			"control groups, version 1; as root, or in a group handed over");
	else if (there(s->root, "/sys/fs/cgroup/cgroup.controllers"))
		as_ability_answer(out, AS_ABILITY_NO,
			"this control group has no memory controller; "
			"systemd-run --user --scope -p MemoryAccounting=yes gives one");
	else
		as_ability_answer(out, AS_ABILITY_NO,
			"there is no memory controller in /sys/fs/cgroup");
}

void as_try_parts(const struct as_sight *s, struct as_ability *out)
{
	static const char path[] = "/proc/self/smaps";
	char text[4096], why[AS_PROBE_REASON];

	if (!there(s->root, path))
		as_ability_answer(out, AS_ABILITY_NO,
			"there is no %s; needs a kernel with CONFIG_PROC_PAGE_MONITOR", path);
	else if (!as_probe_slurp(s->root, path, text, sizeof text, why))
		as_ability_answer(out, AS_ABILITY_NO, "%s", why);
	else if (!strstr(text, "\nPss:"))
		as_ability_answer(out, AS_ABILITY_NO, "%s does not state Pss", path);
	else
		as_ability_answer(out, AS_ABILITY_YES,
			"/proc/PID/smaps of its processes, while they run");
}

void as_try_pinning(const struct as_sight *s, struct as_ability *out)
{
	const char *allowed = as_machine_fact(s->machine, "cpu.allowed");

	if (allowed && strncmp(allowed, "unknown", 7) != 0)
		as_ability_answer(out, AS_ABILITY_YES, "those that assay may use: %s", allowed);
	else
		as_ability_answer(out, AS_ABILITY_YES,
			"those that assay may use, which /proc/self/status does not name");
}

/* Whether this user may make one shows when one is made, which would change something. */
void as_try_cpusets(const struct as_sight *s, struct as_ability *out)
{
	char text[512];

	if (there(s->root, "/sys/fs/cgroup/cpuset/cpuset.cpus"))
		as_ability_answer(out, AS_ABILITY_YES,
			"control groups, version 1; root may make them");
	else if (as_probe_slurp(s->root, "/sys/fs/cgroup/cgroup.controllers", text, sizeof text,
			 NULL) &&
		 strstr(text, "cpuset"))
		as_ability_answer(out, AS_ABILITY_YES,
			"control groups, version 2; root may make them, and whom they were "
			"handed to");
	else
		as_ability_answer(out, AS_ABILITY_NO,
			"there is no controller cpuset in /sys/fs/cgroup; --cpu needs none");
}

void as_try_urgency(const struct as_sight *s, struct as_ability *out)
{
	enum { SYS_NICE = 23 };
	char text[8192], caps[32];

	if (!as_probe_slurp(s->root, "/proc/self/status", text, sizeof text, NULL) ||
		!as_probe_field(text, "CapEff", caps, sizeof caps))
		as_ability_answer(out, AS_ABILITY_NO,
			"/proc/self/status does not say what this user may");
	else if (strtoull(caps, NULL, 16) >> SYS_NICE & 1)
		as_ability_answer(out, AS_ABILITY_YES, "CAP_SYS_NICE: any nice value, and fifo");
	else
		as_ability_answer(out, AS_ABILITY_NO,
			"this user may only let others go first; as root, with CAP_SYS_NICE, or by "
			"the limits nice and rtprio of /etc/security/limits.conf");
}
