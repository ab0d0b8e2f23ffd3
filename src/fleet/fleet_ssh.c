/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hosts by the user's own ssh, which asks nothing: keys have to be there. */
#include <string.h>

#include "base/text/words.h"
#include "fleet/fleet_place.h"
#include "run/spawner/tool.h"
#include "run/spawner/wait_status.h"

enum { NO_CONNECTION = 255 };

static enum as_status machines(struct as_fleet_place *p, const char ***out, size_t *n,
	struct as_err *err)
{
	const char **v = as_arena_array(p->arena, strlen(p->where) + 1, sizeof *v);

	*n = 0;
	for (const char *s = p->where; v && *s;) {
		const size_t len = strcspn(s, ",");
		if (len)
			v[*n] = as_arena_strndup(p->arena, s, len);
		if (len && !v[(*n)++])
			return as_fail_memory(err);
		if (len && *s == '-')
			return as_fail(err, AS_ERR_USAGE,
				"cannot measure on '%.100s': that is no name of a host", s);
		s += len + (s[len] == ',');
	}
	*out = v;
	if (!v)
		return as_fail_memory(err);
	return *n ? AS_OK : as_fail(err, AS_ERR_USAGE,
			"cannot measure by ssh without hosts: say ssh:HOST,HOST");
}

static void call(struct as_text *t, const struct as_fleet_job *job, const char *command)
{
	as_text_add(t, "ssh -o BatchMode=yes -o ConnectTimeout=10 -- ");
	as_words_quote(t, job->machine);
	as_text_char(t, ' ');
	as_words_quote(t, command);
}

/* Its process outlives the connection, and its number is what it is known by. */
static void start(struct as_text *t, const struct as_fleet_place *p,
	const struct as_fleet_job *job, const char *command)
{
	struct as_text line = {0};

	as_text_add(&line, "cd ");
	as_words_quote(&line, p->directory);
	as_text_add(&line, " && { setsid sh -c ");
	as_words_quote(&line, command);
	as_text_add(&line, " >");
	as_words_quote(&line, job->log);
	as_text_add(&line, " 2>&1 </dev/null & echo $! >");
	as_words_quote(&line, job->log);
	as_text_add(&line, ".pid; cat ");
	as_words_quote(&line, job->log);
	as_text_add(&line, ".pid; }");
	call(t, job, as_text_str(&line));
	t->failed = t->failed || line.failed;
	as_text_release(&line);
}

static void kill_line(struct as_text *t, const struct as_fleet_job *job, const char *signal)
{
	struct as_text command = {0};

	as_text_addf(&command, "kill -%s %s", signal, job->id);
	call(t, job, as_text_str(&command));
	t->failed = t->failed || command.failed;
	as_text_release(&command);
}

static void look(struct as_text *t, const struct as_fleet_job *job)
{
	kill_line(t, job, "0");
}

/* Its number was written down where it was started. */
static void find_job(
	struct as_text *t, const struct as_fleet_place *p, const struct as_fleet_job *job)
{
	struct as_text line = {0};

	as_text_add(&line, "cd ");
	as_words_quote(&line, p->directory);
	as_text_add(&line, " && if [ -e ");
	as_words_quote(&line, job->log);
	as_text_add(&line, ".pid ]; then cat ");
	as_words_quote(&line, job->log);
	as_text_add(&line, ".pid; fi");
	call(t, job, as_text_str(&line));
	t->failed = t->failed || line.failed;
	as_text_release(&line);
}

static enum as_fleet_life life(const struct as_launched *r, const char *said, const char **why)
{
	(void)said, (void)why;
	if (as_tool_went_well(r))
		return AS_FLEET_LIVES;
	return as_launched_ended(r).code == NO_CONNECTION ? AS_FLEET_UNKNOWN : AS_FLEET_GONE;
}

static void end(struct as_text *t, const struct as_fleet_job *job)
{
	kill_line(t, job, "TERM");
}

const struct as_fleet_way as_fleet_ssh = {"ssh", NULL, AS_FLEET_LOOK_NS, machines, start, look,
	life, find_job, end, NULL};
