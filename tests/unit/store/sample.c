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
		.tolerance = 5e-324,
	};
}

/* Executions of three builds, each with k iterations; every fourth one failed. */
static void add_tree(struct as_experiment *x, struct as_subject *s, size_t hits, size_t speed)
{
	static const double special[] = {-0.0, 0.0, 5e-324, DBL_MIN / 3, DBL_MAX, -DBL_MAX,
		9007199254740993.0, 0.1, (double)INFINITY, -(double)INFINITY, (double)NAN, 1e-300};
	size_t unit, n = 0;

	for (uint32_t b = 0; b < 3; b++) {
		struct as_unit u = {.order = b, .round = AS_NO_ROUND, .seed = UINT64_MAX - b,
			.role = AS_ROLE_DIMENSIONING, .cost_s = 12.5};
		assert_int_equal(as_subject_add_unit(s, AS_LEVEL_BUILD, &u, &unit, NULL), AS_OK);
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
	add_machine(x);
	assert_int_equal(as_experiment_metric(x, &hits, &h, NULL), AS_OK);
	assert_int_equal(as_experiment_metric(x, &never, &n, NULL), AS_OK);
	assert_int_equal(as_experiment_metric(x, &speed, &p, NULL), AS_OK);
	add_tree(x, as_experiment_add_subject(x, "fft", "./fft 1024"), h, p);
	assert_non_null(as_experiment_add_subject(x, "never ran \xf0\x28", ""));
	struct as_subject *s = as_experiment_add_subject(x, "", "./fft\t\x01\x7f");
	add_tree(x, s, h, p);
	s->parameters = as_arena_array(&x->arena, 3, sizeof *parameters);
	memcpy(s->parameters, parameters, sizeof parameters);
	s->n_parameters = 3;
	s->benchmark = "FFT";
	s->executable = "/bin/fft";
	s->executable_hash = "00112233445566778899aabbccddeeff";
	s->leftovers = 3;
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

static void same_text(const char *a, const char *b)
{
	assert_true(!a == !b);
	if (a)
		assert_string_equal(a, b);
}

static void same_level(const struct as_level *a, const struct as_level *b)
{
	assert_int_equal(a->n, b->n);
	assert_int_equal(a->n_columns, b->n_columns);
	for (size_t i = 0; a->units && i < a->n; i++) {
		const struct as_unit *u = &a->units[i], *v = &b->units[i];
		assert_int_equal(u->parent, v->parent);
		assert_int_equal(u->order, v->order);
		assert_int_equal(u->round, v->round);
		assert_int_equal(u->code, v->code);
		assert_int_equal(u->role, v->role);
		assert_int_equal(u->ending, v->ending);
		assert_int_equal(u->seed, v->seed);
		assert_int_equal(u->started_ns, v->started_ns);
		assert_memory_equal(&u->cost_s, &v->cost_s, sizeof u->cost_s);
	}
	for (size_t c = 0; c < a->n_columns; c++) {
		assert_int_equal(a->columns[c].metric, b->columns[c].metric);
		assert_int_equal(a->columns[c].n, b->columns[c].n);
		if (a->n)
			assert_memory_equal(a->columns[c].values, b->columns[c].values,
				a->n * sizeof(double));
	}
}

static void same_subject(const struct as_subject *a, const struct as_subject *b)
{
	const size_t n = a->levels[AS_LEVEL_ITERATION].n, e = a->levels[AS_LEVEL_EXECUTION].n;

	same_text(a->name, b->name);
	same_text(a->command, b->command);
	same_text(a->benchmark, b->benchmark);
	same_text(a->executable, b->executable);
	same_text(a->executable_hash, b->executable_hash);
	assert_int_equal(a->leftovers, b->leftovers);
	assert_int_equal(a->n_parameters, b->n_parameters);
	for (size_t i = 0; i < a->n_parameters; i++) {
		same_text(a->parameters[i].name, b->parameters[i].name);
		same_text(a->parameters[i].value, b->parameters[i].value);
	}
	assert_int_equal(a->n_notes, b->n_notes);
	for (size_t i = 0; i < a->n_notes; i++) {
		assert_int_equal(a->notes[i].level, b->notes[i].level);
		assert_int_equal(a->notes[i].unit, b->notes[i].unit);
		same_text(a->notes[i].text, b->notes[i].text);
	}
	for (size_t l = 0; l < AS_MODEL_LEVELS; l++)
		same_level(&a->levels[l], &b->levels[l]);
	assert_true(!a->iterations.first == !b->iterations.first);
	if (a->iterations.first)
		assert_memory_equal(
			a->iterations.first, b->iterations.first, (e + 1) * sizeof(size_t));
	if (n) {
		assert_memory_equal(a->iterations.role, b->iterations.role, n);
		assert_memory_equal(
			a->iterations.end_ns, b->iterations.end_ns, n * sizeof(int64_t));
	}
}

static void same_plan(const struct as_plan *a, const struct as_plan *b)
{
	assert_int_equal(a->design, b->design);
	assert_int_equal(a->stopping, b->stopping);
	assert_int_equal(a->outcome, b->outcome);
	assert_int_equal(a->seed, b->seed);
	assert_memory_equal(&a->confidence, &b->confidence, sizeof a->confidence);
	assert_memory_equal(&a->precision, &b->precision, sizeof a->precision);
	assert_memory_equal(&a->tolerance, &b->tolerance, sizeof a->tolerance);
	assert_int_equal(a->precision_each, b->precision_each);
	assert_int_equal(a->budget_ns, b->budget_ns);
	assert_int_equal(a->budget_explicit, b->budget_explicit);
	assert_int_equal(a->warmups, b->warmups);
	assert_int_equal(a->iterations, b->iterations);
	assert_int_equal(a->iterations_given, b->iterations_given);
	assert_int_equal(a->drop, b->drop);
	assert_int_equal(a->stage1, b->stage1);
	assert_int_equal(a->planned, b->planned);
	assert_int_equal(a->extended, b->extended);
	assert_int_equal(a->done, b->done);
	assert_int_equal(a->wanted, b->wanted);
}

static void same_machine(const struct as_machine *a, const struct as_machine *b)
{
	same_text(a->machine_id, b->machine_id);
	same_text(a->environment_id, b->environment_id);
	same_text(a->boot_id, b->boot_id);
	same_text(a->host, b->host);
	assert_int_equal(a->suspended_ns, b->suspended_ns);
	assert_int_equal(a->n_facts, b->n_facts);
	for (size_t i = 0; i < a->n_facts; i++) {
		assert_int_equal(a->facts[i].kind, b->facts[i].kind);
		same_text(a->facts[i].name, b->facts[i].name);
		same_text(a->facts[i].value, b->facts[i].value);
	}
}

void assert_same_experiment(const struct as_experiment *a, const struct as_experiment *b)
{
	same_text(a->uuid, b->uuid);
	same_text(a->label, b->label);
	same_text(a->version, b->version);
	same_text(a->command_line, b->command_line);
	same_text(a->directory, b->directory);
	assert_int_equal(a->started_ns, b->started_ns);
	assert_int_equal(a->ended_ns, b->ended_ns);
	same_machine(&a->machine, &b->machine);
	same_plan(&a->plan, &b->plan);
	assert_int_equal(a->n_metrics, b->n_metrics);
	for (size_t i = 0; i < a->n_metrics; i++) {
		same_text(a->metrics[i].name, b->metrics[i].name);
		same_text(a->metrics[i].unit, b->metrics[i].unit);
		same_text(a->metrics[i].describe, b->metrics[i].describe);
		assert_int_equal(a->metrics[i].better, b->metrics[i].better);
		assert_int_equal(a->metrics[i].level, b->metrics[i].level);
	}
	assert_int_equal(a->criterion, b->criterion);
	assert_int_equal(a->reference, b->reference);
	assert_int_equal(a->n_subjects, b->n_subjects);
	for (size_t i = 0; i < a->n_subjects; i++)
		same_subject(&a->subjects[i], &b->subjects[i]);
}

int sound(const char *path)
{
	struct as_store *s = NULL;
	struct as_err err = {0};
	size_t n = 0;
	int read = 0;

	if (as_store_open(path, AS_STORE_READ, &s, &err) || as_store_count(s, &n, &err))
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
