/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_elf.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

/* TITLES: where in the names those of the sections are. */
static const char *const titles[N_SECTIONS] = {
	"", ".text", ".data", ".note", ".debug_line", ".symtab", ".strtab"};

const struct made made_typical = {
	.table = SHT_SYMTAB,
	.code = "instructions",
	.data = "seed 1",
	.note = "an id",
	.debug = "a line",
	.tail = "",
	.v = {
		{"main", 0x1000, 16, STT_FUNC, TEXT},
		{"helper", 0x1010, 16, STT_FUNC, TEXT},
		{"fast", 0x1020, 16, STT_GNU_IFUNC, TEXT},
		{"table", 0x2000, 64, STT_OBJECT, DATA},
		{"note", 0x3000, 20, STT_OBJECT, NOTE},
		{"_edata", 0x2040, 0, STT_NOTYPE, DATA},
		{"file.c", 0, 0, STT_FILE, SHN_ABS},
		{"printf", 0, 0, STT_FUNC, SHN_UNDEF},
	},
};

static void put_symbols(const struct made *m, unsigned char *file)
{
	size_t used = 1;

	for (size_t i = 0; i < ENTRIES && m->v[i].name; i++) {
		const struct made_symbol *s = &m->v[i];
		Elf64_Sym wide = {(uint32_t)used, ELF64_ST_INFO(STB_GLOBAL, s->type), 0, s->section,
			s->address, s->size};
		Elf32_Sym narrow = {wide.st_name, s->address, s->size, wide.st_info, 0, s->section};
		size_t n = m->narrow ? sizeof narrow : sizeof wide;
		memcpy(file + SYMBOLS_AT + i * n, m->narrow ? (void *)&narrow : (void *)&wide, n);
		memcpy(file + NAMES_AT + used, s->name, strlen(s->name));
		used += strlen(s->name) + 1;
		assert_true(used < TITLES);
	}
}

static void put_section(const struct made *m, unsigned char *file, int i, const Elf64_Shdr *h)
{
	Elf32_Shdr narrow = {.sh_name = h->sh_name,
		.sh_type = h->sh_type,
		.sh_flags = (uint32_t)h->sh_flags,
		.sh_offset = (uint32_t)h->sh_offset,
		.sh_size = (uint32_t)h->sh_size,
		.sh_link = h->sh_link,
		.sh_entsize = (uint32_t)h->sh_entsize};

	if (m->narrow)
		memcpy(file + HEADERS_AT + (size_t)i * sizeof narrow, &narrow, sizeof narrow);
	else
		memcpy(file + HEADERS_AT + (size_t)i * sizeof *h, h, sizeof *h);
}

static void put_header(const struct made *m, unsigned char *file)
{
	Elf64_Ehdr wide = {.e_type = ET_DYN,
		.e_shoff = HEADERS_AT,
		.e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = N_SECTIONS,
		.e_shstrndx = NAMES,
		.e_phoff = SEGMENTS_AT,
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = SEGMENTS};
	Elf32_Ehdr narrow = {.e_type = ET_DYN,
		.e_shoff = HEADERS_AT,
		.e_shentsize = sizeof(Elf32_Shdr),
		.e_shnum = N_SECTIONS,
		.e_shstrndx = NAMES,
		.e_phoff = SEGMENTS_AT,
		.e_phentsize = sizeof(Elf32_Phdr),
		.e_phnum = SEGMENTS};
	const uint16_t one = 1;

	memcpy(file, m->narrow ? (void *)&narrow : (void *)&wide,
		m->narrow ? sizeof narrow : sizeof wide);
	memcpy(file, ELFMAG, SELFMAG);
	file[EI_CLASS] = m->narrow ? ELFCLASS32 : ELFCLASS64;
	file[EI_DATA] = *(const unsigned char *)&one ? ELFDATA2LSB : ELFDATA2MSB;
}

static void put_segment(const struct made *m, unsigned char *file, size_t i, const Elf64_Phdr *h)
{
	Elf32_Phdr narrow = {.p_type = h->p_type,
		.p_offset = (uint32_t)h->p_offset,
		.p_filesz = (uint32_t)h->p_filesz};

	if (m->narrow)
		memcpy(file + SEGMENTS_AT + i * sizeof narrow, &narrow, sizeof narrow);
	else
		memcpy(file + SEGMENTS_AT + i * sizeof *h, h, sizeof *h);
}

/* A note with the id of a build, which is loaded. */
static size_t put_note(const struct made *m, unsigned char *file)
{
	const Elf64_Nhdr h = {4, (uint32_t)strlen(m->note), NT_GNU_BUILD_ID};

	memcpy(file + NOTE_AT, &h, sizeof h);
	memcpy(file + NOTE_AT + sizeof h, "GNU", 4);
	memcpy(file + NOTE_AT + sizeof h + 4, m->note, strlen(m->note));
	return sizeof h + 4 + (strlen(m->note) + 3) / 4 * 4;
}

void make_elf(const struct made *m, unsigned char file[static FILE_BYTES])
{
	size_t entry = m->narrow ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
	const Elf64_Phdr loaded = {.p_type = PT_LOAD, .p_filesz = DEBUG_AT};
	Elf64_Shdr sections[N_SECTIONS] = {
		[TEXT] = {.sh_type = SHT_PROGBITS,
			.sh_flags = SHF_ALLOC | SHF_EXECINSTR,
			.sh_offset = CODE_AT,
			.sh_size = strlen(m->code)},
		[DATA] = {.sh_type = SHT_PROGBITS,
			.sh_flags = SHF_ALLOC | SHF_WRITE,
			.sh_offset = DATA_AT,
			.sh_size = strlen(m->data)},
		[NOTE] = {.sh_type = SHT_NOTE, .sh_flags = SHF_ALLOC, .sh_offset = NOTE_AT},
		[DEBUG] = {.sh_type = SHT_PROGBITS,
			.sh_offset = DEBUG_AT,
			.sh_size = strlen(m->debug)},
		[SYMBOLS] = {.sh_type = m->table,
			.sh_offset = SYMBOLS_AT,
			.sh_size = ENTRIES * entry,
			.sh_link = NAMES,
			.sh_entsize = entry},
		[NAMES] = {.sh_type = SHT_STRTAB, .sh_offset = NAMES_AT, .sh_size = NAMES_BYTES},
	};

	memset(file, 0, FILE_BYTES);
	put_header(m, file);
	sections[NOTE].sh_size = put_note(m, file);
	const Elf64_Phdr note = {
		.p_type = PT_NOTE, .p_offset = NOTE_AT, .p_filesz = sections[NOTE].sh_size};
	put_segment(m, file, 0, &loaded);
	put_segment(m, file, 1, &note);
	memcpy(file + DEBUG_AT, m->debug, strlen(m->debug));
	memcpy(file + TAIL_AT, m->tail, strlen(m->tail));
	memcpy(file + CODE_AT, m->code, strlen(m->code));
	memcpy(file + DATA_AT, m->data, strlen(m->data));
	put_symbols(m, file);
	for (int i = 0; i < N_SECTIONS; i++) {
		sections[i].sh_name = (uint32_t)(TITLES + i * TITLE_BYTES);
		memcpy(file + NAMES_AT + sections[i].sh_name, titles[i], strlen(titles[i]));
		put_section(m, file, i, &sections[i]);
	}
}
