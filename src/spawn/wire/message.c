/* SPDX-License-Identifier: MIT */
#include "spawn/wire/message.h"

#include <stdlib.h>

#include "base/vec.h"

void as_command_release(struct as_spawn_command *c)
{
	as_wire_list_release(&c->argv);
	as_wire_list_release(&c->envp);
	free(c->events);
	*c = (struct as_spawn_command){0};
}

void as_launch_request_release(struct as_launch_request *q)
{
	as_wire_list_release(&q->env);
	as_wire_list_release(&q->argv);
	as_wire_list_release(&q->copy_env);
	*q = (struct as_launch_request){0};
}

static void put_stream(struct as_wire_out *w, const struct as_stream *s)
{
	as_wire_put_u32(w, (uint32_t)s->kind);
	as_wire_put_string(w, s->kind == AS_STREAM_FILE ? s->path : NULL);
}

static void get_stream(struct as_wire_in *r, struct as_stream *out)
{
	uint32_t kind = as_wire_u32(r);

	if (kind > AS_STREAM_CAPTURE)
		r->failed = true;
	out->kind = r->failed ? AS_STREAM_NULL : (enum as_stream_kind)kind;
	out->path = as_wire_string(r);
	if ((out->kind == AS_STREAM_FILE) != (out->path != NULL))
		r->failed = true;
}

static void put_events(struct as_wire_out *w, const struct as_command_spec *spec)
{
	as_wire_put_u32(w, (uint32_t)spec->n_events);
	for (size_t i = 0; i < spec->n_events; i++) {
		const struct as_event *e = &spec->events[i];
		as_wire_put_u32(w, e->type);
		as_wire_put_u32(w, (e->no_user ? 1u : 0) | (e->no_kernel ? 2u : 0));
		as_wire_put_i64(w, (int64_t)e->config);
		as_wire_put_i64(w, (int64_t)e->config1);
		as_wire_put_i64(w, (int64_t)e->config2);
	}
}

static void get_events(struct as_wire_in *r, struct as_spawn_command *out)
{
	uint32_t n = as_wire_u32(r);

	if (n > AS_SPAWN_EVENTS || !as_grow(&out->events, &out->cap_events, n, sizeof *out->events))
		r->failed = true;
	for (uint32_t i = 0; !r->failed && i < n; i++) {
		uint32_t type = as_wire_u32(r), flags = as_wire_u32(r);

		if (flags > 3)
			r->failed = true;
		out->events[i] = (struct as_event){.type = type, .no_user = flags & 1,
			.no_kernel = flags & 2};
		out->events[i].config = (uint64_t)as_wire_i64(r);
		out->events[i].config1 = (uint64_t)as_wire_i64(r);
		out->events[i].config2 = (uint64_t)as_wire_i64(r);
	}
	out->spec.events = out->events;
	out->spec.n_events = r->failed ? 0 : n;
}

static void put_isolation(struct as_wire_out *w, const struct as_isolation *s)
{
	as_wire_put_u32(w, s->pinned ? 1 : 0);
	for (size_t i = 0; s->pinned && i < AS_SPAWN_CPU_WORDS; i++)
		as_wire_put_i64(w, (int64_t)s->cpus[i]);
	as_wire_put_i64(w, (int64_t)s->nodes);
	as_wire_put_u32(w, (uint32_t)s->policy);
	as_wire_put_u32(w, (uint32_t)s->priority);
	as_wire_put_string(w, s->cpuset);
}

static void get_isolation(struct as_wire_in *r, struct as_isolation *out)
{
	uint32_t pinned = as_wire_u32(r), policy;

	out->pinned = pinned == 1;
	for (size_t i = 0; pinned == 1 && i < AS_SPAWN_CPU_WORDS; i++)
		out->cpus[i] = (uint64_t)as_wire_i64(r);
	out->nodes = (uint64_t)as_wire_i64(r);
	policy = as_wire_u32(r);
	out->priority = (int32_t)as_wire_u32(r);
	out->cpuset = as_wire_string(r);
	if (pinned > 1 || policy > AS_POLICY_FIFO)
		r->failed = true;
	out->policy = r->failed ? AS_POLICY_KEPT : (enum as_policy)policy;
}

void as_put_command(struct as_wire_out *w, uint32_t id, const struct as_command_spec *spec)
{
	size_t at = as_wire_begin(w, AS_MESSAGE_PREPARE);

	as_wire_put_u32(w, id);
	as_wire_put_string(w, spec->path);
	as_wire_put_list(w, spec->argv);
	as_wire_put_list(w, spec->envp);
	as_wire_put_string(w, spec->cwd);
	as_wire_put_string(w, spec->input);
	put_stream(w, &spec->out);
	put_stream(w, &spec->err);
	as_wire_put_u32(w, spec->fixed_addresses ? 1 : 0);
	put_events(w, spec);
	put_isolation(w, &spec->isolation);
	as_wire_end(w, at);
}

bool as_get_command(struct as_wire_in *r, uint32_t *id, struct as_spawn_command *out)
{
	struct as_command_spec *spec = &out->spec;
	uint32_t fixed;

	*id = as_wire_u32(r);
	spec->path = as_wire_string(r);
	as_wire_get_list(r, &out->argv);
	as_wire_get_list(r, &out->envp);
	spec->argv = out->argv.v;
	spec->envp = out->envp.v;
	spec->cwd = as_wire_string(r);
	spec->input = as_wire_string(r);
	get_stream(r, &spec->out);
	get_stream(r, &spec->err);
	fixed = as_wire_u32(r);
	get_events(r, out);
	get_isolation(r, &spec->isolation);
	spec->fixed_addresses = fixed == 1;
	return as_wire_done(r) && spec->path && out->argv.n > 0 && fixed <= 1;
}

void as_put_launch(struct as_wire_out *w, uint32_t epoch, const struct as_launch *launch)
{
	size_t at = as_wire_begin(w, AS_MESSAGE_LAUNCH);

	as_wire_put_u32(w, epoch);
	as_wire_put_i64(w, (int64_t)launch->token);
	as_wire_put_u32(w, launch->command);
	as_wire_put_u32(w, (uint32_t)launch->kind);
	as_wire_put_i64(w, launch->timeout_ns);
	as_wire_put_u32(w, launch->padding_bytes);
	as_wire_put_list(w, launch->env);
	as_wire_put_list(w, launch->argv);
	as_wire_put_string(w, launch->group);
	as_wire_put_u32(w, launch->copies);
	as_wire_put_list(w, launch->copy_env);
	as_wire_end(w, at);
}

bool as_get_launch(struct as_wire_in *r, struct as_launch_request *out)
{
	struct as_launch *l = &out->launch;
	uint32_t kind;

	out->epoch = as_wire_u32(r);
	l->token = (uint64_t)as_wire_i64(r);
	l->command = as_wire_u32(r);
	kind = as_wire_u32(r);
	l->kind = kind == AS_LAUNCH_HOOK ? AS_LAUNCH_HOOK : AS_LAUNCH_EXECUTION;
	l->timeout_ns = as_wire_i64(r);
	l->padding_bytes = as_wire_u32(r);
	as_wire_get_list(r, &out->env);
	as_wire_get_list(r, &out->argv);
	l->group = as_wire_string(r);
	l->copies = as_wire_u32(r);
	as_wire_get_list(r, &out->copy_env);
	l->copy_env = out->copy_env.v;
	l->env = out->env.v;
	l->argv = out->argv.v;
	return as_wire_done(r) && kind <= AS_LAUNCH_HOOK && l->copies <= AS_SPAWN_COPIES &&
	       l->timeout_ns >= 0 && l->padding_bytes <= AS_SPAWN_PADDING_BYTES &&
	       (!l->argv || out->argv.n > 0);
}

static void put_counts(struct as_wire_out *w, const struct as_launched *x)
{
	as_wire_put_u32(w, (uint32_t)x->n_counts);
	for (size_t i = 0; i < x->n_counts; i++) {
		as_wire_put_u32(w, (uint32_t)x->counts[i].error);
		as_wire_put_i64(w, x->counts[i].value);
		as_wire_put_i64(w, x->counts[i].enabled_ns);
		as_wire_put_i64(w, x->counts[i].running_ns);
	}
}

static void get_counts(struct as_wire_in *r, struct as_launched *out)
{
	uint32_t n = as_wire_u32(r);

	if (n > AS_SPAWN_EVENTS)
		r->failed = true;
	for (uint32_t i = 0; !r->failed && i < n; i++) {
		struct as_event_count *c = &out->counts[i];

		c->error = (int32_t)as_wire_u32(r);
		c->value = as_wire_i64(r);
		c->enabled_ns = as_wire_i64(r);
		c->running_ns = as_wire_i64(r);
	}
	out->n_counts = r->failed ? 0 : n;
}

void as_put_launched(struct as_wire_out *w, const struct as_launched *x)
{
	size_t at = as_wire_begin(w, AS_MESSAGE_LAUNCHED);

	as_wire_put_i64(w, (int64_t)x->token);
	as_wire_put_i64(w, x->begin_ns);
	as_wire_put_i64(w, x->end_ns);
	as_wire_put_u32(w, (uint32_t)x->status);
	as_wire_put_u32(w, (uint32_t)x->exec_errno);
	as_wire_put_u32(w, (uint32_t)x->step);
	as_wire_put_u32(w, (x->timed_out ? 1u : 0) | (x->cancelled ? 2u : 0) |
		(x->wants_terminal ? 4u : 0));
	as_wire_put_u32(w, x->leftovers);
	as_wire_put_u32(w, x->failed_copies);
	as_wire_put_i64(w, x->use.user_ns);
	as_wire_put_i64(w, x->use.system_ns);
	as_wire_put_i64(w, x->use.peak_rss_bytes);
	as_wire_put_i64(w, x->use.minor_faults);
	as_wire_put_i64(w, x->use.major_faults);
	as_wire_put_i64(w, x->use.voluntary_switches);
	as_wire_put_i64(w, x->use.involuntary_switches);
	as_wire_put_i64(w, x->use.blocks_in);
	as_wire_put_i64(w, x->use.blocks_out);
	put_counts(w, x);
	as_wire_put_u32(w, (uint32_t)x->group_error);
	as_wire_put_i64(w, (int64_t)x->captured_bytes);
	as_wire_put_u32(w, (uint32_t)x->tail_bytes);
	as_wire_put_bytes(w, x->tail, x->tail_bytes);
	as_wire_end(w, at);
}

bool as_get_launched(struct as_wire_in *r, struct as_launched *out)
{
	uint32_t step, flags;

	out->token = (uint64_t)as_wire_i64(r);
	out->begin_ns = as_wire_i64(r);
	out->end_ns = as_wire_i64(r);
	out->status = (int32_t)as_wire_u32(r);
	out->exec_errno = (int32_t)as_wire_u32(r);
	step = as_wire_u32(r);
	out->step = step <= AS_STEP_PRIORITY ? (enum as_launch_step)step : AS_STEP_NONE;
	flags = as_wire_u32(r);
	out->timed_out = flags & 1;
	out->cancelled = flags & 2;
	out->wants_terminal = flags & 4;
	out->leftovers = as_wire_u32(r);
	out->failed_copies = as_wire_u32(r);
	out->use.user_ns = as_wire_i64(r);
	out->use.system_ns = as_wire_i64(r);
	out->use.peak_rss_bytes = as_wire_i64(r);
	out->use.minor_faults = as_wire_i64(r);
	out->use.major_faults = as_wire_i64(r);
	out->use.voluntary_switches = as_wire_i64(r);
	out->use.involuntary_switches = as_wire_i64(r);
	out->use.blocks_in = as_wire_i64(r);
	out->use.blocks_out = as_wire_i64(r);
	get_counts(r, out);
	out->group_error = (int32_t)as_wire_u32(r);
	out->captured_bytes = (uint64_t)as_wire_i64(r);
	out->tail_bytes = as_wire_u32(r);
	out->tail = (const char *)as_wire_bytes(r, out->tail_bytes);
	return as_wire_done(r) && step <= AS_STEP_PRIORITY && flags <= 7 &&
		out->tail_bytes <= AS_SPAWN_TAIL_BYTES;
}

void as_put_hello(struct as_wire_out *w)
{
	size_t at = as_wire_begin(w, AS_MESSAGE_HELLO);

	as_wire_put_u32(w, AS_SPAWN_VERSION);
	as_wire_end(w, at);
}

void as_put_fault(struct as_wire_out *w, const char *words)
{
	size_t at = as_wire_begin(w, AS_MESSAGE_FAULT);

	as_wire_put_string(w, words);
	as_wire_end(w, at);
}
