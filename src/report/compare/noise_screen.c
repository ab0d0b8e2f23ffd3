/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/noise_screen.h"

#include <math.h>
#include <string.h>

#include "base/text/words.h"
#include "report/draw/drawn_table.h"
#include "report/draw/layout.h"
#include "say/number.h"

static const enum as_say_id ways[AS_NOISE_WAYS] = {
	AS_SAY_SAME_ROUNDS, AS_SAY_IN_SEQUENCE, AS_SAY_ACROSS_SESSIONS};

static const char *unit_of(const struct as_noise_screen *s)
{
	return isnan(s->now->round.sd) ? "build" : "execution";
}

static bool is_stopped(const struct as_noise_screen *s)
{
	return s->rounds->plan.outcome == AS_OUTCOME_STOPPED ||
		(s->sequence && s->sequence->plan.outcome == AS_OUTCOME_STOPPED);
}

static struct as_text name_of(const struct as_style *style, const char *name, size_t part)
{
	struct as_text t = {0};

	as_name_add(&t, style, name, as_style_width(style) / part);
	return t;
}

static void add_head(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	const struct as_experiment *then = s->sequence;
	const bool several = then && then->n_subjects > 1;
	struct as_text name = name_of(style, s->rounds->subjects[0].name, 2);

	as_lines(t, style, 0, NOISE_HEAD, AS_PAINT_STRONG, &name, s->now->units,
		isnan(s->now->round.sd) ? "build" : "round",
		several ? then->plan.builds : then ? then->plan.done : 0,
		several ? "build" : then ? "execution" : NULL, several, is_stopped(s));
}

/* "1 of 20 (0.1 .. 25 %)" or "49 % expected" */
static void add_alarms(struct as_text *cell, const struct as_style *style,
	const struct as_noise_way *w, double promised)
{
	bool bad = w->comparisons ? w->rate_lo > promised : w->expected > 2 * promised;
	struct as_text words = {0};

	if (w->comparisons)
		as_say(&words, style, NOISE_ALARMS, w->alarms, w->comparisons, 100 * w->rate_lo,
			100 * w->rate_hi);
	else if (isnan(w->expected))
		as_text_char(&words, '-');
	else
		as_say(&words, style, NOISE_EXPECTED, w->expected);
	as_say(cell, style, PAINTED, bad ? AS_PAINT_BAD : AS_PAINT_NONE, &words);
}

static void add_ratio(struct as_text *cell, const struct as_style *style, double from, double to)
{
	static const struct as_scale plain = {1, ""};
	int decimals = to > from ? as_decimals_of(to - from, 2) : 3;
	struct as_text lo = {0}, hi = {0};

	if (isnan(from) || isnan(to)) {
		as_text_char(cell, '-');
		return;
	}
	decimals = decimals < 2 ? 2 : decimals > 5 ? 5 : decimals;
	as_number_add(&lo, plain, from, decimals);
	as_number_add(&hi, plain, to, decimals);
	as_say(cell, style, NOISE_RATIO, &lo, &hi);
}

static void add_share(struct as_text *cell, const struct as_style *style, bool known, double share)
{
	as_say(cell, style, NOISE_SHARE, known, share, share < 10);
}

static void add_table(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	struct as_table table = {.n_columns = 5,
		.column = {{"compared", false, false}, {"false alarms", true, false},
			{"ratio", true, true}, {"by luck", true, false},
			{"seen from", true, false}}};
	struct as_text *cell = table.next;

	for (size_t i = 0; i < AS_NOISE_WAYS; i++) {
		const struct as_noise_way *w = &s->noise->way[i];
		const bool now = i < AS_AA_WAYS;
		as_say(&cell[0], style, NOISE_WAY, ways[i]);
		add_alarms(&cell[1], style, w, 1 - s->noise->confidence);
		add_ratio(&cell[2], style, now ? s->now->way[i].lo : (double)NAN,
			now ? s->now->way[i].hi : (double)NAN);
		add_share(&cell[3], style, w->known, w->differ);
		add_share(&cell[4], style, w->known, w->smallest);
		as_table_next(&table);
	}
	as_text_char(t, '\n');
	as_table_end(t, style, &table, 2);
}

static void add_variation(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	const struct as_noise *n = s->noise;

	as_row(t, style, NOISE_VARIES, n->unit.sd, unit_of(s), n->round.sd, n->session.sd,
		n->n_sessions);
}

/* "in sequence an interval has to be 2.9 times as wide as in the same rounds, across sessions 5.2
 * times" */
static void add_wider(struct as_text *t, const struct as_style *style, const struct as_noise *n)
{
	struct as_list list = {0};

	for (size_t i = AS_AA_SEQUENCE; i < AS_NOISE_WAYS; i++) {
		const struct as_noise_way *w = &n->way[i];
		struct as_text times = {0};
		if (!w->known || isnan(w->wider))
			continue;
		as_list_next(&list);
		as_number_add(&times, (struct as_scale){1, ""}, w->wider, w->wider < 10 ? 1 : 0);
		as_say(&list.text, style, NOISE_WIDER, list.n - 1, ways[i], &times);
	}
	if (list.n)
		as_row(t, style, NOISE_WIDTH, as_list_end(&list));
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
	const size_t id = (size_t)s->rounds->id, then = s->sequence ? (size_t)s->sequence->id : 0;

	if (id || s->kept)
		as_row(t, style, NOISE_KEPT, id, id ? then : 0, s->kept ? s->noise->n_sessions : 0,
			is_left_out(s), !s->kept && is_stopped(s));
}

void as_report_noise(struct as_text *t, const struct as_style *style,
	const struct as_noise_screen *s)
{
	add_head(t, style, s);
	add_table(t, style, s);
	as_lines_after(t, style, "\n", 0, NOISE_KEY, 1 - s->noise->confidence, s->noise->group,
		unit_of(s));
	as_text_char(t, '\n');
	add_variation(t, style, s);
	add_wider(t, style, s->noise);
	add_kept(t, style, s);
	if (!s->noise->way[AS_NOISE_SESSIONS].known && s->kept)
		as_row(t, style, NOISE_NEXT);
}

void as_report_noise_line(struct as_text *t, const struct as_style *style,
	const struct as_noise *noise)
{
	const struct as_profile *p = noise->profile;
	const struct as_noise_way *rounds = &noise->way[AS_AA_ROUNDS],
				  *sessions = &noise->way[AS_NOISE_SESSIONS];
	struct as_text here = {0}, across = {0};

	add_share(&here, style, rounds->known, rounds->differ);
	if (sessions->known)
		add_share(&across, style, true, sessions->differ);
	as_lines_after(t, style, "\n", 0, NOISE_LINE, p->sessions[p->n_sessions - 1].ended_ns,
		&here, &across, rounds->comparisons, noise->group,
		isnan(noise->round.sd) ? "build" : "execution");
}

void as_report_noise_beside(struct as_text *t, const struct as_style *style,
	const struct as_noise *noise)
{
	struct as_text name = name_of(style, noise->profile->command, 3);

	as_lines_after(t, style, "\n", 0, NOISE_BESIDE, &name, noise->session.sd,
		noise->n_sessions);
}

/* "assay aa --build make './prog 10', in 6 sessions" */
static void add_profile_row(struct as_text *t, const struct as_style *style,
	const struct as_unsettled *u)
{
	struct as_text build = {0}, command = {0};

	if (u->build)
		as_words_quote(&build, u->build);
	if (u->command && !u->several)
		as_words_quote(&command, u->command);
	else
		as_text_add(&command, "COMMAND");
	as_row_of(t, style, AS_LABEL_OR, UNSETTLED_PROFILE, u->build ? as_text_str(&build) : NULL,
		as_text_str(&command), u->several);
	t->failed = t->failed || build.failed || command.failed;
	as_text_release(&build);
	as_text_release(&command);
}

void as_report_unsettled(struct as_text *t, const struct as_style *style,
	const struct as_unsettled *u)
{
	as_row_of(t, style, AS_LABEL_NEXT, UNSETTLED, u->check);
	if (u->command)
		add_profile_row(t, style, u);
}

void as_report_no_noise(struct as_text *t, const struct as_style *style, size_t others,
	const char *host)
{
	struct as_text name = {0};

	if (host)
		name = name_of(style, host, 3);
	as_lines_after(t, style, "\n", 0, NO_NOISE, others, &name);
}
