/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the counters of energy are: zones of powercap, and the events of perf's PMU "power". */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text/fixed.h"
#include "probe/energy/energy.h"
#include "probe/machine_facts.h"

#define ZONES "/sys/class/powercap"
#define PMU "/sys/bus/event_source/devices/power"

enum { ZONES_MOST = 256, ZONE_NAME = 40 };

static const struct energy_parts_row {
	const char *zone, *event;
} rows[AS_ENERGIES] = {
#define AS_ENERGY(name, zone, event, describe) {zone, event},
#include "probe/energy/energies.def"
#undef AS_ENERGY
};

struct zones {
	char name[ZONES_MOST][ZONE_NAME]; /* of folders */
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Folders of the class that are zones, "intel-rapl:0" or "intel-rapl:0:1", of one way to the
 * counters: the same zones may be there by another one, too, and would count twice. */
static void list(const struct as_probe_root *root, const char *way, struct zones *out)
{
	char path[PATH_MAX];
	DIR *folder = NULL;

	out->n = 0;
	if (snprintf(path, sizeof path, "%s" ZONES, root->root ? root->root : "") < PATH_MAX)
		folder = opendir(path);
	for (const struct dirent *e; folder && out->n < ZONES_MOST && (e = readdir(folder));)
		if (!strncmp(e->d_name, way, strlen(way)) &&
			as_copy(AS_ROOM(out->name[out->n]), e->d_name))
			out->n++;
	if (folder)
		closedir(folder);
	qsort(out->name, out->n, sizeof out->name[0], by_name);
}

/* "package-0" and "package-1-die-0" are zones of "package". */
static bool is_zone(const struct as_probe_root *root, const char *folder, const char *zone)
{
	char path[AS_ENERGY_PATH], name[64];
	size_t n = strlen(zone);

	snprintf(path, sizeof path, ZONES "/%s/name", folder);
	return as_probe_slurp(root, path, name, sizeof name, NULL) && !strncmp(name, zone, n) &&
		(!name[n] || name[n] == '-');
}

static void add_zone(struct as_energy *e, const char *folder)
{
	struct as_energy_part *p = &e->part[e->n++];
	char path[AS_ENERGY_PATH], text[32];

	*p = (struct as_energy_part){.fd = -1, .last = -1};
	snprintf(p->path, sizeof p->path, ZONES "/%s/energy_uj", folder);
	snprintf(path, sizeof path, ZONES "/%s/max_energy_range_uj", folder);
	if (!as_probe_slurp(e->root, path, text, sizeof text, NULL) ||
		!as_parse_i64(text, 1, INT64_MAX / 2, &p->range))
		p->range = 0;
}

/* Since Linux 5.10 only root may read them; they could tell one program of another's secrets. */
static bool is_readable(const struct as_energy *e, char reason[static AS_PROBE_REASON])
{
	char text[2], why[AS_PROBE_REASON];

	for (size_t i = 0; i < e->n; i++) {
		if (as_probe_slurp(e->root, e->part[i].path, text, sizeof text, why))
			continue;
		bool forbidden = !strncmp(why, "no permission", 13);
		snprintf(reason, AS_PROBE_REASON, "%.140s%s", why,
			forbidden ? "; sudo chmod a+r " ZONES "/intel-rapl*/energy_uj allows it "
							      "until the machine is started again"
				  : "");
		return false;
	}
	return true;
}

/* On these the zone is the counter of a single core. */
static bool is_one_core(const struct as_probe_root *root, size_t row)
{
	char text[4096], vendor[32];

	return !strcmp(rows[row].zone, "core") &&
	       as_probe_slurp(root, "/proc/cpuinfo", text, sizeof text, NULL) &&
	       as_probe_field(text, "vendor_id", vendor, sizeof vendor) &&
	       !strcmp(vendor, "AuthenticAMD");
}

bool as_energy_by_powercap(struct as_energy *e, bool *found, char reason[static AS_PROBE_REASON])
{
	/* the first has AMD's, too */
	static const char *const ways[] = {"intel-rapl:", "intel-rapl-mmio:"};
	struct zones *zones = calloc(1, sizeof *zones);
	bool any = false;

	e->source = AS_ENERGY_POWERCAP;
	e->scale = 1e-6;
	e->n = 0;
	for (size_t w = 0; zones && w < 2 && !e->n; w++) {
		list(e->root, ways[w], zones);
		any = any || zones->n;
		for (size_t i = 0; i < zones->n && e->n < AS_ENERGY_PARTS; i++)
			if (is_zone(e->root, zones->name[i], rows[e->row].zone))
				add_zone(e, zones->name[i]);
	}
	free(zones);
	*found = e->n > 0;
	if (e->n && is_one_core(e->root, e->row)) {
		snprintf(reason, AS_PROBE_REASON,
			"on processors of AMD Linux reads it of one core only; "
			"energy_package is that of all");
		return false;
	}
	if (e->n)
		return is_readable(e, reason);
	if (any)
		snprintf(reason, AS_PROBE_REASON,
			"the processor does not count it (no zone %s in " ZONES ")",
			rows[e->row].zone);
	else
		snprintf(reason, AS_PROBE_REASON,
			"there are no counters of energy (neither " ZONES "/intel-rapl:0 nor " PMU
			"), as in most virtual machines; --meter reads an external one");
	return false;
}

/* "event=0x02" */
static bool read_event(const struct as_probe_root *root, const char *path, uint64_t *out)
{
	static const char key[] = "event=";
	char text[64], *end;

	if (!as_probe_slurp(root, path, text, sizeof text, NULL) ||
		strncmp(text, key, sizeof key - 1) != 0)
		return false;
	errno = 0;
	*out = strtoull(text + sizeof key - 1, &end, 0);
	return !errno && end > text + sizeof key - 1 && !*end;
}

/* Joules of one count. */
static bool read_scale(const struct as_probe_root *root, const char *event, double *out)
{
	char path[AS_ENERGY_PATH], text[64];

	snprintf(path, sizeof path, PMU "/events/%s.unit", event);
	if (!as_probe_slurp(root, path, text, sizeof text, NULL) || strcmp(text, "Joules") != 0)
		return false;
	snprintf(path, sizeof path, PMU "/events/%s.scale", event);
	return as_probe_slurp(root, path, text, sizeof text, NULL) && as_parse_double(text, out) &&
	       *out > 0;
}

static void why_closed(const struct as_energy *e, int error, char reason[static AS_PROBE_REASON])
{
	char level[16];

	if (error != EACCES && error != EPERM)
		snprintf(reason, AS_PROBE_REASON, "perf_event_open of power/%s/: %s",
			rows[e->row].event, strerror(error));
	else if (as_probe_slurp(e->root, "/proc/sys/kernel/perf_event_paranoid", level,
			 sizeof level, NULL))
		snprintf(reason, AS_PROBE_REASON,
			"kernel.perf_event_paranoid is %s, which leaves it to root; "
			"sysctl kernel.perf_event_paranoid=0 allows it",
			level);
	else
		snprintf(reason, AS_PROBE_REASON,
			"the system forbids perf_event_open, as containers do");
}

/* One for each processor that the PMU names: one of every socket. */
static bool open_events(struct as_energy *e, as_energy_opener *opener, uint32_t pmu, uint64_t event,
	char reason[static AS_PROBE_REASON])
{
	char text[256];
	long cpus[AS_ENERGY_PARTS], n = -1;

	if (as_probe_slurp(e->root, PMU "/cpumask", text, sizeof text, NULL))
		n = as_probe_list(text, cpus, AS_ENERGY_PARTS);
	if (n < 1 || n > AS_ENERGY_PARTS) {
		snprintf(reason, AS_PROBE_REASON, "%s does not say which processors count it",
			PMU "/cpumask");
		return false;
	}
	for (long i = 0; i < n; i++) {
		struct as_energy_part p = {.fd = opener(pmu, event, (int)cpus[i]), .last = -1};

		if (p.fd < 0) {
			why_closed(e, errno, reason);
			return false;
		}
		snprintf(p.path, sizeof p.path, "power/%s/ of processor %ld", rows[e->row].event,
			cpus[i]);
		e->part[e->n++] = p;
	}
	return true;
}

bool as_energy_by_perf(struct as_energy *e, as_energy_opener *opener, bool *found,
	char reason[static AS_PROBE_REASON])
{
	char path[AS_ENERGY_PATH], text[32];
	uint64_t event = 0;
	int64_t pmu = 0;

	e->source = AS_ENERGY_PERF;
	e->n = 0;
	*found = as_probe_slurp(e->root, PMU "/type", text, sizeof text, reason);
	if (!*found)
		return false;
	if (!as_parse_i64(text, 0, UINT32_MAX, &pmu)) {
		snprintf(reason, AS_PROBE_REASON, PMU "/type holds no number");
		return false;
	}
	snprintf(path, sizeof path, PMU "/events/%s", rows[e->row].event);
	if (!read_event(e->root, path, &event) ||
		!read_scale(e->root, rows[e->row].event, &e->scale)) {
		snprintf(reason, AS_PROBE_REASON,
			"the processor does not count it (no %s in joules in " PMU "/events)",
			rows[e->row].event);
		return false;
	}
	return open_events(e, opener, (uint32_t)pmu, event, reason);
}
