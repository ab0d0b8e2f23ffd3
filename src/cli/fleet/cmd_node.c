/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/fleet/fleet_rules.h"
#include "cli/fleet/sent.h"
#include "cli/measure/benchmarks.h"
#include "cli/verb.h"
#include "format/native/data.h"
#include "run/conduct.h"
#include "run/interrupt.h"
#include "run/journal/journal.h"
#include "run/request/settings.h"

enum { REQUEST_BYTES = 1 << 20, WORDS_LEAST = 2, WORDS_MOST = 5 };

/* Its words: the request, the result, and where it is called by another assay the machine's name, the uuid
 * of the experiment, and the version of that assay. */
enum word { REQUEST, RESULT, NAME, UUID, VERSION };

static const char *word_of(const struct as_cli *cli, enum word which)
{
	return cli->args->n_words > (size_t)which ? cli->args->words[which] : NULL;
}

static enum as_status read_file(struct as_cli *cli, const char *path, const char **out,
	struct as_err *err)
{
	struct as_file_in f;
	char *bytes = as_arena_alloc(cli->arena, REQUEST_BYTES + 1);
	enum as_status st = bytes ? as_file_in_open(&f, path, err) : as_fail_memory(err);
	size_t n = 0, got = 1;

	if (st)
		return st;
	const struct as_source from = as_file_in_source(&f);
	while (!st && got && n < REQUEST_BYTES) {
		st = from.read(from.from, bytes + n, REQUEST_BYTES - n, &got, err);
		n += got;
	}
	as_file_in_close(&f);
	if (!st && n == REQUEST_BYTES)
		return as_fail(err, AS_ERR_DATA, "cannot read '%.200s': it is no request, which "
			"is smaller than 1 MiB", path);
	if (!st)
		bytes[n] = '\0';
	*out = bytes;
	return st;
}

static enum as_status write_result(struct as_experiment *x, const char *path, struct as_err *err)
{
	struct as_file_out f;
	enum as_status st = as_file_out_open(&f, path, "the result", err);

	if (st)
		return st;
	const struct as_sink sink = as_file_out_sink(&f);
	st = as_data_native.write(x, &sink, err);
	enum as_status closed = as_file_out_close(&f, !st, st ? NULL : err);
	return st ? st : closed;
}

/* What makes times differ here goes to whoever decides whether this machine counts. */
static enum as_status add_doctor(struct as_experiment *x, const char *found, struct as_err *err)
{
	struct as_machine *m = &x->machine;
	struct as_fact *facts = as_arena_array(&x->arena, m->n_facts + 1, sizeof *facts);
	const char *value = as_arena_strdup(&x->arena, found);

	if (!facts || !value)
		return as_fail_memory(err);
	if (m->n_facts)
		memcpy(facts, m->facts, m->n_facts * sizeof *facts);
	facts[m->n_facts++] = (struct as_fact){AS_FACT_STATE, AS_FACT_DOCTOR, value};
	m->facts = facts;
	return AS_OK;
}

/* The name it has in the fleet, in the place of the host's own: several may share that. */
static enum as_status name_machine(struct as_cli *cli, struct as_experiment *x, struct as_err *err)
{
	const char *name = word_of(cli, NAME);

	if (!name)
		return AS_OK;
	x->machine.host = as_arena_strdup(&x->arena, name);
	return x->machine.host ? AS_OK : as_fail_memory(err);
}

/* What is measured is in the journal beside the result at once, where whoever asked finds it if
 * this is killed. */
static enum as_status conduct(struct as_cli *cli, const char *text, struct as_request *r,
	struct as_run_context *with, struct as_err *err)
{
	const char *path = cli->args->words[RESULT];
	const char *folder = as_arena_printf(cli->arena, "%s.journals", path);
	const char *doctor = as_fleet_doctor(cli);
	struct as_experiment *x = NULL;
	enum as_status st = folder && doctor
		? as_journal_new(folder, text, &with->journal, err) : as_fail_memory(err);

	if (st)
		return st;
	with->request = text;
	with->uuid = word_of(cli, UUID);
	as_benchmarks_follow(r, with);
	as_interrupt_catch();
	st = as_conduct(r, with, NULL, &x, err);
	enum as_status kept = x ? name_machine(cli, x, st ? NULL : err) : AS_OK;
	if (x && !kept && *doctor)
		kept = add_doctor(x, doctor, st ? NULL : err);
	if (x && !kept)
		kept = write_result(x, path, st ? NULL : err);
	if (x && !kept)
		as_journal_remove(with->journal);
	else
		as_journal_close(with->journal);
	as_experiment_free(x);
	return st ? st : kept;
}

/* With what was sent beside the request. */
static enum as_status measure(struct as_cli *cli, const char *text, struct as_request *r,
	struct as_err *err)
{
	const char *path = cli->args->words[REQUEST];
	const char *slash = strrchr(path, '/');
	const size_t n = slash ? (size_t)(slash - path) : 0;
	const char *folder = slash ? as_arena_strndup(cli->arena, path, n) : ".";
	struct as_run_context with = {0};
	struct as_sent sent = {.scratch = {.lock = -1}};
	enum as_status st = folder ? as_benchmarks_again(cli->args, r, &with, cli->arena, err)
				   : as_fail_memory(err);

	if (!st)
		st = as_sent_take(r, folder, cli->arena, &with, &sent, err);
	if (!st)
		st = conduct(cli, text, r, &with, err);
	as_sent_close(&sent);
	return st;
}

static enum as_status check_words(const struct as_cli *cli, struct as_err *err)
{
	const char *version = word_of(cli, VERSION);

	if (cli->args->n_words < WORDS_LEAST || cli->args->n_words > WORDS_MOST)
		return as_fail(err, AS_ERR_USAGE,
			"assay node takes a request, the file of its result, and the name of this "
			"machine, but was given %zu word%s; assay run --on calls it",
			cli->args->n_words, cli->args->n_words == 1 ? "" : "s");
	if (version && strcmp(version, AS_VERSION) != 0)
		return as_fail(err, AS_ERR_REFUSED,
			"cannot measure for assay %.40s: this machine has assay " AS_VERSION
			"; put the same one on every machine",
			version);
	return AS_OK;
}

static enum as_status run(struct as_cli *cli, struct as_err *err)
{
	struct as_request r;
	const char *text = NULL;
	enum as_status st = check_words(cli, err);

	if (st)
		return st;
	/* A job that is started twice measures once. */
	if (!access(cli->args->words[RESULT], F_OK))
		return AS_OK;
	st = read_file(cli, cli->args->words[REQUEST], &text, err);
	if (!st)
		st = as_request_read(text, strlen(text), cli->args->words[REQUEST], cli->arena, &r,
			err);
	return st ? st : measure(cli, text, &r, err);
}

const struct as_command_entry as_command_node = {
	.name = "node",
	.args = "REQUEST RESULT [NAME [UUID [VERSION]]]",
	.summary = "measure what another machine asks for",
	.description =
		"What assay run --on starts on each machine. REQUEST is JSON that it wrote; what "
		"is measured goes to RESULT, which is whole when it is there, in assay's own "
		"format. NAME is what the machine is called in the result, UUID what the result is "
		"called; another VERSION than its own is refused. Builds and files of versions "
		"that lie beside REQUEST are copied to this machine. Where RESULT is there "
		"already, nothing is measured.\n\n"
		"Until it is done, executions are written down in RESULT.journals.",
	.options = 0,
	.run = run,
};
