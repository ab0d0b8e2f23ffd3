/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "launching.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

enum { LAUNCHES = 5, TEXT_BYTES = AS_SPAWN_TAIL_BYTES + 1 };

static struct as_command_spec show_maps(bool fixed)
{
	static const char *const argv[] = {"cat", "/proc/self/maps", NULL};

	return (struct as_command_spec){.path = "/bin/cat", .argv = argv, .out.kind = AS_STREAM_CAPTURE,
		.fixed_addresses = fixed};
}

/* How many of the launches have the same map of addresses as the one before. */
static int count_same(struct launching *t, bool fixed)
{
	const struct as_command_spec spec = show_maps(fixed);
	uint32_t id = launching_prepare(t, &spec);
	char last[TEXT_BYTES] = "", now[TEXT_BYTES];
	int same = 0;

	for (int i = 0; i < LAUNCHES; i++) {
		launching_launch(t, &(struct as_launch){.command = id});
		struct as_launched r = launching_result(t);
		assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
		snprintf(now, sizeof now, "%.*s", (int)r.tail_bytes, r.tail);
		assert_non_null(strstr(now, "[stack]"));
		same += !strcmp(last, now);
		memcpy(last, now, sizeof now);
	}
	return same;
}

static bool machine_randomizes(void)
{
	FILE *f = fopen("/proc/sys/kernel/randomize_va_space", "re");
	int c = f ? fgetc(f) : EOF;

	if (f)
		fclose(f);
	return c == '1' || c == '2';
}

static void fixed_addresses_are_the_same_at_every_launch(void **state)
{
	assert_int_equal(count_same(*state, true), LAUNCHES - 1);
}

static void other_addresses_differ_from_launch_to_launch(void **state)
{
	if (!machine_randomizes()) {
		print_message("this machine does not randomise addresses\n");
		skip();
	}
	assert_int_equal(count_same(*state, false), 0);
}

/* One prepared command does not change the addresses of another. */
static void one_fixed_launch_leaves_the_next_one_random(void **state)
{
	if (!machine_randomizes()) {
		print_message("this machine does not randomise addresses\n");
		skip();
	}
	assert_int_equal(count_same(*state, true), LAUNCHES - 1);
	assert_int_equal(count_same(*state, false), 0);
}

/* As the default of some containers does. It cannot be taken back: this is the last test. */
static bool forbid_personality(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void a_refusal_is_told_and_other_launches_go_on(void **state)
{
	struct launching t = {0};
	const struct as_command_spec fixed = show_maps(true), spec = show_maps(false);
	const struct as_launch_subject what = {.name = "cat", .spec = &fixed};
	struct as_err err = {0};

	(void)state;
	if (!forbid_personality()) {
		print_message("no system call can be forbidden here\n");
		skip();
	}
	assert_int_equal(as_spawner_open(&t.s, NULL), AS_OK);
	launching_launch(&t, &(struct as_launch){.command = launching_prepare(&t, &fixed)});
	struct as_launched r = launching_result(&t);
	assert_int_equal(r.step, AS_STEP_FIXED);
	assert_int_equal(r.exec_errno, EPERM);
	assert_int_equal(as_launch_explain(&what, &r, &err), AS_ERR_BENCH);
	assert_string_equal(err.msg,
		"cannot run 'cat' at fixed addresses: switching address randomisation off for it was "
		"refused: Operation not permitted; a container may forbid it: leave --randomize address "
		"on");
	launching_launch(&t, &(struct as_launch){.command = launching_prepare(&t, &spec)});
	r = launching_result(&t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	as_spawner_close(t.s);
}

#define WITH_SPAWNER(test) cmocka_unit_test_setup_teardown(test, launching_begin, launching_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SPAWNER(fixed_addresses_are_the_same_at_every_launch),
		WITH_SPAWNER(other_addresses_differ_from_launch_to_launch),
		WITH_SPAWNER(one_fixed_launch_leaves_the_next_one_random),
		cmocka_unit_test(a_refusal_is_told_and_other_launches_go_on),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
