/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/reported_benchmarks.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "base/text/utf8.h"
#include "base/vec.h"
#include "run/reporter/reported_names.h"
#include "run/request/command.h"
#include "run/scratch.h"
#include "run/spawner/spawner.h"
#include "run/spawner/tool.h"
#include "run/spawner/wait_status.h"

enum { ANSWER_BYTES = 32 << 20 }; /* of the answer, at most */
/* A list is told at once; each benchmark of Go has to be run once for it. */
#define LIST_NS INT64_C(10000000000)
#define RUN_NS INT64_C(600000000000)

struct question {
	const struct as_request *r;
	size_t command;
	enum as_speaks speaks;
	struct as_arena *a;
	struct as_scratch scratch;
	struct as_spawner *spawner;
	const char *answer; /* the file it comes in */
	const char *cwd;    /* NULL: assay's own */
	const char *name;   /* of a copy, for sentences; NULL: its first word */
	as_rows_reader *rows;
};

/* Whether one of the words begins so. */
static bool has_flag(const char *const *argv, const char *flag)
{
	for (size_t i = 1; argv[i]; i++) {
		const char *word = argv[i] + (argv[i][0] == '-' && argv[i][1] == '-');
		if (!strncmp(word, flag, strlen(flag)))
			return true;
	}
	return false;
}

static const char *const *with(const char *const *argv, const char *const *more, struct as_arena *a)
{
	size_t n = 0, k = 0;

	while (argv[n])
		n++;
	while (more[k])
		k++;
	const char **v = as_arena_array(a, n + k + 1, sizeof *v);
	for (size_t i = 0; v && i < n + k; i++)
		v[i] = i < n ? argv[i] : more[i - n];
	return v;
}

/* Its flags stand where another user of the program has put them. */
static enum as_status check_flags(const struct question *q, const char *const *argv,
	struct as_err *err)
{
	static const char *const flags[] = {"-benchmark_filter", "-benchmark_out"};

	for (size_t i = 0; q->speaks == AS_SPEAKS_GOOGLE && i < 2; i++)
		if (has_flag(argv, flags[i]))
			return as_fail(err, AS_ERR_USAGE,
				"cannot take -%s with a program of Google Benchmark: assay "
				"chooses its benchmarks and reads its results itself; %s, or "
				"measure it as it is with --report none",
				flags[i], i ? "leave it out" : "choose with --only");
	return AS_OK;
}

/* assay's own variables are not those of what it starts. */
static const char *const *environment(struct as_arena *a)
{
	size_t n = 0, k = 0;

	while (environ[n])
		n++;
	const char **env = as_arena_array(a, n + 1, sizeof *env);
	for (size_t i = 0; env && i < n; i++)
		if (strncmp(environ[i], "ASSAY_", 6) != 0)
			env[k++] = environ[i];
	return env;
}

static enum as_status start(struct question *q, const struct as_resolved *words,
	struct as_launched *out, struct as_err *err)
{
	static const char *const once[] = {"-test.run=^$", "-test.benchtime=1x", NULL};
	static const char *const all_once[] = {
		"-test.run=^$", "-test.bench=.", "-test.benchtime=1x", NULL};
	const bool chosen = has_flag(words->argv, "-test.bench=") ||
			    has_flag(words->argv, "-test.bench ");
	const bool list = q->speaks == AS_SPEAKS_PROTOCOL;
	const char *env[] = {list ? as_arena_printf(q->a, "ASSAY_LIST=%s", q->answer)
		: q->speaks == AS_SPEAKS_GOOGLE ? "BENCHMARK_LIST_TESTS=true" : NULL, NULL};
	struct as_command_spec spec = {.path = words->path,
		.argv = words->argv,
		.envp = environment(q->a),
		.cwd = q->cwd,
		.input = q->r->what.commands[q->command].input
				 ? q->r->what.commands[q->command].input
				 : q->r->what.input,
		.out = {.kind = list ? AS_STREAM_CAPTURE : AS_STREAM_FILE,
			.path = list ? NULL : q->answer},
		.err.kind = AS_STREAM_CAPTURE};
	const int64_t limit = list || q->speaks == AS_SPEAKS_GOOGLE ? LIST_NS : RUN_NS;
	uint32_t id = 0;

	if (q->speaks == AS_SPEAKS_GO_TEST)
		spec.argv = with(words->argv, chosen ? once : all_once, q->a);
	if (!spec.envp || !spec.argv || (list && !env[0]))
		return as_fail_memory(err);
	enum as_status st = as_spawner_prepare(q->spawner, &spec, &id, err);
	const struct as_launch launch = {.command = id,
		.env = env,
		.timeout_ns = q->r->what.timeout_ns && q->r->what.timeout_ns < limit
				      ? q->r->what.timeout_ns
				      : limit};
	return st ? st : as_tool_launch(q->spawner, &launch, words->path, out, err);
}

/* How it ended, where that was not well. */
static enum as_status check_end(const struct question *q, const struct as_resolved *words,
	const struct as_launched *end, struct as_err *err)
{
	const struct as_command_spec spec = {.path = words->path, .argv = words->argv};
	const struct as_launch_subject what = {.name = words->argv[0], .spec = &spec};
	const struct as_ended how = as_launched_ended(end);
	struct as_err why = {0};

	/* What failed in a test of Go is told like the rest. */
	if (how.ending == AS_ENDED_OK ||
		(q->speaks == AS_SPEAKS_GO_TEST && how.ending == AS_ENDED_FAILED))
		return AS_OK;
	if (how.ending == AS_ENDED_NOT_STARTED || as_launch_unloaded(end))
		return as_launch_explain(&what, end, err);
	if (how.ending == AS_ENDED_TIMEOUT)
		as_fail(&why, AS_ERR_BENCH, "it did not answer in time");
	else
		as_fail(&why, AS_ERR_BENCH, "it ended with %s %d",
			how.ending == AS_ENDED_SIGNAL ? "signal" : "exit status", how.code);
	as_fail(err, AS_ERR_BENCH,
		"cannot ask '%.200s' which benchmarks it has%s: %s; --report none measures "
		"it as it is",
		q->name ? q->name : words->argv[0],
		q->speaks == AS_SPEAKS_PROTOCOL ? " (ASSAY_LIST)" : "", why.msg);
	as_err_keep_output(err, end->tail, end->tail_bytes);
	return AS_ERR_BENCH;
}

/* All of the answer; what is no file is none. */
static enum as_status read_answer(const char *path, struct as_text *out, struct as_err *err)
{
	char piece[65536];
	struct stat sb;
	ssize_t got = 1;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd < 0 || fstat(fd, &sb) || !S_ISREG(sb.st_mode)) {
		if (fd >= 0)
			close(fd);
		return AS_OK;
	}
	while (got > 0 && out->len <= ANSWER_BYTES) {
		got = read(fd, piece, sizeof piece);
		as_text_add_n(out, piece, got > 0 ? (size_t)got : 0);
	}
	close(fd);
	if (out->len > ANSWER_BYTES)
		return as_fail(err, AS_ERR_DATA, "its answer has over %d MiB", ANSWER_BYTES >> 20);
	return as_text_finish(out, err);
}

static enum as_status understand(struct question *q, const struct as_command *c,
	struct as_benchmarks *out, struct as_err *err)
{
	struct as_text t = {0};
	struct as_err why = {0};
	enum as_status st = read_answer(q->answer, &t, &why);
	const char *bytes = as_text_str(&t);

	if (!st && q->speaks == AS_SPEAKS_PROTOCOL)
		st = as_benchmarks_parse(bytes, t.len, q->a, out, &why);
	else if (!st && q->speaks == AS_SPEAKS_GOOGLE)
		st = as_names_parse(bytes, t.len, q->a, out, &why);
	else if (!st)
		st = as_names_of_rows(q->rows, (struct as_bytes){bytes, t.len}, q->a, out, &why);
	as_text_release(&t);
	if (!st)
		out->speaks = q->speaks;
	return st == AS_ERR_DATA
		       ? as_fail(err, AS_ERR_BENCH, "cannot use the benchmarks of '%.200s': %s",
				 c->command ? c->command : c->words[0], why.msg)
	       : st ? as_fail(err, st, "%s", why.msg)
		    : AS_OK;
}

/* A version that does not build has nothing to be asked. */
static enum as_status build(struct question *q, bool *built, struct as_err *err)
{
	const struct as_command *c = &q->r->what.commands[q->command];
	struct as_resolved words;
	struct as_launched end = {0};
	uint32_t id = 0;

	*built = true;
	if (!c->build)
		return AS_OK;
	enum as_status st = as_hook_resolve(q->r, c->build, q->a, &words, err);
	if (st)
		return st;
	const struct as_command_spec spec = {.path = words.path,
		.argv = words.argv,
		.cwd = q->cwd,
		.envp = environment(q->a),
		.out.kind = AS_STREAM_CAPTURE,
		.err.kind = AS_STREAM_CAPTURE};
	if (!spec.envp)
		return as_fail_memory(err);
	st = as_spawner_prepare(q->spawner, &spec, &id, err);
	const struct as_launch launch = {.command = id, .timeout_ns = q->r->building.timeout_ns};
	if (!st)
		st = as_tool_launch(q->spawner, &launch, c->build, &end, err);
	*built = !st && as_tool_went_well(&end);
	return st;
}

/* With folder, spawner and program there. */
static enum as_status ask_built(struct question *q, const struct as_resolved *words,
	enum as_speaks how, struct as_benchmarks *out, struct as_err *err)
{
	struct as_launched end = {0};
	enum as_status st = AS_OK;

	q->speaks = how != AS_SPEAKS_AUTO ? how : words->shell ? AS_SPEAKS_NOT
		: as_speaks_of(words->argv, q->cwd);
	if (q->speaks == AS_SPEAKS_NOT)
		return AS_OK;
	st = check_flags(q, words->argv, err);
	if (!st)
		st = start(q, words, &end, err);
	if (!st)
		st = check_end(q, words, &end, err);
	return st ? st : understand(q, &q->r->what.commands[q->command], out, err);
}

static enum as_status ask(struct question *q, const struct as_resolved *words, enum as_speaks how,
	struct as_benchmarks *out, struct as_err *err)
{
	bool built = false;
	enum as_status st = build(q, &built, err);

	return st || !built ? st : ask_built(q, words, how, out, err);
}

enum as_status as_ask_program(const struct as_request *r, size_t i,
	const struct as_program *program, struct as_arena *a, struct as_benchmarks *out,
	struct as_err *err)
{
	struct question q = {.r = r, .command = i, .a = a, .spawner = program->spawner,
		.answer = program->answer, .cwd = program->cwd, .rows = program->rows,
		.name = as_command_words(&r->what.commands[i], a)};

	*out = (struct as_benchmarks){.speaks = AS_SPEAKS_NOT};
	if (r->what.report == AS_SPEAKS_NOT)
		return AS_OK;
	enum as_status st = ask_built(&q, program->words, r->what.report, out, err);
	unlink(program->answer);
	return st;
}

enum as_status as_ask_benchmarks(const struct as_request *r, size_t i,
	const struct as_run_context *with, struct as_arena *a, struct as_benchmarks *out,
	struct as_err *err)
{
	const enum as_speaks how = r->what.report;
	const struct as_checkout *version = as_checkout_of(with, &r->what.commands[i]),
				 *there = NULL;
	struct question q = {.r = r, .command = i, .a = a, .scratch = {.lock = -1},
		.cwd = version ? version->cwd : NULL, .rows = with->go};
	struct as_resolved words;
	const bool only_looked = how == AS_SPEAKS_AUTO && !version && !r->what.commands[i].build;
	enum as_status st = as_command_resolve(r, i, a, &words, only_looked ? NULL : err);

	*out = (struct as_benchmarks){.speaks = AS_SPEAKS_NOT};
	if (st && only_looked) /* whoever starts it says so, after what is said before that */
		return AS_OK;
	if (st || how == AS_SPEAKS_NOT)
		return st;
	/* Most have none: nothing is made for them. */
	if (only_looked && (words.shell || as_speaks_of(words.argv, NULL) == AS_SPEAKS_NOT))
		return AS_OK;
	const char *uuid = as_scratch_uuid(a);
	st = uuid ? as_scratch_open(&q.scratch, uuid, err) : as_fail_memory(err);
	q.answer = as_arena_printf(a, "%s/benchmarks", q.scratch.path);
	if (!st && !q.answer)
		st = as_fail_memory(err);
	if (!st)
		st = as_spawner_open(&q.spawner, err);
	if (!st && version)
		st = as_checkout_swap(&there, version, err);
	if (!st)
		st = ask(&q, &words, how, out, err);
	as_spawner_close(q.spawner);
	if (there && as_checkout_swap(&there, NULL, st ? NULL : err) && !st)
		st = AS_ERR_SYS;
	as_scratch_close(&q.scratch);
	return st;
}
