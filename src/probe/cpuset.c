/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/cpuset.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER = INT_MAX - 1 }; /* beside the groups of executions, whose numbers count from 0 */

struct as_cpuset {
	struct as_probe_root root; /* of place, which outlives the caller's */
	struct as_group_place place;
	char entrance[PATH_MAX];
};

/* In version 1 a group has neither processors nor memory nodes at first; as in the group above, all
 * of its nodes are given. */
static bool give_nodes(const struct as_group_place *p)
{
	char nodes[256] = "";

	return p->version == 2 ||
		(as_group_line(p, NUMBER, "../cpuset.mems", nodes, sizeof nodes) &&
		as_group_write(p, NUMBER, "cpuset.mems", nodes));
}

struct as_cpuset *as_cpuset_make(const struct as_probe_root *root, const char *cpus,
	char reason[static AS_PROBE_REASON])
{
	struct as_cpuset *s = calloc(1, sizeof *s);
	char offered[128] = "";

	if (!s) {
		snprintf(reason, AS_PROBE_REASON, "there is no memory");
		return NULL;
	}
	s->root = *root;
	if (!as_group_open_cpuset(&s->root, &s->place, reason))
		goto out;
	as_group_sweep(&s->place, true);
	if (as_group_make(&s->place, NUMBER, s->entrance) &&
		as_group_write(&s->place, NUMBER, "cpuset.cpus", cpus) && give_nodes(&s->place))
		return s;
	int why = errno;
	as_group_line(&s->place, NUMBER,
		s->place.version == 1 ? "../cpuset.cpus" : "../cpuset.cpus.effective", offered,
		sizeof offered);
	snprintf(reason, AS_PROBE_REASON,
		"the group %.80s does not give it those processors (%.40s), it has %.60s",
		s->place.folder, strerror(why), *offered ? offered : "none that are known");
	as_group_remove(&s->place, NUMBER);
out:
	free(s);
	return NULL;
}

const char *as_cpuset_entrance(const struct as_cpuset *s)
{
	return s->entrance;
}

bool as_cpuset_excludes_groups(const struct as_cpuset *s)
{
	return s->place.version == 2;
}

void as_cpuset_remove(struct as_cpuset *s)
{
	if (s)
		as_group_remove(&s->place, NUMBER);
	free(s);
}
