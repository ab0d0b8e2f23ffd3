/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of Go's benchmarks: go test -bench . >FILE. */
#include <stdlib.h>
#include <string.h>

#include "format/data.h"
#include "format/harness.h"

/* A line that begins with Benchmark and has a unit of time by operation behind it, or a value of another. */
static int probe(const char *bytes, size_t n)
{
	static const char head[] = "Benchmark";
	const size_t k = sizeof head - 1;

	for (size_t at = 0; at < n;) {
		const char *end = memchr(bytes + at, '\n', n - at);
		const size_t length = (end ? (size_t)(end - bytes) : n) - at;
		if (length > k && !memcmp(bytes + at, head, k) &&
			memmem(bytes + at, length, "/op", 3) && !memchr(bytes + at, ',', length))
			return 90;
		at += length + 1;
	}
	return 0;
}

static enum as_status read_go(const struct as_source *from, const char *name, struct as_experiment **out,
	struct as_err *err)
{
	struct as_rows rows = {0};
	struct as_err why = {0};
	char *bytes = NULL;
	size_t n = 0;
	enum as_status st = as_harness_slurp(from, name, &bytes, &n, err);

	if (st)
		return st;
	st = as_go_rows(bytes, n, &rows, &why);
	if (st)
		st = as_fail(err, st, "cannot read '%.300s' as results of Go: %s", name, why.msg);
	else if (!as_rows_strip_processors(&rows))
		st = as_fail_memory(err);
	else
		st = as_rows_experiment(&rows, &(struct as_bytes){bytes, n}, "go", name, out, err);
	as_rows_release(&rows);
	free(bytes);
	return st;
}

const struct as_data_format as_data_go = {
	.name = "go",
	.summary = "text of Go's benchmarks",
	.extension = ".bench",
	.probe = probe,
	.read = read_go,
};
