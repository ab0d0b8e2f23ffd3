/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/text/fixed.h"

#include "probe/counting/memory_sample.h"

enum { GUARD_BYTES = 64 * 1024, KIB_DIGITS = 15, ADDRESS_DIGITS = 16 };

const struct as_metric as_memory_metrics[AS_MEMORY_PARTS] = {
#define AS_MEMORY(id, name, unit, describe) \
	{name, unit, AS_BETTER_LESS, AS_LEVEL_EXECUTION, describe},
#include "probe/counting/memory_sample.def"
#undef AS_MEMORY
};

size_t as_memory_find(const char *name)
{
	size_t i = 0;

	while (i < AS_MEMORY_PARTS && strcmp(as_memory_metrics[i].name, name) != 0)
		i++;
	return i;
}

static bool begins(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

void as_memory_maps_begin(struct as_memory_maps *m, const char *own)
{
	memset(m->part, 0, sizeof m->part);
	m->n = m->len = 0;
	(void)as_copy(AS_ROOM(m->own), own);
	m->now.any = false;
	m->file[0] = '\0';
	m->file_pss = 0;
	m->is_library = false;
	m->guard_end = m->data_end = 0;
}

static void end_file(struct as_memory_maps *m)
{
	m->part[m->is_library ? AS_MEMORY_LIBRARIES : AS_MEMORY_FILES] += m->file_pss;
	m->file[0] = '\0';
	m->file_pss = 0;
	m->is_library = false;
}

/* A file that is not the executable: whether it is a library shows when all its mappings are read.
 * */
static void add_file(struct as_memory_maps *m, const struct as_memory_mapping *x)
{
	if (strcmp(m->file, x->name) != 0) {
		end_file(m);
		(void)as_copy(AS_ROOM(m->file), x->name);
	}
	m->file_pss += x->pss;
	m->is_library = m->is_library || (x->access[2] == 'x' && x->access[3] == 'p');
}

static enum as_memory_part part_of_unnamed(const struct as_memory_maps *m,
	const struct as_memory_mapping *x)
{
	bool written = x->access[1] == 'w';

	if (written && m->guard_end && x->begin == m->guard_end)
		return AS_MEMORY_STACK;
	if (written && m->data_end && x->begin == m->data_end)
		return AS_MEMORY_DATA;
	return AS_MEMORY_ANONYMOUS;
}

/* [heap], [stack], [anon:name], [vdso], [vvar], ... */
static enum as_memory_part part_of_special(const char *name)
{
	if (!strcmp(name, "[heap]") || begins(name, "[anon:glibc: malloc"))
		return AS_MEMORY_HEAP;
	if (begins(name, "[stack") || begins(name, "[anon:glibc: pthread stack"))
		return AS_MEMORY_STACK;
	if (begins(name, "[v"))
		return AS_MEMORY_LIBRARIES;
	return begins(name, "[anon_shmem") ? AS_MEMORY_FILES : AS_MEMORY_ANONYMOUS;
}

static bool is_guard(const struct as_memory_mapping *x)
{
	return !*x->name && !strcmp(x->access, "---p") && x->end - x->begin <= GUARD_BYTES;
}

/* All of a mapping has been read. */
static void end_mapping(struct as_memory_maps *m)
{
	const struct as_memory_mapping *x = &m->now;

	if (!x->any)
		return;
	m->n++;
	m->part[AS_MEMORY_PSS] += x->pss;
	m->part[AS_MEMORY_RESIDENT] += x->resident;
	m->part[AS_MEMORY_SHARED] += x->shared;
	m->part[AS_MEMORY_PRIVATE] += x->private;
	m->part[AS_MEMORY_SWAP] += x->swap;
	if (!*x->name)
		m->part[part_of_unnamed(m, x)] += x->pss;
	else if (*x->name == '[')
		m->part[part_of_special(x->name)] += x->pss;
	else if (strcmp(x->name, m->own) != 0)
		add_file(m, x);
	else
		m->part[x->access[2] == 'x' ? AS_MEMORY_CODE : AS_MEMORY_DATA] += x->pss;
	if (*x->name && !strcmp(x->name, m->own) && x->access[1] == 'w')
		m->data_end = x->end;
	m->guard_end = is_guard(x) ? x->end : 0;
	m->now.any = false;
}

static bool take_hex(const char **s, uint64_t *out)
{
	char *end;
	size_t n = strspn(*s, "0123456789abcdef");

	if (!n || n > ADDRESS_DIGITS)
		return false;
	*out = strtoull(*s, &end, 16);
	*s = end;
	return true;
}

/* Over a word and the blanks behind it. */
static const char *skip_word(const char *s)
{
	s += strcspn(s, " ");
	return s + strspn(s, " ");
}

/* "7f20b9a00000-7f20b9a28000 r-xp 00028000 fd:01 1234   /usr/lib/libc.so.6" */
static bool take_header(struct as_memory_maps *m, const char *line)
{
	struct as_memory_mapping *x = &m->now;
	uint64_t begin, end;

	if (!take_hex(&line, &begin) || *line++ != '-' || !take_hex(&line, &end) ||
		*line++ != ' ' || strspn(line, "rwxps-") != 4 || line[4] != ' ' || end < begin)
		return false;
	end_mapping(m);
	*x = (struct as_memory_mapping){.any = true, .begin = begin, .end = end};
	memcpy(x->access, line, 4);
	for (int i = 0; i < 4; i++) /* access, offset, device, inode */
		line = skip_word(line);
	size_t n = 0;
	(void)as_put(AS_ROOM(x->name), &n, line); /* as much of it as there is room for */
	return true;
}

static void take_key(struct as_memory_mapping *x, const char *line)
{
	const struct {
		const char *key;
		double *to;
	} keys[] = {{"Rss:", &x->resident}, {"Pss:", &x->pss}, {"Shared_Clean:", &x->shared},
		{"Shared_Dirty:", &x->shared}, {"Private_Clean:", &x->private},
		{"Private_Dirty:", &x->private}, {"Swap:", &x->swap}};

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		if (!begins(line, keys[i].key))
			continue;
		const char *s = line + strlen(keys[i].key);
		s += strspn(s, " ");
		size_t n = strspn(s, "0123456789");
		if (n && n <= KIB_DIGITS && !strcmp(s + n, " kB"))
			*keys[i].to += 1024 * (double)strtoull(s, NULL, 10);
		return;
	}
}

static void take_line(struct as_memory_maps *m)
{
	if (!m->len)
		m->line[0] = '\0'; /* of the line before */
	m->len = 0;
	if (!take_header(m, m->line) && m->now.any)
		take_key(&m->now, m->line);
}

/* Of a line that is too long the beginning counts. */
void as_memory_maps_feed(struct as_memory_maps *m, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (bytes[i] == '\n')
			take_line(m);
		else
			(void)as_put_char(AS_ROOM(m->line), &m->len, bytes[i]);
	}
}

void as_memory_maps_end(struct as_memory_maps *m)
{
	if (m->len)
		take_line(m);
	end_mapping(m);
	end_file(m);
}
