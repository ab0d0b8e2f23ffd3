/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_CI_CI_TEXT_H
#define AS_REPORT_CI_CI_TEXT_H

/* What comes from outside (names of benchmarks and branches, words of a failed program) in formats
 * that a machine acts upon. All of these neutralise as as_text_add_neutral does first, show at most
 * max bytes of s (0: all), and then take from each character what it means in the format. Internal
 * to report/. */

#include "base/text.h"

/* Adds a name in the manner of some format. */
typedef void (*as_ci_add_fn)(struct as_text *t, const char *s, size_t max);

/* As it is, for what is escaped as a whole later. */
void as_ci_plain_add(struct as_text *t, const char *s, size_t max);

/* Code in Markdown, inside a line or a cell of a table: a code span where nothing in it could act
 * in Markdown or in HTML, else an element with every such character as a reference; links, mentions
 * and numbers of issues stay text. */
void as_ci_code_add(struct as_text *t, const char *s, size_t max);

/* Words in Markdown, nothing of which acts. */
void as_ci_words_add(struct as_text *t, const char *s, size_t max);

/* A block of code in Markdown with an empty line after it. */
void as_ci_code_block_add(struct as_text *t, const char *s, size_t max);

/* Text or a quoted attribute of XML and HTML. */
void as_ci_xml_add(struct as_text *t, const char *s, size_t max);

/* What follows the second :: of a workflow command, and the value of a property before it. */
void as_ci_data_add(struct as_text *t, const char *s, size_t max);
void as_ci_property_add(struct as_text *t, const char *s, size_t max);

/* The value of a label of OpenMetrics, between quotes. */
void as_ci_label_add(struct as_text *t, const char *s, size_t max);

/* A piece of a name of OpenMetrics: letters, digits and underscores, no digit first. */
void as_ci_name_add(struct as_text *t, const char *s);

/* <!-- assay: NAME --> and a newline: the first line of a comment, by which the next run finds it.
 * Never more than 250 bytes; different names have different ones. */
void as_ci_marker_add(struct as_text *t, const char *name);

#endif
