/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slurm by its commands. Columns are chosen, as its JSON changes from version to version. A node is
 * had alone, and no job is put on another node by itself: what was measured stays where it was. */
#include <string.h>

#include "base/text/words.h"
#include "fleet/fleet_place.h"
#include "run/spawner/tool.h"

static void add_partition(struct as_text *t, const struct as_fleet_place *p)
{
	if (!*p->where)
		return;
	as_text_add(t, " -p ");
	as_words_quote(t, p->where);
}

/* Of lines "STATE NODE" the nodes, in memory of the arena, each once: those that are idle, or the
 * others. */
static bool add_nodes(struct as_fleet_place *p, const char *said, bool idle, const char **v,
	size_t *n)
{
	for (const char *s = said; *s;) {
		const size_t len = strcspn(s, "\n"), state = strcspn(s, " \n");
		const bool wanted = state < len && idle == !strncmp(s, "idle", 4);
		const char *name = wanted
			? as_arena_strndup(p->arena, s + state + 1, len - state - 1) : "";
		size_t k = 0;

		if (!name)
			return false;
		while (k < *n && strcmp(v[k], name) != 0)
			k++;
		if (*name && k == *n)
			v[(*n)++] = name;
		s += len + (s[len] != '\0');
	}
	return true;
}

/* Nodes that can be had, idle ones first. They are asked for once: one that has just ended its work
 * would be missing from each of two lists. */
static enum as_status machines(struct as_fleet_place *p, const char ***out, size_t *n,
	struct as_err *err)
{
	struct as_text line = {0};
	struct as_launched r;
	const char *said = "";

	as_text_add(&line, "sinfo -h -N -r -o '%t %N' -t idle,alloc,mix,comp");
	add_partition(&line, p);
	enum as_status st = line.failed
		? as_fail_memory(err) : as_fleet_shell(p, as_text_str(&line), &r, &said, err);
	as_text_release(&line);
	if (!st && !as_tool_went_well(&r))
		st = as_fail_sys(err, 0,
			"cannot measure on Slurm: sinfo does not answer (%.200s); is it installed, "
			"and SLURM_CONF set?",
			*said ? said : "it said nothing");
	const char **v = as_arena_array(p->arena, strlen(said) / 2 + 1, sizeof *v);
	if (st)
		return st;
	*n = 0;
	if (!v || !add_nodes(p, said, true, v, n) || !add_nodes(p, said, false, v, n))
		return as_fail_memory(err);
	*out = v;
	if (!*n && *p->where)
		return as_fail(err, AS_ERR_USAGE,
			"cannot measure on partition '%.100s': it has no node that is up; sinfo "
			"shows those there are",
			p->where);
	return *n ? AS_OK : as_fail_sys(err, 0,
			"cannot measure on Slurm: no node is up; see sinfo");
}

static void start(struct as_text *t, const struct as_fleet_place *p,
	const struct as_fleet_job *job, const char *command)
{
	as_text_add(t, "sbatch --parsable --no-requeue --exclusive -N1 -n1 -J ");
	as_words_quote(t, job->name);
	as_text_add(t, " -w ");
	as_words_quote(t, job->machine);
	add_partition(t, p);
	as_text_add(t, " -D ");
	as_words_quote(t, p->directory);
	as_text_add(t, " -o ");
	as_words_quote(t, job->log);
	as_text_add(t, " --wrap ");
	as_words_quote(t, command);
}

static void look(struct as_text *t, const struct as_fleet_job *job)
{
	as_text_addf(t, "squeue -h -t all -o '%%T %%r' -j %s", job->id);
}

static void find_job(
	struct as_text *t, const struct as_fleet_place *p, const struct as_fleet_job *job)
{
	(void)p;
	as_text_add(t, "squeue -h -t all -o %i -n ");
	as_words_quote(t, job->name);
}

static const struct state {
	const char *word, *why;
	enum as_fleet_life life;
} states[] = {
#define AS_SLURM_STATE(word, life, why) {#word, why, AS_FLEET_##life},
#include "fleet/slurm_states.def"
#undef AS_SLURM_STATE
};

static const struct state *state_of(const char *said, size_t n)
{
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		if (strlen(states[i].word) == n && !strncmp(states[i].word, said, n))
			return &states[i];
	return NULL;
}

/* A job that waits says what for: for a node that is down there is no turn. */
static bool waits_for_nothing(const char *reason)
{
	return strstr(reason, "NodeNotAvail") || strstr(reason, "NodeDown");
}

/* What is said is "STATE REASON", below what it may warn of. Another version of Slurm may have states of its
 * own: whoever is in one is taken to live. A manager that knows nothing of a job may still be reading what
 * it knew before it was restarted. */
static enum as_fleet_life life(const struct as_launched *r, const char *said, const char **why)
{
	*why = NULL;
	if (!as_tool_went_well(r))
		return strstr(said, "Invalid job id") ? AS_FLEET_FORGOTTEN : AS_FLEET_UNKNOWN;
	const char *last = strrchr(said, '\n'), *line = last ? last + 1 : said;
	const size_t n = strcspn(line, " ");
	const struct state *s = state_of(line, n);
	if (!n)
		return AS_FLEET_FORGOTTEN;
	if (!s) {
		const bool is_state = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == n;
		*why = is_state ? line : NULL;
		return is_state ? AS_FLEET_LIVES : AS_FLEET_UNKNOWN;
	}
	*why = s->why;
	if (s->life != AS_FLEET_WAITS && s->life != AS_FLEET_STUCK)
		return s->life;
	*why = line[n] ? line + n + 1 : NULL;
	return *why && waits_for_nothing(*why) ? AS_FLEET_STUCK : s->life;
}

static void end(struct as_text *t, const struct as_fleet_job *job)
{
	as_text_addf(t, "scancel --full --signal=TERM %s; scancel %s", job->id, job->id);
}

static void withdraw(struct as_text *t, const struct as_fleet_ids *ids)
{
	as_text_add(t, "scancel --quiet --state=PENDING");
	for (size_t i = 0; i < ids->n; i++)
		as_text_addf(t, " %s", ids->id[i]);
}

const struct as_fleet_way as_fleet_slurm = {"slurm", "Slurm", AS_FLEET_LOOK_NS, machines, start,
	look, life, find_job, end, withdraw};
