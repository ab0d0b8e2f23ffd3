/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

/* What a build most often uses. They say nothing of a program that is there already, so they are no
 * part of the environment: who builds compares them. */
static const char *const tools[] = {"cc", "c++", "as", "ld"};

/* These stand for another compiler, which comes later in PATH. */
static const char *const stand_ins[] = {"ccache", "distcc", "icecc", "sccache"};

static const char *path_of(const struct as_probe_root *root)
{
	for (char *const *env = root->env ? root->env : environ; env && *env; env++)
		if (!strncmp(*env, "PATH=", 5))
			return *env + 5;
	return "";
}

static bool stands_in(const char *file)
{
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;

	for (size_t i = 0; i < sizeof stand_ins / sizeof stand_ins[0]; i++)
		if (!strcmp(name, stand_ins[i]))
			return true;
	return false;
}

/* The file behind a name in one folder; links are followed, because their names say the version. */
static bool find_in(const struct as_probe_root *root, const char *folder, size_t n,
	const char *tool, char out[static PATH_MAX])
{
	char full[PATH_MAX];
	struct stat st;

	if (!n || *folder != '/' || snprintf(full, sizeof full, "%s%.*s/%s",
		root->root ? root->root : "", (int)n, folder, tool) >= PATH_MAX)
		return false;
	return !access(full, X_OK) && realpath(full, out) && !stat(out, &st) &&
	       S_ISREG(st.st_mode) && !stands_in(out);
}

static bool find_tool(const struct as_probe_root *root, const char *tool, char out[static PATH_MAX])
{
	const char *path = path_of(root);

	while (*path) {
		size_t n = strcspn(path, ":");
		if (find_in(root, path, n, tool, out))
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

/* Which file it is, for less than reading all of it at each start: its size, when it was written, and
 * its first bytes, where ELF files have their build id. */
static bool identify(const char *file, char hex[static AS_HASH_HEX])
{
	struct {
		int64_t bytes, s, ns;
		unsigned char head[4096];
	} seen = {0};
	struct stat st;
	const int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	const bool good = fd >= 0 && !fstat(fd, &st) &&
		pread(fd, seen.head, sizeof seen.head, 0) >= 0;

	if (fd >= 0)
		close(fd);
	if (!good)
		return false;
	seen.bytes = st.st_size;
	seen.s = st.st_mtim.tv_sec;
	seen.ns = st.st_mtim.tv_nsec;
	snprintf(hex, AS_HASH_HEX, "%016llx",
		(unsigned long long)XXH3_64bits(&seen, sizeof seen));
	return true;
}

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	char file[PATH_MAX];

	for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++)
		if (find_tool(root, tools[i], file))
			return true;
	snprintf(reason, AS_PROBE_REASON,
		"there is no compiler in PATH; nothing is missing where nothing "
		"is built");
	return false;
}

static void facts(struct as_probe_facts *f)
{
	char file[PATH_MAX], hash[AS_HASH_HEX], name[32], why[64];

	for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
		snprintf(name, sizeof name, "toolchain.%s", tools[i]);
		snprintf(why, sizeof why, "there is no %s in PATH", tools[i]);
		if (!find_tool(f->root, tools[i], file))
			as_fact_unknown(f, AS_FACT_STATE, name, why);
		else if (!identify(file, hash))
			as_fact_unknown(f, AS_FACT_STATE, name, "it cannot be read");
		else
			as_fact_addf(f, AS_FACT_STATE, name, "%s %s",
				file + strlen(f->root->root ? f->root->root : ""), hash);
	}
}

const struct as_probe as_probe_toolchain = {
	.name = "toolchain",
	.summary = "which compilers, assembler and linker a build would find",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
