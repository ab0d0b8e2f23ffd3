/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_DRAW_SCREEN_H
#define AS_REPORT_DRAW_SCREEN_H

/* What the parts of the result screen share. Internal to report/. */

#include "base/arena.h"
#include "report/draw/layout.h"
#include "report/result/choose.h"
#include "say/number.h"
#include "say/say.h"
#include "say/verdict.h"

/* The parts of the screen, in their order; report/result/sections.def has them. */
enum as_section {
#define AS_SECTION(symbol, name, what) AS_SECTION_##symbol,
#include "report/result/sections.def"
#undef AS_SECTION
	AS_SECTIONS
};

/* One row below a subject's numbers: something that needs a sentence. */
struct as_remark {
	enum as_label label;
	bool warn;
	int importance;      /* of say.h; 0: that of its label */
	enum as_row_topic topic;
	const char *body;    /* for as_layout */
	const char *lines;   /* ready lines below it, "" for none */
};

struct as_remarks {
	struct as_remark *v;
	size_t n, cap;
};

struct as_screen {
	struct as_text *t;
	const struct as_style *style;
	const struct as_experiment *x;
	const struct as_analysis *a; /* n of them, a[0] the criterion's */
	size_t n;
	const struct as_outlier_report *around; /* one for each subject; NULL: nothing is known */
	struct as_arena arena;     /* names and remarks; gone when the screen is */
	const char **name;         /* of each subject */
	size_t name_columns;       /* the widest */
	struct as_remarks *remark; /* of each subject */
	struct as_remarks *rows;   /* of all; NULL: they are written as they arise */
	struct as_remark_index *index; /* of remarks; NULL: another one has come since */
};

enum { AS_BLOCKS_AT_MOST = 3 }; /* commands that have a block each */

/* What subjects are called, as wide as the style lets them be, and room for remarks; the rest of s is
 * set. False when out of memory; to be closed in any case. */
bool as_screen_open(struct as_screen *s);
void as_screen_close(struct as_screen *s);

/* The summary of subject i for the criterion. */
const struct as_summary *as_screen_summary(const struct as_screen *s, size_t i);

/* The metric the analyses' summaries and comparisons are of. */
const struct as_metric *as_screen_metric(const struct as_screen *s, size_t metric);

/* ---- block.c: one subject in full, or one line a subject ---- */

void as_block_add(struct as_screen *s, size_t subject);
void as_blocks_table(struct as_screen *s); /* blocks_table.c */

/* " in 1.3 s": what passed from begin to end. Where that is not known (0), or is not of one command
 * alone, as commands take turns: ", 1.1 s together", what its own units took. */
void as_took_add(struct as_text *t, const struct as_style *style, double elapsed_s,
	double together_s);

/* "8 executions × 20 iterations in 1.3 s", as a body; then ", after 1 warm-up" */
void as_counts_add(struct as_text *t, const struct as_screen *s, size_t subject);
void as_warmups_add(struct as_text *t, const struct as_screen *s, size_t subject);

enum { AS_INTERVAL_LEAST = 3 }; /* units, below which an interval below 0 is not shown */

/* What cannot be below 0 has an interval that reaches there: it ends at 0 then, and is too wide to
 * say much; or of so few units the least and the largest value are shown in its place. Numbers of
 * JSON stay as they were computed. */
bool as_reaches_below(const struct as_metric *m, const struct as_summary *y);
/* There is an interval, of so many units and so narrow that it tells something. */
bool as_has_useful_interval(const struct as_metric *m, const struct as_summary *y);

bool as_shows_values(const struct as_metric *m, const struct as_summary *y);

/* "51.2 … 51.7 ms": the interval, or that. */
void as_range_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y);

/* " ± 0.3 %", half of the interval; in its unit where a share has no meaning. */
void as_half_width_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y);

/* The same, or " (51.2 … 53.7 ms)" where the ends are uneven or far. */
void as_ends_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y);

/* "51.5 ms ± 0.3 %", of fewer than three units "51.5 ms   values 51.2 … 51.8 ms", "no result". */
void as_mean_add(struct as_text *t, const struct as_screen *s, size_t subject);

/* The same, where the ends of the interval stand behind it in any case. */
void as_mean_alone_add(struct as_text *t, const struct as_screen *s, size_t subject);

/* "3 runs: 7.1, 7.4, 15.5 ms; typical 9.3 ms (3.1 … 28 ms; 12 runs say far more)", of so few that each is
 * shown; false: there are more. */
bool as_few_add(struct as_text *t, const struct as_screen *s, size_t subject);

/* "51.5 ms ± 0.3 %", the ends of the interval, what it is, and for what it holds: `scope`, a sentence */
void as_result_add(struct as_text *t, const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y, size_t scope);

/* "95 % confidence", "95 % if executions are independent", "less than 95 % confidence"; and so of
 * another than y->holds. */
void as_confidence_add(struct as_text *t, const struct as_summary *y, enum as_holds holds);
void as_sure_add(struct as_text *t, double confidence, enum as_holds holds);

/* The same inside parentheses: "95 %", "less than 95 %", "95 % if executions are independent". */
void as_holds_add(struct as_text *t, const struct as_summary *y);

/* Means with an interval that share a sentence, and for how many of them it does not hold. */
struct as_held {
	size_t n, below, if_independent;
	enum as_holds holds; /* of the one that holds best */
};
void as_held_count(struct as_held *h, const struct as_summary *y);

/* Add ", if executions are independent; for 1 of 3 it is less than that, as ...": behind "95 %
 * confidence interval"; nothing where all hold. */
void as_held_add(struct as_text *t, const struct as_held *h);

/* The unit and decimals of a summary's numbers. */
struct as_scale as_summary_scale(const struct as_style *style, const struct as_metric *m,
	const struct as_summary *y, int *decimals);

/* Seconds that the measured executions of a subject took, whether they ended well or not. */
double as_screen_seconds(const struct as_screen *s, size_t i);

/* ---- basis.c: what an interval rests on ---- */

/* A line below the result where the interval is not simply t or that of two stages. */
void as_basis_add(struct as_screen *s, const struct as_summary *y);

/* Rows that say why the interval that --interval asked for is refused, and what it gives of
 * quantiles. */
void as_refusal_add(struct as_screen *s, const struct as_summary *y);

/* ---- variation.c: where the variation comes from ---- */

/* The rows of levels, from the top, with bars; nothing where only one of them was repeated. Headed
 * by the name of the subject where there are several. */
void as_variation_add(struct as_screen *s, size_t subject);

/* ---- aside.c: other metrics beside the criterion ---- */

/* Which of them: those of the criterion's level, of others, those that were asked for by name or
 * that the program reports, the usual ones of the criterion's level. */
enum as_aside { AS_ASIDE_SAME, AS_ASIDE_OTHERS, AS_ASIDE_ASKED, AS_ASIDE_USUAL };

/* Add "user 0.6   system 0.9 ms   peak memory 1.9 MB": other metrics of subject. Nothing if there are
 * none. */
void as_aside_add(struct as_text *t, const struct as_screen *s, size_t subject,
	enum as_aside which);

/* ---- remark.c ---- */

/* Collect what is to be said of a subject into s->remark[subject]. */
void as_remarks_collect(struct as_screen *s, size_t subject);

/* net.c: what is left of its time without that of the command that is subtracted (--subtract), or the
 * time itself where the screen is of what is left; of the command that is subtracted, that it is. */
void as_net_collect(struct as_screen *s, size_t subject);

/* conditions_screen.c: what load and what isolation was asked for, and whether the load was less. */
void as_conditions_collect(struct as_screen *s, size_t subject);

/* Keep one more, taking its body over: body is empty afterwards. Nothing where it was empty before.
 * */
void as_remark_keep(struct as_screen *s, size_t subject, struct as_remark r, struct as_text *body);

/* Keep a sentence of say/ with its label, its severity and what its importance says. */
#define as_remark_say(s, subject, ...) as_remark_words(s, subject, AS_WORDS(__VA_ARGS__))
void as_remark_words(struct as_screen *s, size_t subject, const void *words);

/* The same where it is true and changes little: a note of --verbose. */
void as_remark_words_if(struct as_screen *s, size_t subject, bool matters, const void *words);

/* disturbed.c: what disturbs the result of a subject, each with its size and its cure. */
void as_disturbed_collect(struct as_screen *s, size_t subject, const struct as_summary *y);

/* ", 30 % slower,": by how much what --drop left out differs from what counts; nothing if it does
 * not. */
void as_dropped_add(struct as_text *t, const struct as_metric *m, const struct as_summary *y);

/* around.c: what was read around the executions of a subject, and what of it explains those that
 * are far out. Nothing where nothing was read. */
void as_around_collect(struct as_screen *s, size_t subject);

/* Of all below: the remarks of one part of the screen. */

/* Write the remarks of a subject that are not those of all. */
void as_remarks_add(struct as_screen *s, size_t subject, enum as_section section);

/* Write these remarks of all subjects, each once with the names of those it is about. */
void as_remarks_named(struct as_screen *s, enum as_section section);

/* Write the remarks that all subjects (two or more) share. */
void as_remarks_common(struct as_screen *s, enum as_section section);

/* Write a row of all, or keep it in s->rows, and clear its body; nothing if that is empty. */
void as_screen_row(struct as_screen *s, enum as_label label, struct as_text *body);

/* Write a sentence of say/ as a row, or keep it. */
#define as_screen_say(s, ...) as_screen_words(s, AS_WORDS(__VA_ARGS__))
void as_screen_words(struct as_screen *s, const void *words);

/* The same of a finding of a comparison, with a name before it, or NULL. */
void as_screen_finding(struct as_screen *s, const struct as_versus *v, const struct as_finding *f,
	const char *name);

/* The subjects that have a row of that topic, or with that body, the first few by name. */
void as_remark_names_add(struct as_text *t, struct as_screen *s, const struct as_remark *r);

/* The same with lines below it, which are taken over, too; NULL: there are none. */
void as_remark_keep_with(struct as_screen *s, size_t subject, struct as_remark r,
	struct as_text *body, struct as_text *lines);

/* The row that a finding makes. */
struct as_remark as_remark_of_finding(const struct as_finding *f);

bool as_remark_is_in(const struct as_remark *r, enum as_section section);

/* What stands at its left, "disturbed". */
const char *as_remark_label(const struct as_remark *r);

/* Write it, with a name before it, or NULL. */
void as_remark_add(struct as_screen *s, const struct as_remark *r, const char *name);

/* Takes NULL. */
void as_remark_index_free(struct as_remark_index *x);

/* Remark r is of every one of several subjects, in these words. */
bool as_remark_is_common(struct as_screen *s, const struct as_remark *r);

/* An earlier subject than that has it, too. */
bool as_remark_is_repeated(struct as_screen *s, size_t subject, const struct as_remark *r);

/* ---- brief.c ---- */

enum { AS_BRIEF_HANG = 4 };

/* The screen without --verbose: the verdict, a line a command, and the two rows that matter most. */
void as_brief_add(struct as_screen *s);

/* ---- failure.c ---- */

/* Add "3 of 40 executions failed: ..." to body and the last output of one to lines; false if none
 * of that level failed. */
bool as_failures_add(const struct as_screen *s, size_t subject, enum as_level_index level,
	struct as_text *body, struct as_text *lines);

/* Keep how many executions ended with a status that was declared fine, if any did. */
void as_ignored_add(struct as_screen *s, size_t subject);

/* ---- outcome.c ---- */

/* Which of two looks the verdict is from. */
void as_looks_add(struct as_screen *s);

/* Why measuring ended if not because the plan was done, and whether it did so in one stretch. */
void as_ended_add(struct as_screen *s);

/* How it was planned, and what was drawn at random. */
void as_basis_of_plan_add(struct as_screen *s);

/* ---- next.c ---- */

/* What to do to be surer; of a table, how many rounds would decide what is undecided. */
void as_next_add(struct as_screen *s);

/* A budget as one types it, rounded up to two digits: "--budget 90s". */
void as_budget_option_add(struct as_text *t, double seconds);

/* What is measured for: "± 1 %", "seeing a change of 3 % with 90 %"; detect 0: none. */
/* "10, 20, 40": all looks but the last. */
struct as_text as_looks_before_last(const struct as_style *style, const size_t *at, size_t n);

/* next_row.c: seconds that all commands of one round took; NaN: none is complete. */
double as_seconds_per_round(const struct as_screen *s);
/* plan.c: to two digits of the unit in which it is said. */
double as_about_seconds(double seconds);
struct as_text as_goal_of(const struct as_style *style, double precision, double detect,
	double power);

/* steadier.c: that processor time gave an answer half as wide where the machine disturbs the time, or the precision
 * asked for was missed, with both widths; of comparisons that are open, or missed it, that answer itself. False:
 * nothing was said. */
bool as_steadier_add(struct as_screen *s, bool missed);
bool as_other_metric_add(struct as_screen *s, bool missed);

/* ---- versus.c ---- */

/* The comparisons as sentences (two subjects) or as a list, with what is to be said of them. With
 * s->rows without that, and a line of a list has the mean of its command. */
void as_comparisons_add(struct as_screen *s);

/* Keep what is to be said of comparisons in s->rows. */
void as_comparison_rows_add(struct as_screen *s);

/* They are pairs, each of which has a line of its own. */
bool as_pairs_are_meant(const struct as_screen *s);

#endif
