/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The head of many machines, whose jobs this program runs itself and loses in every way there is: what
 * it collects is what was measured, each of it once, also where it was killed in the middle. With
 * FLEET_NODES it is as many (bench/fleet.sh). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "cli/files.h"
#include "cli/fleet/head.h"
#include "format/native/data.h"
#include "run/build/copy_file.h"
#include "run/journal/journal.h"
#include "stat/dist/random.h"

enum { ROUNDS = 12, PART = 5, FEW = 30, KILLED = 9, WORDS = 7 };

/* What becomes of a machine's job, in percent of them. */
enum fate { MEASURES, TWICE, VANISHES, IN_PART, GARBAGE, ANOTHER, FATES };
static const unsigned until[FATES] = {62, 70, 80, 88, 94, 100};

/* Of a fleet: its number of machines, and where a killed head ends; each a process of its own. */
struct fleet {
	size_t n, wanted, ends_after;
	uint64_t seed;
	char *directory;
};

static size_t looked; /* of this process */
static size_t ends_after;

static enum fate fate_of(size_t machine)
{
	struct as_random r;
	enum fate f = MEASURES;

	as_random_init(&r, 77, AS_RANDOM_TEST, machine);
	const unsigned at = (unsigned)as_random_below(&r, 100);
	while (at >= until[f])
		f++;
	return f;
}

/* ---- a node ---- */

static double value_of(size_t machine, uint32_t round, size_t subject)
{
	return 1e6 * (double)(machine + 1) + 1e3 * round + 10 * (double)subject + 1;
}

static struct as_experiment *measured(const char *uuid, const char *name, uint32_t rounds)
{
	const size_t machine = strtoul(name + 1, NULL, 10);
	struct as_experiment *x = as_experiment_new();
	const struct as_fact fact = {.kind = AS_FACT_MACHINE, .name = "cpu.model", .value = "one"};
	size_t unit = 0;

	if (!x)
		exit(2);
	x->uuid = as_arena_strdup(&x->arena, uuid);
	x->directory = x->command_line = x->version = "";
	x->machine.host = as_arena_strdup(&x->arena, name);
	x->machine.machine_id = x->machine.host;
	x->machine.boot_id = "0123456789abcdef0123456789abcdef";
	x->started_ns = x->ended_ns = 1000000000;
	x->plan = (struct as_plan){.stopping = AS_STOP_FIXED, .seed = machine, .confidence = 0.95,
		.tolerance = 0.01, .planned = ROUNDS, .done = rounds};
	x->criterion = AS_METRIC_WALL;
	if (as_machine_add_fact(&x->machine, &x->arena, &fact, NULL))
		exit(2);
	for (size_t i = 0; i < 2; i++) {
		struct as_subject *s = as_experiment_add_subject(x, i ? "new" : "old", "true");
		for (uint32_t k = 0; k < rounds; k++) {
			const struct as_unit u = {.order = 2 * k + (uint32_t)i, .round = k};
			if (!s || as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &unit, NULL) ||
				as_subject_set(s, AS_LEVEL_EXECUTION, unit, AS_METRIC_WALL,
					value_of(machine, k, i), NULL))
				exit(2);
		}
	}
	return x;
}

static int write_result(const char *path, const char *uuid, const char *name)
{
	struct as_experiment *x = measured(uuid, name, ROUNDS);
	struct as_file_out f;

	if (!access(path, F_OK)) /* as assay node: a job that is started twice measures once */
		return 0;
	if (as_file_out_open(&f, path, "the result", NULL))
		return 2;
	const struct as_sink sink = as_file_out_sink(&f);
	const bool bad = as_data_native.write(x, &sink, NULL);
	as_experiment_free(x);
	return as_file_out_close(&f, !bad, NULL) || bad ? 2 : 0;
}

/* It is killed between two rounds. */
static int write_part(const char *result, const char *uuid, const char *name)
{
	struct as_experiment *x = measured(uuid, name, PART);
	struct as_journal *j = NULL;
	char folder[4096];

	snprintf(folder, sizeof folder, "%s.journals", result);
	if (as_journal_new(folder, NULL, &j, NULL) || as_journal_begin(j, x, NULL, NULL))
		return 2;
	as_journal_subjects(j, x, 2);
	for (size_t k = 0; k < PART; k++)
		for (size_t i = 0; i < 2; i++)
			as_journal_unit(j, x, i, AS_LEVEL_EXECUTION, k);
	as_journal_close(j);
	as_experiment_free(x);
	return KILLED;
}

static int write_garbage(const char *path)
{
	FILE *f = fopen(path, "w");

	return !f || fputs("{\"nothing\": [", f) < 0 || fclose(f) ? 2 : 0;
}

/* node REQUEST RESULT NAME UUID VERSION */
static int node(char **v)
{
	static const char other[] = "ffffffffffffffffffffffffffffffff";

	switch (fate_of(strtoul(v[4] + 1, NULL, 10))) {
	case MEASURES:
		return write_result(v[3], v[5], v[4]);
	case TWICE:
		return write_result(v[3], v[5], v[4]) + write_result(v[3], v[5], v[4]);
	case IN_PART:
		return write_part(v[3], v[5], v[4]);
	case GARBAGE:
		return write_garbage(v[3]);
	case ANOTHER:
		return write_result(v[3], other, v[4]);
	case VANISHES:
	case FATES:
		break;
	}
	return KILLED;
}

/* ---- where they are ---- */

/* A job is over when its line is, and its number follows from its name. */
static void start(struct as_text *t, const struct as_fleet_place *p, const struct as_fleet_job *job,
	const char *command)
{
	(void)p;
	as_text_addf(t, "(%s) >'%s' 2>&1; echo %lu", command, job->log,
		strtoul(strrchr(job->name, '-') + 1, NULL, 10) + 1);
}

static void look(struct as_text *t, const struct as_fleet_job *job)
{
	(void)job;
	as_text_add(t, ":");
}

static enum as_fleet_life life(const struct as_launched *r, const char *said, const char **why)
{
	(void)r;
	(void)said;
	*why = "it was drawn";
	if (ends_after && ++looked >= ends_after)
		_exit(KILLED); /* as by a signal: nothing is tidied up */
	return AS_FLEET_GONE;
}

static void find(struct as_text *t, const struct as_fleet_place *p, const struct as_fleet_job *job)
{
	(void)p;
	(void)job;
	as_text_add(t, ":");
}

static const struct as_fleet_way drawn = {.name = "drawn", .start = start, .look = look,
	.life = life, .find = find, .end = look};

/* ---- the head ---- */

struct heading {
	struct as_arena arena;
	struct as_args args;
	struct as_out out;
	struct as_cli cli;
	struct as_request request;
	struct as_fleet_head h;
};

static void open_head(struct heading *x, const struct fleet *f)
{
	static const struct as_out_facts quiet = {false, true, "xterm", NULL, NULL, "C", 0};
	struct as_arena *a = &x->arena;
	char path[4096];

	*x = (struct heading){.request = {.amount.seed = f->seed}};
	as_out_init(&x->out, &quiet, "none", false);
	x->cli = (struct as_cli){.args = &x->args, .verb = "run", .out = &x->out, .arena = a,
		.command_line = "assay run --on drawn"};
	x->h = (struct as_fleet_head){.cli = &x->cli, .request = &x->request,
		.uuid = "00112233445566778899aabbccddeeff", .jobs = -1, .wanted = f->wanted,
		.n_machines = f->n};
	snprintf(path, sizeof path, "%s/store", f->directory);
	assert_int_equal(as_store_open(path, AS_STORE_WRITE, &x->h.store, NULL), AS_OK);
	assert_int_equal(as_fleet_open("ssh:nowhere", f->directory, a, &x->h.place, NULL), AS_OK);
	x->h.place.way = &drawn;
	x->h.program = realpath("/proc/self/exe", path) ? as_arena_strdup(a, path) : NULL;
	x->h.folder = as_head_folder(f->directory, x->h.uuid, a);
	assert_non_null(x->h.folder);
	x->h.goes_on = !access(x->h.folder, F_OK);
	if (!x->h.goes_on)
		assert_int_equal(mkdir(x->h.folder, 0755), 0);
	x->h.machine = as_arena_array(a, f->n, sizeof *x->h.machine);
	assert_non_null(x->h.machine);
	for (size_t i = 0; i < f->n; i++)
		x->h.machine[i] = as_arena_printf(a, "m%zu", i);
	assert_int_equal(as_head_open_jobs(&x->h, NULL), AS_OK);
}

static void close_head(struct heading *x)
{
	struct as_store *store = x->h.store;

	as_head_close(&x->h, true);
	as_store_close(store);
	as_arena_release(&x->arena);
}

/* One that ends in the middle, in a process of its own; what it said is of no use. */
static void head_that_is_killed(const struct fleet *f)
{
	const pid_t pid = fork();
	int status = 0;

	assert_true(pid >= 0);
	if (!pid) {
		struct heading x;
		struct as_result *v = NULL;
		size_t n = 0;
		ends_after = f->ends_after;
		open_head(&x, f);
		const enum as_status st = as_head_measure(&x.h, &v, &n, NULL);
		_exit(st ? 3 : 4); /* it was not killed */
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == KILLED);
}

/* ---- nothing is lost, and nothing is there twice ---- */

static uint32_t rounds_of(enum fate f)
{
	return f == MEASURES || f == TWICE ? ROUNDS : f == IN_PART ? PART : 0;
}

/* Every round of the machine once, with its own values, and nothing else. */
static void check_result(const struct as_experiment *x, size_t machine, uint32_t rounds)
{
	assert_int_equal(x->n_subjects, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct as_level *l = &x->subjects[i].levels[AS_LEVEL_EXECUTION];
		const struct as_column *wall =
			as_subject_column(&x->subjects[i], AS_LEVEL_EXECUTION, AS_METRIC_WALL);
		assert_int_equal(l->n, rounds);
		assert_non_null(wall);
		for (uint32_t k = 0; k < rounds; k++) {
			assert_int_equal(as_unit_round(l, k), k);
			assert_true(fabs(as_column_at(wall, k) - value_of(machine, k, i)) < 0.5);
		}
	}
}

static size_t in_store(struct as_store *s)
{
	struct as_arena a = {0};
	struct as_listing *v = NULL;
	size_t n = 0;

	assert_int_equal(as_store_list(s, &(struct as_store_query){0}, &a, &v, &n, NULL), AS_OK);
	as_arena_release(&a);
	return n;
}

static void check_machine(struct as_fleet_head *h, size_t i, bool *asked, size_t *kept)
{
	const struct as_head_machine *m = &h->v[i];
	const size_t machine = strtoul(m->job.machine + 1, NULL, 10);
	const uint32_t rounds = rounds_of(fate_of(machine));
	int64_t id = 0;

	assert_false(asked[machine]);
	asked[machine] = true;
	assert_int_equal(m->state, rounds == ROUNDS ? AS_HEAD_CAME : AS_HEAD_LOST);
	assert_int_equal(m->r.x != NULL, rounds > 0);
	if (!rounds)
		return;
	struct as_experiment *x = NULL;
	check_result(m->r.x, machine, rounds);
	assert_int_equal(as_store_find(h->store, m->uuid, &id, NULL), AS_OK);
	assert_int_equal(as_store_get(h->store, id, &x, NULL), AS_OK);
	check_result(x, machine, rounds);
	as_experiment_free(x);
	++*kept;
}

static void collect(const struct fleet *f)
{
	struct heading x;
	struct as_result *v = NULL;
	bool *asked = calloc(f->n + 1, sizeof *asked);
	size_t n = 0, kept = 0, came = 0;

	assert_non_null(asked);
	open_head(&x, f);
	assert_int_equal(as_head_measure(&x.h, &v, &n, NULL), AS_OK);
	for (size_t i = 0; i < x.h.n; i++) {
		check_machine(&x.h, i, asked, &kept);
		came += x.h.v[i].state == AS_HEAD_CAME;
	}
	assert_int_equal(n, kept);
	assert_int_equal(in_store(x.h.store), kept);
	assert_true(came == f->wanted || x.h.n == f->n); /* each that was lost was replaced */
	if (getenv("FLEET_NODES"))
		printf("# %zu machines asked, %zu measured, %zu in part, %zu lost\n", x.h.n, came,
			kept - came, x.h.n - kept);
	free(asked);
	close_head(&x);
}

static size_t nodes(void)
{
	const char *n = getenv("FLEET_NODES");

	return n ? strtoul(n, NULL, 10) : FEW;
}

static void on_folder(struct fleet *f, void (*what)(const struct fleet *f))
{
	char directory[] = "/tmp/assay-fleet-XXXXXX";

	assert_non_null(mkdtemp(directory));
	f->directory = directory;
	what(f);
	as_remove_tree(directory);
}

static void what_many_machines_measure_is_collected_once_and_what_is_lost_is_replaced(void **state)
{
	struct fleet f = {.n = nodes(), .wanted = nodes() * 6 / 10, .seed = 5};

	(void)state;
	on_folder(&f, collect);
}

static void killed_and_gone_on(const struct fleet *f)
{
	head_that_is_killed(f);
	collect(f);
}

static void a_head_that_was_killed_finds_what_its_machines_measured(void **state)
{
	struct fleet f = {.n = nodes(), .wanted = nodes() * 6 / 10, .seed = 6,
		.ends_after = 2 + nodes() / 15};

	(void)state;
	on_folder(&f, killed_and_gone_on);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			what_many_machines_measure_is_collected_once_and_what_is_lost_is_replaced),
		cmocka_unit_test(a_head_that_was_killed_finds_what_its_machines_measured),
	};

	if (argc == WORDS && !strcmp(argv[1], "node"))
		return node(argv);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
