/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of NVBench: of each state the mean time on the GPU, or of what has none that on the CPU; its samples are in a
 * file of their own. A summary is known by its tag. */
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "format/foreign/parts/paths.h"

#define STATE "$.benchmarks.[].states.[]"
#define SUMMARY STATE ".summaries.[]"
#define ROW(where, what) \
	{.path = where, .takes = as_take_trait, .trait = AS_TRAIT_ROW, .name = what}

static const struct {
	const char *tag, *name, *unit; /* name NULL: the time itself */
} tags[] = {
	{"nv/cold/time/gpu/mean", NULL, "s"},
	{"nv/cpu_only/time/cpu/mean", NULL, "s"},
	{"nv/cold/time/cpu/mean", "cpu_time", "s"},
	{"nv/batch/time/gpu/mean", "batch_time", "s"},
	{"nv/cold/bw/global/bytes_per_second", "bandwidth", "B/s"},
	{"nv/cold/bw/item_rate", "item_rate", "items/s"},
	{"nv/cold/sample_size", "samples", "count"},
};

static const char *text_of(const struct as_path_reading *d, uint32_t scope, const char *name)
{
	const struct as_trait *t = as_gather_said(d->g, scope, AS_TRAIT_ROW, name);

	return t && t->text ? t->text : "";
}

/* {"name": "value", "type": "float64", "value": "1.5e-05"}: the summary has that value. */
static void close_datum(struct as_path_reading *d, uint32_t datum)
{
	if (!strcmp(text_of(d, datum, "name"), "value"))
		as_gather_named(d->g, d->scope,
			&(struct as_trait){.kind = AS_TRAIT_ROW,
				.name = "value",
				.text = text_of(d, datum, "value")});
}

static void close_summary(struct as_path_reading *d, uint32_t summary)
{
	double v = 0;

	if (!as_parse_double(text_of(d, summary, "value"), &v))
		return;
	for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
		if (strcmp(tags[i].tag, text_of(d, summary, "tag")) != 0)
			continue;
		if (!tags[i].name)
			as_gather_number(d->g, d->scope, AS_TRAIT_CENTRE, v);
		else
			as_gather_named(d->g, d->scope,
				&(struct as_trait){.kind = AS_TRAIT_METRIC,
					.name = tags[i].name,
					.text = tags[i].unit,
					.number = v});
	}
}

static const struct as_path_row rows[] = {
	{.path = "$.benchmarks.[]", .opens = as_open_group},
	{.path = "$.benchmarks.[].name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = STATE, .opens = as_open_subject},
	{.path = STATE ".name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = STATE ".is_skipped", .takes = as_take_failed, .name = "NVBench has skipped it"},
	{.path = SUMMARY, .opens = as_open_group, .closes = close_summary},
	ROW(SUMMARY ".tag", "tag"),
	{.path = SUMMARY ".data.[]", .opens = as_open_group, .closes = close_datum},
	ROW(SUMMARY ".data.[].name", "name"),
	ROW(SUMMARY ".data.[].value", "value"),
	{.path = "$.devices.[].name",
		.takes = as_take_trait,
		.trait = AS_TRAIT_FACT,
		.name = "device"},
};

static const struct as_paths paths = {
	.tool = "NVBench",
	.has = {"$.benchmarks.[].states", "$.meta|$.devices"},
	.unit = "s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(nvbench, "JSON of NVBench", ".json");
