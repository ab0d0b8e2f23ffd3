/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/spawner/wait_status.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	LINE_BYTES = 256, /* Linux reads as much of a #! line */
	NAME_BYTES = 256, /* of a command's name in a sentence */
};

struct as_ended as_status_ended(int status)
{
	if (WIFSIGNALED(status))
		return (struct as_ended){AS_ENDED_SIGNAL, WTERMSIG(status)};
	if (WEXITSTATUS(status))
		return (struct as_ended){AS_ENDED_FAILED, WEXITSTATUS(status)};
	return (struct as_ended){AS_ENDED_OK, 0};
}

struct as_ended as_launched_ended(const struct as_launched *r)
{
	if (r->step != AS_STEP_NONE)
		return (struct as_ended){AS_ENDED_NOT_STARTED, r->exec_errno};
	if (r->cancelled)
		return (struct as_ended){AS_ENDED_CANCELLED, 0};
	if (r->wants_terminal)
		return (struct as_ended){AS_ENDED_SIGNAL, SIGTTIN};
	if (r->timed_out)
		return (struct as_ended){AS_ENDED_TIMEOUT, 0};
	return as_status_ended(r->status);
}

enum as_status as_launch_starved(const struct as_launched *r, const char *what, const char *next,
	struct as_err *err)
{
	if (r->step != AS_STEP_CLONE && r->step != AS_STEP_PIPE)
		return AS_OK;
	return as_fail_sys(err, 0,
		"cannot start %s: no %s (%s): what had finished is kept%s; make room first: %s",
		what, r->step == AS_STEP_PIPE ? "file can be opened" : "process can be made",
		strerror(r->exec_errno), next,
		r->step == AS_STEP_PIPE   ? "see ulimit -n"
		: r->exec_errno == EAGAIN ? "end some, or see ulimit -u and pids.max of the cgroup"
					  : "see how much memory is free");
}

/* The interpreter that the first line of a script names, into line; NULL if it is no script. */
static const char *interpreter(int folder, const char *path, char line[static LINE_BYTES])
{
	int fd = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd >= 0 ? read(fd, line, LINE_BYTES - 1) : -1;
	char *start = line + 2;

	if (fd >= 0)
		close(fd);
	line[n > 0 ? n : 0] = '\0';
	if (line[0] != '#' || line[1] != '!')
		return NULL;
	start += strspn(start, " \t");
	start[strcspn(start, " \t\n")] = '\0';
	return *start ? start : NULL;
}

/* What is wrong with the file itself, as far as looking at it tells; NULL if nothing is. */
static const char *defect(int folder, const char *path, int error)
{
	struct stat st;

	if (fstatat(folder, path, &st, 0) != 0 && errno != ENOENT)
		return NULL;
	if (fstatat(folder, path, &st, 0) != 0)
		return folder == AT_FDCWD ? "no such file; check its path, or build it first"
					  : "no such file in this version, which has what git "
					    "keeps; --build makes it, or --carry brings it";
	if (S_ISDIR(st.st_mode))
		return "it is a directory; give the path of a program";
	if (error == EACCES && faccessat(folder, path, X_OK, AT_EACCESS) != 0)
		return "it is not executable; make it so with chmod +x, or name its interpreter "
		       "first";
	if (error == ENOEXEC && st.st_size == 0)
		return "it is empty; give a program, or a script with a first line such as "
		       "#!/bin/sh";
	if (error == ENOEXEC)
		return "it is neither a program for this machine nor a script with a first line "
		       "such as #!/bin/sh; add that line, or name its interpreter first";
	return NULL;
}

static enum as_status explain_exec(const struct as_command_spec *spec, int error,
	struct as_err *err)
{
	int folder = spec->cwd ? open(spec->cwd, O_PATH | O_DIRECTORY | O_CLOEXEC) : AT_FDCWD;
	char line[LINE_BYTES] = "";
	const char *why = defect(folder, spec->path, error);
	const char *script = why ? NULL : interpreter(folder, spec->path, line);

	if (folder >= 0)
		close(folder);
	if (why)
		as_fail(err, AS_ERR_BENCH, "cannot run '%s': %s", spec->argv[0], why);
	else if (script && (error == ENOENT || error == EACCES))
		as_fail(err, AS_ERR_BENCH,
			"cannot run '%s': its first line names the interpreter '%s', which %s; "
			"install that, or change the line",
			spec->argv[0], script,
			error == ENOENT ? "does not exist" : "cannot be executed");
	else if (error == ENOENT)
		as_fail(err, AS_ERR_BENCH,
			"cannot run '%s': the loader it was linked for does not exist; install the "
			"libraries it was built with", spec->argv[0]);
	else if (error == E2BIG)
		as_fail(err, AS_ERR_BENCH,
			"cannot run '%s': its words and environment are longer than the system "
			"takes; shorten them",
			spec->argv[0]);
	else
		as_fail(err, AS_ERR_BENCH, "cannot run '%s': %s", spec->argv[0], strerror(error));
	return AS_ERR_BENCH;
}

static enum as_status explain_step(const struct as_command_spec *spec, const struct as_launched *r,
	struct as_err *err)
{
	const char *what = "process", *path = NULL;

	switch (r->step) {
	case AS_STEP_INPUT:
		what = "input file";
		path = spec->input;
		break;
	case AS_STEP_OUTPUT:
		what = "output file";
		path = spec->out.path;
		break;
	case AS_STEP_ERROR:
		what = "file for standard error";
		path = spec->err.path;
		break;
	case AS_STEP_CHDIR:
		what = "working directory";
		path = spec->cwd;
		break;
	case AS_STEP_FIXED:
		return as_fail(err, AS_ERR_BENCH,
			"cannot run '%s' at fixed addresses: switching address randomisation off "
			"for it was refused: %s; a container may forbid it: leave --randomize "
			"address on",
			spec->argv[0], strerror(r->exec_errno));
	case AS_STEP_PIPE:
		what = "pipe for its output";
		break;
	case AS_STEP_CPUSET:
	case AS_STEP_CPUS:
	case AS_STEP_MEMORY:
	case AS_STEP_PRIORITY: /* tried before measuring: something has changed since */
		return as_fail(err, AS_ERR_BENCH,
			"cannot run '%s' isolated as asked for: %s, though it could be "
			"at the beginning; somebody has changed that meanwhile",
			spec->argv[0], strerror(r->exec_errno));
	case AS_STEP_CLONE:
	case AS_STEP_EXEC:
	case AS_STEP_NONE:
		break;
	}
	if (!path)
		return as_fail(err, AS_ERR_BENCH, "cannot run '%s': cannot make the %s: %s",
			spec->argv[0], what, strerror(r->exec_errno));
	return as_fail(err, AS_ERR_BENCH, "cannot run '%s': cannot open the %s '%s': %s",
		spec->argv[0], what, path, strerror(r->exec_errno));
}

/* As --timeout takes it. */
static void put_duration(char *out, size_t size, int64_t ns)
{
	if (ns % 1000000000 == 0)
		snprintf(out, size, "%" PRId64 "s", ns / 1000000000);
	else if (ns % 1000000 == 0)
		snprintf(out, size, "%" PRId64 "ms", ns / 1000000);
	else
		snprintf(out, size, "%" PRId64 "ns", ns);
}

/* A name that leaves room for the rest of the sentence. */
static void shorten(const char *name, char out[static NAME_BYTES])
{
	size_t n = strlen(name), end = n < NAME_BYTES ? n : NAME_BYTES - sizeof "...";

	while (end && end < n && ((unsigned char)name[end] & 0xC0) == 0x80)
		end--; /* not within a character */
	snprintf(out, NAME_BYTES, "%.*s%s", (int)end, name, end < n ? "..." : "");
}

const char *as_launch_unloaded(const struct as_launched *r)
{
	static const char said[] = "error while loading shared libraries";
	enum { NOT_LOADED = 127 };
	const struct as_ended e = as_launched_ended(r);

	if (e.ending != AS_ENDED_FAILED || e.code != NOT_LOADED || !r->tail_bytes ||
		!memmem(r->tail, r->tail_bytes, said, sizeof said - 1))
		return NULL;
	return "a library that it is linked with is not found; name the folder of the library in "
	       "LD_LIBRARY_PATH, or link the program with -Wl,-rpath,FOLDER";
}

static enum as_status explain(const struct as_launch_subject *what, const struct as_launched *r,
	struct as_err *err)
{
	const char *see = what->unheard ? "; --show-output shows what it prints" : "";
	struct as_ended e = as_launched_ended(r);
	char name[NAME_BYTES], limit[32];

	shorten(what->name, name);
	switch (e.ending) {
	case AS_ENDED_NOT_STARTED:
		if (r->step == AS_STEP_EXEC)
			return explain_exec(what->spec, e.code, err);
		return explain_step(what->spec, r, err);
	case AS_ENDED_FAILED:
		if (as_launch_unloaded(r))
			return as_fail(err, AS_ERR_BENCH, "cannot start '%s': %s", name,
				as_launch_unloaded(r));
		if (what->in_vain)
			return as_fail(err, AS_ERR_BENCH,
				"'%s' failed: it ended with exit status %d, and has "
				"reported nothing%s",
				name, e.code, see);
		return as_fail(err, AS_ERR_BENCH,
			"'%s' failed: it ended with exit status %d; if that is fine, say so with "
			"--ignore-failure=%d%s", name, e.code, e.code, see);
	case AS_ENDED_SIGNAL:
		if (r->wants_terminal)
			return as_fail(err, AS_ERR_BENCH,
				"'%s' failed: it wanted to use the terminal, which nothing that "
				"is measured can; give it its input with --input, or let it not "
				"ask",
				name);
		return as_fail(err, AS_ERR_BENCH,
			"'%s' failed: it was killed by signal %d (%s)%s%s", name, e.code,
			strsignal(e.code),
			e.code == SIGKILL ? ", as the system does when memory runs out" : "", see);
	case AS_ENDED_TIMEOUT:
		put_duration(limit, sizeof limit, what->timeout_ns);
		return as_fail(err, AS_ERR_BENCH,
			"'%s' failed: it ran longer than --timeout %s and was ended; give it more "
			"time, or less to do%s", name, limit, see);
	case AS_ENDED_CANCELLED:
		return as_fail(err, AS_ERR_BENCH, "'%s' was stopped", name);
	case AS_ENDED_OK:
	case AS_ENDED_REPORT:
	case AS_ENDED_SKIPPED:
		break;
	}
	return as_fail(err, AS_ERR_BENCH, "'%s' ended well", name);
}

enum as_status as_launch_explain(const struct as_launch_subject *what, const struct as_launched *r,
	struct as_err *err)
{
	enum as_status st = explain(what, r, err);

	if (r->tail_bytes)
		as_err_keep_output(err, r->tail, r->tail_bytes);
	return st;
}

static enum as_status explain_build(const char *name, int64_t timeout_ns,
	const struct as_launched *r, struct as_err *err)
{
	struct as_ended e = as_launched_ended(r);
	char limit[32];

	put_duration(limit, sizeof limit, timeout_ns);
	if (e.ending == AS_ENDED_NOT_STARTED)
		return as_fail(err, AS_ERR_BENCH, "cannot start the shell for the build '%s': %s",
			name, strerror(e.code));
	if (r->wants_terminal)
		return as_fail(err, AS_ERR_BENCH,
			"the build '%s' failed: it wanted to use the terminal, which nothing that "
			"assay starts can; let it not ask",
			name);
	if (e.ending == AS_ENDED_TIMEOUT)
		return as_fail(err, AS_ERR_BENCH,
			"the build '%s' failed: it ran longer than --build-timeout %s and was "
			"ended; nothing was measured",
			name, limit);
	if (e.ending == AS_ENDED_SIGNAL)
		return as_fail(err, AS_ERR_BENCH,
			"the build '%s' failed: it was killed by signal %d (%s)%s; nothing was "
			"measured",
			name, e.code, strsignal(e.code),
			e.code == SIGKILL ? ", as the system does when memory runs out" : "");
	return as_fail(err, AS_ERR_BENCH,
		"the build '%s' failed: it ended with exit status %d; nothing was measured", name,
		e.code);
}

enum as_status as_build_explain(const char *command, int64_t timeout_ns,
	const struct as_launched *r, struct as_err *err)
{
	char name[NAME_BYTES];

	shorten(command, name);
	enum as_status st = explain_build(name, timeout_ns, r, err);
	if (r->tail_bytes)
		as_err_keep_output(err, r->tail, r->tail_bytes);
	return st;
}
