/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "two_sleeps.h"

static void writes(const struct as_exporter *exporter, const struct as_export *e, const char *want)
{
	struct as_text t = {0};

	exporter->write(e, &t);
	assert_false(t.failed);
	assert_string_equal(as_text_str(&t), want);
	as_text_release(&t);
}

static void add_execution(struct as_experiment *x, size_t subject, enum as_role role,
	enum as_ending ending, int32_t code, double wall)
{
	struct as_subject *s = &x->subjects[subject];
	struct as_unit unit = {.role = (uint8_t)role, .ending = (uint8_t)ending, .code = code};
	size_t e = 0;

	if (as_subject_add_unit(s, AS_LEVEL_EXECUTION, &unit, &e, NULL) ||
		as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL, wall, NULL) ||
		as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_PEAK_MEMORY, 1667072, NULL))
		abort();
}

static void set_parameters(struct as_experiment *x, struct as_subject *s, size_t n, ...)
{
	va_list ap;

	va_start(ap, n);
	s->parameters = as_arena_array(&x->arena, n, sizeof *s->parameters);
	s->n_parameters = n;
	for (size_t i = 0; i < n; i++) {
		s->parameters[i].name = va_arg(ap, const char *);
		s->parameters[i].value = va_arg(ap, const char *);
	}
	va_end(ap);
}

static void json_has_hyperfine_s_shape(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "sleep 0.1", "sleep 2");
	s.s[WALL][1].sd = (double)NAN;
	set_parameters(s.x, &s.x->subjects[1], (size_t)2, "t", "2", "a", "x");
	s.x->subjects[1].name = "sleep 2 (a = x)";
	add_execution(s.x, 0, AS_ROLE_WARMUP, AS_ENDED_OK, 0, 9e9);
	add_execution(s.x, 0, AS_ROLE_MEASURED, AS_ENDED_OK, 0, 102.3e6);
	add_execution(s.x, 0, AS_ROLE_MEASURED, AS_ENDED_SIGNAL, 9, 1e6);
	add_execution(s.x, 0, AS_ROLE_MEASURED, AS_ENDED_OK, 3, 108e6);
	writes(&as_exporter_json, &s.e,
		"{\n  \"results\": [\n    {\n"
		"      \"command\": \"sleep 0.1\",\n"
		"      \"mean\": 0.1057,\n      \"stddev\": 0.0016,\n      \"median\": 0.1057,\n"
		"      \"user\": 0.0009,\n      \"system\": 0.0011,\n"
		"      \"min\": 0.1023,\n      \"max\": 0.108,\n"
		"      \"times\": [\n        0.1023,\n        0.108\n      ],\n"
		"      \"memory_usage_byte\": [\n        1667072,\n        1667072\n      ],\n"
		"      \"exit_codes\": [\n        0,\n        3\n      ]\n    },\n    {\n"
		"      \"command\": \"sleep 2\",\n"
		"      \"mean\": 2.005,\n      \"stddev\": null,\n      \"median\": 2.005,\n"
		"      \"user\": 0.0009,\n      \"system\": 0.0012,\n"
		"      \"min\": 2.002,\n      \"max\": 2.008,\n"
		"      \"exit_codes\": [],\n"
		"      \"parameters\": {\n        \"a\": \"x\",\n        \"t\": \"2\"\n      }\n"
		"    }\n  ]\n}\n");
	two_sleeps_release(&s);
}

static void csv_has_hyperfine_s_columns(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "sleep 0.1", "sleep 2");
	s.s[WALL][1].sd = (double)NAN;
	set_parameters(s.x, &s.x->subjects[0], (size_t)2, "foo", "one", "bar", "two");
	set_parameters(s.x, &s.x->subjects[1], (size_t)1, "bar", "a,b");
	writes(&as_exporter_csv, &s.e,
		"command,mean,stddev,median,user,system,min,max,parameter_bar,parameter_foo\n"
		"sleep 0.1,0.1057,0.0016,0.1057,0.0009,0.0011,0.1023,0.108,two,one\n"
		"sleep 2,2.005,,2.005,0.0009,0.0012,2.002,2.008,\"a,b\",\n");
	two_sleeps_release(&s);
}

static void a_field_that_would_act_is_quoted(void **state)
{
	struct two_sleeps s;

	(void)state;
	two_sleeps_init(&s, "say \"hi\",\nthen\x1b[2J", "=HYPERLINK(1)");
	writes(&as_exporter_csv, &s.e,
		"command,mean,stddev,median,user,system,min,max\n"
		"\"say \"\"hi\"\",\nthen\\e[2J\",0.1057,0.0016,0.1057,0.0009,0.0011,0.1023,0.108\n"
		"'=HYPERLINK(1),0.1057,0.0016,0.1057,0.0009,0.0011,0.1023,0.108\n");
	two_sleeps_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_has_hyperfine_s_shape),
		cmocka_unit_test(csv_has_hyperfine_s_columns),
		cmocka_unit_test(a_field_that_would_act_is_quoted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
