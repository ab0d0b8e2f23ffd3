/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "campaign/compared.h"

#include <stdlib.h>
#include <string.h>

#include "campaign/differ.h"

/* One is the other with more units, so that the two are not independent: an extension begins with
 * what it extends. */
static bool share_units(const struct as_experiment *a, const struct as_experiment *b)
{
	return (a->extends || b->extends) && a->started_ns == b->started_ns &&
		a->plan.seed == b->plan.seed;
}

static bool differ(const char *a, const char *b)
{
	return a && b && strcmp(a, b) != 0;
}

static bool is_built(const struct as_experiment *x)
{
	for (size_t i = 0; i < x->n_subjects; i++)
		if (x->subjects[i].build_command)
			return true;
	return false;
}

/* What differs between the environments; nothing if they are the same. */
static void add_differences(struct as_text *t, const struct as_result *a, const struct as_result *b)
{
	const struct as_machine *m = &a->x->machine, *k = &b->x->machine;

	if (differ(m->environment_id, k->environment_id) || differ(m->machine_id, k->machine_id)) {
		as_differences_add(t, m, a->label, k, b->label);
		if (!t->len)
			as_text_add(t, "the facts kept of them differ");
	}
	if (is_built(a->x) && is_built(b->x))
		as_toolchain_differences_add(t, m, k);
}

/* A result with the first; *across receives what differs where the user insists. */
static enum as_status check_results(const struct as_reviewing *how, const struct as_result *a,
	const struct as_result *b, const char **across, struct as_err *err)
{
	struct as_text text = {0};
	enum as_status st = AS_OK;

	if (!strcmp(a->x->uuid, b->x->uuid))
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare '%s' with '%s': they are the same experiment; measure "
			"once more, or assay show it",
			b->label, a->label);
	if (share_units(a->x, b->x))
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare '%s' with '%s': they have units in common, because one "
			"extends the other; compare it with another experiment",
			b->label, a->label);
	add_differences(&text, b, a);
	if (text.len && how->across) {
		*across = as_arena_strdup(how->arena, as_text_str(&text));
		st = *across ? AS_OK : as_fail_memory(err);
	} else if (text.len) {
		st = as_fail(err, AS_ERR_REFUSED,
			"cannot compare '%s' with '%s': they were measured in different "
			"environments (%s); measure both in one assay run, or insist with --across",
			b->label, a->label, as_text_str(&text));
	}
	as_text_release(&text);
	return st;
}

static struct as_place place_of(const struct as_compared *side)
{
	return (struct as_place){side->experiment, side->summary->subject, side->summary->metric};
}

static void add_pair(struct as_sides_of_results *all, size_t old, size_t new, bool across)
{
	const struct as_compared *o = &all->sides[old], *n = &all->sides[new];

	all->comparisons[all->n] = (struct as_comparison){.reference = old, .subject = new};
	all->pairs[all->n++] = (struct as_apart){
		.old = place_of(o), .new = place_of(n), .across = across, .newer = all->suite};
}

/* Why a side has no value at all: the last reason of its executions, none of which ended well, "" where none is said;
 * NULL: one did. */
static const char *why_failed(const struct as_compared *side)
{
	const struct as_subject *s = &side->experiment->subjects[side->summary->subject];
	const struct as_level *l = &s->levels[AS_LEVEL_EXECUTION];
	const char *why = "";

	for (size_t e = 0; e < l->n; e++)
		if (as_unit_ending(l, e) == AS_ENDED_OK)
			return NULL;
	for (size_t i = 0; i < s->n_notes; i++)
		why = s->notes[i].level == AS_LEVEL_EXECUTION ? s->notes[i].text : why;
	return why;
}

/* Pairs of different metrics are told one by one; where there is no other, nothing is compared at all. */
static enum as_status check_metrics(const struct as_sides_of_results *all, struct as_err *err)
{
	for (size_t i = 0; i < all->n; i++)
		if (as_apart_is_one_metric(&all->pairs[i]))
			return AS_OK;
	if (!all->n)
		return AS_OK;

	const struct as_apart *p = &all->pairs[0];
	const struct as_metric *m = &p->old.x->metrics[p->old.metric],
			       *k = &p->new.x->metrics[p->new.metric];
	const size_t new = all->comparisons[0].subject, old = all->comparisons[0].reference;
	const bool unit = !strcmp(m->name, k->name);
	const bool files = all->results[all->result_of[old]].in_file &&
			   all->results[all->result_of[new]].in_file;
	const char *why[2] = {why_failed(&all->sides[old]), why_failed(&all->sides[new])};
	const char *failed = why[0] ? why[0] : why[1];

	if (failed)
		return as_fail(err, AS_ERR_USAGE,
			"cannot compare '%s' with '%s': '%s' has no result, as none of its "
			"executions ended well%s%.200s%s",
			all->sides[new].label, all->sides[old].label,
			all->sides[why[0] ? old : new].label, *failed ? " (" : "", failed,
			*failed ? ")" : "");
	return as_fail(err, AS_ERR_USAGE,
		"cannot compare '%s' with '%s': one is %s in %s, the other %s in %s; %s",
		all->sides[new].label, all->sides[old].label, k->name, k->unit, m->name, m->unit,
		unit	? "report both in the same unit"
		: files ? "have the tool that wrote them measure the same of both"
			: "measure both with the same --criterion");
}

static const char *name_of(const struct as_compared *side)
{
	return side->experiment->subjects[side->summary->subject].name;
}

/* What its tool skipped is not compared: it counts neither as a failure nor in a mean of ratios. */
static bool is_skipped(const struct as_compared *side)
{
	return as_subject_skipped(&side->experiment->subjects[side->summary->subject]) != NULL;
}

/* A side by its name. */
struct named_side {
	const char *name;
	size_t side;
};

static int by_name(const void *a, const void *b)
{
	const struct named_side *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->side > y->side) - (x->side < y->side);
}

static int is_name(const void *name, const void *side)
{
	return strcmp(name, ((const struct named_side *)side)->name);
}

/* Sides from..to - 1 in the order of their names, each of which is that of one of them. */
static enum as_status sort_names(const struct as_reviewing *how,
	const struct as_sides_of_results *all, size_t from, size_t to, struct named_side **out,
	struct as_err *err)
{
	size_t n = to - from;
	struct named_side *v = as_arena_array(how->arena, n, sizeof *v);

	if (!v)
		return as_fail_memory(err);
	for (size_t i = 0; i < n; i++)
		v[i] = (struct named_side){name_of(&all->sides[from + i]), from + i};
	qsort(v, n, sizeof *v, by_name);
	for (size_t i = 1; i < n; i++)
		if (!strcmp(v[i - 1].name, v[i].name))
			return as_fail(err, AS_ERR_USAGE,
				"cannot compare '%.100s': two of its commands are called "
				"'%.200s', so that it is not clear which is meant; measure them "
				"under names of their own (-n)",
				all->sides[v[i].side].label, v[i].name);
	*out = v;
	return AS_OK;
}

/* The names of each result, or of the suite, are its own. */
static enum as_status check_names(const struct as_reviewing *how,
	const struct as_sides_of_results *all, struct as_err *err)
{
	struct named_side *v = NULL;
	enum as_status st = AS_OK;

	for (size_t i = all->n_base_sides, n = 0; i < all->n_sides && !st; i += n) {
		for (n = 1; i + n < all->n_sides &&
			(all->suite || all->result_of[i + n] == all->result_of[i]);)
			n++;
		st = sort_names(how, all, i, i + n, &v, err);
	}
	return st;
}

/* The side of the base that side i is to be compared with: of the same name, or the only one. */
static bool counterpart(const struct as_sides_of_results *all, const struct named_side *names,
	size_t i, size_t *out)
{
	const struct named_side *same = bsearch(name_of(&all->sides[i]), names, all->n_base_sides,
		sizeof *names, is_name);

	*out = same ? same->side : 0;
	return same || (!all->suite && all->n_base_sides == 1 &&
		as_experiment_n_compared(all->sides[i].experiment) == 1);
}

/* Whether the results of two sides may be compared, and *across of them. */
static enum as_status check_sides(const struct as_reviewing *how, struct as_sides_of_results *all,
	size_t old, size_t new, const char **across, struct as_err *err)
{
	*across = NULL;
	enum as_status st = check_results(how, &all->results[all->result_of[old]],
		&all->results[all->result_of[new]], across, err);
	all->across = *across ? *across : all->across;
	return st;
}

/* The first name of each says what names look like there. */
static enum as_status fail_strangers(const struct as_sides_of_results *all, struct as_err *err)
{
	const bool named = all->n_base_sides && all->n_base_sides < all->n_sides;
	struct as_text t = {0};

	if (named)
		as_text_addf(&t, " (one has '%.60s', the other '%.60s')", name_of(&all->sides[0]),
			name_of(&all->sides[all->n_base_sides]));
	as_fail(err, AS_ERR_USAGE,
		"cannot compare '%s' with the rest: no command has the same name in both%s; "
		"measure both in one assay run, or name them alike with -n",
		all->results[0].label, as_text_str(&t));
	as_text_release(&t);
	return AS_ERR_USAGE;
}

static enum as_status pair_all(const struct as_reviewing *how, struct as_sides_of_results *all,
	struct as_err *err)
{
	size_t with = 0, skipped = 0;
	struct named_side *names = NULL;
	enum as_status st = sort_names(how, all, 0, all->n_base_sides, &names, err);

	if (!st)
		st = check_names(how, all, err);
	for (size_t i = all->n_base_sides; i < all->n_sides && !st; i++) {
		const char *across = NULL;
		if (!counterpart(all, names, i, &with))
			continue;
		if (is_skipped(&all->sides[with]) || is_skipped(&all->sides[i])) {
			skipped++;
			continue;
		}
		st = check_sides(how, all, with, i, &across, err);
		if (!st)
			add_pair(all, with, i, across != NULL);
	}
	if (!st)
		st = check_metrics(all, err);
	return st || all->n || skipped || all->suite ? st : fail_strangers(all, err);
}

static void add_result(struct as_sides_of_results *all, size_t number)
{
	const struct as_result *r = &all->results[number];
	const bool *out = all->left_out ? all->left_out[number] : NULL;
	const struct as_analysis *a = &r->analyses[0];
	size_t methods = r->x->n_subjects ? a->n_published / r->x->n_subjects : 0;

	for (size_t k = 0; k < as_experiment_n_compared(r->x); k++) {
		if (out && out[k])
			continue;
		all->result_of[all->n_sides] = number;
		all->sides[all->n_sides++] = (struct as_compared){
			.experiment = r->x,
			.summary = r->shown ? &r->shown[k] : &a->summaries[k],
			.label = r->label,
			.published = methods ? a->published + k * methods : NULL,
			.n_published = methods,
		};
	}
}

static enum as_status make_room(const struct as_reviewing *how, struct as_sides_of_results *all,
	struct as_err *err)
{
	size_t sides = 0;

	for (size_t i = 0; i < all->n_results; i++)
		sides += all->results[i].x->n_subjects;
	all->sides = as_arena_array(how->arena, sides, sizeof *all->sides);
	all->result_of = as_arena_array(how->arena, sides, sizeof *all->result_of);
	all->comparisons = as_arena_array(how->arena, sides, sizeof *all->comparisons);
	all->pairs = as_arena_array(how->arena, sides, sizeof *all->pairs);
	all->overall = as_arena_array(how->arena, all->n_results, sizeof *all->overall);
	all->overall_label = as_arena_array(how->arena, all->n_results, sizeof *all->overall_label);
	if (!all->sides || !all->result_of || !all->comparisons || !all->pairs || !all->overall ||
		!all->overall_label)
		return as_fail_memory(err);
	for (size_t i = 0; i < all->n_results; i++) {
		add_result(all, i);
		if (i + 1 == all->n_base)
			all->n_base_sides = all->n_sides;
	}
	return AS_OK;
}

/* What is known of sessions for one pair. */
static enum as_status cite(const struct as_reviewing *how, struct as_sides_of_results *all,
	struct as_apart *p, struct as_err *err)
{
	struct as_cited found = {0};
	enum as_status st = as_noise_cited_of(how->profiles, p, &found, err);

	if (st)
		return st;
	bool most = !all->cited.found || !(found.noise.session.sd <= all->cited.noise.session.sd);
	if (found.found ? most : !all->cited.found)
		all->cited = found;
	if (found.refused)
		all->no_profile = found.refused;
	return AS_OK;
}

static enum as_status find_noise(const struct as_reviewing *how, struct as_sides_of_results *all,
	struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; !st && i < all->n; i++) {
		struct as_apart *p = &all->pairs[i];
		if (!p->across && p->old.x->machine.machine_id)
			st = cite(how, all, p, err);
	}
	return st;
}

/* All pairs are by one metric: of others there is no mean. */
static bool is_one_metric(const struct as_apart *v, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (!as_apart_is_one_metric(&(struct as_apart){.old = v[0].old, .new = v[i].new}))
			return false;
	return true;
}

/* The pairs of each result stand together; a suite is one. */
static enum as_status add_overall(struct as_sides_of_results *all, struct as_err *err)
{
	enum as_status st = AS_OK;

	for (size_t i = 0, n = 0; i < all->n && !st; i += n) {
		const struct as_experiment *x = all->pairs[i].new.x;
		for (n = 1; i + n < all->n && (all->suite || all->pairs[i + n].new.x == x);)
			n++;
		if (n < 2 || x->by_difference) /* differences have no geometric mean */
			continue;
		if (!is_one_metric(&all->pairs[i], n)) {
			struct as_overall *o = &all->overall[all->n_overall];
			*o = (struct as_overall){.n = n,
				.refused = "the benchmarks are compared by several metrics"};
			all->overall_label[all->n_overall++] =
				all->sides[all->comparisons[i].subject].label;
			continue;
		}
		all->overall_label[all->n_overall] = all->sides[all->comparisons[i].subject].label;
		st = as_overall_ratio(&all->pairs[i], &all->comparisons[i], n,
			&all->overall[all->n_overall++], err);
	}
	return st;
}

enum as_status as_results_compare(const struct as_reviewing *how, struct as_sides_of_results *all,
	struct as_err *err)
{
	enum as_status st = make_room(how, all, err);

	if (!st)
		st = pair_all(how, all, err);
	struct as_comparison *c = st ? NULL : as_arena_array(how->arena, all->n, sizeof *c);
	if (!st)
		st = c ? find_noise(how, all, err) : as_fail_memory(err);
	if (!st)
		st = as_compare_apart(all->pairs, all->n, how->adjust, c, err);
	for (size_t i = 0; i < all->n && !st; i++) {
		c[i].subject = all->comparisons[i].subject;
		c[i].reference = all->comparisons[i].reference;
		all->comparisons[i] = c[i];
	}
	return st ? st : add_overall(all, err);
}
