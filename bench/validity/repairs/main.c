/* SPDX-License-Identifier: GPL-3.0-or-later */

/* repairs [-n N] [-p PART/PARTS] [CELL...]: rows of the study of the repaired rules
 *
 * A row is as validity's; 20 000 experiments in every cell, a tenth of that in the cells of `heavy/`,
 * whose experiments have a thousand values. bench/validity_repairs.py makes docs/validity-repairs.md
 * of them. */

#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "repairs/repairs.h"

static unsigned number(const char *text)
{
	int64_t v = 0;

	if (!text || !as_parse_i64(text, 1, 10000000, &v))
		study_fail("not a number: %s", text ? text : "nothing");
	return (unsigned)v;
}

static void all(struct study *s)
{
	static void (*const groups[])(struct study *) = {repairs_alone, repairs_planned,
		repairs_sessions, repairs_stages, repairs_suites, repairs_stored, repairs_builds,
		repairs_clocks, repairs_budgets, repairs_overall, repairs_typical};

	for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
		groups[i](s);
}

int main(int argc, char **argv)
{
	struct study s = {.n = 20000, .parts = 1};
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
		char *slash = strchr(argv[i + 1], '/');
		if (!strcmp(argv[i], "-n")) {
			s.n = number(argv[i + 1]);
		} else if (!strcmp(argv[i], "-p") && slash) {
			*slash = '\0';
			s.part = number(argv[i + 1]) - 1;
			s.parts = number(slash + 1);
		} else {
			study_fail("usage: repairs [-n N] [-p PART/PARTS] [CELL...]");
		}
	}
	s.names = argv + i;
	s.n_names = (size_t)(argc - i);
	all(&s);
	return EXIT_SUCCESS;
}
