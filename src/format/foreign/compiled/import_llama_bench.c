/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON of llama-bench: of each test the time of each repetition; tokens per second are their mean's. What a test is
 * called, as pp512, follows from how many tokens it reads and writes. */
#include <stdio.h>

#include "format/foreign/parts/paths.h"

#define TEST "$.[]"
#define COUNT(what) \
	{.path = TEST "." what, .takes = as_take_trait, .trait = AS_TRAIT_ROW, .name = what}
#define PARAMETER(what) \
	{.path = TEST "." what, .takes = as_take_trait, .trait = AS_TRAIT_PARAMETER, .name = what}
#define FACT(what) \
	{.path = TEST "." what, .takes = as_take_trait, .trait = AS_TRAIT_FACT, .name = what}

static void close_test(struct as_path_reading *d, uint32_t test)
{
	static const struct {
		const char *count, *word;
	} parts[] = {{"n_prompt", "pp"}, {"n_gen", "tg"}, {"n_depth", "@ d"}};
	char name[128] = "";
	size_t n = 0;

	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
		const struct as_trait *t =
			as_gather_said(d->g, test, AS_TRAIT_ROW, parts[i].count);
		if (!t || !t->text || !*t->text || (t->text[0] == '0' && !t->text[1]))
			continue;
		n += (size_t)snprintf(name + n, sizeof name - n, "%s%s%.20s",
			!n	 ? ""
			: i == 2 ? " "
				 : "+",
			parts[i].word, t->text);
	}
	as_gather_text(d->g, test, AS_TRAIT_NAME, n ? name : "test");
}

static const struct as_path_row rows[] = {
	{.path = TEST, .opens = as_open_subject, .closes = close_test},
	{.path = TEST ".model_type", .takes = as_take_trait, .trait = AS_TRAIT_NAME},
	COUNT("n_prompt"),
	COUNT("n_gen"),
	COUNT("n_depth"),
	PARAMETER("backends"),
	PARAMETER("n_threads"),
	PARAMETER("n_gpu_layers"),
	PARAMETER("n_batch"),
	PARAMETER("n_ubatch"),
	PARAMETER("type_k"),
	PARAMETER("type_v"),
	PARAMETER("flash_attn"),
	{.path = TEST ".samples_ns", .takes = as_take_value},
	{.path = TEST ".avg_ns", .takes = as_take_trait, .trait = AS_TRAIT_CENTRE},
	{.path = TEST ".avg_ts",
		.takes = as_take_metric,
		.name = "tokens_per_second",
		.unit = "tokens/s"},
	{.path = TEST ".build_commit", .takes = as_take_trait, .trait = AS_TRAIT_COMMIT},
	{.path = TEST ".test_time", .takes = as_take_trait, .trait = AS_TRAIT_DATE},
	FACT("cpu_info"),
	FACT("gpu_info"),
	FACT("model_filename"),
};

static const struct as_paths paths = {
	.tool = "llama-bench",
	.has = {"@.[].n_gen", "@.[].samples_ns|@.[].avg_ns", "@.[].model_filename|@.[].model_type"},
	.unit = "ns",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(llama_bench, "JSON of llama-bench", ".json");
