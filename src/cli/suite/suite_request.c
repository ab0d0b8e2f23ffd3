/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/suite/suite_request.h"

#include <string.h>

#include "base/num.h"
#include "base/text.h"
#include "base/text/words.h"
#include "cli/compare/gate_options.h"
#include "cli/files.h"
#include "cli/measure/benchmarks.h"
#include "cli/request/request_options.h"
#include "cli/suite/suite_verb.h"
#include "format/suite/suite_file.h"
#include "model/settings/fill.h"

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

static const char *text_of(const struct maker *m, enum as_suite_key key)
{
	return m->b->set.v[key].text;
}

/* A text of the suite with its parameters filled in, as a copy; NULL stays NULL. */
static const char *fill_parameters(struct maker *m, const char *text, const struct as_command *c)
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
	const struct as_suite_list *from = &m->b->set.v[AS_SUITE_ARTIFACTS].list;
	const char **v = as_arena_array(m->a, from->n, sizeof *v);

	m->no_memory = m->no_memory || !v;
	for (size_t i = 0; v && i < from->n; i++)
		v[i] = fill_parameters(m, from->v[i], c);
	c->artifacts = v;
	c->n_artifacts = c->build ? from->n : 0;
}

static enum as_status fail_at(struct maker *m, enum as_suite_key key, const struct as_err *why,
	struct as_err *err)
{
	as_suite_fail(m->s, &m->b->set.v[key].at, err, "%s", why->msg);
	if (!err)
		return why->code;
	err->sys = why->sys;
	return err->code = why->code;
}

/* Files that are read and written are looked at before anything is measured. */
static enum as_status set_files(struct maker *m, struct as_command *c, struct as_err *err)
{
	const char *output = fill_parameters(m, text_of(m, AS_SUITE_OUTPUT), c);
	const char *input = text_of(m, AS_SUITE_INPUT);
	struct as_err why = {0};

	c->input = input && strcmp(input, "null") != 0 ? fill_parameters(m, input, c) : NULL;
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
	const struct as_parameter_set all = {c->parameters, c->n_parameters};

	for (size_t i = 0; i < as_n_command_settings; i++) {
		const struct as_setting_row *row = &as_command_settings[i];
		const char *filled = NULL, **out = (void *)((char *)c + row->at);
		struct as_err why = {0};
		if (row->type != AS_SETTING_LINE || row->key < 0)
			continue;
		const enum as_suite_key key = (enum as_suite_key)row->key;
		const char *text = text_of(m, key);
		enum as_status st = as_parameters_fill_line(text, &all, m->a, &filled, &why);
		if (st)
			return fail_at(m, key, &why, err);
		*out = filled == text ? as_arena_strdup(m->a, filled) : filled;
		m->no_memory = m->no_memory || (filled && !*out);
	}
	return AS_OK;
}

static enum as_status make_command(struct maker *m, size_t k, struct as_command *out,
	struct as_err *err)
{
	struct as_command c = {.n_parameters = as_suite_parameters(&m->b->set.parameters)};

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
	const struct as_suite_list *from = &m->b->set.v[AS_SUITE_IGNORE_FAILURE].list;
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
	const struct as_suite_list *metrics = &m->b->set.v[AS_SUITE_METRICS].list;
	const char **v = as_arena_array(m->a, metrics->n + as_gates_of_suite(&m->b->set),
		sizeof *v);
	struct as_gate_said said;
	size_t n = 0;

	m->no_memory = m->no_memory || !v;
	for (size_t i = 0; v && i < metrics->n; i++)
		v[n++] = as_arena_strdup(m->a, metrics->v[i]);
	for (size_t i = 0; v && as_gate_of_suite(&m->b->set, i, &said); i++) {
		struct as_gate gate;

		/* One that cannot be understood is refused elsewhere. */
		if (!as_gate_read(&said, m->a, &gate, NULL) && gate.metric)
			v[n++] = gate.metric;
	}
	r->reading.wanted = v;
	r->reading.n_wanted = n;
}

static void set_random(const struct maker *m, struct as_request *r)
{
	const struct as_suite_list *words = &m->b->set.v[AS_SUITE_RANDOMIZE].list;

	if (words->n)
		r->building.randomize = 0;
	for (size_t i = 0; i < words->n; i++)
		(void)!as_request_randomize(words->v[i], strlen(words->v[i]),
			&r->building.randomize);
}

/* What a key was given, of the types that say all by themselves. */
static void take_value(struct maker *m, const struct as_setting_row *row, struct as_request *r)
{
	const struct as_suite_value *v = &m->b->set.v[row->key];
	void *to = (char *)r + row->at;

	if (row->type == AS_SETTING_COUNT)
		*(uint32_t *)to = v->count;
	else if (row->type == AS_SETTING_TIME)
		*(int64_t *)to = v->ns;
	else if (row->type == AS_SETTING_PERCENT)
		*(double *)to = v->share;
	else if (row->type == AS_SETTING_FLAG)
		*(bool *)to = !row->words || strcmp(v->text, "yes") == 0;
	else if (row->type == AS_SETTING_ONE_OF || row->type == AS_SETTING_TEXT)
		*(const char **)to = fill_parameters(m, v->text, &(struct as_command){0});
}

/* Numbers and words that the suite gives take the place of what holds without them. */
static void take_settings(struct maker *m, struct as_request *r)
{
	for (size_t i = 0; i < as_n_settings; i++)
		if (as_settings[i].key >= 0 && m->b->set.v[as_settings[i].key].at.line)
			take_value(m, &as_settings[i], r);
	r->aim.precision_each = true;
	if (r->amount.runs)
		r->amount.min_runs = r->amount.max_runs = 0;
	set_metrics(m, r);
	set_statuses(m, r);
	set_random(m, r);
}

/* What the options say of all benchmarks does not fit each. */
static void make_fit(const struct as_suite_benchmark *b, struct as_request *r)
{
	const int64_t own = b->set.v[AS_SUITE_BUDGET].ns;

	if (r->amount.budget_given && own && own < r->amount.budget_ns)
		r->amount.budget_ns = own;
	if (!r->amount.budget_given)
		r->amount.budget_ns = (int64_t)r->what.n_commands * AS_BUDGET_EACH_NS;
	if (!b->set.v[AS_SUITE_BUILD].text) {
		r->building.builds = 0;
		r->building.randomize &= ~(unsigned)AS_RANDOMIZE_LAYOUT;
	}
}

enum as_status as_suite_request(const struct as_args *args, const struct as_suite *s,
	const struct as_suite_benchmark *b, struct as_arena *a, struct as_request *out,
	struct as_err *err)
{
	struct maker m = {.s = s, .b = b, .a = a};
	struct as_request r = as_request_defaults();
	struct as_err why = {0};
	enum as_status st = AS_OK;

	take_settings(&m, &r);
	const char *shell = text_of(&m, AS_SUITE_SHELL);
	if (shell && as_request_shell(as_arena_strdup(a, shell), a, &r, &why))
		st = as_suite_fail(s, &b->set.v[AS_SUITE_SHELL].at, err,
			"cannot use '%.200s' for 'shell': expected a shell with its arguments, "
			"such as 'bash --norc', or none",
			shell);
	if (!st)
		st = as_request_options(args, a, &r, err);
	if (!st)
		st = make_commands(&m, &r, err);
	if (!st && m.no_memory)
		st = as_fail_memory(err);
	if (st)
		return st;
	make_fit(b, &r);
	*out = r;
	return AS_OK;
}
