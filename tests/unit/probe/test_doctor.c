/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What assay doctor reads, from trees that lack files or hold anything in them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "probe/examine/examine.h"

#define DATA TEST_DATA "/probe/"

static char path_variable[] = "PATH=/usr/bin:/bin";
static char *const variables[] = {path_variable, NULL};

static struct as_diagnosis *read_tree(const char *root, struct as_arena *a)
{
	const struct as_probe_root r = {.root = root, .env = variables};
	struct as_diagnosis *d = as_arena_alloc(a, sizeof *d);
	struct as_machine m;
	const struct as_sight s = {.root = &r, .machine = &m};

	assert_non_null(d);
	assert_int_equal(as_probe_machine(&r, a, &m, NULL), AS_OK);
	as_doctor_read(&s, d);
	as_doctor_try(&s, d);
	return d;
}

/* Known with a value, or not known with a reason; each ability with a word. */
static void is_whole(const struct as_diagnosis *d)
{
	for (size_t i = 0; i < AS_CHECKS; i++) {
		const struct as_reading *r = &d->reading[i];
		if (r->known ? !*r->value || *r->why : !*r->why || *r->value)
			print_error("%s: value '%s', why '%s'\n", as_check_names[i].name, r->value, r->why);
		assert_true(r->known ? *r->value && !*r->why : *r->why && !*r->value);
	}
	for (size_t i = 0; i < AS_ABILITIES; i++)
		assert_true(*d->ability[i].says);
}

static const char *value_of(const struct as_diagnosis *d, enum as_check_id id)
{
	assert_true(d->reading[id].known);
	return d->reading[id].value;
}

static void a_laptop_is_read_as_its_files_are(void **state)
{
	struct as_arena a = {0};
	struct as_diagnosis *d = read_tree(DATA "constructed-laptop", &a);

	(void)state;
	is_whole(d);
	assert_string_equal(value_of(d, AS_CHECK_GOVERNOR), "powersave");
	assert_string_equal(d->reading[AS_CHECK_TURBO].more, "/sys/devices/system/cpu/intel_pstate/no_turbo");
	assert_true(fabs(d->reading[AS_CHECK_THROTTLE].number - 8 * 37) < 0.5);
	assert_true(fabs(d->reading[AS_CHECK_TEMPERATURE].number - 93) < 0.5);
	assert_true(fabs(d->reading[AS_CHECK_TEMPERATURE].limit - 100) < 0.5);
	assert_true(fabs(d->reading[AS_CHECK_SWAP].number - (2097148. - 1468924) * 1024) < 1);
	assert_true(fabs(d->reading[AS_CHECK_LOAD].limit - 8) < 0.5);
	assert_string_equal(value_of(d, AS_CHECK_TEMPORARY), "ext4");
	assert_string_equal(value_of(d, AS_CHECK_TICK), "none");
	assert_int_equal(d->ability[AS_ABILITY_EVENTS].state, AS_ABILITY_YES);
	assert_non_null(strstr(d->ability[AS_ABILITY_EVENTS].says, "for root"));
	assert_int_equal(d->ability[AS_ABILITY_PARTS].state, AS_ABILITY_YES);
	assert_int_equal(d->ability[AS_ABILITY_ENERGY].state, AS_ABILITY_YES);
	assert_int_equal(d->ability[AS_ABILITY_GIT].state, AS_ABILITY_YES);
	as_arena_release(&a);
}

/* A disk is hotter than the processor there, and nobody asks for it. */
static void only_the_processors_sensors_count(void **state)
{
	struct as_arena a = {0};
	struct as_diagnosis *d = read_tree(DATA "constructed-server", &a);

	(void)state;
	assert_true(fabs(d->reading[AS_CHECK_TEMPERATURE].number - 41.25) < 0.01);
	assert_true(fabs(d->reading[AS_CHECK_TEMPERATURE].limit - 90) < 0.01);
	as_arena_release(&a);
}

static void a_limit_above_the_own_group_is_found(void **state)
{
	struct as_arena a = {0};
	struct as_diagnosis *d = read_tree(DATA "constructed-delegation", &a);

	(void)state;
	assert_true(fabs(d->reading[AS_CHECK_CGROUP].number - 1.5) < 1e-9);
	assert_string_equal(d->reading[AS_CHECK_CGROUP].more, "/sys/fs/cgroup/user.slice/user-1001.slice/cpu.max");
	assert_true(fabs(d->reading[AS_CHECK_STEAL].number - 38811. / (811241 + 304031 + 121 + 38811)) < 1e-9);
	assert_string_equal(value_of(d, AS_CHECK_TEMPORARY), "nfs4");
	assert_int_equal(d->ability[AS_ABILITY_ENERGY].state, AS_ABILITY_NO);
	as_arena_release(&a);
}

static void a_system_without_any_file_has_a_reason_for_everything(void **state)
{
	struct as_arena a = {0};
	struct as_diagnosis *d = read_tree("/nonexistent", &a);

	(void)state;
	is_whole(d);
	assert_string_equal(d->reading[AS_CHECK_LOAD].why, "there is no /proc/loadavg");
	assert_int_equal(d->ability[AS_ABILITY_LOAD].state, AS_ABILITY_NO);
	as_arena_release(&a);
}

/* Copies of a tree, whose files are replaced one way or another. */

struct copy {
	char root[64];
	uint64_t random;
	int way;
};

static struct copy *copying; /* nftw hands nothing on */

static uint64_t draw(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

enum { EMPTY, BYTES, CUT, CHANGED, HUGE_NUMBERS, FOLDER, WAYS };

static void replace(struct copy *c, const char *to, char *text, size_t n)
{
	static const char numbers[] = "-99999999999999999999 1e999 nan [ ] : , - 0x7f\n";
	FILE *f = NULL;

	if (c->way == FOLDER) {
		assert_int_equal(mkdir(to, 0700), 0);
		return;
	}
	if (c->way == EMPTY)
		n = 0;
	if (c->way == CUT)
		n = n ? draw(&c->random) % n : 0;
	if (c->way == BYTES)
		for (size_t i = 0; i < n; i++)
			text[i] = (char)draw(&c->random);
	if (c->way == CHANGED)
		for (size_t i = 0; i < n; i += 1 + draw(&c->random) % 8)
			text[i] = (char)draw(&c->random);
	f = fopen(to, "w");
	assert_non_null(f);
	if (c->way == HUGE_NUMBERS)
		assert_true(fputs(numbers, f) >= 0);
	else
		assert_int_equal(fwrite(text, 1, n, f), n);
	assert_int_equal(fclose(f), 0);
}

static int copy_one(const char *path, const struct stat *sb, int type, struct FTW *where)
{
	static const size_t skip = sizeof DATA "constructed-laptop" - 1;
	char to[512], text[8192];

	(void)sb;
	(void)where;
	snprintf(to, sizeof to, "%s%s", copying->root, path + skip);
	if (type == FTW_D)
		return mkdir(to, 0700) && path[skip] ? -1 : 0;
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	size_t n = fread(text, 1, sizeof text, f);
	fclose(f);
	replace(copying, to, text, n);
	return 0;
}

static int remove_one(const char *path, const struct stat *sb, int type, struct FTW *where)
{
	(void)sb;
	(void)type;
	(void)where;
	return remove(path);
}

static void files_that_hold_anything_never_crash_it_and_have_reasons(void **state)
{
	(void)state;
	for (int i = 0; i < WAYS * 5; i++) {
		struct copy c = {.random = 0x9e3779b97f4a7c15U + (uint64_t)i, .way = i % WAYS};
		struct as_arena a = {0};
		snprintf(c.root, sizeof c.root, "%s/test_doctor.XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
		assert_non_null(mkdtemp(c.root));
		copying = &c;
		assert_int_equal(nftw(DATA "constructed-laptop", copy_one, 16, FTW_PHYS), 0);
		is_whole(read_tree(c.root, &a));
		as_arena_release(&a);
		assert_int_equal(nftw(c.root, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_laptop_is_read_as_its_files_are),
		cmocka_unit_test(only_the_processors_sensors_count),
		cmocka_unit_test(a_limit_above_the_own_group_is_found),
		cmocka_unit_test(a_system_without_any_file_has_a_reason_for_everything),
		cmocka_unit_test(files_that_hold_anything_never_crash_it_and_have_reasons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
