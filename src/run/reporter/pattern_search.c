/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/num.h"
#include "base/text/fixed.h"
#include "run/reporter/pattern.h"

enum { NUMBER_BYTES = 64, MEMORY_BYTES = 512 << 20 };

/* An address sanitizer keeps terabytes of shadows, which a limit of memory takes for data. */
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define LIMITS_MEMORY 0
#else
#define LIMITS_MEMORY 1
#endif

/* What the searching process sends back for each expression. */
struct pattern_search_found {
	size_t matches;
	double number;
	bool is_number;
	char text[NUMBER_BYTES]; /* what matched, cut */
};

static void take_match(
	struct pattern_search_found *f, const char *line, const regmatch_t match[static 2])
{
	const regmatch_t *m = match[1].rm_so >= 0 ? &match[1] : &match[0];
	const size_t n = (size_t)(m->rm_eo - m->rm_so);
	size_t k = 0;

	f->matches++;
	(void)as_put_n(AS_ROOM(f->text), &k, line + m->rm_so, n);
	f->is_number = as_parse_double(f->text, &f->number) && isfinite(f->number);
}

/* The next line, its first bytes; false at the end of what is read. */
static bool next_line(FILE *f, char line[static AS_PATTERN_LINE + 1], size_t *left)
{
	size_t n = 0;
	int c = EOF;

	line[0] = '\0';
	while (*left && (c = getc_unlocked(f)) != EOF && c != '\n') {
		--*left;
		if (n < AS_PATTERN_LINE) /* a 0 would hide what follows it */
			(void)as_put_char(line, AS_PATTERN_LINE + 1, &n, c ? (char)c : '\x01');
	}
	*left -= *left > 0;
	return n || c == '\n';
}

static void look_at(const char *line, const regex_t *regex, size_t n,
	struct pattern_search_found *found)
{
	for (size_t i = 0; i < n; i++) {
		regmatch_t match[2] = {{.rm_so = -1}, {.rm_so = -1}};

		if (!regexec(&regex[i], line, 2, match, 0))
			take_match(&found[i], line, match);
	}
}

/* Compiled expressions are freed with the process. */
static int search(const char *path, const struct as_search *v, size_t n,
	struct pattern_search_found *found)
{
	FILE *f = fopen(path, "re");
	int error = f ? 0 : errno;
	regex_t *regex = calloc(n + 1, sizeof *regex);
	char *line = malloc(AS_PATTERN_LINE + 1);
	size_t left = AS_PATTERN_BYTES_READ;

	if (!error && (!regex || !line))
		error = ENOMEM;
	for (size_t i = 0; i < n && !error; i++)
		error = regcomp(&regex[i], v[i].regex, REG_EXTENDED) ? ENOMEM : 0;
	while (f && !error && next_line(f, line, &left))
		look_at(line, regex, n, found);
	if (f && !error && ferror(f))
		error = EIO;
	if (f)
		fclose(f);
	free(regex);
	free(line);
	return error;
}

/* The process that searches: it ends by its own exit, or because it took too much. */
_Noreturn static void be_searcher(int out, const char *path, const struct as_search *v, size_t n,
	struct pattern_search_found *found)
{
	const struct rlimit time = {AS_PATTERN_SECONDS, AS_PATTERN_SECONDS}, core = {0, 0};
	const struct rlimit memory = {MEMORY_BYTES, MEMORY_BYTES};
	struct sigaction by_default = {.sa_handler = SIG_DFL};
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigaction(SIGXCPU, &by_default, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setrlimit(RLIMIT_CPU, &time);
	setrlimit(RLIMIT_CORE, &core);
	if (LIMITS_MEMORY)
		setrlimit(RLIMIT_DATA, &memory);
	int error = search(path, v, n, found);
	ssize_t size = (ssize_t)(n * sizeof *found);
	_exit(error ? error : write(out, found, (size_t)size) == size ? 0 : EIO);
}

static enum as_status judge(const struct pattern_search_found *found, struct as_search *v, size_t n,
	struct as_err *err)
{
	for (size_t i = 0; i < n; i++) {
		if (!found[i].matches)
			return as_fail(err, AS_ERR_DATA,
				"no line of its output matches '%.200s' (--metric %.60s)",
				v[i].regex, v[i].name);
		if (!found[i].is_number)
			return as_fail(err, AS_ERR_DATA,
				"'%.63s' in its output is no number (--metric %.60s); the "
				"number is the first group in parentheses, or all that matches",
				found[i].text, v[i].name);
	}
	for (size_t i = 0; i < n; i++) {
		v[i].value = found[i].number * v[i].scale;
		v[i].matches = found[i].matches;
	}
	return AS_OK;
}

static enum as_status ended(int status, const char *path, struct as_err *err)
{
	if (WIFSIGNALED(status))
		return as_fail(err, AS_ERR_DATA,
			"looking for --metric in its output took over %d s of processor "
			"time or too much memory: simplify the expression, or print less",
			AS_PATTERN_SECONDS);
	errno = WEXITSTATUS(status);
	return as_fail(err, AS_ERR_SYS,
		"cannot read '%.300s', the output in which --metric is looked for", path);
}

enum as_status as_pattern_search(const char *path, struct as_search *v, size_t n,
	struct as_err *err)
{
	struct pattern_search_found *found = calloc(n + 1, sizeof *found);
	size_t size = n * sizeof *found, got = 0;
	int pipes[2], status = 0;

	if (!found)
		return as_fail_memory(err);
	if (pipe2(pipes, O_CLOEXEC) != 0) {
		free(found);
		return as_fail(err, AS_ERR_SYS,
			"cannot make a pipe to look for --metric in the output");
	}
	pid_t pid = fork();
	if (pid == 0)
		be_searcher(pipes[1], path, v, n, found);
	int why = errno;
	close(pipes[1]);
	while (pid > 0 && got < size) {
		ssize_t k = read(pipes[0], (char *)found + got, size - got);
		if (k == 0 || (k < 0 && errno != EINTR))
			break;
		got += k > 0 ? (size_t)k : 0;
	}
	close(pipes[0]);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	errno = why;
	enum as_status st = pid < 0 ? as_fail(err, AS_ERR_SYS,
			"cannot make a process to look for --metric in the output")
		: status || got < size ? ended(status, path, err) : judge(found, v, n, err);
	free(found);
	return st;
}
