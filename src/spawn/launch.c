/* SPDX-License-Identifier: MIT */
#include "spawn/launch.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "spawn/child.h"
#include "spawn/event.h"
#include "spawn/load.h"
#include "spawn/watch.h"

/* The descriptors a child gets (-1: ours, of which 0 and 1 are /dev/null), and which of them are
 * its own and closed once it has them. */
struct streams {
	int fd[3];
	bool own[3];
};

static void close_streams(struct streams *s)
{
	for (int i = 0; i < 3; i++)
		if (s->own[i])
			close(s->fd[i]);
}

static enum as_launch_step open_output(struct as_spawn *sp, const struct as_stream *stream, int i,
	struct streams *s)
{
	size_t k = as_sink_index(sp->request.launch.kind, stream->kind);

	switch (stream->kind) {
	case AS_STREAM_INHERIT:
		s->fd[i] = i == 1 ? sp->out : -1;
		return AS_STEP_NONE;
	case AS_STREAM_FILE:
		s->fd[i] = as_open_file(stream->path, O_WRONLY | O_CREAT | O_TRUNC);
		s->own[i] = s->fd[i] >= 0;
		return s->own[i] ? AS_STEP_NONE : i == 1 ? AS_STEP_OUTPUT : AS_STEP_ERROR;
	case AS_STREAM_PIPE:
	case AS_STREAM_CAPTURE:
		if (!as_sink_open(&sp->sinks[k]))
			return AS_STEP_PIPE;
		s->fd[i] = sp->sinks[k].wr;
		return AS_STEP_NONE;
	case AS_STREAM_NULL:
		break;
	}
	s->fd[i] = i == 1 ? -1 : sp->null;
	return AS_STEP_NONE;
}

static enum as_launch_step open_streams(struct as_spawn *sp, const struct as_command_spec *spec,
	struct streams *s)
{
	enum as_launch_step step;

	*s = (struct streams){.fd = {-1, -1, -1}};
	if (spec->input) {
		s->fd[0] = as_open_file(spec->input, O_RDONLY);
		s->own[0] = s->fd[0] >= 0;
		if (!s->own[0])
			return AS_STEP_INPUT;
	}
	step = open_output(sp, &spec->out, 1, s);
	if (step)
		return step;
	if (spec->out.path && spec->err.path && !strcmp(spec->out.path, spec->err.path)) {
		s->fd[2] = s->fd[1];
		return AS_STEP_NONE;
	}
	return open_output(sp, &spec->err, 2, s);
}

static size_t find_entry(const char **envp, size_t n, const char *entry)
{
	size_t name = strcspn(entry, "="), i = 0;

	while (i < n && (strncmp(envp[i], entry, name) != 0 || envp[i][name] != entry[name]))
		i++;
	return i;
}

/* Put entries in the place of those of the same name, or behind the n that are there. */
static size_t put_entries(struct as_spawn *sp, size_t n, const struct as_wire_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		size_t at = find_entry(sp->envp, n, list->v[i]);
		sp->envp[at] = list->v[i];
		if (at == n)
			n++;
	}
	return n;
}

/* The prepared environment, the launch's entries in it, those of `more` (or NULL), and the padding
 * at its end. */
static bool make_environment(struct as_spawn *sp, const struct as_spawn_command *c,
	const struct as_wire_list *more)
{
	const struct as_launch_request *q = &sp->request;
	size_t n = c->envp.n;

	if (!as_grow(&sp->envp, &sp->cap_envp, n + q->env.n + q->copy_env.n + 2, sizeof *sp->envp))
		return false;
	if (n)
		memcpy(sp->envp, c->envp.v, n * sizeof *sp->envp);
	n = put_entries(sp, n, &q->env);
	if (more)
		n = put_entries(sp, n, more);
	if (q->launch.padding_bytes) {
		size_t used = sizeof "ASSAY_PADDING=" - 1;
		memset(sp->padding + used, 'x', q->launch.padding_bytes);
		sp->padding[used + q->launch.padding_bytes] = '\0';
		sp->envp[n++] = sp->padding;
	}
	sp->envp[n] = NULL;
	return true;
}

static struct as_child_plan plan_of(struct as_spawn *sp, const struct as_spawn_command *c)
{
	const struct as_launch *l = &sp->request.launch;

	return (struct as_child_plan){
		.path = c->spec.path,
		.argv = l->argv ? l->argv : c->spec.argv,
		.envp = sp->envp,
		.cwd = c->spec.cwd,
		.fixed_addresses = c->spec.fixed_addresses,
		.isolation = &c->spec.isolation,
		.stack = sp->stack,
	};
}

static struct as_child start(struct as_spawn *sp, const struct as_spawn_command *c)
{
	const struct as_command_spec *spec = &c->spec;
	const struct as_launch *l = &sp->request.launch;
	struct as_child child = {0};
	struct streams s;

	child.step = open_streams(sp, spec, &s);
	child.error = errno;
	if (child.step == AS_STEP_NONE) {
		struct as_child_plan plan = plan_of(sp, c);
		plan.group = l->group;
		memcpy(plan.fd, s.fd, sizeof plan.fd);
		child = as_child_start(&plan);
	}
	close_streams(&s);
	return child;
}

/* What copies write goes nowhere. */
static void begin_load(struct as_spawn *sp, const struct as_spawn_command *c, struct as_load *out)
{
	const uint32_t n = sp->request.launch.copies;

	*out = (struct as_load){.n = n};
	if (!n || !make_environment(sp, c, &sp->request.copy_env))
		return;
	struct as_load_plan plan = {.child = plan_of(sp, c), .input = c->spec.input, .n = n};
	plan.child.fd[0] = plan.child.fd[1] = -1;
	plan.child.fd[2] = sp->null;
	as_load_begin(sp, &plan, out);
}

static void after(struct as_spawn *sp, const struct as_child *child, struct as_launched *out)
{
	enum as_launch_kind kind = sp->request.launch.kind;
	size_t capture = as_sink_index(kind, AS_STREAM_CAPTURE);

	if (kind == AS_LAUNCH_HOOK && !out->timed_out && !out->cancelled && !out->wants_terminal)
		as_kept_note(&sp->kept, child->pid);
	else
		out->leftovers = as_reap_leftovers(&sp->kept, child->pid);
	for (size_t i = as_sink_index(kind, AS_STREAM_PIPE); i <= capture; i++)
		if (sp->sinks[i].open)
			as_sink_drain(&sp->sinks[i], sp->buffer, i == capture ? sp->tail : NULL);
	out->captured_bytes = sp->tail->total;
}

void as_spawn_launch(struct as_spawn *sp, struct as_launched *out)
{
	const struct as_launch *l = &sp->request.launch;
	const struct as_spawn_command *c = &sp->commands[l->command].command;
	struct as_child child;
	struct as_load load;

	*out = (struct as_launched){.token = l->token};
	sp->tail->total = 0;
	if (l->copies)
		as_events_close(&sp->counters); /* or the copies would inherit them */
	begin_load(sp, c, &load);
	/* none open for what is not counted */
	as_events_begin(&sp->counters, c->spec.events, c->spec.n_events);
	child = make_environment(sp, c, NULL)
		? start(sp, c)
		: (struct as_child){.step = AS_STEP_CLONE, .error = ENOMEM};
	if (!child.pid) {
		as_load_end(sp, &load);
		out->step = child.step;
		out->exec_errno = child.error;
		return;
	}
	as_kept_forget(&sp->kept, child.pid);
	out->begin_ns = child.begin_ns;
	out->group_error = child.group_error;
	as_spawn_watch(sp, &child, out);
	out->failed_copies = as_load_end(sp, &load);
	as_events_end(&sp->counters, out->counts);
	out->n_counts = c->spec.n_events;
	if (sp->left)
		kill(-child.pid, SIGKILL);
	else
		after(sp, &child, out);
}
