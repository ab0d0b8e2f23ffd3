/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <string.h>

#include "base/num.h"

#define PATH "/proc/loadavg"

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	return as_probe_has(root, PATH, "mount /proc", reason);
}

/* "0.04 0.03 0.00 1/93 30082" */
static bool parse(const char *text, double *out)
{
	char word[32];
	size_t n = strcspn(text, " ");
	double v = 0;

	if (n >= sizeof word || text[n] != ' ')
		return false;
	memcpy(word, text, n);
	word[n] = 0;
	if (!as_parse_double(word, &v) || !(v >= 0))
		return false;
	*out = v;
	return true;
}

static void facts(struct as_probe_facts *f)
{
	as_fact_file(f, AS_FACT_STATE, "load.average", PATH, "empty");
}

const struct as_probe as_probe_load = {
	.name = "load",
	.summary = "how many tasks wanted to run, on average over the last minute",
	.available = available,
	.facts = facts,
	.metric = AS_METRIC_LOAD,
	.path = PATH,
	.parse = parse,
};
