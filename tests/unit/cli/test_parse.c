/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/text/slip.h"
#include "cli/line/options.h"
#include "cli/verb.h"

static const as_option_groups all = (UINT64_C(1) << AS_OPTION_GROUPS) - 1;

/* Parse words that are separated by blanks; _ stands for a blank. */
static enum as_status parse(struct as_arena *a, const char *line, struct as_args *args,
	struct as_err *err)
{
	char *argv[64] = {NULL};
	char *s = as_arena_strdup(a, line);
	size_t n = 0;

	while (*s && n < 63) {
		argv[n++] = s;
		s += strcspn(s, " ");
		if (*s)
			*s++ = '\0';
	}
	char **kept = as_arena_array(a, n + 1, sizeof *kept);
	memcpy(kept, argv, n * sizeof *kept);
	return as_args_parse("run", all, kept, a, args, err);
}

static void values_are_joined_or_follow(void **state)
{
	struct as_arena a = {0};
	struct as_args args = {0};

	(void)state;
	assert_int_equal(parse(&a, "-w3 -r 10 --seed=7 --label x -S=bash ls", &args, NULL), AS_OK);
	assert_string_equal(as_args_value(&args, AS_OPT_WARMUP), "3");
	assert_string_equal(as_args_value(&args, AS_OPT_RUNS), "10");
	assert_string_equal(as_args_value(&args, AS_OPT_SEED), "7");
	assert_string_equal(as_args_value(&args, AS_OPT_LABEL), "x");
	assert_string_equal(as_args_value(&args, AS_OPT_SHELL), "bash");
	assert_int_equal(args.n_words, 1);
	assert_null(args.words[1]);
	as_arena_release(&a);
}

static void flags_are_bundled_and_the_last_may_take_a_value(void **state)
{
	struct as_arena a = {0};
	struct as_args args = {0};

	(void)state;
	assert_int_equal(parse(&a, "-iNw3", &args, NULL), AS_OK);
	assert_true(as_args_has(&args, AS_OPT_IGNORE_FAILURE));
	assert_null(as_args_value(&args, AS_OPT_IGNORE_FAILURE));
	assert_true(as_args_has(&args, AS_OPT_NO_SHELL));
	assert_string_equal(as_args_value(&args, AS_OPT_WARMUP), "3");
	as_arena_release(&a);
}

static void an_optional_value_is_joined_by_an_equals_sign_only(void **state)
{
	struct as_arena a = {0};
	struct as_args args = {0};

	(void)state;
	assert_int_equal(parse(&a, "-i 1,2", &args, NULL), AS_OK);
	assert_null(as_args_value(&args, AS_OPT_IGNORE_FAILURE));
	assert_int_equal(args.n_words, 1);
	assert_int_equal(parse(&a, "-i=1,2", &args, NULL), AS_OK);
	assert_string_equal(as_args_value(&args, AS_OPT_IGNORE_FAILURE), "1,2");
	assert_int_equal(parse(&a, "--ignore-failure=3", &args, NULL), AS_OK);
	assert_string_equal(as_args_value(&args, AS_OPT_IGNORE_FAILURE), "3");
	as_arena_release(&a);
}

static void what_follows_two_dashes_is_a_word(void **state)
{
	struct as_arena a = {0};
	struct as_args args = {0};

	(void)state;
	assert_int_equal(parse(&a, "one -- ls -l --runs -- x", &args, NULL), AS_OK);
	assert_int_equal(args.n_words, 6);
	assert_int_equal(args.n_before, 1);
	assert_true(args.separated);
	assert_false(as_args_has(&args, AS_OPT_RUNS));
	assert_string_equal(args.words[4], "--");
	as_arena_release(&a);
}

static void an_option_with_three_values_takes_three_words(void **state)
{
	struct as_arena a = {0};
	struct as_args args = {0};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(parse(&a, "-P n -5 5 ls", &args, NULL), AS_OK);
	const struct as_arg *scan = as_args_nth(&args, AS_OPT_PARAMETER_SCAN, 0);
	assert_string_equal(scan->values[0], "n");
	assert_string_equal(scan->values[1], "-5");
	assert_string_equal(scan->values[2], "5");
	assert_int_equal(args.n_words, 1);
	assert_int_equal(parse(&a, "-P n 1", &args, &err), AS_ERR_USAGE);
	assert_string_equal(err.msg,
		"--parameter-scan needs VAR MIN MAX, but nothing follows: write --parameter-scan VAR MIN MAX");
	as_arena_release(&a);
}

static void repeated_options_are_kept_in_order(void **state)
{
	struct as_arena a = {0};
	struct as_args args = {0};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(parse(&a, "-p a x --prepare=b y -S zsh -S bash -N -N", &args, NULL), AS_OK);
	assert_int_equal(as_args_times(&args, AS_OPT_PREPARE), 2);
	assert_string_equal(as_args_nth(&args, AS_OPT_PREPARE, 0)->values[0], "a");
	assert_string_equal(as_args_nth(&args, AS_OPT_PREPARE, 1)->values[0], "b");
	assert_null(as_args_nth(&args, AS_OPT_PREPARE, 2));
	assert_string_equal(as_args_value(&args, AS_OPT_SHELL), "bash");
	assert_int_equal(parse(&a, "-r 1 --runs 2", &args, &err), AS_ERR_USAGE);
	assert_string_equal(err.msg, "--runs was given twice, and only one can count: leave one out");
	as_arena_release(&a);
}

static void an_option_is_not_taken_for_a_value(void **state)
{
	struct as_arena a = {0};
	struct as_args args = {0};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(parse(&a, "--warmup --runs 3", &args, &err), AS_ERR_USAGE);
	assert_string_equal(err.msg,
		"--warmup needs NUM, but the option '--runs' follows: write --warmup NUM");
	assert_int_equal(parse(&a, "--export-json - x", &args, &err), AS_OK);
	assert_string_equal(as_args_value(&args, AS_OPT_EXPORT_JSON), "-");
	as_arena_release(&a);
}

static void counts_have_limits_that_are_named(void **state)
{
	struct as_arena a = {0};
	struct as_args args = {0};
	struct as_err err = {0};
	uint32_t n = 77;

	(void)state;
	for (int i = 0; i < 6; i++) {
		const char *const bad[] = {"0", "1000000000000", "1.5", "-3", "x", "99999999999999999999"};
		char line[64];
		snprintf(line, sizeof line, "-r %s", bad[i]);
		assert_int_equal(parse(&a, line, &args, &err), AS_OK);
		assert_int_equal(as_args_count(&args, AS_OPT_RUNS, 1, 100, &n, &err), AS_ERR_USAGE);
		assert_non_null(strstr(err.msg, bad[i]));
		assert_non_null(strstr(err.msg, "for --runs: expected a whole number from 1 to 100"));
		assert_int_equal(n, 77);
	}
	assert_int_equal(as_args_count(&args, AS_OPT_WARMUP, 0, 100, &n, &err), AS_OK);
	assert_int_equal(n, 77);
	as_arena_release(&a);
}

static void times_and_shares_need_their_unit(void **state)
{
	const struct as_share_range range = {0, 1, true, "a percentage"};
	struct as_arena a = {0};
	struct as_args args = {0};
	int64_t ns = 7;
	double x = 7;

	(void)state;
	assert_int_equal(parse(&a, "--budget 30 --precision 1 --tolerance 0%", &args, NULL), AS_OK);
	assert_int_equal(as_args_duration(&args, AS_OPT_BUDGET, &ns, NULL), AS_ERR_USAGE);
	assert_int_equal(as_args_percent(&args, AS_OPT_PRECISION, &range, &x, NULL), AS_ERR_USAGE);
	assert_int_equal(as_args_percent(&args, AS_OPT_TOLERANCE, &range, &x, NULL), AS_ERR_USAGE);
	assert_int_equal(parse(&a, "--budget 1.5s --precision 2.5% --timeout 0", &args, NULL), AS_OK);
	assert_int_equal(as_args_duration(&args, AS_OPT_BUDGET, &ns, NULL), AS_OK);
	assert_int_equal(ns, 1500000000);
	assert_int_equal(as_args_percent(&args, AS_OPT_PRECISION, &range, &x, NULL), AS_OK);
	assert_true(x > 0.02499 && x < 0.02501);
	assert_int_equal(as_args_duration(&args, AS_OPT_TIMEOUT, &ns, NULL), AS_ERR_USAGE);
	as_arena_release(&a);
}

static void one_slip_of_the_keyboard_is_a_distance_of_one(void **state)
{
	(void)state;
	assert_int_equal(as_edit_distance("", ""), 0);
	assert_int_equal(as_edit_distance("run", "rnu"), 1);
	assert_int_equal(as_edit_distance("run", "ru"), 1);
	assert_int_equal(as_edit_distance("run", "runs"), 1);
	assert_int_equal(as_edit_distance("run", "ran"), 1);
	assert_int_equal(as_edit_distance("compare", "comprae"), 1);
	assert_int_equal(as_edit_distance("", "abc"), 3);
	assert_int_equal(as_edit_distance("ca", "abc"), 3);
	assert_true(as_is_slip("rnu", "run"));
	assert_false(as_is_slip("ls", "run"));
}

/* No verb has the options of both groups. */
static bool are_apart(const struct as_option *a, const struct as_option *b)
{
	for (size_t i = 0; i < as_commands_known; i++) {
		as_option_groups groups = as_commands[i]->options | AS_GROUP_COMMON;
		if ((groups & a->group) && (groups & b->group))
			return false;
	}
	return true;
}

static void every_option_is_spelled_and_explained_once(void **state)
{
	(void)state;
	for (int i = 0; i < AS_OPTIONS_KNOWN; i++) {
		const struct as_option *o = &as_options[i];
		assert_true(o->name || o->letter);
		assert_true(strlen(o->help) > 10 && o->help[strlen(o->help) - 1] == '.');
		assert_true(o->group > 0 && o->group < UINT64_C(1) << AS_OPTION_GROUPS);
		for (int k = 0; k < i; k++) {
			if (are_apart(o, &as_options[k]))
				continue;
			assert_true(!o->letter || as_options[k].letter != o->letter);
			assert_true(!o->name || !as_options[k].name ||
				strcmp(o->name, as_options[k].name) != 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_joined_or_follow),
		cmocka_unit_test(flags_are_bundled_and_the_last_may_take_a_value),
		cmocka_unit_test(an_optional_value_is_joined_by_an_equals_sign_only),
		cmocka_unit_test(what_follows_two_dashes_is_a_word),
		cmocka_unit_test(an_option_with_three_values_takes_three_words),
		cmocka_unit_test(repeated_options_are_kept_in_order),
		cmocka_unit_test(an_option_is_not_taken_for_a_value),
		cmocka_unit_test(counts_have_limits_that_are_named),
		cmocka_unit_test(times_and_shares_need_their_unit),
		cmocka_unit_test(one_slip_of_the_keyboard_is_a_distance_of_one),
		cmocka_unit_test(every_option_is_spelled_and_explained_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
