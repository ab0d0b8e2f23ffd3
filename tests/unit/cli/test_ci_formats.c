/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds of every line of ci.def, whatever the review. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "cli/compare/ci_out.h"
#include "reviews.h"

typedef void (*make_fn)(struct review_maker *m);

static void none(struct review_maker *m)
{
	(void)m;
}

static void ten_thousand(struct review_maker *m)
{
	reviews_many(m, 10000);
}

static const make_fn makers[] = {none, reviews_all_kinds, reviews_hostile, reviews_nan, ten_thousand};
enum { MAKERS = sizeof makers / sizeof makers[0] };

/* What a format writes of the review, and what it says, as one text. */
static void write_both(const struct as_ci_format *f, const struct as_review *r, struct as_text *t)
{
	as_text_clear(t);
	f->write(t, r, f->limit);
	if (f->limit && t->len > f->limit)
		fail_msg("%s: %zu bytes, at most %zu", f->name, t->len, f->limit);
	if (f->say)
		f->say(t, r, 0);
	assert_false(t->failed);
}

static void every_format_stays_below_its_limit_and_writes_the_same_again(void **state)
{
	(void)state;
	for (size_t k = 0; k < MAKERS; k++) {
		struct review_maker m;
		struct as_text once = {0}, again = {0};
		reviews_init(&m);
		makers[k](&m);
		for (size_t i = 0; i < as_ci_formats_known; i++) {
			write_both(&as_ci_formats[i], &m.r, &once);
			write_both(&as_ci_formats[i], &m.r, &again);
			assert_string_equal(as_text_str(&once), as_text_str(&again));
			assert_int_equal(once.data[once.len - 1], '\n');
		}
		as_text_release(&once);
		as_text_release(&again);
		reviews_release(&m);
	}
}

/* Limits that are far too small are kept, too. */
static void no_limit_is_ever_exceeded(void **state)
{
	static const size_t limits[] = {1, 100, 1000, 3000, 5000, 20000, 64000};

	(void)state;
	for (size_t k = 0; k < MAKERS; k++) {
		struct review_maker m;
		struct as_text t = {0};
		reviews_init(&m);
		makers[k](&m);
		for (size_t i = 0; i < as_ci_formats_known; i++)
			for (size_t n = 0; as_ci_formats[i].limit && n < sizeof limits / sizeof limits[0]; n++) {
				as_text_clear(&t);
				as_ci_formats[i].write(&t, &m.r, limits[n]);
				if (t.len > limits[n])
					fail_msg("%zu bytes, at most %zu", t.len, limits[n]);
			}
		as_text_release(&t);
		reviews_release(&m);
	}
}

/* Bytes that a terminal would act upon, and names as they are. */
static void hostile_names_never_appear_raw(void **state)
{
	static const char *const raw[] = {"\x1b", "\r", "\xe2\x80\xae", "\xff", "\n::error::planted", "\n|a|b|",
		"\n# heading", "\n\n# EOF\n# EOF", "a|b `c`  ", "<img src=x onerror=alert(1)> #2\n"};
	struct review_maker m;
	struct as_text t = {0};

	(void)state;
	reviews_init(&m);
	reviews_hostile(&m);
	for (size_t i = 0; i < as_ci_formats_known; i++) {
		write_both(&as_ci_formats[i], &m.r, &t);
		for (size_t k = 0; k < sizeof raw / sizeof raw[0]; k++)
			if (strstr(as_text_str(&t), raw[k]))
				fail_msg("%s has '%s' as it is", as_ci_formats[i].name, raw[k]);
	}
	as_text_release(&t);
	reviews_release(&m);
}

static bool has_one(const struct as_ci_format *f, const char *const *words)
{
	for (; *words; words++)
		if (strstr(f->name, *words))
			return true;
	return false;
}

/* Not one word of what fails a run, as long as a decision is not required. */
static void undecided_is_never_red(void **state)
{
	static const char *const json[] = {"json", NULL};
	static const char *const red[] = {"❌", "<failure", "<error", "::error"};

	(void)state;
	for (int required = 0; required < 2; required++) {
		struct review_maker m;
		struct as_text t = {0};
		reviews_init(&m);
		reviews_gate(&m, reviews_add(&m, "walk", AS_REVIEW_UNDECIDED, 1.03), AS_GATE_UNDECIDED);
		reviews_add(&m, "parse", AS_REVIEW_SAME, 1.001);
		m.r.require_decision = required;
		m.r.exit = required ? 3 : 0;
		for (size_t i = 0; i < as_ci_formats_known; i++) {
			write_both(&as_ci_formats[i], &m.r, &t);
			for (size_t k = 0; !required && k < sizeof red / sizeof red[0]; k++)
				assert_null(strstr(as_text_str(&t), red[k]));
			assert_true(strstr(as_text_str(&t), "undecided") || has_one(&as_ci_formats[i], json));
		}
		as_text_release(&t);
		reviews_release(&m);
	}
}

static void a_benchmark_that_newly_fails_is_not_called_slower(void **state)
{
	struct review_maker m;
	struct as_text t = {0};

	(void)state;
	reviews_init(&m);
	reviews_add(&m, "crash", AS_REVIEW_BROKEN, 1);
	m.r.exit = 5;
	for (size_t i = 0; i < as_ci_formats_known; i++) {
		write_both(&as_ci_formats[i], &m.r, &t);
		assert_true(strstr(as_text_str(&t), "newly") != NULL);
		assert_null(strstr(as_text_str(&t), "slower"));
	}
	as_text_release(&t);
	reviews_release(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format_stays_below_its_limit_and_writes_the_same_again),
		cmocka_unit_test(no_limit_is_ever_exceeded),
		cmocka_unit_test(hostile_names_never_appear_raw),
		cmocka_unit_test(undecided_is_never_red),
		cmocka_unit_test(a_benchmark_that_newly_fails_is_not_called_slower),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
