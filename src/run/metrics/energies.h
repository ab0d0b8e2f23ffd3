/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_ENERGIES_H
#define AS_RUN_METRICS_ENERGIES_H

/* Energy of executions by the processor's counters: read right before an execution is launched and
 * right after its end is known, so that an execution has what the whole machine took meanwhile.
 * What the machine takes when it does nothing is measured before, and stands beside; nothing is
 * subtracted. */

#include "model/kept/experiment.h"
#include "probe/energy/energy.h"

struct as_energies {
	struct as_energy v[AS_ENERGIES];
	size_t number[AS_ENERGIES]; /* of the experiment's metrics */
	size_t n;
	double idle_w[AS_ENERGIES];  /* NaN: not measured */
	/* joules; used is NaN where it is not known */
	double before[AS_ENERGIES], used[AS_ENERGIES];
	size_t breaks[AS_ENERGIES];
	int64_t begun_ns, ended_ns, followed_ns; /* 0: not */
	char why[AS_ENERGIES][AS_PROBE_REASON]; /* the last reading that failed */
	bool missed[AS_ENERGIES]; /* an execution has no value, which is among the facts */
};

/* Open one more. False with the reason. */
bool as_energies_add(struct as_energies *e, const struct as_probe_root *root, size_t row,
	as_energy_opener *opener, char reason[static AS_PROBE_REASON]);

void as_energies_close(struct as_energies *e);

/* Measure what the machine takes while assay waits for so long; a signal ends it early, and then it
 * is not known. */
void as_energies_idle(struct as_energies *e, int64_t wait_ns);

/* What is to be said of number i: from what it is read, and what it was at idle. */
void as_energies_say(const struct as_energies *e, size_t i, char *out, size_t size);

/* Around an execution; follow is to be called now and then in between, and reads seldom. */
void as_energies_start(struct as_energies *e);
void as_energies_follow(struct as_energies *e);
void as_energies_stop(struct as_energies *e);

/*
 * as_energies_value - joules of the execution between start and stop
 *
 *   idle   what the machine at idle would have taken in that time; NaN: not known
 *   why    where there is no value: a clause that says so, AS_PROBE_REASON bytes
 *
 * NaN where a counter could not be read, where it has not moved, and where the execution lasted
 * less than AS_ENERGY_STEPS of its steps: by its length alone, as those in which it happened to
 * move would have too much.
 */
double as_energies_value(const struct as_energies *e, size_t i, double *idle, char *why);

#endif
