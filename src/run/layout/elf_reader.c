/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/layout/elf_reader.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_SECTIONS = 1 << 20 };

/* A table of names that is longer is taken for damage. */
#define MAX_NAMES ((uint64_t)1 << 30)

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE_ORDER ELFDATA2LSB
#else
#define NATIVE_ORDER ELFDATA2MSB
#endif

enum as_status as_elf_get(
	struct as_elf_reader *r, uint64_t offset, void *to, size_t n, struct as_err *err)
{
	unsigned char *p = to;

	memset(p, 0, n);
	if (offset > r->size || n > r->size - offset) {
		r->damaged = true;
		return AS_OK;
	}
	while (n) {
		ssize_t got = pread(r->fd, p, n, (off_t)offset);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return as_fail(
				err, AS_ERR_SYS, "cannot read '%s' to see its layout", r->path);
		if (!got) { /* it has become shorter since */
			r->damaged = true;
			return AS_OK;
		}
		p += got;
		offset += (uint64_t)got;
		n -= (size_t)got;
	}
	return AS_OK;
}

static bool fits(const struct as_elf_reader *r, uint64_t offset, uint64_t size)
{
	return offset <= r->size && size <= r->size - offset;
}

/* ---- headers ---- */

/* Where headers of one kind lie, how many there are and of what size. */
struct as_elf_table {
	uint64_t offset, n;
	size_t entry;
};

struct as_elf_tables {
	struct as_elf_table sections, segments;
	size_t names_at;
};

static enum as_status get_tables(
	struct as_elf_reader *r, struct as_elf_tables *out, struct as_err *err)
{
	enum as_status st;

#define FROM(h) \
	(struct as_elf_tables) \
	{ \
		{(h).e_shoff, (h).e_shnum, (h).e_shentsize}, \
			{(h).e_phoff, (h).e_phnum, (h).e_phentsize}, (h).e_shstrndx \
	}
	if (r->wide) {
		Elf64_Ehdr h;
		st = as_elf_get(r, 0, &h, sizeof h, err);
		*out = FROM(h);
	} else {
		Elf32_Ehdr h;
		st = as_elf_get(r, 0, &h, sizeof h, err);
		*out = FROM(h);
	}
#undef FROM
	r->damaged |= out->sections.offset &&
		      out->sections.entry != (r->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
	r->damaged |= out->segments.offset && out->segments.n &&
		      out->segments.entry != (r->wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr));
	return st;
}

/* The headers lie in the file. */
static bool take_table(
	struct as_elf_reader *r, const struct as_elf_table *t, struct as_elf_range *out)
{
	if (t->offset > r->size || t->n > MAX_SECTIONS || t->n > (r->size - t->offset) / t->entry)
		r->damaged = true;
	if (r->damaged || !t->n)
		return false;
	*out = (struct as_elf_range){t->offset, t->offset + t->n * t->entry};
	return true;
}

static enum as_status get_section(
	struct as_elf_reader *r, uint64_t offset, struct as_elf_section *out, struct as_err *err)
{
	enum as_status st;

#define FROM(h) \
	(struct as_elf_section) \
	{ \
		(h).sh_name, (h).sh_type, (h).sh_link, (h).sh_flags, (h).sh_offset, (h).sh_size, \
			(h).sh_entsize \
	}
	if (r->wide) {
		Elf64_Shdr h;
		st = as_elf_get(r, offset, &h, sizeof h, err);
		*out = FROM(h);
	} else {
		Elf32_Shdr h;
		st = as_elf_get(r, offset, &h, sizeof h, err);
		*out = FROM(h);
	}
#undef FROM
	return st;
}

static enum as_status get_sections(
	struct as_elf_reader *r, struct as_elf_tables *tables, struct as_err *err)
{
	struct as_elf_table *t = &tables->sections;
	struct as_elf_section first = {0};
	enum as_status st = AS_OK;

	if (!t->offset)
		return AS_OK;
	st = get_section(r, t->offset, &first, err);
	if (st)
		return st;
	if (!t->n) /* more than fit into 16 bits */
		t->n = first.size;
	r->names_at = tables->names_at == SHN_XINDEX ? first.link : tables->names_at;
	if (!take_table(r, t, &r->section_table))
		return AS_OK;
	r->sections = calloc((size_t)t->n, sizeof *r->sections);
	if (!r->sections)
		return as_fail_memory(err);
	r->n_sections = (size_t)t->n;
	for (size_t i = 0; i < r->n_sections && !st; i++) {
		struct as_elf_section *s = &r->sections[i];
		st = get_section(r, t->offset + i * t->entry, s, err);
		r->damaged |= s->type != SHT_NOBITS && !fits(r, s->offset, s->size);
	}
	return st;
}

static enum as_status get_segment(
	struct as_elf_reader *r, uint64_t offset, struct as_elf_segment *out, struct as_err *err)
{
	Elf64_Phdr wide = {0};
	Elf32_Phdr narrow = {0};
	enum as_status st = r->wide ? as_elf_get(r, offset, &wide, sizeof wide, err)
				    : as_elf_get(r, offset, &narrow, sizeof narrow, err);
	uint64_t from = r->wide ? wide.p_offset : narrow.p_offset;
	uint64_t bytes = r->wide ? wide.p_filesz : narrow.p_filesz;

	r->damaged |= !fits(r, from, bytes);
	if (!r->damaged)
		*out = (struct as_elf_segment){
			r->wide ? wide.p_type : narrow.p_type, {from, from + bytes}};
	return st;
}

static enum as_status get_segments(
	struct as_elf_reader *r, struct as_elf_table *t, struct as_err *err)
{
	enum as_status st = AS_OK;

	if (!t->offset || !t->n || !take_table(r, t, &r->segment_table))
		return AS_OK;
	r->segments = calloc((size_t)t->n, sizeof *r->segments);
	if (!r->segments)
		return as_fail_memory(err);
	r->n_segments = (size_t)t->n;
	for (size_t i = 0; i < r->n_segments && !st; i++)
		st = get_segment(r, t->offset + i * t->entry, &r->segments[i], err);
	return st;
}

/* ---- contents ---- */

enum as_status as_elf_texts(
	struct as_elf_reader *r, const struct as_elf_section *s, char **out, struct as_err *err)
{
	*out = NULL;
	if (s->type != SHT_STRTAB || !s->size || s->size > MAX_NAMES) {
		r->damaged = true;
		return AS_OK;
	}
	*out = malloc((size_t)s->size + 1);
	if (!*out)
		return as_fail_memory(err);
	(*out)[s->size] = '\0';
	return as_elf_get(r, s->offset, *out, (size_t)s->size, err);
}

enum as_status as_elf_hash_range(
	struct as_elf_reader *r, struct as_elf_range range, XXH3_state_t *state, struct as_err *err)
{
	for (uint64_t at = range.from; at < range.to;) {
		uint64_t left = range.to - at;
		size_t n = left < AS_ELF_BUFFER ? (size_t)left : AS_ELF_BUFFER;
		enum as_status st = as_elf_get(r, at, r->buffer, n, err);
		if (st || r->damaged)
			return st;
		XXH3_128bits_update(state, r->buffer, n);
		at += n;
	}
	return AS_OK;
}

void as_elf_hex(XXH3_state_t *state, char hex[static AS_HASH_HEX])
{
	XXH128_hash_t h = XXH3_128bits_digest(state);

	snprintf(hex, AS_HASH_HEX, "%016llx%016llx", (unsigned long long)h.high64,
		(unsigned long long)h.low64);
}

/* ---- the file ---- */

static enum as_status open_file(struct as_elf_reader *r, struct as_err *err)
{
	struct stat sb;

	r->fd = open(r->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (r->fd < 0 || fstat(r->fd, &sb))
		return as_fail(err, AS_ERR_SYS, "cannot open '%s' to see its layout", r->path);
	if (!S_ISREG(sb.st_mode))
		return as_fail(err, AS_ERR_DATA, "cannot see the layout of '%s': it is not a file",
			r->path);
	r->size = (uint64_t)sb.st_size;
	return AS_OK;
}

static enum as_status read_headers(
	struct as_elf_reader *r, const unsigned char id[EI_NIDENT], struct as_err *err)
{
	struct as_elf_tables tables;

	r->wide = id[EI_CLASS] == ELFCLASS64;
	if ((!r->wide && id[EI_CLASS] != ELFCLASS32) || id[EI_DATA] != NATIVE_ORDER)
		r->damaged = true;
	r->buffer = malloc(AS_ELF_BUFFER);
	if (!r->buffer)
		return as_fail_memory(err);
	if (r->damaged)
		return AS_OK;
	enum as_status st = get_tables(r, &tables, err);
	if (!st && !r->damaged)
		st = get_sections(r, &tables, err);
	if (!st && !r->damaged)
		st = get_segments(r, &tables.segments, err);
	return st;
}

enum as_status as_elf_reader_open(
	struct as_elf_reader *r, const char *path, enum as_elf_kind *kind, struct as_err *err)
{
	unsigned char id[EI_NIDENT];

	*r = (struct as_elf_reader){.path = path, .fd = -1};
	*kind = AS_ELF_OTHER;
	enum as_status st = open_file(r, err);
	if (st || r->size < SELFMAG)
		return st;
	st = as_elf_get(r, 0, id, SELFMAG, err);
	if (st || memcmp(id, ELFMAG, SELFMAG) != 0)
		return st;
	st = as_elf_get(r, 0, id, sizeof id, err);
	if (!st)
		st = read_headers(r, id, err);
	*kind = AS_ELF_READ;
	return st;
}

void as_elf_reader_close(struct as_elf_reader *r)
{
	free(r->sections);
	free(r->segments);
	free(r->buffer);
	if (r->fd >= 0)
		close(r->fd);
}
