/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/energy/energy.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"
#include "clock/clock.h"
#include "probe/machine_facts.h"

const struct as_metric as_energy_metrics[AS_ENERGIES] = {
#define AS_ENERGY(name, zone, event, describe) \
	{name, "J", AS_BETTER_LESS, AS_LEVEL_EXECUTION, describe},
#include "probe/energy/energies.def"
#undef AS_ENERGY
};

int as_energy_open_event(uint32_t pmu, uint64_t event, int cpu)
{
	struct perf_event_attr attr = {.type = pmu, .size = sizeof attr, .config = event};

	return (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

void as_energy_close(struct as_energy *e)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->part[i].fd >= 0)
			close(e->part[i].fd);
	e->n = 0;
}

static bool say(char *reason, const char *path, const char *what)
{
	if (reason)
		snprintf(reason, AS_PROBE_REASON, "%.*s %s", AS_ENERGY_PATH, path, what);
	return false;
}

static bool read_event(const struct as_energy_part *p, int64_t *out, char *reason)
{
	lseek(p->fd, 0, SEEK_SET); /* which a counter does not need, nor mind */
	if (read(p->fd, out, sizeof *out) == (ssize_t)sizeof *out && *out >= 0)
		return true;
	return say(reason, p->path, "cannot be read any more");
}

static bool read_file(const struct as_energy *e, const struct as_energy_part *p, int64_t *out,
	char *reason)
{
	char text[32];

	if (!as_probe_slurp(e->root, p->path, text, sizeof text, reason))
		return false;
	if (as_parse_i64(text, 0, INT64_MAX, out))
		return true;
	return say(reason, p->path, "holds no number");
}

/* What was counted from one value to the next. One that is full begins anew at 0; a step of more
 * than half of its range is none forwards but one back. */
static bool difference(const struct as_energy_part *p, int64_t now, double *out)
{
	int64_t d = now - p->last;

	if (d < 0 && p->range > 0 && now <= p->range && p->last <= p->range)
		d += p->range;
	*out = (double)d;
	return d >= 0 && (p->range <= 0 || d <= p->range / 2);
}

static bool read_part(const struct as_energy *e, struct as_energy_part *p, double *counts,
	char *reason)
{
	int64_t now = 0;
	bool good = e->source == AS_ENERGY_PERF ? read_event(p, &now, reason)
						: read_file(e, p, &now, reason);
	bool known = p->last >= 0;

	*counts = 0;
	if (good && known && !difference(p, now, counts))
		good = say(reason, p->path, "has gone backwards, or on by more than it can have");
	p->last = good ? now : -1;
	return good && known;
}

bool as_energy_read(struct as_energy *e, double *joules, char *reason)
{
	double sum = 0;
	bool good = true, told = false;

	for (size_t i = 0; i < e->n; i++) {
		double counts = 0;

		good = read_part(e, &e->part[i], &counts, told ? NULL : reason) && good;
		told = told || e->part[i].last < 0;
		sum += counts;
	}
	e->breaks += !good;
	e->joules += good ? sum * e->scale : 0;
	*joules = e->joules;
	return good;
}

/* The first reading only says where the counters stand. */
static bool first_reading(struct as_energy *e, char reason[static AS_PROBE_REASON])
{
	double joules = 0;

	*reason = '\0';
	as_energy_read(e, &joules, reason);
	e->breaks = 0;
	return !*reason;
}

/* Reading it is work enough for the processor, and work of the kind that it counts. On a machine
 * that has others to do, too, that work takes longer than its processor time. */
static bool moves(struct as_energy *e, char reason[static AS_PROBE_REASON])
{
	const clock_t busy = CLOCKS_PER_SEC / 1000 * (AS_ENERGY_TRIAL_NS / 1000000), from = clock();
	int64_t begin = as_clock_now(), steps = 0;
	double joules = 0, before = 0;

	if (!first_reading(e, reason))
		return false;
	while (clock() - from < busy &&
		as_clock_now() - begin < 100 * (int64_t)AS_ENERGY_TRIAL_NS) {
		if (!as_energy_read(e, &joules, reason))
			return false;
		steps += joules > before;
		before = joules;
	}
	if (!steps)
		return say(reason, e->part[0].path,
			"stands still while the processor is busy for 100 ms, as in some virtual "
			"machines");
	e->step_ns = (as_clock_now() - begin) * (int64_t)e->n / steps;
	return true;
}

bool as_energy_open(const struct as_probe_root *root, size_t row, as_energy_opener *opener,
	struct as_energy *out, char reason[static AS_PROBE_REASON])
{
	struct as_energy e = {.root = root, .row = row};
	char why[AS_PROBE_REASON];
	bool zones = false, pmu = false;

	bool good = as_energy_by_powercap(&e, &zones, reason) && moves(&e, reason);
	if (!good) {
		as_energy_close(&e);
		good = as_energy_by_perf(&e, opener, &pmu, why) && moves(&e, why);
	}
	if (good) {
		*out = e;
		return true;
	}
	as_energy_close(&e);
	if (!zones && pmu)
		snprintf(reason, AS_PROBE_REASON, "%s", why);
	return false;
}

void as_energy_say(const struct as_energy *e, char *out, size_t size)
{
	snprintf(out, size, "%s, %zu %s%s", e->source == AS_ENERGY_PERF ? "perf" : "powercap", e->n,
		!strcmp(as_energy_metrics[e->row].name, "energy_psys") ? "counter" : "socket",
		e->n == 1 ? "" : "s");
}
