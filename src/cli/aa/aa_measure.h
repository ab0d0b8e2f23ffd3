/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_AA_AA_MEASURE_H
#define AS_CLI_AA_AA_MEASURE_H

#include "cli/verb.h"

/* Whether `assay aa` is asked to measure a command: words after --, an option of measuring, or a
 * word that names no result. */
bool as_aa_measures(struct as_cli *cli);

/* `assay aa COMMAND`: measure it against itself, and add the session to the machine's noise
 * profile. */
enum as_status as_aa_measure(struct as_cli *cli, struct as_err *err) AS_MUST_CHECK;

#endif
