/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups that are used again, in trees of files that are made here: constructed. What a peak begins anew
 * with is, there, its text after the first byte has become a 0. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "probe/counting/group_pool.h"

struct tree {
	char path[64];
	struct as_probe_root root;
	struct as_group_place place;
	struct as_group_pool pool;
	bool wanted[AS_GROUPS_KNOWN];
};

static int begin(void **state)
{
	static struct tree t;

	t = (struct tree){.path = "/tmp/assay-test-pool-XXXXXX"};
	*state = &t;
	if (!mkdtemp(t.path))
		return 1;
	t.root.root = t.path;
	t.place = (struct as_group_place){.root = &t.root, .version = 1};
	t.wanted[as_group_find("group_memory")] = true;
	as_group_pool_open(&t.pool, &t.place, t.wanted);
	return 0;
}

static int end(void **state)
{
	struct tree *t = *state;
	char command[128];

	as_group_pool_close(&t->pool);
	snprintf(command, sizeof command, "rm -rf '%s'", t->path);
	return system(command);
}

static const char *of_group(const struct tree *t, uint32_t number, const char *file)
{
	static char path[256];

	snprintf(path, sizeof path, "%s/assay-%d-%u/%s", t->path, (int)getpid(), (unsigned)number, file);
	return path;
}

static bool is_there(const struct tree *t, uint32_t number)
{
	return access(of_group(t, number, ""), F_OK) == 0;
}

/* What a file of a group says, which need not be there before. */
static void says(const struct tree *t, uint32_t number, const char *file, const char *text)
{
	mkdir(of_group(t, number, ""), 0755);
	FILE *f = fopen(of_group(t, number, file), "w");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static uint32_t takes(struct tree *t, uint64_t token)
{
	char path[PATH_MAX];
	uint32_t number = 0;

	assert_true(as_group_pool_is_ready(&t->pool));
	assert_true(as_group_pool_take(&t->pool, token, &number, path));
	assert_string_equal(path, of_group(t, number, t->place.version == 1 ? "tasks" : "cgroup.procs"));
	return number;
}

static double memory(struct tree *t, uint64_t token)
{
	double out[AS_GROUPS_KNOWN];

	as_group_pool_read(&t->pool, token, out);
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		assert_true(t->wanted[i] || isnan(out[i]));
	return out[as_group_find("group_memory")];
}

static void a_group_in_which_nothing_is_left_is_used_again(void **state)
{
	struct tree *t = *state;

	says(t, 0, "memory.max_usage_in_bytes", "98304\n");
	assert_false(as_group_pool_is_ready(&t->pool));
	as_group_pool_fill(&t->pool, 1);
	assert_int_equal(takes(t, 5), 0);
	assert_false(as_group_pool_is_ready(&t->pool));
	assert_true(fabs(memory(t, 5) - 98304) < 1e-9);
	says(t, 0, "memory.max_usage_in_bytes", "16384\n"); /* of which 6384 stay */
	as_group_pool_give_back(&t->pool, 5);
	assert_int_equal(takes(t, 6), 0);
	assert_true(fabs(memory(t, 6) - 6384) < 1e-9);
}

static void one_in_which_much_is_left_rests_until_it_is_gone(void **state)
{
	struct tree *t = *state;

	says(t, 0, "memory.max_usage_in_bytes", "16384\n");
	as_group_pool_fill(&t->pool, 1);
	takes(t, 1);
	says(t, 0, "memory.max_usage_in_bytes", "916385\n");
	as_group_pool_give_back(&t->pool, 1);
	assert_false(as_group_pool_is_ready(&t->pool));
	as_group_pool_fill(&t->pool, 1);
	assert_int_equal(takes(t, 2), 1);
	says(t, 0, "memory.max_usage_in_bytes", "916384\n");
	assert_true(as_group_pool_is_ready(&t->pool));
	assert_int_equal(takes(t, 3), 0);
}

static void every_peak_that_is_read_has_to_begin_anew(void **state)
{
	struct tree *t = *state;

	t->wanted[as_group_find("group_kernel")] = true;
	as_group_pool_open(&t->pool, &t->place, t->wanted);
	says(t, 0, "memory.max_usage_in_bytes", "4096\n");
	says(t, 0, "memory.kmem.max_usage_in_bytes", "940960\n");
	as_group_pool_fill(&t->pool, 1);
	takes(t, 1);
	as_group_pool_give_back(&t->pool, 1);
	assert_false(as_group_pool_is_ready(&t->pool));
	says(t, 0, "memory.kmem.max_usage_in_bytes", "4096\n");
	assert_true(as_group_pool_is_ready(&t->pool));
}

/* Also where only files in memory are asked for, which are no peak. */
static void what_cannot_begin_anew_is_not_used_again(void **state)
{
	static const char *const texts[] = {"xx\n", "1.5\n", "940960", "99999999999999999999\n"};
	struct tree *t = *state;

	for (uint32_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		says(t, i, "memory.max_usage_in_bytes", texts[i]);
		as_group_pool_fill(&t->pool, 1);
		assert_int_equal(takes(t, i), i);
		as_group_pool_give_back(&t->pool, i);
		assert_false(as_group_pool_is_ready(&t->pool));
	}
	as_group_pool_fill(&t->pool, 1); /* of which there is no file at all */
	const uint32_t last = takes(t, 9);
	assert_true(isnan(memory(t, 9)));
	as_group_pool_give_back(&t->pool, 9);
	assert_false(as_group_pool_is_ready(&t->pool));
	assert_true(is_there(t, last));
}

static void files_in_memory_are_read_of_the_group_by_its_token(void **state)
{
	struct tree *t = *state;
	size_t row = as_group_find("group_cache");
	double out[AS_GROUPS_KNOWN];

	t->wanted[row] = true;
	as_group_pool_open(&t->pool, &t->place, t->wanted);
	says(t, 0, "memory.max_usage_in_bytes", "8192\n");
	says(t, 0, "memory.stat", "cache 1\ntotal_cache 4096\n");
	as_group_pool_fill(&t->pool, 1);
	takes(t, 77);
	as_group_pool_read(&t->pool, 77, out);
	assert_true(fabs(out[row] - 4096) < 1e-9 && fabs(out[0] - 8192) < 1e-9);
}

static void a_group_of_version_2_serves_once(void **state)
{
	struct tree *t = *state;

	t->place.version = 2;
	as_group_pool_fill(&t->pool, 1);
	assert_int_equal(takes(t, 1), 0);
	as_group_pool_give_back(&t->pool, 1);
	assert_false(as_group_pool_is_ready(&t->pool));
	assert_true(is_there(t, 0)); /* until the next is made */
	as_group_pool_fill(&t->pool, 2);
	assert_false(is_there(t, 0));
	assert_int_equal(takes(t, 2), 1);
	assert_int_equal(takes(t, 3), 2);
}

static void there_are_no_more_than_there_is_room_for(void **state)
{
	struct tree *t = *state;

	t->pool.room = AS_GROUP_POOL; /* whatever limit the test runs with */
	as_group_pool_fill(&t->pool, AS_GROUP_POOL + 10);
	for (uint32_t i = 0; i < AS_GROUP_POOL; i++)
		assert_int_equal(takes(t, i), i);
	assert_false(is_there(t, AS_GROUP_POOL));
	assert_false(as_group_pool_is_ready(&t->pool));
	as_group_pool_fill(&t->pool, 1); /* all are in use */
	assert_false(as_group_pool_is_ready(&t->pool));
	as_group_pool_give_back(&t->pool, 3);
	as_group_pool_fill(&t->pool, 1);
	assert_false(is_there(t, 3));
	assert_int_equal(takes(t, 100), AS_GROUP_POOL);
	assert_int_equal(as_group_sweep(&t->place, false), 0);
	assert_false(is_there(t, 0) || is_there(t, AS_GROUP_POOL));
}

static void where_few_files_may_be_open_there_are_few(void **state)
{
	struct tree *t = *state;
	struct rlimit files;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
	const rlim_t before = files.rlim_cur;
	files.rlim_cur = 64;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
	as_group_pool_open(&t->pool, &t->place, t->wanted);
	files.rlim_cur = before;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
	as_group_pool_fill(&t->pool, 12);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(takes(t, i), i);
	assert_false(as_group_pool_is_ready(&t->pool));
	assert_false(is_there(t, 4));
}

static void a_token_that_has_no_group_has_no_values(void **state)
{
	struct tree *t = *state;
	char path[PATH_MAX];
	uint32_t number = 1;

	assert_false(as_group_pool_take(&t->pool, 4, &number, path));
	assert_true(isnan(memory(t, 4)));
	as_group_pool_give_back(&t->pool, 4);
	as_group_pool_fill(&t->pool, 1);
	takes(t, 4);
	assert_true(isnan(memory(t, 5)));
	as_group_pool_give_back(&t->pool, 5);
	assert_false(as_group_pool_is_ready(&t->pool));
}

static void where_none_can_be_made_none_is_ready(void **state)
{
	struct tree *t = *state;

	snprintf(t->place.folder, sizeof t->place.folder, "/nonexistent");
	as_group_pool_fill(&t->pool, 2);
	assert_false(as_group_pool_is_ready(&t->pool));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_group_in_which_nothing_is_left_is_used_again),
		TEST(one_in_which_much_is_left_rests_until_it_is_gone),
		TEST(every_peak_that_is_read_has_to_begin_anew),
		TEST(what_cannot_begin_anew_is_not_used_again),
		TEST(files_in_memory_are_read_of_the_group_by_its_token),
		TEST(a_group_of_version_2_serves_once),
		TEST(there_are_no_more_than_there_is_room_for),
		TEST(where_few_files_may_be_open_there_are_few),
		TEST(a_token_that_has_no_group_has_no_values),
		TEST(where_none_can_be_made_none_is_ready),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
