/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Screens of experiments that were extended. */
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

	as_report_header(t, style, s->x);
	as_text_char(t, '\n');
	as_report_run(t, style, s->x, s->a, s->n, NULL);
}

/* The experiment has n sessions, a day apart. */
static void add_sessions(struct sample *s, size_t n)
{
	static const int64_t day_ns = INT64_C(86400) * 1000000000;

	for (size_t i = 0; i < s->x->n_subjects; i++)
		for (size_t k = 0; k < n; k++) {
			const struct as_unit u = {.started_ns = s->x->started_ns + (int64_t)k * day_ns,
				.round = AS_NO_ROUND};
			size_t at = 0;
			assert_int_equal(as_subject_add_unit(&s->x->subjects[i], AS_LEVEL_SESSION, &u,
				&at, NULL), AS_OK);
		}
	s->x->ended_ns += (int64_t)(n - 1) * day_ns;
	s->x->session = 9;
	s->x->extends = "00112233445566778899aabbccddeeff";
	s->x->plan.stopping = AS_STOP_FIXED;
	s->x->plan.outcome = AS_OUTCOME_COMPLETE;
	s->x->plan.expected = 0;
	s->x->plan.done = (uint32_t)n * s->x->plan.planned;
}

/* Its summary has them at the top. */
static void summarise(struct as_summary *y, size_t n, double half_width)
{
	struct as_summary_level *top = &y->tree.v[y->tree.n++];

	*top = (struct as_summary_level){.level = AS_LEVEL_SESSION, .r_min = n, .r_max = n,
		.r_mean = (double)n, .repeated = true, .s2 = 4, .t2 = 3, .share = 0.4,
		.share_of_uncertainty = 0.8, .impact = 1.9, .impact_lo = 1, .impact_hi = 11};
	for (size_t i = 0; i + 1 < y->tree.n; i++)
		y->tree.v[i].share *= 0.6;
	y->n_top = n;
	y->method = AS_INTERVAL_T;
	y->df = (double)n - 1;
	y->half_width = half_width * y->mean;
	y->lo = y->mean - y->half_width;
	y->hi = y->mean + y->half_width;
}

static void sessions_stand_above_builds(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_builds(&s, &fft);
	sample_analyse(&s);
	add_sessions(&s, 2);
	summarise(sample_summary(&s, 0), 2, 0.17);
	sample_finding(&sample_summary(&s, 0)->findings, AS_FINDING_FEW_UNITS, 2, 12.7);
	screen_check("sessions", run_screen, &s);
	sample_close(&s);
}

static void commands_are_compared_by_sessions(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "sort -S 50M big", 24, 312e6, 0.01);
	sample_subject(&s, "sort -S 1G big", 24, 240e6, 0.01);
	sample_analyse(&s);
	add_sessions(&s, 5);
	for (size_t i = 0; i < 2; i++)
		summarise(sample_summary(&s, i), 5, 0.011);
	sample_verdict(&s, 0, AS_VERDICT_FASTER, 0.769, 0.757, 0.781);
	sample_comparison(&s, 0)->of.sessions = true;
	sample_comparison(&s, 0)->n = sample_comparison(&s, 0)->n_reference = 5;
	screen_check("compared_sessions", run_screen, &s);
	sample_close(&s);
}

static void many_commands_say_how_many_sessions(void **state)
{
	static const char *const names[] = {"a", "b", "c", "d"};
	struct sample s;

	(void)state;
	sample_open(&s);
	for (size_t i = 0; i < 4; i++)
		sample_subject(&s, names[i], 24, 100e6, 0.01);
	sample_analyse(&s);
	add_sessions(&s, 3);
	for (size_t i = 0; i < 4; i++)
		summarise(sample_summary(&s, i), 3, 0.02);
	for (size_t k = 0; k < 3; k++) {
		struct as_comparison *c = sample_comparison(&s, k);
		c->of.sessions = true;
		c->n = c->n_reference = 3;
		c->needed = 4;
	}
	screen_check("many_sessions", run_screen, &s);
	sample_close(&s);
}

static void a_second_look_is_named_beside_each_interval(void **state)
{
	struct sample s;

	(void)state;
	sample_open(&s);
	sample_subject(&s, "sort -S 50M big", 24, 312e6, 0.01);
	sample_subject(&s, "sort -S 1G big", 24, 240e6, 0.01);
	sample_analyse(&s);
	s.x->extends = "00112233445566778899aabbccddeeff";
	s.x->second_look = true;
	sample_verdict(&s, 0, AS_VERDICT_NONE, 0.769, 0.757, 0.781);
	sample_finding(&sample_comparison(&s, 0)->findings, AS_FINDING_SECOND_LOOK, 0, 0);
	screen_check("second_look", run_screen, &s);
	sample_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sessions_stand_above_builds),
		cmocka_unit_test(commands_are_compared_by_sessions),
		cmocka_unit_test(many_commands_say_how_many_sessions),
		cmocka_unit_test(a_second_look_is_named_beside_each_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
