/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "run/layout/elf_layout.h"

/* Sections of a made file, by number. */
enum { TEXT = 1, DATA, NOTE, DEBUG, SYMBOLS, NAMES, N_SECTIONS };

enum { CODE_AT = 256, DATA_AT = 320, SYMBOLS_AT = 512, ENTRIES = 16, NAMES_AT = 1024,
	NAMES_BYTES = 512, HEADERS_AT = 1536, FILE_BYTES = HEADERS_AT + N_SECTIONS * 64 };

struct made_symbol {
	const char *name;
	uint32_t address, size;
	unsigned char type;
	uint16_t section;
};

struct made {
	bool narrow; /* 32 bits */
	uint32_t table; /* type of the section of symbols */
	const char *code, *data;
	struct made_symbol v[ENTRIES];
};

static const struct made typical = {
	.table = SHT_SYMTAB,
	.code = "instructions",
	.data = "seed 1",
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

/* The file lies in memory: there are 20000 of them. */
static int file_fd;
static char path[64];

static int make_file(void **state)
{
	(void)state;
	file_fd = memfd_create("elf", MFD_CLOEXEC);
	snprintf(path, sizeof path, "/proc/self/fd/%d", file_fd);
	return file_fd < 0;
}

static int remove_file(void **state)
{
	(void)state;
	return close(file_fd);
}

static void write_file(const void *bytes, size_t n)
{
	assert_int_equal(ftruncate(file_fd, 0), 0);
	assert_int_equal(pwrite(file_fd, bytes, n, 0), n);
}

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
		assert_true(used < NAMES_BYTES);
	}
}

static void put_section(const struct made *m, unsigned char *file, int i, const Elf64_Shdr *h)
{
	Elf32_Shdr narrow = {.sh_type = h->sh_type, .sh_flags = (uint32_t)h->sh_flags,
		.sh_offset = (uint32_t)h->sh_offset, .sh_size = (uint32_t)h->sh_size,
		.sh_link = h->sh_link, .sh_entsize = (uint32_t)h->sh_entsize};

	if (m->narrow)
		memcpy(file + HEADERS_AT + (size_t)i * sizeof narrow, &narrow, sizeof narrow);
	else
		memcpy(file + HEADERS_AT + (size_t)i * sizeof *h, h, sizeof *h);
}

static void put_header(const struct made *m, unsigned char *file)
{
	Elf64_Ehdr wide = {.e_type = ET_DYN, .e_shoff = HEADERS_AT, .e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = N_SECTIONS};
	Elf32_Ehdr narrow = {.e_type = ET_DYN, .e_shoff = HEADERS_AT,
		.e_shentsize = sizeof(Elf32_Shdr), .e_shnum = N_SECTIONS};
	const uint16_t one = 1;

	memcpy(file, m->narrow ? (void *)&narrow : (void *)&wide,
		m->narrow ? sizeof narrow : sizeof wide);
	memcpy(file, ELFMAG, SELFMAG);
	file[EI_CLASS] = m->narrow ? ELFCLASS32 : ELFCLASS64;
	file[EI_DATA] = *(const unsigned char *)&one ? ELFDATA2LSB : ELFDATA2MSB;
}

static void make(const struct made *m, unsigned char file[static FILE_BYTES])
{
	size_t entry = m->narrow ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
	const Elf64_Shdr sections[N_SECTIONS] = {
		[TEXT] = {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
			.sh_offset = CODE_AT, .sh_size = strlen(m->code)},
		[DATA] = {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_WRITE,
			.sh_offset = DATA_AT, .sh_size = strlen(m->data)},
		[NOTE] = {.sh_type = SHT_NOTE, .sh_flags = SHF_ALLOC, .sh_offset = DATA_AT},
		[DEBUG] = {.sh_type = SHT_PROGBITS},
		[SYMBOLS] = {.sh_type = m->table, .sh_offset = SYMBOLS_AT,
			.sh_size = ENTRIES * entry, .sh_link = NAMES, .sh_entsize = entry},
		[NAMES] = {.sh_type = SHT_STRTAB, .sh_offset = NAMES_AT, .sh_size = NAMES_BYTES},
	};

	memset(file, 0, FILE_BYTES);
	put_header(m, file);
	memcpy(file + CODE_AT, m->code, strlen(m->code));
	memcpy(file + DATA_AT, m->data, strlen(m->data));
	put_symbols(m, file);
	for (int i = 0; i < N_SECTIONS; i++)
		put_section(m, file, i, &sections[i]);
}

static struct as_elf look_at(const void *bytes, size_t n)
{
	struct as_elf elf = {.kind = AS_ELF_READ, .functions = 99};
	struct as_err err = {0};

	write_file(bytes, n);
	if (as_elf_layout(path, &elf, &err))
		fail_msg("%s", err.msg);
	return elf;
}

static struct as_elf look(const struct made *m)
{
	unsigned char file[FILE_BYTES];

	make(m, file);
	return look_at(file, sizeof file);
}

static void functions_and_objects_are_counted(void **state)
{
	struct made m = typical;

	(void)state;
	for (int i = 0; i < 2; i++) {
		m.narrow = i;
		struct as_elf elf = look(&m);
		assert_int_equal(elf.kind, AS_ELF_READ);
		assert_int_equal(elf.functions, 3);
		assert_int_equal(elf.objects, 1);
		assert_false(elf.stripped);
		assert_int_equal(strlen(elf.layout), 32);
		assert_int_equal(strlen(elf.code), 32);
	}
}

static void both_classes_give_the_same_layout(void **state)
{
	struct made m = typical;
	struct as_elf wide = look(&m);

	(void)state;
	m.narrow = true;
	struct as_elf narrow = look(&m);
	assert_string_equal(wide.layout, narrow.layout);
	assert_string_equal(wide.code, narrow.code);
}

static void an_address_a_name_and_an_order_change_the_layout(void **state)
{
	struct as_elf before = look(&typical);
	struct made moved = typical, renamed = typical, swapped = typical;

	(void)state;
	moved.v[3].address += 16;
	assert_string_not_equal(look(&moved).layout, before.layout);
	assert_string_equal(look(&moved).code, before.code);
	renamed.v[1].name = "helped";
	assert_string_not_equal(look(&renamed).layout, before.layout);
	swapped.v[0].address = 0x1010;
	swapped.v[1].address = 0x1000;
	assert_string_not_equal(look(&swapped).layout, before.layout);
}

static void the_order_of_the_table_does_not_count(void **state)
{
	struct made m = typical;

	(void)state;
	m.v[0] = typical.v[3];
	m.v[3] = typical.v[0];
	assert_string_equal(look(&m).layout, look(&typical).layout);
}

static void symbols_at_one_address_are_ordered_by_name(void **state)
{
	struct made m = typical, other = typical;

	(void)state;
	m.v[1].address = other.v[1].address = 0x1000;
	other.v[0] = m.v[1];
	other.v[1] = m.v[0];
	assert_string_equal(look(&m).layout, look(&other).layout);
}

static void what_a_seed_changes_does_not_count(void **state)
{
	struct as_elf before = look(&typical);
	struct made m = typical;

	(void)state;
	m.data = "seed 234567";                /* a string in the data, and so the object's size */
	m.v[3].size = 70;
	m.v[4].address += 8;                   /* in the note of a build id */
	assert_string_equal(look(&m).layout, before.layout);
	assert_string_equal(look(&m).code, before.code);
	m.v[5] = (struct made_symbol){"_GLOBAL__sub_I_a_1234", 0x1030, 8, STT_FUNC, TEXT};
	m.v[6] = (struct made_symbol){"local.llvm.1234", 0x1038, 8, STT_FUNC, TEXT};
	m.v[7] = (struct made_symbol){"other.__uniq.1234", 0x1040, 8, STT_FUNC, TEXT};
	before = look(&m);
	assert_int_equal(before.functions, 6);
	m.v[5].name = "_GLOBAL__sub_I_a_9";
	m.v[6].name = "local.llvm.9";
	m.v[7].name = "other.__uniq.9";
	assert_string_equal(look(&m).layout, before.layout);
	m.v[7].name = "others.__uniq.9";
	assert_string_not_equal(look(&m).layout, before.layout);
}

static void code_is_what_can_be_executed(void **state)
{
	struct as_elf before = look(&typical);
	struct made m = typical;

	(void)state;
	m.code = "instructiona";
	assert_string_not_equal(look(&m).code, before.code);
	assert_string_equal(look(&m).layout, before.layout);
}

static void symbols_outside_of_what_is_loaded_do_not_count(void **state)
{
	struct made m = typical;

	(void)state;
	m.v[8] = (struct made_symbol){"debug", 0x40, 8, STT_OBJECT, DEBUG};
	m.v[9] = (struct made_symbol){"absolute", 0x50, 8, STT_OBJECT, SHN_ABS};
	m.v[10] = (struct made_symbol){"nowhere", 0x50, 8, STT_OBJECT, N_SECTIONS};
	assert_string_equal(look(&m).layout, look(&typical).layout);
}

static void a_stripped_file_has_the_layout_of_what_it_exports(void **state)
{
	struct made m = typical;

	(void)state;
	m.table = SHT_DYNSYM;
	struct as_elf elf = look(&m);
	assert_int_equal(elf.kind, AS_ELF_READ);
	assert_true(elf.stripped);
	assert_string_equal(elf.layout, look(&typical).layout);
	m.table = SHT_PROGBITS;
	elf = look(&m);
	assert_true(elf.stripped);
	assert_string_equal(elf.layout, "");
	assert_string_equal(elf.code, look(&typical).code);
}

static void a_script_is_no_elf_file(void **state)
{
	const struct {
		const char *text;
		size_t n;
	} others[] = {{"#!/bin/sh\nexit 0\n", 17}, {"", 0}, {"\177EL", 3}, {"!<arch>\n", 8}};

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		struct as_elf elf = look_at(others[i].text, others[i].n);
		assert_int_equal(elf.kind, AS_ELF_OTHER);
		assert_string_equal(elf.layout, "");
		assert_string_equal(elf.code, "");
		assert_int_equal(elf.functions, 0);
	}
}

static void damage_is_told_from_other_files(void **state)
{
	unsigned char file[FILE_BYTES];

	(void)state;
	make(&typical, file);
	assert_int_equal(look_at(file, FILE_BYTES - 1).kind, AS_ELF_UNREADABLE);
	assert_int_equal(look_at(file, sizeof(Elf64_Ehdr) - 1).kind, AS_ELF_UNREADABLE);
	assert_int_equal(look_at(file, 4).kind, AS_ELF_UNREADABLE);
	file[EI_DATA] ^= 3; /* the other byte order */
	assert_int_equal(look_at(file, FILE_BYTES).kind, AS_ELF_UNREADABLE);
	assert_string_equal(look_at(file, FILE_BYTES).code, "");
}

static void sections_that_are_one_another_do_not_make_reading_endless(void **state)
{
	unsigned char file[FILE_BYTES];
	Elf64_Shdr all = {.sh_type = SHT_PROGBITS, .sh_flags = SHF_EXECINSTR, .sh_size = FILE_BYTES};

	(void)state;
	make(&typical, file);
	for (size_t i = TEXT; i <= DEBUG; i++)
		memcpy(file + HEADERS_AT + i * sizeof all, &all, sizeof all);
	assert_int_equal(look_at(file, FILE_BYTES).kind, AS_ELF_UNREADABLE);
}

static void a_file_without_sections_has_neither_layout_nor_code(void **state)
{
	unsigned char file[FILE_BYTES];
	Elf64_Ehdr h;

	(void)state;
	make(&typical, file);
	memcpy(&h, file, sizeof h);
	h.e_shoff = 0;
	memcpy(file, &h, sizeof h);
	struct as_elf elf = look_at(file, FILE_BYTES);
	assert_int_equal(elf.kind, AS_ELF_READ);
	assert_true(elf.stripped);
	assert_string_equal(elf.layout, "");
	assert_string_equal(elf.code, "");
}

static void more_sections_than_16_bits_count_are_read(void **state)
{
	unsigned char file[FILE_BYTES];
	Elf64_Ehdr h;
	Elf64_Shdr first = {.sh_size = N_SECTIONS};

	(void)state;
	make(&typical, file);
	memcpy(&h, file, sizeof h);
	h.e_shnum = 0;
	memcpy(file, &h, sizeof h);
	memcpy(file + HEADERS_AT, &first, sizeof first);
	assert_string_equal(look_at(file, FILE_BYTES).layout, look(&typical).layout);
}

static void this_test_is_read_the_same_twice(void **state)
{
	struct as_elf once, twice;

	(void)state;
	assert_int_equal(as_elf_layout("/proc/self/exe", &once, NULL), AS_OK);
	assert_int_equal(as_elf_layout("/proc/self/exe", &twice, NULL), AS_OK);
	assert_int_equal(once.kind, AS_ELF_READ);
	assert_true(once.functions > 20);
	assert_string_equal(once.layout, twice.layout);
	assert_string_equal(once.code, twice.code);
}

static uint64_t draw(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* Some bytes become what they should not be: most often a header's, and most often to extremes. */
static void mutate(unsigned char *file, size_t n, uint64_t *seed)
{
	static const unsigned char extremes[] = {0, 1, 0x7f, 0x80, 0xff};

	for (size_t k = draw(seed) % 6 + 1; k; k--) {
		size_t from = draw(seed) % 3 ? HEADERS_AT : 0;
		size_t at = from + draw(seed) % (from ? n - HEADERS_AT : n);
		size_t width = (size_t)1 << draw(seed) % 4;
		unsigned char value = extremes[draw(seed) % 5];
		for (size_t i = at; i < at + width && i < n; i++)
			file[i] = draw(seed) % 4 ? value : (unsigned char)draw(seed);
	}
}

static void no_bytes_are_unsafe_to_read(void **state)
{
	unsigned char file[FILE_BYTES];
	size_t read = 0, unreadable = 0;
	uint64_t seed = 3;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct made m = typical;
		m.narrow = i % 2;
		m.table = i % 3 ? SHT_SYMTAB : SHT_DYNSYM;
		make(&m, file);
		mutate(file, sizeof file, &seed);
		size_t n = draw(&seed) % 8 ? sizeof file : draw(&seed) % sizeof file;
		struct as_elf elf = look_at(file, n);
		read += elf.kind == AS_ELF_READ;
		unreadable += elf.kind == AS_ELF_UNREADABLE;
	}
	/* Both ways through were taken many times. */
	assert_true(read > 2000);
	assert_true(unreadable > 2000);
}

static void what_is_no_file_is_an_error_and_leaves_the_output(void **state)
{
	struct as_elf elf = {.functions = 7};
	struct as_err err = {0};

	(void)state;
	assert_int_equal(as_elf_layout("/", &elf, &err), AS_ERR_DATA);
	assert_string_equal(err.msg, "cannot see the layout of '/': it is not a file");
	assert_int_equal(as_elf_layout("/dev/null", &elf, &err), AS_ERR_DATA);
	assert_int_equal(as_elf_layout("/nonexistent", &elf, &err), AS_ERR_SYS);
	assert_string_equal(err.msg, "cannot open '/nonexistent' to see its layout");
	assert_int_equal(elf.functions, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_and_objects_are_counted),
		cmocka_unit_test(both_classes_give_the_same_layout),
		cmocka_unit_test(an_address_a_name_and_an_order_change_the_layout),
		cmocka_unit_test(the_order_of_the_table_does_not_count),
		cmocka_unit_test(symbols_at_one_address_are_ordered_by_name),
		cmocka_unit_test(what_a_seed_changes_does_not_count),
		cmocka_unit_test(code_is_what_can_be_executed),
		cmocka_unit_test(symbols_outside_of_what_is_loaded_do_not_count),
		cmocka_unit_test(a_stripped_file_has_the_layout_of_what_it_exports),
		cmocka_unit_test(a_script_is_no_elf_file),
		cmocka_unit_test(damage_is_told_from_other_files),
		cmocka_unit_test(sections_that_are_one_another_do_not_make_reading_endless),
		cmocka_unit_test(a_file_without_sections_has_neither_layout_nor_code),
		cmocka_unit_test(more_sections_than_16_bits_count_are_read),
		cmocka_unit_test(this_test_is_read_the_same_twice),
		cmocka_unit_test(no_bytes_are_unsafe_to_read),
		cmocka_unit_test(what_is_no_file_is_an_error_and_leaves_the_output),
	};
	return cmocka_run_group_tests(tests, make_file, remove_file);
}
