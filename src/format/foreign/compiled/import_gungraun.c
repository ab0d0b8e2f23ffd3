/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries of Gungraun, which was called Iai-Callgrind: --save-summary=json, a benchmark a file, or --output-format=json,
 * one document behind the other. Of versions 4 to 7; what is counted are the totals of Valgrind's tools, of
 * which instructions are what a benchmark is judged by. */
#include <math.h>
#include <string.h>

#include "format/foreign/parts/paths.h"

#define TOTAL "$.profiles.[].data.total.metrics.*"
#define BEFORE "$.profiles.[].summaries.total.summary.*.*"

/* What is kept beside the instructions, by the names of Valgrind's tools. */
static const struct {
	const char *event, *name, *unit;
} events[] = {
	{"EstimatedCycles", "estimated_cycles", "count"}, {"L1hits", "l1_hits", "count"},
	{"LLhits", "ll_hits", "count"}, {"RamHits", "ram_hits", "count"},
	{"TotalRW", "total_accesses", "count"}, {"Dr", "data_reads", "count"},
	{"Dw", "data_writes", "count"}, {"I1mr", "i1_misses", "count"},
	{"D1mr", "d1_read_misses", "count"}, {"D1mw", "d1_write_misses", "count"},
	{"Bc", "branches", "count"}, {"Bcm", "branch_misses", "count"},
	{"TotalBytes", "allocated", "bytes"}, {"TotalBlocks", "allocations", "count"},
	{"AtTGmaxBytes", "peak_heap", "bytes"}, {"Errors", "errors", "count"},
};

/* The number at hand; a text that is none, as "NaN", is not one that is left out. */
static double number_at(struct as_path_reading *d)
{
	const bool text = as_json_peek(d->r) == AS_JSON_STRING;
	const double v = as_path_number(d->r);

	if (text && !isfinite(v))
		as_json_bad(d->r, "expected a number, found a text that is none");
	return v;
}

/* The first number at hand: 5, {"Int": 5}, [{"Int": 5}, ...]. NaN where there is none. */
static double first_number(struct as_path_reading *d)
{
	const enum as_json_kind kind = as_json_peek(d->r);
	double v = (double)NAN;
	const char *key;

	if (kind == AS_JSON_OBJECT) {
		as_json_enter(d->r, '{');
		while (as_json_member(d->r, &key))
			if (isnan(v))
				v = number_at(d);
			else
				as_json_skip(d->r);
	} else if (kind == AS_JSON_ARRAY) {
		as_json_enter(d->r, '[');
		for (bool first = true; as_json_element(d->r); first = false)
			if (first)
				v = as_json_peek(d->r) == AS_JSON_OBJECT ? first_number(d)
									 : number_at(d);
			else
				as_json_skip(d->r);
	} else {
		v = number_at(d);
	}
	return v;
}

/* {"values": {"new": 5, "old": 4}}, or {"metrics": {"Both": [{"Int": 5}, {"Int": 4}]}}, {"Left": 5}: what is new. */
static void take_event(struct as_path_reading *d, const struct as_path_row *row)
{
	double v = (double)NAN;
	const char *key;
	char event[64];

	(void)row;
	if (as_json_peek(d->r) != AS_JSON_OBJECT) {
		as_json_skip(d->r);
		return;
	}
	const size_t n = strnlen(d->key, sizeof event - 1);
	memcpy(event, d->key, n);
	event[n] = '\0';
	as_json_enter(d->r, '{');
	while (as_json_member(d->r, &key)) {
		const bool is = !strcmp(key, "values") || !strcmp(key, "metrics");
		if (!is || as_json_peek(d->r) != AS_JSON_OBJECT) {
			as_json_skip(d->r);
			continue;
		}
		as_json_enter(d->r, '{');
		while (as_json_member(d->r, &key))
			if (!strcmp(key, "new") || !strcmp(key, "Left") || !strcmp(key, "Both"))
				v = first_number(d);
			else
				as_json_skip(d->r);
	}
	if (isfinite(v))
		as_gather_named(d->g, d->scope,
			&(struct as_trait){.kind = AS_TRAIT_ROW, .name = event, .number = v});
}

static void close_benchmark(struct as_path_reading *d, uint32_t benchmark)
{
	const struct as_trait *t = as_gather_said(d->g, benchmark, AS_TRAIT_ROW, "Ir");

	if (t)
		as_gather_value(d->g, benchmark, t->number, 0, AS_ROLE_MEASURED);
	for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
		t = as_gather_said(d->g, benchmark, AS_TRAIT_ROW, events[i].event);
		if (t)
			as_gather_named(d->g, benchmark,
				&(struct as_trait){.kind = AS_TRAIT_METRIC,
					.name = events[i].name,
					.text = events[i].unit,
					.number = t->number});
	}
}

static uint32_t open_benchmark(const struct as_path_reading *d, const struct as_path_row *row)
{
	const uint32_t at = as_open_subject(d, row);

	as_gather_text(d->g, at, AS_TRAIT_CALLED, "instructions");
	as_gather_number(d->g, at, AS_TRAIT_MORE, 0);
	return at;
}

static const struct as_path_row rows[] = {
	{.path = "$", .opens = open_benchmark, .closes = close_benchmark},
	{.path = "$.module_path", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = "$.id", .takes = as_take_trait, .trait = AS_TRAIT_PARAMETER, .name = "id"},
	{.path = TOTAL, .takes = take_event},
	{.path = BEFORE, .takes = take_event},
};

static const struct as_paths paths = {
	.tool = "Gungraun",
	.has = {"$.module_path", "$.profiles", "$.benchmark_exe"},
	.unit = "count",
	.lines = true,
	.executions = true,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(gungraun, "JSON of Gungraun, or Iai-Callgrind", ".json");
