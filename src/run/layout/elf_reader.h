/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_ELF_READER_H
#define AS_RUN_LAYOUT_ELF_READER_H

/* The parts of an ELF file, for what is made of them here (elf_layout.h). Any bytes are safe to
 * read: what is not as ELF says sets `damaged`, and then nothing that was read counts. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <xxhash.h>

#include "base/err.h"
#include "run/layout/elf_layout.h"

enum { AS_ELF_BUFFER = 64 * 1024 };

/* What is used of a section, of both classes. */
struct as_elf_section {
	uint32_t name, type, link;
	uint64_t flags, offset, size, entry;
};

/* Bytes of the file. */
struct as_elf_range {
	uint64_t from, to;
};

/* A program header. */
struct as_elf_segment {
	uint32_t type;
	struct as_elf_range file;
};

struct as_elf_reader {
	int fd;
	const char *path;
	uint64_t size;
	bool wide; /* 64 bits */
	bool damaged;
	struct as_elf_section *sections;
	size_t n_sections, names_at; /* names_at: the section of their names */
	struct as_elf_segment *segments;
	size_t n_segments;
	struct as_elf_range section_table, segment_table; /* the headers themselves */
	unsigned char *buffer; /* AS_ELF_BUFFER */
};

/* *kind says what it is: nothing was read but of AS_ELF_READ. To be closed whatever it returns.
 * Errors as of as_elf_layout. */
enum as_status as_elf_reader_open(struct as_elf_reader *r, const char *path, enum as_elf_kind *kind,
	struct as_err *err) AS_MUST_CHECK;
void as_elf_reader_close(struct as_elf_reader *r);

/* n bytes at offset, all of them within the file. AS_ERR_SYS is the system's refusal; a file that
 * ends earlier is damaged, and what it gives is zero. */
enum as_status as_elf_get(struct as_elf_reader *r, uint64_t offset, void *to, size_t n,
	struct as_err *err) AS_MUST_CHECK;

/* The contents of a section of text, with a 0 behind them; NULL where it is damaged. The caller
 * frees it. */
enum as_status as_elf_texts(struct as_elf_reader *r, const struct as_elf_section *s, char **out,
	struct as_err *err) AS_MUST_CHECK;

/* Take bytes of the file into a hash. */
enum as_status as_elf_hash_range(struct as_elf_reader *r, struct as_elf_range range,
	XXH3_state_t *state, struct as_err *err) AS_MUST_CHECK;

void as_elf_hex(XXH3_state_t *state, char hex[static AS_HASH_HEX]);

/* elf_image.c: the hash of what the system loads and of what a program may read of its own file
 * (elf_layout.h); "" where the system loads nothing of it. */
enum as_status as_elf_image(struct as_elf_reader *r, XXH3_state_t *state,
	char hex[static AS_HASH_HEX], struct as_err *err) AS_MUST_CHECK;

#endif
