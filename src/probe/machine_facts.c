/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text/fixed.h"
#include "base/vec.h"

static void explain(char *why, const char *path)
{
	if (!why)
		return;
	if (errno == ENOENT || errno == ENOTDIR)
		snprintf(why, AS_PROBE_REASON, "there is no %s", path);
	else if (errno == EACCES || errno == EPERM)
		snprintf(why, AS_PROBE_REASON, "no permission to read %s", path);
	else
		snprintf(why, AS_PROBE_REASON, "cannot read %s: error %d", path, errno);
}

/* Files of /proc and /sys may give less than asked for before their end. */
static bool read_all(int fd, char *buf, size_t size)
{
	size_t n = 0;
	ssize_t got = 1;

	while (n < size - 1 && got) {
		got = read(fd, buf + n, size - 1 - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return false;
		n += (size_t)got;
	}
	while (n && isspace((unsigned char)buf[n - 1]))
		n--;
	buf[n] = 0;
	return true;
}

bool as_probe_slurp(const struct as_probe_root *root, const char *path, char *buf, size_t size,
	char *why)
{
	char full[PATH_MAX];
	int fd = -1;
	bool good = false;

	*buf = 0;
	if (snprintf(full, sizeof full, "%s%s", root->root ? root->root : "", path) < PATH_MAX)
		fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	else
		errno = ENAMETOOLONG;
	good = fd >= 0 && read_all(fd, buf, size);
	if (!good) {
		*buf = 0;
		explain(why, path);
	}
	if (fd >= 0)
		close(fd);
	return good;
}

void as_fact_add(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *value)
{
	char *copy = as_arena_strdup(f->arena, value);
	struct as_fact fact = {
		.kind = kind, .name = as_arena_strdup(f->arena, name), .value = copy};

	for (char *p = copy; p && *p; p++)
		if (*p == '\n' || *p == '\r')
			*p = ' ';
	if (!copy || !fact.name || !AS_PUSH(f->v, f->n, f->cap, fact))
		f->failed = true;
}

void as_fact_addf(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *fmt, ...)
{
	char value[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(value, sizeof value, fmt, ap);
	va_end(ap);
	as_fact_add(f, kind, name, value);
}

void as_fact_unknown(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *why)
{
	as_fact_addf(f, kind, name, "unknown (%s)", why);
}

void as_fact_file(struct as_probe_facts *f, enum as_fact_kind kind, const char *name,
	const char *path, const char *empty)
{
	char value[512], why[AS_PROBE_REASON];

	if (!as_probe_slurp(f->root, path, value, sizeof value, why)) {
		as_fact_unknown(f, kind, name, why);
		return;
	}
	value[strcspn(value, "\n")] = 0;
	as_fact_add(f, kind, name, *value ? value : empty);
}

bool as_probe_field(const char *text, const char *key, char *out, size_t size)
{
	size_t n = strlen(key);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		const char *p = line + n + (strncmp(line, key, n) ? 0 : strspn(line + n, " \t"));
		if (strncmp(line, key, n) != 0 || (*p != ':' && *p != '='))
			continue;
		p += 1 + strspn(p + 1, " \t");
		size_t len = strcspn(p, "\n");
		while (len && isspace((unsigned char)p[len - 1]))
			len--;
		return as_copy_n(out, size, p, len);
	}
	return false;
}

long as_probe_list(const char *text, long *out, size_t size)
{
	long n = 0;

	while (*text) {
		char *end;
		long from = strtol(text, &end, 10), to = from;
		if (end == text || from < 0)
			return -1;
		if (*end == '-') {
			text = end + 1;
			to = strtol(text, &end, 10);
			if (end == text)
				return -1;
		}
		if (to < from || to > 1000000 || (*end && *end != ','))
			return -1;
		for (long i = from; i <= to; i++, n++)
			if ((size_t)n < size)
				out[n] = i;
		text = *end ? end + 1 : end;
	}
	return n;
}

bool as_probe_has(const struct as_probe_root *root, const char *path, const char *cure,
	char reason[static AS_PROBE_REASON])
{
	char byte[2], why[AS_PROBE_REASON];

	if (as_probe_slurp(root, path, byte, sizeof byte, why))
		return true;
	snprintf(reason, AS_PROBE_REASON, "%.120s; %.120s", why, cure);
	return false;
}
