/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_COMPARE_NOISE_SCREEN_H
#define AS_REPORT_COMPARE_NOISE_SCREEN_H

/* What identical programs differ by. */

#include "model/answer/study/noise.h"
#include "report/draw/terminal.h"

/* What `assay aa COMMAND` has measured just now. */
struct as_noise_screen {
	const struct as_experiment *rounds, *sequence; /* sequence NULL: nothing was measured so */
	const struct as_profile_session *now;
	const struct as_noise *noise; /* of now and of earlier sessions */
	bool kept;                    /* the profile is in the store */
};

/* The screen of `assay aa COMMAND`. */
void as_report_noise(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s);

/*
 * as_report_noise_line - the one sentence by which a comparison cites the profile of its command
 *
 * "noise profile of this machine, 2026-11-20: identical programs differ by up to 0.8 % in the same
 * session, 2.1 % across sessions (10 executions a side)"
 */
void as_report_noise_line(struct as_text *t, const struct as_style *style,
	const struct as_noise *noise);

/* The profile of another command, which is not used: "sessions of make test differ by 0.8 % (sd, 6
 * sessions); of this command nothing is known". It has two sessions or more. */
void as_report_noise_beside(struct as_text *t, const struct as_style *style,
	const struct as_noise *noise);

/* What would give a comparison of two sessions a verdict. */
struct as_unsettled {
	const char *command, *build; /* NULL: not known, or nothing is built */
	bool several;                /* comparisons, of several commands */
	bool check;                  /* of assay check, else of assay compare */
};

/* As rows: sharing rounds, and a profile of the command in six sessions. */
void as_report_unsettled(struct as_text *t, const struct as_style *style,
	const struct as_unsettled *u);

/* That there is no such profile: `others` of them are of another machine or environment, one of
 * them of that host (NULL: not known), and are not used. */
void as_report_no_noise(struct as_text *t, const struct as_style *style, size_t others,
	const char *host);

#endif
