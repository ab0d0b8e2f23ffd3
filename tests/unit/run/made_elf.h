/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_TESTS_MADE_ELF_H
#define AS_TESTS_MADE_ELF_H

/* An ELF file that a test has made, of which it knows every byte. */

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

/* Sections of a made file, by number. */
enum { TEXT = 1, DATA, NOTE, DEBUG, SYMBOLS, NAMES, N_SECTIONS };

enum {
	SEGMENTS_AT = 64,
	CODE_AT = 256,
	DATA_AT = 320,
	NOTE_AT = 384,
	DEBUG_AT = 448,
	SYMBOLS_AT = 512,
	ENTRIES = 16,
	NAMES_AT = 1024,
	NAMES_BYTES = 512,
	TITLES = 400,
	TITLE_BYTES = 16,
	HEADERS_AT = 1536,
	TAIL_AT = HEADERS_AT + N_SECTIONS * 64,
	FILE_BYTES = TAIL_AT + 16,
	SEGMENTS = 2
};

struct made_symbol {
	const char *name;
	uint32_t address, size;
	unsigned char type;
	uint16_t section;
};

struct made {
	bool narrow; /* 32 bits */
	uint32_t table; /* type of the section of symbols */
	const char *code, *data, *note, *debug, *tail;
	struct made_symbol v[ENTRIES];
};

extern const struct made made_typical;

void make_elf(const struct made *m, unsigned char file[static FILE_BYTES]);

#endif
