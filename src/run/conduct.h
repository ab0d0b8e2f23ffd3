/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_CONDUCT_H
#define AS_RUN_CONDUCT_H

/* Conducting an experiment: rounds over subjects in random order, in two stages (design.md 4,
 * methods.md 6.7). Folder run: starts children by the spawner, decides what comes next by
 * analyse/, fills model/. It prints nothing: whoever wants to show progress observes. */

#include "model/answer/planned/forecast.h"
#include "model/kept/experiment.h"
#include "run/context.h"
#include "run/request/request.h"

/* What an observer is told, many times a second. Valid during the call. */
struct as_conduct_state {
	const struct as_experiment *x;
	const char *name;      /* subject that is running; NULL: none */
	const char *doing;     /* "warm-up", "measuring", "preparing", "cleaning up" */
	size_t done, planned;  /* rounds; planned 0: not known yet */
	bool stage1;           /* planned is that of stage 1 only */
	/* while building: which one is made, of how many as far as is known */
	size_t build, builds;
	double running_s;      /* how long what runs now has been running */
	double elapsed_s;      /* since the beginning */
	double remaining_s;    /* NaN: unknown */
	double mean;           /* preliminary mean of its criterion; NaN: none yet */
	double half_width;     /* relative, of its interval now; NaN: none yet */
};

struct as_observer {
	void *context;
	void (*tick)(void *context, const struct as_conduct_state *state);
	/* What is to come is planned. */
	void (*planned)(void *context, const struct as_conduct_state *state,
		const struct as_forecast *forecast);
	/* The budget pays for one build of each alone: may it take as long as several need? NULL:
	 * it may not. */
	bool (*ask)(void *context, const struct as_forecast *forecast);
};

/*
 * as_conduct - carry out a request
 *
 *   with      what is alive around it; NULL: nothing
 *   observer  may be NULL
 *   out       gives the experiment, also when AS_ERR_BENCH or AS_ERR_INTERRUPTED is returned after
 *             something was measured: nothing measured is lost. NULL if nothing was.
 *
 * AS_OK: done, or stopped by the user with results (plan.outcome tells). AS_ERR_USAGE: the request
 * cannot be carried out. AS_ERR_BENCH: a command failed at its first execution, or a hook failed;
 * err has its last output. AS_ERR_INTERRUPTED: the user asked twice, or before anything was
 * measured. AS_ERR_SYS, AS_ERR_MEM.
 */
enum as_status as_conduct(const struct as_request *request, const struct as_run_context *with,
	const struct as_observer *observer, struct as_experiment **out, struct as_err *err)
	AS_MUST_CHECK;

/* Measured executions that failed (and were not declared fine), and builds that did. */
size_t as_count_failed(const struct as_experiment *x);

/* Of one subject: executions, and builds. */
size_t as_count_failed_units(const struct as_subject *s, enum as_level_index level);

#endif
