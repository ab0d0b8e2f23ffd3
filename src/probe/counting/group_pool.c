/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/counting/group_pool.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/num.h"

enum {
	LOOKS = 3,  /* at groups that rest, before others are made */
	SHARE = 16, /* groups for so many files that may be open: each has some open */
};

static size_t room(void)
{
	struct rlimit files;
	size_t most = getrlimit(RLIMIT_NOFILE, &files) == 0 ? files.rlim_cur / SHARE : 1;

	return most > AS_GROUP_POOL ? AS_GROUP_POOL : most ? most : 1;
}

void as_group_pool_open(struct as_group_pool *p, const struct as_group_place *place,
	const bool *rows_wanted)
{
	*p = (struct as_group_pool){.place = place, .room = room()};
	memcpy(p->wanted, rows_wanted, sizeof p->wanted);
}

/* NaN where nothing can be read. */
static double read_peak(int fd)
{
	char text[32];
	int64_t bytes = 0;
	ssize_t n = fd >= 0 ? pread(fd, text, sizeof text - 1, 0) : -1;

	if (n <= 0)
		return (double)NAN;
	text[n] = '\0';
	text[strcspn(text, "\n")] = '\0';
	return as_parse_i64(text, 0, INT64_MAX, &bytes) ? (double)bytes : (double)NAN;
}

/* What is written does not matter: a peak that begins anew is what is there now. */
static bool begins_anew(int fd)
{
	return pwrite(fd, "0", 1, 0) == 1 && read_peak(fd) <= AS_GROUP_LEFT_BYTES;
}

/* That of all memory, row 0, is always asked. */
static bool is_clean(const struct as_group_seat *s)
{
	if (s->peak[0] < 0)
		return false;
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		if (s->peak[i] >= 0 && !begins_anew(s->peak[i]))
			return false;
	return true;
}

static struct as_group_seat *find_seat(struct as_group_pool *p, enum as_group_use use)
{
	struct as_group_seat *found = NULL;

	for (size_t i = 0; i < p->room; i++)
		if (p->seats[i].use == use && (!found || p->seats[i].since < found->since))
			found = &p->seats[i];
	return found;
}

bool as_group_pool_is_ready(struct as_group_pool *p)
{
	for (int i = 0; i < LOOKS && !find_seat(p, AS_GROUP_READY); i++) {
		struct as_group_seat *s = find_seat(p, AS_GROUP_RESTS);

		if (s && is_clean(s))
			s->use = AS_GROUP_READY;
		else if (s)
			s->since = ++p->came_back;
	}
	return find_seat(p, AS_GROUP_READY);
}

static void close_seat(struct as_group_seat *s)
{
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		if (s->peak[i] >= 0)
			close(s->peak[i]);
	*s = (struct as_group_seat){.use = AS_GROUP_NONE};
}

/* One that is still in use is left for as_group_sweep. */
static void remove_group(const struct as_group_pool *p, struct as_group_seat *s)
{
	as_group_remove(p->place, s->number);
	close_seat(s);
}

static bool make(struct as_group_pool *p, struct as_group_seat *s)
{
	char path[PATH_MAX];
	const uint32_t number = p->made;

	if (!as_group_make(p->place, number, path))
		return false;
	p->made++;
	*s = (struct as_group_seat){.use = AS_GROUP_READY, .number = number};
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		s->peak[i] = !i || p->wanted[i] ? as_group_open_peak(p->place, number, i) : -1;
	return true;
}

void as_group_pool_fill(struct as_group_pool *p, size_t n)
{
	struct as_group_seat *s;

	while (p->place->version != 1 && (s = find_seat(p, AS_GROUP_RESTS)))
		remove_group(p, s);
	for (size_t i = 0; i < n; i++) {
		if (!find_seat(p, AS_GROUP_NONE) && (s = find_seat(p, AS_GROUP_RESTS)))
			remove_group(p, s);
		s = find_seat(p, AS_GROUP_NONE);
		if (!s || !make(p, s))
			break;
	}
}

bool as_group_pool_take(struct as_group_pool *p, uint64_t token, uint32_t *number,
	char path[static PATH_MAX])
{
	struct as_group_seat *s = find_seat(p, AS_GROUP_READY);

	if (!s || !as_group_entrance(p->place, s->number, path))
		return false;
	s->use = AS_GROUP_USED;
	s->token = token;
	*number = s->number;
	return true;
}

static size_t seat_of(const struct as_group_pool *p, uint64_t token)
{
	size_t i = 0;

	while (i < AS_GROUP_POOL &&
		(p->seats[i].use != AS_GROUP_USED || p->seats[i].token != token))
		i++;
	return i;
}

void as_group_pool_read(const struct as_group_pool *p, uint64_t token, double *out)
{
	const size_t at = seat_of(p, token);
	bool others[AS_GROUPS_KNOWN] = {false};

	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		out[i] = (double)NAN;
	if (at == AS_GROUP_POOL)
		return;
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		others[i] = p->wanted[i] && p->seats[at].peak[i] < 0;
	as_group_read(p->place, p->seats[at].number, others, out);
	for (size_t i = 0; i < AS_GROUPS_KNOWN; i++)
		if (p->wanted[i] && !others[i])
			out[i] = read_peak(p->seats[at].peak[i]);
}

void as_group_pool_give_back(struct as_group_pool *p, uint64_t token)
{
	const size_t at = seat_of(p, token);

	if (at == AS_GROUP_POOL)
		return;
	p->seats[at].use = AS_GROUP_RESTS;
	p->seats[at].since = ++p->came_back;
}

void as_group_pool_close(struct as_group_pool *p)
{
	for (size_t i = 0; i < AS_GROUP_POOL; i++)
		if (p->seats[i].use != AS_GROUP_NONE)
			close_seat(&p->seats[i]);
}
