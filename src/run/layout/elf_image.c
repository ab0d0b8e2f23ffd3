/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program is besides where its functions lie: every byte of the file, but for those that
 * are known to change nothing of what it does. */
#include "run/layout/elf_reader.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* Sections that are not loaded and that a program does not read of itself; a name that ends in
 * '_' stands for all that begin so. Of any other a program may: archives, data and scripts are
 * kept in sections, or behind the last one. */
static const char *const beside[] = {".debug_", ".zdebug_", ".gnu.debuglto_", ".comment", ".symtab",
	".strtab", ".shstrtab", ".symtab_shndx", ".gnu_debuglink", ".gnu_debugaltlink",
	".gnu_debugdata", ".gdb_index", ".stab", ".stabstr"};

/* Nobody else's notes are of this name and type. */
static const char gnu[] = "GNU";

struct image {
	struct as_elf_reader *r;
	XXH3_state_t *state;
	struct as_elf_range *zero; /* bytes that do not count: where headers of sections are, ids */
	size_t n_zero, zero_cap;
	struct as_elf_range *covered; /* bytes that have been dealt with */
	size_t n_covered, covered_cap;
	uint64_t taken;
	struct as_err *err;
};

static enum as_status add_range(struct as_elf_range **v, size_t *n, size_t *cap,
	struct as_elf_range range, struct as_err *err)
{
	return AS_PUSH(*v, *n, *cap, range) ? AS_OK : as_fail_memory(err);
}

static enum as_status cover(struct image *m, uint64_t from, uint64_t to)
{
	return from < to ? add_range(&m->covered, &m->n_covered, &m->covered_cap,
				   (struct as_elf_range){from, to}, m->err)
			 : AS_OK;
}

static enum as_status leave_out(struct image *m, uint64_t from, uint64_t bytes)
{
	return add_range(&m->zero, &m->n_zero, &m->zero_cap,
		(struct as_elf_range){from, from + bytes}, m->err);
}

/* ---- what does not count ---- */

/* Where the headers of sections are and how many: they move with what is not loaded. */
static enum as_status leave_out_table(struct image *m)
{
	bool wide = m->r->wide;
	uint64_t at = wide ? offsetof(Elf64_Ehdr, e_shoff) : offsetof(Elf32_Ehdr, e_shoff);
	uint64_t n = wide ? offsetof(Elf64_Ehdr, e_shnum) : offsetof(Elf32_Ehdr, e_shnum);
	enum as_status st = leave_out(m, at, wide ? sizeof(Elf64_Off) : sizeof(Elf32_Off));

	return st ? st : leave_out(m, n, 2 * sizeof(Elf64_Half)); /* and e_shstrndx */
}

/* The id in notes, of which the loaded ones are listed by a segment. */
static enum as_status leave_out_ids(struct image *m, struct as_elf_range notes)
{
	enum as_status st = AS_OK;

	while (!st && !m->r->damaged && notes.to - notes.from >= sizeof(Elf64_Nhdr) + sizeof gnu) {
		Elf64_Nhdr h; /* that of 32 bits is the same */
		char name[sizeof gnu] = "";
		st = as_elf_get(m->r, notes.from, &h, sizeof h, m->err);
		if (!st)
			st = as_elf_get(m->r, notes.from + sizeof h, name, sizeof name, m->err);
		uint64_t at = notes.from + sizeof h + ((uint64_t)h.n_namesz + 3) / 4 * 4;
		uint64_t next = at + ((uint64_t)h.n_descsz + 3) / 4 * 4;
		if (st || at + h.n_descsz > notes.to)
			break;
		if (h.n_type == NT_GNU_BUILD_ID && h.n_namesz == sizeof gnu &&
			!memcmp(name, gnu, sizeof gnu))
			st = leave_out(m, at, h.n_descsz);
		notes.from = next < notes.to ? next : notes.to;
	}
	return st;
}

static enum as_status find_ids(struct image *m)
{
	enum as_status st = AS_OK;

	for (size_t i = 0; i < m->r->n_segments && !st; i++)
		if (m->r->segments[i].type == PT_NOTE)
			st = leave_out_ids(m, m->r->segments[i].file);
	return st;
}

static bool is_beside(const char *name)
{
	for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
		size_t n = strlen(beside[i]);
		if (!strncmp(name, beside[i], n) && (!name[n] || beside[i][n - 1] == '_'))
			return true;
	}
	return false;
}

/* ---- what does ---- */

/* Zero what does not count of the n bytes of the buffer, which are those at `at`. */
static void wipe(const struct image *m, uint64_t at, size_t n)
{
	for (size_t i = 0; i < m->n_zero; i++) {
		uint64_t from = m->zero[i].from > at ? m->zero[i].from : at;
		uint64_t to = m->zero[i].to < at + n ? m->zero[i].to : at + n;
		if (from < to)
			memset(m->r->buffer + (from - at), 0, (size_t)(to - from));
	}
}

static enum as_status take_range(struct image *m, struct as_elf_range range)
{
	struct as_elf_reader *r = m->r;

	/* Parts that overlap would make us read without end. */
	if (range.to - range.from > 2 * r->size - m->taken) {
		r->damaged = true;
		return AS_OK;
	}
	m->taken += range.to - range.from;
	for (uint64_t at = range.from; at < range.to;) {
		uint64_t left = range.to - at;
		size_t n = left < AS_ELF_BUFFER ? (size_t)left : AS_ELF_BUFFER;
		enum as_status st = as_elf_get(r, at, r->buffer, n, m->err);
		if (st || r->damaged)
			return st;
		wipe(m, at, n);
		XXH3_128bits_update(m->state, r->buffer, n);
		at += n;
	}
	return cover(m, range.from, range.to);
}

static enum as_status take_segments(struct image *m, bool *loaded)
{
	struct as_elf_reader *r = m->r;
	uint64_t header = r->wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
	enum as_status st = take_range(m, (struct as_elf_range){0, header});

	if (!st && r->n_segments)
		st = take_range(m, r->segment_table);
	for (size_t i = 0; i < r->n_segments && !st && !r->damaged; i++) {
		if (r->segments[i].type != PT_LOAD)
			continue;
		*loaded = true;
		st = take_range(m, r->segments[i].file);
	}
	return st;
}

static enum as_status take_section(
	struct image *m, const struct as_elf_section *s, const char *name)
{
	if (s->type == SHT_NULL || s->type == SHT_NOBITS || (s->flags & SHF_ALLOC))
		return AS_OK;
	if (is_beside(name))
		return cover(m, s->offset, s->offset + s->size);
	XXH3_128bits_update(m->state, name, strlen(name) + 1);
	return take_range(m, (struct as_elf_range){s->offset, s->offset + s->size});
}

static enum as_status take_sections(struct image *m)
{
	struct as_elf_reader *r = m->r;
	char *names = NULL;
	enum as_status st = AS_OK;

	if (!r->n_sections)
		return AS_OK;
	if (r->names_at && r->names_at < r->n_sections)
		st = as_elf_texts(r, &r->sections[r->names_at], &names, m->err);
	for (size_t i = 0; i < r->n_sections && !st && !r->damaged; i++) {
		const struct as_elf_section *s = &r->sections[i];
		bool named = names && s->name < r->sections[r->names_at].size;
		st = take_section(m, s, named ? names + s->name : "");
	}
	free(names);
	return st ? st : cover(m, r->section_table.from, r->section_table.to);
}

static int by_start(const void *a, const void *b)
{
	const struct as_elf_range *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

static bool is_zero(const unsigned char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i])
			return false;
	return true;
}

/* What lies between parts, if it is more than filling. */
static enum as_status take_gap(struct image *m, struct as_elf_range gap)
{
	while (gap.from < gap.to) {
		size_t n = gap.to - gap.from < AS_ELF_BUFFER ? (size_t)(gap.to - gap.from)
							     : AS_ELF_BUFFER;
		enum as_status st = as_elf_get(m->r, gap.from, m->r->buffer, n, m->err);
		if (st || m->r->damaged)
			return st;
		if (!is_zero(m->r->buffer, n))
			return take_range(m, gap);
		gap.from += n;
	}
	return AS_OK;
}

static enum as_status take_gaps(struct image *m)
{
	const size_t n = m->n_covered;
	uint64_t at = 0;
	enum as_status st = AS_OK;

	qsort(m->covered, n, sizeof *m->covered, by_start);
	for (size_t i = 0; i < n && !st && !m->r->damaged; i++) {
		const struct as_elf_range part = m->covered[i];
		if (part.from > at)
			st = take_gap(m, (struct as_elf_range){at, part.from});
		at = part.to > at ? part.to : at;
	}
	return st ? st : take_gap(m, (struct as_elf_range){at, m->r->size});
}

enum as_status as_elf_image(struct as_elf_reader *r, XXH3_state_t *state,
	char hex[static AS_HASH_HEX], struct as_err *err)
{
	struct image m = {.r = r, .state = state, .err = err};
	bool loaded = false;

	XXH3_128bits_reset(state);
	enum as_status st = leave_out_table(&m);
	if (!st)
		st = find_ids(&m);
	if (!st && !r->damaged)
		st = take_segments(&m, &loaded);
	if (!st && !r->damaged && loaded)
		st = take_sections(&m);
	if (!st && !r->damaged && loaded)
		st = take_gaps(&m);
	if (!st && !r->damaged && loaded)
		as_elf_hex(state, hex);
	free(m.zero);
	free(m.covered);
	return st;
}
