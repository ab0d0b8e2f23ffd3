/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of Google Benchmark: --benchmark_out=FILE --benchmark_out_format=json. */
#include <stdlib.h>
#include <string.h>

#include "format/data.h"
#include "format/harness.h"

static bool has(const char *bytes, size_t n, const char *what)
{
	return memmem(bytes, n, what, strlen(what)) != NULL;
}

static int probe(const char *bytes, size_t n)
{
	size_t i = 0;

	while (i < n && strchr(" \t\r\n", bytes[i]) && bytes[i])
		i++;
	if (i == n || bytes[i] != '{' || !has(bytes, n, "\"context\""))
		return 0;
	/* Not all of it lies among the first bytes: the context may be long. */
	return has(bytes, n, "\"num_cpus\"") || has(bytes, n, "\"library_build_type\"") ? 90 : 0;
}

static enum as_status read_google(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	struct as_rows rows = {0};
	struct as_err why = {0};
	char *bytes = NULL;
	size_t n = 0;
	enum as_status st = as_harness_slurp(from, name, &bytes, &n, err);

	if (st)
		return st;
	st = as_google_rows(bytes, n, &rows, &why);
	if (st)
		st = as_fail(err, st, "cannot read '%.300s' as results of Google Benchmark: %s", name, why.msg);
	else
		st = as_rows_experiment(&rows, &(struct as_bytes){bytes, n}, "google-benchmark", name, out, err);
	as_rows_release(&rows);
	free(bytes);
	return st;
}

const struct as_data_format as_data_google = {
	.name = "google",
	.summary = "JSON of Google Benchmark",
	.extension = ".json",
	.probe = probe,
	.read = read_google,
};
