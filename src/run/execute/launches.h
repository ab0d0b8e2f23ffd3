/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_EXECUTE_LAUNCHES_H
#define AS_RUN_EXECUTE_LAUNCHES_H

/* What is queued with the spawner, and what comes back. */

#include "run/conductor.h"

/* Queue a launch, when there is room for it. */
enum as_status as_conductor_queue(struct as_conductor *c, const struct as_launch *launch,
	const struct as_task *task, struct as_err *err) AS_MUST_CHECK;

/* The subject's version lies at its place; what runs is waited for before another is moved. */
enum as_status as_conductor_place(struct as_conductor *c, size_t subject, struct as_err *err)
	AS_MUST_CHECK;

/* Before a launch outside of the queue that has place `order`: what is recorded was all taken. */
enum as_status as_conductor_go_live(struct as_conductor *c, uint32_t order, struct as_err *err)
	AS_MUST_CHECK;

/* What came back of a task that was launched. */
enum as_status as_conductor_take_launched(struct as_conductor *c, struct as_task *task,
	const struct as_launched *r, struct as_err *err) AS_MUST_CHECK;

/* Run a build command, whose token is its place in the order, and wait for it. out->tail is good
 * until the next launch. */
enum as_status as_conductor_run_build(struct as_conductor *c, size_t subject,
	const struct as_launch *launch, struct as_launched *out, struct as_err *err) AS_MUST_CHECK;

/* The first Ctrl-C ends what runs and what waits; the second leaves at once. */
enum as_status as_conductor_heed_user(struct as_conductor *c, struct as_err *err) AS_MUST_CHECK;

/* Tell the observer how it stands. */
void as_conductor_tick(struct as_conductor *c);

/* A hook: of which subject, and with which place in the order. */
struct as_hook_step {
	uint32_t command; /* AS_NO_HOOK: there is none */
	const char *what; /* "setup", "prepare", "conclude", "cleanup" */
	size_t subject;
	uint32_t order;
	uint32_t over; /* the place that is recorded where it need not be run again */
};

/* Run a hook and wait for it. */
enum as_status as_conductor_hook(struct as_conductor *c, const struct as_hook_step *hook,
	struct as_err *err) AS_MUST_CHECK;

/* Wait until at most `most` launches are unanswered. */
enum as_status as_conductor_drain(struct as_conductor *c, size_t most, struct as_err *err)
	AS_MUST_CHECK;

/* Launch it outside of the queue, and wait. */
enum as_status as_conductor_ask(struct as_conductor *c, const struct as_launch *launch,
	struct as_launched *result, struct as_err *err) AS_MUST_CHECK;

/* Run a hook outside of the order, and wait for it. */
enum as_status as_conductor_run_aside(struct as_conductor *c, uint32_t command, const char *what,
	struct as_err *err) AS_MUST_CHECK;

#endif
