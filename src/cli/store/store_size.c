/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assay store size: what takes the room. */
#include <math.h>

#include "cli/results/result.h"
#include "cli/screen_out.h"
#include "cli/store/store_action.h"
#include "report/draw/layout.h"
#include "say/number.h"
#include "store/keeping/retain.h"

static void line(struct as_cli *cli, int64_t bytes, int64_t all, const char *what)
{
	struct as_style style = as_screen_style(cli);
	struct as_text size = {0};

	as_quantity_add(&size, &style, "bytes", (double)bytes, (double)NAN);
	as_layout_flat(&size, 0);
	as_store_say(cli, "%9s  %3.0f %%  %s", as_text_str(&size),
		all ? 100 * (double)bytes / (double)all : 0, what);
	as_text_release(&size);
}

enum as_status as_store_do_size(struct as_cli *cli, char **words, size_t n, struct as_err *err)
{
	static const char *const rooms[AS_ROOMS] = {
		[AS_ROOM_ITERATIONS] =
			"values of iterations: assay store thin gives most of them up",
		[AS_ROOM_EXECUTIONS] = "values of executions, builds and sessions",
		[AS_ROOM_THINNED] = "what is left of iterations that were thinned",
	};
	struct as_store *s = NULL;
	struct as_store_rooms r = {0};
	enum as_status st = as_result_store(cli, AS_STORE_READ, &s, err);

	(void)words;
	(void)n;
	if (!st)
		st = as_store_rooms(s, &r, err);
	as_store_close(s);
	if (st)
		return st;
	int64_t rest = r.all;
	for (size_t i = 0; i < AS_ROOMS; i++) {
		line(cli, r.bytes[i], r.all, rooms[i]);
		rest -= r.bytes[i];
	}
	line(cli, rest > 0 ? rest : 0, r.all,
		"what is known of experiments, their summaries, and free room");
	line(cli, r.all, r.all, "in all");
	if (r.n_thinned)
		as_store_say(cli, "%s thinned", as_store_experiments(cli, r.n_thinned));
	if (r.n_pruned)
		as_store_say(cli, "%s pruned to %s histor%s", as_store_experiments(cli, r.n_pruned),
			r.n_pruned == 1 ? "its" : "their", r.n_pruned == 1 ? "y" : "ies");
	return AS_OK;
}
