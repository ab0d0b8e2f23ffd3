/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/reporter/reported_benchmarks.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	PIECE = 1 << 20,
	MARK_BYTES = 32,             /* the longest mark is shorter */
	PROGRAM_BYTES = 512 << 20,   /* of a program, so much is looked through; */
	SCRIPT_BYTES = 4 << 20,      /* a text with more is none that a person wrote */
	SCRIPT_WORDS = 4,            /* of an interpreter, the name of a script among them */
	JAVA_WORDS = 8,              /* of java, which is given many an option, its classes */
};

/* What stands in programs, the first that is there deciding. A library that is linked shows as its
 * name. */
static const struct {
	const char *mark;
	enum as_speaks speaks;
} marks[] = {
	{"ASSAY_SPAWN", AS_SPEAKS_NOT}, /* assay itself, which knows all these words */
	{"ASSAY_LIST", AS_SPEAKS_PROTOCOL},
	{"libassay.so", AS_SPEAKS_PROTOCOL},
	{"--benchmark_list_tests", AS_SPEAKS_GOOGLE},
	{"libbenchmark.so", AS_SPEAKS_GOOGLE},
	{"libbenchmark_main.so", AS_SPEAKS_GOOGLE},
	{"test.benchtime", AS_SPEAKS_GO_TEST},
};

/* Their names, or how these begin: what they are given to read may be a program. */
static const char *const interpreters[] = {"python", "pypy", "node", "deno", "bun", "qjs", "sh",
	"bash", "dash", "ksh", "zsh", "fish", "perl", "ruby", "php", "lua", "Rscript", "julia"};

static const char *const script_marks[] = {"ASSAY_LIST", "assay_report", "AssayReport"};
static const char java_class[] = "AssayReport.class"; /* of clients/ */

enum { MARKS = sizeof marks / sizeof marks[0] };

static bool is_elf(const char *bytes, size_t n)
{
	return n >= 4 && !memcmp(bytes, "\177ELF", 4);
}

static bool has(const char *bytes, size_t n, const char *mark)
{
	return memmem(bytes, n, mark, strlen(mark)) != NULL;
}

/* The first of the marks in the order of the table, whatever its place in the file. */
static enum as_speaks look(int fd, char *room)
{
	bool found[MARKS] = {false};
	size_t kept = 0, seen = 0;
	ssize_t got;

	while (seen < PROGRAM_BYTES && (got = read(fd, room + kept, PIECE)) > 0) {
		size_t n = kept + (size_t)got;
		if (!seen && !is_elf(room, n))
			return AS_SPEAKS_NOT;
		seen += (size_t)got;
		for (size_t k = 0; k < MARKS; k++)
			found[k] = found[k] || has(room, n, marks[k].mark);
		kept = n < MARK_BYTES ? n : MARK_BYTES;
		memmove(room, room + n - kept, kept);
	}
	for (size_t k = 0; k < MARKS; k++)
		if (found[k])
			return marks[k].speaks;
	return AS_SPEAKS_NOT;
}

/* It has one of the marks of scripts; a text is small enough to be read whole. */
static bool has_script_mark(int fd, bool is_text, char *room)
{
	size_t kept = 0, seen = 0, limit = is_text ? SCRIPT_BYTES : PROGRAM_BYTES;
	ssize_t got;

	while (seen < limit && (got = read(fd, room + kept, PIECE)) > 0) {
		size_t n = kept + (size_t)got;
		seen += (size_t)got;
		if (is_text && memchr(room, 0, n))
			return false;
		for (size_t k = 0; k < sizeof script_marks / sizeof script_marks[0]; k++)
			if (has(room, n, script_marks[k]))
				return true;
		kept = n < MARK_BYTES ? n : MARK_BYTES;
		memmove(room, room + n - kept, kept);
	}
	return false;
}

/* Nothing that could block, and nothing but a file. */
static int open_regular(int folder, const char *path)
{
	struct stat sb;
	int fd = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0 || (!fstat(fd, &sb) && S_ISREG(sb.st_mode)))
		return fd;
	close(fd);
	return -1;
}

static enum as_speaks look_at(int folder, const char *path, bool program, char *room)
{
	enum as_speaks speaks = AS_SPEAKS_NOT;
	int fd = open_regular(folder, path);

	if (fd < 0)
		return AS_SPEAKS_NOT;
	if (program)
		speaks = look(fd, room);
	if (speaks == AS_SPEAKS_NOT && lseek(fd, 0, SEEK_SET) == 0 &&
		has_script_mark(fd, true, room))
		speaks = AS_SPEAKS_PROTOCOL;
	close(fd);
	return speaks;
}

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_interpreter(const char *path)
{
	const char *name = name_of(path);

	for (size_t i = 0; i < sizeof interpreters / sizeof interpreters[0]; i++) {
		size_t n = strlen(interpreters[i]);
		/* python3.11, node18 */
		if (!strncmp(name, interpreters[i], n) &&
			!name[n + strspn(name + n, "js0123456789.-")])
			return true;
	}
	return false;
}

/* java -cp FOLDER Main, java -jar FILE: the client is a class there; an archive names its files. */
static enum as_speaks look_at_classes(int folder, const char *path, char *room)
{
	bool found = false;
	const int classes = openat(folder, path, O_PATH | O_DIRECTORY | O_CLOEXEC);

	if (classes >= 0) {
		found = !faccessat(classes, java_class, F_OK, 0);
		close(classes);
		return found ? AS_SPEAKS_PROTOCOL : AS_SPEAKS_NOT;
	}
	const int fd = open_regular(folder, path);
	if (fd >= 0) {
		found = has_script_mark(fd, false, room);
		close(fd);
	}
	return found ? AS_SPEAKS_PROTOCOL : AS_SPEAKS_NOT;
}

enum as_speaks as_speaks_of(const char *const *argv, const char *cwd)
{
	enum as_speaks speaks = AS_SPEAKS_NOT;
	char *room = malloc(PIECE + MARK_BYTES);

	const int folder = cwd ? open(cwd, O_PATH | O_DIRECTORY | O_CLOEXEC) : AT_FDCWD;
	if (!room || (cwd && folder < 0)) {
		free(room);
		return AS_SPEAKS_NOT; /* it is measured as it is */
	}
	if (strchr(argv[0], '/'))
		speaks = look_at(folder, argv[0], true, room);
	const bool java = !strcmp(name_of(argv[0]), "java");
	const bool reads = java || is_interpreter(argv[0]);
	const size_t words = java ? JAVA_WORDS : SCRIPT_WORDS;
	for (size_t i = 1; reads && speaks == AS_SPEAKS_NOT && i <= words && argv[i]; i++)
		if (*argv[i] != '-')
			speaks = java ? look_at_classes(folder, argv[i], room)
				      : look_at(folder, argv[i], false, room);
	free(room);
	if (cwd)
		close(folder);
	return speaks;
}
