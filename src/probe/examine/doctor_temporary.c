/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/text/fixed.h"
#include "probe/examine/examine.h"
#include "probe/machine_facts.h"

/* Where temporary files go. */

enum { MOUNTS_BYTES = 128 * 1024 };

/* A variable of the root's, or of this process where it has none. */
static const char *variable(const struct as_probe_root *root, const char *name)
{
	size_t n = strlen(name);

	if (!root->env)
		return getenv(name);
	for (char *const *e = root->env; *e; e++)
		if (!strncmp(*e, name, n) && (*e)[n] == '=')
			return *e + n + 1;
	return NULL;
}

/* Bytes of path that a mount point covers, as a folder above it; 0 if it does not. */
static size_t covers(const char *point, size_t n, const char *path)
{
	if (n == 1 && *point == '/')
		return 1;
	return !strncmp(path, point, n) && (path[n] == '/' || !path[n]) ? n : 0;
}

/* The type of the file system below path: the longest mount point, the last of several. */
static bool type_of(const char *mounts, const char *path, char *out, size_t size)
{
	size_t best = 0;

	for (const char *line = mounts; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		const char *point = line + strcspn(line, " \n");
		point += *point == ' ';
		size_t n = strcspn(point, " \n");
		const char *type = point + n + (point[n] == ' ');
		size_t len = strcspn(type, " \n"), covered = n ? covers(point, n, path) : 0;
		if (covered >= best && covered && len && len < size &&
			as_copy_n(out, size, type, len))
			best = covered;
	}
	return best > 0;
}

/* number: bytes that are free, NaN for a tree, which has no disk of its own; more: the folder. */
void as_read_temporary(const struct as_sight *s, struct as_reading *out)
{
	const char *folder = variable(s->root, "TMPDIR");
	bool running = !s->root->root || !*s->root->root;
	char why[AS_PROBE_REASON] = "", type[64];
	char *mounts = malloc(MOUNTS_BYTES);
	struct statvfs disk;

	folder = folder && *folder == '/' ? folder : "/tmp";
	snprintf(out->more, sizeof out->more, "%s", folder);
	if (!mounts)
		as_reading_unknown(out, "out of memory");
	else if (!as_probe_slurp(s->root, "/proc/self/mounts", mounts, MOUNTS_BYTES, why))
		as_reading_unknown(out, "%s", why);
	else if (!type_of(mounts, folder, type, sizeof type))
		as_reading_unknown(out, "/proc/self/mounts has nothing at or above %s", folder);
	else
		as_reading_say(out, "%s", type);
	free(mounts);
	if (running && statvfs(folder, &disk) == 0)
		out->number = (double)disk.f_bavail * (double)disk.f_frsize;
}
