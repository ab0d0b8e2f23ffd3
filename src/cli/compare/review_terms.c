/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/compare/review_terms.h"

#include <string.h>

#include "cli/compare/gate_options.h"

/* The words have been checked by the parser. */
static size_t read_estimators(const struct as_args *args,
	enum as_estimator out[static AS_ESTIMATORS])
{
	bool taken[AS_ESTIMATORS] = {false};
	size_t n = 0;

	for (size_t i = 0; i < as_args_times(args, AS_OPT_ESTIMATOR); i++) {
		const char *word = as_args_nth(args, AS_OPT_ESTIMATOR, i)->values[0];
		for (unsigned e = 0; e < AS_ESTIMATORS; e++) {
			if (taken[e] || (strcmp(word, "all") != 0 &&
						strcmp(word, as_estimators[e].name) != 0))
				continue;
			taken[e] = true;
			out[n++] = (enum as_estimator)e;
		}
	}
	return n;
}

/* A profile that cannot be read hides no result. */
static void note(void *context, const char *why)
{
	struct as_review_terms *t = context;
	struct as_text line = {0};

	if (!t->told) {
		as_text_add(&line, "assay: note: ");
		as_text_add_neutral(&line, why, strlen(why), 0);
		as_text_char(&line, '\n');
		as_out_complain(as_text_str(&line), line.len);
	}
	t->told = true;
	as_text_release(&line);
}

void as_review_terms_read(struct as_cli *cli, const struct as_args *args,
	struct as_review_terms *out)
{
	*out = (struct as_review_terms){
		.profiles = {.arena = cli->arena, .store = as_args_value(args, AS_OPT_STORE)},
		.how = {.arena = cli->arena,
			.adjust = as_args_is(args, AS_OPT_ADJUST, "bh") ? AS_ADJUST_BH
									: AS_ADJUST_HOLM,
			.across = as_args_has(args, AS_OPT_ACROSS),
			.profiles = &out->profiles,
			.note = note,
			.context = out}};
	out->how.n_estimators = read_estimators(args, out->how.estimators);
}

enum as_status as_gate_set_given(const struct as_args *args, struct as_arena *a,
	struct as_gate_set *out, struct as_err *err)
{
	struct as_gate *v = NULL;
	size_t n = 0;
	enum as_status st = as_gates_read(args, a, &v, &n, err);

	if (!st)
		*out = (struct as_gate_set){.v = v, .n = n};
	return st;
}

void as_review_finish(const struct as_cli *cli, struct as_review *r)
{
	r->command_line = cli->command_line;
	r->require_decision = as_args_has(cli->args, AS_OPT_REQUIRE_DECISION);
	r->exit = (int)as_review_exit(r);
}

static bool has_failed(const struct as_review_side *side)
{
	return side->state == AS_SIDE_FAILED || side->state == AS_SIDE_NOT_BUILT;
}

enum as_exit as_review_exit(const struct as_review *r)
{
	enum as_exit e = as_review_gates(r, AS_GATE_FAILED) ? AS_EXIT_REGRESSION : AS_EXIT_OK;
	size_t undecided = as_review_gates(r, AS_GATE_UNDECIDED);

	for (size_t i = 0; i < r->n; i++) {
		const struct as_review_row *row = &r->v[i];
		/* The base of another session failed then. */
		if (has_failed(&row->side[AS_REVIEW_HEAD]) ||
			(!r->in_sessions && has_failed(&row->side[AS_REVIEW_BASE])))
			e = as_exit_worse(e, AS_EXIT_BENCHMARK);
		undecided += !row->gates.n && row->kind == AS_REVIEW_UNDECIDED;
	}
	if (as_review_is_unshown(r))
		e = as_exit_worse(e, AS_EXIT_UNDECIDED);
	return undecided && r->require_decision ? as_exit_worse(e, AS_EXIT_UNDECIDED) : e;
}
