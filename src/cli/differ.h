/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_DIFFER_H
#define AS_CLI_DIFFER_H

/* Why two environments are not the same, in words. */

#include "base/text.h"
#include "model/machine.h"

/* Add "cpu.model is X and Y, env.LANG is C in 'b' only": the facts about machine and environment in
 * which a and b differ. Nothing if what is kept of them does not differ. */
void as_differences_add(struct as_text *t, const struct as_machine *a, const char *a_label,
	const struct as_machine *b, const char *b_label);

/* The same for compilers, assembler and linker, which matter to what is built. Nothing is known where
 * an older assay kept the facts. */
void as_toolchain_differences_add(struct as_text *t, const struct as_machine *then,
	const struct as_machine *now);

#endif
