/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/ci/ci.h"
#include "report/ci/ci_sum.h"

/* A step shows ten annotations of each level, and drops the others without a word; a job shows 50.
 * */
enum { EACH = 10, TITLE_BYTES = 150, WHY_BYTES = 1000 };

enum level { ERROR, WARNING, NOTICE, LEVELS };

static const char *const level_words[LEVELS] = {"error", "warning", "notice"};

struct log {
	struct as_text *t;
	const struct as_review *r;
	struct as_ci_sum sum;
	size_t limit;
	size_t written[LEVELS], wanted[LEVELS];
};

/* One annotation; the texts are emptied. */
static void add_annotation(
	struct log *log, enum level level, struct as_text *title, struct as_text *words)
{
	struct as_text line = {0};

	as_text_addf(&line, "::%s title=", level_words[level]);
	as_ci_property_add(&line, as_text_str(title), 0);
	as_text_add(&line, "::");
	as_ci_data_add(&line, as_text_str(words), 0);
	as_text_char(&line, '\n');
	if (!log->limit || log->t->len + line.len <= log->limit) {
		as_text_add(log->t, as_text_str(&line));
		log->written[level]++;
	}
	log->t->failed = log->t->failed || line.failed || title->failed || words->failed;
	as_text_release(&line);
	as_text_clear(title);
	as_text_clear(words);
}

static enum level level_of_review(const struct log *log)
{
	if (log->r->exit || log->sum.mark == AS_CI_BAD)
		return ERROR;
	return log->sum.mark == AS_CI_WORRY ? WARNING : NOTICE;
}

/* LEVELS: nothing is said of the row. */
static enum level level_of_row(const struct as_review *r, const struct as_review_row *row)
{
	switch (as_ci_row_mark(r, row)) {
	case AS_CI_BAD:
		return ERROR;
	case AS_CI_WORRY:
		return WARNING;
	case AS_CI_OPEN:
		return r->require_decision || as_gates_are_unshown(&row->gates) ? ERROR : NOTICE;
	case AS_CI_GOOD:
	case AS_CI_MARKS:
		break;
	}
	return row->kind == AS_REVIEW_BETTER || row->kind == AS_REVIEW_MENDED ? NOTICE : LEVELS;
}

static void add_row(struct log *log, enum level level, const struct as_review_row *row)
{
	struct as_text title = {0}, words = {0}, kind = {0},
		       name = as_ci_named(as_ci_plain_add, row->name, TITLE_BYTES),
		       gates = as_ci_gates(row, TITLE_BYTES, false);
	const struct as_review_side *failure = as_ci_failure(row);

	as_ci_kind_add(&kind, row);
	as_ci_change_add(&words, row);
	if (!words.len && failure && failure->why)
		as_ci_plain_add(&words, failure->why, WHY_BYTES);
	as_text_add(&words, words.len ? "" : as_text_str(&kind));
	as_text_add(&words, as_text_str(&gates));
	as_ci_say(&title, NAMED, &name, &kind);
	as_text_take(&words, &gates);
	add_annotation(log, level, &title, &words);
	as_text_release(&title);
	as_text_release(&words);
}

static void add_verdict(struct log *log)
{
	struct as_text title = {0}, words = {0};

	as_ci_plain_add(&title, log->r->name, TITLE_BYTES);
	as_ci_verdict_add(&words, log->r, &log->sum, as_ci_plain_add);
	as_text_add(&words, log->r->joint.n > 1 ? "; " : "");
	as_ci_joint_add(&words, log->r);
	add_annotation(log, level_of_review(log), &title, &words);
	as_text_release(&title);
	as_text_release(&words);
}

/* In place of the last one of a level, if there are too many. */
static void add_more(struct log *log, enum level level)
{
	struct as_text title = {0}, words = {0};
	const size_t left = log->wanted[level] - log->written[level];

	as_ci_plain_add(&title, log->r->name, TITLE_BYTES);
	as_ci_say(&words, CI_MORE_LIKE, left);
	add_annotation(log, level, &title, &words);
	as_text_release(&title);
	as_text_release(&words);
}

void as_ci_commands(struct as_text *t, const struct as_review *r, size_t limit)
{
	struct as_arena arena = {0};
	struct log log = {.t = t, .r = r, .sum = as_ci_sum_of(r), .limit = limit};
	const size_t *order = as_ci_order(r, &arena);

	log.wanted[level_of_review(&log)] = 1;
	for (size_t i = 0; i < r->n; i++) {
		const enum level level = level_of_row(r, &r->v[i]);
		if (level != LEVELS)
			log.wanted[level]++;
	}
	add_verdict(&log);
	for (size_t i = 0; order && i < r->n; i++) {
		const struct as_review_row *row = &r->v[order[i]];
		const enum level level = level_of_row(r, row);
		if (level == LEVELS || log.written[level] >= EACH)
			continue;
		if (log.written[level] == EACH - 1 && log.wanted[level] > EACH)
			add_more(&log, level);
		else
			add_row(&log, level, row);
	}
	t->failed = t->failed || !order;
	as_arena_release(&arena);
}
