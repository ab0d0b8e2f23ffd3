/* SPDX-License-Identifier: GPL-3.0-or-later */

/* validity [-n N] [-p PART/PARTS] [--tap] [CELL...]: rows of the study, 20000 replications a cell
 *
 * A row: cell, judge, hits, replications, mean relative half-width, promised from, to, whether it
 * holds ("-": nothing is promised), published rate, and the 99 % interval of the rate. bench/validity.py makes
 * docs/validity*.md of them.
 * --tap: only what is promised, for make check. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "study.h"

static void (*const groups[])(struct study *) = {
	study_intervals,
	study_apart,
	study_blocks,
	study_looks,
	study_sessions,
	study_steady,
	study_modes,
	study_peers,
	study_others,
	study_histories,
	study_discoveries,
	study_alone,
	study_planned,
	study_stretches,
	study_stages,
	study_suites,
	study_stored,
	study_builds,
	study_clocks,
	study_budgets,
	study_overall,
	study_typical,
	study_decisions,
	study_delays,
};

static unsigned number(const char *text, int64_t least)
{
	int64_t v = 0;

	if (!text || !as_parse_i64(text, least, 1000000, &v))
		study_fail("not a number: %s", text ? text : "nothing");
	return (unsigned)v;
}

static void read_part(struct study *s, char *text)
{
	char *slash = text ? strchr(text, '/') : NULL;

	if (!slash)
		study_fail("-p takes PART/PARTS, as 1/2");
	*slash = '\0';
	s->parts = number(slash + 1, 1);
	s->part = number(text, 1) - 1;
}

int main(int argc, char **argv)
{
	struct study s = {.n = STUDY_REPLICATIONS, .parts = 1};
	int i = 1;

	for (; i < argc && argv[i][0] == '-'; i++) {
		if (!strcmp(argv[i], "--tap"))
			s.tap = true;
		else if (!strcmp(argv[i], "-n") && i + 1 < argc)
			s.n = number(argv[++i], 1);
		else if (!strcmp(argv[i], "-p") && i + 1 < argc)
			read_part(&s, argv[++i]);
		else
			study_fail("usage: validity [-n N] [-p PART/PARTS] [--tap] [CELL...]");
	}
	s.names = argv + i;
	s.n_names = (size_t)(argc - i);
	for (size_t k = 0; k < sizeof groups / sizeof groups[0]; k++)
		groups[k](&s);
	if (s.tap)
		printf("1..%u\n", s.promises);
	return s.tap && s.broken;
}
