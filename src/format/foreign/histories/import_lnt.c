/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports for LNT, of version 2 and before: samples of a metric of a test, and the order of the
 * program that was measured. A status that is not 0 is a failure. */
#include <stdio.h>
#include <string.h>

#include "format/foreign/parts/paths.h"

#define TEST "$.tests.[]"
#define OLD "$.Tests.[]"

/* The unit of a metric of the schema nts, by its name; of others it is not known. */
static const char *unit_of(const char *metric)
{
	static const struct {
		const char *metric, *unit;
	} known[] = {{"execution_time", "s"}, {"compile_time", "s"}, {"mem_bytes", "bytes"},
		{"code_size", "bytes"}, {"score", "score"}};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (!strcmp(known[i].metric, metric))
			return known[i].unit;
	return "count";
}

/* Of the schema nts; what else is a text may be anything, such as a hash. */
static bool is_metric(const char *name)
{
	return strcmp(unit_of(name), "count") != 0;
}

/* A member of a test that is not its name: a metric with a value or several. */
static void take_member(struct as_path_reading *d, const struct as_path_row *row)
{
	static const char status[] = "_status";
	const size_t n = strlen(d->key), k = sizeof status - 1;
	const enum as_json_kind kind = as_json_peek(d->r);

	if (n > k && !strcmp(d->key + n - k, status)) {
		as_take_failed(d, &(struct as_path_row){.name = "LNT has it as failed"});
		return;
	}
	if (kind != AS_JSON_ARRAY && kind != AS_JSON_NUMBER &&
		!(kind == AS_JSON_STRING && is_metric(d->key))) {
		as_json_skip(d->r);
		return;
	}
	const uint32_t outer = d->scope;
	d->scope = as_gather_find(d->g, AS_SCOPE_SUBJECT, outer, d->key);
	as_gather_text(d->g, d->scope, AS_TRAIT_UNIT, unit_of(d->key));
	if (!strcmp(d->key, "score"))
		as_gather_number(d->g, d->scope, AS_TRAIT_MORE, 1);
	as_take_value(d, row);
	d->scope = outer;
}

static const struct as_path_row rows[] = {
	{.path = TEST, .opens = as_open_group},
	{.path = TEST ".name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = TEST ".*", .takes = take_member},
	{.path = OLD, .opens = as_open_subject},
	{.path = OLD ".Name", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	{.path = OLD ".Data", .takes = as_take_value},
	{.path = "$.machine.name", .takes = as_take_trait, .trait = AS_TRAIT_HOST},
	{.path = "$.machine.cpu",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PROCESSOR,
		.name = "cpu"},
	{.path = "$.machine.hardware",
		.takes = as_take_trait,
		.trait = AS_TRAIT_PROCESSOR,
		.name = "hardware"},
	{.path = "$.machine.*", .takes = as_take_trait_key, .trait = AS_TRAIT_FACT},
	{.path = "$.Machine.Name", .takes = as_take_trait, .trait = AS_TRAIT_HOST},
	{.path = "$.run.git_sha", .takes = as_take_trait, .trait = AS_TRAIT_COMMIT},
	{.path = "$.run.llvm_project_revision", .takes = as_take_trait, .trait = AS_TRAIT_VERSION},
	{.path = "$.run.start_time", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE},
	{.path = "$.Run.Info.run_order", .takes = as_take_trait, .trait = AS_TRAIT_VERSION},
	{.path = "$.Run.Start Time", .takes = as_take_trait, .trait = AS_TRAIT_RUN_DATE},
};

static const struct as_paths paths = {
	.tool = "LNT",
	.has = {"$.machine|$.Machine", "$.run|$.Run", "$.tests|$.Tests"},
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.unit = "s",
};

AS_PATHS_FORMAT(lnt, "report for LNT", ".json");
