/* SPDX-License-Identifier: MIT */
/* Many numbers of a program with a main of its own: kept while it measures, reported afterwards. */
#include <assay.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST = 1 << 16, PATH_BYTES = 4096, LINE_BYTES = 512, WORD_BYTES = 200 };

int assay_values_begin(struct assay_values *v, size_t expected)
{
	*v = (struct assay_values){.room = expected ? expected : FIRST};
	v->list = malloc(v->room * sizeof *v->list);
	if (!v->list)
		return -1;
	/* So that no page is new while the program measures. */
	memset(v->list, 1, v->room * sizeof *v->list);
	return 0;
}

int assay_values_grow_(struct assay_values *v)
{
	const size_t room = v->room > SIZE_MAX / 2 / sizeof *v->list ? 0 : 2 * v->room;
	uint64_t *list = room ? realloc(v->list, room * sizeof *list) : NULL;

	if (!list) {
		v->lost++;
		return -1;
	}
	v->list = list;
	v->room = room;
	return 0;
}

static bool write_all(int fd, const void *bytes, size_t n)
{
	const char *at = bytes;

	while (n) {
		const ssize_t done = write(fd, at, n);
		if (done < 0 && errno != EINTR)
			return false;
		at += done < 0 ? 0 : done;
		n -= done < 0 ? 0 : (size_t)done;
	}
	return true;
}

/* What assay reads, the lowest byte first, whatever the machine has. */
static void turn(struct assay_values *v)
{
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
		for (size_t i = 0; i < v->n; i++)
			v->list[i] = __builtin_bswap64(v->list[i]);
}

static bool is_word(const char *s)
{
	return *s && strlen(s) < WORD_BYTES && !strpbrk(s, " \t\r\n");
}

static bool report(int fd, struct assay_values *v, const char *name, const char *unit)
{
	char line[LINE_BYTES];
	struct stat sb;

	if (fstat(fd, &sb))
		return false;
	turn(v);
	const int n = snprintf(line, sizeof line, "%svalues %s %zu %s as uint64\n",
		sb.st_size ? "" : "assay 1\n", name, v->n, unit);
	return write_all(fd, line, (size_t)n) &&
		write_all(fd, v->list, v->n * sizeof *v->list) && write_all(fd, "\n", 1);
}

int assay_values_report(struct assay_values *v, const char *name, const char *unit)
{
	const char *to = getenv("ASSAY_REPORT");
	char path[PATH_BYTES];
	int status = 0;

	if (v->lost || !is_word(name) || !is_word(unit))
		status = -1;
	if (!status && v->n && to && *to) {
		const int n = snprintf(path, sizeof path, "%s.%ld", to, (long)getpid());
		const int fd = n < 0 || (size_t)n >= sizeof path ? -1
			: open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
		if (fd < 0 || !report(fd, v, name, unit))
			status = -1;
		if (fd >= 0 && close(fd))
			status = -1;
	}
	free(v->list);
	*v = (struct assay_values){0};
	return status;
}
