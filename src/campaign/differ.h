/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CAMPAIGN_DIFFER_H
#define AS_CAMPAIGN_DIFFER_H

/* Why two environments are not the same, in words. */

#include "base/text.h"
#include "model/kept/experiment.h"

/* Add "cpu.model is X and Y, env.LANG is C in 'b' only": the facts about machine and environment in
 * which a and b differ. Nothing if what is kept of them does not differ. */
void as_differences_add(struct as_text *t, const struct as_machine *a, const char *a_label,
	const struct as_machine *b, const char *b_label);

/* The same for compilers, assembler and linker, which matter to what is built. Nothing is known
 * where an older assay kept the facts. */
void as_toolchain_differences_add(struct as_text *t, const struct as_machine *then,
	const struct as_machine *now);

/*
 * as_refuse_other - whether more of an experiment can be measured here and now
 *
 *   verb, name   for the sentence: "cannot extend '@last': ..."
 *   now          the machine as it is
 *
 * AS_ERR_REFUSED: machine, environment, a program that is not built, or the toolchain of one that
 * is, are not the same; all that differs is named.
 */
enum as_status as_refuse_other(const struct as_experiment *old, const char *verb, const char *name,
	const struct as_machine *now, struct as_err *err) AS_MUST_CHECK;

#endif
