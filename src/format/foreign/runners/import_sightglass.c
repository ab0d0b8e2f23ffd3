/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of sightglass: a row is one event of one phase of an iteration of a process; processes of
 * several engines take turns. What is counted while the program runs is the value; compiling and
 * instantiating, and further events, stand beside it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/foreign/parts/paths.h"

/* What a row says under that name; "" where it says nothing. */
static const char *said(const struct as_gather *g, uint32_t row, const char *name)
{
	const struct as_trait *t = as_gather_said(g, row, AS_TRAIT_ROW, name);

	return t && t->text ? t->text : "";
}

static uint32_t iteration_of(struct as_gather *g, uint32_t row, uint32_t *subject)
{
	const uint32_t wasm = as_gather_find(g, AS_SCOPE_GROUP, AS_SCOPE_TOP, said(g, row, "wasm")),
		       engine = as_gather_find(g, AS_SCOPE_GROUP, wasm, said(g, row, "engine"));

	*subject = as_gather_find(g, AS_SCOPE_SUBJECT, engine, said(g, row, "engine_flags"));
	const uint32_t process =
		as_gather_find(g, AS_SCOPE_EXECUTION, *subject, said(g, row, "process"));
	return as_gather_find(g, AS_SCOPE_ITERATION, process, said(g, row, "iteration"));
}

static void close_row(struct as_path_reading *d, uint32_t row)
{
	struct as_gather *g = d->g;
	const char *phase = said(g, row, "phase"), *event = said(g, row, "event"),
		   *unit = strcmp(event, "nanoseconds") ? event : "ns";
	const struct as_trait *count = as_gather_said(g, row, AS_TRAIT_CENTRE, ""), *says;
	const double v = count ? count->number : (double)NAN;
	char name[100];
	uint32_t subject;

	const uint32_t iteration = iteration_of(g, row, &subject);
	says = as_gather_said(g, subject, AS_TRAIT_UNIT, "");
	if (!strcmp(phase, "Execution") && (!says || !strcmp(says->text, unit))) {
		if (!says)
			as_gather_text(g, subject, AS_TRAIT_UNIT, unit);
		as_gather_value(g, iteration, v, 0, AS_ROLE_MEASURED);
		return;
	}
	snprintf(name, sizeof name, "%.40s_%.40s", phase, event);
	as_gather_named(g, iteration,
		&(struct as_trait){
			.kind = AS_TRAIT_METRIC, .name = name, .text = unit, .number = v});
}

static const struct as_path_row rows[] = {
	{.path = "$.[]", .opens = as_open_group, .closes = close_row},
	{.path = "$.[].count", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = "$.[].*", .takes = as_take_trait_key, .trait = AS_TRAIT_ROW},
};

static const struct as_paths paths = {
	.tool = "sightglass",
	.has = {"@.[].wasm", "@.[].phase", "@.[].count"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(sightglass, "JSON of sightglass", ".json");
