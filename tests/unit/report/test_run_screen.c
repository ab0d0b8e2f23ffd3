/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "sample.h"
#include "screen.h"

static void run_screen(struct as_text *t, const struct as_style *style, void *data)
{
	struct sample *s = data;

	as_report_run(t, style, s->x, s->a, s->n, NULL);
}

static void one_command_fits_into_four_lines(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "sleep 0.05", 20, 51.5e6, 0.012);
	sample_analyse(&s);
	screen_check("one_command", run_screen, &s);
	sample_close(&s);
}

static void two_commands_end_in_a_sentence(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "sort -S 50M big", 24, 812e6, 0.02);
	sample_subject(&s, "sort -S 1G big", 24, 624e6, 0.02);
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_FASTER, 0.769, 0.758, 0.781);
	screen_check("two_commands", run_screen, &s);
	sample_close(&s);
}

static void undecided_says_what_would_decide(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "cat a b", 12, 3.2e6, 0.03);
	sample_subject(&s, "cat b a", 12, 3.21e6, 0.03);
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_UNDECIDED, 1.001, 0.987, 1.0153);
	sample_comparison(&s, 0)->needed = 140;
	for (size_t i = 0; i < 2; i++) {
		sample_finding(&sample_summary(&s, i)->findings, AS_FINDING_SHORT, 0, 0);
		sample_finding(&sample_summary(&s, i)->findings, AS_FINDING_FIRST_SLOW,
			1.5 + (double)i, 0);
	}
	sample_finding(&sample_comparison(&s, 0)->findings, AS_FINDING_POSITION, 0.031, 0.004);
	screen_check("undecided", run_screen, &s);
	sample_close(&s);
}

static void many_commands_share_a_table(void **state)
{
	const char *name[] = {"zstd -1", "zstd -3", "zstd -9", "gzip -6 big.tar", "cat big.tar"};
	const double mean[] = {412e6, 441e6, 1930e6, 2640e6, 12.1e6};
	struct sample s;

	(void)state;
	sample_open(&s);
	for (size_t i = 0; i < 5; i++)
		sample_subject(&s, name[i], 15, mean[i], 0.02);
	sample_failure(&s, 3, AS_ENDED_FAILED, 2, "gzip: big.tar: No space left on device\n");
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_SLOWER, 1.070, 1.058, 1.083);
	sample_verdict(&s, 1, AS_VERDICT_SLOWER, 4.68, 4.61, 4.77);
	sample_verdict(&s, 2, AS_VERDICT_SLOWER, 6.41, 6.30, 6.53);
	sample_verdict(&s, 3, AS_VERDICT_FASTER, 0.02937, 0.0288, 0.0299);
	sample_comparison(&s, 2)->n = 14;
	screen_check("many_commands", run_screen, &s);
	sample_close(&s);
}

static void three_commands_are_listed_by_mean(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "grep -F needle hay", 30, 71.2e6, 0.02);
	sample_subject(&s, "grep -E needle hay", 30, 71.5e6, 0.02);
	sample_subject(&s, "awk /needle/ hay", 30, 70.1e6, 0.02);
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_EQUIVALENT, 1.002, 0.9961, 1.0087);
	sample_verdict(&s, 1, AS_VERDICT_FASTER_SMALL, 0.9946, 0.99151, 0.9977);
	screen_check("three_commands", run_screen, &s);
	sample_close(&s);
}

static void two_levels_show_where_variation_comes_from(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_iterating(&s, "./fft 4096", 8, 20, 1.482e6, 0.02);
	sample_analyse(&s);
	screen_check("two_levels", run_screen, &s);
	sample_summary(&s, 0)->tree.v[0].share = 1;
	sample_summary(&s, 0)->tree.v[1].share = 0;
	sample_summary(&s, 0)->tree.v[1].t2 = -1.3e6;
	sample_summary(&s, 0)->tree.v[1].impact = sample_summary(&s, 0)->tree.v[1].impact_lo = 1;
	screen_check("one_level_of_two", run_screen, &s);
	sample_close(&s);
}

static void what_the_units_of_a_level_do_is_said_below_its_share(void **state)
{
	static const struct as_summary_draws draws[] = {
		{.influence = AS_INFLUENCE_ADDITIVE, .factor = 1.83, .transformed = 1.003, .draws = 10000,
			.c = 6},
		{.influence = AS_INFLUENCE_PARTLY, .factor = 2.61, .transformed = 1.204, .draws = 10000,
			.c = 4},
		{.influence = AS_INFLUENCE_OTHER, .factor = 1.31, .transformed = 1.42, .draws = 9000,
			.c = 133, .infinite = 2, .neither = 1},
		{.influence = AS_INFLUENCE_NONE, .factor = 1.02, .transformed = 1.04, .draws = 10000,
			.c = 3},
		{.influence = AS_INFLUENCE_OTHER, .factor = HUGE_VAL, .transformed = HUGE_VAL,
			.draws = 10000, .c = 7, .infinite = 10000},
	};
	struct sample s;

	(void)state;
	sample_open(&s);
	for (size_t i = 0; i < 3; i++)
		sample_iterating(&s, "./fft 4096", 8, 20, 1.482e6, 0.02);
	sample_analyse(&s);
	for (size_t i = 0; i < 3; i++)
		sample_summary(&s, i)->tree.v[1].drawn = draws[i];
	screen_check("models", run_screen, &s);
	for (size_t i = 0; i < 3; i++)
		sample_summary(&s, i)->tree.v[1].drawn = draws[3 + i % 2];
	screen_check("models_of_noise", run_screen, &s);
	sample_close(&s);
}

static void two_programs_of_two_levels_share_their_remarks(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_iterating(&s, "./fft 4096", 8, 50, 1.482e6, 0.02);
	sample_iterating(&s, "./fft --alloc 4096", 8, 50, 1.601e6, 0.02);
	s.x->plan.drop = 5;
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_SLOWER_SMALL, 1.0081, 1.0062, 1.00998);
	screen_check("two_programs", run_screen, &s);
	sample_close(&s);
}

static void failures_are_counted_by_kind_with_the_last_output(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "./flaky", 37, 20.2e6, 0.1);
	sample_failure(&s, 0, AS_ENDED_FAILED, 1, "first line\n");
	sample_failure(&s, 0, AS_ENDED_SIGNAL, 11, NULL);
	sample_failure(&s, 0, AS_ENDED_FAILED, 1,
		"one\ntwo\nthree \x1b[31mred\x1b[0m\nfour\nflaky: cannot open 'x': "
		"No such file or directory, and a very long tail of words that goes on and on\n");
	sample_analyse(&s);
	sample_finding(&sample_summary(&s, 0)->findings, AS_FINDING_MANY_FAILED, 0.075, 0);
	screen_check("failures", run_screen, &s);
	sample_close(&s);
}

static void a_status_declared_fine_is_marked(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "grep nothing /dev/null", 20, 8.1e6, 0.1);
	for (size_t e = 0; e < 20; e++)
		assert_true(as_packed_set(
			&s.x->subjects[0].levels[AS_LEVEL_EXECUTION].units[AS_UNIT_CODE], e, 1));
	sample_failure(&s, 0, AS_ENDED_REPORT, 0, "line 3 of the report: 'iteration nan us'");
	sample_analyse(&s);
	screen_check("ignored", run_screen, &s);
	sample_close(&s);
}

static void no_value_at_all_is_no_result(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "sleep 0.1", 5, 100e6, 0.01);
	sample_subject(&s, "false", 0, 1e6, 0.01);
	sample_failure(&s, 1, AS_ENDED_FAILED, 1, "");
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_NONE, (double)NAN, (double)NAN, (double)NAN);
	s.a[0].comparisons[0].method = AS_COMPARE_NONE;
	s.x->plan.outcome = AS_OUTCOME_FAILED;
	screen_check("no_result", run_screen, &s);
	sample_close(&s);
}

static void a_missed_target_names_the_budget_that_would_reach_it(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "make -j2", 11, 905e6, 0.08);
	sample_analyse(&s);
	s.x->plan.outcome = AS_OUTCOME_BUDGET;
	s.x->plan.wanted = 58;
	sample_finding(&sample_summary(&s, 0)->findings, AS_FINDING_TARGET_MISSED, 0.0247, 0.01);
	screen_check("target_missed", run_screen, &s);
	sample_close(&s);
}

static void what_nobody_would_wait_for_is_not_advised(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "sleep 0.05", 31, 68e6, 0.3);
	sample_analyse(&s);
	s.x->plan.outcome = AS_OUTCOME_BUDGET;
	s.x->plan.wanted = 3200000;
	screen_check("out_of_reach", run_screen, &s);
	sample_close(&s);
}

static void stopped_by_you_is_said_once(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "sleep 1", 3, 1.001e9, 0.002);
	sample_analyse(&s);
	s.x->plan.outcome = AS_OUTCOME_STOPPED;
	sample_finding(&sample_summary(&s, 0)->findings, AS_FINDING_FEW_UNITS, 3, 4.30);
	sample_finding(&sample_summary(&s, 0)->findings, AS_FINDING_STOPPED, 0, 0);
	screen_check("stopped", run_screen, &s);
	sample_close(&s);
}

static void one_execution_has_no_interval(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "./once", 1, 23.4567e9, 0);
	s.x->plan.warmups = 0;
	sample_analyse(&s);
	sample_finding(&sample_summary(&s, 0)->findings, AS_FINDING_ONE_UNIT, 1, 0);
	screen_check("one_execution", run_screen, &s);
	sample_close(&s);
}

static void hostile_and_long_names_are_tamed(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "printf '\x1b[2J\x1b]0;owned\x07' | tee \xff\xfe\n/etc/passwd", 10, 2e6, 0.1);
	sample_subject(&s, "find /very/long/path/to/some/place/deep/in/the/file/system -name "
		"'*.c' -newer /another/long/path/reference.c -print0 | xargs -0 wc -l", 10, 3e6, 0.1);
	sample_subject(&s, "find /very/long/path/to/some/place/deep/in/the/file/system -name "
		"'*.h' -newer /another/long/path/reference.c -print0 | xargs -0 wc -l", 10, 3e6, 0.1);
	for (size_t i = 0; i < 3; i++) {
		s.x->subjects[i].shell = "/bin/sh";
		s.x->subjects[i].shell_reason = "|";
		s.x->subjects[i].shell_cost_ns = 512345;
	}
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_UNDECIDED, 1.4, 0.7, 2.9);
	sample_verdict(&s, 1, AS_VERDICT_SLOWER, 1.4, 0.99, 1.9);
	sample_comparison(&s, 1)->p_adjusted = 0.031;
	screen_check("hostile_names", run_screen, &s);
	sample_close(&s);
}

static void commands_in_sequence_get_no_verdict(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "make clean all", 10, 2e9, 0.02);
	sample_subject(&s, "ninja", 10, 1.2e9, 0.02);
	s.x->plan.design = AS_DESIGN_SEQUENTIAL;
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_NONE, 0.6, 0.59, 0.61);
	sample_comparison(&s, 0)->method = AS_COMPARE_WELCH;
	sample_finding(&sample_comparison(&s, 0)->findings, AS_FINDING_SEQUENTIAL, 0, 0);
	screen_check("sequential", run_screen, &s);
	sample_close(&s);
}

static void both_of_two_looks_are_said(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "cat a b", 24, 3.2e6, 0.03);
	sample_subject(&s, "cat b a", 24, 3.21e6, 0.03);
	s.x->plan.decide = true;
	s.x->plan.done = 24;
	s.x->plan.first_look = 12;
	s.x->plan.last_look = 24;
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_FASTER_SMALL, 0.994, 0.991, 0.998);
	sample_comparison(&s, 0)->confidence = 0.952;
	screen_check("last_look", run_screen, &s);
	s.x->plan.last_look = 0;
	s.x->plan.first_look = 24;
	sample_comparison(&s, 0)->confidence = 0.995;
	screen_check("first_look", run_screen, &s);
	s.x->plan.first_look = 0;
	s.x->plan.outcome = AS_OUTCOME_STOPPED;
	screen_check("no_look", run_screen, &s);
	sample_close(&s);
}

static void memory_can_be_the_criterion(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	s.x->criterion = AS_METRIC_PEAK_MEMORY;
	sample_subject(&s, "ls", 10, 2e6, 0.1);
	sample_subject(&s, "ls -R", 10, 3e6, 0.1);
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_SLOWER, 1.12, 1.10, 1.14);
	screen_check("memory", run_screen, &s);
	sample_close(&s);
}

/* Any number at all: what a damaged store or a strange metric may hold. */
static double any_number(uint32_t *state)
{
	static const double numbers[] = {0, 1, -1, 0.5, 2, 1e-300, 1e300, 1e9, 999.95e6, -3e6, 0.01,
		1.01, 0.99, 59.999e9, 1e18};
	const size_t n = sizeof numbers / sizeof numbers[0];

	*state = *state * 1664525u + 1013904223u;
	size_t i = (*state >> 16) % (n + 3);
	return i < n ? numbers[i] : i == n ? (double)NAN : i == n + 1 ? (double)INFINITY
		: -(double)INFINITY;
}

static void scramble(struct sample *s, uint32_t *state)
{
	for (size_t i = 0; i < s->x->n_subjects; i++) {
		struct as_summary *y = sample_summary(s, i);
		double *const to[] = {&y->mean, &y->spread.min, &y->spread.q1, &y->spread.median,
			&y->spread.q3, &y->spread.max, &y->lo,
			&y->hi, &y->half_width, &y->confidence, &y->df, &y->tree.v[0].share,
			&y->tree.v[0].share_of_uncertainty, &y->findings.v[0].a,
			&y->tree.v[1].impact, &y->tree.v[1].impact_lo, &y->tree.v[1].impact_hi,
			&y->tree.v[1].t2, &y->tree.share_of_time};
		for (size_t k = 0; k < sizeof to / sizeof to[0]; k++)
			*to[k] = any_number(state);
	}
	for (size_t k = 0; k + 1 < s->x->n_subjects; k++) {
		struct as_comparison *c = sample_comparison(s, k);
		double *const to[] = {&c->ratio, &c->lo, &c->hi, &c->confidence, &c->p,
			&c->p_adjusted, &c->tolerance};
		for (size_t i = 0; i < sizeof to / sizeof to[0]; i++)
			*to[i] = any_number(state);
		c->verdict = (enum as_verdict_word)(*state >> 16) % (AS_VERDICT_IDENTICAL + 1);
	}
	s->x->plan.precision = any_number(state);
	s->x->plan.wanted = *state;
}

/* printf's "inf" stands in the text, and not as a part of "infinite". */
static bool has_inf(const char *s)
{
	while ((s = strstr(s, "inf")) && !strncmp(s, "infinite", 8))
		s += 8;
	return s;
}

static void no_number_breaks_a_screen(void **state)
{
	uint32_t random = 7;

	(void)state;
	for (size_t n = 1; n < 6; n++) {
		struct sample s;
		sample_open(&s);
		for (size_t i = 0; i < n; i++)
			sample_iterating(&s, "a command", 5, 3, 1e6, 0.1);
		sample_analyse(&s);
		for (size_t i = 0; i < n; i++)
			sample_finding(&sample_summary(&s, i)->findings, AS_FINDING_FEW_UNITS, 0, 0);
		for (int round = 0; round < 200; round++) {
			struct as_style style = {.unicode = round % 2, .width = 40 + round % 90,
				.verbose = round % 3 == 0};
			struct as_text t = {0};
			scramble(&s, &random);
			as_report_run(&t, &style, s.x, s.a, s.n, NULL);
			assert_int_equal(as_text_finish(&t, NULL), AS_OK);
			assert_null(strpbrk(as_text_str(&t), "\x01\x02"));
			assert_null(strstr(as_text_str(&t), "nan"));
			assert_false(has_inf(as_text_str(&t)));
			as_text_release(&t);
		}
		sample_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_command_fits_into_four_lines),
		cmocka_unit_test(two_commands_end_in_a_sentence),
		cmocka_unit_test(undecided_says_what_would_decide),
		cmocka_unit_test(many_commands_share_a_table),
		cmocka_unit_test(three_commands_are_listed_by_mean),
		cmocka_unit_test(two_levels_show_where_variation_comes_from),
		cmocka_unit_test(what_the_units_of_a_level_do_is_said_below_its_share),
		cmocka_unit_test(two_programs_of_two_levels_share_their_remarks),
		cmocka_unit_test(failures_are_counted_by_kind_with_the_last_output),
		cmocka_unit_test(a_status_declared_fine_is_marked),
		cmocka_unit_test(no_value_at_all_is_no_result),
		cmocka_unit_test(a_missed_target_names_the_budget_that_would_reach_it),
		cmocka_unit_test(what_nobody_would_wait_for_is_not_advised),
		cmocka_unit_test(stopped_by_you_is_said_once),
		cmocka_unit_test(one_execution_has_no_interval),
		cmocka_unit_test(hostile_and_long_names_are_tamed),
		cmocka_unit_test(commands_in_sequence_get_no_verdict),
		cmocka_unit_test(both_of_two_looks_are_said),
		cmocka_unit_test(memory_can_be_the_criterion),
		cmocka_unit_test(no_number_breaks_a_screen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
