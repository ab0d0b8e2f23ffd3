/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "base/text/words.h"

static void quotes_and_backslashes_join_words(void **state)
{
	struct as_arena a = {0};
	struct as_words w = {0};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_words_split("a 'b c'\"d e\" f\\ g ''", &a, &w, &err), AS_OK);
	assert_int_equal(w.n, 4);
	assert_string_equal(w.v[1], "b cd e");
	assert_string_equal(w.v[2], "f g");
	assert_string_equal(w.v[3], "");
	assert_null(w.v[4]);
	as_arena_release(&a);
}

static void shell_syntax_is_named_with_its_place(void **state)
{
	struct as_arena a = {0};
	struct as_words w = {0};

	(void)state;
	assert_int_equal(as_words_split("ls | wc", &a, &w, NULL), AS_OK);
	assert_int_equal(w.syntax, '|');
	assert_int_equal(w.at, 3);
	assert_int_equal(as_words_split("A=1 ls", &a, &w, NULL), AS_OK);
	assert_int_equal(w.syntax, '=');
	assert_int_equal(as_words_split("xargs -I{} echo {x}", &a, &w, NULL), AS_OK);
	assert_int_equal(w.syntax, 0);
	assert_int_equal(as_words_split("ls a{b,c}", &a, &w, NULL), AS_OK);
	assert_int_equal(w.syntax, 0x7b);
	assert_int_equal(as_words_split("dd if=x of=y", &a, &w, NULL), AS_OK);
	assert_int_equal(w.syntax, 0);
	assert_int_equal(w.n, 3);
	as_arena_release(&a);
}

static void an_unclosed_quote_is_an_error_that_shows_the_command(void **state)
{
	struct as_arena a = {0};
	struct as_words w = {0};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_words_split("echo 'x", &a, &w, &err), AS_ERR_USAGE);
	assert_non_null(strstr(err.msg, "echo 'x"));
	assert_int_equal(as_words_split("  ", &a, &w, &err), AS_ERR_USAGE);
	as_arena_release(&a);
}

static void a_word_that_looks_like_an_assignment_is_quoted(void **state)
{
	static const char *const words[] = {"a=b", "_A1=", "--runs=5", "1=2", "=x", "a.b=c"};
	static const char *const quoted[] = {"'a=b'", "'_A1='", "--runs=5", "1=2", "=x", "a.b=c"};

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct as_text t = {0};
		as_words_quote(&t, words[i]);
		assert_string_equal(as_text_str(&t), quoted[i]);
		as_text_release(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quotes_and_backslashes_join_words),
		cmocka_unit_test(shell_syntax_is_named_with_its_place),
		cmocka_unit_test(an_unclosed_quote_is_an_error_that_shows_the_command),
		cmocka_unit_test(a_word_that_looks_like_an_assignment_is_quoted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
