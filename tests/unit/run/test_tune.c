/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings are changed and given back, on copies of a tree, whatever happens in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "analyse/diagnose/judge/judge_machine.h"
#include "probe/examine/examine.h"
#include "run/tune/tune_kernel.h"

#define TREE TEST_DATA "/probe/constructed-laptop"
#define CPU "/sys/devices/system/cpu/"
#define BOOT "3e1a6f0c-91f4-4a3e-8a55-0c8a4f6f1d11"

enum { SETTINGS = 12, PATH_BYTES = 512 };

static char path_variable[] = "PATH=/usr/bin";
static char *const variables[] = {path_variable, NULL};

/* A copy of the tree, and a state file that is not there yet. */
struct bench {
	char top[64], root[80], state[96];
	struct as_probe_root where;
	struct as_tune_place place;
	struct as_arena arena;
	long left; /* steps until the process ends; 0: never */
};

static const char *copy_to; /* nftw hands nothing on */

static int copy_one(const char *path, const struct stat *sb, int type, struct FTW *where)
{
	char to[PATH_BYTES], text[8192];

	(void)sb;
	(void)where;
	snprintf(to, sizeof to, "%s%s", copy_to, path + sizeof TREE - 1);
	if (type == FTW_D)
		return mkdir(to, 0700);
	FILE *from = fopen(path, "r"), *f = fopen(to, "w");
	assert_true(from && f);
	size_t n = fread(text, 1, sizeof text, from);
	assert_int_equal(fwrite(text, 1, n, f), n);
	fclose(from);
	return fclose(f);
}

static int remove_one(const char *path, const struct stat *sb, int type, struct FTW *where)
{
	(void)sb;
	(void)type;
	(void)where;
	return remove(path);
}

static void step(void *of)
{
	struct bench *b = of;

	if (b->left && !--b->left)
		_exit(7);
}

static void set_up(struct bench *b)
{
	*b = (struct bench){.left = 0};
	/* In memory where there is such a place: what is synced there costs nothing. */
	snprintf(b->top, sizeof b->top, "%s/test_tune.XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
	assert_non_null(mkdtemp(b->top));
	snprintf(b->root, sizeof b->root, "%s/root", b->top);
	snprintf(b->state, sizeof b->state, "%s/state/assay/tuned", b->top);
	copy_to = b->root;
	assert_int_equal(nftw(TREE, copy_one, 16, FTW_PHYS), 0);
	b->where = (struct as_probe_root){.root = b->root, .env = variables};
	b->place = (struct as_tune_place){.root = &b->where, .state = b->state, .boot_id = BOOT, .step = step, .of = b};
}

static void tear_down(struct bench *b)
{
	as_arena_release(&b->arena);
	assert_int_equal(nftw(b->top, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

static void content(const char *root, const char *path, char out[static 256])
{
	char full[PATH_BYTES];

	snprintf(full, sizeof full, "%s%s", root, path);
	FILE *f = fopen(full, "r");
	size_t n = f ? fread(out, 1, 255, f) : 0;
	out[n] = 0;
	if (f)
		fclose(f);
}

static void put(const struct bench *b, const char *path, const char *text)
{
	char full[PATH_BYTES];

	snprintf(full, sizeof full, "%s%s", b->root, path);
	FILE *f = fopen(full, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* Byte for byte, and nothing more in one than in the other. */
static bool same_as_before(const struct bench *b)
{
	pid_t pid = fork();
	int status = -1;

	if (!pid) {
		close(STDOUT_FILENO);
		execlp("diff", "diff", "-r", TREE, b->root, (char *)NULL);
		_exit(127);
	}
	assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static struct as_tuning planned(struct bench *b)
{
	struct as_diagnosis *d = as_arena_alloc(&b->arena, sizeof *d);
	struct as_machine m;
	const struct as_sight s = {.root = &b->where, .machine = &m};
	struct as_tuning t = {0};

	assert_non_null(d);
	assert_int_equal(as_probe_machine(&b->where, &b->arena, &m, NULL), AS_OK);
	assert_string_equal(m.boot_id, BOOT);
	as_doctor_read(&s, d);
	as_doctor_judge(d);
	assert_int_equal(as_tune_plan(&b->where, d, &b->arena, &t, NULL), AS_OK);
	return t;
}

static struct as_tuning applied(struct bench *b)
{
	struct as_tuning t = planned(b);

	assert_int_equal(as_tune_apply(&b->place, &t, NULL), AS_OK);
	return t;
}

static struct as_tuning restored(struct bench *b)
{
	struct as_tuning t = {0};
	struct as_err err = {0};

	if (as_tune_restore(&b->place, &b->arena, &t, &err))
		fail_msg("%s", err.msg);
	return t;
}

static bool remembers(const struct bench *b)
{
	return access(b->state, F_OK) == 0;
}

static void what_disturbs_is_changed_and_given_back_byte_for_byte(void **state)
{
	struct bench b;
	char text[256];
	struct stat sb;

	(void)state;
	set_up(&b);
	assert_true(same_as_before(&b));
	struct as_tuning t = applied(&b);
	assert_int_equal(t.n, SETTINGS);
	assert_int_equal(t.count[AS_SETTING_CHANGED], SETTINGS);
	assert_true(t.kept && !same_as_before(&b));
	content(b.root, CPU "cpu7/cpufreq/scaling_governor", text);
	assert_string_equal(text, "performance\n");
	content(b.root, "/sys/kernel/mm/transparent_hugepage/enabled", text);
	assert_string_equal(text, "always [madvise] never\n");
	assert_int_equal(stat(b.state, &sb), 0);
	assert_int_equal(sb.st_mode & 0777, 0600);
	t = restored(&b);
	assert_int_equal(t.count[AS_SETTING_CHANGED], SETTINGS);
	assert_true(same_as_before(&b) && !remembers(&b));
	assert_int_equal(restored(&b).n, 0);
	tear_down(&b);
}

/* Ends a process at its n-th step; false when it came to its end before. */
static bool stopped(struct bench *b, long n, bool apply)
{
	pid_t pid = fork();
	int status = -1;

	if (!pid) {
		struct as_tuning t = apply ? planned(b) : (struct as_tuning){0};
		b->left = n;
		enum as_status st = apply ? as_tune_apply(&b->place, &t, NULL)
					  : as_tune_restore(&b->place, &b->arena, &t, NULL);
		_exit(st ? 1 : 0);
	}
	assert_true(pid > 0 && waitpid(pid, &status, 0) == pid);
	assert_true(WIFEXITED(status) && (WEXITSTATUS(status) == 7 || WEXITSTATUS(status) == 0));
	return WEXITSTATUS(status) == 7;
}

static void stopped_at_any_step_of_tuning_everything_is_given_back(void **state)
{
	struct bench b;
	long n = 0;

	(void)state;
	do {
		set_up(&b);
		if (!stopped(&b, ++n, true))
			n = -n;
		struct as_tuning t = restored(&b);
		assert_int_equal(t.count[AS_SETTING_FOREIGN] + t.count[AS_SETTING_FAILED], 0);
		assert_true(same_as_before(&b) && !remembers(&b));
		tear_down(&b);
	} while (n > 0);
	assert_int_equal(-n, 2 + 2 * SETTINGS + 1);
}

static void stopped_at_any_step_of_restoring_it_can_be_done_again(void **state)
{
	struct bench b;
	long n = 0;

	(void)state;
	do {
		set_up(&b);
		applied(&b);
		if (!stopped(&b, ++n, false))
			n = -n;
		restored(&b);
		assert_true(same_as_before(&b) && !remembers(&b));
		tear_down(&b);
	} while (n > 0);
	assert_int_equal(-n, 2 * SETTINGS + 2);
}

static void what_somebody_else_changed_meanwhile_is_left_alone(void **state)
{
	struct bench b;
	char text[256];

	(void)state;
	set_up(&b);
	applied(&b);
	put(&b, CPU "cpu3/cpufreq/scaling_governor", "schedutil\n");
	put(&b, "/proc/sys/vm/swappiness", "60\n"); /* what it was before */
	struct as_tuning t = restored(&b);
	assert_int_equal(t.count[AS_SETTING_FOREIGN], 1);
	assert_int_equal(t.count[AS_SETTING_ALREADY], 1);
	assert_int_equal(t.count[AS_SETTING_CHANGED], SETTINGS - 2);
	content(b.root, CPU "cpu3/cpufreq/scaling_governor", text);
	assert_string_equal(text, "schedutil\n");
	assert_false(remembers(&b));
	put(&b, CPU "cpu3/cpufreq/scaling_governor", "powersave\n");
	assert_true(same_as_before(&b));
	tear_down(&b);
}

static void a_second_tune_is_refused_and_changes_nothing(void **state)
{
	struct bench b;
	struct as_err err = {0};
	char before[256], after[256], want[256];

	(void)state;
	set_up(&b);
	applied(&b);
	content(b.top, "/state/assay/tuned", before);
	put(&b, "/proc/sys/vm/swappiness", "60\n");
	struct as_tuning t = planned(&b);
	assert_int_equal(t.count[AS_SETTING_PLANNED], 1);
	assert_int_equal(as_tune_apply(&b.place, &t, &err), AS_ERR_REFUSED);
	snprintf(want, sizeof want, "cannot tune: this machine is tuned already, as '%s' remembers; "
		"assay doctor --restore gives back what was there", b.state);
	assert_string_equal(err.msg, want);
	content(b.top, "/state/assay/tuned", after);
	assert_string_equal(before, after);
	content(b.root, "/proc/sys/vm/swappiness", after);
	assert_string_equal(after, "60\n");
	restored(&b);
	assert_true(same_as_before(&b));
	tear_down(&b);
}

/* Power was lost: all settings are the system's own again, which may look like the tuned ones. */
static void after_a_reboot_nothing_is_touched(void **state)
{
	struct bench b;

	(void)state;
	set_up(&b);
	applied(&b);
	b.place.boot_id = "00000000-0000-0000-0000-000000000000";
	struct as_tuning t = restored(&b);
	assert_int_equal(t.count[AS_SETTING_BOOTED], SETTINGS);
	assert_false(remembers(&b) || same_as_before(&b));
	tear_down(&b);
}

static void a_tune_of_an_earlier_boot_is_no_longer_active(void **state)
{
	struct bench b;

	(void)state;
	set_up(&b);
	b.place.boot_id = "00000000-0000-0000-0000-000000000000";
	applied(&b);
	b.place.boot_id = BOOT;
	put(&b, "/proc/sys/vm/swappiness", "60\n");
	struct as_tuning t = applied(&b);
	assert_true(t.stale);
	assert_int_equal(t.count[AS_SETTING_CHANGED], 1);
	assert_int_equal(restored(&b).n, 1);
	tear_down(&b);
}

static void where_nothing_disturbs_nothing_is_remembered(void **state)
{
	struct bench b;

	(void)state;
	set_up(&b);
	applied(&b);
	assert_int_equal(remove(b.state), 0);
	struct as_tuning t = applied(&b);
	assert_int_equal(t.n, 0);
	assert_false(t.kept || remembers(&b));
	tear_down(&b);
}

/* Takes the folder of a setting away once tuning has begun. */
static void take_away(void *of)
{
	struct bench *b = of;
	char from[PATH_BYTES], to[PATH_BYTES];

	snprintf(from, sizeof from, "%s/proc/sys/vm", b->root);
	snprintf(to, sizeof to, "%s/proc/sys/gone", b->root);
	if (++b->left == 5)
		assert_int_equal(rename(from, to), 0);
}

static void what_vanishes_meanwhile_is_told_and_the_rest_goes_on(void **state)
{
	struct bench b;
	char from[PATH_BYTES], to[PATH_BYTES];

	(void)state;
	set_up(&b);
	b.place.step = take_away;
	struct as_tuning t = applied(&b);
	assert_int_equal(t.count[AS_SETTING_CHANGED], SETTINGS - 1);
	assert_int_equal(t.count[AS_SETTING_FAILED], 1);
	b.place.step = NULL;
	t = restored(&b);
	assert_int_equal(t.count[AS_SETTING_FOREIGN], 1);
	snprintf(from, sizeof from, "%s/proc/sys/gone", b.root);
	snprintf(to, sizeof to, "%s/proc/sys/vm", b.root);
	assert_int_equal(rename(from, to), 0);
	assert_true(same_as_before(&b));
	tear_down(&b);
}

static void a_state_file_that_is_not_ours_touches_nothing(void **state)
{
	static const char *const bad[] = {"", "assay-tuned 1\n", "assay-tuned 1\nboot " BOOT "\n",
		"assay-tuned 1\nboot " BOOT "\nend 1\n", "assay-tuned 2\nboot " BOOT "\nend 0\n",
		"assay-tuned 1\nboot " BOOT "\nset /proc/sys/vm/swappiness 60 2\nend 1\n",
		"assay-tuned 1\nboot " BOOT "\nset /etc/passwd 60 1\nend 1\n",
		"assay-tuned 1\nboot " BOOT "\nset /proc/sys/vm/swappiness 6$0 1\nend 1\n",
		"assay-tuned 1\nboot " BOOT "\nset /proc/sys/vm/../vm/swappiness 60 1\nend 1\n",
		"assay-tuned 1\nboot " BOOT "\nset /proc/sys/vm/swappiness 60 1\n",
		"assay-tuned 1\nboot " BOOT "\nset /proc/sys/vm/swappiness 60 1\nend 1\nmore",
		"assay-tuned 1\nboot " BOOT "\nset " CPU "cpu/cpufreq/scaling_governor a performance\nend 1\n"};
	struct as_tuning t;
	struct as_err err = {0};
	struct bench b;

	(void)state;
	set_up(&b);
	applied(&b);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		FILE *f = fopen(b.state, "w");
		assert_non_null(f);
		assert_true(fputs(bad[i], f) >= 0);
		assert_int_equal(fclose(f), 0);
		assert_int_equal(as_tune_restore(&b.place, &b.arena, &t, &err), AS_ERR_DATA);
		struct as_tuning again = planned(&b);
		assert_int_equal(as_tune_apply(&b.place, &again, &err), AS_ERR_DATA);
		assert_true(remembers(&b));
	}
	assert_int_equal(chmod(b.state, 0666), 0);
	assert_int_equal(as_tune_restore(&b.place, &b.arena, &t, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "not a file of this user alone"));
	tear_down(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_disturbs_is_changed_and_given_back_byte_for_byte),
		cmocka_unit_test(stopped_at_any_step_of_tuning_everything_is_given_back),
		cmocka_unit_test(stopped_at_any_step_of_restoring_it_can_be_done_again),
		cmocka_unit_test(what_somebody_else_changed_meanwhile_is_left_alone),
		cmocka_unit_test(a_second_tune_is_refused_and_changes_nothing),
		cmocka_unit_test(after_a_reboot_nothing_is_touched),
		cmocka_unit_test(a_tune_of_an_earlier_boot_is_no_longer_active),
		cmocka_unit_test(where_nothing_disturbs_nothing_is_remembered),
		cmocka_unit_test(what_vanishes_meanwhile_is_told_and_the_rest_goes_on),
		cmocka_unit_test(a_state_file_that_is_not_ours_touches_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
