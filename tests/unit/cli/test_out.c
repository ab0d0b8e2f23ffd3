/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/out.h"

static const struct as_out_facts terminal = {true, true, "xterm", NULL, NULL, "en_GB.UTF-8", 120};
static const struct as_out_facts piped = {false, true, "xterm", NULL, NULL, "en_GB.UTF-8", 0};

static void a_terminal_gets_colour_and_progress_a_pipe_plain_text(void **state)
{
	struct as_out o;

	(void)state;
	as_out_init(&o, &terminal, NULL, false);
	assert_true(o.colour && o.unicode && o.progress && !o.silent);
	assert_int_equal(o.width, 120);
	as_out_init(&o, &piped, "auto", false);
	assert_false(o.colour || o.unicode || o.progress || o.silent);
	assert_int_equal(o.width, 80);
}

static void styles_are_hyperfine_s(void **state)
{
	static const struct {
		const char *style;
		bool colour, progress, silent;
	} cases[] = {
		{"basic", false, false, false},
		{"full", true, true, false},
		{"nocolor", false, true, false},
		{"color", true, false, false},
		{"none", false, false, true},
	};
	struct as_out o;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		for (int k = 0; k < 2; k++) {
			as_out_init(&o, k ? &terminal : &piped, cases[i].style, false);
			assert_int_equal(o.colour, cases[i].colour);
			assert_int_equal(o.progress, cases[i].progress);
			assert_int_equal(o.silent, cases[i].silent);
		}
}

static void no_color_and_dumb_terminals_are_respected_unless_colour_is_asked_for(void **state)
{
	struct as_out_facts f = terminal;
	struct as_out o;

	(void)state;
	f.no_color = "1";
	as_out_init(&o, &f, NULL, false);
	assert_true(!o.colour && o.progress && o.unicode);
	as_out_init(&o, &f, "color", false);
	assert_true(o.colour);
	f.no_color = "";
	as_out_init(&o, &f, NULL, false);
	assert_true(o.colour);
	f.term = "dumb";
	as_out_init(&o, &f, NULL, false);
	assert_false(o.colour || o.progress);
	f.term = NULL;
	as_out_init(&o, &f, NULL, false);
	assert_false(o.colour);
}

static void commands_that_write_to_the_screen_make_it_basic(void **state)
{
	struct as_out o;

	(void)state;
	as_out_init(&o, &terminal, NULL, true);
	assert_false(o.colour || o.progress);
}

static void progress_needs_a_terminal_to_rewrite_it(void **state)
{
	struct as_out_facts f = terminal;
	struct as_out o;

	(void)state;
	f.err_is_terminal = false;
	as_out_init(&o, &f, "full", false);
	assert_true(o.colour && !o.progress);
}

static void the_locale_says_whether_more_than_ascii_is_shown(void **state)
{
	static const struct {
		const char *locale;
		bool unicode;
	} cases[] = {{"C.UTF-8", true}, {"de_DE.utf8@euro", true}, {"C", false}, {NULL, false},
		{"en_US.ISO-8859-1", false}};
	struct as_out_facts f = terminal;
	struct as_out o;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		f.locale = cases[i].locale;
		as_out_init(&o, &f, NULL, false);
		assert_int_equal(o.unicode, cases[i].unicode);
	}
}

static void columns_overrule_the_terminal(void **state)
{
	struct as_out_facts f = terminal;
	struct as_out o;

	(void)state;
	f.columns = "66";
	as_out_init(&o, &f, NULL, false);
	assert_int_equal(o.width, 66);
	f.columns = "wide";
	as_out_init(&o, &f, NULL, false);
	assert_int_equal(o.width, 120);
	f.columns = "1";
	as_out_init(&o, &f, NULL, false);
	assert_int_equal(o.width, 120);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_terminal_gets_colour_and_progress_a_pipe_plain_text),
		cmocka_unit_test(styles_are_hyperfine_s),
		cmocka_unit_test(no_color_and_dumb_terminals_are_respected_unless_colour_is_asked_for),
		cmocka_unit_test(commands_that_write_to_the_screen_make_it_basic),
		cmocka_unit_test(progress_needs_a_terminal_to_rewrite_it),
		cmocka_unit_test(the_locale_says_whether_more_than_ascii_is_shown),
		cmocka_unit_test(columns_overrule_the_terminal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
