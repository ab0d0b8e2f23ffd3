/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/build/copy_file.h"

int place_make(void **state)
{
	struct place *p = calloc(1, sizeof *p);

	if (!p)
		return -1;
	snprintf(p->root, sizeof p->root, "/tmp/assay-test-XXXXXX");
	if (!mkdtemp(p->root))
		return -1;
	snprintf(p->user, sizeof p->user, "%s/user", p->root);
	snprintf(p->copies, sizeof p->copies, "%s/copies", p->root);
	*state = p;
	return mkdir(p->user, 0700) || mkdir(p->copies, 0700);
}

int place_remove(void **state)
{
	struct place *p = *state;

	as_artifacts_release(&p->a);
	as_arena_release(&p->arena);
	if (p->mounted)
		umount(p->copies);
	as_remove_tree(p->root);
	free(p);
	return 0;
}

const char *in(struct place *p, const char *folder, const char *name)
{
	snprintf(p->path, sizeof p->path, "%s/%s", folder, name);
	return p->path;
}

void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "we");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

void assert_content(const char *path, const char *text)
{
	char found[256];
	FILE *f = fopen(path, "re");

	assert_non_null(f);
	size_t n = fread(found, 1, sizeof found - 1, f);
	fclose(f);
	found[n] = '\0';
	assert_string_equal(found, text);
}

void place_begin(struct place *p, const char *one, const char *two)
{
	const char *const paths[] = {one, two};

	if (as_artifacts_init(&p->a, p->user, p->copies, paths, two ? 2 : 1, &p->err))
		fail_msg("%s", p->err.msg);
}

struct as_build place_keep(struct place *p, uint32_t k)
{
	struct as_build b = {0};

	if (as_artifacts_keep(&p->a, k, &p->arena, &b, &p->err))
		fail_msg("%s", p->err.msg);
	return b;
}
