/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "launching.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_tail(const struct as_launched *r, const char *text)
{
	assert_int_equal(r->tail_bytes, strlen(text));
	assert_memory_equal(r->tail, text, strlen(text));
}

static void status_usage_and_order_of_times_come_back(void **state)
{
	struct as_launched r = launching_run(*state, "exit 3", AS_LAUNCH_EXECUTION);
	struct as_ended e = as_launched_ended(&r);

	assert_int_equal(e.ending, AS_ENDED_FAILED);
	assert_int_equal(e.code, 3);
	assert_true(r.begin_ns > 0 && r.end_ns > r.begin_ns);
	assert_true(r.use.peak_rss_bytes > 0 && r.use.minor_faults > 0);
	assert_int_equal(r.leftovers, 0);
	assert_int_equal(r.step, AS_STEP_NONE);
	r = launching_run(*state, "kill -SEGV $$", AS_LAUNCH_EXECUTION);
	e = as_launched_ended(&r);
	assert_int_equal(e.ending, AS_ENDED_SIGNAL);
	assert_int_equal(e.code, SIGSEGV);
	r = launching_run(*state, "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done", AS_LAUNCH_EXECUTION);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_true(r.use.user_ns + r.use.system_ns > 0);
}

static void results_come_in_the_order_of_launches_with_their_tokens(void **state)
{
	struct launching *t = *state;
	uint32_t yes = launching_shell(t, "exit 0"), no = launching_shell(t, "exit 1");

	for (uint64_t i = 0; i < 40; i++)
		launching_launch(t, &(struct as_launch){.command = i % 2 ? no : yes, .token = ~i});
	assert_int_equal(as_spawner_pending(t->s), 40);
	for (uint64_t i = 0; i < 40; i++) {
		struct as_launched r = launching_result(t);
		assert_true(r.token == ~i);
		assert_int_equal(as_launched_ended(&r).ending,
			i % 2 ? AS_ENDED_FAILED : AS_ENDED_OK);
	}
	assert_int_equal(as_spawner_pending(t->s), 0);
}

/* What is held back before a short program must not wait for it if it turns out to be a long one. */
static void a_long_launch_does_not_keep_back_the_results_before_it(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"brief", NULL}, *const longer[] = {"brief", "x", NULL};
	uint32_t id = launching_prepare(t,
		&(struct as_command_spec){.path = launching_brief(), .argv = argv});
	struct as_launched r;

	for (uint64_t i = 0; i < 30; i++)
		launching_launch(t, &(struct as_launch){.command = id, .token = i});
	launching_launch(t, &(struct as_launch){.command = id, .argv = longer});
	for (uint64_t i = 0; i < 30; i++) {
		r = launching_result(t);
		assert_int_equal(r.token, i);
		assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	}
	as_spawner_cancel(t->s);
	r = launching_result(t);
	assert_true(r.cancelled);
}

static void waiting_without_launches_returns_at_once(void **state)
{
	struct launching *t = *state;
	struct as_launched r;
	bool got = true;

	assert_int_equal(as_spawner_wait(t->s, -1, &r, &got, NULL), AS_OK);
	assert_false(got);
}

static void waiting_ends_when_the_time_is_over(void **state)
{
	struct launching *t = *state;
	struct as_launched r;
	bool got = true;

	launching_launch(t, &(struct as_launch){.command = launching_shell(t, "sleep 1000")});
	assert_int_equal(as_spawner_wait(t->s, 0, &r, &got, NULL), AS_OK);
	assert_false(got);
	assert_int_equal(as_spawner_wait(t->s, 2000000, &r, &got, NULL), AS_OK);
	assert_false(got);
	as_spawner_cancel(t->s);
	r = launching_result(t);
	assert_true(r.cancelled);
}

static void both_streams_are_captured_in_the_order_of_writing(void **state)
{
	struct as_launched r =
		launching_run(*state, "echo one; echo two >&2; printf three", AS_LAUNCH_EXECUTION);

	assert_tail(&r, "one\ntwo\nthree");
	assert_int_equal(r.captured_bytes, 13);
}

static void of_much_output_the_end_is_kept_and_all_is_counted(void **state)
{
	struct as_launched r = launching_run(*state,
		"dd if=/dev/zero bs=65536 count=800 2>/dev/null; printf end", AS_LAUNCH_EXECUTION);

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_int_equal(r.captured_bytes, 65536 * 800 + 3);
	assert_int_equal(r.tail_bytes, AS_SPAWN_TAIL_BYTES);
	assert_memory_equal(r.tail + r.tail_bytes - 4, "\0end", 4);
}

static void output_of_one_launch_is_not_told_of_the_next(void **state)
{
	struct as_launched r = launching_run(*state, "echo first", AS_LAUNCH_EXECUTION);

	assert_tail(&r, "first\n");
	r = launching_run(*state, "exit 0", AS_LAUNCH_EXECUTION);
	assert_int_equal(r.captured_bytes, 0);
	assert_int_equal(r.tail_bytes, 0);
}

static void output_that_is_thrown_away_is_still_read(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"dd", "if=/dev/zero", "bs=65536", "count=100", NULL};
	struct as_launched r;

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t,
		&(struct as_command_spec){.path = "/bin/dd", .argv = argv,
			.out.kind = AS_STREAM_PIPE, .err.kind = AS_STREAM_CAPTURE})});
	r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
	assert_true(r.captured_bytes > 0 && r.captured_bytes < 1000);
}

/* The first launch says where assay's own streams lead; those of a child must be the same. */
static void inherited_streams_are_those_of_assay(void **state)
{
	struct launching *t = *state;
	char own[2][64], text[512];
	const char *const argv[] = {"sh", "-c", text, NULL};
	struct as_launched r;

	for (int i = 0; i < 2; i++) {
		char link[32];
		snprintf(link, sizeof link, "/proc/self/fd/%d", i + 1);
		ssize_t n = readlink(link, own[i], sizeof own[i] - 1);
		assert_true(n > 0);
		own[i][n] = '\0';
	}
	snprintf(text, sizeof text, "[ \"$(readlink /proc/$$/fd/1)\" = '%s' ] && "
		"[ \"$(readlink /proc/$$/fd/2)\" = '%s' ] && [ /dev/null -ef /proc/$$/fd/0 ]",
		own[0], own[1]);
	launching_launch(t, &(struct as_launch){.command = launching_prepare(t,
		&(struct as_command_spec){.path = "/bin/sh", .argv = argv,
			.out.kind = AS_STREAM_INHERIT, .err.kind = AS_STREAM_INHERIT})});
	r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
}

static void without_streams_all_three_are_dev_null(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"sh", "-c",
		"for i in 0 1 2; do [ /dev/null -ef /proc/$$/fd/$i ] || exit 1; done", NULL};
	struct as_launched r;

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t,
		&(struct as_command_spec){.path = "/bin/sh", .argv = argv})});
	r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
}

static void files_serve_as_input_and_output(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"sh", "-c", "cat; echo two >&2", NULL};
	char in[128], out[128], text[32] = "";
	struct as_launched r = launching_run(t, "echo one >in; echo much more than that >out",
		AS_LAUNCH_EXECUTION);
	uint32_t id;

	snprintf(in, sizeof in, "%s/in", t->folder);
	snprintf(out, sizeof out, "%s/out", t->folder);
	id = launching_prepare(t, &(struct as_command_spec){.path = "/bin/sh", .argv = argv,
		.input = in, .out = {AS_STREAM_FILE, out}, .err = {AS_STREAM_FILE, out}});
	for (int i = 0; i < 2; i++) {
		launching_launch(t, &(struct as_launch){.command = id});
		r = launching_result(t);
		assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
		FILE *f = fopen(out, "re");
		assert_non_null(f);
		size_t n = fread(text, 1, sizeof text, f);
		fclose(f);
		assert_int_equal(n, 8);
		assert_memory_equal(text, "one\ntwo\n", 8);
	}
}

static void a_fifo_as_input_holds_up_nobody(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"cat", NULL};
	char in[128];
	struct as_launched r = launching_run(t, "mkfifo fifo", AS_LAUNCH_EXECUTION);

	snprintf(in, sizeof in, "%s/fifo", t->folder);
	launching_launch(t, &(struct as_launch){.command = launching_prepare(t,
		&(struct as_command_spec){.path = "/bin/cat", .argv = argv, .input = in})});
	r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
}

static void entries_of_a_launch_replace_and_extend_the_environment(void **state)
{
	struct launching *t = *state;
	const char *const env[] = {"LC_ALL=POSIX", "ASSAY_ITERATIONS=20", "LC=7", NULL};
	uint32_t id = launching_shell(t, "echo $LC_ALL $ASSAY_ITERATIONS $LC ${#ASSAY_PADDING}");
	struct as_launched r;

	launching_launch(t, &(struct as_launch){.command = id, .env = env, .padding_bytes = 4000});
	r = launching_result(t);
	assert_tail(&r, "POSIX 20 7 4000\n");
	launching_launch(t, &(struct as_launch){.command = id});
	r = launching_result(t);
	assert_tail(&r, "C 0\n");
	launching_launch(t, &(struct as_launch){
		.command = id, .padding_bytes = AS_SPAWN_PADDING_BYTES});
	r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
}

static void words_of_a_launch_replace_the_prepared_ones(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"sh", "-c", "echo \"$0\" \"$1\"", "a", "b c", NULL};
	struct as_launched r;

	launching_launch(t, &(struct as_launch){
		.command = launching_shell(t, "exit 9"), .argv = argv});
	r = launching_result(t);
	assert_tail(&r, "a b c\n");
}

static void signals_that_assay_blocks_or_ignores_reach_a_child(void **state)
{
	struct launching t = {0};
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
	sigset_t block, before;
	struct as_launched r;

	(void)state;
	sigemptyset(&block);
	sigaddset(&block, SIGUSR1);
	sigprocmask(SIG_BLOCK, &block, &before);
	sigaction(SIGHUP, &ignore, &old);
	assert_int_equal(as_spawner_open(&t.s, NULL), AS_OK);
	snprintf(t.folder, sizeof t.folder, "/");
	r = launching_run(&t, "grep -hE '^Sig(Blk|Ign)' /proc/self/status", AS_LAUNCH_EXECUTION);
	assert_int_equal(r.tail_bytes, 50);
	assert_memory_equal(r.tail, "SigBlk:\t0000000000000000\nSigIgn:\t", 33);
	/* Above the first 31 are two of the C library's own, which nobody may touch. */
	assert_int_equal(strtoull(r.tail + 33, NULL, 16) & 0x7FFFFFFF, 0);
	as_spawner_close(t.s);
	sigaction(SIGHUP, &old, NULL);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Descriptors that our own parent left open for us are the user's and pass through. */
static int inherited(void)
{
	int n = 0;

	for (int fd = 3; fd < 1024; fd++) {
		int flags = fcntl(fd, F_GETFD);
		n += flags >= 0 && !(flags & FD_CLOEXEC);
	}
	return n;
}

static void a_child_gets_none_of_our_descriptors(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"ls", "/proc/self/fd", NULL};
	struct as_launched r;
	int lines = 0;

	launching_launch(t, &(struct as_launch){.command = launching_prepare(t,
		&(struct as_command_spec){
			.path = "/bin/ls", .argv = argv, .out.kind = AS_STREAM_CAPTURE})});
	r = launching_result(t);
	for (size_t i = 0; i < r.tail_bytes; i++)
		lines += r.tail[i] == '\n';
	assert_int_equal(lines, 3 + 1 + inherited()); /* and the one that ls reads the folder by */
}

static void a_child_may_close_its_descriptors(void **state)
{
	struct as_launched r = launching_run(*state, "echo x; exec <&- >&- 2>&-; exit 4",
		AS_LAUNCH_EXECUTION);

	assert_int_equal(as_launched_ended(&r).code, 4);
	assert_tail(&r, "x\n");
}

static void a_child_leads_a_process_group_of_its_own(void **state)
{
	struct as_launched r = launching_run(*state,
		"set -- $(cat /proc/self/stat); [ $5 = $$ ]", AS_LAUNCH_EXECUTION);

	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
}

static void a_small_child_of_a_large_assay_has_a_small_peak(void **state)
{
	const size_t size = 300 << 20;
	/* A spawner with a sanitizer in it is not the one that measures. */
#if defined(__SANITIZE_ADDRESS__)
	const int64_t limit = 100 << 20;
#else
	const int64_t limit = 8 << 20;
#endif
	struct launching *t = *state;
	const char *const argv[] = {"true", NULL};
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	struct as_spawner *before = t->s;
	struct as_launched r;

	assert_true(p != MAP_FAILED);
	assert_int_equal(as_spawner_open(&t->s, NULL), AS_OK); /* now, from the large process */
	launching_launch(t, &(struct as_launch){.command = launching_prepare(t,
		&(struct as_command_spec){.path = "/bin/true", .argv = argv})});
	r = launching_result(t);
	as_spawner_close(t->s);
	t->s = before;
	munmap(p, size);
	assert_true(r.use.peak_rss_bytes > 0 && r.use.peak_rss_bytes < limit);
}

static int entries(const char *path)
{
	DIR *d = opendir(path);
	int n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static void many_launches_leave_neither_descriptors_nor_zombies(void **state)
{
	struct launching *t = *state;
	uint32_t ok = launching_shell(t, "echo x; (sleep 0 &)");
	uint32_t bad = launching_prepare(t, &(struct as_command_spec){
		.path = "/nonexistent/x", .argv = (const char *const[]){"x", NULL},
		.input = "/dev/null", .out.kind = AS_STREAM_PIPE});
	struct as_launched r = launching_run(t, "echo $PPID >pid", AS_LAUNCH_EXECUTION);
	char fds[64], children[64];
	int before = 0;

	snprintf(fds, sizeof fds, "/proc/%ld/fd", launching_number(t, "pid"));
	snprintf(children, sizeof children, "/proc/%ld/task/%ld/children",
		launching_number(t, "pid"), launching_number(t, "pid"));
	for (int i = 0; i < 300; i++) {
		launching_launch(t, &(struct as_launch){.command = i % 2 ? ok : bad});
		r = launching_result(t);
		assert_int_equal(as_launched_ended(&r).ending,
			i % 2 ? AS_ENDED_OK : AS_ENDED_NOT_STARTED);
		if (i == 10)
			before = entries(fds);
	}
	assert_int_equal(entries(fds), before);
	FILE *f = fopen(children, "re");
	assert_non_null(f);
	assert_int_equal(fgetc(f), EOF);
	fclose(f);
}

static void impossible_requests_are_refused_before_they_are_sent(void **state)
{
	struct launching *t = *state;
	const char *const none[] = {NULL};
	char *longest = calloc(1, AS_SPAWN_FRAME_BYTES + 1);
	const char *const argv[] = {longest, NULL};
	uint32_t id = 77, good = launching_shell(t, "exit 0");
	struct as_launched r;

	assert_non_null(longest);
	memset(longest, 'x', AS_SPAWN_FRAME_BYTES);
	assert_int_equal(as_spawner_prepare(t->s, &(struct as_command_spec){.argv = argv}, &id, NULL),
		AS_ERR_ARG);
	assert_int_equal(as_spawner_prepare(t->s,
		&(struct as_command_spec){.path = "x", .argv = none}, &id, NULL), AS_ERR_ARG);
	assert_int_equal(as_spawner_prepare(t->s,
		&(struct as_command_spec){.path = "x", .argv = argv}, &id, NULL), AS_ERR_ARG);
	assert_int_equal(as_spawner_launch(t->s, &(struct as_launch){.command = 9}, NULL), AS_ERR_ARG);
	assert_int_equal(as_spawner_launch(t->s,
		&(struct as_launch){.command = good, .timeout_ns = -1}, NULL), AS_ERR_ARG);
	assert_int_equal(as_spawner_launch(t->s, &(struct as_launch){
		.command = good, .padding_bytes = AS_SPAWN_PADDING_BYTES + 1}, NULL), AS_ERR_ARG);
	assert_int_equal(as_spawner_launch(t->s,
		&(struct as_launch){.command = good, .argv = none}, NULL), AS_ERR_ARG);
	assert_int_equal(id, 77);
	free(longest);
	assert_int_equal(as_spawner_pending(t->s), 0);
	launching_launch(t, &(struct as_launch){.command = good});
	r = launching_result(t);
	assert_int_equal(as_launched_ended(&r).ending, AS_ENDED_OK);
}

static void a_program_that_is_no_spawner_is_named(void **state)
{
	char *given = strdup(getenv("ASSAY_SPAWN"));
	struct as_spawner *s = NULL;
	struct as_err err = {0};

	(void)state;
	assert_non_null(given);
	setenv("ASSAY_SPAWN", "/nonexistent/spawn", 1);
	assert_int_equal(as_spawner_open(&s, &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "cannot use '/nonexistent/spawn' as assay-spawn, which "
		"ASSAY_SPAWN names: unset it, or name an executable file");
	setenv("ASSAY_SPAWN", "/bin/true", 1);
	assert_int_equal(as_spawner_open(&s, &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "cannot use '/bin/true' as assay-spawn: it does not answer as "
		"one; install the one that came with this assay");
	assert_null(s);
	setenv("ASSAY_SPAWN", given, 1);
	free(given);
}

#define WITH_SPAWNER(f) cmocka_unit_test_setup_teardown(f, launching_begin, launching_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SPAWNER(status_usage_and_order_of_times_come_back),
		WITH_SPAWNER(results_come_in_the_order_of_launches_with_their_tokens),
		WITH_SPAWNER(a_long_launch_does_not_keep_back_the_results_before_it),
		WITH_SPAWNER(waiting_without_launches_returns_at_once),
		WITH_SPAWNER(waiting_ends_when_the_time_is_over),
		WITH_SPAWNER(both_streams_are_captured_in_the_order_of_writing),
		WITH_SPAWNER(of_much_output_the_end_is_kept_and_all_is_counted),
		WITH_SPAWNER(output_of_one_launch_is_not_told_of_the_next),
		WITH_SPAWNER(output_that_is_thrown_away_is_still_read),
		WITH_SPAWNER(inherited_streams_are_those_of_assay),
		WITH_SPAWNER(without_streams_all_three_are_dev_null),
		WITH_SPAWNER(files_serve_as_input_and_output),
		WITH_SPAWNER(a_fifo_as_input_holds_up_nobody),
		WITH_SPAWNER(entries_of_a_launch_replace_and_extend_the_environment),
		WITH_SPAWNER(words_of_a_launch_replace_the_prepared_ones),
		cmocka_unit_test(signals_that_assay_blocks_or_ignores_reach_a_child),
		WITH_SPAWNER(a_child_gets_none_of_our_descriptors),
		WITH_SPAWNER(a_child_may_close_its_descriptors),
		WITH_SPAWNER(a_child_leads_a_process_group_of_its_own),
		WITH_SPAWNER(a_small_child_of_a_large_assay_has_a_small_peak),
		WITH_SPAWNER(many_launches_leave_neither_descriptors_nor_zombies),
		WITH_SPAWNER(impossible_requests_are_refused_before_they_are_sent),
		cmocka_unit_test(a_program_that_is_no_spawner_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
