/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request as JSON: it comes back as it was, and nothing of a file is trusted. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/request/settings.h"

static uint64_t state;

static uint64_t draw(void)
{
	state += UINT64_C(0x9e3779b97f4a7c15);
	uint64_t x = state;
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

/* Any bytes but 0: also what is no UTF-8, quotes and control characters. */
static const char *any_text(struct as_arena *a)
{
	const size_t n = 1 + draw() % 12;
	char *s = as_arena_array(a, n + 1, 1);

	for (size_t i = 0; i < n; i++)
		s[i] = (char)(1 + draw() % 255);
	s[n] = '\0';
	return s;
}

static uint64_t any_up_to(const struct as_setting_row *s)
{
	const uint64_t most = s->max >= 9e18 ? (uint64_t)INT64_MAX : (uint64_t)s->max,
		       least = s->min > 0 ? (uint64_t)s->min : 0;

	return draw() % 8 ? least + draw() % (most - least + 1) : most;
}

static void fill_gates(struct as_gate *g, size_t n, struct as_arena *a)
{
	for (size_t i = 0; i < n; i++)
		g[i] = (struct as_gate){.text = any_text(a),
			.metric = draw() % 2 ? any_text(a) : NULL, .of_time = draw() % 2,
			.more = draw() % 2, .limit = (double)(draw() % 1000) / 7};
}

static void fill_list(const struct as_setting_row *s, char *base, struct as_arena *a)
{
	const size_t n = draw() % 4;
	void *v = NULL;

	if (s->type == AS_SETTING_GATES) {
		v = as_arena_array(a, n + 1, sizeof(struct as_gate));
		fill_gates(v, n, a);
	} else if (s->type == AS_SETTING_CODES) {
		v = as_arena_array(a, n + 1, sizeof(int));
		for (size_t i = 0; i < n; i++)
			((int *)v)[i] = (int)(draw() % 256);
	} else if (s->type == AS_SETTING_PARAMETERS) {
		v = as_arena_array(a, n + 1, sizeof(struct as_parameter));
		for (size_t i = 0; i < n; i++)
			((struct as_parameter *)v)[i] =
				(struct as_parameter){any_text(a), any_text(a)};
	} else {
		v = as_arena_array(a, n + 1, sizeof(const char *));
		for (size_t i = 0; i < n; i++)
			((const char **)v)[i] = any_text(a);
	}
	*(void **)(void *)(base + s->at) = v;
	*(size_t *)(void *)(base + s->n_at) = n;
}

/* Each row gets a value of its range. */
static void fill_row(const struct as_setting_row *s, char *base, struct as_arena *a)
{
	void *to = base + s->at;

	switch (s->type) {
	case AS_SETTING_COUNT:
	case AS_SETTING_BITS:
	case AS_SETTING_WORD_NUMBER:
		*(uint32_t *)to = (uint32_t)any_up_to(s);
		break;
	case AS_SETTING_SIGNED:
		*(int32_t *)to = (int32_t)(draw() % 40) - 20;
		break;
	case AS_SETTING_SIZE:
		*(size_t *)to = any_up_to(s);
		break;
	case AS_SETTING_TIME:
	case AS_SETTING_BYTES:
	case AS_SETTING_SEED:
		*(int64_t *)to = (int64_t)any_up_to(s);
		break;
	case AS_SETTING_NUMBER:
	case AS_SETTING_PERCENT:
		*(double *)to = s->min + (s->max - s->min) * (double)(draw() >> 11) / 0x1p53;
		break;
	case AS_SETTING_FLAG:
		*(bool *)to = draw() % 2;
		break;
	case AS_SETTING_TEXT:
	case AS_SETTING_LINE:
		*(const char **)to = draw() % 3 ? any_text(a) : NULL;
		break;
	case AS_SETTING_ONE_OF:
		*(const char **)to = draw() % 3 ? as_arena_strndup(a, s->words,
			strcspn(s->words, " ")) : NULL;
		break;
	case AS_SETTING_COSTS:
		for (size_t i = 0; i < AS_MODEL_LEVELS; i++)
			((double *)to)[i] = draw() % 2 ? (double)NAN : (double)draw() / 1e19;
		break;
	case AS_SETTING_TEXTS:
	case AS_SETTING_CODES:
	case AS_SETTING_GATES:
	case AS_SETTING_PARAMETERS:
		fill_list(s, base, a);
		break;
	case AS_SETTING_WORDS:
	case AS_SETTING_VERSION:
		break; /* below */
	}
}

/* What values may not say of each other. */
static void make_fit(struct as_request *r, struct as_arena *a)
{
	for (size_t i = 0; i < r->what.n_commands; i++) {
		struct as_command *c = &r->what.commands[i];
		struct as_version *v = as_arena_array(a, 1, sizeof *v);
		const char **words = as_arena_array(a, 3, sizeof *words);

		words[0] = any_text(a);
		words[1] = any_text(a);
		*v = (struct as_version){.commit = any_text(a), .label = any_text(a),
			.date_ns = (int64_t)draw(), .changes = AS_CHANGES_SOME};
		c->version = draw() % 2 ? v : NULL;
		c->command = draw() % 2 ? any_text(a) : NULL;
		c->words = c->command ? NULL : (char *const *)(const void *)words;
		c->output_file = c->output == AS_OUTPUT_FILE ? any_text(a) : NULL;
		c->lead %= r->what.n_commands;
		c->is_subtracted = c->is_subtracted && i + 1 == r->what.n_commands;
	}
	r->what.shell_command = r->what.shell == AS_SHELL_GIVEN ? any_text(a) : NULL;
	r->amount.iterations = r->amount.iterations ? r->amount.iterations : 1;
	r->amount.drop %= r->amount.iterations;
	if (r->amount.max_runs && r->amount.min_runs > r->amount.max_runs)
		r->amount.min_runs = r->amount.max_runs;
	if (r->conditions.pause_min_ns > r->conditions.pause_max_ns)
		r->conditions.pause_min_ns = 0;
	r->aim.decide = false;
	r->conditions.cpus = draw() % 2 ? "0-3,6" : NULL;
	r->conditions.cpuset = draw() % 2 ? "2" : NULL;
	if (r->conditions.policy == AS_POLICY_FIFO)
		r->conditions.priority = 1 + (int32_t)(draw() % 99);
	r->reading.criterion = r->reading.criterion ? r->reading.criterion : "time";
}

static void what_is_drawn_for_each_row_comes_back_as_it_was(void **unused)
{
	(void)unused;
	state = 1;
	for (int round = 0; round < 500; round++) {
		struct as_arena a = {0};
		struct as_text first = {0}, second = {0};
		struct as_err err = {0};
		struct as_request r = {0}, back;

		r.what.n_commands = 1 + draw() % 3;
		r.what.commands = as_arena_array(&a, r.what.n_commands, sizeof *r.what.commands);
		for (size_t i = 0; i < r.what.n_commands; i++)
			for (size_t k = 0; k < as_n_command_settings; k++)
				fill_row(&as_command_settings[k],
					(char *)&r.what.commands[i], &a);
		for (size_t k = 0; k < as_n_settings; k++)
			fill_row(&as_settings[k], (char *)&r, &a);
		make_fit(&r, &a);
		as_request_write(&first, &r);
		if (as_request_read(as_text_str(&first), first.len, "x", &a, &back, &err))
			fail_msg("%s in %s", err.msg, as_text_str(&first));
		assert_int_equal(back.what.n_commands, r.what.n_commands);
		assert_int_equal(back.amount.seed, r.amount.seed);
		assert_true(!memcmp(&back.amount, &r.amount, sizeof r.amount) ||
			    back.amount.runs == r.amount.runs);
		for (size_t i = 0; i < r.what.n_commands; i++) {
			const struct as_command *c = &r.what.commands[i], *d =
				&back.what.commands[i];
			assert_true(c->command ? !strcmp(c->command, d->command) : !d->command);
			assert_true(!c->words || (!strcmp(c->words[0], d->words[0]) &&
				!strcmp(c->words[1], d->words[1]) && !d->words[2]));
			assert_true(!c->setup || !strcmp(c->setup, d->setup));
		}
		as_request_write(&second, &back);
		assert_string_equal(as_text_str(&first), as_text_str(&second));
		as_text_release(&first);
		as_text_release(&second);
		as_arena_release(&a);
	}
}

static void what_a_request_does_not_say_is_as_the_table_has_it(void **unused)
{
	static const char text[] = "{\"assay_request\": 1, \"commands\": [{\"command\": \"ls\"}]}";
	struct as_arena a = {0};
	struct as_request r;

	(void)unused;
	assert_int_equal(as_request_read(text, sizeof text - 1, "x", &a, &r, NULL), AS_OK);
	assert_int_equal(r.what.n_commands, 1);
	assert_string_equal(r.what.commands[0].command, "ls");
	assert_int_equal(r.amount.warmup, 1);
	assert_int_equal(r.amount.iterations, 20);
	assert_true(r.aim.precision > 0.009 && r.aim.precision < 0.011);
	assert_true(r.aim.confidence > 0.949 && r.aim.confidence < 0.951);
	assert_int_equal(r.building.timeout_ns, INT64_C(1800000000000));
	assert_string_equal(r.reading.criterion, "time");
	assert_true(isnan(r.planning.cost_s[0]));
	as_arena_release(&a);
}

static void refuse(const char *text, const char *words)
{
	struct as_arena a = {0};
	struct as_err err = {0};
	struct as_request r = {.amount.runs = 42};

	assert_int_equal(as_request_read(text, strlen(text), "asked.json", &a, &r, &err),
		AS_ERR_DATA);
	if (!strstr(err.msg, words) || !strstr(err.msg, "asked.json"))
		fail_msg("'%s' does not say '%s'", err.msg, words);
	assert_int_equal(r.amount.runs, 42); /* untouched */
	as_arena_release(&a);
}

#define HEAD "{\"assay_request\": 1, "
#define ONE "\"commands\": [{\"command\": \"ls\"}]"

static void what_cannot_be_carried_out_is_refused_with_its_place(void **unused)
{
	(void)unused;
	refuse("", "asked.json");
	refuse("[]", "asked.json");
	refuse("{}", "assay_request: expected the version");
	refuse("{\"assay_request\": 2}", "assay_request: expected version 1 of a request or below");
	refuse("{\"assay_request\": 0}", "assay_request: expected");
	refuse("{\"commands\": []}", "commands: expected \"assay_request\" as the first member");
	refuse(HEAD "\"commands\": []}", "commands: expected from 1 to 10000 commands");
	refuse(HEAD "\"commands\": [{}]}", "commands[0]: expected a command, or words of one");
	refuse(HEAD "\"commands\": [{\"words\": []}]}",
		"commands[0]: expected a command, or words of one");
	refuse(HEAD "\"commands\": [{\"command\": \"ls\", \"lead\": 1}]}",
		"commands[0].lead: expected the number of a command");
	refuse(HEAD "\"commands\": [{\"command\": \"a\", \"is_subtracted\": true}, "
		    "{\"command\": \"b\"}]}",
		"commands[0].is_subtracted: expected true of the last command alone");
	refuse(HEAD "\"commands\": [{\"command\": \"ls\", \"output\": \"file\"}]}",
		"commands[0]: expected an output_file");
	refuse(HEAD "\"commands\": [{\"command\": \"ls\", \"output\": \"tape\"}]}",
		"commands[0].output: expected one of null pipe inherit file, found \"tape\"");
	refuse(HEAD "\"commands\": [{\"command\": {\"hex\": \"00\"}}]}",
		"commands[0].command.hex: expected bytes above 0");
	refuse(HEAD "\"commands\": [{\"command\": {\"hex\": \"f\"}}]}", "expected bytes above 0");
}

static void settings_that_cannot_be_are_refused_with_their_place(void **unused)
{
	(void)unused;
	refuse(HEAD ONE ", \"amount\": {\"runs\": -1}}", "amount.runs");
	refuse(HEAD ONE ", \"amount\": {\"warmup\": 100000001}}", "amount.warmup");
	refuse(HEAD ONE ", \"amount\": {\"iterations\": 0}}", "amount.iterations");
	refuse(HEAD ONE ", \"amount\": {\"iterations\": 5, \"drop\": 5}}",
		"amount.drop: expected a number below iterations");
	refuse(HEAD ONE ", \"amount\": {\"min_runs\": 5, \"max_runs\": 4}}",
		"amount.min_runs: expected a number of at most max_runs");
	refuse(HEAD ONE ", \"aim\": {\"precision\": 2}}",
		"aim.precision: expected a number above 0 and below 1, found 2");
	refuse(HEAD ONE ", \"aim\": {\"precision\": 0}}", "aim.precision: expected");
	refuse(HEAD ONE ", \"aim\": {\"confidence\": 1}}",
		"aim.confidence: expected a number from 0.5 and below 1, found 1");
	refuse(HEAD ONE ", \"aim\": {\"confidence\": null}}", "aim.confidence");
	refuse(HEAD ONE ", \"aim\": {\"decide\": true}}", "aim.decide: expected two commands");
	refuse(HEAD ONE ", \"aim\": {\"certainty\": 1}}",
		"aim.certainty: expected a setting that this version of assay knows");
	refuse(HEAD ONE ", \"aim\": {\"decide\": true, \"decide\": false}}", "aim");
	refuse(HEAD ONE ", \"mood\": {}}", "mood: expected a part of a request");
	refuse(HEAD ONE ", \"what\": {\"shell\": \"given\"}}", "what.shell_command: expected");
	refuse(HEAD ONE ", \"what\": {\"combine\": \"least\"}}",
		"what.combine: expected one of sum max pool, found \"least\"");
	refuse(HEAD ONE ", \"conditions\": {\"policy\": 1}}", "conditions.policy");
	refuse(HEAD ONE ", \"conditions\": {\"policy\": \"fifo\"}}",
		"conditions.priority: expected");
	refuse(HEAD ONE ", \"conditions\": {\"cpus\": \"all\"}}",
		"conditions.cpus: expected numbers of processors");
	refuse(HEAD ONE ", \"conditions\": {\"cpuset\": \"4096\"}}",
		"conditions.cpuset: expected numbers of processors");
	refuse(HEAD ONE ", \"conditions\": {\"pause_min_ns\": 2, \"pause_max_ns\": 1}}",
		"conditions.pause_min_ns: expected");
	refuse(HEAD ONE ", \"planning\": {\"cost_s\": [1, 1, 1, 1, 1]}}", "each of 4 levels");
	refuse(HEAD ONE ", \"reading\": {\"criterion\": null}}",
		"reading.criterion: expected the name of a metric");
	refuse(HEAD ONE ", \"aim\": {\"gates\": [{\"limit\": 1}]}}", "aim.gates[0]");
	refuse(HEAD ONE ", \"keeping\": {\"said\": [[\"json\"]]}}", "keeping.said[0]");
	refuse(HEAD ONE "} {", "asked.json");
}

/* A value that no row of this type can have. */
static const char *strange(const struct as_setting_row *s)
{
	if (s->type == AS_SETTING_FLAG)
		return "\"yes\"";
	if (s->type == AS_SETTING_VERSION)
		return "[1]";
	return s->n_at || s->type == AS_SETTING_WORDS || s->type == AS_SETTING_COSTS ? "[[[]]]"
										     : "[]";
}

/* Path, value and words of one that cannot be, at the place of row s. */
static void refuse_row(const struct as_setting_row *s, bool of_command, const char *value)
{
	char text[400], path[100];

	if (of_command) {
		snprintf(text, sizeof text, HEAD "\"commands\": [{\"%s\": %s}]}", s->member, value);
		snprintf(path, sizeof path, "commands[0].%s", s->member);
	} else {
		snprintf(text, sizeof text, HEAD ONE ", \"%s\": {\"%s\": %s}}", s->part, s->member,
			value);
		snprintf(path, sizeof path, "%s.%s", s->part, s->member);
	}
	refuse(text, path);
	refuse(text, "expected");
}

static void each_row_is_refused_with_its_path_where_its_value_cannot_be(void **unused)
{
	const struct {
		const struct as_setting_row *v;
		size_t n;
	} tables[] = {{as_settings, as_n_settings}, {as_command_settings, as_n_command_settings}};
	char beyond[64];

	(void)unused;
	for (size_t t = 0; t < 2; t++)
		for (size_t i = 0; i < tables[t].n; i++) {
			const struct as_setting_row *s = &tables[t].v[i];
			const bool whole = s->type == AS_SETTING_COUNT ||
				s->type == AS_SETTING_TIME || s->type == AS_SETTING_BYTES ||
				s->type == AS_SETTING_SIGNED;
			refuse_row(s, t == 1, strange(s));
			if (!whole || s->max >= 9e15)
				continue;
			snprintf(beyond, sizeof beyond, "%.0f", s->max + 1);
			refuse_row(s, t == 1, beyond);
			refuse_row(s, t == 1, "1.5");
			refuse_row(s, t == 1, "-9e9");
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_drawn_for_each_row_comes_back_as_it_was),
		cmocka_unit_test(what_a_request_does_not_say_is_as_the_table_has_it),
		cmocka_unit_test(what_cannot_be_carried_out_is_refused_with_its_place),
		cmocka_unit_test(settings_that_cannot_be_are_refused_with_their_place),
		cmocka_unit_test(each_row_is_refused_with_its_path_where_its_value_cannot_be),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
