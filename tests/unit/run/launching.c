/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "launching.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NAPS = 20000 };

void nap(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

int launching_begin(void **state)
{
	struct launching *t = calloc(1, sizeof *t);
	struct as_err err = {0};

	if (!t)
		return -1;
	snprintf(t->folder, sizeof t->folder, "/tmp/assay-test-XXXXXX");
	if (!mkdtemp(t->folder))
		return -1;
	if (as_spawner_open(&t->s, &err)) {
		print_error("%s\n", err.msg);
		return -1;
	}
	*state = t;
	return 0;
}

int launching_end(void **state)
{
	struct launching *t = *state;
	const char *const argv[] = {"rm", "-r", t->folder, NULL};

	as_spawner_close(t->s);
	t->s = NULL;
	if (as_spawner_open(&t->s, NULL) == AS_OK) {
		const struct as_command_spec spec = {.path = "/bin/rm", .argv = argv};
		launching_launch(t, &(struct as_launch){.command = launching_prepare(t, &spec)});
		launching_result(t);
	}
	as_spawner_close(t->s);
	free(t);
	return 0;
}

uint32_t launching_prepare(struct launching *t, const struct as_command_spec *spec)
{
	struct as_err err = {0};
	uint32_t id = 0;

	if (as_spawner_prepare(t->s, spec, &id, &err))
		fail_msg("%s", err.msg);
	return id;
}

uint32_t launching_shell(struct launching *t, const char *text)
{
	const char *const argv[] = {"sh", "-c", text, NULL};
	const char *const envp[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};

	return launching_prepare(t, &(struct as_command_spec){
		.path = "/bin/sh", .argv = argv, .envp = envp, .cwd = t->folder,
		.out.kind = AS_STREAM_CAPTURE, .err.kind = AS_STREAM_CAPTURE});
}

void launching_launch(struct launching *t, const struct as_launch *launch)
{
	struct as_err err = {0};

	if (as_spawner_launch(t->s, launch, &err))
		fail_msg("%s", err.msg);
}

struct as_launched launching_result(struct launching *t)
{
	struct as_launched r = {0};
	struct as_err err = {0};
	bool got = false;

	for (int i = 0; i < 60 && !got; i++)
		if (as_spawner_wait(t->s, 1000000000, &r, &got, &err))
			fail_msg("%s", err.msg);
	assert_true(got);
	return r;
}

struct as_launched launching_run(struct launching *t, const char *text, enum as_launch_kind kind)
{
	launching_launch(t, &(struct as_launch){.command = launching_shell(t, text), .kind = kind});
	return launching_result(t);
}

const char *launching_busy(void)
{
	return BUSY;
}

const char *launching_brief(void)
{
	return BRIEF;
}

long launching_number(struct launching *t, const char *name)
{
	char path[128], text[32];

	snprintf(path, sizeof path, "%s/%s", t->folder, name);
	for (int i = 0; i < NAPS; i++) {
		FILE *f = fopen(path, "re");
		char *line = f ? fgets(text, sizeof text, f) : NULL;
		if (f)
			fclose(f);
		if (line && strchr(line, '\n'))
			return strtol(line, NULL, 10);
		nap();
	}
	fail_msg("no child has written '%s'", path);
	return 0;
}

bool is_alive(long pid)
{
	char path[64], text[512] = "";
	FILE *f;

	snprintf(path, sizeof path, "/proc/%ld/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return false;
	const char *end = fgets(text, sizeof text, f) ? strrchr(text, ')') : NULL;
	fclose(f);
	return end && end[1] && end[2] != 'Z' && end[2] != 'X';
}

void assert_ends(long pid)
{
	for (int i = 0; i < NAPS && is_alive(pid); i++)
		nap();
	assert_false(is_alive(pid));
}
