/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_FORMAT_REDACT_H
#define AS_FORMAT_REDACT_H

/* What may be private, out of an experiment that is to be given away (design.md 8). */

#include "model/kept/experiment.h"

/* What as_redact drops, as a list of words for the user. */
extern const char *const as_redacted_words;

/*
 * as_redact - drop command lines, folders and the name of the host
 *
 * Dropped are the command line of assay and the directory; of subjects their command, how they were
 * built, the path of the program and the values of parameters (those are parts of the command); of
 * units the notes, which are mostly what a program printed. A subject is called "command N" unless
 * the user gave it a name (-n); one that shows its command, its program or a parameter's value is
 * none. Of the facts those with a path in them lose their value (of a compiler the hash stays), and
 * so do the names of environment variables. Where the host's name, with its domain or without,
 * stands in what is left (labels, notes, facts), it becomes "host". Hashes and all values stay.
 *
 * The uuid stays as well: it is the same experiment. On AS_ERR_MEM x must not be used.
 */
enum as_status as_redact(struct as_experiment *x, struct as_err *err) AS_MUST_CHECK;

#endif
