/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is printed of bytes from outside: nothing that a terminal acts upon, whatever they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "base/text/utf8.h"

static void shown(const char *bytes, size_t n, const char *want)
{
	struct as_text t = {0};

	as_text_add_neutral(&t, bytes, n, 0);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}
#define SHOWN(bytes, want) shown(bytes, sizeof bytes - 1, want)

static void controls_are_written_out(void **state)
{
	(void)state;
	SHOWN("a\n\tb\r", "a\\n\\tb\\r");
	SHOWN("\x1b[31mred\x1b]0;title\x07", "\\e[31mred\\e]0;title\\x07");
	SHOWN("\x7f\xc2\x9b\xc2\x80", "\\x7f\\x9b\\x80");
	SHOWN("a\0b", "a\\x00b");
	SHOWN("back\\slash", "back\\slash");
}

static void bytes_that_are_no_utf8_are_written_out(void **state)
{
	(void)state;
	SHOWN("\xff\xc0\x80\xed\xa0\x80", "\\xff\\xc0\\x80\\xed\\xa0\\x80");
	SHOWN("\xe2\x82", "\\xe2\\x82");
	SHOWN("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
}

static void what_hides_or_turns_the_text_is_written_out(void **state)
{
	(void)state;
	SHOWN("a\u202Eb\u2066c", "a\\u{202e}b\\u{2066}c");
	SHOWN("\u200B\uFEFF\u00AD\u2028", "\\u{200b}\\u{feff}\\u{ad}\\u{2028}");
	SHOWN("\u3164\uFFA0\U000E0041\uFFFE", "\\u{3164}\\u{ffa0}\\u{e0041}\\u{fffe}");
}

static void other_scripts_stay_as_they_are(void **state)
{
	(void)state;
	SHOWN("größe 大小 한국어 עִבְרִית ไทย हिन्दी 🚀", "größe 大小 한국어 עִבְרִית ไทย हिन्दी 🚀");
	SHOWN("e\u0301\u0302\u0303\u0304", "e\u0301\u0302\u0303\u0304");
}

static void a_pile_of_marks_is_written_out(void **state)
{
	(void)state;
	SHOWN("e\u0301\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301\u0301\\u{301}\\u{301}");
	SHOWN("\u0301x", "\\u{301}x");
	SHOWN("\n\u0301x\u20DD", "\\n\\u{301}x\u20DD");
}

static void a_text_may_be_cut(void **state)
{
	struct as_text t = {0};

	(void)state;
	as_text_add_neutral(&t, "大小x", 7, 5);
	assert_string_equal(as_text_str(&t), "大…");
	as_text_release(&t);
}

static void columns_are_those_of_terminals(void **state)
{
	static const struct {
		const char *text;
		size_t columns;
	} known[] = {
		{"", 0}, {"plain", 5}, {"größe", 5}, {"大小", 4}, {"ﾊﾝ", 2}, {"ＡＢ", 4}, {"한국어", 6},
		{"🚀✅⚡", 6}, {"e\u0301", 1}, {"עִבְ", 2}, {"हिन्दी", 5}, {"±µ…×", 4}, {"▁▃▇█", 4},
	};

	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		assert_int_equal(as_text_width(known[i].text), known[i].columns);
}

static void the_table_of_columns_is_in_order(void **state)
{
	static const uint32_t zero[] = {
#define AS_ZERO(first, last) first, last,
#define AS_WIDE(first, last)
#include "base/text/utf8_columns.def"
#undef AS_ZERO
#undef AS_WIDE
	};
	static const uint32_t wide[] = {
#define AS_ZERO(first, last)
#define AS_WIDE(first, last) first, last,
#include "base/text/utf8_columns.def"
#undef AS_ZERO
#undef AS_WIDE
	};

	(void)state;
	for (size_t i = 1; i < sizeof zero / sizeof zero[0]; i++)
		assert_true(zero[i] > zero[i - 1] || (i % 2 && zero[i] == zero[i - 1]));
	for (size_t i = 1; i < sizeof wide / sizeof wide[0]; i++)
		assert_true(wide[i] > wide[i - 1] || (i % 2 && wide[i] == wide[i - 1]));
}

static uint32_t next(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* Bytes that are likely to hurt: whole code points of all kinds, and single bytes. */
static size_t make_bytes(uint32_t *seed, char *out, size_t size)
{
	static const char *const parts[] = {"\x1b[5m", "\x1b]0;x\x07", "\u202E", "\u2066", "\u0301",
		"\u20DD", "\u200D", "大", "🚀", "\n", "\t", "\r", "\b", "\x9b", "\xc2\x9b", "\xe2\x82",
		"\xff", "a", " ", "|", "\\", "\u3164", "\U000E0001", "\u2028"};
	size_t n = 0, many = next(seed) % 40;

	for (size_t i = 0; i < many && n + 8 < size; i++) {
		if (next(seed) % 4 == 0) {
			out[n++] = (char)(next(seed) & 0xff);
			continue;
		}
		const char *part = parts[next(seed) % (sizeof parts / sizeof parts[0])];
		memcpy(out + n, part, strlen(part));
		n += strlen(part);
	}
	return n;
}

/* Valid, visible, and marks only where they belong. */
static void harmless(const char *s)
{
	int marks = 4;

	for (size_t n = strlen(s), i = 0; i < n;) {
		uint32_t cp = 0;
		size_t len = as_utf8_next(s + i, n - i, &cp);
		assert_true(len > 0);
		assert_true(cp >= 0x20 && !(cp >= 0x7f && cp < 0xa0) && !as_is_deceptive(cp));
		marks = as_utf8_columns(cp) ? 0 : marks + 1;
		assert_true(marks <= 4);
		i += len;
	}
}

static void nothing_of_any_bytes_is_acted_upon(void **state)
{
	uint32_t seed = 20260812;
	struct as_text t = {0};
	char bytes[256];

	(void)state;
	for (int k = 0; k < 20000; k++) {
		size_t n = make_bytes(&seed, bytes, sizeof bytes);
		as_text_clear(&t);
		as_text_add_neutral(&t, bytes, n, k % 3 ? 0 : next(&seed) % 20);
		harmless(as_text_str(&t));
	}
	as_text_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(controls_are_written_out),
		cmocka_unit_test(bytes_that_are_no_utf8_are_written_out),
		cmocka_unit_test(what_hides_or_turns_the_text_is_written_out),
		cmocka_unit_test(other_scripts_stay_as_they_are),
		cmocka_unit_test(a_pile_of_marks_is_written_out),
		cmocka_unit_test(a_text_may_be_cut),
		cmocka_unit_test(columns_are_those_of_terminals),
		cmocka_unit_test(the_table_of_columns_is_in_order),
		cmocka_unit_test(nothing_of_any_bytes_is_acted_upon),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
