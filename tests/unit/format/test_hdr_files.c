/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What HdrHistogram and wrk2 write, with something wrong in it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "format/native/data.h"

#define HEAD "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
#define END "#[Mean    =       21.0, StdDeviation   =        1.0]\n"
#define LOG "#[Histogram log format version 1.3]\n"

static enum as_status read_text(const char *s, struct as_experiment **out, struct as_err *err)
{
	struct as_bytes bytes = {s, strlen(s)};
	const struct as_source from = as_source_of(&bytes);

	return as_data_read(&from, "it", out, err);
}

static void refused(const char *text, const char *words)
{
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	assert_int_equal(read_text(text, &x, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, words);
	assert_null(x);
}

static void buckets_that_overlap_or_fall_are_refused(void **state)
{
	static const char words[] = "cannot read 'it', line 4: its value or its count is below that of "
				    "the line before: buckets do not overlap";

	(void)state;
	refused(HEAD "20.0 0.5 3 2.0\n10.0 1.0 5 inf\n" END, words);
	refused(HEAD "10.0 0.5 3 2.0\n20.0 1.0 2 inf\n" END, words);
}

static void counts_that_nobody_can_hold_are_refused(void **state)
{
	(void)state;
	refused(HEAD "10.0 1.0 1000000000000000000 inf\n" END,
		"cannot read 'it', line 3: histograms of a file may count 10000000 values together, "
		"and these count more");
	refused(HEAD "10.0 1.0 -5 inf\n" END,
		"cannot read 'it', line 3: histograms of a file may count 10000000 values together, "
		"and these count more");
}

static void what_is_cut_off_is_refused(void **state)
{
	(void)state;
	refused(HEAD "10.0 0.5 3 2.0\n",
		"cannot read 'it': its percentiles are cut off: the line with their mean is missing");
	refused(HEAD "10.0 0.5\n" END,
		"cannot read 'it', line 3: value, percentile and count were expected");
	refused(LOG "0.1,1.0\n",
		"cannot read 'it', line 2: start, length, largest value and a histogram were "
		"expected, between commas");
	refused(LOG "Tag=A\n", "cannot read 'it', line 2: the line ends behind its tag");
	refused(LOG "0.1,1.0,2.0,HISTFAAA\n",
		"cannot read 'it', line 2: it is no HdrHistogram in the V2 encoding: it does not begin "
		"as one (HISTFAAA)");
}

/* wrk2 -U prints a second one, of what was not corrected. */
static void the_first_spectrum_is_the_one(void **state)
{
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	(void)state;
	assert_int_equal(read_text(HEAD "10.0 0.5 3 2.0\n20.0 1.0 4 inf\n" END HEAD
					"30.0 1.0 9 inf\n" END, &x, &err), AS_OK);
	assert_int_equal(x->subjects[0].levels[AS_LEVEL_ITERATION].n, 4);
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_that_overlap_or_fall_are_refused),
		cmocka_unit_test(counts_that_nobody_can_hold_are_refused),
		cmocka_unit_test(what_is_cut_off_is_refused),
		cmocka_unit_test(the_first_spectrum_is_the_one),
	};
	return cmocka_run_group_tests_name("hdr files", tests, NULL, NULL);
}
