/* SPDX-License-Identifier: GPL-3.0-or-later */

/* assay-wrap: stands in for a compiler or the linker while assay builds a program whose Makefile
 * knows nothing of ASSAY_CFLAGS and ASSAY_LDFLAGS. It lies in a folder that is first in PATH, under
 * the names of the tools; it adds the words of these variables where they belong, takes its folder
 * out of PATH, and becomes the real tool, the next of its name in PATH.
 *
 *	ASSAY_CFLAGS      added where something is compiled
 *	ASSAY_LDFLAGS     added where a program or a library is linked: files first, options last
 *	ASSAY_LAYOUT_LD   the same for the name ld
 *	ASSAY_GO_LDFLAGS  one word for Go's linker, for the name go
 *	ASSAY_CCACHE      the path of ccache, by which a file is compiled; what it is to be told is in
 *	                  ASSAY_CCACHE_DIR and the like, and nothing else of the user's for it counts
 *	ASSAY_WRAPPED     a file that is there afterwards: it says that we were asked; one more, with
 *	                  ".late" behind its name, says that the link is what compiles (-flto)
 *
 * Words of these are separated by blanks, and never added twice. Without them it only becomes the
 * tool. A program, not a script: it runs for each file of a build, and takes words as they are. */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/fixed.h"
#include "run/layout/wrap_go.h"
#include "run/layout/wrap_words.h"

enum { WORDS = 64, FILE_BYTES = 1 << 20, NOT_FOUND = 127, NOT_STARTED = 126 };

/* ---- what is asked ---- */

/* The words of @file, as far as they decide anything: quotes in it are not looked at. */
static void see_words_of(struct as_wrap_seen *seen, const char *path)
{
	char *bytes = malloc(FILE_BYTES + 1), *save = NULL;
	FILE *f = bytes ? fopen(path, "re") : NULL;

	if (f) {
		size_t n = fread(bytes, 1, FILE_BYTES, f);
		bytes[n] = '\0';
		for (char *w = strtok_r(bytes, " \t\r\n", &save); w;
			w = strtok_r(NULL, " \t\r\n", &save))
			as_wrap_see(seen, w);
		fclose(f);
	}
	free(bytes);
}

static struct as_wrap_seen look(const char *name, char *const *argv)
{
	struct as_wrap_seen seen = as_wrap_begin(name);

	for (size_t i = 1; argv[i]; i++) {
		if (argv[i][0] == '@' && !seen.value)
			see_words_of(&seen, argv[i] + 1);
		else
			as_wrap_see(&seen, argv[i]);
	}
	return seen;
}

/* ---- what is added ---- */

struct wrap_words {
	char *v[WORDS];
	size_t n;
};

/* Those of list that are not yet in argv; files are what does not begin with a dash. */
static void pick(struct wrap_words *out, char *list, bool files, char *const *argv)
{
	char *save = NULL;

	for (char *w = strtok_r(list, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		size_t i = 1;
		while (argv[i] && strcmp(argv[i], w) != 0)
			i++;
		if (!argv[i] && (*w != '-') == files && out->n < WORDS)
			out->v[out->n++] = w;
	}
}

static void append(char **to, size_t *n, char *const *from, size_t count)
{
	memcpy(to + *n, from, count * sizeof *to);
	*n += count;
}

/* What the tool is started with. Words lie in argv and in the three texts. */
struct start {
	char *cflags, *files, *options;
	char **words; /* the first is that of ccache */
	char *path;
	bool cached;  /* ccache is to be asked */
	bool late;    /* what is compiled is compiled by the link */
	bool aside;   /* nothing that has a layout is made */
};

static void release(struct start *s)
{
	free(s->cflags);
	free(s->files);
	free(s->options);
	free(s->words);
	free(s->path);
}

static char *variable(const char *name)
{
	const char *value = getenv(name);

	return strdup(value ? value : "");
}

/* As make_words, of go. */
static bool make_go_words(struct start *s, char **argv, size_t argc)
{
	const struct as_wrap_go go =
		as_wrap_go(argv, argc, getenv("ASSAY_GO_LDFLAGS"), getenv("GOFLAGS"));

	s->words = calloc(argc + 3, sizeof *s->words);
	s->options = go.text;
	s->aside = !go.added;
	if (s->words && go.words)
		memcpy(s->words + 1, go.words, (argc + 1) * sizeof *s->words);
	free(go.words);
	return s->words && go.words;
}

/* False when out of memory. */
static bool make_words(struct start *s, char **argv, size_t argc)
{
	const char *from = strcmp(argv[0], "ld") ? "ASSAY_LDFLAGS" : "ASSAY_LAYOUT_LD";
	struct wrap_words first = {.n = 0}, last = {.n = 0};
	size_t n = 1;

	if (!strcmp(argv[0], "go"))
		return make_go_words(s, argv, argc);
	s->cflags = variable("ASSAY_CFLAGS");
	s->files = variable(from);
	s->options = variable(from);
	s->words = calloc(argc + 3 * WORDS + 2, sizeof *s->words);
	if (!s->cflags || !s->files || !s->options || !s->words)
		return false;
	const struct as_wrap_seen seen = look(argv[0], argv);
	const unsigned add = as_wrap_add(&seen, strstr(s->options, "lld") != NULL);
	s->cached = as_wrap_compiles(&seen);
	s->late = seen.lto && seen.input && !seen.leave;
	if (add & AS_WRAP_FILES)
		pick(&first, s->files, true, argv);
	if (add & AS_WRAP_CFLAGS)
		pick(&last, s->cflags, false, argv);
	if (add & AS_WRAP_OPTIONS)
		pick(&last, s->options, false, argv);
	append(s->words, &n, argv, 1);
	append(s->words, &n, first.v, first.n);
	append(s->words, &n, argv + 1, argc - 1);
	append(s->words, &n, last.v, last.n);
	return true;
}

/* ---- the real tool ---- */

/* The folder we were found in, as the kernel was told it; false where that cannot be seen. */
static bool see_own_folder(struct stat *out)
{
	const char *own = (const char *)getauxval(AT_EXECFN),
		   *slash = own ? strrchr(own, '/') : NULL;
	char folder[PATH_MAX];

	if (!slash)
		return false;
	snprintf(folder, sizeof folder, "%.*s", (int)(slash - own), own);
	return !stat(*folder ? folder : "/", out);
}

static bool is_folder(const char *path, size_t n, const struct stat *own)
{
	char folder[PATH_MAX];
	struct stat sb;

	snprintf(folder, sizeof folder, "%.*s", n ? (int)n : 1, n ? path : ".");
	return !stat(folder, &sb) && sb.st_dev == own->st_dev && sb.st_ino == own->st_ino;
}

/* PATH without our own folder: whatever the tool starts shall not meet us again. */
static char *path_without_us(const char *path)
{
	const size_t size = strlen(path) + 2;
	char *out = malloc(size);
	struct stat own;
	size_t used = 0;

	if (!out)
		return NULL;
	out[0] = '\0';
	if (!see_own_folder(&own)) {
		(void)as_put(out, size, &used, path);
		return out;
	}
	for (;;) {
		size_t n = strcspn(path, ":");
		if (!is_folder(path, n, &own)) {
			(void)as_put_n(out, size, &used, path, n);
			(void)as_put_char(out, size, &used, ':');
		}
		if (!path[n])
			break;
		path += n + 1;
	}
	out[used ? used - 1 : 0] = '\0';
	return out;
}

/* For ccache, ASSAY_CCACHE_X becomes CCACHE_X, in the place of whatever the user has set. False when
 * out of memory. */
static bool set_variables(void)
{
	static const char ours[] = "ASSAY_CCACHE_", theirs[] = "CCACHE_";

	for (size_t i = 0; environ[i];) {
		char name[64];
		const size_t n = strcspn(environ[i], "=");

		snprintf(name, sizeof name, "%.*s", (int)n, environ[i]);
		if (strncmp(name, theirs, sizeof theirs - 1) != 0 || unsetenv(name))
			i++;
	}
	for (size_t i = 0; environ[i]; i++) {
		char name[64];
		const char *value = strchr(environ[i], '=');

		if (!value || strncmp(environ[i], ours, sizeof ours - 1) != 0)
			continue;
		snprintf(name, sizeof name, "%.*s", (int)(value - environ[i]), environ[i]);
		if (setenv(name + sizeof "ASSAY_" - 1, value + 1, 1))
			return false;
	}
	return true;
}

/* Where one file is compiled; returns if there is no ccache. */
static void ask_ccache(const struct start *s)
{
	s->words[0] = getenv("ASSAY_CCACHE");
	if (s->cached && s->words[0] && set_variables())
		execv(s->words[0], s->words);
}

static void leave_mark(const char *ending)
{
	const char *wrapped = getenv("ASSAY_WRAPPED");
	char path[PATH_MAX];
	const int n = snprintf(path, sizeof path, "%s%s", wrapped ? wrapped : "", ending);
	int fd = wrapped && n < PATH_MAX ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;

	if (fd >= 0)
		close(fd);
}

/* Returns only when the tool cannot be started: with errno. */
static int become(struct start *s, char **argv, size_t argc)
{
	const char *path = getenv("PATH");

	s->path = path_without_us(path ? path : "/usr/bin:/bin");
	if (!s->path || !make_words(s, argv, argc) || setenv("PATH", s->path, 1))
		return ENOMEM;
	if (!*s->path) /* would be the directory we are in */
		return ENOENT;
	if (!s->aside)
		leave_mark("");
	if (s->late)
		leave_mark(AS_LAYOUT_LATE);
	ask_ccache(s);
	execvp(argv[0], s->words + 1);
	return errno;
}

int main(int argc, char **argv)
{
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
	struct start s = {.words = NULL};
	int error;

	if (argc < 1)
		return NOT_STARTED;
	if (slash) /* compilers look for their parts beside what they were called as */
		argv[0] += slash - argv[0] + 1;
	error = become(&s, argv, (size_t)argc);
	release(&s);
	dprintf(STDERR_FILENO, "assay-wrap: cannot start '%s' from PATH: %s\n", argv[0],
		strerror(error));
	return error == ENOENT ? NOT_FOUND : NOT_STARTED;
}
