/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/ci/ci_text.h"

enum { NAME_BYTES = 40 };

static void long_names_have_markers_of_their_own(void **state)
{
	char a[1000], b[1000];
	struct as_text s = {0}, t = {0};

	(void)state;
	memset(a, 'x', sizeof a);
	memset(b, 'x', sizeof b);
	a[sizeof a - 1] = b[sizeof b - 1] = '\0';
	b[sizeof b - 2] = 'y';
	as_ci_marker_add(&s, a);
	as_ci_marker_add(&t, b);
	assert_true(s.len < 250 && t.len < 250);
	assert_string_not_equal(as_text_str(&s), as_text_str(&t));
	as_text_release(&s);
	as_text_release(&t);
}

static void names_are_code_where_nothing_acts(void **state)
{
	static const struct {
		const char *name, *code;
	} cases[] = {
		{"fft (size = 4096)", "`fft (size = 4096)`"},
		{"./bench --n 3", "`./bench --n 3`"},
		{"a`b", "<code>a&#96;b</code>"},
		{"a|b", "<code>a&#124;b</code>"},
		{"<b>", "<code>&#60;b&#62;</code>"},
		{"@me", "<code>&#64;<!---->me</code>"},
		{"#1", "<code>&#35;<!---->1</code>"},
		{" x", "<code> x</code>"},
		{"", "<code></code>"},
		{"größe µ", "`größe µ`"},
		{"a\nb", "<code>a&#92;nb</code>"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct as_text t = {0};
		as_ci_code_add(&t, cases[i].name, 0);
		assert_string_equal(as_text_str(&t), cases[i].code);
		as_text_release(&t);
	}
}

/* Bytes that formats, terminals and shells act upon more often than others. */
static void make_name(char name[static NAME_BYTES], uint64_t *seed)
{
	static const char nasty[] = "`|<>&@#*_[]()!~\\\"'%:;,.={}$-+/ \n\r\t\x1b\x7f\x80\xc2\xa0\xe2\x80\xae\xffwww.http://GH-1aZ0";
	size_t n = 0;

	for (; n < NAME_BYTES - 1; n++) {
		*seed = *seed * 6364136223846793005u + 1442695040888963407u;
		if (*seed >> 59 == 0)
			break;
		name[n] = nasty[(*seed >> 33) % (sizeof nasty - 1)];
	}
	name[n] = '\0';
}

/* None of `forbidden` stands in s, but for those in the n strings that are allowed. */
static void assert_none(const char *s, const char *forbidden, const char *const *allowed, size_t n)
{
	const char *const whole = s;

	while (*s) {
		size_t skip = 0;
		for (size_t i = 0; i < n && !skip; i++)
			if (!strncmp(s, allowed[i], strlen(allowed[i])))
				skip = strlen(allowed[i]);
		if (!skip && (strchr(forbidden, *s) || (unsigned char)*s < ' '))
			fail_msg("'%c' in '%s'", *s, whole);
		s += skip ? skip : 1;
	}
}

static void whatever_the_name_nothing_of_it_acts(void **state)
{
	static const char *const tags[] = {"<code>", "</code>", "<!---->"};
	static const char *const xml[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
	static const char *const label[] = {"\\\\", "\\\""};
	static const char *const data[] = {"%25", "%3A", "%2C"};
	char name[NAME_BYTES];
	uint64_t seed = 20260812;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct as_text t = {0};
		make_name(name, &seed);
		as_ci_code_add(&t, name, 0);
		if (*t.data == '`') {
			t.data[t.len - 1] = '\0';
			assert_none(t.data + 1, "`|<>&@#*[]!~\\{}$^", NULL, 0);
		} else {
			assert_none(t.data, "`|<>@*_[]!~\\{}$^:.\"", tags, 3);
		}
		as_text_clear(&t);
		as_ci_xml_add(&t, name, 0);
		assert_none(as_text_str(&t), "<>&\"", xml, 4);
		as_text_clear(&t);
		as_ci_label_add(&t, name, 0);
		assert_none(as_text_str(&t), "\"\\", label, 2);
		as_text_clear(&t);
		as_ci_property_add(&t, name, 0);
		assert_none(as_text_str(&t), "%:,", data, 3);
		as_text_clear(&t);
		as_ci_marker_add(&t, name);
		t.data[t.len - 5] = '\0';
		assert_none(as_text_str(&t) + 4, "<>-- `\"&", (const char *const[]){" assay: ", "-%2d", "-"}, 3);
		assert_null(strstr(as_text_str(&t) + 4, "--"));
		as_text_release(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_names_have_markers_of_their_own),
		cmocka_unit_test(names_are_code_where_nothing_acts),
		cmocka_unit_test(whatever_the_name_nothing_of_it_acts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
