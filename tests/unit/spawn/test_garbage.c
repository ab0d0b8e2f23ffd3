/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "spawn/wire/message.h"

/* The real executable, fed by hand. */
struct victim {
	pid_t pid;
	int requests, results, control;
};

static struct victim start(void)
{
	int requests[2], results[2], control[2];
	char numbers[3][12];

	assert_int_equal(pipe(requests) | pipe(results) | pipe(control), 0);
	snprintf(numbers[0], sizeof numbers[0], "%d", requests[0]);
	snprintf(numbers[1], sizeof numbers[1], "%d", results[1]);
	snprintf(numbers[2], sizeof numbers[2], "%d", control[0]);
	pid_t pid = fork();
	if (pid == 0) {
		close(requests[1]);
		close(results[0]);
		close(control[1]);
		execl(getenv("ASSAY_SPAWN"), "assay-spawn", numbers[0], numbers[1], numbers[2],
			(char *)NULL);
		_exit(126);
	}
	close(requests[0]);
	close(results[1]);
	close(control[0]);
	return (struct victim){pid, requests[1], results[0], control[1]};
}

/* Stop asking, read what it still says, and give its wait status; *fault: it complained. */
static int finish(struct victim *v, bool *fault)
{
	unsigned char text[4096] = {0}, more[4096];
	size_t n = 0;
	ssize_t got;
	int status;

	close(v->requests);
	while ((got = read(v->results, more, sizeof more)) > 0) {
		size_t take = sizeof text - n < (size_t)got ? sizeof text - n : (size_t)got;
		memcpy(text + n, more, take);
		n += take;
	}
	close(v->results);
	close(v->control);
	assert_int_equal(waitpid(v->pid, &status, 0), v->pid);
	*fault = false;
	for (size_t at = 0; at + AS_WIRE_HEAD_BYTES <= n;) {
		uint32_t head[2];
		memcpy(head, text + at, sizeof head);
		*fault = *fault || head[1] == AS_MESSAGE_FAULT;
		at += AS_WIRE_HEAD_BYTES + head[0];
	}
	return status;
}

static int feed(const unsigned char *bytes, size_t n, bool *fault)
{
	struct victim v = start();

	(void)!write(v.requests, bytes, n); /* it may have given up before the last byte */
	return finish(&v, fault);
}

static unsigned char next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (unsigned char)(*seed >> 56);
}

static void random_bytes_end_it_with_an_error(void **state)
{
	(void)state;
	for (uint64_t i = 1; i <= 40; i++) {
		unsigned char bytes[2000];
		uint64_t seed = i;
		bool fault;
		for (size_t k = 0; k < sizeof bytes; k++)
			bytes[k] = next(&seed);
		bytes[1] = i % 2 ? bytes[1] & 3 : bytes[1]; /* every other frame is of possible */
		bytes[2] = i % 2 ? 0 : bytes[2];            /* length */
		bytes[3] = i % 2 ? 0 : 0xFF;
		int status = feed(bytes, sizeof bytes, &fault);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 2);
		assert_true(fault);
	}
}

/* A conversation in which some bytes are changed: it may still make sense, but never crash. The
 * program is one that does nothing, whatever its words. */
static void a_damaged_conversation_never_crashes_it(void **state)
{
	const char *const argv[] = {"true", "x", NULL}, *const env[] = {"A=1", NULL};
	struct as_wire_out w = {0};
	int faults = 0;

	(void)state;
	as_put_command(&w, 0, &(struct as_command_spec){
		.path = "/bin/true", .argv = argv, .envp = env, .out.kind = AS_STREAM_CAPTURE});
	as_put_launch(&w, 0, &(struct as_launch){.env = env, .padding_bytes = 9});
	as_put_launch(&w, 0, &(struct as_launch){.argv = argv, .token = 1});
	assert_false(w.failed);
	for (uint64_t i = 0; i < 200; i++) {
		unsigned char *copy = malloc(w.len);
		uint64_t seed = i + 77;
		bool fault;
		assert_non_null(copy);
		memcpy(copy, w.data, w.len);
		for (unsigned k = next(&seed) % 3; k < 3; k++) {
			size_t at = (next(&seed) * 256u + next(&seed)) % w.len;
			copy[at] = next(&seed);
		}
		int status = feed(copy, w.len, &fault);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), fault ? 2 : 0);
		faults += fault;
		free(copy);
	}
	assert_in_range(faults, 20, 199); /* both cases were met */
	as_wire_release(&w);
}

static void an_unknown_byte_on_control_ends_it(void **state)
{
	struct victim v = start();
	bool fault;

	(void)state;
	assert_int_equal(write(v.control, "?", 1), 1);
	int keep_open = dup(v.requests); /* so that only control tells it to end */
	int status = finish(&v, &fault);
	close(keep_open);
	assert_true(fault);
	assert_int_equal(WEXITSTATUS(status), 2);
}

static void a_launch_from_the_future_is_refused(void **state)
{
	const char *const argv[] = {"true", NULL};
	struct as_wire_out w = {0};
	bool fault;

	(void)state;
	as_put_command(&w, 0, &(struct as_command_spec){.path = "/bin/true", .argv = argv});
	as_put_launch(&w, 1, &(struct as_launch){0});
	int status = feed(w.data, w.len, &fault);
	assert_true(fault);
	assert_int_equal(WEXITSTATUS(status), 2);
	as_wire_release(&w);
}

static void without_its_descriptors_it_ends_with_an_error(void **state)
{
	int status;
	pid_t pid = fork();

	(void)state;
	if (pid == 0) {
		close(STDERR_FILENO);
		execl(getenv("ASSAY_SPAWN"), "assay-spawn", "700", "x", "-1", (char *)NULL);
		_exit(126);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_bytes_end_it_with_an_error),
		cmocka_unit_test(a_damaged_conversation_never_crashes_it),
		cmocka_unit_test(an_unknown_byte_on_control_ends_it),
		cmocka_unit_test(a_launch_from_the_future_is_refused),
		cmocka_unit_test(without_its_descriptors_it_ends_with_an_error),
	};
	const struct sigaction ignore = {.sa_handler = SIG_IGN};

	sigaction(SIGPIPE, &ignore, NULL); /* it may leave while we still talk */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
