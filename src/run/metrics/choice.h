/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_CHOICE_H
#define AS_RUN_METRICS_CHOICE_H

/* Metrics that are read because somebody asked for them (--metric, a suite's metrics, the
 * criterion, a gate): found by name before anything is measured. */

#include "base/arena.h"
#include "base/err.h"
#include "probe/counting/counter.h"
#include "probe/energy/energy.h"
#include "probe/counting/control_group.h"
#include "probe/counting/memory_sample.h"

enum as_choice_kind {
	AS_CHOICE_BUILTIN, /* read anyway; to be shown */
	AS_CHOICE_COUNTER, /* counted by the kernel */
	AS_CHOICE_GROUP,   /* stated by a control group of its own */
	AS_CHOICE_ENERGY,  /* counted by the processor, for all that the machine does */
	AS_CHOICE_MEMORY,  /* sampled while it runs */
	AS_CHOICE_COUNTED, /* counted by executions under Valgrind */
	AS_CHOICE_METER,   /* energy by --meter */
	AS_CHOICE_PATTERN, /* in the program's output */
};

struct as_choice {
	const char *word; /* which asked for it */
	enum as_choice_kind kind;
	struct as_metric metric;
	struct as_counter counter; /* AS_CHOICE_COUNTER */
	/* GROUP, ENERGY, MEMORY, COUNTED: of as_group_metrics, as_energy_metrics,
	 * as_memory_metrics, as_counted_metrics */
	size_t row;
	const char *regex;         /* AS_CHOICE_PATTERN, with scale */
	double scale;
	bool quiet; /* where it cannot be had, nobody is told */
};

struct as_choices {
	const struct as_choice *v;
	size_t n;
};

/*
 * as_choice_find - what a word asks for
 *
 *   word   one that begins with ? is quiet: where it cannot be had, nobody is told
 *   a      holds the strings of *out, but the word
 *   found  false with AS_OK: assay reads nothing that is called so
 *
 * AS_ERR_USAGE where it is known and cannot be had so (a suffix); AS_ERR_MEM.
 */
enum as_status as_choice_find(const char *word, struct as_arena *a, struct as_choice *out,
	bool *found, struct as_err *err) AS_MUST_CHECK;

/* What n words ask for, all of which assay reads, in a. AS_ERR_USAGE: one of them it does not. */
enum as_status as_choices_of(const char *const *words, size_t n, struct as_arena *a,
	struct as_choices *out, struct as_err *err) AS_MUST_CHECK;

/* What somebody who typed the word probably meant; NULL if there is nothing like it. */
const char *as_choice_like(const char *word);

#endif
