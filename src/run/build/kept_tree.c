/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/build/kept_tree.h"

#include <dirent.h>
#include <fts.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <xxhash.h>

#include "run/build/copy_file.h"
#include "run/layout/object_cache.h"

enum { BLOCK = 512 };

/* The folder of a repository's; NULL where there can be none. */
static const char *folder_of(const char *trees, const struct as_kept_tree *k, struct as_arena *a)
{
	const uint64_t name = XXH3_64bits(k->repository, strlen(k->repository));

	return trees ? as_arena_printf(a, "%s/%016" PRIx64, trees, name) : NULL;
}

static const char *path_of(const char *folder, const struct as_kept_tree *k, struct as_arena *a)
{
	return folder ? as_arena_printf(a, "%s/%s", folder, k->side) : NULL;
}

bool as_kept_tree_take(const struct as_kept_tree *k, const char *to, struct as_arena *a)
{
	const char *path = path_of(folder_of(as_cache_folder("trees", false, a), k, a), k, a);

	return path && !rename(path, to);
}

static bool is_small(const char *folder, struct as_arena *a)
{
	char *const paths[] = {as_arena_strdup(a, folder), NULL};
	FTS *tree = paths[0] ? fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL) : NULL;
	int64_t bytes = 0;
	FTSENT *e;

	if (!tree)
		return false;
	while (bytes <= AS_KEPT_TREE_BYTES && (e = fts_read(tree)))
		if (e->fts_info == FTS_F || e->fts_info == FTS_D)
			bytes += (int64_t)e->fts_statp->st_blocks * BLOCK;
	fts_close(tree);
	return bytes <= AS_KEPT_TREE_BYTES;
}

static void remove_others(const char *trees, const char *own, struct as_arena *a)
{
	DIR *d = opendir(trees);

	for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d)) {
		const char *path = as_arena_printf(a, "%s/%s", trees, e->d_name);
		if (*e->d_name != '.' && path && strcmp(path, own) != 0)
			as_remove_tree(path);
	}
	if (d)
		closedir(d);
}

bool as_kept_tree_give(const struct as_kept_tree *k, const char *from, struct as_arena *a)
{
	const char *trees = as_cache_folder("trees", true, a), *own = folder_of(trees, k, a);
	const char *path = path_of(own, k, a);

	if (!path || !is_small(from, a))
		return false;
	remove_others(trees, own, a);
	mkdir(own, 0700); /* if it is not there, the next one fails */
	return !rename(from, path);
}
