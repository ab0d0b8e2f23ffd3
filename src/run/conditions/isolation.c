/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was asked for of isolation, tried before anything is measured. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "probe/cpuset.h"
#include "probe/probe.h"
#include "run/conditions/conditions.h"
#include "run/spawner/spawner.h"
#include "run/spawner/wait_status.h"

#define NODES "/sys/devices/system/node/"

/* What the machine says of itself, or that it does not. */
static const char *offered(const struct as_machine *m, const char *fact)
{
	const char *value = as_machine_fact(m, fact);

	return value ? value : "unknown ones";
}

static enum as_status refuse_cpus(const struct as_conditions *c, const struct as_machine *m,
	struct as_err *err)
{
	if (c->on_node && !c->cpus)
		return as_fail(err, AS_ERR_USAGE,
			"cannot run on the processors of node %" PRIu32 " (--numa): not all of "
			"them can be had here, where assay may use %s; choose another node, or "
			"name processors with --cpu",
			c->node, offered(m, "cpu.allowed"));
	if (c->cpuset)
		return as_fail(err, AS_ERR_USAGE,
			"cannot run on processors %.100s (--cpu): the cpuset of %.100s "
			"(--cpuset) has not all of them; leave one of the two out",
			c->cpus, c->cpuset);
	return as_fail(err, AS_ERR_USAGE,
		"cannot run on processors %.100s (--cpu): not all of them can be had "
		"here, where assay may use %s; name some of those",
		c->cpus, offered(m, "cpu.allowed"));
}

static enum as_status refuse_priority(const struct as_conditions *c, int why, struct as_err *err)
{
	struct rlimit limit = {0};

	if (c->policy == AS_POLICY_FIFO) {
		(void)getrlimit(RLIMIT_RTPRIO, &limit);
		return as_fail(err, AS_ERR_USAGE,
			"cannot run with the real-time priority %" PRId32 " (--priority): %s, "
			"since this user's go up to %llu (ulimit -r), or the control group allows "
			"none (cpu.rt_runtime_us); run assay as root or with CAP_SYS_NICE, raise "
			"rtprio in /etc/security/limits.conf, or leave --priority out",
			c->priority, strerror(why), (unsigned long long)limit.rlim_cur);
	}
	(void)getrlimit(RLIMIT_NICE, &limit);
	return as_fail(err, AS_ERR_USAGE,
		"cannot run with the nice value %" PRId32 " (--priority): %s, since this user "
		"may not go below %lld (ulimit -e); run assay as root or with CAP_SYS_NICE, raise "
		"nice in /etc/security/limits.conf, or give a higher value",
		c->priority, strerror(why),
		limit.rlim_cur && limit.rlim_cur <= 40 ? 20 - (long long)limit.rlim_cur
						       : (long long)getpriority(PRIO_PROCESS, 0));
}

static enum as_status refuse(const struct as_conditions *c, const struct as_machine *m,
	const struct as_launched *r, struct as_err *err)
{
	const char *why = strerror(r->exec_errno);

	if (r->step == AS_STEP_CPUS)
		return refuse_cpus(c, m, err);
	if (r->step == AS_STEP_PRIORITY)
		return refuse_priority(c, r->exec_errno, err);
	if (r->step == AS_STEP_CPUSET)
		return as_fail(err, AS_ERR_USAGE,
			"cannot run in a cpuset of %.100s (--cpuset): a process cannot be moved "
			"into it: %s; run assay as root, or use --cpu, which needs no right",
			c->cpuset, why);
	if (r->step == AS_STEP_MEMORY)
		return as_fail(err, AS_ERR_USAGE,
			"cannot take memory from node %" PRIu32 " alone (--numa): %s; a container "
			"may forbid set_mempolicy, or the cpuset has no memory of that node: "
			"leave --numa out, or name its processors with --cpu",
			c->node, why);
	return AS_OK; /* that the shell has failed at something else is no matter here */
}

/* The processors of the node, and its memory. */
static enum as_status take_node(const struct as_conditions *c, struct as_isolation *out,
	struct as_err *err)
{
	char path[64], line[4096] = "";

	snprintf(path, sizeof path, NODES "node%" PRIu32 "/cpulist", c->node);
	FILE *f = fopen(path, "r");
	bool read = f && fgets(line, sizeof line, f);
	if (f)
		fclose(f);
	line[strcspn(line, "\n")] = '\0';
	if (!read || c->node >= AS_SPAWN_NODES)
		return as_fail(err, AS_ERR_USAGE,
			"cannot run on node %" PRIu32 " (--numa): there is no %s; "
			"ls -d " NODES
			"node* shows what there is, and without any --cpu names processors",
			c->node, path);
	out->nodes = UINT64_C(1) << c->node;
	if (c->cpus)
		return AS_OK;
	out->pinned = as_cpu_list_read(line, out->cpus);
	return out->pinned
		       ? AS_OK
		       : as_fail(err, AS_ERR_USAGE,
				 "cannot run on node %" PRIu32 " (--numa): it has no "
				 "processors; choose another one, or name processors with --cpu",
				 c->node);
}

/* A shell that does nothing, started just so. */
static enum as_status try(const struct as_conditions *c, struct as_spawner *s,
	const struct as_machine *m, const struct as_isolation *how, struct as_err *err)
{
	const char *const argv[] = {"sh", "-c", ":", NULL};
	const struct as_command_spec spec = {.path = "/bin/sh", .argv = argv, .isolation = *how};
	struct as_launched r = {0};
	bool got = false;
	uint32_t id = 0;
	enum as_status st = as_spawner_prepare(s, &spec, &id, err);

	if (!st)
		st = as_spawner_launch(s, &(struct as_launch){.command = id}, err);
	while (!st && !got)
		st = as_spawner_wait(s, -1, &r, &got, err);
	return st ? st : refuse(c, m, &r, err);
}

static bool is_asked_for(const struct as_conditions *c)
{
	return c->cpus || c->cpuset || c->on_node || c->policy != AS_POLICY_KEPT;
}

enum as_status as_isolation_open(const struct as_conditions *c, struct as_spawner *s,
	const struct as_machine *m, struct as_cpuset **set, struct as_isolation *out,
	struct as_err *err)
{
	const struct as_probe_root here = {0};
	struct as_isolation how = {.policy = c->policy, .priority = c->priority};
	struct as_cpuset *made = NULL;
	char reason[AS_PROBE_REASON];
	enum as_status st = AS_OK;

	if (c->cpus)
		how.pinned = as_cpu_list_read(c->cpus, how.cpus);
	if (c->on_node)
		st = take_node(c, &how, err);
	if (!st && c->cpuset) {
		made = as_cpuset_make(&here, c->cpuset, reason);
		if (!made)
			st = as_fail(err, AS_ERR_USAGE,
				"cannot run in a cpuset of %.100s (--cpuset): %s; or use "
				"--cpu, which needs no right",
				c->cpuset, reason);
		else
			how.cpuset = as_cpuset_entrance(made);
	}
	if (!st && is_asked_for(c))
		st = try(c, s, m, &how, err);
	if (st) {
		as_cpuset_remove(made);
		return st;
	}
	*set = made;
	*out = how;
	return AS_OK;
}

void as_isolation_close(struct as_cpuset *set)
{
	as_cpuset_remove(set);
}
