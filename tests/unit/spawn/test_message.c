/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "spawn/wire/inbox.h"
#include "spawn/wire/message.h"

/* The body of the only frame in w. */
static struct as_wire_in body_of(const struct as_wire_out *w, enum as_message type)
{
	uint32_t head[2];

	assert_false(w->failed);
	memcpy(head, w->data, sizeof head);
	assert_int_equal(head[0], w->len - AS_WIRE_HEAD_BYTES);
	assert_int_equal(head[1], type);
	return (struct as_wire_in){.p = w->data + AS_WIRE_HEAD_BYTES, .end = w->data + w->len};
}

static void put_some_command(struct as_wire_out *w)
{
	static const struct as_event events[] = {{.type = 1, .no_user = true, .config = 2},
		{.type = UINT32_MAX, .no_kernel = true, .config = UINT64_MAX, .config1 = 3, .config2 = 4}};
	const char *const argv[] = {"x", "", "a b", NULL}, *const envp[] = {NULL};

	as_put_command(w, 7, &(struct as_command_spec){.path = "/x", .argv = argv, .envp = envp,
		.input = "in", .out = {AS_STREAM_FILE, "out"}, .err.kind = AS_STREAM_CAPTURE,
		.fixed_addresses = true, .events = events, .n_events = 2,
		.isolation = {.pinned = true, .cpus = {5, [15] = UINT64_MAX}, .nodes = 9,
			.policy = AS_POLICY_NICE, .priority = -7, .cpuset = "/set"}});
}

static void a_command_arrives_as_it_was_sent(void **state)
{
	struct as_wire_out w = {0};
	struct as_spawn_command c = {0};
	uint32_t id = 0;

	(void)state;
	put_some_command(&w);
	struct as_wire_in r = body_of(&w, AS_MESSAGE_PREPARE);
	assert_true(as_get_command(&r, &id, &c));
	assert_int_equal(id, 7);
	assert_string_equal(c.spec.path, "/x");
	assert_int_equal(c.argv.n, 3);
	assert_string_equal(c.spec.argv[2], "a b");
	assert_null(c.spec.argv[3]);
	assert_non_null(c.spec.envp);
	assert_null(c.spec.envp[0]);
	assert_null(c.spec.cwd);
	assert_string_equal(c.spec.input, "in");
	assert_string_equal(c.spec.out.path, "out");
	assert_int_equal(c.spec.err.kind, AS_STREAM_CAPTURE);
	assert_true(c.spec.fixed_addresses);
	assert_int_equal(c.spec.n_events, 2);
	assert_int_equal(c.spec.events[0].type, 1);
	assert_true(c.spec.events[0].no_user && !c.spec.events[0].no_kernel);
	assert_int_equal(c.spec.events[0].config, 2);
	assert_int_equal(c.spec.events[1].type, UINT32_MAX);
	assert_true(c.spec.events[1].no_kernel && !c.spec.events[1].no_user);
	assert_true(c.spec.events[1].config == UINT64_MAX);
	assert_int_equal(c.spec.events[1].config1, 3);
	assert_int_equal(c.spec.events[1].config2, 4);
	assert_true(c.spec.isolation.pinned);
	assert_true(c.spec.isolation.cpus[0] == 5 && c.spec.isolation.cpus[15] == UINT64_MAX);
	assert_int_equal(c.spec.isolation.nodes, 9);
	assert_int_equal(c.spec.isolation.policy, AS_POLICY_NICE);
	assert_int_equal(c.spec.isolation.priority, -7);
	assert_string_equal(c.spec.isolation.cpuset, "/set");
	as_command_release(&c);
	as_wire_release(&w);
}

static void a_launch_arrives_as_it_was_sent(void **state)
{
	const char *const env[] = {"A=1", NULL};
	struct as_wire_out w = {0};
	struct as_launch_request q = {0};

	(void)state;
	as_put_launch(&w, 3, &(struct as_launch){.token = UINT64_MAX, .command = 4,
		.kind = AS_LAUNCH_HOOK, .timeout_ns = INT64_MAX, .env = env, .padding_bytes = 5,
		.group = "/g/cgroup.procs", .copies = 6, .copy_env = env});
	struct as_wire_in r = body_of(&w, AS_MESSAGE_LAUNCH);
	assert_true(as_get_launch(&r, &q));
	assert_int_equal(q.epoch, 3);
	assert_true(q.launch.token == UINT64_MAX);
	assert_int_equal(q.launch.command, 4);
	assert_int_equal(q.launch.kind, AS_LAUNCH_HOOK);
	assert_true(q.launch.timeout_ns == INT64_MAX);
	assert_string_equal(q.launch.env[0], "A=1");
	assert_null(q.launch.argv);
	assert_int_equal(q.launch.padding_bytes, 5);
	assert_string_equal(q.launch.group, "/g/cgroup.procs");
	assert_int_equal(q.launch.copies, 6);
	assert_string_equal(q.launch.copy_env[0], "A=1");
	as_launch_request_release(&q);
	as_wire_release(&w);
}

/* Every field has a value of its own, so that two that are exchanged would show. */
static const struct as_launched some_result = {.token = 1, .begin_ns = 2, .end_ns = 3,
	.status = -4, .exec_errno = 5, .step = AS_STEP_CHDIR, .timed_out = true, .leftovers = 7,
	.use.user_ns = 8, .use.system_ns = 9, .use.peak_rss_bytes = 10, .use.minor_faults = 11,
		.use.major_faults = 12,
	.use.voluntary_switches = 13, .use.involuntary_switches = 14, .use.blocks_in = 15,
		.use.blocks_out = 16,
	.captured_bytes = 17, .tail = "tail", .tail_bytes = 4,
	.group_error = -26, .failed_copies = 27, .n_counts = 2, .counts = {{18, 19, 20, 21}, {-22, -23, -24, -25}}};

static void a_result_arrives_as_it_was_sent(void **state)
{
	struct as_wire_out w = {0};
	struct as_launched got = {0};

	(void)state;
	as_put_launched(&w, &some_result);
	struct as_wire_in r = body_of(&w, AS_MESSAGE_LAUNCHED);
	assert_true(as_get_launched(&r, &got));
	assert_memory_equal(got.tail, "tail", 4);
	assert_int_equal(got.token, 1);
	assert_int_equal(got.begin_ns, 2);
	assert_int_equal(got.end_ns, 3);
	assert_int_equal(got.status, -4);
	assert_int_equal(got.exec_errno, 5);
	assert_int_equal(got.step, AS_STEP_CHDIR);
	assert_true(got.timed_out);
	assert_false(got.cancelled);
	assert_int_equal(got.leftovers, 7);
	assert_int_equal(got.use.user_ns, 8);
	assert_int_equal(got.use.system_ns, 9);
	assert_int_equal(got.use.peak_rss_bytes, 10);
	assert_int_equal(got.use.minor_faults, 11);
	assert_int_equal(got.use.major_faults, 12);
	assert_int_equal(got.use.voluntary_switches, 13);
	assert_int_equal(got.use.involuntary_switches, 14);
	assert_int_equal(got.use.blocks_in, 15);
	assert_int_equal(got.use.blocks_out, 16);
	assert_int_equal(got.captured_bytes, 17);
	assert_int_equal(got.tail_bytes, 4);
	assert_int_equal(got.group_error, -26);
	assert_int_equal(got.failed_copies, 27);
	assert_int_equal(got.n_counts, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(got.counts[i].error, some_result.counts[i].error);
		assert_int_equal(got.counts[i].value, some_result.counts[i].value);
		assert_int_equal(got.counts[i].enabled_ns, some_result.counts[i].enabled_ns);
		assert_int_equal(got.counts[i].running_ns, some_result.counts[i].running_ns);
	}
	as_wire_release(&w);
}

static void a_message_cut_anywhere_is_refused(void **state)
{
	struct as_wire_out w = {0};
	struct as_spawn_command c = {0};
	uint32_t id;

	(void)state;
	put_some_command(&w);
	size_t whole = w.len - AS_WIRE_HEAD_BYTES;
	for (size_t n = 0; n < whole; n++) {
		unsigned char *copy = malloc(n + 1); /* so that a sanitizer sees a read beyond it */
		assert_non_null(copy);
		memcpy(copy, w.data + AS_WIRE_HEAD_BYTES, n);
		struct as_wire_in r = {.p = copy, .end = copy + n};
		assert_false(as_get_command(&r, &id, &c));
		free(copy);
	}
	as_wire_put_u32(&w, 0);
	struct as_wire_in r = {.p = w.data + AS_WIRE_HEAD_BYTES, .end = w.data + w.len};
	assert_false(as_get_command(&r, &id, &c)); /* something is left over */
	as_command_release(&c);
	as_wire_release(&w);
}

static void a_list_that_lies_about_its_length_takes_no_memory(void **state)
{
	const uint32_t lies[] = {UINT32_MAX - 1, AS_SPAWN_WORDS + 1, 2};
	struct as_wire_list l = {0};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct as_wire_in r = {.p = (const unsigned char *)&lies[i]};
		r.end = r.p + sizeof lies[i];
		as_wire_get_list(&r, &l);
		assert_true(r.failed);
		assert_int_equal(l.cap, 0);
	}
	as_wire_list_release(&l);
}

static void a_string_with_a_zero_inside_is_refused(void **state)
{
	static const unsigned char bytes[] = {3, 0, 0, 0, 'a', 0, 'b', 0};
	struct as_wire_in r = {.p = bytes, .end = bytes + sizeof bytes};

	(void)state;
	assert_null(as_wire_string(&r));
	assert_true(r.failed);
}

static void frames_are_found_however_they_are_cut(void **state)
{
	struct as_wire_out w = {0};
	struct as_inbox b = {0};
	struct as_wire_in body;
	uint32_t type, n = 0;
	int fd[2];

	(void)state;
	assert_int_equal(pipe(fd), 0);
	for (uint32_t i = 0; i < 20; i++) {
		size_t at = as_wire_begin(&w, i);
		for (uint32_t k = 0; k < i; k++)
			as_wire_put_u32(&w, k);
		as_wire_end(&w, at);
	}
	for (size_t at = 0; at < w.len; at += 7) {
		size_t size = w.len - at < 7 ? w.len - at : 7;
		assert_int_equal(write(fd[1], w.data + at, size), size);
		assert_int_equal(as_inbox_fill(&b, fd[0]), size);
		while (as_inbox_next(&b, &type, &body) == AS_INBOX_FRAME) {
			assert_int_equal(type, n);
			assert_int_equal(body.end - body.p, 4 * n);
			n++;
		}
	}
	assert_int_equal(n, 20);
	close(fd[1]);
	assert_int_equal(as_inbox_fill(&b, fd[0]), 0);
	close(fd[0]);
	as_inbox_release(&b);
	as_wire_release(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_command_arrives_as_it_was_sent),
		cmocka_unit_test(a_launch_arrives_as_it_was_sent),
		cmocka_unit_test(a_result_arrives_as_it_was_sent),
		cmocka_unit_test(a_message_cut_anywhere_is_refused),
		cmocka_unit_test(a_list_that_lies_about_its_length_takes_no_memory),
		cmocka_unit_test(a_string_with_a_zero_inside_is_refused),
		cmocka_unit_test(frames_are_found_however_they_are_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
