/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/again/going_on.h"
#include "cli/measure/measure.h"
#include "cli/screen_out.h"
#include "run/interrupt.h"

/* What the hands work with. */
struct desk {
	struct as_cli *cli;
	struct as_store *store;
};

static enum as_status measure(void *context, struct as_piece *piece, struct as_result *out,
	struct as_err *err)
{
	const struct desk *d = context;
	const struct as_shower shower = {.out = out, .plans = true}; /* one screen, in the end */
	struct as_extending e = {.request = piece->request}; /* nothing is extended */
	enum as_status st = as_measure_begin(d->cli, d->store, piece->name, &e, err);

	return st ? st : as_measure_for(d->cli, &e, d->store, &shower, err);
}

enum as_status as_hand_print(void *context, struct as_text *t, struct as_err *err)
{
	struct as_cli *const *cli = context;

	return as_screen_print(*cli, t, err);
}

void as_hand_raise(void *context, enum as_status st)
{
	struct as_cli *const *cli = context;

	as_cli_raise(*cli, as_exit_of(st));
}

enum as_status as_campaign_by(struct as_cli *cli, const struct as_campaign_kind *kind,
	struct as_campaign *c, struct as_err *err)
{
	struct desk desk = {cli, c->store};
	const struct as_hands hands = {.context = &desk, .measure = measure, .print = as_hand_print,
		.raise = as_hand_raise};
	enum as_status st = as_campaign_begin(cli, cli->args, err);

	/* cppcheck-suppress autoVariables ; taken back below */
	c->hands = &hands;
	as_interrupt_catch();
	if (!st)
		st = as_campaign_conduct(kind, c, err);
	c->hands = NULL;
	as_campaign_end(cli, st);
	return st;
}
