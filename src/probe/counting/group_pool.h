/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_PROBE_COUNTING_GROUP_POOL_H
#define AS_PROBE_COUNTING_GROUP_POOL_H

/* Control groups for executions that follow each other: made ahead, and used again.
 *
 * Making and removing a group takes some 80 us, and as much of the kernel's time behind it; to let
 * its peaks begin anew and to read them takes 10. But what an execution leaves in its group (files
 * that it has brought in or written, what the kernel frees late) would be in the next one's
 * figures. So a group rests after its use, and serves again only when hardly anything is left in
 * it: AS_GROUP_LEFT_BYTES at most by each peak that is read of it, which is what they can be too
 * large by. What an empty program leaves is gone after some 20 ms; as many groups are made as that
 * takes. Peaks that cannot begin anew (version 2) are never used again.
 *
 * Groups are made and removed by as_group_pool_fill and by nothing else, so that it is the caller's
 * choice when: while nothing is timed. */

#include "probe/counting/control_group.h"

enum {
	AS_GROUP_POOL = 64,            /* groups at once; fewer where few files may be open */
	AS_GROUP_LEFT_BYTES = 16 * 1024,
};

enum as_group_use { AS_GROUP_NONE, AS_GROUP_READY, AS_GROUP_USED, AS_GROUP_RESTS };

struct as_group_seat {
	enum as_group_use use;
	uint32_t number;
	uint64_t token;
	uint64_t since; /* it rests, in the order of coming back */
	int peak[AS_GROUPS_KNOWN]; /* descriptors; -1: it is no peak, or not read */
};

/* {0} has no groups and gives none. */
struct as_group_pool {
	const struct as_group_place *place;
	bool wanted[AS_GROUPS_KNOWN];
	struct as_group_seat seats[AS_GROUP_POOL];
	size_t room; /* how many of them are used */
	uint32_t made;
	uint64_t came_back;
};

/* Groups at place, which outlives the pool; rows_wanted of them will be read (AS_GROUPS_KNOWN). */
void as_group_pool_open(struct as_group_pool *p, const struct as_group_place *place,
	const bool *rows_wanted);

/* Whether a group is ready; looks at a few that rest. */
bool as_group_pool_is_ready(struct as_group_pool *p);

/* Make up to n groups ready, for which others are removed if need be. */
void as_group_pool_fill(struct as_group_pool *p, size_t n);

/* A group for the execution of that token: its number, and the file by which one enters it. False:
 * none is ready. */
bool as_group_pool_take(struct as_group_pool *p, uint64_t token, uint32_t *number,
	char path[static PATH_MAX]);

/* What the group of that token states of the wanted rows, as as_group_read. NaN where it has none.
 * */
void as_group_pool_read(const struct as_group_pool *p, uint64_t token, double *out);

/* Its execution is over: it rests. Nothing for a token that has none. */
void as_group_pool_give_back(struct as_group_pool *p, uint64_t token);

/* Close what is open. The groups stay for as_group_sweep. */
void as_group_pool_close(struct as_group_pool *p);

#endif
