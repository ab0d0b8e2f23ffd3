/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of Google Benchmark: --benchmark_out=FILE --benchmark_out_format=json. */
#include "format/native/data.h"
#include "format/foreign/foreign.h"
#include "format/foreign/parts/harness.h"

/* Not all of it lies among the first bytes: the context may be long, or stand last. */
static int probe(const struct as_head *head)
{
	static const char own[] = "$.context.num_cpus|$.context.library_build_type|"
				  "$.benchmarks.[].real_time";

	return as_head_has(head, own) && !as_head_has(head, "$.layout") ? 80 : 0;
}

static enum as_status read_google(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	static const struct as_harness google = {
		.tool = "google-benchmark", .title = "Google Benchmark", .rows = as_google_rows};

	return as_harness_read(&google, from, name, out, err);
}

const struct as_data_format as_data_google = {
	.name = "google",
	.summary = "JSON of Google Benchmark",
	.extension = ".json",
	.probe = probe,
	.read = read_google,
};
