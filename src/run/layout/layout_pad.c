/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/layout_pad.h"

#include <inttypes.h>
#include <stddef.h>

enum { STEP = 16, FIRST = 256, OTHERS = 32 };

static const struct {
	const char *section, *flags, *kind;
	unsigned gaps;
} parts[] = {
	{".text.unlikely", "ax", "progbits", 8},
	{".rodata", "a", "progbits", 4},
	{".data", "aw", "progbits", 4},
	{".bss", "aw", "nobits", 4},
};

void as_layout_pad(struct as_text *t, struct as_random *r, bool retain)
{
	for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++)
		for (unsigned i = 0; i < parts[p].gaps; i++) {
			uint64_t steps = 1 + as_random_below(r, i ? OTHERS : FIRST);
			/* %: where @ begins a comment, it is not known as a mark. */
			as_text_addf(t,
				"\t.section %s.assay%u,\"%s%s\",%%%s\n\t.balign %d\n\t.zero "
				"%" PRIu64 "\n",
				parts[p].section, i, parts[p].flags, retain ? "R" : "",
				parts[p].kind, STEP, steps * STEP);
		}
	as_text_add(t, "\t.section .note.GNU-stack,\"\",%progbits\n");
}
