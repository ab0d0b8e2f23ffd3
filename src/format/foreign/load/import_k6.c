/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k6's stream: --out json=FILE. A point is an iteration of the one run there is; requests that
 * failed are among those of http_req_duration, as k6 has it. */
#include <math.h>
#include <string.h>

#include "format/foreign/parts/paths.h"

/* A line: what a metric is, or a point of it. */
static void close_line(struct as_path_reading *d, uint32_t line)
{
	struct as_gather *g = d->g;
	const struct as_trait *type = as_gather_said(g, line, AS_TRAIT_ROW, "type"),
			      *metric = as_gather_said(g, line, AS_TRAIT_ROW, "metric"),
			      *is = as_gather_said(g, line, AS_TRAIT_ROW, "contains"),
			      *value = as_gather_said(g, line, AS_TRAIT_CENTRE, "");

	if (!type || !metric)
		return;
	const uint32_t subject = as_gather_find(g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP, metric->text);
	if (!strcmp(type->text, "Point"))
		as_gather_value(
			g, subject, value ? value->number : (double)NAN, 0, AS_ROLE_MEASURED);
	else if (!as_gather_said(g, subject, AS_TRAIT_UNIT, ""))
		as_gather_text(g, subject, AS_TRAIT_UNIT,
			is && !strcmp(is->text, "time")   ? "ms"
			: is && !strcmp(is->text, "data") ? "bytes"
							  : "count");
}

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_group, .closes = close_line},
	{.path = "$.type", .takes = as_take_trait, .trait = AS_TRAIT_ROW, .name = "type"},
	{.path = "$.metric", .takes = as_take_trait, .trait = AS_TRAIT_ROW, .name = "metric"},
	{.path = "$.data.contains",
		.takes = as_take_trait,
		.trait = AS_TRAIT_ROW,
		.name = "contains"},
	{.path = "$.data.value", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
};

static const struct as_paths paths = {
	.tool = "k6",
	.has = {"$.metric", "$.type", "$.data"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "count",
	.lines = true,
};

AS_PATHS_FORMAT(k6, "k6's stream of points", ".jsonl");
