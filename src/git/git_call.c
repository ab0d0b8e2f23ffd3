/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "git/git_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/spawner/tool.h"

#define LIMIT_NS INT64_C(600000000000)

enum { ANSWER_BYTES = 64 << 20 };

/* Before the words of every call: nothing of any settings starts a program of its own, writes
 * beside the index, or leaves files out. Filters have names: guard.c. */
static const char *const always[] = {"--no-pager", "-c", "safe.bareRepository=explicit", "-c",
	"core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.splitIndex=false",
	"-c", "core.untrackedCache=false", "-c", "core.sparseCheckout=false", "-c", "gc.auto=0",
	"-c", "maintenance.auto=false", "-c", "advice.addEmbeddedRepo=false", "-c",
	"submodule.recurse=false", "-c", "log.showSignature=false", "-c", "core.askPass=", "-c",
	"credential.helper=", "-c", "protocol.allow=never"};

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

/* git failed: perhaps because there is no room for its answer, of which it may say nothing. */
static enum as_status check_room(const struct as_git *g, struct as_err *err)
{
	static const char room[1 << 14];
	int fd = open(g->answer_path, O_WRONLY | O_CLOEXEC);
	struct stat sb;
	int why = 0;

	if (fd >= 0 && !fstat(fd, &sb)) {
		errno = 0;
		if (pwrite(fd, room, sizeof room, sb.st_size) < (ssize_t)sizeof room)
			why = errno ? errno : ENOSPC;
		if (ftruncate(fd, sb.st_size) && !why)
			why = errno;
	}
	if (fd >= 0)
		close(fd);
	return why ? as_fail_sys(err, why, "cannot write what git answers to '%s'; free some "
			"space, or set TMPDIR to a folder that has some", g->answer_path)
		   : AS_OK;
}

enum as_status as_git_run(struct as_git *g, const struct as_git_call *call,
	const char *const *words, struct as_err *err)
{
	const char *const where[] = {
		g->program, "-C", call && call->folder ? call->folder : g->directory};
	size_t n = 0;

	while (words[n])
		n++;
	const char **argv = calloc(3 + ALWAYS + n + 1, sizeof *argv);
	if (!argv)
		return as_fail_memory(err);
	memcpy(argv, where, sizeof where);
	memcpy(argv + 3, always, sizeof always);
	memcpy(argv + 3 + ALWAYS, words, n * sizeof *argv);
	const struct as_launch launch = {.command = g->command, .argv = argv,
		.env = call ? call->env : NULL,
		.timeout_ns = call && call->limit_ns ? call->limit_ns : LIMIT_NS};
	enum as_status st = as_tool_launch(g->spawner, &launch, "git", &g->last, err);
	free(argv);
	if (!st && !as_git_well(g))
		st = check_room(g, err);
	return st ? st : read_answer(g, err);
}

int64_t as_git_date(const char *seconds)
{
	int64_t ns = 0;

	return __builtin_mul_overflow(strtoll(seconds, NULL, 10), INT64_C(1000000000), &ns) ? 0
											     : ns;
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
	return as_git_fail(g, AS_ERR_SYS, err, "cannot %s%s", what,
		g->disarmed ? " without the filters that the repository's own settings name, which "
			      "assay does not run (git config --global sets them for you)"
			    : "");
}
