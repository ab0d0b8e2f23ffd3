/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store whose packs are not as they were written. The first byte says what of it: 0 a pack, 1 its set, whose bytes
 * follow; 2 numbers beside them, 8 bytes each. What is asked of it then is answered, or is damage that is told. */
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "fuzz.h"
#include "store/sql/pack.h"
#include "store/store.h"

enum { N = 12, NUMBERS = 5 };

static char path[] = "/tmp/assay-fuzz-packs-XXXXXX";
static struct as_store *store;
static struct as_packer *packer;
static sqlite3 *db;
static int64_t id;

static void leave(void)
{
	static const char *const ends[] = {"", "-wal", "-shm"};
	char name[64];

	as_store_close(store);
	sqlite3_close(db);
	as_packer_free(packer);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		(void)snprintf(name, sizeof name, "%s%s", path, ends[i]);
		(void)unlink(name);
	}
}

static void run(const char *sql)
{
	MUST(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
}

/* Benchmarks that are alike, with two executions each and a parameter. */
static struct as_experiment *make(void)
{
	struct as_experiment *x = as_experiment_new();
	char name[16];
	size_t at = 0;

	MUST(x);
	x->uuid = "00112233445566778899aabbccddeeff";
	x->version = x->command_line = x->directory = "x";
	x->started_ns = x->ended_ns = INT64_C(1760000000000000000);
	for (size_t i = 0; i < N; i++) {
		(void)snprintf(name, sizeof name, "b%zu", i);
		struct as_subject *s = as_experiment_add_subject(x, name, "x");
		MUST(s);
		s->parameters = as_arena_array(&x->arena, 1, sizeof *s->parameters);
		MUST(s->parameters);
		s->parameters[0] = (struct as_parameter){.name = "n", .value = "1"};
		s->n_parameters = 1;
		s->version = (struct as_version){.commit = "0123456789012345678901234567890123456789"};
		for (uint32_t e = 0; e < 2; e++) {
			const struct as_unit u = {.order = e, .round = e, .cost_s = 1};
			MUST(!as_subject_add_unit(s, AS_LEVEL_EXECUTION, &u, &at, NULL));
			MUST(!as_subject_set(
				s, AS_LEVEL_EXECUTION, at, AS_METRIC_WALL, 1e6 + e, NULL));
		}
	}
	return x;
}

static void begin(void)
{
	static struct as_summary y[N];
	const struct as_analysis a = {.summaries = y, .n_subjects = N};
	struct as_experiment *x = make();
	const int fd = mkstemp(path);

	for (size_t i = 0; i < N; i++)
		y[i] = (struct as_summary){
			.subject = i, .metric = AS_METRIC_WALL, .n_top = 2, .mean = 1e6, .sd = 1};
	MUST(fd >= 0 && !close(fd));
	(void)atexit(leave);
	MUST(!as_store_open(path, AS_STORE_WRITE, &store, NULL));
	MUST(!as_store_put(store, x, &a, NULL));
	id = x->id;
	as_experiment_free(x);
	packer = as_packer_new();
	MUST(packer && sqlite3_open(path, &db) == SQLITE_OK);
	run("PRAGMA synchronous = OFF; CREATE TEMP TABLE p AS SELECT * FROM packs; CREATE TEMP TABLE s "
	    "AS SELECT * FROM subject_sets");
}

static void change(const char *sql, const uint8_t *data, size_t size)
{
	const void *packed = NULL;
	sqlite3_stmt *q = NULL;
	size_t n = 0;

	MUST(!as_packer_close(packer, data, size, &packed, &n, NULL));
	MUST(sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK);
	MUST(sqlite3_bind_blob64(q, 1, packed, n, SQLITE_TRANSIENT) == SQLITE_OK);
	MUST(sqlite3_step(q) == SQLITE_DONE);
	(void)sqlite3_finalize(q);
}

static void change_numbers(const uint8_t *data, size_t size)
{
	long long v[NUMBERS] = {0};
	char sql[512];

	memcpy(v, data, size < sizeof v ? size : sizeof v);
	(void)snprintf(sql, sizeof sql,
		"PRAGMA foreign_keys = OFF; UPDATE packs SET subject = %lld, subject_set = %lld; UPDATE "
		"subject_sets SET n = %lld; UPDATE subjects SET packed = %lld, joined = %lld",
		v[0], v[1], v[2], v[3], v[4]);
	run(sql);
}

static void is_told(enum as_status st, const struct as_err *err)
{
	MUST(!st || st == AS_ERR_DATA || st == AS_ERR_STORE);
	MUST(!st || (err->msg[0] && !strchr(err->msg, '\n')));
}

static void take_problem(void *data, const char *words)
{
	(void)data;
	MUST(words[0] && !strchr(words, '\n'));
}

static void ask(void)
{
	static const char *const names[] = {"b0", "b5"};
	const struct as_store_history all = {.all_metrics = true}, some = {.names = names, .n_names = 2};
	struct as_store_benchmarks b = {.n = 0};
	struct as_store_summary *y = NULL;
	struct as_history_rows rows = {.n_rows = 0};
	struct as_experiment *x = NULL;
	struct as_arena a = {0};
	struct as_err err = {0};
	size_t n = 0;

	is_told(as_store_get(store, id, &x, &err), &err);
	MUST(!x || x->n_subjects >= 1);
	as_experiment_free(x);
	is_told(as_store_summaries(store, id, &a, &y, &n, &err), &err);
	is_told(as_store_benchmarks(store, &a, &b, &err), &err);
	is_told(as_store_histories(store, &all, &a, &rows, &err), &err);
	for (size_t i = 0; i < rows.n_rows; i++)
		MUST(rows.row[i].source < rows.n_sources);
	is_told(as_store_histories(store, &some, &a, &rows, &err), &err);
	is_told(as_store_verify(store, take_problem, NULL, &err), &err);
	as_arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!store)
		begin();
	if (size < 2 || size > 1 << 16)
		return 0;
	if (data[0] % 3 == 0)
		change("UPDATE packs SET data = ?", data + 1, size - 1);
	else if (data[0] % 3 == 1)
		change("UPDATE subject_sets SET data = ?", data + 1, size - 1);
	else
		change_numbers(data + 1, size - 1);
	ask();
	run("UPDATE packs SET (subject, subject_set, data) = (SELECT subject, subject_set, data FROM p); "
	    "UPDATE subject_sets SET (n, data) = (SELECT n, data FROM s); UPDATE subjects SET packed = 12, "
	    "joined = 12");
	return 0;
}
