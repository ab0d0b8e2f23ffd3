/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <string.h>

#include "base/text/slip.h"
#include "format/suite/suite_reading.h"
#include "model/kept/metric.h"

static enum as_status fail_of(struct as_suite_reader *r, const struct as_suite_settings *s,
	enum as_suite_key key, const char *what)
{
	return as_suite_fail(r->suite, &s->v[key].at, r->err, "'%s' %s", as_suite_rows[key].name,
		what);
}

/* A {word} in the command that is nearly the name of the parameter. */
static const char *nearly(struct as_suite_reader *r, const char *text, const char *name)
{
	for (const char *s = strchr(text, '{'); s; s = strchr(s + 1, '{')) {
		size_t n = strcspn(s + 1, "{} ");
		const char *word = s[1 + n] == '}' ? as_arena_strndup(r->a, s + 1, n) : NULL;
		if (word && as_is_slip(word, name))
			return word;
	}
	return NULL;
}

static enum as_status fail_unused(struct as_suite_reader *r, const struct as_suite_axis *axis,
	const char *execute)
{
	const char *slip = execute ? nearly(r, execute, axis->name) : NULL;

	if (slip)
		return as_suite_fail(r->suite, &axis->at, r->err,
			"no command uses the parameter '%.100s'; 'execute' has {%.100s}, did you "
			"mean {%.100s}?",
			axis->name, slip, axis->name);
	return as_suite_fail(r->suite, &axis->at, r->err,
		"no command uses the parameter '%.100s': write {%.100s} where its values go, or "
		"leave it out",
		axis->name, axis->name);
}

/* Of the parameters of the top a benchmark has those that it uses. */
static enum as_status choose_parameters(struct as_suite_reader *r, struct as_suite_settings *s,
	const struct as_suite_settings *top)
{
	const struct as_suite_product *all = &top->parameters.v[0];
	struct as_suite_product *p = as_arena_alloc(r->a, sizeof *p);

	if (!p)
		return as_fail_memory(r->err);
	p->v = as_arena_array(r->a, all->n, sizeof *p->v);
	if (!p->v)
		return as_fail_memory(r->err);
	for (size_t i = 0; i < all->n; i++)
		if (as_suite_uses(s, all->v[i].name)) {
			all->v[i].used = true;
			p->v[p->n++] = all->v[i];
		}
	if (p->n)
		s->parameters = (struct as_suite_grid){.v = p, .n = 1};
	return AS_OK;
}

static enum as_status check_parameters(struct as_suite_reader *r, struct as_suite_benchmark *b)
{
	const struct as_suite_grid *g = &b->set.parameters;

	for (size_t i = 0; i < as_suite_parameters(g); i++)
		if (!as_suite_uses(&b->set, g->v[0].v[i].name))
			return fail_unused(r, &g->v[0].v[i], b->set.v[AS_SUITE_EXECUTE].text);
	b->variants = as_suite_combinations(g);
	r->suite->variants += b->variants <= AS_SUITE_VARIANTS ? b->variants : 0;
	if (b->variants <= AS_SUITE_VARIANTS && r->suite->variants <= AS_SUITE_VARIANTS_ALL)
		return AS_OK;
	return as_suite_fail(r->suite, &b->at, r->err,
		"the parameters of '%.100s' have too many combinations: at most %d of a benchmark "
		"and %d of a suite; measure fewer",
		b->name, AS_SUITE_VARIANTS, AS_SUITE_VARIANTS_ALL);
}

static bool in_a_name(char c)
{
	return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_';
}

/* The command names the artifact: ./fft and fft are the same file, fft2 and a_fft others. */
static bool is_named(const char *command, const char *artifact)
{
	while (artifact[0] == '.' && artifact[1] == '/')
		artifact += 2;
	for (const char *s = strstr(command, artifact); *artifact && s; s = strstr(s + 1, artifact))
		if ((s == command || !in_a_name(s[-1])) && !in_a_name(s[strlen(artifact)]))
			return true;
	return false;
}

static enum as_status check_artifacts(struct as_suite_reader *r, const struct as_suite_settings *s)
{
	const struct as_suite_list *artifacts = &s->v[AS_SUITE_ARTIFACTS].list;
	bool used = !artifacts->n;

	for (size_t i = 0; i < artifacts->n && !used; i++)
		used = is_named(s->v[AS_SUITE_EXECUTE].text, artifacts->v[i]);
	if (used)
		return AS_OK;
	return as_suite_fail(r->suite, &artifacts->at[0], r->err,
		"'execute' does not use the artifact '%.200s': name the file that the build makes "
		"and the command runs",
		artifacts->v[0]);
}

/* What is said of builds where nothing is built. */
static enum as_status check_build(struct as_suite_reader *r, const struct as_suite_settings *s,
	const struct as_suite_value *own)
{
	const struct as_suite_list *randomize = &s->v[AS_SUITE_RANDOMIZE].list;
	static const enum as_suite_key keys[] = {AS_SUITE_ARTIFACTS, AS_SUITE_BUILDS,
		AS_SUITE_BUILD_TIMEOUT};

	if (s->v[AS_SUITE_BUILD].text)
		return check_artifacts(r, s);
	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (own[keys[i]].at.line)
			return fail_of(r, s, keys[i],
				"says something about builds, but there is no 'build'");
	for (size_t i = 0; own[AS_SUITE_RANDOMIZE].at.line && i < randomize->n; i++)
		if (!strcmp(randomize->v[i], "layout"))
			return as_suite_fail(r->suite, &randomize->at[i], r->err,
				"'layout' is drawn anew in every build, but there is no 'build'");
	return AS_OK;
}

static enum as_status check_counts(struct as_suite_reader *r, const struct as_suite_settings *s,
	const struct as_suite_value *own)
{
	const struct as_suite_value *v = s->v;

	if (v[AS_SUITE_MIN_RUNS].at.line && v[AS_SUITE_MAX_RUNS].at.line &&
		v[AS_SUITE_MIN_RUNS].count > v[AS_SUITE_MAX_RUNS].count)
		return fail_of(r, s,
			own[AS_SUITE_MIN_RUNS].at.line ? AS_SUITE_MIN_RUNS : AS_SUITE_MAX_RUNS,
			"contradicts the other limit: 'min-runs' must not be above 'max-runs'");
	if (v[AS_SUITE_RUNS].at.line && own[AS_SUITE_MIN_RUNS].at.line)
		return fail_of(r, s, AS_SUITE_MIN_RUNS,
			"cannot stand beside 'runs', which is an exact number");
	if (v[AS_SUITE_RUNS].at.line && own[AS_SUITE_MAX_RUNS].at.line)
		return fail_of(r, s, AS_SUITE_MAX_RUNS,
			"cannot stand beside 'runs', which is an exact number");
	if (v[AS_SUITE_ITERATIONS].at.line &&
		v[AS_SUITE_DROP].count >= v[AS_SUITE_ITERATIONS].count)
		return fail_of(r, s, AS_SUITE_DROP,
			"is not below 'iterations': nothing would be left");
	return AS_OK;
}

/* Programs may report metrics of any name, but a name is a word. */
static enum as_status check_metric(struct as_suite_reader *r, const struct as_suite_place *at,
	enum as_suite_key key, const char *name)
{
	const char *best = NULL;

	if (!name || !name[strcspn(name, " \t")])
		return AS_OK;
	for (size_t i = 0; i < AS_METRICS_BUILTIN && !best; i++)
		best = as_is_slip(name, as_metrics[i].name) ? as_metrics[i].name : NULL;
	return as_suite_fail(r->suite, at, r->err,
		"cannot use '%.100s' for '%s': expected the name of a metric, which has no "
		"blanks%s%s%s",
		name, as_suite_rows[key].name, best ? "; did you mean '" : "", best ? best : "",
		best ? "'?" : "");
}

static enum as_status check_metrics(struct as_suite_reader *r, const struct as_suite_settings *s)
{
	const struct as_suite_list *metrics = &s->v[AS_SUITE_METRICS].list;
	const struct as_suite_value *criterion = &s->v[AS_SUITE_CRITERION];
	enum as_status st = check_metric(r, &criterion->at, AS_SUITE_CRITERION,
		criterion->text);

	for (size_t i = 0; i < metrics->n && !st; i++)
		st = check_metric(r, &metrics->at[i], AS_SUITE_METRICS, metrics->v[i]);
	return st;
}

/* A program that is not asked for a number of iterations is asked for 20 at first. */
static enum as_status check_drop(struct as_suite_reader *r, const struct as_suite_settings *s)
{
	if (s->v[AS_SUITE_ITERATIONS].at.line || s->v[AS_SUITE_DROP].count < 20)
		return AS_OK;
	return fail_of(r, s, AS_SUITE_DROP,
		"is not below the 20 iterations that programs are asked for: "
		"nothing would be left; give 'iterations', too");
}

static enum as_status check_output(struct as_suite_reader *r, const struct as_suite_settings *s)
{
	const char *output = s->v[AS_SUITE_OUTPUT].text;
	static const char *const words[] = {"null", "pipe", "inherit"};
	bool file = !output || strchr(output, '/');

	for (size_t i = 0; i < 3 && !file; i++)
		file = !strcmp(output, words[i]);
	if (!file)
		return fail_of(r, s, AS_SUITE_OUTPUT,
			"is null, pipe, inherit, or a file written with a slash, "
			"such as ./out");
	if (s->v[AS_SUITE_CHECK].text && output && !strchr(output, '/'))
		return fail_of(r, s, AS_SUITE_CHECK,
			"reads the output: leave 'output' out, or give it a file");
	return AS_OK;
}

enum as_status as_suite_complete(struct as_suite_reader *r, struct as_suite_benchmark *b,
	const struct as_suite_settings *top)
{
	struct as_suite_settings *s = &b->set;
	struct as_suite_value own[AS_SUITE_KEYS];
	enum as_status st = AS_OK;

	memcpy(own, s->v, sizeof own);
	if (as_suite_inherit(s, top, r->a))
		return as_fail_memory(r->err);
	if (!s->v[AS_SUITE_EXECUTE].text)
		return as_suite_fail(r->suite, &b->at, r->err,
			"the benchmark '%.100s' has no 'execute': give it the command to measure",
			b->name);
	if (!own[AS_SUITE_PARAMETERS].at.line && top->v[AS_SUITE_PARAMETERS].at.line)
		st = choose_parameters(r, s, top);
	if (!st)
		st = check_parameters(r, b);
	if (!st)
		st = check_build(r, s, own);
	if (!st)
		st = check_counts(r, s, own);
	if (!st)
		st = check_drop(r, s);
	if (!st)
		st = check_metrics(r, s);
	return st ? st : check_output(r, s);
}

enum as_status as_suite_check_top(struct as_suite_reader *r, const struct as_suite_settings *top)
{
	const struct as_suite_product *p = &top->parameters.v[0];

	for (size_t i = 0; i < p->n; i++)
		if (!p->v[i].used)
			return fail_unused(r, &p->v[i], NULL);
	return AS_OK;
}
