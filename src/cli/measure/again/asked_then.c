/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/again/asked_then.h"

#include <string.h>

#include "base/num.h"
#include "cli/compare/gate_options.h"
#include "cli/request/request_options.h"
#include "cli/request/setting_options.h"
#include "cli/suite/suite_verb.h"

static const char **row(struct as_arena *a, const char *kind, const char *name,
	const char *const *values)
{
	const char **v = as_arena_array(a, 2 + AS_OPTION_VALUES + 1, sizeof *v);

	if (!v)
		return NULL;
	v[0] = kind;
	v[1] = name;
	for (size_t i = 0; values && i < AS_OPTION_VALUES && values[i]; i++)
		v[2 + i] = values[i];
	return v;
}

static const char *name_of(enum as_option_id id, struct as_arena *a)
{
	char name[32];

	as_option_spell(id, name);
	return as_arena_strdup(a, name);
}

/* What it says is in the request: settings, and what makes the commands. */
static bool is_in_request(enum as_option_id id)
{
	return as_option_is_setting(id) || as_options[id].group == AS_GROUP_SEVERAL;
}

/* Of a suite what the options say, for all of its benchmarks. */
static enum as_status make_request(const struct as_args *own, struct as_arena *a,
	struct as_request *r, struct as_err *err)
{
	struct as_gate *gates = NULL;
	enum as_status st = AS_OK;

	*r = as_request_defaults();
	st = as_suite_is_meant(own) ? as_settings_said(own, NULL, a, r, err)
		: as_request_fill(own, a, r, err);
	if (!st)
		st = as_gates_read(own, a, &gates, &r->aim.n_gates, err);
	r->aim.gates = gates;
	return st;
}

static enum as_status write_request(const struct as_args *own, struct as_arena *a,
	const char **out, struct as_err *err)
{
	struct as_request r;
	struct as_text t = {0};
	enum as_status st = make_request(own, a, &r, err);

	if (!st)
		as_request_write(&t, &r);
	if (!st)
		st = as_text_finish(&t, err);
	*out = st ? NULL : as_arena_strdup(a, as_text_str(&t));
	as_text_release(&t);
	return st || *out ? st : as_fail_memory(err);
}

enum as_status as_asked_write(const struct as_cli *cli, const struct as_args *own,
	struct as_ledger_head *head, struct as_err *err)
{
	const struct as_args *args = cli->args;
	struct as_arena *a = cli->arena;
	const char *before = as_arena_printf(a, "%zu", args->n_before);
	const char ***v = as_arena_array(a, args->n_given + args->n_words + 4, sizeof *v);
	const char *request = NULL;
	size_t n = 0;

	if (!v || !before)
		return as_fail_memory(err);
	enum as_status st = write_request(own, a, &request, err);
	if (st)
		return st;
	v[n++] = row(a, "request", request, NULL);
	for (size_t i = 0; i < args->n_given; i++) {
		const struct as_arg *g = &args->given[i];
		v[n++] = row(a, "given", name_of(g->id, a),
			is_in_request(g->id) ? NULL : g->values);
	}
	for (size_t i = 0; i < args->n_words; i++)
		v[n++] = row(a, "word", args->words[i], NULL);
	v[n++] = row(a, "line", cli->command_line, NULL);
	v[n++] = row(a, "before", before, NULL);
	if (args->separated)
		v[n++] = row(a, "separated", "yes", NULL);
	for (size_t i = 0; i < n; i++)
		if (!v[i] || !v[i][1])
			return as_fail_memory(err);
	head->settings = v;
	head->n_settings = n;
	return AS_OK;
}

static bool find_option(const char *spelled, enum as_option_id *out)
{
	char name[32];

	for (unsigned id = 0; id < AS_OPTIONS_KNOWN; id++) {
		as_option_spell((enum as_option_id)id, name);
		*out = (enum as_option_id)id;
		if (!strcmp(name, spelled))
			return true;
	}
	return false;
}

/* What is read, and where. */
struct asking {
	struct as_asked asked;
	struct as_arg *given;
	struct as_request *request;
	const char *json;
};

/* An option: without a text where the request says it. */
static bool take_given(const char **v, struct as_arena *a, struct asking *q)
{
	struct as_arg *arg = &q->given[q->asked.args.n_given++];
	bool good = find_option(v[1], &arg->id);

	for (size_t i = 0; good && i < AS_OPTION_VALUES && v[2 + i]; i++)
		good = (arg->values[i] = as_arena_strdup(a, v[2 + i])) != NULL;
	return good && (is_in_request(arg->id) || !*as_options[arg->id].args || arg->values[0] ||
		as_options[arg->id].kind & AS_OPTION_OPTIONAL);
}

/* One setting; false where this assay knows none such, as those of earlier ones, which kept texts. */
static bool take_setting(const char **v, struct as_arena *a, struct asking *q)
{
	struct as_args *args = &q->asked.args;
	int64_t n = 0;

	if (!v[0] || !v[1])
		return false;
	if (!strcmp(v[0], "request"))
		return (q->json = v[1]) != NULL;
	if (!strcmp(v[0], "given"))
		return take_given(v, a, q);
	if (!strcmp(v[0], "word"))
		return (args->words[args->n_words++] = as_arena_strdup(a, v[1])) != NULL;
	if (!strcmp(v[0], "line"))
		return (q->asked.line = as_arena_strdup(a, v[1])) != NULL;
	if (!strcmp(v[0], "before") && as_parse_i64(v[1], 0, INT32_MAX, &n))
		args->n_before = (size_t)n;
	else if (!strcmp(v[0], "separated"))
		args->separated = true;
	else
		return false;
	return true;
}

enum as_status as_asked_read(const struct as_ledger *l, struct as_arena *a, struct as_asked *out,
	struct as_err *err)
{
	const struct as_ledger_head *head = as_ledger_head_of(l);
	const char *name = as_arena_printf(a, "journal of %.8s", as_ledger_uuid(l));
	const size_t most = head->n_settings;
	struct asking q = {.given = as_arena_array(a, most, sizeof *q.given),
		.request = as_arena_array(a, 1, sizeof *q.request),
		.asked.args.words = as_arena_array(a, most + 1, sizeof *q.asked.args.words)};

	if (!name || !q.given || !q.request || !q.asked.args.words)
		return as_fail_memory(err);
	q.asked.args.given = q.given;
	q.asked.args.settings = q.request;
	bool good = true;
	for (size_t i = 0; i < most && good; i++)
		good = take_setting(head->settings[i], a, &q);
	if (!good || !q.asked.line || !q.json)
		return as_fail(err, AS_ERR_DATA,
			"cannot resume %.8s: it was asked for by another version of assay, with "
			"a setting that this one does not know; measure anew",
			as_ledger_uuid(l));
	if (q.asked.args.n_before > q.asked.args.n_words)
		q.asked.args.n_before = q.asked.args.n_words;
	*out = q.asked;
	return as_settings_read(q.json, name, a, q.request, err);
}
