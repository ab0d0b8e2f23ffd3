/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the head of many machines waits for what does not answer, or may pass: by a clock that this
 * program turns itself. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "cli/fleet/head.h"
#include "run/build/copy_file.h"

#define SECOND INT64_C(1000000000)

enum { MACHINES = 2 };

static int64_t clock_ns;     /* what it shows */
static enum as_fleet_life answer;
static const char *reason;
static size_t asked, started; /* so often */

static int64_t now(void)
{
	return clock_ns;
}

/* ---- a place that answers as it is told ---- */

static void start(struct as_text *t, const struct as_fleet_place *p, const struct as_fleet_job *job,
	const char *command)
{
	(void)p, (void)job, (void)command;
	started++;
	as_text_add(t, "echo 7");
}

static void look(struct as_text *t, const struct as_fleet_job *job)
{
	(void)job;
	as_text_add(t, ":");
}

static enum as_fleet_life life(const struct as_launched *r, const char *said, const char **why)
{
	(void)r, (void)said;
	asked++;
	*why = reason;
	return answer;
}

static void find(struct as_text *t, const struct as_fleet_place *p, const struct as_fleet_job *job)
{
	(void)p, (void)job;
	as_text_add(t, ":");
}

static const struct as_fleet_way managed = {.name = "told", .manager = "Slurm",
	.look_ns = AS_FLEET_LOOK_NS, .start = start, .look = look, .life = life, .find = find,
	.end = look};
static const struct as_fleet_way alone = {.name = "told", .look_ns = AS_FLEET_LOOK_NS,
	.start = start, .look = look, .life = life, .find = find, .end = look};

/* ---- a head of two machines, whose jobs run; what it says goes to a file ---- */

struct heading {
	struct as_arena arena;
	struct as_args args;
	struct as_out out;
	struct as_cli cli;
	struct as_request request;
	struct as_fleet_head h;
	const char *screen;
	int terminal;
};

static char directory[] = "/tmp/assay-silence-XXXXXX";

static void to_screen(struct heading *x)
{
	const int fd = open(x->screen, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	fflush(stdout);
	x->terminal = dup(STDOUT_FILENO);
	assert_true(dup2(fd, STDOUT_FILENO) >= 0);
	close(fd);
}

static void open_head(struct heading *x, const struct as_fleet_way *way)
{
	static const struct as_out_facts plain = {false, true, "xterm", NULL, NULL, "C", 0};
	static const char *names[MACHINES] = {"n1", "n2"};
	bool got = false;

	clock_ns = 1000 * SECOND;
	answer = AS_FLEET_LIVES;
	reason = NULL;
	asked = started = 0;
	*x = (struct heading){.request = {.amount.seed = 1}};
	as_out_init(&x->out, &plain, "basic", false);
	x->cli = (struct as_cli){.args = &x->args, .verb = "run", .out = &x->out,
		.arena = &x->arena, .command_line = "assay run --on told"};
	x->h = (struct as_fleet_head){.cli = &x->cli, .request = &x->request,
		.uuid = "00112233445566778899aabbccddeeff", .jobs = -1, .wanted = MACHINES,
		.n_machines = MACHINES, .machine = names, .program = "/bin/true", .now = now};
	memcpy(strrchr(directory, '-'), "-XXXXXX", sizeof "-XXXXXX");
	assert_non_null(mkdtemp(directory));
	x->screen = as_arena_printf(&x->arena, "%s/screen", directory);
	assert_int_equal(as_fleet_open("ssh:nowhere", directory, &x->arena, &x->h.place, NULL),
		AS_OK);
	x->h.place.way = way;
	x->h.folder = as_head_folder(directory, x->h.uuid, &x->arena);
	assert_true(x->h.folder && !mkdir(x->h.folder, 0755));
	assert_int_equal(as_head_open_jobs(&x->h, NULL), AS_OK);
	to_screen(x);
	for (size_t i = 0; i < MACHINES; i++)
		assert_int_equal(as_head_ask(&x->h, &got, NULL), AS_OK);
}

/* So many seconds pass, and all that runs is looked at in each. */
static void pass(struct heading *x, int seconds)
{
	for (int k = 0; k < seconds; k++) {
		clock_ns += SECOND;
		for (size_t i = 0; i < x->h.n; i++)
			if (x->h.v[i].state == AS_HEAD_RUNS)
				as_head_look(&x->h, &x->h.v[i]);
	}
}

static size_t lost(const struct heading *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->h.n; i++)
		n += x->h.v[i].state == AS_HEAD_LOST;
	return n;
}

/* So often the words stand on the screen. */
static size_t said(const struct heading *x, const char *words)
{
	char all[4096] = "";
	FILE *f = fopen(x->screen, "r");
	size_t n = 0;

	fflush(stdout);
	assert_non_null(f);
	all[fread(all, 1, sizeof all - 1, f)] = '\0';
	fclose(f);
	for (const char *s = all; (s = strstr(s, words)); s += strlen(words))
		n++;
	return n;
}

static void close_head(struct heading *x)
{
	fflush(stdout);
	dup2(x->terminal, STDOUT_FILENO);
	close(x->terminal);
	as_head_close(&x->h, true);
	as_remove_tree(directory);
	as_arena_release(&x->arena);
}

/* ---- what it does ---- */

static void jobs_outlive_a_manager_that_is_silent_for_less_than_a_minute(void **state)
{
	struct heading x;

	(void)state;
	open_head(&x, &managed);
	pass(&x, 4);
	answer = AS_FLEET_UNKNOWN;
	pass(&x, 58);
	assert_int_equal(lost(&x), 0);
	answer = AS_FLEET_LIVES;
	pass(&x, 4);
	answer = AS_FLEET_UNKNOWN; /* counted anew */
	pass(&x, 58);
	assert_int_equal(lost(&x), 0);
	assert_int_equal(said(&x, "  Slurm: does not answer; assay asks again until "), 2);
	assert_int_equal(said(&x, "(60 s)"), 2);
	assert_int_equal(said(&x, "  Slurm: answers again\n"), 1);
	close_head(&x);
}

static void jobs_of_a_manager_that_is_silent_for_a_minute_are_lost_with_that_reason(void **state)
{
	struct heading x;

	(void)state;
	open_head(&x, &managed);
	answer = AS_FLEET_UNKNOWN;
	pass(&x, 70);
	assert_int_equal(lost(&x), MACHINES);
	assert_int_equal(said(&x, "lost, Slurm has not answered for 60 s"), MACHINES);
	close_head(&x);
}

static void a_silent_manager_is_asked_once_for_all_machines(void **state)
{
	struct heading x;

	(void)state;
	open_head(&x, &managed);
	answer = AS_FLEET_UNKNOWN;
	pass(&x, 2);
	asked = 0;
	pass(&x, 40);
	assert_int_equal(asked, 20); /* in each two seconds */
	close_head(&x);
}

static void machines_without_a_manager_are_waited_for_each_by_itself(void **state)
{
	struct heading x;

	(void)state;
	open_head(&x, &alone);
	answer = AS_FLEET_UNKNOWN;
	pass(&x, 58);
	assert_int_equal(lost(&x), 0);
	assert_int_equal(said(&x, "  n1: does not answer"), 1);
	assert_int_equal(said(&x, "  n2: does not answer"), 1);
	pass(&x, 10);
	assert_int_equal(lost(&x), MACHINES);
	assert_int_equal(said(&x, "lost, it has not answered for 60 s"), MACHINES);
	close_head(&x);
}

static void a_job_that_is_forgotten_for_a_moment_is_not_started_again(void **state)
{
	struct heading x;

	(void)state;
	open_head(&x, &managed);
	answer = AS_FLEET_FORGOTTEN;
	pass(&x, 8);
	answer = AS_FLEET_LIVES;
	pass(&x, 4);
	answer = AS_FLEET_FORGOTTEN;
	pass(&x, 8);
	assert_int_equal(started, MACHINES);
	assert_int_equal(lost(&x), 0);
	close_head(&x);
}

static void a_job_that_stays_forgotten_is_started_once_more_and_lost_after_that(void **state)
{
	struct heading x;

	(void)state;
	open_head(&x, &managed);
	answer = AS_FLEET_FORGOTTEN;
	pass(&x, 14);
	assert_int_equal(started, 2 * MACHINES);
	assert_int_equal(lost(&x), 0);
	pass(&x, 14);
	assert_int_equal(started, 2 * MACHINES);
	assert_int_equal(lost(&x), MACHINES);
	assert_int_equal(said(&x, "lost, its job has ended without a result; it wrote nothing: is '"),
		MACHINES);
	close_head(&x);
}

static void a_state_that_nobody_knows_is_named_once_and_its_job_goes_on(void **state)
{
	struct heading x;

	(void)state;
	open_head(&x, &managed);
	reason = "DEFROSTING Cold";
	pass(&x, 200);
	assert_int_equal(lost(&x), 0);
	assert_int_equal(said(&x, "  n1: its job is in a state that assay does not know "
				  "(DEFROSTING Cold), and is taken to run\n"), 1);
	close_head(&x);
}

static void a_job_that_has_ended_may_show_its_result_later(void **state)
{
	struct heading x;

	(void)state;
	open_head(&x, &managed);
	answer = AS_FLEET_ENDS;
	pass(&x, 9);
	assert_int_equal(lost(&x), 0);
	pass(&x, 6);
	assert_int_equal(lost(&x) + started - MACHINES, MACHINES); /* it left nothing at all */
	close_head(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(jobs_outlive_a_manager_that_is_silent_for_less_than_a_minute),
		cmocka_unit_test(
			jobs_of_a_manager_that_is_silent_for_a_minute_are_lost_with_that_reason),
		cmocka_unit_test(a_silent_manager_is_asked_once_for_all_machines),
		cmocka_unit_test(machines_without_a_manager_are_waited_for_each_by_itself),
		cmocka_unit_test(a_job_that_is_forgotten_for_a_moment_is_not_started_again),
		cmocka_unit_test(a_job_that_stays_forgotten_is_started_once_more_and_lost_after_that),
		cmocka_unit_test(a_state_that_nobody_knows_is_named_once_and_its_job_goes_on),
		cmocka_unit_test(a_job_that_has_ended_may_show_its_result_later),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
