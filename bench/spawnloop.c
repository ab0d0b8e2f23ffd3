/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same work as minloop, through assay-spawn: spawnloop N PROGRAM [WORD...] starts PROGRAM N
 * times and prints the median wall time in ns. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "run/spawner/spawner.h"
#include "run/spawner/wait_status.h"

enum { AHEAD = 8 };

static int by_value(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static enum as_status run_all(struct as_spawner *s, uint32_t id, long n, int64_t *wall,
	struct as_err *err)
{
	struct as_launched r;
	enum as_status st = AS_OK;
	long sent = 0, done = 0;
	bool got;

	while (done < n && !st) {
		while (sent < n && sent - done < AHEAD && !st) {
			st = as_spawner_launch(s,
				&(struct as_launch){.command = id, .token = (uint64_t)sent}, err);
			sent++;
		}
		if (!st)
			st = as_spawner_wait(s, -1, &r, &got, err);
		if (st || !got)
			continue;
		if (as_launched_ended(&r).ending != AS_ENDED_OK)
			st = as_fail(err, AS_ERR_BENCH, "the program did not run well");
		wall[done++] = r.end_ns - r.begin_ns;
	}
	return st;
}

int main(int argc, char **argv)
{
	long n = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
	int64_t *wall = n > 0 ? calloc((size_t)n, sizeof *wall) : NULL;
	struct as_command_spec spec = {0};
	struct as_spawner *s = NULL;
	struct as_err err = {0};
	enum as_status st;
	uint32_t id;

	if (!wall) {
		fputs("usage: spawnloop N PROGRAM [WORD...]\n", stderr);
		return 2;
	}
	spec = (struct as_command_spec){.path = argv[2],
		.argv = (const char *const *)argv + 2,
		.envp = (const char *const *)environ};
	st = as_spawner_open(&s, &err);
	if (!st)
		st = as_spawner_prepare(s, &spec, &id, &err);
	if (!st)
		st = run_all(s, id, n, wall, &err);
	as_spawner_close(s);
	if (st) {
		fprintf(stderr, "spawnloop: %s\n", err.msg);
		return 1;
	}
	qsort(wall, (size_t)n, sizeof *wall, by_value);
	printf("%" PRId64 "\n", wall[n / 2]);
	free(wall);
	return 0;
}
