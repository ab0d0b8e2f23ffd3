/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/noise_screen.h"

#include <math.h>
#include <string.h>

#include "base/words.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "report/draw/drawn_table.h"
#include "say/when.h"

static const char *const ways[AS_NOISE_WAYS] = {"same rounds", "in sequence", "across sessions"};

static const char *unit_of(const struct as_noise_screen *s)
{
	return isnan(s->now->round.sd) ? "build" : "execution";
}

static bool is_stopped(const struct as_noise_screen *s)
{
	return s->rounds->plan.outcome == AS_OUTCOME_STOPPED ||
		(s->sequence && s->sequence->plan.outcome == AS_OUTCOME_STOPPED);
}

static void add_head(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	const struct as_experiment *x = s->rounds;
	struct as_text body = {0};

	as_paint(&body, style, AS_PAINT_STRONG);
	as_name_add(&body, style, x->subjects[0].name, as_style_width(style) / 2);
	as_paint_end(&body, style);
	as_text_add(&body, AS_GAP "against itself: ");
	as_count_add(&body, s->now->units, isnan(s->now->round.sd) ? "build" : "round");
	as_text_add(&body, " of both");
	if (s->sequence) {
		as_text_add(&body, ", then ");
		if (s->sequence->n_subjects > 1)
			as_count_add(&body, s->sequence->plan.builds, "build");
		else
			as_count_add(&body, s->sequence->plan.done, "execution");
		as_text_add(&body,
			s->sequence->n_subjects > 1 ? " of each in sequence" : " in sequence");
	}
	if (is_stopped(s))
		as_text_add(&body, ", stopped by you");
	as_layout_body(t, style, "", 0, &body);
}

/* "1 of 20 (0.1 .. 25 %)" or "49 % expected" */
static void add_alarms(struct as_text *cell, const struct as_style *style,
	const struct as_noise_way *w, double promised)
{
	const struct as_symbols *sym = as_symbols(style);
	bool bad = w->comparisons ? w->rate_lo > promised : w->expected > 2 * promised;

	if (!w->comparisons && isnan(w->expected)) {
		as_text_char(cell, '-');
		return;
	}
	if (bad)
		as_paint(cell, style, AS_PAINT_BAD);
	if (w->comparisons) {
		as_text_addf(cell, "%zu of %zu (%.0f%s%.0f %%)", w->alarms, w->comparisons,
			100 * w->rate_lo, sym->to, 100 * w->rate_hi);
	} else {
		as_percent_add(cell, w->expected);
		as_text_add(cell, " expected");
	}
	if (bad)
		as_paint_end(cell, style);
}

static void add_ratio(struct as_text *cell, const struct as_style *style, double lo, double hi)
{
	int decimals = hi > lo ? as_decimals_of(hi - lo, 2) : 3;

	if (isnan(lo) || isnan(hi)) {
		as_text_char(cell, '-');
		return;
	}
	decimals = decimals < 2 ? 2 : decimals > 5 ? 5 : decimals;
	as_text_addf(cell, "%.*f%s%.*f", decimals, lo, as_symbols(style)->to, decimals, hi);
}

static void add_share(struct as_text *cell, bool known, double share)
{
	if (known && share < 10)
		as_percent_add(cell, share);
	else
		as_text_add(cell, known ? ">" AS_TIE "1000" AS_TIE "%" : "-");
}

static void add_table(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	struct as_arena arena = {0};
	struct as_text cell[5] = {{0}};
	struct as_table table = {.n_columns = 5,
		.arena = &arena,
		.column = {{"compared", false, false}, {"false alarms", true, false},
			{"ratio", true, true}, {"by luck", true, false},
			{"seen from", true, false}}};

	for (size_t i = 0; i < AS_NOISE_WAYS; i++) {
		const struct as_noise_way *w = &s->noise->way[i];
		for (size_t c = 0; c < 5; c++)
			as_text_clear(&cell[c]);
		as_text_add(&cell[0], ways[i]);
		add_alarms(&cell[1], style, w, 1 - s->noise->confidence);
		if (i < AS_AA_WAYS)
			add_ratio(&cell[2], style, s->now->way[i].lo, s->now->way[i].hi);
		else
			as_text_char(&cell[2], '-');
		add_share(&cell[3], w->known, w->differ);
		add_share(&cell[4], w->known, w->smallest);
		as_table_row(&table, cell);
	}
	as_text_char(t, '\n');
	as_table_add(t, style, &table, 2);
	t->failed = t->failed || table.failed;
	for (size_t c = 0; c < 5; c++)
		as_text_release(&cell[c]);
	as_table_release(&table);
	as_arena_release(&arena);
}

/* What the columns are. */
static void add_key(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	struct as_text body = {0};

	as_text_add(&body,
		"Both are the same program, so whatever is called different is a false alarm; ");
	as_percent_exact_add(&body, 1 - s->noise->confidence);
	as_text_add(&body, AS_TIE "of the comparisons may be. Each is of ");
	as_count_add(&body, s->noise->group, unit_of(s));
	as_text_add(&body, " a side that are in no other. By" AS_TIE
			   "luck they differ by up to so much; a change "
			   "of what stands under seen" AS_TIE "from is found in 80" AS_TIE
			   "% of cases. The ratio is that of all.");
	as_layout_body(t, style, "\n", 0, &body);
}

static void add_variation(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	const struct as_noise *n = s->noise;
	struct as_text body = {0};

	as_percent_add(&body, n->unit.sd);
	as_text_addf(&body, " between %ss", unit_of(s));
	if (!isnan(n->round.sd)) {
		as_text_add(&body, ", ");
		as_percent_add(&body, n->round.sd);
		as_text_add(&body, " between rounds");
	}
	if (!isnan(n->session.sd)) {
		as_text_add(&body, ", ");
		as_percent_add(&body, n->session.sd);
		as_text_addf(&body,
			" between sessions (%zu of them, with what units leave in their means)",
			n->n_sessions);
	}
	as_layout_row(t, style, "varies", &body);
}

/* "in sequence an interval has to be 2.9 times as wide as in the same rounds, across sessions 5.2
 * times" */
static void add_wider(struct as_text *t, const struct as_style *style, const struct as_noise *n)
{
	struct as_text body = {0};
	bool any = false;

	for (size_t i = AS_AA_SEQUENCE; i < AS_NOISE_WAYS; i++) {
		const struct as_noise_way *w = &n->way[i];
		if (!w->known || isnan(w->wider))
			continue;
		as_text_addf(&body,
			any ? ", %s %.*f" AS_TIE "times"
			    : "%s an interval has to be %.*f" AS_TIE
			      "times as wide as in the same rounds",
			ways[i], w->wider < 10 ? 1 : 0, w->wider);
		any = true;
	}
	if (any)
		as_layout_row(t, style, "width", &body);
	as_text_release(&body);
}

/* What was measured now is no part of the profile: the same session had more before. */
static bool is_left_out(const struct as_noise_screen *s)
{
	const struct as_profile *p = s->noise->profile;

	for (size_t i = 0; s->now->experiment && i < p->n_sessions; i++)
		if (p->sessions[i].experiment &&
			!strcmp(p->sessions[i].experiment, s->now->experiment))
			return false;
	return s->now->experiment != NULL;
}

static void add_kept(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	struct as_text body = {0};

	if (s->rounds->id) {
		as_text_addf(&body, "experiment%s" AS_TIE "%lld",
			s->sequence && s->sequence->id ? "s" : "", (long long)s->rounds->id);
		if (s->sequence && s->sequence->id)
			as_text_addf(&body, " and" AS_TIE "%lld", (long long)s->sequence->id);
	}
	if (s->kept) {
		as_text_add(&body,
			body.len ? ", and in the noise profile of this machine, which has "
				 : "in the noise profile of this machine, which has ");
		as_count_add(&body, s->noise->n_sessions, "session");
		if (is_left_out(s))
			as_text_add(&body, "; this session stays there as an earlier measurement "
					   "of more has it");
	}
	if (body.len && !s->kept && is_stopped(s))
		as_text_add(&body, ", in no noise profile, as it was stopped");
	if (body.len)
		as_layout_row(t, style, "kept", &body);
	as_text_release(&body);
}

static void add_next(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	struct as_text body = {0};

	if (!s->noise->way[AS_NOISE_SESSIONS].known && s->kept) {
		as_text_add(&body,
			"the same command in another session (after a reboot, a suspend, or "
			"30" AS_TIE "minutes without measuring) adds it to the profile: from two "
				    "on, results of "
			"different sessions can be compared");
		as_layout_row(t, style, "next", &body);
	}
}

void as_report_noise(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	add_head(t, style, s);
	add_table(t, style, s);
	add_key(t, style, s);
	as_text_char(t, '\n');
	add_variation(t, style, s);
	add_wider(t, style, s->noise);
	add_kept(t, style, s);
	add_next(t, style, s);
}

void as_report_noise_line(struct as_text *t, const struct as_style *style,
	const struct as_noise *noise)
{
	const struct as_profile *p = noise->profile;
	const struct as_noise_way *across = &noise->way[AS_NOISE_SESSIONS];
	struct as_text body = {0};

	as_text_add(&body, "noise profile of this machine, ");
	as_when_add(&body, p->sessions[p->n_sessions - 1].ended_ns, 0, AS_WHEN_SHORT);
	as_text_add(&body, ": identical programs differ by up to ");
	add_share(&body, noise->way[AS_AA_ROUNDS].known, noise->way[AS_AA_ROUNDS].differ);
	as_text_add(&body, " in the same session");
	if (across->known) {
		as_text_add(&body, ", ");
		add_share(&body, true, across->differ);
		as_text_add(&body, " across sessions");
	}
	as_text_add(&body, " (");
	const size_t comparisons = noise->way[AS_AA_ROUNDS].comparisons;
	if (comparisons) {
		as_count_add(&body, comparisons, "comparison");
		as_text_add(&body, " of" AS_TIE);
	}
	as_count_add(&body, noise->group, isnan(noise->round.sd) ? "build" : "execution");
	as_text_add(&body, " a" AS_TIE "side)");
	as_layout_body(t, style, "\n", 0, &body);
}

void as_report_noise_beside(struct as_text *t, const struct as_style *style,
	const struct as_noise *noise)
{
	struct as_text body = {0};

	as_text_add(&body, "sessions of ");
	as_name_add(&body, style, noise->profile->command, as_style_width(style) / 3);
	as_text_add(&body, " differ by" AS_TIE);
	as_percent_add(&body, noise->session.sd);
	as_text_add(&body, " (sd, ");
	as_count_add(&body, noise->n_sessions, "session");
	as_text_add(&body, "); of this command nothing is known");
	as_layout_body(t, style, "\n", 0, &body);
}

/* "assay aa --build make './prog 10', in 6 sessions" */
static void add_profile_row(struct as_text *t, const struct as_style *style, const char *label,
	const struct as_unsettled *u)
{
	struct as_text body = {0}, words = {0};

	if (u->build) {
		as_text_add(&words, "--build ");
		as_words_quote(&words, u->build);
		as_text_char(&words, ' ');
	}
	if (u->command && !u->several)
		as_words_quote(&words, u->command);
	else
		as_text_add(&words, "COMMAND");
	as_text_add(&body, "assay aa ");
	as_text_add_neutral(&body, as_text_str(&words), words.len, 0);
	as_text_addf(&body, ", %sin 6" AS_TIE "sessions: six give an interval 1.3" AS_TIE
		"times the ideal width, two 6.5" AS_TIE "times",
		u->several ? "for each of them, " : "");
	body.failed = body.failed || words.failed;
	as_text_release(&words);
	as_layout_row(t, style, label, &body);
}

void as_report_unsettled(struct as_text *t, const struct as_style *style,
	const struct as_unsettled *u)
{
	struct as_text body = {0};

	as_text_add(&body, u->check ? "assay check --baseline rev:REVISION, or assay diff"
				    : "assay run OLD NEW");
	as_text_add(&body, ": in the same rounds, with no sessions in between");
	if (u->check)
		as_layout_row(t, style, "next", &body);
	if (u->command)
		add_profile_row(t, style, u->check ? "or" : "next", u);
	if (!u->check)
		as_layout_row(t, style, u->command ? "or" : "next", &body);
}

void as_report_no_noise(struct as_text *t, const struct as_style *style, size_t others,
	const char *host)
{
	struct as_text body = {0};

	as_text_add(&body,
		"no noise profile of this command on this machine, in this environment (assay aa "
		"COMMAND makes one)");
	if (others) {
		as_text_add(&body, "; ");
		as_count_add(&body, others, "profile");
		as_text_add(&body, others == 1 ? " is of another" : " are of others");
		if (host) {
			as_text_add(&body, ", such as ");
			as_name_add(&body, style, host, as_style_width(style) / 3);
		}
		as_text_add(&body, others == 1 ? ", and is not used" : ", and are not used");
	}
	as_layout_body(t, style, "\n", 0, &body);
}
