/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/measure/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "analyse/result/two_stage.h"
#include "cli/screen_out.h"
#include "report/draw/terminal.h"

enum { KEY_BYTES = 40 };

/* Parts of a key are told apart by their lengths. */
static void add_part(struct as_text *t, const char *s)
{
	as_text_addf(t, "%zu:%s\n", s ? strlen(s) : 0, s ? s : "");
}

/* What builds a program besides the build command. */
static void add_toolchain(struct as_text *t, const struct as_machine *m)
{
	static const char *const variables[] = {"CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS"};

	for (size_t i = 0; i < m->n_facts; i++)
		if (!strncmp(m->facts[i].name, "toolchain.", 10))
			add_part(t, m->facts[i].value);
	for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++)
		add_part(t, getenv(variables[i]));
}

static void add_subject(struct as_text *t, const struct as_machine *m, const struct as_subject *s,
	const struct as_command *c)
{
	add_part(t, s->command);
	add_part(t, s->build_command);
	add_part(t, s->shell);
	add_part(t, c->setup);
	add_part(t, c->prepare);
	add_part(t, c->check);
	add_part(t, c->input);
	if (c->benchmark)
		add_part(t, c->benchmark);
	for (size_t i = 0; i < c->n_artifacts; i++)
		add_part(t, c->artifacts[i]);
	for (size_t i = 0; i < s->n_parameters; i++) {
		add_part(t, s->parameters[i].name);
		add_part(t, s->parameters[i].value);
	}
	if (s->build_command)
		add_toolchain(t, m);
}

/* What a dimensioning is of: benchmark, parameters, criterion, what is drawn at random, machine and
 * environment; not the program's bytes, so that a new version of it is planned like the old one. */
static bool make_key(const struct as_keeper *k, const struct as_experiment *x,
	const struct as_lesson *what, char key[static KEY_BYTES])
{
	const struct as_request *r = k->request;
	struct as_text t = {0};

	add_part(&t, x->directory);
	add_part(&t, x->machine.machine_id);
	add_part(&t, x->machine.environment_id);
	add_part(&t, r->reading.criterion);
	add_part(&t, r->what.input);
	as_text_addf(&t, "%u %u %u %d %zu\n", r->amount.iterations, r->amount.drop,
		r->building.randomize, as_target_is_ratio(x), x->reference);
	as_text_add(&t, r->amount.drop_given ? "" : "auto\n");
	for (size_t i = 0; i < r->building.n_artifacts; i++)
		add_part(&t, r->building.artifacts[i]);
	for (size_t i = what->from; i < what->to; i++)
		add_subject(&t, &x->machine, &x->subjects[i], &r->what.commands[i]);
	bool ok = !t.failed;
	XXH128_hash_t h = XXH3_128bits(as_text_str(&t), t.len);
	snprintf(key, KEY_BYTES, "%016llx%016llx", (unsigned long long)h.high64,
		(unsigned long long)h.low64);
	as_text_release(&t);
	return ok;
}

/* One that cannot be read is as good as none: it is replaced. */
static bool recall(void *context, const struct as_experiment *x, const struct as_lesson *what,
	struct as_dimension *out)
{
	struct as_keeper *k = context;
	struct as_dimension d;
	char key[KEY_BYTES];
	bool found = false;

	if (k->anew || !make_key(k, x, what, key) ||
		as_store_get_dimension(k->store, key, &d, &found, NULL) || !found)
		return false;
	d.key = NULL;
	*out = d;
	return true;
}

static void keep_lesson(void *context, const struct as_experiment *x, const struct as_lesson *what,
	const struct as_dimension *d)
{
	struct as_keeper *k = context;
	struct as_dimension named = *d;
	char key[KEY_BYTES];

	if (!make_key(k, x, what, key))
		return;
	named.key = key;
	k->failed.code = AS_OK;
	(void)!as_store_put_dimension(k->store, &named, &k->failed);
}

static void forget(void *context, const struct as_experiment *x, const struct as_lesson *what,
	const struct as_dimension *then, const struct as_moved *moved)
{
	struct as_keeper *k = context;
	char key[KEY_BYTES];

	if (!make_key(k, x, what, key) || as_store_drop_dimension(k->store, key, &k->failed))
		return;
	if (k->n_forgotten < AS_FORGOTTEN_MAX)
		k->forgotten[k->n_forgotten++] =
			(struct as_forgotten){.learnt_ns = then->date_ns, .moved = *moved};
}

void as_keeper_init(struct as_keeper *k, const struct as_cli *cli, struct as_store *store,
	const struct as_request *request, struct as_run_context *with)
{
	*k = (struct as_keeper){.store = store, .request = request,
		.anew = as_args_has(cli->args, AS_OPT_REDIMENSION)};
	k->memory = (struct as_memory){
		.context = k, .recall = recall, .keep = keep_lesson, .forget = forget};
	with->memory = store ? &k->memory : NULL;
}

void as_keeper_tell(const struct as_keeper *k, struct as_cli *cli)
{
	struct as_style style = as_screen_style(cli);
	struct as_text t = {0};

	for (size_t i = 0; i < k->n_forgotten; i++)
		as_report_forgotten(&t, &style, k->forgotten[i].learnt_ns,
			as_level_names[k->forgotten[i].moved.level], k->forgotten[i].moved.ratio);
	if (t.len && !as_args_has(cli->args, AS_OPT_JSON))
		as_out_show(cli->out, &t);
	as_text_release(&t);
}
