/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Slurm says of a job, and what that means. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fleet/fleet_place.h"

enum { FAILED = 256 }; /* a status of wait(2): it ended with 1 */

static enum as_fleet_life of(int status, const char *said, const char **why)
{
	const struct as_launched r = {.begin_ns = 1, .status = status};

	*why = "nobody has set this";
	return as_fleet_slurm.life(&r, said, why);
}

/* All that the manual pages of squeue, sacct and scontrol name. */
static void every_state_that_slurm_documents_is_known(void **state)
{
	static const char *const documented[] = {"BOOT_FAIL", "CANCELLED", "COMPLETED",
		"CONFIGURING", "COMPLETING", "DEADLINE", "EXPEDITING", "FAILED", "LAUNCH_FAILED",
		"NODE_FAIL", "OUT_OF_MEMORY", "PENDING", "POWER_UP_NODE", "PREEMPTED",
		"RECONFIG_FAIL", "REQUEUE_FED", "REQUEUE_HOLD", "REQUEUED", "RESIZING",
		"RESV_DEL_HOLD", "REVOKED", "RUNNING", "SIGNALING", "SPECIAL_EXIT", "STAGE_OUT",
		"STOPPED", "SUSPENDED", "TIMEOUT", "UPDATE_DB"};
	const char *why;

	(void)state;
	for (size_t i = 0; i < sizeof documented / sizeof *documented; i++) {
		const enum as_fleet_life life = of(0, documented[i], &why);
		assert_int_not_equal(life, AS_FLEET_UNKNOWN);
		assert_int_not_equal(life, AS_FLEET_FORGOTTEN);
		if (life == AS_FLEET_LIVES) /* it is not told of as one that nobody knows */
			assert_null(why);
	}
}

static void a_state_says_whether_a_job_waits_lives_or_has_ended(void **state)
{
	static const struct {
		const char *said, *why;
		enum as_fleet_life life;
	} cases[] = {
		{"PENDING Resources", "Resources", AS_FLEET_WAITS},
		{"PENDING", NULL, AS_FLEET_WAITS},
		{"PENDING ReqNodeNotAvail, UnavailableNodes:n2",
			"ReqNodeNotAvail, UnavailableNodes:n2", AS_FLEET_STUCK},
		{"REQUEUED BeginTime", "BeginTime", AS_FLEET_WAITS},
		{"REQUEUE_HOLD JobHeldUser", "JobHeldUser", AS_FLEET_STUCK},
		{"RUNNING None", NULL, AS_FLEET_LIVES},
		{"SUSPENDED None", NULL, AS_FLEET_LIVES},
		{"COMPLETING None", NULL, AS_FLEET_ENDS},
		{"COMPLETED None", NULL, AS_FLEET_ENDS},
		{"FAILED NonZeroExitCode", NULL, AS_FLEET_GONE},
		{"PREEMPTED None", "another job has taken its node", AS_FLEET_GONE},
		{"CANCELLED None", "it was cancelled", AS_FLEET_CANCELLED},
		{"squeue: warning: a key is old\nNODE_FAIL None", "its node has failed",
			AS_FLEET_GONE},
	};
	const char *why;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(of(0, cases[i].said, &why), cases[i].life);
		if (cases[i].why)
			assert_string_equal(why, cases[i].why);
		else
			assert_null(why);
	}
}

static void a_state_that_nobody_knows_is_one_of_a_job_that_lives_and_is_named(void **state)
{
	const char *why;

	(void)state;
	assert_int_equal(of(0, "DEFROSTING Cold", &why), AS_FLEET_LIVES);
	assert_string_equal(why, "DEFROSTING Cold");
	assert_int_equal(of(0, "RUN None", &why), AS_FLEET_LIVES); /* not RUNNING */
	assert_string_equal(why, "RUN None");
}

static void what_is_no_state_is_no_answer(void **state)
{
	const char *why;

	(void)state;
	assert_int_equal(of(0, "slurm_load_jobs error: something", &why), AS_FLEET_UNKNOWN);
	assert_int_equal(of(FAILED, "", &why), AS_FLEET_UNKNOWN);
	assert_null(why);
}

static void a_command_that_failed_is_not_believed_whatever_it_wrote(void **state)
{
	const char *why;

	(void)state;
	assert_int_equal(of(FAILED, "FAILED NonZeroExitCode", &why), AS_FLEET_UNKNOWN);
	assert_int_equal(of(FAILED, "RUNNING None", &why), AS_FLEET_UNKNOWN);
	assert_int_equal(of(FAILED, "slurm_load_jobs error: Unable to contact slurm controller",
				 &why),
		AS_FLEET_UNKNOWN);
}

static void a_job_that_slurm_does_not_know_is_forgotten_and_not_gone(void **state)
{
	const char *why;

	(void)state;
	assert_int_equal(of(FAILED, "slurm_load_jobs error: Invalid job id specified", &why),
		AS_FLEET_FORGOTTEN);
	assert_int_equal(of(0, "", &why), AS_FLEET_FORGOTTEN);
	assert_null(why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_state_that_slurm_documents_is_known),
		cmocka_unit_test(a_state_says_whether_a_job_waits_lives_or_has_ended),
		cmocka_unit_test(a_state_that_nobody_knows_is_one_of_a_job_that_lives_and_is_named),
		cmocka_unit_test(what_is_no_state_is_no_answer),
		cmocka_unit_test(a_command_that_failed_is_not_believed_whatever_it_wrote),
		cmocka_unit_test(a_job_that_slurm_does_not_know_is_forgotten_and_not_gone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
