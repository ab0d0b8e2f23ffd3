/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What perf stat -j prints, an object for each event: of one command, with means of all runs with -r, whose
 * number it does not say. Its numbers are texts, "<not counted>" none. */
#include <math.h>
#include <string.h>

#include "format/foreign/parts/paths.h"

static void close_event(struct as_path_reading *d, uint32_t line)
{
	const struct as_trait *event = as_gather_said(d->g, line, AS_TRAIT_ROW, "event"),
			      *value = as_gather_said(d->g, line, AS_TRAIT_ROW, "value"),
			      *unit = as_gather_said(d->g, line, AS_TRAIT_ROW, "unit");
	const uint32_t of = as_gather_find(d->g, AS_SCOPE_SUBJECT, AS_SCOPE_TOP, "command");
	double v = (double)NAN;

	if (!event || !event->text || !value || !value->text || *value->text == '<')
		return;
	if (!as_gather_number_of(value->text, &v)) {
		as_json_bad(d->r, "expected a number of %.60s, found the text '%.40s'%s",
			event->text, value->text,
			strchr(value->text, ',') ? " (LC_ALL=C has no commas)" : "");
		return;
	}
	if (!strcmp(event->text, "duration_time"))
		as_gather_number(d->g, of, AS_TRAIT_CENTRE, v);
	else
		as_gather_named(d->g, of,
			&(struct as_trait){.kind = AS_TRAIT_METRIC,
				.name = event->text,
				.text = unit && unit->text && *unit->text ? unit->text : "count",
				.number = v});
}

#define PART(member, word) \
	{.path = "$." member, .takes = as_take_trait, .trait = AS_TRAIT_ROW, .name = word}

static const struct as_path_row rows[] = {
	{.path = "$", .opens = as_open_group, .closes = close_event},
	PART("counter-value", "value"),
	PART("event", "event"),
	PART("unit", "unit"),
};

static const struct as_paths paths = {
	.tool = "perf stat",
	.has = {"$.counter-value", "$.event"},
	.lacks = "$.interval",
	.unit = "ns",
	.executions = true,
	.lines = true,
	.after_text = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(perf_json, "what perf stat -j prints", ".jsonl");
