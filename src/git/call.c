/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "run/spawner/tool.h"

#define LIMIT_NS INT64_C(600000000000)

enum { ANSWER_BYTES = 64 << 20, WORDS = 48 };

/* Before the words of every call: nothing of the user's settings starts a program of its own,
 * writes beside the index, or leaves files out. */
static const char *const always[] = {"-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
	"-c", "core.splitIndex=false", "-c", "core.untrackedCache=false", "-c",
	"core.sparseCheckout=false", "-c", "gc.auto=0", "-c", "advice.addEmbeddedRepo=false"};

enum { ALWAYS = sizeof always / sizeof *always };

static enum as_status read_answer(struct as_git *g, struct as_err *err)
{
	FILE *f = fopen(g->answer_path, "rbe");
	struct stat sb;
	enum as_status st = AS_OK;

	free(g->answer);
	g->answer = NULL;
	if (!f || fstat(fileno(f), &sb))
		st = as_fail(err, AS_ERR_SYS, "cannot read what git wrote to '%s'", g->answer_path);
	else if (sb.st_size > ANSWER_BYTES)
		st = as_fail(err, AS_ERR_DATA, "git wrote more than 64 MiB to '%s'",
			g->answer_path);
	size_t n = st ? 0 : (size_t)sb.st_size;
	if (!st && !(g->answer = malloc(n + 1)))
		st = as_fail_memory(err);
	if (!st) {
		n = fread(g->answer, 1, n, f);
		g->answer_bytes = n && g->answer[n - 1] == '\n' ? n - 1 : n;
		g->answer[g->answer_bytes] = '\0';
	}
	if (f)
		fclose(f);
	return st;
}

enum as_status as_git_run(struct as_git *g, const struct as_git_call *call,
	const char *const *words, struct as_err *err)
{
	static const char *const quiet[] = {
		"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C", NULL};
	const char *argv[WORDS] = {g->program, "-C",
		call && call->folder ? call->folder : g->directory};
	const char *env[WORDS] = {NULL};
	size_t n = 3, k = 0;

	for (size_t i = 0; i < ALWAYS; i++)
		argv[n++] = always[i];
	for (size_t i = 0; words[i] && n < WORDS - 1; i++)
		argv[n++] = words[i];
	for (size_t i = 0; quiet[i]; i++)
		env[k++] = quiet[i];
	for (size_t i = 0; call && call->env && call->env[i] && k < WORDS - 1; i++)
		env[k++] = call->env[i];
	const struct as_launch launch = {.command = g->command, .argv = argv, .env = env,
		.timeout_ns = call && call->limit_ns ? call->limit_ns : LIMIT_NS};
	enum as_status st = as_tool_launch(g->spawner, &launch, "git", &g->last, err);
	return st ? st : read_answer(g, err);
}

bool as_git_well(const struct as_git *g)
{
	return as_tool_went_well(&g->last);
}

enum as_status as_git_fail(struct as_git *g, enum as_status code, struct as_err *err,
	const char *fmt, ...)
{
	char what[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(what, sizeof what, fmt, args);
	va_end(args);
	if (!g->last.tail_bytes)
		return as_fail(err, code, "%s", what);
	return as_fail(err, code, "%s; git says: %s", what, as_tool_words(&g->last, &g->arena));
}

enum as_status as_git_must(struct as_git *g, const struct as_git_call *call,
	const char *const *words, const char *what, struct as_err *err)
{
	enum as_status st = as_git_run(g, call, words, err);

	if (st || as_git_well(g))
		return st;
	if (g->last.timed_out)
		return as_fail(err, AS_ERR_SYS, "cannot %s: git took longer than ten minutes",
			what);
	return as_git_fail(g, AS_ERR_SYS, err, "cannot %s", what);
}
