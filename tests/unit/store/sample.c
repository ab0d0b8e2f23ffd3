/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <ftw.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "sample.h"

static const int64_t start_ns = INT64_C(1760000000000000000);

static struct as_experiment *begin(unsigned number)
{
	struct as_experiment *x = as_experiment_new();

	assert_non_null(x);
	x->uuid = as_arena_printf(&x->arena, "%032x", number);
	x->version = "0.1.0";
	x->command_line = as_arena_printf(&x->arena, "assay run 'sleep %u'", number);
	x->directory = "/home/me/work";
	x->started_ns = start_ns + (int64_t)number * 1000000000;
	x->ended_ns = x->started_ns + 900000000;
	x->machine.machine_id = "0011223344556677";
	x->machine.environment_id = "8899aabbccddeeff";
	x->machine.boot_id = "5a3c";
	x->machine.host = "here";
	return x;
}

struct as_experiment *sample_small(unsigned number)
{
	struct as_experiment *x = begin(number);
	struct as_subject *s = as_experiment_add_subject(x, "sleep", "sleep 0.1");
	size_t e;

	assert_non_null(s);
	for (uint32_t k = 0; k < 3; k++) {
		struct as_unit u = {
			.order = k, .round = k, .started_ns = x->started_ns + k, .cost_s = 1};
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &e, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, e, AS_METRIC_WALL,
					 1e8 + k * number, NULL),
			AS_OK);
	}
	x->plan.done = 3;
	return x;
}

static void add_machine(struct as_experiment *x)
{
	static const struct as_fact facts[] = {
		{AS_FACT_MACHINE, "cpu.model", "A CPU \xff of 1970"},
		{AS_FACT_MACHINE, "cpu.cores", "2"},
		{AS_FACT_ENVIRONMENT, "kernel.release", "6.1"},
		{AS_FACT_STATE, "load", "0.01"},
		{AS_FACT_STATE, "env.LANG", ""},
	};
	x->machine.n_facts = sizeof facts / sizeof *facts;
	x->machine.facts = as_arena_array(&x->arena, x->machine.n_facts, sizeof *facts);
	memcpy(x->machine.facts, facts, sizeof facts);
	x->machine.suspended_ns = 12345678901;
	x->plan = (struct as_plan){
		.design = AS_DESIGN_SEQUENTIAL,
		.stopping = AS_STOP_TWO_STAGE,
		.outcome = AS_OUTCOME_STOPPED,
		.seed = UINT64_MAX - 5,
		.confidence = 0.95,
		.precision = 0.1,
		.precision_each = true,
		.budget_ns = INT64_MAX,
		.budget_explicit = true,
		.warmups = 1,
		.iterations = 20,
		.iterations_given = true,
		.drop = 2,
		.stage1 = 8,
		.planned = 12,
		.extended = UINT32_MAX,
		.done = 11,
		.wanted = 13,
		.builds = 3,
		.builds_state = AS_BUILDS_IN_PLACE,
		.randomize = AS_RANDOMIZE_LAYOUT | AS_RANDOMIZE_ENVIRONMENT,
		.layout_failed = true,
		.cost_s = {5e-324, 0.25, DBL_MAX, 0},
		.expected = 0.018,
		.dimension_reused = true,
		.tolerance = 5e-324,
		.decide = true,
		.first_look = 10,
		.last_look = UINT32_MAX,
	};
}

/* Executions of three builds, each with k iterations; every fourth one failed. */
static void add_tree(struct as_experiment *x, struct as_subject *s, size_t hits, size_t speed)
{
	static const double special[] = {-0.0, 0.0, 5e-324, DBL_MIN / 3, DBL_MAX, -DBL_MAX,
		9007199254740993.0, 0.1, (double)INFINITY, -(double)INFINITY, (double)NAN, 1e-300};
	static const struct as_build builds[] = {
		{"00112233445566778899aabbccddeeff", "ffee", "1d\xff\n", 4096},
		{NULL, NULL, NULL, 0},
		{"", NULL, "", INT64_MAX},
	};
	size_t unit, n = 0;

	for (uint32_t b = 0; b < 3; b++) {
		struct as_unit u = {.order = b, .round = AS_NO_ROUND, .seed = UINT64_MAX - b,
			.role = AS_ROLE_DIMENSIONING, .cost_s = 12.5};
		assert_int_equal(
			as_subject_add_build(s, &x->arena, &u, &builds[b], NULL), AS_OK);
	}
	for (uint32_t k = 0; k < 12; k++) {
		struct as_unit u = {
			.parent = k % 3,
			.order = 3 + k,
			.round = k,
			.code = k % 4 == 3 ? -7 : 0,
			.role = (uint8_t)(k == 0 ? AS_ROLE_WARMUP : AS_ROLE_MEASURED),
			.ending = (uint8_t)(k % 4 == 3 ? AS_ENDED_SIGNAL : AS_ENDED_OK),
			.seed = k,
			.started_ns = -(int64_t)k,
			.cost_s = special[k],
		};
		assert_int_equal(
			as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &unit, NULL), AS_OK);
		assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, unit, AS_METRIC_WALL,
					 special[11 - k], NULL), AS_OK);
		for (size_t i = 0; i < k; i++, n++) {
			assert_int_equal(as_subject_add_iteration(s, i ? AS_ROLE_MEASURED :
						 AS_ROLE_DROPPED, (int64_t)i << 40, NULL), AS_OK);
			assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, n, AS_METRIC_TIME,
						 special[i], NULL), AS_OK);
			if (i % 2)
				assert_int_equal(as_subject_set(s, AS_LEVEL_ITERATION, n, hits,
							 (double)i, NULL),
					AS_OK);
		}
	}
	assert_int_equal(as_subject_set(s, AS_LEVEL_EXECUTION, 5, speed, 3.25, NULL), AS_OK);
	assert_int_equal(
		as_subject_note(s, &x->arena, AS_LEVEL_EXECUTION, 3, "killed\n\033[31m\xfe", NULL),
		AS_OK);
	assert_int_equal(as_subject_note(s, &x->arena, AS_LEVEL_ITERATION, 9, "", NULL), AS_OK);
}

struct as_experiment *sample_rich(void)
{
	struct as_experiment *x = begin(0xabcdef);
	struct as_metric hits = {"cache hits", "count", AS_BETTER_MORE, AS_LEVEL_ITERATION, NULL};
	struct as_metric speed = {"speed\xc3", "MB/s", AS_BETTER_MORE, AS_LEVEL_EXECUTION, NULL};
	struct as_metric never = {"never", "J", AS_BETTER_NEITHER, AS_LEVEL_BUILD, NULL};
	struct as_parameter parameters[] = {{"size", "1"}, {"a'b\"c;--", "\xff\n"}, {"", ""}};
	size_t h, p, n;

	x->label = "before; DROP TABLE experiments";
	x->note = "said \033[31mof it\n\xff";
	x->pinned = true;
	x->extends = "00000000000000000000000000000000";
	x->second_look = x->shown = true;
	add_machine(x);
	assert_int_equal(as_experiment_metric(x, &hits, &h, NULL), AS_OK);
	assert_int_equal(as_experiment_metric(x, &never, &n, NULL), AS_OK);
	assert_int_equal(as_experiment_metric(x, &speed, &p, NULL), AS_OK);
	add_tree(x, as_experiment_add_subject(x, "fft", "./fft 1024"), h, p);
	assert_non_null(as_experiment_add_subject(x, "never ran \xf0\x28", ""));
	struct as_subject *s = as_experiment_add_subject(x, "", "./fft\t\x01\x7f");
	add_tree(x, s, h, p);
	s->n_builds = 0; /* built, and nothing known of the builds */
	s->parameters = as_arena_array(&x->arena, 3, sizeof *parameters);
	memcpy(s->parameters, parameters, sizeof parameters);
	s->n_parameters = 3;
	s->benchmark = "FFT";
	s->executable = "/bin/fft";
	s->executable_hash = "00112233445566778899aabbccddeeff";
	s->leftovers = 3;
	s->version = (struct as_version){.project = "owner/n\xff", .commit = "0123456789abcdef0123456789abcdef01234567",
		.parents = "", .branch = "topic\t", .label = "working tree", .date_ns = -5,
		.changes = AS_CHANGES_SOME};
	s->build_command = "make\t-B 'CFLAGS=\xfe'";
	s->shell = "/bin/sh -c";
	s->shell_reason = "\t";
	s->shell_cost_ns = 812345.5;
	x->reference = 2;
	x->criterion = h;
	return x;
}

struct as_analysis sample_analysis(const struct as_experiment *x)
{
	struct as_analysis a = {.n_subjects = x->n_subjects};
	size_t metric = as_experiment_find_metric(x, x->metrics[x->criterion].name);

	a.summaries = calloc(a.n_subjects ? a.n_subjects : 1, sizeof *a.summaries);
	assert_non_null(a.summaries);
	for (size_t i = 0; i < a.n_subjects; i++)
		a.summaries[i] = (struct as_summary){
			.subject = i,
			.metric = metric,
			.n_top = 3 + i,
			.n_values = 30,
			.mean = 100.5 + (double)i,
			.lo = 99.25,
			.hi = (double)NAN,
			.method = AS_INTERVAL_T,
		};
	return a;
}

enum as_status count_kept(struct as_store *s, size_t *n, struct as_err *err)
{
	const struct as_store_query all = {0};
	struct as_arena a = {0};
	struct as_listing *l = NULL;
	enum as_status st = as_store_list(s, &all, &a, &l, n, err);

	as_arena_release(&a);
	return st;
}

int sound(const char *path)
{
	struct as_store *s = NULL;
	struct as_err err = {0};
	size_t n = 0;
	int read = 0;

	if (open_store(path, AS_STORE_READ, &s, &err) || count_kept(s, &n, &err))
		return -1;
	for (size_t i = 0; i < n; i++) {
		char text[32];
		struct as_experiment *x = NULL;
		int64_t id;
		snprintf(text, sizeof text, "@last~%zu", i);
		read += !as_store_find(s, text, &id, &err) && !as_store_get(s, id, &x, &err);
		as_experiment_free(x);
	}
	as_store_close(s);
	return read == (int)n ? read : -1;
}

void make_directory(char out[static 256])
{
	const char *base = getenv("TMPDIR");

	snprintf(out, 256, "%s/assay-test-XXXXXX", base && *base ? base : "/tmp");
	assert_non_null(mkdtemp(out));
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

void remove_directory(const char *dir)
{
	assert_int_equal(nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

char store_dir[256], store_path[300];

int make_store_dir(void **state)
{
	(void)state;
	make_directory(store_dir);
	snprintf(store_path, sizeof store_path, "%s/x.db", store_dir);
	return 0;
}

int remove_store_dir(void **state)
{
	(void)state;
	remove_directory(store_dir);
	return 0;
}

enum as_status keep_sample(unsigned number, struct as_err *err)
{
	struct as_store *s = NULL;
	enum as_status st = as_store_open(store_path, AS_STORE_WRITE, &s, err);

	if (!st && number) {
		struct as_experiment *x = sample_small(number);
		st = as_store_put(s, x, NULL, err);
		if (st && x->id)
			st = AS_OK; /* it was touched: no failure, which no test takes for one */
		as_experiment_free(x);
	}
	as_store_close(s);
	return st;
}

int in_child(void (*f)(void))
{
	int status = -1;

	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		f();
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

void assert_child(int status)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_TRY)
		skip();
	assert_int_equal(status, 0);
}

void cannot_try(void)
{
	_exit(CANNOT_TRY);
}

void child_failed(const char *file, int line, const char *what)
{
	fprintf(stderr, "%s:%d: in a child: %s does not hold\n", file, line, what);
	_exit(1);
}

const char *in(const char *dir, const char *name)
{
	static char path[1024];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	return path;
}
