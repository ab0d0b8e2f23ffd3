/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/metrics/energies.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "clock/clock.h"

bool as_energies_add(struct as_energies *e, const struct as_probe_root *root, size_t row,
	as_energy_opener *opener, char reason[static AS_PROBE_REASON])
{
	if (e->n == AS_ENERGIES || !as_energy_open(root, row, opener, &e->v[e->n], reason))
		return false;
	e->idle_w[e->n] = e->used[e->n] = (double)NAN;
	e->n++;
	return true;
}

void as_energies_close(struct as_energies *e)
{
	for (size_t i = 0; i < e->n; i++)
		as_energy_close(&e->v[i]);
	e->n = 0;
}

void as_energies_start(struct as_energies *e)
{
	if (!e->n)
		return;
	for (size_t i = 0; i < e->n; i++) {
		as_energy_read(&e->v[i], &e->before[i], e->why[i]);
		e->breaks[i] = e->v[i].breaks;
		e->used[i] = (double)NAN;
	}
	e->begun_ns = e->followed_ns = as_clock_now();
	e->ended_ns = 0;
}

void as_energies_follow(struct as_energies *e)
{
	double joules = 0;

	if (!e->n || !e->begun_ns || e->ended_ns ||
		as_clock_now() - e->followed_ns < AS_ENERGY_FOLLOW_NS)
		return;
	for (size_t i = 0; i < e->n; i++)
		as_energy_read(&e->v[i], &joules, e->why[i]);
	e->followed_ns = as_clock_now();
}

void as_energies_stop(struct as_energies *e)
{
	if (!e->n || !e->begun_ns || e->ended_ns)
		return;
	e->ended_ns = as_clock_now();
	for (size_t i = 0; i < e->n; i++) {
		double joules = 0;
		bool good = as_energy_read(&e->v[i], &joules, e->why[i]);

		e->used[i] = good && e->v[i].breaks == e->breaks[i] ? joules - e->before[i]
								    : (double)NAN;
	}
}

void as_energies_idle(struct as_energies *e, int64_t wait_ns)
{
	const struct timespec wait = {
		.tv_sec = wait_ns / 1000000000, .tv_nsec = wait_ns % 1000000000};

	if (!e->n || wait_ns <= 0)
		return;
	as_energies_start(e);
	bool whole = clock_nanosleep(CLOCK_MONOTONIC, 0, &wait, NULL) == 0;
	as_energies_stop(e);
	for (size_t i = 0; i < e->n; i++)
		if (whole && e->used[i] > 0)
			e->idle_w[i] = e->used[i] / ((double)(e->ended_ns - e->begun_ns) / 1e9);
	e->begun_ns = 0;
}

void as_energies_say(const struct as_energies *e, size_t i, char *out, size_t size)
{
	char source[64], idle[64] = "at idle not measured";

	as_energy_say(&e->v[i], source, sizeof source);
	if (isfinite(e->idle_w[i]))
		snprintf(idle, sizeof idle, "%.3g W at idle, before the first execution",
			e->idle_w[i]);
	snprintf(out, size, "all that the machine took (%s, in steps of %.1f ms); %s", source,
		(double)e->v[i].step_ns / 1e6, idle);
}

double as_energies_value(const struct as_energies *e, size_t i, double *idle, char *why)
{
	int64_t least = e->v[i].step_ns * AS_ENERGY_STEPS, took = e->ended_ns - e->begun_ns;

	*idle = (double)NAN;
	if (!e->begun_ns || !e->ended_ns || isnan(e->used[i])) {
		snprintf(why, AS_PROBE_REASON, "%s",
			*e->why[i] ? e->why[i] : "it was not read around them");
		return (double)NAN;
	}
	if (took < least) {
		snprintf(why, AS_PROBE_REASON,
			"they are shorter than %.3g ms, %d steps of the counter, and "
			"would be known worse than to 10 %%",
			(double)least / 1e6, AS_ENERGY_STEPS);
		return (double)NAN;
	}
	if (!(e->used[i] > 0)) {
		snprintf(why, AS_PROBE_REASON, "the counter stood still");
		return (double)NAN;
	}
	*idle = e->idle_w[i] * ((double)took / 1e9);
	return e->used[i];
}
