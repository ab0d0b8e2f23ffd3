/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sample.h"
#include "screen.h"

static const struct sample_built fft = {.name = "./fft", .builds = 6, .executions = 8,
	.iterations = 20, .time = 1.482e6, .spread = 0.03};

static void run_screen(struct as_text *t, const struct as_style *style, void *data)
{
	struct sample *s = data;

	as_report_run(t, style, s->x, s->a, s->n, NULL);
}

/* The third screen of the design. */
static void three_levels_show_how_much_is_luck_of_the_build(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_builds(&s, &fft);
	s.x->plan.drop = 5;
	s.x->plan.iterations = 25;
	s.x->plan.randomize |= AS_RANDOMIZE_LAYOUT;
	sample_analyse(&s);
	sample_summary(&s, 0)->next.same_time = (struct as_next){.counts = {4, 2, 12},
		.half_width = 0.0067, .seconds = 9.0};
	screen_check("three_levels", run_screen, &s);
	sample_close(&s);
}

static void builds_of_a_program_without_iterations(void **state)
{
	struct sample s;
	struct sample_built how = fft;

	(void)state;
	sample_open(&s);
	how.iterations = 0;
	how.time = 31e6;
	sample_builds(&s, &how);
	s.x->plan.cost_s[AS_LEVEL_EXECUTION] = 0.0324;
	s.x->plan.dimension_reused = true;
	sample_analyse(&s);
	screen_check("builds_of_executions", run_screen, &s);
	sample_close(&s);
}

static void two_built_programs_are_compared_by_builds(void **state)
{
	struct sample s;
	struct sample_built how = fft;

	(void)state;
	sample_open(&s);
	sample_builds(&s, &how);
	how.name = "./fft --alloc";
	how.time *= 1.02;
	sample_builds(&s, &how);
	s.x->plan.drop = 5;
	s.x->plan.iterations = 25;
	s.x->plan.randomize |= AS_RANDOMIZE_LAYOUT;
	sample_analyse(&s);
	sample_verdict(&s, 0, AS_VERDICT_UNDECIDED, 1.02, 0.9949, 1.046);
	sample_comparison(&s, 0)->needed = 14;
	screen_check("compared_builds", run_screen, &s);
	sample_close(&s);
}

static void many_built_programs_share_a_table(void **state)
{
	static const char *const names[] = {"./fft -1", "./fft -2", "./fft -3", "./fft -4"};
	struct sample s;
	struct sample_built how = fft;

	(void)state;
	sample_open(&s);
	for (size_t i = 0; i < 4; i++) {
		how.name = names[i];
		how.time *= 1.1;
		sample_builds(&s, &how);
	}
	s.x->plan.randomize |= AS_RANDOMIZE_LAYOUT;
	sample_failed_build(&s, 2, AS_ENDED_TIMEOUT, 15, "ld: still at it\n");
	sample_analyse(&s);
	for (size_t i = 0; i < 3; i++)
		sample_verdict(&s, i, AS_VERDICT_SLOWER, 1.1 + 0.1 * (double)i,
			1.07 + 0.1 * (double)i, 1.13 + 0.1 * (double)i);
	screen_check("many_built", run_screen, &s);
	sample_close(&s);
}

static void identical_builds_say_what_is_not_sampled(void **state)
{
	struct sample s;
	struct sample_built how = fft;

	(void)state;
	sample_open(&s);
	how.builds = 1;
	how.identical = true;
	sample_builds(&s, &how);
	sample_analyse(&s);
	screen_check("identical_builds", run_screen, &s);
	s.x->plan.layout_failed = true;
	screen_check("layout_failed", run_screen, &s);
	sample_close(&s);
}

static void builds_that_differ_but_not_in_their_layout(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_builds(&s, &fft);
	s.x->subjects[0].builds[3] = s.x->subjects[0].builds[1];
	s.x->plan.layout_failed = true;
	sample_analyse(&s);
	screen_check("layout_failed_builds_differ", run_screen, &s);
	sample_close(&s);
}

static void one_build_only_is_said_of_its_interval(void **state)
{
	struct sample s;
	struct sample_built how = fft;

	(void)state;
	sample_open(&s);
	how.builds = 1;
	sample_builds(&s, &how);
	s.x->plan.builds_state = AS_BUILDS_IDENTICAL;
	sample_failed_build(&s, 0, AS_ENDED_FAILED, 2, "fft.c:12: error: no such seed\n");
	sample_analyse(&s);
	screen_check("one_build", run_screen, &s);
	sample_close(&s);
}

static void builds_in_place_are_a_warning(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_builds(&s, &fft);
	s.x->plan.builds_state = AS_BUILDS_IN_PLACE;
	s.x->plan.stopping = AS_STOP_FIXED;
	s.x->plan.expected = 0;
	for (size_t k = 0; k < s.x->subjects[0].n_builds; k++)
		s.x->subjects[0].builds[k] = (struct as_build){.hash = NULL};
	sample_analyse(&s);
	sample_summary(&s, 0)->tree.share_of_time = (double)NAN;
	sample_summary(&s, 0)->tree.build_or_time = true;
	screen_check("builds_in_place", run_screen, &s);
	sample_close(&s);
}

static void failed_builds_are_counted_and_shown(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_builds(&s, &fft);
	s.x->plan.randomize |= AS_RANDOMIZE_LAYOUT;
	sample_failed_build(&s, 0, AS_ENDED_FAILED, 2, NULL);
	sample_failed_build(&s, 0, AS_ENDED_FAILED, 2,
		"ld: seed 7:\x1b[2J section too large\nmake: *** [fft] Error 1\n");
	sample_failed_build(&s, 0, AS_ENDED_TIMEOUT, 15, NULL);
	sample_analyse(&s);
	screen_check("failed_builds", run_screen, &s);
	sample_close(&s);
}

static void a_budget_that_is_too_small_says_what_it_pays_for(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_builds(&s, &fft);
	s.x->plan.outcome = AS_OUTCOME_BUDGET;
	sample_analyse(&s);
	sample_finding(&sample_summary(&s, 0)->findings, AS_FINDING_TARGET_MISSED, 0.0192, 0.01);
	sample_summary(&s, 0)->next.same_time = (struct as_next){.counts = {4, 1, 11},
		.half_width = 0.0151, .seconds = 7.5};
	sample_summary(&s, 0)->next.for_target = (struct as_next){.counts = {5, 3, 21},
		.half_width = 0.00997, .seconds = 161};
	screen_check("builds_of_a_budget", run_screen, &s);
	s.x->plan.done = 4;
	screen_check("budget_spent_among_builds", run_screen, &s);
	sample_close(&s);
}

static void stopped_among_builds(void **state)
{
	struct sample s;
	struct sample_built how = fft;

	(void)state;
	sample_open(&s);
	how.builds = 3;
	how.executions = 1;
	sample_builds(&s, &how);
	s.x->plan.planned = 8;
	s.x->plan.outcome = AS_OUTCOME_STOPPED;
	sample_analyse(&s);
	sample_summary(&s, 0)->tree.v[1].repeated = false;
	sample_finding(&sample_summary(&s, 0)->findings, AS_FINDING_FEW_UNITS, 3, 4.30);
	screen_check("stopped_builds", run_screen, &s);
	sample_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_levels_show_how_much_is_luck_of_the_build),
		cmocka_unit_test(builds_of_a_program_without_iterations),
		cmocka_unit_test(two_built_programs_are_compared_by_builds),
		cmocka_unit_test(many_built_programs_share_a_table),
		cmocka_unit_test(identical_builds_say_what_is_not_sampled),
		cmocka_unit_test(builds_that_differ_but_not_in_their_layout),
		cmocka_unit_test(one_build_only_is_said_of_its_interval),
		cmocka_unit_test(builds_in_place_are_a_warning),
		cmocka_unit_test(failed_builds_are_counted_and_shown),
		cmocka_unit_test(a_budget_that_is_too_small_says_what_it_pays_for),
		cmocka_unit_test(stopped_among_builds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
