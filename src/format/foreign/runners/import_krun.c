/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of krun, as they are or with what warmup_stats adds. A process execution is an execution;
 * all its iterations count from the first one: they are not warm. */
#include "format/foreign/parts/paths.h"

/* "C" completed, "E" crashed, "T" took too long. */
static void take_flag(struct as_path_reading *d, const struct as_path_row *row)
{
	char flag[8];
	const uint32_t execution = as_open_nth(d, row);

	as_path_text(d, flag, sizeof flag);
	if (flag[0] == 'E')
		as_gather_text(d->g, execution, AS_TRAIT_FAILED, "it crashed");
	else if (flag[0] == 'T')
		as_gather_text(d->g, execution, AS_TRAIT_FAILED, "it took too long");
}

static const struct as_path_row rows[] = {
	{.path = "$.wallclock_times.*", .opens = as_open_named},
	{.path = "$.wallclock_times.*.[]", .opens = as_open_nth},
	{.path = "$.wallclock_times.*.[].[]", .takes = as_take_value},
	{.path = "$.pexec_flags.*", .opens = as_open_named},
	{.path = "$.pexec_flags.*.[]", .takes = take_flag},
	{.path = "$.audit.uname", .takes = as_take_trait, .trait = AS_TRAIT_FACT, .name = "uname"},
};

static const struct as_paths paths = {
	.tool = "krun",
	.has = {"$.wallclock_times", "$.pexec_flags|$.config|$.audit|$.reboots"},
	.unit = "s",
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
};

AS_PATHS_FORMAT(krun, "JSON of krun", ".json");
