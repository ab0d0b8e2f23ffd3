/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suite/suite_request.h"

#include <string.h>

#include "base/num.h"
#include "base/text.h"
#include "base/words.h"
#include "cli/compare/gate_options.h"
#include "cli/files.h"
#include "cli/measure/benchmarks.h"
#include "cli/measure/request_options.h"
#include "cli/suite/suite_verb.h"
#include "format/suite/suite_file.h"
#include "model/fill.h"

enum as_status as_suite_request_check(const struct as_args *args, struct as_err *err)
{
	static const enum as_option_id ids[] = {AS_OPT_NAME, AS_OPT_PARAMETER_LIST,
		AS_OPT_PARAMETER_SCAN, AS_OPT_PARAMETER_STEP, AS_OPT_REFERENCE_NAME, AS_OPT_BUILD,
		AS_OPT_ARTIFACT, AS_OPT_SETUP, AS_OPT_PREPARE, AS_OPT_CONCLUDE, AS_OPT_CLEANUP,
		AS_OPT_CHECK, AS_OPT_INPUT, AS_OPT_OUTPUT};
	char name[32];

	if (as_args_has(args, AS_OPT_DECIDE))
		return as_fail(err, AS_ERR_USAGE,
			"cannot take --decide beside a suite, which is measured for the "
			"precision of each mean: give commands to decide between");
	if (as_args_has(args, AS_OPT_SUBTRACT))
		return as_fail(err, AS_ERR_USAGE,
			"cannot subtract (--subtract) in a suite, whose benchmarks are measured "
			"one after the other, each by itself: assay run --subtract CMD COMMAND "
			"measures one with what is subtracted in the same rounds");
	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
		if (!as_args_has(args, ids[i]))
			continue;
		as_option_spell(ids[i], name);
		return as_fail(err, AS_ERR_USAGE,
			"cannot take %s beside a suite, which says that for each "
			"benchmark: write it there, or give a command to measure",
			name);
	}
	return AS_OK;
}

/* What is made for one benchmark. */
struct maker {
	const struct as_suite *s;
	const struct as_suite_benchmark *b;
	struct as_arena *a;
	bool no_memory;
};

/* A text of the suite with its parameters filled in, as a copy; NULL stays NULL. */
static const char *fill(struct maker *m, const char *text, const struct as_command *c)
{
	const char *filled = as_parameters_fill(text, c->parameters, c->n_parameters, m->a);
	const char *copy = filled == text ? as_arena_strdup(m->a, text) : filled;

	m->no_memory = m->no_memory || (text && !copy);
	return copy;
}

/* "fft (size = 1024, opt = -O2)". */
static const char *name_of(struct maker *m, const struct as_command *c)
{
	struct as_text t = {0};

	as_text_add(&t, m->b->name);
	for (size_t i = 0; i < c->n_parameters; i++)
		as_text_addf(&t, "%s%s = %s", i ? ", " : " (", c->parameters[i].name,
			c->parameters[i].value);
	as_text_add(&t, c->n_parameters ? ")" : "");
	const char *name = t.failed ? NULL : as_arena_strdup(m->a, as_text_str(&t));
	m->no_memory = m->no_memory || !name;
	as_text_release(&t);
	return name;
}

static const struct as_parameter *parameters_of(struct maker *m, size_t k, size_t n)
{
	struct as_parameter *p = as_arena_array(m->a, n, sizeof *p);

	if (!p) {
		m->no_memory = true;
		return NULL;
	}
	as_suite_pick(&m->b->set.parameters, k, p);
	for (size_t i = 0; i < n; i++) {
		p[i].name = as_arena_strdup(m->a, p[i].name);
		p[i].value = as_arena_strdup(m->a, p[i].value);
		m->no_memory = m->no_memory || !p[i].name || !p[i].value;
	}
	return p;
}

static void set_artifacts(struct maker *m, struct as_command *c)
{
	const struct as_suite_list *from = &m->b->set.artifacts;
	const char **v = as_arena_array(m->a, from->n, sizeof *v);

	m->no_memory = m->no_memory || !v;
	for (size_t i = 0; v && i < from->n; i++)
		v[i] = fill(m, from->v[i], c);
	c->artifacts = v;
	c->n_artifacts = c->build ? from->n : 0;
}

static enum as_status fail_at(struct maker *m, enum as_suite_key key, const struct as_err *why,
	struct as_err *err)
{
	as_suite_fail(m->s, &m->b->set.at[key], err, "%s", why->msg);
	if (!err)
		return why->code;
	err->sys = why->sys;
	return err->code = why->code;
}

/* Files that are read and written are looked at before anything is measured. */
static enum as_status set_files(struct maker *m, struct as_command *c, struct as_err *err)
{
	const struct as_suite_settings *set = &m->b->set;
	const char *output = fill(m, set->output, c);
	struct as_err why = {0};

	c->input = set->input && strcmp(set->input, "null") != 0 ? fill(m, set->input, c) : NULL;
	if (c->input && as_check_readable(c->input, "the input of the commands", &why))
		return fail_at(m, AS_SUITE_INPUT, &why, err);
	if (!output || !strcmp(output, "null")) {
		c->output = AS_OUTPUT_NULL;
	} else if (!strcmp(output, "pipe")) {
		c->output = AS_OUTPUT_PIPE;
	} else if (!strcmp(output, "inherit")) {
		c->output = AS_OUTPUT_INHERIT;
	} else {
		c->output = AS_OUTPUT_FILE;
		c->output_file = output;
		if (as_check_writable(output, "the output of the commands", &why))
			return fail_at(m, AS_SUITE_OUTPUT, &why, err);
	}
	return AS_OK;
}

/* What a shell may read: a value with characters of its own is one word there. */
static enum as_status set_lines(struct maker *m, struct as_command *c, struct as_err *err)
{
	const struct as_suite_settings *set = &m->b->set;
	const struct {
		enum as_suite_key key;
		const char *text, **out;
	} lines[] = {{AS_SUITE_EXECUTE, set->execute, &c->command},
		{AS_SUITE_BUILD, set->build, &c->build},
		{AS_SUITE_SETUP, set->setup, &c->setup},
		{AS_SUITE_PREPARE, set->prepare, &c->prepare},
		{AS_SUITE_CONCLUDE, set->conclude, &c->conclude},
		{AS_SUITE_CLEANUP, set->cleanup, &c->cleanup},
		{AS_SUITE_CHECK, set->check, &c->check}};
	const struct as_parameter_set all = {c->parameters, c->n_parameters};

	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		const char *filled = NULL;
		struct as_err why = {0};
		enum as_status st = as_parameters_fill_line(
			lines[i].text, &all, m->a, &filled, &why);
		if (st)
			return fail_at(m, lines[i].key, &why, err);
		*lines[i].out = filled == lines[i].text ? as_arena_strdup(m->a, filled) : filled;
		m->no_memory = m->no_memory || (filled && !*lines[i].out);
	}
	return AS_OK;
}

static enum as_status make_command(struct maker *m, size_t k, struct as_command *out,
	struct as_err *err)
{
	const struct as_suite_settings *set = &m->b->set;
	struct as_command c = {.n_parameters = as_suite_parameters(&set->parameters)};

	c.parameters = parameters_of(m, k, c.n_parameters);
	if (m->no_memory)
		return as_fail_memory(err);
	c.name = name_of(m, &c);
	enum as_status st = set_lines(m, &c, err);
	set_artifacts(m, &c);
	if (!st)
		st = set_files(m, &c, err);
	if (!st && m->no_memory)
		st = as_fail_memory(err);
	*out = c;
	return st;
}

static bool same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static enum as_status make_commands(struct maker *m, struct as_request *r, struct as_err *err)
{
	struct as_command *v = as_arena_array(m->a, m->b->variants, sizeof *v);
	enum as_status st = v ? AS_OK : as_fail_memory(err);

	r->what.shared_hooks = true;
	for (size_t k = 0; k < m->b->variants && !st; k++) {
		st = make_command(m, k, &v[k], err);
		r->what.shared_hooks = r->what.shared_hooks && same(v[k].setup, v[0].setup) &&
			same(v[k].cleanup, v[0].cleanup);
	}
	r->what.commands = v;
	r->what.n_commands = m->b->variants;
	return st;
}

static void set_statuses(struct maker *m, struct as_request *r)
{
	const struct as_suite_list *from = &m->b->set.ignore_failure;
	int *codes = as_arena_array(m->a, from->n, sizeof *codes);
	int64_t x = 0;

	m->no_memory = m->no_memory || !codes;
	r->what.ignore = from->n ? AS_IGNORE_CODES : AS_IGNORE_NONE;
	for (size_t i = 0; codes && i < from->n; i++) {
		if (!as_parse_i64(from->v[i], 0, 255, &x)) {
			r->what.ignore = AS_IGNORE_ALL; /* the one word there is */
			return;
		}
		codes[r->what.n_ignore_codes++] = (int)x;
	}
	r->what.ignore_codes = codes;
}

/* What is shown, and what gates are about. */
static void set_metrics(struct maker *m, struct as_request *r)
{
	const struct as_suite_settings *set = &m->b->set;
	const char **v = as_arena_array(m->a, set->metrics.n + set->fail_if.n, sizeof *v);
	size_t n = 0;

	m->no_memory = m->no_memory || !v;
	for (size_t i = 0; v && i < set->metrics.n; i++)
		v[n++] = as_arena_strdup(m->a, set->metrics.v[i]);
	for (size_t i = 0; v && i < set->fail_if.n; i++) {
		struct as_gate gate;

		/* One that cannot be understood is refused elsewhere. */
		if (!as_gate_read(set->fail_if.v[i], m->a, &gate, NULL) && gate.metric)
			v[n++] = gate.metric;
	}
	r->reading.wanted = v;
	r->reading.n_wanted = n;
}

static void set_random(const struct as_suite_settings *set, struct as_request *r)
{
	r->building.randomize_given = r->building.randomize_given || set->randomize.n;
	if (set->randomize.n)
		r->building.randomize = 0;
	for (size_t i = 0; i < set->randomize.n; i++)
		(void)!as_request_randomize(set->randomize.v[i], strlen(set->randomize.v[i]),
			&r->building.randomize);
}

/* Numbers and words that the suite gives take the place of what holds without them. */
static void take_settings(struct maker *m, struct as_request *r)
{
	const struct as_suite_settings *set = &m->b->set;
	const struct as_suite_place *at = set->at;

	r->aim.precision_each = true;
	r->building.builds = set->builds;
	r->amount.runs = set->runs;
	r->amount.min_runs = set->runs ? 0 : set->min_runs;
	r->amount.max_runs = set->runs ? 0 : set->max_runs;
	r->amount.drop = set->drop;
	r->amount.drop_given = at[AS_SUITE_DROP].line;
	r->what.timeout_ns = set->timeout;
	r->amount.budget_ns = set->budget;
	r->amount.budget_given = set->budget > 0;
	if (at[AS_SUITE_WARMUP].line)
		r->amount.warmup = set->warmup;
	r->amount.iterations_given = at[AS_SUITE_ITERATIONS].line;
	if (r->amount.iterations_given)
		r->amount.iterations = set->iterations;
	if (at[AS_SUITE_BUILD_TIMEOUT].line)
		r->building.timeout_ns = set->build_timeout;
	if (at[AS_SUITE_PRECISION].line)
		r->aim.precision = set->precision;
	if (at[AS_SUITE_CONFIDENCE].line)
		r->aim.confidence = set->confidence;
	if (at[AS_SUITE_TOLERANCE].line)
		r->aim.tolerance = set->tolerance;
	if (set->criterion)
		r->reading.criterion = fill(m, set->criterion, &(struct as_command){0});
	r->what.combine = fill(m, set->combine, &(struct as_command){0});
	set_metrics(m, r);
	set_statuses(m, r);
	set_random(set, r);
}

/* What the options say of all benchmarks does not fit each. */
static void make_fit(const struct as_suite_benchmark *b, struct as_request *r)
{
	if (r->amount.budget_given && b->set.budget && b->set.budget < r->amount.budget_ns)
		r->amount.budget_ns = b->set.budget;
	if (!r->amount.budget_given)
		r->amount.budget_ns = (int64_t)r->what.n_commands * AS_BUDGET_EACH_NS;
	if (!b->set.build) {
		r->building.builds = 0;
		r->building.randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
	}
}

/* How assay was called, as if for benchmark b alone: what is kept with its experiment. */
static const char *line_of(const struct as_cli *cli, const struct as_suite_benchmark *b,
	struct as_arena *a)
{
	struct as_text t = {0};

	for (size_t i = 0; cli->argv[i]; i++) {
		if (!strcmp(cli->argv[i], "--only") && cli->argv[i + 1]) {
			i++; /* and its value */
		} else if (strncmp(cli->argv[i], "--only=", 7) != 0) {
			as_words_quote(&t, cli->argv[i]);
			as_text_char(&t, ' ');
		}
	}
	const char *only = as_arena_printf(a, "--only=%s", b->name);
	as_words_quote(&t, only ? only : "");
	const char *line = t.failed || !only ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return line;
}

enum as_status as_suite_request(const struct as_cli *cli, const struct as_args *args,
	const struct as_suite *s, const struct as_suite_benchmark *b, struct as_arena *a,
	struct as_request *out, struct as_err *err)
{
	struct maker m = {.s = s, .b = b, .a = a};
	struct as_request r = as_request_defaults();
	struct as_err why = {0};
	enum as_status st = AS_OK;

	take_settings(&m, &r);
	if (b->set.shell && as_request_shell(as_arena_strdup(a, b->set.shell), a, &r, &why))
		st = as_suite_fail(s, &b->set.at[AS_SUITE_SHELL], err,
			"cannot use '%.200s' for 'shell': expected a shell with its arguments, "
			"such as 'bash --norc', or none",
			b->set.shell);
	if (!st)
		st = as_request_options(args, a, &r, err);
	if (!st)
		st = make_commands(&m, &r, err);
	r.keeping.command_line = line_of(cli, b, a);
	if (!st && (!r.keeping.command_line || m.no_memory))
		st = as_fail_memory(err);
	if (st)
		return st;
	make_fit(b, &r);
	*out = r;
	return AS_OK;
}

enum as_status as_request_again(const struct as_cli *cli, const struct as_args *args,
	const char *command_line, struct as_extending *out, struct as_err *err)
{
	struct as_request *r = &out->request;
	struct as_arena *a = cli->arena;
	struct as_suite *s = NULL;
	enum as_status st = AS_OK;

	if (!as_suite_is_meant(args)) {
		st = as_request_fill(args, command_line, a, r, err);
		return st ? st : as_benchmarks_expand(args, r, &out->with, a, err);
	}
	st = as_suite_request_check(args, err);
	if (!st)
		st = as_suite_open(args, &s, err);
	if (!st && s->n != 1)
		st = as_fail(err, AS_ERR_USAGE,
			"cannot measure '%.200s' again: it is of %zu benchmarks; choose one "
			"with --only",
			command_line, s->n);
	if (!st)
		st = as_suite_request(cli, args, s, s->v, a, r, err);
	if (!st)
		st = as_benchmarks_expand_suite(args, r, &out->with, a, err);
	if (!st)
		r->keeping.command_line = command_line;
	as_suite_free(s);
	return st;
}
