/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reviews.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

const struct as_metric a_time = {"time", "ns", AS_BETTER_LESS, AS_LEVEL_EXECUTION, NULL};
const struct as_metric a_rate = {"rate", "1/s", AS_BETTER_MORE, AS_LEVEL_EXECUTION, NULL};
const struct as_metric a_memory = {"peak_memory", "bytes", AS_BETTER_LESS, AS_LEVEL_EXECUTION, NULL};

const char hostile_name[] = "a|b `c` ``` @octocat #1 GH-2 <script>alert(1)</script> <!-- x --> **d** _e_ "
	"[f](http://evil.example) www.evil.example ![g](h) ~~i~~ \\ | & &lt; \" ' % %0A ::error::j a,b:c=d \n::k "
	"\x1b[31m \xe2\x80\xae \xff $(rm) ]]> --> -- {l=\"m\"}\r\n\n# EOF\n";
const char hostile_why[] = "cannot run 'x': @everyone </code></pre></details><img src=x onerror=alert(1)> #2\n"
	"::error::planted\n|a|b|\n\n# heading\n```\n";

static struct as_gate gate = {.text = "slower by 3%", .of_time = true, .more = true, .limit = 0.03};

void reviews_init(struct review_maker *m)
{
	*m = (struct review_maker){.r = {.name = "suite", .command_line = "assay diff --suite bench.yaml main",
		.label = {"main (1a2b3c4)", "working tree"}, .confidence = 0.995, .tolerance = 0.01,
		.seconds = 73.2}};
	m->r.version[AS_REVIEW_BASE] = (struct as_version){.project = "owner/name", .branch = "main",
		.commit = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d", .changes = AS_CHANGES_NONE};
	m->r.v = as_arena_array(&m->arena, REVIEW_ROWS, sizeof *m->r.v);
	assert_non_null(m->r.v);
}

void reviews_release(struct review_maker *m)
{
	as_arena_release(&m->arena);
}

static const struct as_summary *make_summary(struct review_maker *m, double mean)
{
	struct as_summary *y = as_arena_array(&m->arena, 1, sizeof *y);

	assert_non_null(y);
	*y = (struct as_summary){.n_top = 20, .n_values = 20, .mean = mean, .spread.min = mean,
		.spread.q1 = mean,
		.spread.median = mean, .spread.q3 = mean, .spread.max = mean, .sd = mean / 100,
			.method = AS_INTERVAL_T,
		.lo = mean * 0.995, .hi = mean * 1.005, .half_width = mean * 0.005, .confidence = 0.95,
		.df = 19, .tree.n = 1};
	y->tree.v[0].level = AS_LEVEL_EXECUTION;
	return y;
}

static enum as_verdict_word verdict_of(enum as_review_kind kind, double ratio)
{
	if (kind == AS_REVIEW_WORSE || kind == AS_REVIEW_BETTER)
		return ratio > 1 ? AS_VERDICT_SLOWER : AS_VERDICT_FASTER;
	if (kind == AS_REVIEW_SMALL)
		return ratio > 1 ? AS_VERDICT_SLOWER_SMALL : AS_VERDICT_FASTER_SMALL;
	if (kind == AS_REVIEW_SAME)
		return AS_VERDICT_EQUIVALENT;
	return kind == AS_REVIEW_UNDECIDED ? AS_VERDICT_UNDECIDED : AS_VERDICT_NONE;
}

static void set_sides(struct as_review_row *row)
{
	static const enum as_side_state states[AS_REVIEW_KINDS][AS_REVIEW_SIDES] = {
		[AS_REVIEW_BROKEN] = {AS_SIDE_MEASURED, AS_SIDE_FAILED},
		[AS_REVIEW_FAILING] = {AS_SIDE_NOT_BUILT, AS_SIDE_NOT_BUILT},
		[AS_REVIEW_MENDED] = {AS_SIDE_FAILED, AS_SIDE_MEASURED},
		[AS_REVIEW_GONE] = {AS_SIDE_MEASURED, AS_SIDE_ABSENT},
		[AS_REVIEW_NEW] = {AS_SIDE_ABSENT, AS_SIDE_MEASURED},
		[AS_REVIEW_IDENTICAL] = {AS_SIDE_SAME, AS_SIDE_SAME}};

	for (size_t i = 0; i < AS_REVIEW_SIDES; i++) {
		row->side[i].state = states[row->kind][i];
		if (row->side[i].state == AS_SIDE_FAILED)
			row->side[i].why = "an execution ended with exit status 3";
		if (row->side[i].state == AS_SIDE_NOT_BUILT)
			row->side[i].why = "the build 'make fft' ended with exit status 2";
	}
}

struct as_review_row *reviews_add_of(struct review_maker *m, const char *name,
	enum as_review_kind kind, double ratio, const struct as_metric *metric)
{
	struct as_review_row *row = &m->r.v[m->r.n++];
	const bool both = kind == AS_REVIEW_WORSE || kind == AS_REVIEW_BETTER || kind == AS_REVIEW_SMALL ||
		kind == AS_REVIEW_SAME || kind == AS_REVIEW_UNDECIDED;

	*row = (struct as_review_row){.benchmark = name, .name = name, .kind = kind, .metric = metric,
		.c = {.verdict = verdict_of(kind, ratio), .method = AS_COMPARE_PAIRED, .ratio = ratio,
			.lo = ratio - 0.005, .hi = ratio + 0.005, .confidence = 0.995, .p = 0.001,
			.p_adjusted = 0.01, .n_comparisons = 10, .tolerance = 0.01, .df = 19, .pairs.sd = 0.01,
			.n = 20, .n_reference = 20, .pairs.n_tried = 20,
			.needed = kind == AS_REVIEW_UNDECIDED ? 120 : 0}};
	set_sides(row);
	for (size_t i = 0; i < AS_REVIEW_SIDES; i++)
		if (row->side[i].state == AS_SIDE_MEASURED)
			row->side[i].summary = make_summary(m, i == AS_REVIEW_HEAD ? 12e6 * ratio : 12e6);
	if (!both)
		row->c = (struct as_comparison){.ratio = (double)NAN, .lo = (double)NAN, .hi = (double)NAN};
	m->r.compared += both;
	assert_true(m->r.n <= REVIEW_ROWS);
	return row;
}

struct as_review_row *reviews_add(struct review_maker *m, const char *name, enum as_review_kind kind,
	double ratio)
{
	return reviews_add_of(m, name, kind, ratio, &a_time);
}

void reviews_gate(struct review_maker *m, struct as_review_row *row, enum as_gate_state state)
{
	struct as_gated *v = as_arena_array(&m->arena, row->gates.n + 1, sizeof *v);

	assert_non_null(v);
	if (row->gates.n)
		memcpy(v, row->gates.v, row->gates.n * sizeof *v);
	v[row->gates.n] = (struct as_gated){.gate = &gate, .metric = row->metric, .c = row->c,
		.state = state, .needed = state == AS_GATE_UNDECIDED ? 70 : 0};
	row->gates.v = v;
	row->gates.n++;
	if (state == AS_GATE_FAILED)
		m->r.exit = 1;
}

void reviews_all_kinds(struct review_maker *m)
{
	reviews_gate(m, reviews_add(m, "fft (size = 4096)", AS_REVIEW_WORSE, 1.052), AS_GATE_FAILED);
	reviews_gate(m, reviews_add(m, "parse", AS_REVIEW_SAME, 1.0005), AS_GATE_PASSED);
	reviews_gate(m, reviews_add(m, "sort_big", AS_REVIEW_BETTER, 0.31), AS_GATE_PASSED);
	reviews_gate(m, reviews_add(m, "hash", AS_REVIEW_SMALL, 1.006), AS_GATE_PASSED);
	reviews_gate(m, reviews_add(m, "walk", AS_REVIEW_UNDECIDED, 1.027), AS_GATE_UNDECIDED);
	reviews_add(m, "gone away", AS_REVIEW_GONE, 1);
	reviews_add(m, "brand new", AS_REVIEW_NEW, 1);
	reviews_add(m, "crash", AS_REVIEW_BROKEN, 1);
	reviews_add(m, "never builds", AS_REVIEW_FAILING, 1);
	reviews_add(m, "mended", AS_REVIEW_MENDED, 1);
	reviews_add(m, "untouched", AS_REVIEW_IDENTICAL, 1);
	m->r.exit = 5;
}

void reviews_hostile(struct review_maker *m)
{
	static const struct as_metric metric = {"me|tric <b> @octocat\n", "u|nit <i>", AS_BETTER_LESS,
		AS_LEVEL_EXECUTION, NULL};
	static struct as_gate hostile_gate = {.text = hostile_name, .more = true, .limit = 0.03};

	reviews_all_kinds(m);
	for (size_t i = 0; i < m->r.n; i++) {
		struct as_review_row *row = &m->r.v[i];
		row->name = row->benchmark = hostile_name;
		row->metric = &metric;
		for (size_t k = 0; k < AS_REVIEW_SIDES; k++)
			row->side[k].why = row->side[k].why ? hostile_why : NULL;
		for (size_t k = 0; k < row->gates.n; k++) {
			row->gates.v[k].gate = &hostile_gate;
			row->gates.v[k].metric = &metric;
		}
	}
	m->r.name = m->r.command_line = m->r.across = hostile_name;
	for (size_t k = 0; k < AS_REVIEW_SIDES; k++) {
		m->r.label[k] = m->r.version[k].branch = m->r.version[k].project = hostile_name;
		m->r.version[k].commit = m->r.version[k].label = hostile_name;
	}
}

void reviews_many(struct review_maker *m, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const enum as_review_kind kind = (enum as_review_kind)(i % AS_REVIEW_KINDS);
		const char *name = as_arena_printf(&m->arena, "benchmark_%zu (size = %zu)", i, i % 7);
		const double by = 0.05 + (double)(i % 97) / 1000;
		assert_non_null(name);
		reviews_add(m, name, kind, kind == AS_REVIEW_WORSE ? 1 + by : kind == AS_REVIEW_BETTER ? 1 - by : 1.002);
	}
	m->r.exit = 5;
}

void reviews_nan(struct review_maker *m)
{
	const double nan = (double)NAN;

	m->r.confidence = m->r.tolerance = m->r.seconds = nan;
	for (int k = 0; k < AS_REVIEW_KINDS; k++) {
		struct as_review_row *row = reviews_add(m, "nan", (enum as_review_kind)k, nan);
		struct as_comparison *c = &row->c;
		c->lo = c->hi = c->p = c->p_adjusted = c->tolerance = c->confidence = c->pairs.sd = c->df = nan;
		for (size_t i = 0; i < AS_REVIEW_SIDES; i++) {
			struct as_summary *y = as_arena_array(&m->arena, 1, sizeof *y);
			assert_non_null(y);
			*y = (struct as_summary){.mean = nan, .lo = nan, .hi = nan, .half_width = nan,
				.confidence = nan, .sd = nan};
			row->side[i].summary = row->side[i].summary ? y : NULL;
		}
		reviews_gate(m, row, AS_GATE_UNDECIDED);
	}
	m->r.exit = 0;
}
