/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_RESULT_BUILDS_H
#define AS_REPORT_RESULT_BUILDS_H

/* What is said of builds. Internal to report/. */

#include "report/draw/screen.h"

/* The builds of one subject that ended well. */
struct as_built {
	size_t n;         /* surplus ones too; 0: nothing is built */
	size_t different; /* of these, by layout and code, else by their bytes; 0 unknown */
};

/* Several builds share rounds, and so are a level of the experiment. */
bool as_builds_in_rounds(const struct as_plan *p);

/* Sessions stand at the top of what was analysed, so that its interval holds beyond one. */
bool as_has_sessions(const struct as_summary *y);

/* Level l is that of builds, and these are one and the same in all sessions: not worth a word. */
bool as_is_same_build(const struct as_screen *s, size_t i, const struct as_summary_level *l);

/* The sentence (say.h) of what an interval of subject i holds for: "for this session", "for this one
 * build only, in this session", "beyond one session". */
size_t as_builds_scope(const struct as_screen *s, size_t i);

/* That of all intervals; AS_SAY_NOTHING where they differ in it. */
size_t as_screen_scope(const struct as_screen *s);

/* What is counted: rounds of several commands or builds, executions of one. */
const char *as_screen_round_word(const struct as_screen *s);

/* Keep what is to be said of the builds of subject i. */
void as_builds_say(struct as_screen *s, size_t i);

/* Add ", layout of each build, addresses of each execution": what was drawn at random. */
void as_randomized_add(struct as_text *t, unsigned bits);

/* Seconds that the builds of subject i took. */
double as_builds_seconds(const struct as_subject *s);

#endif
