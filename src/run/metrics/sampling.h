/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_SAMPLING_H
#define AS_RUN_METRICS_SAMPLING_H

/* What is looked at again and again while an execution runs: memory of its processes
 * (probe/counting/memory_sample.h), and what its control group states of now. The most that was seen counts, each
 * number by itself.
 *
 * assay itself looks, in the time that it waits for the spawner, so that the end of the execution
 * is seen as soon as ever. The first look is AS_SAMPLING_FIRST_MS after the launch; after one that
 * took c of processor time the next is not before 99 c, so that looking takes 1 % of the time, nor
 * before AS_SAMPLING_LEAST_MS. */

#include "model/kept/experiment.h"
#include "probe/counting/control_group.h"
#include "probe/counting/memory_sample.h"
#include "spawn/wire/protocol.h"

enum { AS_SAMPLING_FIRST_MS = 10, AS_SAMPLING_LEAST_MS = 10, AS_SAMPLING_SHARE = 99 };

/* What was said of a metric that had no value. */
enum as_sampling_said { AS_SAID_NOTHING, AS_SAID_NEVER, AS_SAID_SOME };

struct as_sampling {
	bool memory; /* sampler is open */
	bool asked[AS_MEMORY_PARTS], row_asked[AS_GROUPS_KNOWN];
	/* of the experiment's metrics */
	size_t number[AS_MEMORY_PARTS], row_number[AS_GROUPS_KNOWN];
	enum as_sampling_said said[AS_MEMORY_PARTS], row_said[AS_GROUPS_KNOWN];
	struct as_memory_want want;
	struct as_memory_sampler sampler;
	bool ever; /* some execution was looked at */

	/* the execution at hand */
	const struct as_group_place *place; /* NULL: it has no group */
	uint32_t order;
	int64_t due_ns, first_ns, last_ns;
	size_t looks, refused;
	double most[AS_MEMORY_PARTS], row_most[AS_GROUPS_KNOWN];
};

/* Ask for a part of memory, or a row of control groups, as that metric of the experiment. The first
 * opens the sampler; false: reason says why it cannot be. */
bool as_sampling_ask(struct as_sampling *s, size_t part, const struct as_probe_root *root,
	char reason[static AS_PROBE_REASON]);
void as_sampling_ask_row(struct as_sampling *s, size_t row, size_t number);

/* Add what was asked for, and how often it was looked, to the experiment's metrics. */
enum as_status as_sampling_declare(struct as_sampling *s, struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;

bool as_sampling_is_on(const struct as_sampling *s);

/* The execution of that place in the order is about to be launched, in its group at place, or in
 * none. */
void as_sampling_begin(struct as_sampling *s, const struct as_group_place *place, uint32_t order);

/* When to look next, on CLOCK_MONOTONIC; INT64_MAX: not at all. */
int64_t as_sampling_due(const struct as_sampling *s);

/* Look. */
void as_sampling_look(struct as_sampling *s);

/* The execution has ended: its values go to the unit; one that is missing is a fact. */
enum as_status as_sampling_take(struct as_sampling *s, struct as_experiment *x, size_t subject,
	size_t unit, const struct as_launched *r, struct as_err *err) AS_MUST_CHECK;

void as_sampling_close(struct as_sampling *s);

#endif
