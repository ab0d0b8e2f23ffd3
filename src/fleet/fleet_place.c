/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fleet/fleet_place.h"

#include <string.h>

#include "base/text/fixed.h"
#include "run/spawner/tool.h"

#define LIMIT_NS INT64_C(20000000000)
#define LOOK_NS INT64_C(100000000)

enum as_status as_fleet_open(const char *word, const char *directory, struct as_arena *a,
	struct as_fleet_place *out, struct as_err *err)
{
	static const struct as_fleet_way *const ways[] = {&as_fleet_slurm, &as_fleet_ssh};
	const size_t n = strcspn(word, ":");
	struct as_fleet_place p = {.where = word[n] ? word + n + 1 : "", .directory = directory,
		.arena = a};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strlen(ways[i]->name) == n && !strncmp(ways[i]->name, word, n))
			p.way = ways[i];
	*out = p;
	if (!p.way || (word[n] && !*p.where))
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure on '%.100s': say slurm, slurm:PARTITION, or "
			"ssh:HOST,HOST",
			word);
	enum as_status st = as_spawner_open(&out->spawner, err);
	return st ? st
		  : as_tool_prepare(out->spawner, "/bin/sh", AS_STREAM_CAPTURE, &out->command, err);
}

void as_fleet_close(struct as_fleet_place *p)
{
	as_spawner_close(p->spawner);
	p->spawner = NULL;
}

enum as_status as_fleet_shell(struct as_fleet_place *p, const char *line, struct as_launched *r,
	const char **said, struct as_err *err)
{
	const char *const argv[] = {"/bin/sh", "-c", line, NULL};
	const struct as_launch launch = {.command = p->command, .timeout_ns = LIMIT_NS,
		.argv = argv};
	enum as_status st = as_spawner_launch(p->spawner, &launch, err);
	bool got = false;

	while (!st && !got)
		st = as_spawner_wait(p->spawner, LOOK_NS, r, &got, err);
	if (st)
		return st;
	size_t n = r->tail_bytes;
	while (n && r->tail[n - 1] == '\n')
		n--;
	*said = as_arena_strndup(p->arena, r->tail, n);
	return *said ? AS_OK : as_fail_memory(err);
}

enum as_status as_fleet_machines(struct as_fleet_place *p, const char ***out, size_t *n,
	struct as_err *err)
{
	return p->way->machines(p, out, n, err);
}

/* The id is the last line, as far as it is a number: what stands before it are warnings. */
static bool take_id(const char *said, char id[static AS_FLEET_ID])
{
	const char *line = strrchr(said, '\n');
	size_t n;

	line = line ? line + 1 : said;
	n = strspn(line, "0123456789");
	return n && as_copy_n(id, AS_FLEET_ID, line, n);
}

enum as_status as_fleet_submit(struct as_fleet_place *p, struct as_fleet_job *job,
	const char *command, struct as_err *err)
{
	struct as_text line = {0};
	struct as_launched r;
	const char *said = "";

	p->way->start(&line, p, job, command);
	enum as_status st = line.failed
		? as_fail_memory(err) : as_fleet_shell(p, as_text_str(&line), &r, &said, err);
	as_text_release(&line);
	if (st || (as_tool_went_well(&r) && take_id(said, job->id)))
		return st;
	return as_fail_sys(err, 0, "cannot start a job on %.100s: %s says: %.300s",
		job->machine, p->way->name, *said ? said : "nothing");
}

enum as_status as_fleet_find(struct as_fleet_place *p, struct as_fleet_job *job,
	struct as_err *err)
{
	struct as_text line = {0};
	struct as_launched r;
	const char *said = "";

	p->way->find(&line, p, job);
	enum as_status st = line.failed
		? as_fail_memory(err) : as_fleet_shell(p, as_text_str(&line), &r, &said, err);
	as_text_release(&line);
	if (!st && !as_tool_went_well(&r))
		st = as_fail_sys(err, 0, "cannot look for the job on %.100s: %s says: %.300s",
			job->machine, p->way->name, *said ? said : "nothing");
	if (!st && !take_id(said, job->id))
		*job->id = '\0';
	return st;
}

enum as_fleet_life as_fleet_look(struct as_fleet_place *p, const struct as_fleet_job *job,
	const char **why)
{
	struct as_text line = {0};
	struct as_launched r;
	const char *said = "";

	*why = NULL;
	if (!*job->id)
		return AS_FLEET_GONE;
	p->way->look(&line, job);
	enum as_status st = line.failed ? AS_ERR_MEM
		: as_fleet_shell(p, as_text_str(&line), &r, &said, NULL);
	as_text_release(&line);
	return st ? AS_FLEET_UNKNOWN : p->way->life(&r, said, why);
}

/* What is not done where nobody can be reached is no failure: a job ends by its own budget, and one that
 * begins after all finds its result, or nothing that it could measure. */
static bool order(struct as_fleet_place *p, struct as_text *line)
{
	struct as_launched r;
	const char *said;
	bool heard = false;

	if (!line->failed) {
		const enum as_status st = as_fleet_shell(p, as_text_str(line), &r, &said, NULL);
		heard = !st && !r.timed_out;
	}
	as_text_release(line);
	return heard;
}

bool as_fleet_cancel(struct as_fleet_place *p, const struct as_fleet_job *job)
{
	struct as_text line = {0};

	if (!*job->id)
		return true;
	p->way->end(&line, job);
	return order(p, &line);
}

void as_fleet_withdraw(struct as_fleet_place *p, const struct as_fleet_ids *ids)
{
	struct as_text line = {0};

	if (!p->way || !p->way->withdraw || !ids->n)
		return;
	p->way->withdraw(&line, ids);
	order(p, &line);
}
