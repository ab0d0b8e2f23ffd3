/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/draw/layout.h"
#include "say/findings.h"

static const struct as_style ascii = {.width = 80};

static bool fill(struct as_text *t, const struct as_about *about, const char *words,
	const double number[static 3])
{
	const struct as_saying what = {.types = "X" "X" "X", .words = words};

	return as_say_words(t, &ascii, about, &what, number);
}

static void expect_words(const char *words, double a, double b, const char *want)
{
	const double number[3] = {a, b, (double)NAN};
	struct as_text t = {0};

	const struct as_about about = {as_metric_find("wall"), "build", false};

	assert_true(fill(&t, &about, words, number));
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void every_finding_comes_out_as_a_sentence(void **state)
{
	(void)state;
	for (int k = 0; k < 2 * (int)AS_FINDINGS_KNOWN; k++) {
		static const struct as_style longer = {.width = 80, .verbose = true};
		const double number[3] = {0.031, 7, 1.5};
		const int id = k / 2;
		struct as_text t = {0};
		const struct as_about about = {as_metric_find("wall"), "run", false};
		const struct as_saying what = {.types = "X" "X" "X", .words = as_finding_saying(id)->words};
		bool known = as_say_words(&t, k % 2 ? &longer : &ascii, &about, &what, number);
		const char *s = as_text_str(&t);
		if (!known || strpbrk(s, "{}<>|") || strstr(s, "  ") || isupper((unsigned char)s[0]) ||
			s[0] == ' ' || strchr(".; ", s[strlen(s) - 1]) || strlen(s) < 12)
			fail_msg("finding %d is no sentence: '%s'", id, s);
		as_text_release(&t);
	}
}

/* What may be one of the two rows of a screen of 80 columns fits into one line of it. */
static void a_finding_of_the_screen_fits_into_a_line(void **state)
{
	enum { ROOM = 69 };
	const struct as_about about = {as_metric_find("wall"), "execution", false};
	const double number[3] = {0.031, 7, 10};

	(void)state;
	for (int id = 0; id < (int)AS_FINDINGS_KNOWN; id++) {
		struct as_text t = {0};
		fill(&t, &about, as_finding_saying(id)->words, number);
		if (as_finding_saying(id)->importance >= AS_IMPORTANCE_SHOWN &&
			as_layout_width(as_text_str(&t)) > ROOM)
			fail_msg("%zu columns: %s", as_layout_width(as_text_str(&t)), as_text_str(&t));
		as_text_release(&t);
	}
}

static void fields_are_filled_in(void **state)
{
	(void)state;
	expect_words("{a} and {b}", 4.3027, 123.4, "4.3 and 123");
	expect_words("{a}", 0.00412, 0, "0.00412");
	expect_words("{a} of {b}", (double)NAN, 1e9, "- of 1e+09");
	expect_words("± {a%} reached", 0.021, 0, "+- 2.1 % reached");
	expect_words("{a#} against {b#}", 3.2, (double)NAN, "3 against -");
	expect_words("{a~} is short", 2.5e6, 0, "2.50 ms is short");
	expect_words("{a# execution} left, {b# round}", 1, 3, "1 execution left, 3 rounds");
	expect_words("{a# value}", (double)NAN, 0, "- values");
	expect_words("{a# unit} and {b# unit}", 1, 6, "1 build and 6 builds");
}

static void what_is_no_field_is_refused(void **state)
{
	const char *const bad[] = {"{d}", "{a", "{}", "{a!}", "{a#x}", "{a# }", "{b%%}"};
	const double number[3] = {1, 2, 3};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct as_text t = {0};
		assert_false(fill(&t, &(struct as_about){0}, bad[i], number));
		as_text_release(&t);
	}
}

static void a_finding_of_a_newer_version_is_named(void **state)
{
	const struct as_finding f = {.id = 9999};
	struct as_text t = {0};

	(void)state;
	as_finding_add(&t, &ascii, &(struct as_about){0}, &f);
	assert_non_null(strstr(as_text_str(&t), "9999"));
	assert_null(as_finding_saying(9999)->words);
	assert_null(as_finding_saying(-1)->words);
	assert_int_equal(as_finding_saying(9999)->severity, AS_NOTE);
	as_text_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_finding_comes_out_as_a_sentence),
		cmocka_unit_test(a_finding_of_the_screen_fits_into_a_line),
		cmocka_unit_test(fields_are_filled_in),
		cmocka_unit_test(what_is_no_field_is_refused),
		cmocka_unit_test(a_finding_of_a_newer_version_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
