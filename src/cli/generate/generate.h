/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_GENERATE_GENERATE_H
#define AS_CLI_GENERATE_GENERATE_H

/* Manual pages and shell completion, made from the tables of verbs, options and topics while
 * building. */

#include "base/text.h"
#include "cli/verb.h"

/* assay-NAME(1) in roff; assay(1) for NULL. date is that of the page, "2025-11-21". */
void as_generate_man(struct as_text *t, const struct as_command_entry *c, const char *date);

/* Completion for a shell. */
void as_generate_bash(struct as_text *t);
void as_generate_zsh(struct as_text *t);
void as_generate_fish(struct as_text *t);

/* The tables of kept structs (model/fields/fields.h) as JSON, for tools/fields. */
void as_generate_fields(struct as_text *t);

/* The begin of an option's help, up to the first stop, colon or semicolon: a few words. */
void as_generate_gist(struct as_text *t, const struct as_option *o);

/* The metrics and other words that an option of kind "@metric" may have. */
void as_generate_metrics(struct as_text *t);

#endif
