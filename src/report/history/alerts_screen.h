/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_HISTORY_ALERTS_SCREEN_H
#define AS_REPORT_HISTORY_ALERTS_SCREEN_H

#include "model/answer/history/history.h"
#include "model/kept/alert.h"
#include "report/draw/terminal.h"
#include "say/say.h"

/* An alert as a change of a history without versions, so that sizes and directions are the words of
 * histories. Points into itself and into the alert. */
struct as_alert_change {
	struct as_history h;
	struct as_history_part part;
	struct as_history_series s;
	struct as_history_change c;
};
void as_alert_as_change(const struct as_alert *a, struct as_alert_change *out);

/* Alerts whose re-runs were not made. */
struct as_reruns_left {
	size_t budget, later, others;
};

/* "confirmed" */
enum as_say_id as_alert_state_word(enum as_alert_state s);

/* `assay alerts`: n of them, the newest first, a block each; `others` are not shown. */
void as_report_alerts(struct as_text *t, const struct as_style *style,
	const struct as_alert *const *v, size_t n, size_t others);

/* "bench: 8.0 % more time (7.8 … 8.2 % more, 95 %), confirmed: 1a2b3c4d5  Use std::map", in one line
 * without a newline. */
void as_report_alert_line(struct as_text *t, const struct as_style *style,
	const struct as_alert *a);

/* `assay confirm`: a re-run that is measured now, for an alert. */
void as_report_rerun(struct as_text *t, const struct as_style *style, const char *before,
	const char *after, size_t rounds, size_t alert);

/* After them, or in place of them where command is given: those for which the budget was too
 * small, those that wait for another session, and those of others. */
void as_report_reruns_end(struct as_text *t, const struct as_style *style, const char *command,
	const struct as_reruns_left *left);

/* "alert 3 is acknowledged" */
void as_report_acknowledged(struct as_text *t, const struct as_style *style,
	const struct as_alert *a);

#endif
