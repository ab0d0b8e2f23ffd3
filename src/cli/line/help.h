/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_LINE_HELP_H
#define AS_CLI_LINE_HELP_H

/* Help, from the tables of verbs, options and topics. */

#include "base/text.h"
#include "cli/verb.h"

/* Something to read about that is no verb: `assay help exit`. */
struct as_topic {
	const char *name;
	const char *also;    /* another name; NULL if none */
	const char *summary; /* one line, lower case, no stop */
	const char *text;    /* paragraphs, separated by an empty line; a line that begins with two
	                        blanks is printed as it is */
};

extern const struct as_topic as_topics[];
extern const size_t as_topics_known;

const struct as_topic *as_topic_find(const char *name);

/* What there is. */
void as_help_overview(struct as_text *t, int width);

/* One page of it: the usual options; all where there are few of them. */
void as_help_page(struct as_text *t, const struct as_command_entry *c, int width);

void as_help_command(struct as_text *t, const struct as_command_entry *c, int width);

void as_help_topic(struct as_text *t, const struct as_topic *topic, int width);

#endif
