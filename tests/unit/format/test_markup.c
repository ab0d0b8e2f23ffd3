/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables are those that hyperfine 1.20's own tests and Debian's hyperfine 1.15 write for these
 * numbers, byte for byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "two_sleeps.h"

static void begins_with(const struct as_exporter *exporter, const struct as_export *e,
	const char *want)
{
	struct as_text t = {0};

	exporter->write(e, &t);
	assert_false(t.failed);
	if (strncmp(as_text_str(&t), want, strlen(want)) != 0)
		assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void contains(const struct as_exporter *exporter, const struct as_export *e, const char *want)
{
	struct as_text t = {0};

	exporter->write(e, &t);
	if (!strstr(as_text_str(&t), want))
		assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void markdown_is_hyperfine_s_in_milliseconds(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "sleep 0.1", "sleep 2");
	begins_with(&as_exporter_markdown, &s.e,
		"| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n"
		"|:---|---:|---:|---:|---:|\n"
		"| `sleep 0.1` | 105.7 ± 1.6 | 102.3 | 108.0 | 1.00 |\n"
		"| `sleep 2` | 2005.0 ± 2.0 | 2002.0 | 2008.0 | 18.97 ± 0.29 |\n"
		"\n"
		"± is the standard deviation of the executions");
	s.e.time_unit_ns = 1e9;
	begins_with(&as_exporter_markdown, &s.e,
		"| Command | Mean [s] | Min [s] | Max [s] | Relative |\n"
		"|:---|---:|---:|---:|---:|\n"
		"| `sleep 0.1` | 0.106 ± 0.002 | 0.102 | 0.108 | 1.00 |\n"
		"| `sleep 2` | 2.005 ± 0.002 | 2.002 | 2.008 | 18.97 ± 0.29 |\n");
	s.e.time_unit_ns = 1e3;
	contains(&as_exporter_markdown, &s.e, "| `sleep 0.1` | 105700.0 ± 1600.0 | 102300.0 | 108000.0 |");
	two_sleeps_release(&s);
}

static void the_first_command_chooses_the_unit_and_sorting_the_order(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "sleep 2", "sleep 0.1");
	begins_with(&as_exporter_markdown, &s.e,
		"| Command | Mean [s] | Min [s] | Max [s] | Relative |\n"
		"|:---|---:|---:|---:|---:|\n"
		"| `sleep 2` | 2.005 ± 0.002 | 2.002 | 2.008 | 18.97 ± 0.29 |\n"
		"| `sleep 0.1` | 0.106 ± 0.002 | 0.102 | 0.108 | 1.00 |\n");
	s.e.by_mean = true;
	begins_with(&as_exporter_markdown, &s.e,
		"| Command | Mean [s] | Min [s] | Max [s] | Relative |\n"
		"|:---|---:|---:|---:|---:|\n"
		"| `sleep 0.1` | 0.106 ± 0.002 | 0.102 | 0.108 | 1.00 |\n"
		"| `sleep 2` |");
	two_sleeps_release(&s);
}

static void asciidoc_and_org_are_hyperfine_s(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "sleep 0.1", "sleep 2");
	begins_with(&as_exporter_asciidoc, &s.e,
		"[cols=\"<,>,>,>,>\"]\n|===\n| Command \n| Mean [ms] \n| Min [ms] \n| Max [ms] \n"
		"| Relative \n\n| `sleep 0.1` \n| 105.7 ± 1.6 \n| 102.3 \n| 108.0 \n| 1.00 \n\n"
		"| `sleep 2` \n| 2005.0 ± 2.0 \n| 2002.0 \n| 2008.0 \n| 18.97 ± 0.29 \n|===\n\n± is");
	begins_with(&as_exporter_orgmode, &s.e,
		"| Command  |  Mean [ms] |  Min [ms] |  Max [ms] |  Relative |\n|--+--+--+--+--|\n"
		"| =sleep 0.1=  |  105.7 ± 1.6 |  102.3 |  108.0 |  1.00 |\n"
		"| =sleep 2=  |  2005.0 ± 2.0 |  2002.0 |  2008.0 |  18.97 ± 0.29 |\n\n± is");
	two_sleeps_release(&s);
}

static void the_note_has_intervals_and_ratios_of_its_own(void **state)
{
	struct two_sleeps s;
	struct as_comparison c = {.subject = 1, .reference = 0, .metric = AS_METRIC_WALL,
		.ratio = 18.97, .lo = 18.9, .hi = 19.04, .confidence = 0.95};

	(void)state;
	two_sleeps_init(&s, "sleep 0.1", "sleep 2");
	for (size_t i = 0; i < 2; i++) {
		s.s[WALL][i].method = AS_INTERVAL_T;
		s.s[WALL][i].lo = s.s[WALL][i].mean - 0.4e6;
		s.s[WALL][i].hi = s.s[WALL][i].mean + 0.4e6;
		s.s[WALL][i].confidence = 0.95;
		s.s[WALL][i].n_top = 20;
	}
	s.a[WALL].metric = AS_METRIC_WALL;
	s.a[WALL].n_comparisons = 1;
	s.a[WALL].comparisons = &c;
	contains(&as_exporter_markdown, &s.e,
		"\n\n± is the standard deviation of the executions; it does not shrink with more of them. "
		"Confidence intervals (95 %) of the means, for this session: "
		"`sleep 0.1` 105.30 … 106.10 ms (20 executions); `sleep 2` 2004.60 … 2005.40 ms (20 "
		"executions). Confidence intervals (95 %) of the ratio to `sleep 0.1`: `sleep 2` 18.900 … "
		"19.040.\n");
	two_sleeps_release(&s);
}

static void the_note_says_what_intervals_rest_on(void **state)
{
	struct two_sleeps s;
	const struct as_unit session = {0};
	size_t unit = 0;

	(void)state;
	two_sleeps_init(&s, "sleep 0.1", "sleep 2");
	for (size_t i = 0; i < 2; i++) {
		for (size_t k = 0; k < 3; k++)
			assert_int_equal(as_subject_add_unit(&s.x->subjects[i], AS_LEVEL_SESSION, &session,
				&unit, NULL), AS_OK);
		s.s[WALL][i].method = AS_INTERVAL_T;
		s.s[WALL][i].lo = s.s[WALL][i].hi = s.s[WALL][i].mean;
		s.s[WALL][i].tree.n = 2;
		s.s[WALL][i].tree.v[1].level = AS_LEVEL_SESSION;
		s.s[WALL][i].n_top = 3;
	}
	contains(&as_exporter_markdown, &s.e, "of the means, beyond one session: ");
	contains(&as_exporter_markdown, &s.e, "(3 sessions)");
	two_sleeps_release(&s);
}

static void nothing_in_a_name_acts(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "a|b `c` <b>\n\x1b[31m \xff", "sleep 2");
	contains(&as_exporter_markdown, &s.e, "\n| `` a\\|b `c` <b>\\n\\e[31m \\xff `` | 105.7");
	contains(&as_exporter_orgmode, &s.e, "\n| =a¦b `c` <b>\\n\\e[31m \\xff=  |  105.7");
	contains(&as_exporter_asciidoc, &s.e,
		"\n| `a\\|b &#96;c&#96; &#60;b>\\n\\e&#91;31m \\xff` \n| 105.7");
	two_sleeps_release(&s);
	two_sleeps_init(&s, "grep -R TODO *", "{include::/etc/passwd[]} *b* a=1");
	contains(&as_exporter_asciidoc, &s.e, "\n| `grep -R TODO *` \n");
	contains(&as_exporter_asciidoc, &s.e,
		"\n| `&#123;include::/etc/passwd&#91;]} &#42;b&#42; a=1` \n");
	contains(&as_exporter_orgmode, &s.e, "\n| ~{include::/etc/passwd[]} *b* a=1~  |");
	two_sleeps_release(&s);
}

static void a_subject_without_values_keeps_its_row(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "false", "sleep 2");
	s.s[WALL][0].mean = (double)NAN;
	s.e.by_mean = true;
	contains(&as_exporter_markdown, &s.e,
		"| `sleep 2` | 2.005 ± 0.002 | 2.002 | 2.008 | 1.00 |\n| `false` | - | - | - | - |\n");
	two_sleeps_release(&s);
}

static void zero_times_and_single_executions_have_no_deviation(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "true", "sleep 2");
	s.s[WALL][0] = summary_of(0, AS_METRIC_WALL, 0);
	contains(&as_exporter_markdown, &s.e, "| `true` | 0.0 | 0.0 | 0.0 | 1.00 |\n");
	contains(&as_exporter_markdown, &s.e, "| 2008000.0 | inf |\n");
	two_sleeps_release(&s);
}

static void every_exporter_is_found_by_its_name_and_its_option(void **state)
{
	(void)state;
	for (size_t i = 0; i < as_exporters_known; i++) {
		const struct as_exporter *x = as_exporters[i];
		assert_ptr_equal(as_exporter_named(x->name), x);
		if (x->option)
			assert_ptr_equal(as_exporter_of_option(x->option), x);
	}
	assert_null(as_exporter_of_option("export-html"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markdown_is_hyperfine_s_in_milliseconds),
		cmocka_unit_test(the_first_command_chooses_the_unit_and_sorting_the_order),
		cmocka_unit_test(asciidoc_and_org_are_hyperfine_s),
		cmocka_unit_test(the_note_has_intervals_and_ratios_of_its_own),
		cmocka_unit_test(the_note_says_what_intervals_rest_on),
		cmocka_unit_test(nothing_in_a_name_acts),
		cmocka_unit_test(a_subject_without_values_keeps_its_row),
		cmocka_unit_test(zero_times_and_single_executions_have_no_deviation),
		cmocka_unit_test(every_exporter_is_found_by_its_name_and_its_option),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
