/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "say/say.h"

/* All sentences with sample values, to be read: ASSAY_REWRITE_GOLDEN=1 writes it. */
#define GOLDEN TEST_SOURCE "/tests/unit/say/sentences.txt"

enum { MOST = 12 };
static const struct as_style style = {.unicode = true, .width = 80};
static const struct as_style longer = {.unicode = true, .verbose = true, .width = 80};

enum sample { ONE, MANY, WITHOUT, SAMPLES };

union cell {
	size_t n;
	double x;
	int64_t i;
	const void *p;
};

static union cell sample_of(char type, enum sample which, size_t k, struct as_text *text)
{
	static const char *const names[] = {"abc", "defg", "hi", "jkl"};
	static const struct as_quantity amount = {"ns", 51.5e6, 0.2e6};
	union cell c = {0};

	if (type == 'N') {
		c.n = which == ONE ? 1 : which == MANY ? 7 + k : 0;
	} else if (type == 'C') {
		c.n = AS_PAINT_STRONG;
	} else if (type == 'I') {
		c.i = which == WITHOUT ? 0 : 1700000000000000000 + (int64_t)k * 86400000000000;
	} else if (type == 'P') {
		c.n = which == WITHOUT ? AS_SAY_NOTHING : AS_SAY_ENDED_BY_YOU;
	} else if (type == 'X') {
		c.x = which == WITHOUT ? (double)NAN : which == ONE ? 1 : 0.0312 + 0.01 * (double)k;
	} else if (which == WITHOUT) {
		c.p = NULL;
	} else if (type == 'Q') {
		c.p = &amount;
	} else if (type == 'M') {
		c.p = as_metric_find(which == ONE ? "wall" : "minor_faults");
	} else if (type == 'T') {
		as_text_addf(text, "<%c>", (char)('a' + k));
		c.p = text;
	} else {
		c.p = names[k % 4];
	}
	return c;
}

/* The sentence with one kind of values; false: fields that do not suit. */
static bool fill_at(struct as_text *t, const struct as_style *length, const struct as_saying *what,
	enum sample which)
{
	struct as_text text[MOST] = {{0}};
	union cell v[MOST] = {{0}};

	assert_true(strlen(what->types) < MOST);
	for (size_t k = 0; what->types[k]; k++)
		v[k] = sample_of(what->types[k], which, k, &text[k]);
	return as_say_words(t, length, NULL, what, v);
}

static bool fill(struct as_text *t, const struct as_saying *what, enum sample which)
{
	return fill_at(t, &style, what, which);
}

/* What --verbose says, where that is more. */
static void add_long(struct as_text *t, const struct as_saying *what)
{
	struct as_text words = {0};

	if (!strchr(what->words, '<'))
		return;
	assert_true(fill_at(&words, &longer, what, MANY));
	as_layout_flat(&words, 0);
	as_text_addf(t, "\t-v: %s\n", as_text_str(&words));
	as_text_release(&words);
}

static void add_all(struct as_text *t)
{
	for (size_t id = 0; id < AS_SAYINGS; id++) {
		const struct as_saying *what = as_saying(id);
		struct as_text before = {0};
		as_text_addf(t, "%s %s%s%d\n", what->name, what->severity == AS_WARN ? "warning " : "",
			what->label ? "row " : "part ", what->importance);
		for (enum sample k = 0; k < (strpbrk(what->words, "[?") ? SAMPLES : WITHOUT); k++) {
			struct as_text words = {0};
			if (!fill(&words, what, k))
				fail_msg("%s: fields do not suit '%s': %s", what->name, what->types, what->words);
			as_layout_flat(&words, 0);
			if (words.len && strcmp(as_text_str(&words), as_text_str(&before)) != 0)
				as_text_addf(t, "\t%s\n", as_text_str(&words));
			as_text_release(&before);
			before = words;
		}
		add_long(t, what);
		as_text_release(&before);
	}
}

static char *read_golden(void)
{
	FILE *f = fopen(GOLDEN, "r");
	char *s = calloc(1, 1 << 20);

	assert_non_null(f);
	assert_non_null(s);
	s[fread(s, 1, (1 << 20) - 1, f)] = '\0';
	fclose(f);
	return s;
}

static void all_sentences_are_as_they_were_read(void **state)
{
	struct as_text t = {0};

	(void)state;
	setenv("TZ", "UTC", 1);
	add_all(&t);
	if (getenv("ASSAY_REWRITE_GOLDEN")) {
		FILE *f = fopen(GOLDEN, "w");
		assert_non_null(f);
		assert_true(fputs(as_text_str(&t), f) >= 0);
		assert_int_equal(fclose(f), 0);
	}
	char *want = read_golden();
	assert_string_equal(as_text_str(&t), want);
	free(want);
	as_text_release(&t);
}

static void rows_begin_small_and_have_no_stop(void **state)
{
	(void)state;
	for (size_t k = 0; k < 2 * (size_t)AS_SAYINGS; k++) {
		const struct as_saying *what = as_saying(k / 2);
		struct as_text t = {0};
		fill_at(&t, k % 2 ? &longer : &style, what, MANY);
		const char *s = as_text_str(&t);
		if (what->label && (isupper((unsigned char)*s) || *s == ' ' || !t.len ||
			strchr(".; ", s[t.len - 1])))
			fail_msg("%s is no sentence: '%s'", what->name, s);
		assert_null(strstr(s, "  "));
		as_text_release(&t);
	}
}

/* What may be one of the two rows of a screen of 80 columns fits into one line of it. */
static void a_row_of_the_screen_fits_into_a_line(void **state)
{
	enum { ROOM = 69 };

	(void)state;
	/* Up to that they are of the screen of a result. */
	for (size_t id = 0; id <= AS_SAY_BUILDS_DETAIL; id++) {
		const struct as_saying *what = as_saying(id);
		struct as_text t = {0};
		fill(&t, what, MANY);
		if (what->label && what->importance >= AS_IMPORTANCE_SHOWN &&
			as_text_width(as_text_str(&t)) > ROOM)
			fail_msg("%zu columns: %s", as_text_width(as_text_str(&t)), as_text_str(&t));
		as_text_release(&t);
	}
}

static void expect(const char *types, const char *words, enum sample which, const char *want)
{
	const struct as_saying what = {.types = types, .words = words};
	struct as_text t = {0};

	assert_true(fill(&t, &what, which));
	as_layout_flat(&t, 0);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void what_is_missing_takes_its_bracket_along(void **state)
{
	(void)state;
	expect("NX", "a[ {a}][, {b%}] z", MANY, "a 7, 4.1 % z");
	expect("NX", "a[ {a}][, {b%}] z", WITHOUT, "a z");
	expect("NX", "a[ {a}[, {b%}]] z", WITHOUT, "a z");
	expect("W", "[{a} {a?has|}]", MANY, "abc has");
	expect("N", "[one {a?is|none}]", WITHOUT, "one none");
	expect("NW", "[{a?{b} of |}all]", WITHOUT, "all");
}

static void a_number_of_hundreds_has_no_exponent(void **state)
{
	static const struct {
		double x;
		const char *want;
	} all[] = {{0.0312, "0.031"}, {0.00001234, "1.2e-05"}, {4.16, "4.2"}, {-0.5, "-0.5"}, {99.4, "99"},
		{99.6, "100"}, {123.4, "123"}, {2e5, "200000"}, {3e7, "3e+07"}};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		const struct as_saying what = {.types = "X", .words = "{a g} times"};
		const union cell v[] = {{.x = all[i].x}};
		char want[32];
		struct as_text t = {0};
		snprintf(want, sizeof want, "%s times", all[i].want);
		assert_true(as_say_words(&t, &style, NULL, &what, v));
		assert_string_equal(as_text_str(&t), want);
		as_text_release(&t);
	}
}

static void words_follow_their_count(void **state)
{
	(void)state;
	expect("N", "{a# run} {a:is|are} left", ONE, "1 run is left");
	expect("N", "{a# run} {a:is|are} left", MANY, "7 runs are left");
	expect("NW", "{a#b} {a?{a} more|none}", MANY, "7 defgs 7 more");
	expect("NW", "{a#b} {a?{a} more|none}", ONE, "1 defg 1 more");
}

static void what_suits_no_value_is_refused(void **state)
{
	const char *const bad[] = {"{c}", "{a", "[{a}", "{}", "{a%}", "{b# round", "{b!}", "{b .}",
		"{a?x}", "{b#a}"};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		const struct as_saying what = {.types = "NX", .words = bad[i]};
		struct as_text t = {0};
		if (fill(&t, &what, MANY))
			fail_msg("taken: %s", bad[i]);
		as_text_release(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_sentences_are_as_they_were_read),
		cmocka_unit_test(rows_begin_small_and_have_no_stop),
		cmocka_unit_test(a_row_of_the_screen_fits_into_a_line),
		cmocka_unit_test(what_is_missing_takes_its_bracket_along),
		cmocka_unit_test(a_number_of_hundreds_has_no_exponent),
		cmocka_unit_test(words_follow_their_count),
		cmocka_unit_test(what_suits_no_value_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
