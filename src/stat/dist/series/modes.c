/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stat/dist/series/modes.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "stat/core/density.h"
#include "stat/core/moments.h"
#include "stat/core/quantile.h"
#include "stat/dist/random.h"

enum {
	ENOUGH = 3, /* so many as large: p is above 1 % whatever comes */
	SMALLEST = 2,
};
static const double least_share = 0.1; /* of the units, for a mode */
static const double wholly = 0.9;

/* A tree on one scale. */
struct scale {
	struct as_tree tree;
	struct as_tree_stats stats;
};

/* Units of one level that are looked at. */
struct sample {
	size_t level, n; /* level from 0 */
	uint32_t *unit;  /* which of the level's */
	uint32_t *above[AS_LEVELS_MAX]; /* the unit of each higher level that it belongs to */
	double *work;    /* n */
};

struct modes_look {
	size_t commands;
	struct scale plain, logs; /* logs: where they are looked at, else without values */
	bool no_logs; /* some value has none */
	double *room_of_means; /* of any level but the lowest */
	uint64_t seed;
	struct as_arena room;
};

static size_t smallest_mode(size_t n)
{
	size_t least = (size_t)ceil(least_share * (double)n);

	return least > SMALLEST ? least : SMALLEST;
}

/* ---- how well two groups explain the values ---- */

/* The largest share of the squares that lies between two groups, cut anywhere where each has the
 * size of a mode. n values, sorted here. */
static double two_groups(double *x, size_t n)
{
	size_t least = smallest_mode(n);
	double below = 0, most = 0;

	as_sort(x, n);
	const double mean = as_mean(x, n), all = as_squares(x, n, mean);
	if (!(all > 0))
		return 0;
	for (size_t k = 1; k + least <= n; k++) {
		below += x[k - 1] - mean;
		if (k >= least)
			most = fmax(most,
				below * below * (double)n / ((double)k * (double)(n - k)));
	}
	return most / all;
}

/* The same units without modes: this level's luck is as flat as luck with a single mode can be,
 * which looks most like two groups; that of the levels above is normal. */
static double two_groups_of_world(const struct sample *s, const struct as_tree_stats *stats,
	struct as_random *random)
{
	double luck[AS_LEVELS_MAX] = {0};
	const double own = sqrt(12 * fmax(stats->level[s->level].s2, 0));

	for (size_t k = 0; k < s->n; k++) {
		double x = own * (as_random_double(random) - 0.5);
		for (size_t l = s->level + 1; l < stats->n_levels; l++) {
			if (!k || s->above[l][k] != s->above[l][k - 1])
				luck[l] = sqrt(fmax(stats->level[l].t2, 0)) *
					  as_random_normal(random);
			x += luck[l];
		}
		s->work[k] = x;
	}
	return two_groups(s->work, s->n);
}

/* The means of the units of a level: of the lowest, the values themselves. NULL: they have to be read. */
static const double *means_of(struct modes_look *k, const struct as_tree *t, size_t level)
{
	if (!level)
		return t->values;
	as_tree_means(t, level + 1, k->room_of_means);
	return k->room_of_means;
}

/* The means of the units that are looked at, to s->work. */
static void take_sample(struct modes_look *k, const struct scale *on, const struct sample *s)
{
	const double *means = means_of(k, &on->tree, s->level);
	const uint32_t *above = s->above[1]; /* of values that are read */
	const struct as_tree *t = &k->plain.tree;

	for (size_t i = 0; i < s->n && means; i++)
		s->work[i] = means[s->unit[i]];
	for (size_t i = 0; i < s->n && !means && above; i++) {
		const size_t u = above[i];
		t->reader->read(t->reader->data, u, s->unit[i] - t->first[1][u], 1, &s->work[i]);
		s->work[i] = on == &k->logs ? log(s->work[i]) : s->work[i];
	}
}

/* p from which on more worlds tell whether it is small enough among many commands. */
#define NEAR 0.02

/* How often what has no modes looks as much like two groups. */
static double chance(struct modes_look *k, const struct scale *on, const struct sample *s)
{
	size_t as_large = 0, worlds = 0;

	take_sample(k, on, s);
	const double found = two_groups(s->work, s->n);
	size_t most = AS_MODES_WORLDS, enough = ENOUGH;
	while (worlds < most && as_large < enough) {
		struct as_random random;
		as_random_init(&random, k->seed, AS_RANDOM_MODES,
			worlds * AS_LEVELS_MAX + s->level);
		as_large += two_groups_of_world(s, &on->stats, &random) >= found;
		worlds++;
		if (worlds == AS_MODES_WORLDS && k->commands > 2 &&
			1 + (double)as_large <= NEAR * (1 + (double)worlds)) {
			most = AS_MODES_EACH * k->commands;
			enough = most;
		}
	}
	return (1 + (double)as_large) / (1 + (double)worlds);
}

/* ---- what one sees ---- */

/* Of n values, ascending: how many are at or below x. */
static size_t count_to(const double *sorted, size_t n, double x)
{
	size_t k = 0;

	while (k < n && sorted[k] <= x)
		k++;
	return k;
}

/* Cuts of the density that leave enough on both sides; how many modes they make. */
static size_t find_cuts(struct modes_look *k, const struct sample *s, double *out)
{
	struct as_density *d = as_arena_alloc(&k->room, sizeof *d);
	double cut[AS_DENSITY_POINTS];
	size_t least = smallest_mode(s->n), before = 0, n = 0;

	if (!d)
		return 0;
	take_sample(k, &k->plain, s);
	as_sort(s->work, s->n);
	as_density(s->work, s->n, d);
	size_t seen = as_density_cuts(d, cut, AS_DENSITY_POINTS);
	for (size_t i = 0; i + 1 < seen && n + 1 < AS_MODES_MOST; i++) {
		size_t to = count_to(s->work, s->n, cut[i]);
		if (to - before < least || s->n - to < least)
			continue;
		out[n++] = cut[i];
		before = to;
	}
	return n + 1;
}

/* The parents of n units, ascending, by the offsets of their children. */
static void find_parents(const size_t *first, const uint32_t *unit, size_t n, uint32_t *out)
{
	size_t u = 0;

	for (size_t i = 0; i < n; i++) {
		while (first[u + 1] <= unit[i])
			u++;
		out[i] = (uint32_t)u;
	}
}

static bool sample_init(struct modes_look *k, size_t level, struct sample *s)
{
	const struct as_tree *t = &k->plain.tree;
	size_t count = t->count[level], step = (count - 1) / AS_MODES_LOOKED + 1;
	uint32_t *below;

	*s = (struct sample){.level = level, .n = (count - 1) / step + 1};
	s->unit = below = as_arena_array(&k->room, s->n, sizeof *s->unit);
	s->work = as_arena_array(&k->room, s->n, sizeof *s->work);
	if (!below || !s->work)
		return false;
	for (size_t i = 0; i < s->n; i++)
		below[i] = (uint32_t)(i * step);
	for (size_t l = level + 1; l < t->n_levels; l++) {
		uint32_t *above = as_arena_array(&k->room, s->n, sizeof *above);
		if (!above)
			return false;
		find_parents(t->first[l], below, s->n, above);
		s->above[l] = below = above;
	}
	return true;
}

static size_t mode_at(const double *cut, size_t n, double value)
{
	size_t i = 0;

	while (i + 1 < n && value > cut[i])
		i++;
	return i;
}

/* What stands for a value: which of n modes it is in, or without modes its logarithm. */
struct modes_other {
	const double *cut;
	size_t n;
};

static double other_of(const struct modes_other *o, double x)
{
	return o->n ? (double)mode_at(o->cut, o->n, x) : log(x);
}

/* The tree with others for its values, which are in memory, or are read and summed. */
static bool replace_values(struct modes_look *k, const struct modes_other *o, struct as_tree *out)
{
	const struct as_tree *t = &k->plain.tree;
	double *v = as_arena_array(&k->room, t->values ? t->count[0] : 3 * t->count[1], sizeof *v);

	*out = *t;
	out->values = t->values ? v : NULL;
	for (size_t i = 0; v && t->values && i < t->count[0]; i++)
		v[i] = other_of(o, t->values[i]);
	if (!v || t->values)
		return v;
	for (size_t u = 0; u < t->count[1]; u++) {
		const size_t n = as_tree_unit_size(t, u);
		double *x = t->reader->room;
		(void)as_tree_unit(t, u);
		for (size_t i = 0; i < n; i++)
			x[i] = other_of(o, x[i]);
		v[u] = x[0];
		as_tree_sums(x, n, &v[t->count[1] + u], &v[2 * t->count[1] + u]);
	}
	out->firsts = v;
	out->offsets = v + t->count[1];
	out->squares = out->offsets + t->count[1];
	return true;
}

static double least_of(const struct modes_look *k)
{
	const struct as_tree *t = &k->plain.tree;
	double least = HUGE_VAL, most = 0;

	if (t->values)
		as_extremes(t->values, t->count[0], &least, &most);
	for (size_t u = 0; !t->values && u < t->count[1]; u++) {
		double own = 0;
		as_extremes(as_tree_unit(t, u), as_tree_unit_size(t, u), &own, &most);
		least = fmin(least, own);
	}
	return least;
}

/* The tree of logarithms; false: no memory. There may be millions, and they are seldom asked for. */
static bool open_logs(struct modes_look *k)
{
	const struct modes_other log_of = {.n = 0};

	if (k->logs.tree.n_levels || k->no_logs)
		return true;
	k->no_logs = !(least_of(k) > 0);
	if (k->no_logs)
		return true;
	if (!replace_values(k, &log_of, &k->logs.tree))
		return false;
	as_tree_stats(&k->logs.tree, &k->logs.stats);
	return true;
}

/* Modes of one level: what one sees, and whether chance makes as much. */
static enum as_status look_at(struct modes_look *k, size_t level, struct as_modes_level *out,
	double cut[AS_MODES_MOST])
{
	struct sample s;

	if (!sample_init(k, level, &s))
		return AS_ERR_MEM;
	out->units = k->plain.tree.count[level];
	out->hint = find_cuts(k, &s, cut);
	if (!out->hint)
		return AS_ERR_MEM;
	if (out->hint < 2)
		return AS_OK;
	out->p = chance(k, &k->plain, &s);
	if (out->p > AS_MODES_LEVEL)
		return AS_OK;
	if (!open_logs(k))
		return AS_ERR_MEM;
	if (!k->no_logs)
		out->p = fmax(out->p, chance(k, &k->logs, &s));
	return AS_OK;
}

/* ---- which level ---- */

static bool is_established(const struct as_modes_level *l)
{
	return l->p <= AS_MODES_LEVEL;
}

/* The tree from a level on, with the modes of its units' means for values. */
static bool label_means(
	struct modes_look *k, size_t level, const struct modes_other *o, struct as_tree *out)
{
	const struct as_tree *t = &k->plain.tree;
	double *label = as_arena_array(&k->room, t->count[level], sizeof *label);

	if (!label)
		return false;
	as_tree_means(t, level + 1, label);
	for (size_t i = 0; i < t->count[level]; i++)
		label[i] = other_of(o, label[i]);
	*out = (struct as_tree){.n_levels = t->n_levels - level, .values = label};
	for (size_t l = level; l < t->n_levels; l++) {
		out->count[l - level] = t->count[l];
		out->first[l - level] = t->first[l];
	}
	return true;
}

/* Shares of the levels in which mode the units of `level` are. */
static enum as_status share_out(struct modes_look *k, size_t level, const double *cut,
	struct as_modes *out)
{
	const struct modes_other label_of = {cut, out->at[level].hint};
	struct as_tree labels;
	struct as_tree_stats stats;

	if (level ? !label_means(k, level, &label_of, &labels)
		  : !replace_values(k, &label_of, &labels))
		return AS_ERR_MEM;
	const struct as_tree *t = &k->plain.tree;
	as_tree_stats(&labels, &stats);
	for (size_t l = level; l < t->n_levels; l++)
		out->at[l].share = stats.level[l - level].share;
	return AS_OK;
}

/* The level of the modes, from 1; 0: they are the luck of a level of which no modes are
 * established. */
static size_t choose_levels(const struct as_modes *m, size_t n_levels, size_t from)
{
	size_t best = from;

	for (size_t l = from; l < n_levels; l++)
		if (m->at[l].share > m->at[best].share)
			best = l;
	if (is_established(&m->at[best]))
		return best + 1;
	return m->at[best].share >= wholly ? 0 : from + 1;
}

/* n more means of units; in[i] are in mode i. */
static void fill_from(struct as_modes *out, const double *means, size_t n, size_t in[AS_MODES_MOST])
{
	for (size_t i = 0; i < n; i++) {
		size_t to = mode_at(out->cut, out->n, means[i]);
		out->mode[to].mean += (means[i] - out->mode[to].mean) / (double)++in[to];
	}
}

static void fill_modes(struct modes_look *k, const double *cut, struct as_modes *out)
{
	const struct as_tree *t = &k->plain.tree;
	size_t level = out->level - 1, n = t->count[level];
	size_t in[AS_MODES_MOST] = {0};

	out->n = out->at[level].hint;
	memcpy(out->cut, cut, sizeof out->cut);
	const double *means = means_of(k, t, level);
	if (means)
		fill_from(out, means, n, in);
	for (size_t u = 0; !means && u < t->count[1]; u++)
		fill_from(out, as_tree_unit(t, u), as_tree_unit_size(t, u), in);
	for (size_t i = 0; i < out->n; i++)
		out->mode[i].share = (double)in[i] / (double)n;
}

static enum as_status look_at_all(struct modes_look *k, struct as_modes *out)
{
	const struct as_tree *t = &k->plain.tree;
	double cut[AS_LEVELS_MAX][AS_MODES_MOST] = {{0}};
	size_t from = t->n_levels;
	enum as_status st = AS_OK;

	for (size_t l = 0; l < t->n_levels && !st; l++) {
		out->at[l].p = (double)NAN;
		if (!k->plain.stats.level[l].repeated || t->count[l] < AS_MODES_UNITS)
			continue;
		st = look_at(k, l, &out->at[l], cut[l]);
		if (from == t->n_levels && is_established(&out->at[l]))
			from = l;
	}
	if (st || from == t->n_levels)
		return st;
	st = share_out(k, from, cut[from], out);
	out->level = st ? 0 : choose_levels(out, t->n_levels, from);
	if (out->level)
		fill_modes(k, cut[out->level - 1], out);
	return st;
}

static bool open_plain(struct modes_look *k, const struct as_tree *tree)
{
	const size_t most = tree->n_levels > 1 ? tree->count[1] : 1;

	k->room_of_means = as_arena_array(&k->room, most, sizeof *k->room_of_means);
	k->plain.tree = *tree;
	as_tree_stats(tree, &k->plain.stats);
	return k->room_of_means;
}

enum as_status as_modes_of(
	const struct as_tree *tree, uint64_t seed, size_t commands, struct as_modes *out)
{
	struct modes_look k = {.seed = seed, .commands = commands};
	struct as_modes m = {.n = 0};
	enum as_status st = open_plain(&k, tree) ? look_at_all(&k, &m) : AS_ERR_MEM;

	as_arena_release(&k.room);
	if (!st)
		*out = m;
	return st;
}

size_t as_mode_of(const struct as_modes *m, double value)
{
	return mode_at(m->cut, m->n, value);
}
