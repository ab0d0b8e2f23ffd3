/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "report/review/review_screen.h"
#include "sample.h"
#include "screen.h"

enum { ROWS = 11 };

struct story {
	struct sample s;
	struct as_review_row rows[ROWS];
	struct as_gate gate;
	struct as_gated gated[ROWS];
	struct as_review r;
};

static void add_measured(struct story *t, const char *name, enum as_verdict_word word,
	const double interval[static 3])
{
	struct as_review_row *row = &t->rows[t->r.n++];

	sample_verdict(&t->s, 0, word, interval[0], interval[1], interval[2]);
	*row = (struct as_review_row){.benchmark = name, .name = name,
		.metric = &t->s.x->metrics[t->s.x->criterion], .c = *sample_comparison(&t->s, 0)};
	row->c.confidence = 1 - 0.05 / 5;
	row->c.n_comparisons = 5;
	for (size_t i = 0; i < AS_REVIEW_SIDES; i++)
		row->side[i] = (struct as_review_side){.x = t->s.x, .summary = sample_summary(&t->s, i)};
	row->kind = as_review_kind_of(row);
	t->r.compared++;
}

static void add_trouble(struct story *t, const char *name, struct as_review_side base,
	struct as_review_side head)
{
	struct as_review_row *row = &t->rows[t->r.n++];

	*row = (struct as_review_row){.benchmark = name, .name = name, .side = {base, head}};
	row->kind = as_review_kind_of(row);
}

static void open_story(struct story *t)
{
	static const char why[] = "the build 'make sort' of 'sort of working tree' failed: it ended with "
		"exit status 2; nothing was measured";

	*t = (struct story){.r = {.name = "mono", .label = {"main (1a2b3c4d5)", "working tree"},
		.v = t->rows, .confidence = 0.95, .tolerance = 0.01, .seconds = 73}};
	t->gate = (struct as_gate){.text = "slower by 3%", .of_time = true, .more = true, .limit = 0.03};
	sample_open(&t->s);
	sample_subject(&t->s, "base", 24, 8.12e6, 0.01);
	sample_subject(&t->s, "head", 24, 8.53e6, 0.01);
	sample_analyse(&t->s);
	add_measured(t, "fft", AS_VERDICT_SLOWER, (const double[]){1.051, 1.042, 1.06});
	add_measured(t, "inverse of a matrix of a thousand by a thousand numbers", AS_VERDICT_FASTER,
		(const double[]){0.9, 0.88, 0.92});
	add_measured(t, "parse", AS_VERDICT_UNDECIDED, (const double[]){1.01, 0.985, 1.035});
	t->rows[2].c.needed = 60;
	add_measured(t, "flat", AS_VERDICT_EQUIVALENT, (const double[]){1.001, 0.995, 1.007});
	add_measured(t, "little", AS_VERDICT_SLOWER_SMALL, (const double[]){1.005, 1.002, 1.008});
	add_trouble(t, "sort", (struct as_review_side){.summary = sample_summary(&t->s, 0), .x = t->s.x},
		(struct as_review_side){.state = AS_SIDE_NOT_BUILT, .why = why,
			.output = "cc -c sort.c\nsort.c:3:1: error: expected ';'\n\x1b[31mmake: *** Error 1"});
	add_trouble(t, "never", (struct as_review_side){.state = AS_SIDE_FAILED, .why = "it failed"},
		(struct as_review_side){.state = AS_SIDE_FAILED, .why = "it failed"});
	add_trouble(t, "mended", (struct as_review_side){.state = AS_SIDE_FAILED, .why = "it failed before"},
		(struct as_review_side){.summary = sample_summary(&t->s, 1), .x = t->s.x});
	add_trouble(t, "fresh", (struct as_review_side){.state = AS_SIDE_ABSENT, .why = "no file"},
		(struct as_review_side){.summary = sample_summary(&t->s, 1), .x = t->s.x});
	add_trouble(t, "old", (struct as_review_side){.summary = sample_summary(&t->s, 0), .x = t->s.x},
		(struct as_review_side){.state = AS_SIDE_ABSENT});
	add_trouble(t, "same", (struct as_review_side){.state = AS_SIDE_SAME},
		(struct as_review_side){.state = AS_SIDE_SAME});
	for (size_t i = 0; i < t->r.compared; i++) {
		t->gated[i] = (struct as_gated){.gate = &t->gate, .metric = t->rows[i].metric,
			.c = t->rows[i].c, .state = i == 0 ? AS_GATE_FAILED : i == 2 ? AS_GATE_UNDECIDED
				: AS_GATE_PASSED, .needed = i == 2 ? 300 : 0};
		t->rows[i].gates = (struct as_gates){.v = &t->gated[i], .n = 1};
	}
	t->r.overall = (struct as_overall){.n = 5, .programs = 3, .confidence = 0.95, .ratio = 0.992, .lo = 0.985,
		.hi = 0.999};
}

static void review_screen(struct as_text *t, const struct as_style *style, void *data)
{
	struct story *s = data;

	for (size_t i = 0; i < s->r.n; i++)
		as_report_review_line(t, style, &s->rows[i], 16, true);
	as_report_review(t, style, &s->r, &(struct as_review_kept){12, 16, 2});
}

static void what_changed_comes_first_and_the_rest_is_a_count(void **state)
{
	struct story s;

	(void)state;
	open_story(&s);
	screen_check("review", review_screen, &s);
	sample_close(&s.s);
}

static void aa_screen(struct as_text *t, const struct as_style *style, void *data)
{
	const struct story *s = data;

	as_report_review(t, style, &s->r, NULL);
}

static void an_aa_check_and_bh_are_said(void **state)
{
	struct story s;

	(void)state;
	open_story(&s);
	s.r.n = s.r.compared = 3;
	s.r.benjamini = true;
	s.rows[0].same_program = true;
	s.r.overall = (struct as_overall){.n = 3, .refused = "fft has no ratio"};
	s.r.across = "cpu.model is X and Y";
	screen_check("review_aa", aa_screen, &s);
	sample_close(&s.s);
}

static void a_review_of_nothing_says_so(void **state)
{
	const struct as_review r = {.name = "x", .seconds = (double)NAN};
	struct as_text t = {0};

	(void)state;
	as_report_review(&t, &(struct as_style){.width = 80}, &r, NULL);
	assert_string_equal(as_text_str(&t), "\nnothing was measured\n");
	as_text_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_changed_comes_first_and_the_rest_is_a_count),
		cmocka_unit_test(an_aa_check_and_bh_are_said),
		cmocka_unit_test(a_review_of_nothing_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
