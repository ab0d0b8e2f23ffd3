/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of hyperfine: --export-json FILE. */
#include <string.h>

#include "format/data.h"
#include "format/harness.h"

static int probe(const char *bytes, size_t n)
{
	static const char results[] = "\"results\"";
	size_t i = 0;

	while (i < n && strchr(" \t\r\n{", bytes[i]) && bytes[i])
		i++;
	return i && n - i >= sizeof results - 1 && !memcmp(bytes + i, results, sizeof results - 1)
		       ? 90
		       : 0;
}

static enum as_status read_hyperfine(const struct as_source *from, const char *name,
	struct as_experiment **out, struct as_err *err)
{
	static const struct as_harness hyperfine = {.tool = "hyperfine", .title = "hyperfine",
		.rows = as_hyperfine_rows};

	return as_harness_read(&hyperfine, from, name, out, err);
}

const struct as_data_format as_data_hyperfine = {
	.name = "hyperfine",
	.summary = "JSON of hyperfine, --export-json",
	.extension = ".json",
	.probe = probe,
	.read = read_hyperfine,
};
