/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of Google Benchmark: --benchmark_out=FILE --benchmark_out_format=json. */
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
	static const struct as_harness google = {.tool = "google-benchmark",
		.title = "Google Benchmark", .rows = as_google_rows};

	return as_harness_read(&google, from, name, out, err);
}

const struct as_data_format as_data_google = {
	.name = "google",
	.summary = "JSON of Google Benchmark",
	.extension = ".json",
	.probe = probe,
	.read = read_google,
};
