/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A gate as it is written: "[METRIC] [not] slower by 3%". */
#include "cli/compare/gate_options.h"

#include <string.h>

#include "base/num.h"
#include "base/text/slip.h"
#include "model/kept/derived.h"

enum { WORDS = 6, WORD_BYTES = 64 };

static const struct direction {
	const char *word;
	bool of_time, more;
} directions[] = {
	{"slower", true, true},
	{"faster", true, false},
	{"more", false, true},
	{"less", false, false},
};
enum { DIRECTIONS = sizeof directions / sizeof directions[0] };

/* The words of a gate. */
struct words {
	char v[WORDS][WORD_BYTES];
	size_t n;
	bool too_much; /* more words, or longer ones */
};

static void split(const char *text, struct words *out)
{
	*out = (struct words){.n = 0};
	for (const char *s = text + strspn(text, " \t"); *s; s += strspn(s, " \t")) {
		size_t n = strcspn(s, " \t");
		if (out->n == WORDS || n >= WORD_BYTES) {
			out->too_much = true;
			return;
		}
		memcpy(out->v[out->n], s, n);
		out->v[out->n++][n] = '\0';
		s += n;
	}
	if (out->n < 2 || strcmp(out->v[out->n - 1], "%") != 0)
		return;
	char *number = out->v[out->n - 2]; /* "3 %" is one word */
	size_t n = strlen(number);
	if (n + 2 <= WORD_BYTES) {
		memcpy(number + n, "%", 2);
		out->n--;
	}
}

static const struct direction *direction_of(const char *word)
{
	for (size_t i = 0; i < DIRECTIONS; i++)
		if (!strcmp(directions[i].word, word))
			return &directions[i];
	return NULL;
}

static const struct direction *nearest(const char *word)
{
	for (size_t i = 0; i < DIRECTIONS; i++)
		if (as_is_slip(word, directions[i].word))
			return &directions[i];
	return NULL;
}

static bool is_share(const char *word, double *out)
{
	char with_sign[WORD_BYTES + 2];
	size_t n = strlen(word);

	memcpy(with_sign, word, n + 1);
	if (n && word[n - 1] != '%')
		memcpy(with_sign + n, "%", 2);
	return as_parse_percent(with_sign, out);
}

/* What was probably meant: a direction and a number that are there, the first word where it is a
 * metric. */
static void add_meant(struct as_text *t, const struct words *w)
{
	const struct direction *d = NULL;
	const char *metric = NULL;
	double share = -1, x = 0;

	for (size_t i = 0; i < w->n; i++) {
		const struct direction *near = nearest(w->v[i]);
		if (near)
			d = near;
		else if (is_share(w->v[i], &x))
			share = x;
		else if (!i && as_metric_find(w->v[i]))
			metric = w->v[i];
	}
	if ((!d && share < 0) || w->too_much)
		return;
	as_text_addf(t, "; did you mean '%s%s%s by %.10g%%'?", metric ? metric : "",
		metric ? " " : "",
		d        ? d->word
		: metric ? "more"
			 : "slower",
		share < 0 ? 3 : 100 * share);
}

static enum as_status refuse(const struct as_gate_said *said, const char *expected,
	const struct words *w, struct as_err *err)
{
	struct as_text t = {0};

	as_text_add(&t, expected);
	if (said->by == AS_OPT_FAIL_IF)
		add_meant(&t, w);
	enum as_status st = as_args_bad(said->by, said->text, as_text_str(&t), err);
	as_text_release(&t);
	return st;
}

/* The words of --fail-unless without their "not", which stands behind a metric. */
static bool take_not(struct words *w, size_t at)
{
	if (w->n <= at || strcmp(w->v[at], "not") != 0)
		return false;
	memmove(w->v + at, w->v + at + 1, (--w->n - at) * sizeof w->v[0]);
	return true;
}

static enum as_status check_limit(const struct as_gate_said *said, const struct as_gate *g,
	struct as_err *err)
{
	if (!g->more && g->limit >= 1)
		return as_args_bad(said->by, said->text,
			"less than 100%, since nothing can be less by more "
			"than that",
			err);
	if (g->unless && !(g->limit > 0))
		return as_args_bad(said->by, said->text,
			"a margin above 0%, such as 'not slower by 1%': that two equal programs "
			"differ by nothing at all cannot be shown",
			err);
	return AS_OK;
}

enum as_status as_gate_read(const struct as_gate_said *said, struct as_arena *a,
	struct as_gate *out, struct as_err *err)
{
	const bool unless = said->by == AS_OPT_FAIL_UNLESS;
	struct words w;
	double limit = 0;

	if (said->kept) {
		*out = *said->kept;
		return AS_OK;
	}
	split(said->text, &w);
	const bool negated = take_not(&w, 0) || take_not(&w, 1);
	size_t at = w.n == 4;
	const struct direction *d = w.n == 3 + at && !w.too_much ? direction_of(w.v[at]) : NULL;
	if (negated != unless || !d || strcmp(w.v[at + 1], "by") != 0 ||
		!as_parse_percent(w.v[at + 2], &limit))
		return refuse(said, unless
			? "[METRIC] not slower, faster, more or less, then by and a "
			  "percentage, such as 'not slower by 1%' or 'peak_memory not more by 10%'"
			: "[METRIC] slower, faster, more or less, then by and a percentage, "
			  "such as 'slower by 3%' or 'peak_memory more by 10%'",
			&w, err);
	struct as_gate g = {.of_time = d->of_time, .more = d->more, .unless = unless,
		.limit = limit};
	enum as_status st = check_limit(said, &g, err);
	if (!st && at)
		st = as_statistic_check(w.v[0], err);
	if (st)
		return st;
	g.text = as_arena_strdup(a, said->text);
	g.metric = at ? as_arena_strdup(a, w.v[0]) : NULL;
	if (!g.text || (at && !g.metric))
		return as_fail_memory(err);
	*out = g;
	return AS_OK;
}

static bool is_alike(const struct as_gate *a, const struct as_gate *b, const char *criterion)
{
	const char *of_a = a->metric ? a->metric : criterion;
	const char *of_b = b->metric ? b->metric : criterion;

	return a->more == b->more && !strcmp(of_a, of_b);
}

enum as_status as_gates_agree(const struct as_gate *v, size_t n, const char *criterion,
	struct as_err *err)
{
	criterion = criterion ? criterion : "time";
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (!v[i].unless && v[k].unless && v[i].limit < v[k].limit &&
				is_alike(&v[i], &v[k], criterion))
				return as_fail(err, AS_ERR_USAGE,
					"cannot use '%.100s' for --fail-if beside '%.100s' for "
					"--fail-unless: what lies between their limits would fail "
					"the one and be shown for the other; leave one out",
					v[i].text, v[k].text);
	return AS_OK;
}
