/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "report/draw/layout.h"
#include "report/history/bisect_screen.h"
#include "sample.h"
#include "screen.h"

static const int64_t noon = 1786543200000000000; /* 2026-08-12 14:00 UTC */

static void list_screen(struct as_text *t, const struct as_style *style, void *data)
{
	const int64_t hour = 3600000000000;
	const struct as_listing l[] = {
		{.id = 12, .started_ns = noon - hour, .n_subjects = 1, .subject = "sleep 0.05",
			.criterion = "wall", .unit = "ns", .mean = 51.5e6, .lo = 51.3e6, .hi = 51.7e6,
			.n_top = 20},
		{.id = 11, .started_ns = noon - 2 * hour, .n_subjects = 3, .label = "before",
			.subject = "sort -S 50M /srv/data/some/where/far/away/big.txt",
			.criterion = "wall", .unit = "ns", .mean = 1.234e9, .lo = 1.224e9,
			.hi = 1.244e9, .n_top = 24, .outcome = AS_OUTCOME_BUDGET},
		{.id = 10, .started_ns = noon - 40 * hour, .n_subjects = 1,
			.subject = "\x1b[2Jrm -rf \n/", .criterion = "peak_memory", .unit = "bytes",
			.mean = 1.9e6, .lo = (double)NAN, .hi = (double)NAN, .n_top = 1,
			.outcome = AS_OUTCOME_STOPPED},
		{.id = 9, .started_ns = noon - 41 * hour, .n_subjects = 1, .subject = "false",
			.criterion = "wall", .unit = "ns", .mean = (double)NAN, .lo = (double)NAN,
			.hi = (double)NAN, .outcome = AS_OUTCOME_FAILED},
		{.id = 8, .started_ns = noon - 42 * hour, .n_subjects = 1, .subject = "ls",
			.criterion = "cpu", .unit = "ns", .mean = 1.2e6, .lo = 1.1e6, .hi = 1.3e6,
			.n_top = 20, .pinned = true, .note = "what\nthe release notes\x1b say"},
	};

	(void)data;
	as_report_list(t, style, l, sizeof l / sizeof l[0], noon);
}

static void a_list_has_one_line_for_each_experiment(void **state)
{
	(void)state;
	screen_check("list", list_screen, NULL);
}

static void an_empty_list_says_how_to_begin(void **state)
{
	struct as_text t = {0};

	(void)state;
	as_report_list(&t, &(struct as_style){.width = 80}, NULL, 0, 0);
	assert_non_null(strstr(as_text_str(&t), "assay run"));
	as_text_release(&t);
}

static void progress_screen(struct as_text *t, const struct as_style *style, void *data)
{
	const struct as_metric *time = as_metric_find("wall");
	struct as_progress p = {.name = "sleep 0.05", .doing = "warm-up", .commands = 1,
		.elapsed_s = 0.05, .remaining_s = (double)NAN, .mean = (double)NAN,
		.half_width = (double)NAN, .metric = time};

	(void)data;
	as_report_progress(t, style, &p);
	p = (struct as_progress){.name = "sleep 0.05", .doing = "measuring", .done = 12,
		.planned = 20, .commands = 1, .elapsed_s = 0.66, .remaining_s = 0.42,
		.mean = 51.5e6, .half_width = 0.004, .metric = time};
	as_text_char(t, '\n');
	as_report_progress(t, style, &p);
	p.name = "sort -S 50M /srv/data/some/where/far/away/big.txt";
	p.commands = 2;
	p.done = 3;
	p.planned = 0;
	p.running_s = 12.3;
	p.iterations = 7;
	p.elapsed_s = 185;
	p.remaining_s = (double)NAN;
	as_text_char(t, '\n');
	as_report_progress(t, style, &p);
	p.planned = 1200;
	p.remaining_s = 7500;
	as_text_char(t, '\n');
	as_report_progress(t, style, &p);
	p.build = 7;
	p.builds = 12;
	as_text_char(t, '\n');
	as_report_progress(t, style, &p);
	p.builds = 0;
	p.done = 1200;
	p.name = NULL;
	p.doing = "storing";
	as_text_char(t, '\n');
	as_report_progress(t, style, &p);
	as_text_char(t, '\n');
}

static void progress_fits_one_line(void **state)
{
	(void)state;
	screen_check("progress", progress_screen, NULL);
}

static void progress_fits_every_width(void **state)
{
	const struct as_progress p = {.name = "a command of some length", .doing = "measuring",
		.done = 5, .planned = 1000000, .commands = 2, .build = 3, .builds = 20, .iterations = 3, .running_s = 100,
		.elapsed_s = 1e5, .remaining_s = 1e5, .mean = 1e9, .half_width = 0.0123,
		.metric = as_metric_find("wall")};

	(void)state;
	for (int width = 40; width < 200; width++) {
		struct as_text t = {0};
		as_report_progress(&t, &(struct as_style){.width = width, .unicode = true}, &p);
		assert_in_range(as_layout_width(as_text_str(&t)), 10, width - 1);
		as_text_release(&t);
	}
}

static void plan_screen(struct as_text *t, const struct as_style *style, void *data)
{
	const double unknown = (double)NAN;
	const struct as_forecast plan[] = {
		{.n_levels = 1, .level = {{"execution", .count = 240}}, .commands = 2, .cost_s = 12.2,
			.half_width = 0.01, .confidence = 0.95, .of_ratio = true},
		{.n_levels = 2, .level = {{"iteration", .count = 20}, {"execution", .count = 8}},
			.commands = 1, .cost_s = 48, .half_width = 0.018, .confidence = 0.95},
		{.n_levels = 1, .level = {{"execution", .count = 1}}, .commands = 1, .cost_s = unknown,
			.half_width = unknown},
		{.n_levels = 3, .level = {{"iteration", .count = 20}, {"execution", .count = 8},
			{"build", .count = 6}}, .commands = 1, .cost_s = 48, .half_width = 0.018,
			.precision = 0.01, .precision_s = 161},
		{.n_levels = 2, .level = {{"execution", .count = 4}, {"build", .count = 12}},
			.commands = 1, .cost_s = 64, .half_width = 0.0098, .confidence = 0.95,
			.precision = 0.01, .sure = 15, .learnt_ns = 1785000000000000000},
		{.n_levels = 3, .level = {{"iteration", .count = 5}, {"execution", .count = 3},
			{"build", .count = 7}}, .commands = 3, .cost_s = 200, .half_width = 0.031,
			.of_ratio = true, .precision = 0.01, .precision_s = unknown},
		{.n_levels = 1, .level = {{"build", .count = 3}}, .commands = 1, .needed = 5,
			.needed_s = 63},
		{.n_levels = 1, .level = {{"execution", .count = 1}}, .commands = 2, .needed = 5,
			.needed_s = 630},
		{.n_levels = 1, .level = {{"execution", .count = 10}}, .commands = 1, .cost_s = 20,
			.half_width = unknown, .stage1 = true, .precision = 0.01},
		{.n_levels = 1, .level = {{"build", .count = 10}}, .commands = 1, .cost_s = 240,
			.half_width = unknown, .stage1 = true, .precision = 0.01},
		{.n_levels = 1, .level = {{"execution", .count = 240}}, .commands = 2, .cost_s = 720,
			.least_s = 361, .most_s = 2409, .half_width = 0.01, .confidence = 0.95,
			.of_ratio = true},
		{.n_levels = 3, .level = {{"iteration", .count = 20}, {"execution", .count = 1},
			{"build", .count = 90}}, .commands = 1, .cost_s = 9000, .least_s = 900,
			.most_s = 21000, .half_width = 0.01, .confidence = 0.95,
			.first = {600000, 1, 8}, .first_s = 360},
	};

	(void)data;
	for (size_t i = 0; i < sizeof plan / sizeof plan[0]; i++)
		as_report_plan(t, style, &plan[i]);
}

static void forecast_screen(struct as_text *t, const struct as_style *style, void *data)
{
	const struct as_forecast f[] = {
		{.n_levels = 3, .level = {{"iteration", .count = 22, .optimum = 21.9089},
			{"execution", .count = 11, .optimum = 11.18}, {"build", .count = 5}},
			.commands = 1, .mean = 1000, .cost_s = 5860, .unit_cost_s = 1172, .unit_var = 7.93,
			.half_width = 0.0035, .confidence = 0.95},
		{.n_levels = 3, .level = {{"iteration", .count = 4, .optimum = 3.6},
			{"session", .count = 10, .optimum = HUGE_VAL}, {"machine", .count = 5}},
			.commands = 1, .absolute = true, .cost_s = 60, .unit_cost_s = 12, .unit_var = 7.93,
			.half_width = 3.4966, .confidence = 0.95},
		{.n_levels = 1, .level = {{"execution", .count = 70}}, .commands = 1, .mean = 50,
			.cost_s = (double)NAN, .unit_cost_s = (double)NAN, .unit_var = 17.5,
			.half_width = 0.02, .confidence = 0.95, .precision = 0.02},
		{.n_levels = 1, .level = {{"build", .count = 3}}, .commands = 1, .needed = 5,
			.needed_s = 63},
	};

	const struct as_forecast_flat flat = {.count = {20, 20, 20}, .cost_s = 23440};

	(void)data;
	for (size_t i = 0; i < sizeof f / sizeof f[0]; i++)
		as_report_forecast(t, style, &f[i], i ? NULL : &flat);
}

static void a_plan_from_numbers_says_what_it_rests_on(void **state)
{
	(void)state;
	screen_check("forecast", forecast_screen, NULL);
}

static void a_plan_says_what_it_costs_and_gives(void **state)
{
	(void)state;
	screen_check("plan", plan_screen, NULL);
}

static void header_screen(struct as_text *t, const struct as_style *style, void *data)
{
	struct sample *s = data;

	as_report_header(t, style, s->x);
	as_report_facts(t, style, s->x);
}

static void a_header_tells_where_and_when(void **state)
{
	struct as_fact facts[] = {
		{AS_FACT_MACHINE, "cpu.model", "AMD EPYC 7713 64-Core Processor"},
		{AS_FACT_ENVIRONMENT, "cpu.online", "8"},
		{AS_FACT_ENVIRONMENT, "kernel.release", "6.1.0-21-amd64"},
		{AS_FACT_STATE, "env.LANG", "C.UTF-8\x1b[0m"},
	};
	struct sample s;

	(void)state;
	sample_open(&s);
	s.x->label = "before the change";
	s.x->note = "the numbers\nof the release \x1b[2Jnotes";
	s.x->pinned = true;
	s.x->machine.facts = facts;
	s.x->machine.n_facts = sizeof facts / sizeof facts[0];
	screen_check("header", header_screen, &s);
	sample_close(&s);
}

struct compared {
	struct as_compared side[2];
	struct as_comparison c;
};

static void compare_screen(struct as_text *t, const struct as_style *style, void *data)
{
	const struct compared *d = data;

	as_report_compare(t, style, &(struct as_compared_all){.side = d->side, .n_sides = 2, .c = &d->c, .n = 1});
}

static void results_of_two_sessions_are_compared_with_a_warning(void **state)
{
	struct sample a, b;

	(void)state;
	sample_open(&a);
	sample_open(&b);
	sample_subject(&a, "make -j2", 20, 2e9, 0.02);
	sample_subject(&b, "make -j2", 20, 1.8e9, 0.02);
	sample_analyse(&a);
	sample_analyse(&b);
	b.x->started_ns += 86400000000000;
	struct compared d = {
		.side = {{.experiment = a.x, .summary = sample_summary(&a, 0), .label = "@last~1"},
			{.experiment = b.x, .summary = sample_summary(&b, 0), .label = "@last"}},
		.c = {.subject = 1, .metric = AS_METRIC_WALL, .method = AS_COMPARE_WELCH,
			.verdict = AS_VERDICT_NONE, .ratio = 0.9, .lo = 0.892, .hi = 0.908,
			.confidence = 0.95, .p = 1e-6, .p_adjusted = 1e-6, .n_comparisons = 1,
			.tolerance = 0.01, .n = 20, .n_reference = 20},
	};
	sample_finding(&d.c.findings, AS_FINDING_OTHER_SESSION, 0, 0);
	screen_check("compare", compare_screen, &d);
	sample_close(&a);
	sample_close(&b);
}

/* The rows of a search whose commits that are left go up and down, as on a noisy machine. */
static void bisect_steps(struct as_text *t, bool verbose)
{
	static const size_t left[] = {12, 11, 7, 9, 6, 10, 6, 5, 3, 6, 3, 1, 2, 1};
	const struct as_commit commit = {.id = "0123456789abcdef", .subject = "Hash the steps"};
	struct as_bisected_commit v[2] = {{.commit = &commit}, {.commit = &commit, .share = 0.5}};
	struct as_style style = {.width = 80, .verbose = verbose};
	struct as_bisected b = {.phase = AS_BISECTED_SEARCH, .v = v, .n = 1, .likeliest = 1,
		.rounds = 10};

	for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
		const size_t before = t->len;
		b.n_likely = left[i];
		as_report_bisect_step(t, &style, &b);
		if (t->len > before)
			b.least_told = b.n_likely;
	}
}

static size_t count_rows(const struct as_text *t)
{
	size_t n = 0;

	for (const char *s = as_text_str(t); (s = strstr(s, "  likely ")); s++)
		n++;
	return n;
}

static void a_bisection_tells_of_halves_and_with_verbose_of_every_step(void **state)
{
	struct as_text t = {0};

	(void)state;
	bisect_steps(&t, false);
	assert_int_equal(count_rows(&t), 4);
	assert_non_null(strstr(as_text_str(&t), "one of 12 (95 %)"));
	assert_non_null(strstr(as_text_str(&t), "one of 6 (95 %)"));
	assert_non_null(strstr(as_text_str(&t), "one of 3 (95 %)"));
	assert_non_null(strstr(as_text_str(&t), "one (95 %)"));
	as_text_clear(&t);
	bisect_steps(&t, true);
	assert_int_equal(count_rows(&t), 14);
	as_text_release(&t);
}

static void the_ends_of_a_bisection_are_told_of_when_their_rounds_have_doubled(void **state)
{
	struct as_bisected b = {.phase = AS_BISECTED_ENDS, .good = "v1", .bad = "v2",
		.n_likely = 9, .ratio = {(double)NAN}};
	struct as_style style = {.width = 80};
	size_t told[2] = {0};

	(void)state;
	for (int verbose = 0; verbose < 2; verbose++) {
		style.verbose = verbose;
		for (b.rounds = 1; b.rounds <= 200; b.rounds++) {
			struct as_text t = {0};
			as_report_bisect_step(&t, &style, &b);
			told[verbose] += t.len > 0;
			as_text_release(&t);
		}
	}
	assert_int_equal(told[0], 5); /* 10, 20, 40, 80, 160 */
	assert_int_equal(told[1], 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_has_one_line_for_each_experiment),
		cmocka_unit_test(an_empty_list_says_how_to_begin),
		cmocka_unit_test(progress_fits_one_line),
		cmocka_unit_test(progress_fits_every_width),
		cmocka_unit_test(a_plan_says_what_it_costs_and_gives),
		cmocka_unit_test(a_plan_from_numbers_says_what_it_rests_on),
		cmocka_unit_test(a_header_tells_where_and_when),
		cmocka_unit_test(results_of_two_sessions_are_compared_with_a_warning),
		cmocka_unit_test(a_bisection_tells_of_halves_and_with_verbose_of_every_step),
		cmocka_unit_test(the_ends_of_a_bisection_are_told_of_when_their_rounds_have_doubled),
	};

	setenv("TZ", "UTC", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
