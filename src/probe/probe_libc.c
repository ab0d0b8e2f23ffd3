/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/machine_facts.h"

#include <stdio.h>
#include <unistd.h>

/* Asked of the library assay itself runs on, which is the one that the commands of this system use
 * unless they bring their own. */
static bool version(char *out, size_t size)
{
#ifdef _CS_GNU_LIBC_VERSION
	size_t n = confstr(_CS_GNU_LIBC_VERSION, out, size);
	return n > 0 && n <= size;
#else
	(void)out;
	(void)size;
	return false;
#endif
}

static bool available(const struct as_probe_root *root, char reason[static AS_PROBE_REASON])
{
	char text[128];

	(void)root;
	if (version(text, sizeof text))
		return true;
	snprintf(reason, AS_PROBE_REASON, "this C library does not say its version; glibc does");
	return false;
}

static void facts(struct as_probe_facts *f)
{
	char text[128];

	if (version(text, sizeof text))
		as_fact_add(f, AS_FACT_ENVIRONMENT, "libc.version", text);
	else
		as_fact_unknown(f, AS_FACT_ENVIRONMENT, "libc.version",
			"this C library does not say its version");
}

const struct as_probe as_probe_libc = {
	.name = "libc",
	.summary = "which C library",
	.available = available,
	.facts = facts,
	.metric = AS_PROBE_NO_METRIC,
};
