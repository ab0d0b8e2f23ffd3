/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "format/native/data.h"
#include "format/native/native.h"

#include "../store/sample.h"

static enum as_status keep(void *to, const char *bytes, size_t n, struct as_err *err)
{
	(void)err;
	as_text_add_n(to, bytes, n);
	return AS_OK;
}

static struct as_text written(const struct as_experiment *x)
{
	struct as_text t = {0};
	struct as_err err = {0};
	const struct as_sink sink = {keep, &t};

	if (as_native_write(x, &sink, &err))
		fail_msg("%s", err.msg);
	return t;
}

static enum as_status read_text(const char *s, size_t n, struct as_experiment **out,
	struct as_err *err)
{
	struct as_bytes bytes = {s, n};
	const struct as_source from = as_source_of(&bytes);

	return as_data_read(&from, "x.json", out, err);
}

static struct as_experiment *again(const struct as_text *t)
{
	struct as_experiment *x = NULL;
	struct as_err err = {0};

	if (read_text(t->data, t->len, &x, &err))
		fail_msg("%s", err.msg);
	return x;
}

static void assert_survives(struct as_experiment *x)
{
	struct as_text first = written(x);
	struct as_experiment *y = again(&first);
	struct as_text second = written(y);

	assert_same_experiment(x, y);
	assert_int_equal(first.len, second.len);
	assert_memory_equal(first.data, second.data, first.len);
	as_text_release(&first);
	as_text_release(&second);
	as_experiment_free(x);
	as_experiment_free(y);
}

static void everything_comes_back_bit_by_bit_and_byte_by_byte(void **state)
{
	(void)state;
	assert_survives(sample_rich());
	assert_survives(sample_small(7));
}

static void an_experiment_of_nothing_comes_back(void **state)
{
	struct as_experiment *x = sample_small(1);
	struct as_experiment *empty = as_experiment_new();

	(void)state;
	empty->uuid = x->uuid;
	struct as_text t = written(empty);
	struct as_experiment *y = again(&t);
	assert_same_experiment(empty, y);
	as_text_release(&t);
	as_experiment_free(y);
	as_experiment_free(empty);
	as_experiment_free(x);
}

static void iterations_without_a_value_are_not_lost(void **state)
{
	struct as_experiment *x = sample_small(2);

	(void)state;
	for (int i = 0; i < 5; i++)
		assert_int_equal(as_subject_add_iteration(&x->subjects[0], AS_ROLE_WARMUP, 0, NULL),
			AS_OK);
	assert_survives(x);
}

/* The small sample with the first `from` in it replaced by `to`. */
static void assert_refused(const char *from, const char *to, const char *why)
{
	struct as_experiment *x = sample_small(3), *y = NULL;
	struct as_text t = written(x), changed = {0};
	struct as_err err = {0};
	const char *at = strstr(t.data, from);

	assert_non_null(at);
	as_text_add_n(&changed, t.data, (size_t)(at - t.data));
	as_text_add(&changed, to);
	as_text_add(&changed, at + strlen(from));
	assert_int_equal(read_text(changed.data, changed.len, &y, &err), AS_ERR_DATA);
	if (!strstr(err.msg, why))
		fail_msg("'%s' is not in: %s", why, err.msg);
	assert_null(y);
	as_experiment_free(x);
	as_text_release(&t);
	as_text_release(&changed);
}

static void what_is_wrong_is_named_with_its_place(void **state)
{
	(void)state;
	assert_refused("assay-experiment-1", "assay-experiment-2",
		"'x.json': line 2, column 13, schema: this is \"assay-experiment-2\"");
	assert_refused("\"label\": null", "\"name\": null", "no member \"name\" is known here");
	assert_refused("\"label\": null", "\"uuid\": null", "the member \"uuid\" is there twice");
	assert_refused("\"label\": null,", "", "the member \"label\" is missing in what ends here");
	assert_refused("\"label\": null", "\"label\": \"\\u0000\"", "a text has a zero byte in it");
	assert_refused("\"uuid\": \"0", "\"uuid\": \"x", "its uuid is not 32 hex digits");
	assert_refused("\"uuid\": \"00000000000000000000000000000003\"", "\"uuid\": null",
		"experiment.uuid: expected a text, found null");
	assert_refused("\"measured\"", "\"gemessen\"",
		"subjects[0].tree.executions.role[0]: expected a word such as \"measured\", found "
		"\"gemessen\"");
	assert_refused("\"seed\": \"0\"", "\"seed\": \"18446744073709551616\"",
		"expected a number of 64 bits");
	assert_refused("\"seed\": \"0\"", "\"seed\": 0", "expected a text in quotes, found '0'");
	assert_refused("\"2025-10-09T08:53:23.000000000Z\"", "\"2025-02-29T08:53:23.000000000Z\"",
		"experiment.started: expected an instant such as");
	assert_refused("\"metric\": \"wall\"", "\"metric\": \"wal\"", "'wal' is none of the metrics");
	assert_refused("\"reference\": 0", "\"reference\": 1", "its reference is subject 1 of 1");
	assert_refused("\"criterion\": \"time\"", "\"criterion\": \"tim\"",
		"the criterion is none of the metrics");
	assert_refused("\"executions\"", "\"iterations\"", "no member \"order\" is known here");
	assert_refused("[0, 1, 2]", "[0,1]", "another one of the same units has");
	assert_refused("{\n  \"schema\"", "[\n  \"schema\"", "it is of no format that is known here");
	assert_refused("\"notes\": []\n", "\"notes\": [],\n", "expected the name of a member, in quotes");
}

static void every_beginning_of_a_file_is_refused(void **state)
{
	struct as_experiment *x = sample_rich(), *y = NULL;
	struct as_text t = written(x);

	(void)state;
	for (size_t n = 0; n + 1 < t.len; n += n < 2000 ? 1 : 13)
		assert_int_equal(read_text(t.data, n, &y, NULL), AS_ERR_DATA);
	as_experiment_free(x);
	as_text_release(&t);
}

static void claims_of_more_iterations_than_there_are_take_no_memory(void **state)
{
	struct as_experiment *x = sample_small(2);

	(void)state;
	assert_int_equal(as_subject_add_iteration(&x->subjects[0], AS_ROLE_WARMUP, 5, NULL), AS_OK);
	struct as_text t = written(x), changed = {0};
	char *at = strstr(t.data, "[\"warmup\", 1]");
	struct as_experiment *y = NULL;
	struct as_err err = {0};
	assert_non_null(at);
	as_text_add_n(&changed, t.data, (size_t)(at - t.data));
	as_text_add(&changed, "[\"warmup\", 9223372036854775807]");
	as_text_add(&changed, at + strlen("[\"warmup\", 1]"));
	assert_int_equal(read_text(changed.data, changed.len, &y, &err), AS_ERR_DATA);
	assert_non_null(strstr(err.msg, "more roles than iterations"));
	as_text_release(&t);
	as_text_release(&changed);
	as_experiment_free(x);
}

static enum as_status refuse(void *to, const char *bytes, size_t n, struct as_err *err)
{
	(void)bytes;
	(void)n;
	++*(int *)to;
	return as_fail(err, AS_ERR_SYS, "the disk is full");
}

static void a_sink_that_refuses_is_asked_once(void **state)
{
	struct as_experiment *x = sample_rich();
	struct as_err err = {0};
	int asked = 0;
	const struct as_sink sink = {refuse, &asked};

	(void)state;
	assert_int_equal(as_native_write(x, &sink, &err), AS_ERR_SYS);
	assert_int_equal(asked, 1);
	assert_string_equal(err.msg, "the disk is full");
	as_experiment_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_comes_back_bit_by_bit_and_byte_by_byte),
		cmocka_unit_test(an_experiment_of_nothing_comes_back),
		cmocka_unit_test(iterations_without_a_value_are_not_lost),
		cmocka_unit_test(what_is_wrong_is_named_with_its_place),
		cmocka_unit_test(every_beginning_of_a_file_is_refused),
		cmocka_unit_test(claims_of_more_iterations_than_there_are_take_no_memory),
		cmocka_unit_test(a_sink_that_refuses_is_asked_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
