/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_METRICS_CHOSEN_H
#define AS_RUN_METRICS_CHOSEN_H

/* The chosen metrics of one experiment: whether they can be had here, and their values. */

#include "model/kept/experiment.h"
#include "probe/counting/group_pool.h"
#include "run/metrics/choice.h"
#include "run/metrics/counted.h"
#include "run/metrics/energies.h"
#include "run/metrics/metered.h"
#include "run/metrics/sampling.h"
#include "run/reporter/pattern.h"
#include "spawn/wire/protocol.h"

/* Opens a counter as the spawner will: its descriptor, or -1 with errno (as_event_open). */
typedef int as_event_opener(const struct as_event *e);

enum { AS_PATTERNS_MAX = 16 };

/* What the choices are looked for with. */
struct as_means {
	as_event_opener *counters;
	as_energy_opener *energies;
	const struct as_probe_root *root; /* outlives the as_chosen */
	bool has_meter;  /* --meter */
	enum as_count_by count_by;
	int64_t idle_ns; /* so long the machine's energy is measured before the first execution */
};

struct as_chosen {
	struct as_event events[AS_SPAWN_EVENTS]; /* for as_command_spec */
	struct as_counter counters[AS_SPAWN_EVENTS];
	size_t number[AS_SPAWN_EVENTS]; /* of the experiment's metrics */
	bool missed[AS_SPAWN_EVENTS];   /* some execution has no value, which is among the facts */
	size_t n;
	struct as_search patterns[AS_PATTERNS_MAX];
	size_t pattern_number[AS_PATTERNS_MAX];
	bool several[AS_PATTERNS_MAX]; /* it matched several lines, which is among the facts */
	size_t n_patterns;
	bool groups; /* each execution runs in a control group of its own, at place, of the pool */
	/* something is read that the next execution may change: files in memory */
	bool group_alone;
	struct as_group_place place;
	struct as_group_pool pool;
	bool group_asked[AS_GROUPS_KNOWN], group_missed[AS_GROUPS_KNOWN];
	size_t group_number[AS_GROUPS_KNOWN];
	struct as_energies energies;
	struct as_metered metered; /* begun by metering.c */
	struct as_counted counted; /* by counting.c */
	const struct as_probe_root *root;
	struct as_sampling sampling; /* what is looked at while each execution runs */
};

/*
 * as_chosen_begin - find out what of the choices can be had
 *
 * What can is added to the experiment's metrics. What cannot becomes a fact with its reason, unless
 * it is the criterion: AS_ERR_USAGE. Also for more counters than AS_SPAWN_EVENTS; AS_ERR_MEM.
 */
enum as_status as_chosen_begin(struct as_chosen *c, const struct as_choices *choices,
	const char *criterion, const struct as_means *means, struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;

/* The execution must be launched and waited for alone: something is read right before and after it.
 * */
bool as_chosen_alone(const struct as_chosen *c);

/* Right before an execution that is alone is launched, now and then while it runs, and right when
 * its end is known. */
void as_chosen_before(struct as_chosen *c);
void as_chosen_meanwhile(struct as_chosen *c);
void as_chosen_after(struct as_chosen *c);

/* Take the energy of iterations that were added to the subject from `base` on: n of them, which
 * ended at end_ns (0: not known; NULL: of none it is) and took ns each for ops operations (NULL:
 * 1). */
struct as_chosen_iterations {
	size_t base, n;
	const double *ns;
	const int64_t *end_ns, *ops;
};
enum as_status as_chosen_take_iterations(struct as_chosen *c, struct as_experiment *x,
	struct as_subject *s, const struct as_chosen_iterations *of,
	struct as_err *err) AS_MUST_CHECK;

/* State a fact on a metric, in the place of an earlier one. */
enum as_status as_chosen_state(struct as_experiment *x, const char *metric, const char *why,
	struct as_err *err) AS_MUST_CHECK;

/* Whether a control group is ready for the next execution, or none is asked for; if not,
 * as_chosen_make_groups makes some, and removes others, which is for when nothing is timed. */
bool as_chosen_has_group(struct as_chosen *c);
void as_chosen_make_groups(struct as_chosen *c, size_t n);

/*
 * as_chosen_group - a control group for the execution of that place in the order
 *
 * Returns the file by which one enters it, in path; NULL where none is asked for, or could not be
 * made (then its values are missing, which as_chosen_take says). as_chosen_take reads it and gives
 * it back. Sampling begins.
 */
const char *as_chosen_group(struct as_chosen *c, uint32_t order, char path[static PATH_MAX]);

/* Remove what groups are left, and close what is open. */
void as_chosen_end(struct as_chosen *c);

/* Take what was counted in an execution, whose token is its place in the order. A value that is
 * missing is a fact, once a metric; one that was counted in turns with others is scaled, and
 * NAME.running and NAME.enabled say so beside it. */
enum as_status as_chosen_take(struct as_chosen *c, struct as_experiment *x, size_t subject,
	size_t unit, const struct as_launched *r, struct as_err *err) AS_MUST_CHECK;

/* chosen_energy.c: what is measured at idle, and stated of energies; then the values of an
 * execution that ran. */
enum as_status as_chosen_look_at_idle(struct as_chosen *c, int64_t idle_ns, struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;
enum as_status as_chosen_take_energies(struct as_chosen *c, struct as_experiment *x,
	struct as_subject *s, size_t unit, const struct as_launched *r,
	struct as_err *err) AS_MUST_CHECK;

/* A metric cannot be had: a fact, or AS_ERR_USAGE where it is the criterion. */
enum as_status as_chosen_miss(struct as_experiment *x, const struct as_choice *choice,
	const char *why, const char *criterion, struct as_err *err) AS_MUST_CHECK;

/* Take what was found in the output of an execution (c->patterns after as_pattern_search). */
enum as_status as_chosen_take_patterns(struct as_chosen *c, struct as_experiment *x, size_t subject,
	size_t unit, struct as_err *err) AS_MUST_CHECK;

/* It is counted here, so that no program may report another number of that name. */
bool as_chosen_has(const struct as_chosen *c, const char *name);

/* Once all is measured: state which of the choices that are read anyway have no value at all, as of
 * the surroundings on a machine that does not tell them. AS_ERR_MEM. */
enum as_status as_chosen_unread(const struct as_choices *choices, struct as_experiment *x,
	struct as_err *err) AS_MUST_CHECK;

/* Why a metric of that name is not there, or NULL. */
const char *as_chosen_why(const struct as_experiment *x, const char *name);

#endif
