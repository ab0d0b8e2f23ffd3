/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "report/ci/ci.h"
#include "reviews.h"

typedef void (*write_fn)(struct as_text *t, const struct as_review *r, size_t limit);

/* A review that is being made, and what a format wrote of it last. */
struct page {
	struct review_maker m;
	struct as_text t;
};

static int begin(void **state)
{
	static struct page p;

	p = (struct page){0};
	reviews_init(&p.m);
	*state = &p;
	return 0;
}

static int end(void **state)
{
	struct page *p = *state;

	as_text_release(&p->t);
	reviews_release(&p->m);
	return 0;
}

static const char *written(struct page *p, write_fn write, size_t limit)
{
	as_text_clear(&p->t);
	write(&p->t, &p->m.r, limit);
	assert_false(p->t.failed);
	return as_text_str(&p->t);
}

/* Markdown, with blanks at which no line breaks as blanks. */
static const char *page(struct page *p, size_t limit)
{
	const char *text = written(p, as_ci_markdown, limit);
	char *out = as_arena_strdup(&p->m.arena, text), *to = out;

	assert_non_null(out);
	for (const char *s = text; *s; s++) {
		const bool tied = s[0] == '\xc2' && s[1] == '\xa0';
		*to++ = tied ? ' ' : *s;
		s += tied;
	}
	*to = '\0';
	return out;
}

static void assert_has(const char *text, const char *what)
{
	if (!strstr(text, what))
		fail_msg("no '%s' in\n%s", what, text);
}

static void assert_lacks(const char *text, const char *what)
{
	if (strstr(text, what))
		fail_msg("'%s' in\n%s", what, text);
}

/* The heading of the Markdown, without its mark of levels. */
static void assert_verdict(struct page *p, const char *verdict)
{
	const char *heading = strstr(page(p, 0), "\n### ");

	assert_non_null(heading);
	heading += strlen("\n### ");
	const size_t n = strcspn(heading, "\n");
	if (n != strlen(verdict) || strncmp(heading, verdict, n) != 0)
		fail_msg("'%.*s' in place of '%s'", (int)n, heading, verdict);
}

static size_t times(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *s = text; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

/* ---- the verdict ---- */

static void slower_by_a_gate_comes_first(void **state)
{
	struct page *p = *state;

	reviews_gate(&p->m, reviews_add(&p->m, "fft", AS_REVIEW_WORSE, 1.05), AS_GATE_FAILED);
	reviews_gate(&p->m, reviews_add(&p->m, "walk", AS_REVIEW_SAME, 1.0), AS_GATE_PASSED);
	assert_verdict(p, "❌ 1 of 2 benchmarks is slower than `main (1a2b3c4)`");
	reviews_add(&p->m, "crash", AS_REVIEW_BROKEN, 1);
	reviews_gate(&p->m, reviews_add(&p->m, "sort", AS_REVIEW_WORSE, 1.05), AS_GATE_FAILED);
	assert_verdict(p, "❌ 1 of 4 benchmarks newly fails, 2 are slower than `main (1a2b3c4)`");
}

static void what_is_worse_without_a_gate_that_fails_is_a_worry(void **state)
{
	struct page *p = *state;

	reviews_add(&p->m, "fft", AS_REVIEW_WORSE, 1.05);
	assert_verdict(p, "⚠️ `fft` is slower than `main (1a2b3c4)`");
	assert_has(as_text_str(&p->t), "No gate was set");
}

static void beside_a_gate_a_mean_that_disagrees_is_said_in_every_format(void **state)
{
	static const char words[] = ", typically; on average 20 … 60 % more, by which --estimator mean decides";
	struct page *p = *state;
	struct as_review_row *row = reviews_add(&p->m, "fft", AS_REVIEW_WORSE, 0.9);

	row->c.material = (struct as_comparison_material){
		.is = true, .means_ratio = 1.4, .means_lo = 1.2, .means_hi = 1.6};
	assert_null(strstr(page(p, 0), "on average")); /* the screen says it; nothing hangs on it */
	reviews_gate(&p->m, row, AS_GATE_FAILED);
	assert_has(page(p, 0), words);
	assert_has(written(p, as_ci_junit, 0), words);
	assert_has(written(p, as_ci_commands, 0), "faster%2C typically; on average 20 … 60 %25 more%2C by which");
	row->c.material.means_ratio = 0.8; /* agrees with the typical run */
	assert_null(strstr(page(p, 0), "on average"));
}

static void no_regression_says_how_large_one_may_be(void **state)
{
	struct page *p = *state;

	reviews_add(&p->m, "fft", AS_REVIEW_SAME, 1.001);
	reviews_add(&p->m, "walk", AS_REVIEW_SMALL, 1.0043);
	assert_verdict(p, "✅ no regression found: nothing is slower by more than 1.0 %");
	reviews_add(&p->m, "sort", AS_REVIEW_BETTER, 0.9);
	assert_verdict(p, "✅ 1 of 3 benchmarks is faster than `main (1a2b3c4)`; nothing is slower by more than "
		"1.0 %");
}

static void where_more_is_better_less_is_worse(void **state)
{
	struct page *p = *state;

	reviews_add_of(&p->m, "serve", AS_REVIEW_WORSE, 0.9, &a_rate);
	assert_verdict(p, "⚠️ `serve` is worse than `main (1a2b3c4)`");
	assert_has(page(p, 0), "| `serve` | **−10.0 %** (−10.5 … −9.5 %) |");
	assert_has(as_text_str(&p->t), "less rate |");
}

static void a_rate_that_may_be_less_is_bounded_from_below(void **state)
{
	struct page *p = *state;

	reviews_add_of(&p->m, "serve", AS_REVIEW_SAME, 1.002, &a_rate);
	assert_verdict(p, "✅ no regression found: nothing is worse by more than 0.3 %");
}

static void undecided_says_what_would_decide_it(void **state)
{
	struct page *p = *state;

	reviews_add(&p->m, "walk", AS_REVIEW_UNDECIDED, 1.02);
	assert_verdict(p, "❔ undecided: `walk`; nothing is slower by more than 2.5 %");
	reviews_add(&p->m, "fft", AS_REVIEW_SAME, 1.001);
	assert_verdict(p, "❔ undecided: 1 of 2 benchmarks; nothing is slower by more than 2.5 %");
	assert_has(as_text_str(&p->t), "If the difference is as large as it looks, about 120 rounds in a new run would show it (--runs 120).");
	assert_has(as_text_str(&p->t), "Undecided does not fail a run.");
}

static void a_gate_that_passed_decides_where_a_verdict_is_open(void **state)
{
	struct page *p = *state;

	reviews_gate(&p->m, reviews_add(&p->m, "walk", AS_REVIEW_UNDECIDED, 1.01), AS_GATE_PASSED);
	assert_verdict(p, "✅ no regression found: nothing is slower by more than 1.5 %");
	assert_has(page(p, 0), "| no difference found |\n");
}

static void a_gate_of_another_metric_fails_a_row_that_is_no_slower(void **state)
{
	struct page *p = *state;

	reviews_gate(&p->m, reviews_add(&p->m, "walk", AS_REVIEW_SAME, 1), AS_GATE_FAILED);
	assert_verdict(p, "❌ `walk` fails a gate");
}

static void a_gate_by_an_estimate_is_said_to_be_one(void **state)
{
	static const struct as_estimated by = {.name = "min", .title = "minimum", .metric = &a_time, .base = 10e6,
		.head = 11e6, .ratio = 1.1, .limit = 0.03, .rate = 0.12, .error = 0.01, .group = 10,
		.units = 20, .resamples = 1000};
	struct page *p = *state;
	struct as_review_row *row = reviews_add(&p->m, "walk", AS_REVIEW_UNDECIDED, 1.02);

	reviews_gate(&p->m, row, AS_GATE_FAILED);
	row->gates.v[0].by = &by;
	const char *t = page(p, 0);
	assert_has(t, "A gate that an estimate decides is wrong as often as stands beside it");
	assert_has(t, "12 %");
	assert_lacks(t, "The whole interval");
}

static void nothing_and_identical_programs_have_their_words(void **state)
{
	struct page *p = *state;

	assert_verdict(p, "❔ undecided: there is no benchmark to compare");
	reviews_add(&p->m, "walk", AS_REVIEW_IDENTICAL, 1);
	assert_verdict(p, "✅ no difference: both versions build to the same program");
}

static void what_was_stopped_says_that_it_is_not_all(void **state)
{
	struct page *p = *state;

	p->m.r.exit = 130;
	assert_verdict(p, "❌ assay was stopped before the end");
	reviews_add(&p->m, "fft", AS_REVIEW_WORSE, 1.05);
	assert_verdict(p, "❌ `fft` is slower than `main (1a2b3c4)`; assay was stopped before the end");
	p->m.r.exit = 6;
	assert_verdict(p, "❌ `fft` is slower than `main (1a2b3c4)`; assay ended with exit status 6");
}

static void an_interval_that_is_unknown_gives_no_bound(void **state)
{
	struct page *p = *state;
	struct as_review_row *row = reviews_add(&p->m, "walk", AS_REVIEW_SAME, 1);

	reviews_add(&p->m, "fft", AS_REVIEW_SAME, 1);
	row->c.hi = (double)NAN;
	assert_verdict(p, "✅ no regression found");
}

/* ---- Markdown ---- */

static void the_marker_is_the_first_line_and_ends_no_comment(void **state)
{
	struct page *p = *state;

	assert_int_equal(strncmp(written(p, as_ci_markdown, 0), "<!-- assay: suite -->\n", 22), 0);
	p->m.r.name = "a --> b -- c-";
	assert_int_equal(strncmp(written(p, as_ci_markdown, 0), "<!-- assay: a%20-%2d%3e%20b%20-%2d%20c%2d -->\n",
		46), 0);
}

static void all_kinds_are_told_apart(void **state)
{
	struct page *p = *state;

	reviews_all_kinds(&p->m);
	const char *t = page(p, 0);
	assert_has(t, "| `fft (size = 4096)` | **+5.2 %** (+4.7 … +5.7 %) | 12.00 ms ± 0.5 % | 12.62 ms ± 0.5 % "
		"| ❌ slower |\n");
	assert_has(t, "| `sort_big` | **3.23 times as fast** (3.17 … 3.28) | 12.00 ms ± 0.5 % | 3.720 ms ± 0.5 % "
		"| ✅ faster |\n");
	assert_has(t, "| `crash` |  | 12.00 ms ± 0.5 % | failed | ❌ newly fails |\n");
	assert_has(t, "| `never builds` |  | not built | not built | ❌ does not build |\n");
	assert_has(t, "| `mended` |  | failed | 12.00 ms ± 0.5 % | ✅ works again |\n");
	assert_has(t, "| `gone away` |  | 12.00 ms ± 0.5 % | – | ⚠️ gone |\n");
	assert_has(t, "| `brand new` |  | – | 12.00 ms ± 0.5 % | new |\n");
	assert_has(t, "| `hash` | +0.6 % (+0.1 … +1.1 %) | 12.00 ms ± 0.5 % | 12.07 ms ± 0.5 % | differs, "
		"below 1 % |\n");
	assert_has(t, "| `untouched` |  | the same | the same | the same program |\n");
	assert_has(t, "- ❌ `fft (size = 4096)`, gate `slower by 3%` failed: 4.7 … 5.7 % more time, 99.5 %\n");
	assert_has(t, "- `crash` newly fails, in `working tree`: `an execution ended with exit status 3`\n");
	assert_has(t, "<summary>The others: 1 undecided, 1 new, 1 different by less than the tolerance, 1 without a "
		"difference, 1 the same program in both</summary>");
}

static void warnings_of_comparisons_are_said_once(void **state)
{
	static const struct as_findings apart = {.v = {{.id = AS_FINDING_OTHER_SESSION}}, .n = 1};
	struct page *p = *state;

	reviews_add(&p->m, "walk", AS_REVIEW_UNDECIDED, 1.2)->c.findings = apart;
	reviews_add(&p->m, "fft", AS_REVIEW_UNDECIDED, 1.1)->c.findings = apart;
	const char *t = page(p, 0);
	assert_has(t, "**Warnings:**\n\n- `walk` and 1 more: measured apart: they differ, or the sessions do");
	assert_int_equal(times(t, "measured apart"), 1);
}

static void a_program_that_differs_from_itself_is_luck(void **state)
{
	struct page *p = *state;

	reviews_add(&p->m, "walk", AS_REVIEW_WORSE, 1.02)->same_program = true;
	const char *t = page(p, 0);
	assert_has(t, "Of what differs, 1 is the same program in both versions: that is luck, or the machine.");
	assert_has(t, "slower, though it is the same program |");
}

static void the_worst_rows_stay_and_what_is_left_out_is_counted(void **state)
{
	struct page *p = *state;

	reviews_many(&p->m, 10000);
	reviews_add(&p->m, "the worst of all", AS_REVIEW_WORSE, 1.9);
	const char *t = page(p, 65000);
	const char *worst = strstr(t, "`the worst of all`");
	assert_non_null(worst);
	assert_has(t, "benchmarks are left out here for lack of room: ");
	assert_has(t, "`--ci json` has all of them.");
	assert_has(t, "assay diff --suite bench.yaml main\n```\n\n</details>\n");
	assert_true(strlen(t) > 50000 && strlen(t) <= 65000);
	/* Each row is there, or counted among those left out. */
	const char *left = strstr(t, " benchmarks are left out here");
	while (left[-1] != '\n')
		left--;
	assert_int_equal(times(t, "\n| `") + strtoul(left, NULL, 10), p->m.r.n);
}

/* ---- the other formats ---- */

static void annotations_are_the_worst_first_and_at_most_ten_of_a_level(void **state)
{
	struct page *p = *state;

	reviews_many(&p->m, 5000);
	reviews_gate(&p->m, reviews_add(&p->m, "the worst of all", AS_REVIEW_WORSE, 1.9), AS_GATE_FAILED);
	const char *t = written(p, as_ci_commands, 0);
	assert_int_equal(times(t, "::error title="), 10);
	assert_int_equal(times(t, "::warning title="), 10);
	assert_int_equal(times(t, "::notice title="), 10);
	assert_has(t, "more like these: the summary of this step has them\n");
	assert_int_equal(strncmp(t, "::error title=suite::", 21), 0);
}

static void an_annotation_escapes_what_ends_its_parts(void **state)
{
	struct page *p = *state;

	reviews_gate(&p->m, reviews_add(&p->m, "a:b,c%d\n::e::", AS_REVIEW_WORSE, 1.05), AS_GATE_FAILED);
	assert_has(written(p, as_ci_commands, 0), "::error title=a%3Ab%2Cc%25d\\n%3A%3Ae%3A%3A%3A slower::+5.0 %25 "
		"(+4.5 … +5.5 %25); gate 'slower by 3%25' failed: 4.5 … 5.5 %25 more time, 99.5 %25\n");
}

static void junit_tells_failures_errors_and_skipped_apart(void **state)
{
	struct page *p = *state;

	reviews_all_kinds(&p->m);
	const char *t = written(p, as_ci_junit, 0);
	assert_has(t, "<testsuite name=\"suite\" tests=\"11\" failures=\"1\" errors=\"2\" time=\"73.200\" "
		"skipped=\"2\">");
	assert_has(t, "<testcase classname=\"suite\" name=\"fft (size = 4096)\" time=\"0.012624000\">\n"
		"      <failure type=\"regression\" message=\"slower, +5.2 % (+4.7 … +5.7 %) against main (1a2b3c4); "
		"gate 'slower by 3%' failed: 4.7 … 5.7 % more time, 99.5 %\"/>");
	assert_has(t, "<error type=\"newly failing\" message=\"newly fails: an execution ended with exit status 3\"/>");
	assert_has(t, "<error type=\"failing\" message=\"does not build: ");
	assert_has(t, "<skipped message=\"undecided, +2.7 % (+2.2 … +3.2 %) against");
	assert_has(t, "<skipped message=\"gone\"/>");
	assert_int_equal(times(t, "<testcase "), 11);
}

static void junit_fails_what_is_undecided_only_where_a_decision_is_required(void **state)
{
	struct page *p = *state;

	reviews_add(&p->m, "walk", AS_REVIEW_UNDECIDED, 1.02);
	assert_has(written(p, as_ci_junit, 0), "failures=\"0\"");
	p->m.r.require_decision = true;
	assert_has(written(p, as_ci_junit, 0), "<failure type=\"undecided\" ");
}

static void junit_has_the_last_words_of_what_failed_as_lines(void **state)
{
	struct page *p = *state;
	struct as_review_row *row = reviews_add(&p->m, "crash", AS_REVIEW_BROKEN, 1);

	row->side[AS_REVIEW_HEAD].output = "one <b>\n\x1b[31mtwo ]]>\n";
	assert_has(written(p, as_ci_junit, 0), "exit status 3\">one &lt;b&gt;\n\\e[31mtwo ]]&gt;\n</error>\n");
	assert_has(page(p, 0), "; it said last <code>one &#60;b&#62;&#92;n&#92;e&#91;31mtwo &#93;&#93;&#62;&#92;n</code>\n");
}

static void a_factor_is_of_no_noun(void **state)
{
	struct page *p = *state;
	struct as_review_row *row = reviews_add(&p->m, "walk", AS_REVIEW_UNDECIDED, 1.2);

	row->c.lo = 0.4;
	row->c.hi = 2.3;
	reviews_gate(&p->m, row, AS_GATE_UNDECIDED);
	assert_has(page(p, 0), "undecided: 0.4 … 2.3 times the time, 99.5 %; if the difference is as large as it looks, about 70 rounds in a new run would decide it (--runs 70)\n");
}

static void openmetrics_has_base_units_and_ends(void **state)
{
	struct page *p = *state;

	reviews_add(&p->m, "a \"b\" \\ c", AS_REVIEW_SAME, 1);
	reviews_add_of(&p->m, "mem", AS_REVIEW_WORSE, 1.5, &a_memory);
	const char *t = written(p, as_ci_openmetrics, 0);
	assert_has(t, "# TYPE assay_measured_time_seconds gauge\n# UNIT assay_measured_time_seconds seconds\n");
	assert_has(t, "assay_measured_time_seconds{benchmark=\"a \\\"b\\\" \\\\ c\",version=\"head\",bound=\"estimate\"} "
		"0.012\n");
	assert_has(t, "assay_measured_peak_memory_bytes{benchmark=\"mem\",version=\"base\",bound=\"estimate\"} 12000000\n");
	assert_has(t, "assay_change_ratio{benchmark=\"mem\",bound=\"estimate\"} 1.5\n");
	assert_has(t, "assay_benchmarks{verdict=\"worse\"} 1\n");
	assert_string_equal(t + strlen(t) - 6, "# EOF\n");
}

static void openmetrics_tells_benchmarks_of_one_name_apart(void **state)
{
	struct page *p = *state;

	reviews_add(&p->m, "walk", AS_REVIEW_SAME, 1);
	reviews_add(&p->m, "other", AS_REVIEW_SAME, 1);
	reviews_add(&p->m, "walk", AS_REVIEW_SAME, 1);
	const char *t = written(p, as_ci_openmetrics, 0);
	assert_has(t, "assay_change_ratio{benchmark=\"walk\",nr=\"2\",bound=\"estimate\"} 1\n");
	assert_int_equal(times(t, "{benchmark=\"walk\",bound=\"estimate\"} "), 1);
	reviews_nan(&p->m);
	assert_lacks(written(p, as_ci_openmetrics, 0), "nan\n");
}

#define WITH_PAGE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_PAGE(slower_by_a_gate_comes_first),
		WITH_PAGE(what_is_worse_without_a_gate_that_fails_is_a_worry),
		WITH_PAGE(beside_a_gate_a_mean_that_disagrees_is_said_in_every_format),
		WITH_PAGE(no_regression_says_how_large_one_may_be),
		WITH_PAGE(where_more_is_better_less_is_worse),
		WITH_PAGE(a_rate_that_may_be_less_is_bounded_from_below),
		WITH_PAGE(undecided_says_what_would_decide_it),
		WITH_PAGE(a_gate_that_passed_decides_where_a_verdict_is_open),
		WITH_PAGE(a_gate_of_another_metric_fails_a_row_that_is_no_slower),
		WITH_PAGE(a_gate_by_an_estimate_is_said_to_be_one),
		WITH_PAGE(nothing_and_identical_programs_have_their_words),
		WITH_PAGE(what_was_stopped_says_that_it_is_not_all),
		WITH_PAGE(an_interval_that_is_unknown_gives_no_bound),
		WITH_PAGE(the_marker_is_the_first_line_and_ends_no_comment),
		WITH_PAGE(all_kinds_are_told_apart),
		WITH_PAGE(warnings_of_comparisons_are_said_once),
		WITH_PAGE(a_program_that_differs_from_itself_is_luck),
		WITH_PAGE(the_worst_rows_stay_and_what_is_left_out_is_counted),
		WITH_PAGE(annotations_are_the_worst_first_and_at_most_ten_of_a_level),
		WITH_PAGE(an_annotation_escapes_what_ends_its_parts),
		WITH_PAGE(junit_tells_failures_errors_and_skipped_apart),
		WITH_PAGE(junit_fails_what_is_undecided_only_where_a_decision_is_required),
		WITH_PAGE(junit_has_the_last_words_of_what_failed_as_lines),
		WITH_PAGE(a_factor_is_of_no_noun),
		WITH_PAGE(openmetrics_has_base_units_and_ends),
		WITH_PAGE(openmetrics_tells_benchmarks_of_one_name_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
