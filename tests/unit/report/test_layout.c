/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/draw/draw.h"
#include "report/draw/layout.h"
#include "report/draw/drawn_table.h"

static const struct as_style unicode = {.unicode = true, .width = 40};
static const struct as_style ascii = {.width = 40};

static void expect_name(const char *name, size_t max, const char *want)
{
	struct as_text t = {0};

	as_name_add(&t, &unicode, name, max);
	assert_string_equal(as_text_str(&t), want);
	assert_true(as_layout_width(as_text_str(&t)) <= max);
	as_text_release(&t);
}

static void lines_break_at_gaps_then_at_blanks_never_at_ties(void **state)
{
	struct as_text t = {0};

	(void)state;
	as_layout(&t, &unicode, "head ", 5,
		"one two" AS_GAP "a" AS_TIE "piece" AS_TIE "that" AS_TIE "stays" AS_TIE "whole" AS_GAP
		"and a long one that must be broken between its words");
	assert_string_equal(as_text_str(&t),
		"head one two   a piece that stays whole\n"
		"     and a long one that must be broken\n"
		"     between its words\n");
	as_text_release(&t);
}

static void a_word_longer_than_a_line_stays_whole(void **state)
{
	struct as_text t = {0};

	(void)state;
	as_layout(&t, &unicode, "  ", 2, "a 0123456789012345678901234567890123456789 b");
	assert_string_equal(as_text_str(&t),
		"  a\n  0123456789012345678901234567890123456789\n  b\n");
	as_text_release(&t);
}

static void colours_take_no_columns(void **state)
{
	(void)state;
	assert_int_equal(as_layout_width("\x1b[1;31mab\x1b[0m" AS_GAP "c"), 6);
	assert_int_equal(as_layout_width("漢字é…"), 6);
}

static void names_are_cut_in_the_middle(void **state)
{
	(void)state;
	expect_name("short", 5, "short");
	expect_name("0123456789", 8, "01234…89");
	expect_name("漢字漢字漢字", 8, "漢字…字");
	expect_name("a\nb\x1b[m", 20, "a\\nb\\e[m");
	expect_name("\xff\xfe", 20, "\\xff\\xfe");
	expect_name("abcdefgh", 4, "ab…h");
}

static void names_that_look_alike_are_numbered(void **state)
{
	const char *const name[] = {"sleep 1", "ls", "sleep 1", "0123456789abcdefgh", "0123456789Xbcdefgh"};
	const char *out[5] = {NULL};
	struct as_arena arena = {0};

	(void)state;
	assert_true(as_names(&arena, &unicode, name, 5, 12, out));
	assert_string_equal(out[0], "sleep" AS_TIE "1" AS_TIE "(1)");
	assert_string_equal(out[1], "ls");
	assert_string_equal(out[2], "sleep" AS_TIE "1" AS_TIE "(3)");
	assert_string_not_equal(out[3], out[4]);
	as_arena_release(&arena);
}

static void the_fullest_bin_is_the_highest(void **state)
{
	const unsigned bins[] = {1, 0, 8, 4, 0, 0};
	struct as_text t = {0};

	(void)state;
	as_spark_add(&t, &unicode, bins, 6);
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), "▁ █▄");
	as_text_clear(&t);
	as_spark_add(&t, &ascii, bins, 6);
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), ". #=");
	as_text_release(&t);
}

static void expect_bar(const struct as_style *style, double share, const char *want)
{
	struct as_text t = {0};

	as_bar_add(&t, style, share, 4);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void bars_have_eighths_where_they_can(void **state)
{
	(void)state;
	expect_bar(&unicode, 1, "████");
	expect_bar(&unicode, 7, "████");
	expect_bar(&unicode, 0.4, "█▋");
	expect_bar(&unicode, 1e-9, "▏");
	expect_bar(&unicode, 0, "");
	expect_bar(&unicode, -1, "");
	expect_bar(&ascii, 0.4, "##");
}

static void a_table_leaves_out_what_does_not_fit(void **state)
{
	struct as_arena arena = {0};
	struct as_table table = {
		.column = {{"name", false, false}, {"empty", false, false}, {"n", true, false},
			{"a long title", true, true}, {"another long title", true, true}},
		.n_columns = 5,
		.arena = &arena,
	};
	struct as_text cell[5] = {{0}}, t = {0};

	(void)state;
	as_text_add(&cell[0], "first" AS_TIE "name");
	as_text_add(&cell[2], "1");
	as_text_add(&cell[3], "x");
	as_text_add(&cell[4], "y");
	as_table_row(&table, cell);
	as_text_clear(&cell[0]);
	as_text_add(&cell[2], "2");
	as_table_row(&table, cell);
	as_table_add(&t, &unicode, &table, 2);
	assert_string_equal(as_text_str(&t),
		"  name          n   a long title\n"
		"  first name    1              x\n"
		"               12              x\n");
	for (size_t i = 0; i < 5; i++)
		as_text_release(&cell[i]);
	as_text_release(&t);
	as_table_release(&table);
	as_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_break_at_gaps_then_at_blanks_never_at_ties),
		cmocka_unit_test(a_word_longer_than_a_line_stays_whole),
		cmocka_unit_test(colours_take_no_columns),
		cmocka_unit_test(names_are_cut_in_the_middle),
		cmocka_unit_test(names_that_look_alike_are_numbered),
		cmocka_unit_test(the_fullest_bin_is_the_highest),
		cmocka_unit_test(bars_have_eighths_where_they_can),
		cmocka_unit_test(a_table_leaves_out_what_does_not_fit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
