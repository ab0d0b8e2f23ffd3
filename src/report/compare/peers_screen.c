/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/compare/peers_screen.h"

#include <math.h>

#include "report/draw/drawn_table.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "say/say.h"
#include "say/verdict.h"

enum { NAME, THEIRS, OURS, VALUES, COLUMNS };
enum { CHANGES = 45 };

static const struct peer_sentences {
	enum as_say_id one, two, why;
} sentences[AS_PEERS] = {
#define AS_PEER(symbol, ...) \
	[AS_PEER_##symbol] = {AS_SAY_PEER_##symbol##_ONE, AS_SAY_PEER_##symbol##_TWO, \
		AS_SAY_PEER_##symbol##_WHY},
#include "model/answer/peer_tools.def"
};

struct peer_block {
	struct as_text *t;
	const struct as_style *style;
	const struct as_peers_of *of;
	enum as_peer tool;
};

/* Behind a comma where something stands before it; the piece is empty afterwards. */
static void join(struct as_text *t, struct as_text *piece)
{
	as_text_add(t, t->len && piece->len ? ", " : "");
	as_text_add(t, as_text_str(piece));
	as_text_take(t, piece);
}

/* "10.2 ± 0.5 ms", "10.2 ms ± 3 %", "10.2 (10.1 … 10.4) ms" */
static void add_theirs(struct as_text *t, const struct peer_block *b,
	const struct as_peer_estimate *e)
{
	const enum as_peer_spread how = as_peer_tools[e->tool].spread;
	const bool bounds = how == AS_PEER_BOUNDS;
	const double half = bounds ? (e->hi - e->lo) / 2 : e->spread;
	const struct as_scale scale =
		as_scale_for(b->style, b->of->sides->metric->unit, e->centre, half);
	const int decimals = as_decimals(scale, e->centre, half);
	struct as_text centre = {0}, spread = {0}, end = {0};

	as_number_add(&centre, scale, e->centre, decimals);
	if (how == AS_PEER_SHARE || (isnan(half) && isfinite(e->centre)))
		as_unit_add(&centre, scale);
	if (isnan(half)) {
		join(t, &centre);
		return;
	}
	if (how == AS_PEER_SHARE)
		as_percent_add(&spread, half / e->centre);
	else
		as_number_add(&spread, scale, bounds ? e->lo : half, decimals);
	if (how == AS_PEER_AMOUNT)
		as_unit_add(&spread, scale);
	if (!bounds) {
		as_say(t, b->style, PEER_AMOUNT, &centre, &spread);
		return;
	}
	as_number_add(&end, scale, e->hi, decimals);
	as_say(t, b->style, PEER_BOUNDS, &centre, &spread, &end);
	as_unit_add(t, scale);
}

static void add_ours(struct as_text *t, const struct peer_block *b, const struct as_summary *y)
{
	as_quantity_add(t, b->style, b->of->sides->metric->unit, y->mean, y->half_width);
	if (y->method != AS_INTERVAL_NONE && y->mean > 0) {
		as_text_add(t, AS_TIE);
		as_plus_minus_add(t, b->style, y->half_width / y->mean);
	}
}

static void add_estimates(const struct peer_block *b)
{
	const struct as_peers *p = b->of->peers;
	struct as_table table = {
		.column = {{"", false, false}, {as_peer_tools[b->tool].name, true, false},
			{"assay", true, false}, {"", false, true}},
		.n_columns = COLUMNS,
	};

	for (size_t i = 0; i < p->n; i++) {
		struct as_text *cell = table.next;
		if (p->v[i].tool != b->tool || !p->v[i].n)
			continue;
		as_text_add(&cell[NAME], b->of->sides->name[i]);
		add_theirs(&cell[THEIRS], b, &p->v[i]);
		add_ours(&cell[OURS], b, b->of->summary[i]);
		as_say(&cell[VALUES], b->style, PEER_VALUES, p->v[i].n, p->v[i].n_failed);
		as_table_next(&table);
	}
	as_table_end(b->t, b->style, &table, 4);
}

/* "4.1 % more time (3.0 … 5.2 % more)", or as hyperfine says it "1.25 ± 0.08 times" */
static void add_ratio(struct as_text *t, const struct peer_block *b, const struct as_versus *v,
	const struct as_peer_change *p)
{
	if (!isfinite(p->ratio))
		return;
	if (p->finding == AS_PEER_SILENT)
		as_say(t, b->style, PEER_TIMES, p->ratio, p->sd);
	else if (isfinite(p->lo))
		as_ratio_add(t, b->style, v, (double[]){p->ratio, p->lo, p->hi});
	else
		as_verdict_ratio(t, b->style, v);
}

static struct as_text change_of(const struct peer_block *b, const struct as_versus *v,
	const struct as_peer_change *p)
{
	const char *word = as_peer_tools[p->tool].word[p->finding];
	struct as_comparison c = *v->c;
	struct as_versus own = *v;
	struct as_text t = {0}, piece = {0};

	c.ratio = p->ratio;
	own.c = &c;
	if (word)
		as_say(&t, b->style, PEER_WORD, word);
	add_ratio(&piece, b, &own, p);
	join(&t, &piece);
	if (isfinite(p->t)) {
		as_say(&piece, b->style, PEER_T, p->t, p->limit);
		join(&t, &piece);
	}
	if (isfinite(p->p)) {
		as_p_add(&piece, p->p);
		join(&t, &piece);
	}
	return t;
}

static void add_side(const struct peer_block *b, const char *who, struct as_text *words)
{
	enum { HANG = 8, WIDE = 18 };
	struct as_text head = {0};

	as_blank(&head, HANG);
	as_text_add(&head, who);
	const size_t used = as_layout_width(as_text_str(&head)) - HANG;
	as_blank(&head, used < WIDE ? WIDE - used : 1);
	as_layout_body(b->t, b->style, as_text_str(&head), HANG + WIDE, words);
	as_text_release(&head);
}

static void add_change(const struct peer_block *b, const struct as_comparison *c,
	const struct as_peer_change *p)
{
	const struct as_sides *sides = b->of->sides;
	const struct as_versus v = {.c = c,
		.metric = sides->metric,
		.subject = sides->name[p->subject],
		.reference = sides->name[p->reference],
		.unit = sides->unit[p->subject],
		.reference_unit = sides->unit[p->reference]};
	struct as_text words = {0};

	as_say(&words, b->style, PEER_PAIR, v.subject, v.reference);
	as_layout_body(b->t, b->style, "    ", 6, &words);
	words = *p->refused ? words : change_of(b, &v, p);
	if (*p->refused)
		as_say(&words, b->style, PEER_REFUSED, p->refused);
	add_side(b, as_peer_tools[b->tool].name, &words);
	as_verdict_phrase(&words, b->style, &v);
	as_verdict_interval(&words, b->style, &v);
	add_side(b, "assay", &words);
}

static void add_changes(const struct peer_block *b)
{
	const struct as_peers *p = b->of->peers;
	size_t n = 0;

	for (size_t i = 0; i < p->n_changes; i++) {
		if (p->c[i].tool != b->tool)
			continue;
		if (!n)
			as_lines_after(b->t, b->style, "  ", 4, PEER_RULE,
				as_peer_tools[b->tool].name, sentences[b->tool].two);
		if (n++ < CHANGES)
			add_change(b, &b->of->c[i], &p->c[i]);
	}
	if (n > CHANGES)
		as_lines(b->t, b->style, 4, PEER_MORE, n - CHANGES);
}

static bool has_any(const struct as_peers *p, enum as_peer tool)
{
	size_t i = 0;

	while (i < p->n && p->v[i].tool != tool)
		i++;
	return i < p->n;
}

void as_peers_block(struct as_text *t, const struct as_style *style, const struct as_peers_of *of)
{
	for (size_t i = 0; i < AS_PEERS; i++) {
		const struct peer_block b = {t, style, of, (enum as_peer)i};
		if (!has_any(of->peers, b.tool))
			continue;
		as_text_char(t, '\n');
		as_lines(t, style, 2, PEER_TITLE, AS_PAINT_STRONG, as_peer_tools[i].name,
			sentences[i].one);
		add_estimates(&b);
		add_changes(&b);
		as_lines_after(t, style, "  ", 4, PEER_WHY, sentences[i].why);
	}
}
