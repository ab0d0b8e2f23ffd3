/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_DOCTOR_DOCTOR_VERB_H
#define AS_CLI_DOCTOR_DOCTOR_VERB_H

#include "cli/verb.h"
#include "model/doctor/doctor.h"
#include "probe/probe.h"

/* Look at a machine and weigh what was found; no noise probe. */
enum as_status as_doctor_examine(struct as_cli *cli, const struct as_probe_root *root,
	struct as_diagnosis *d, struct as_machine *machine, struct as_err *err) AS_MUST_CHECK;

/* What can be measured, drawn, served there, into d. */
void as_doctor_abilities(const struct as_probe_root *root, const struct as_machine *machine,
	struct as_diagnosis *d);

/* After a result, on a terminal: one sentence if something disturbs here. Elsewhere, and where that
 * cannot be known, nothing: whoever reads a pipe has asked for the result. */
void as_doctor_announce(struct as_cli *cli);

#endif
