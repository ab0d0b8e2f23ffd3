/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "made_elf.h"
#include "run/layout/elf_layout.h"

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

	make_elf(m, file);
	return look_at(file, sizeof file);
}

static void functions_and_objects_are_counted(void **state)
{
	struct made m = made_typical;

	(void)state;
	for (int i = 0; i < 2; i++) {
		m.narrow = i;
		struct as_elf elf = look(&m);
		assert_int_equal(elf.kind, AS_ELF_READ);
		assert_int_equal(elf.functions, 3);
		assert_int_equal(elf.objects, 1);
		assert_false(elf.stripped);
		assert_int_equal(strlen(elf.layout), 32);
		assert_int_equal(strlen(elf.loaded), 32);
	}
}

static void both_classes_give_the_same_layout(void **state)
{
	struct made m = made_typical;
	struct as_elf wide = look(&m);

	(void)state;
	m.narrow = true;
	struct as_elf narrow = look(&m);
	assert_string_equal(wide.layout, narrow.layout);
	assert_string_not_equal(wide.loaded, narrow.loaded);
}

static void an_address_a_name_and_an_order_change_the_layout(void **state)
{
	struct as_elf before = look(&made_typical);
	struct made moved = made_typical, renamed = made_typical, swapped = made_typical;

	(void)state;
	moved.v[3].address += 16;
	assert_string_not_equal(look(&moved).layout, before.layout);
	renamed.v[1].name = "helped";
	assert_string_not_equal(look(&renamed).layout, before.layout);
	swapped.v[0].address = 0x1010;
	swapped.v[1].address = 0x1000;
	assert_string_not_equal(look(&swapped).layout, before.layout);
}

static void the_order_of_the_table_does_not_count(void **state)
{
	struct made m = made_typical;

	(void)state;
	m.v[0] = made_typical.v[3];
	m.v[3] = made_typical.v[0];
	assert_string_equal(look(&m).layout, look(&made_typical).layout);
}

static void symbols_at_one_address_are_ordered_by_name(void **state)
{
	struct made m = made_typical, other = made_typical;

	(void)state;
	m.v[1].address = other.v[1].address = 0x1000;
	other.v[0] = m.v[1];
	other.v[1] = m.v[0];
	assert_string_equal(look(&m).layout, look(&other).layout);
}

static void what_a_seed_changes_does_not_count(void **state)
{
	struct as_elf before = look(&made_typical);
	struct made m = made_typical;

	(void)state;
	m.v[3].size = 70;
	m.v[4].address += 8; /* in the note of a build id */
	m.note = "anid2";
	assert_string_equal(look(&m).layout, before.layout);
	assert_string_equal(look(&m).loaded, before.loaded);
	m.data = "seed 2"; /* a string in the data may be a date, or a table */
	assert_string_equal(look(&m).layout, before.layout);
	assert_string_not_equal(look(&m).loaded, before.loaded);
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

static void code_and_data_are_loaded_and_what_describes_them_is_not(void **state)
{
	struct as_elf before = look(&made_typical);
	struct made code = made_typical, data = made_typical, debug = made_typical, id = made_typical, tail = made_typical;

	(void)state;
	code.code = "instructiona";
	data.data = "seed 2";
	tail.tail = "an archive";
	debug.debug = "other line";
	id.note = "no id";
	assert_string_not_equal(look(&code).loaded, before.loaded);
	assert_string_equal(look(&code).layout, before.layout);
	assert_string_not_equal(look(&data).loaded, before.loaded);
	assert_string_not_equal(look(&tail).loaded, before.loaded);
	assert_string_equal(look(&debug).loaded, before.loaded);
	assert_string_equal(look(&id).loaded, before.loaded);
}

static void a_section_of_another_name_counts_though_it_is_not_loaded(void **state)
{
	unsigned char file[FILE_BYTES];
	char *name = (char *)file + NAMES_AT + TITLES + DEBUG * TITLE_BYTES;
	char before[AS_HASH_HEX];

	(void)state;
	make_elf(&made_typical, file);
	memcpy(name, "pydata", sizeof "pydata");
	memcpy(before, look_at(file, FILE_BYTES).loaded, sizeof before);
	file[DEBUG_AT] ^= 1;
	assert_string_not_equal(look_at(file, FILE_BYTES).loaded, before);
}

static void symbols_outside_of_what_is_loaded_do_not_count(void **state)
{
	struct made m = made_typical;

	(void)state;
	m.v[8] = (struct made_symbol){"debug", 0x40, 8, STT_OBJECT, DEBUG};
	m.v[9] = (struct made_symbol){"absolute", 0x50, 8, STT_OBJECT, SHN_ABS};
	m.v[10] = (struct made_symbol){"nowhere", 0x50, 8, STT_OBJECT, N_SECTIONS};
	assert_string_equal(look(&m).layout, look(&made_typical).layout);
}

static void a_stripped_file_has_the_layout_of_what_it_exports_and_of_its_code(void **state)
{
	struct made m = made_typical, code = made_typical;

	(void)state;
	m.table = SHT_DYNSYM;
	struct as_elf elf = look(&m);
	assert_int_equal(elf.kind, AS_ELF_READ);
	assert_true(elf.stripped);
	assert_string_equal(elf.layout, look(&m).layout);
	code.table = SHT_DYNSYM;
	code.code = "instructiona";
	assert_string_not_equal(elf.layout, look(&code).layout);
	m.table = SHT_PROGBITS;
	elf = look(&m);
	assert_true(elf.stripped);
	assert_string_equal(elf.layout, "");
	assert_string_not_equal(elf.loaded, "");
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
		assert_string_equal(elf.loaded, "");
		assert_int_equal(elf.functions, 0);
	}
}

static void damage_is_told_from_other_files(void **state)
{
	unsigned char file[FILE_BYTES];

	(void)state;
	make_elf(&made_typical, file);
	assert_int_equal(look_at(file, TAIL_AT - 1).kind, AS_ELF_UNREADABLE);
	assert_int_equal(look_at(file, sizeof(Elf64_Ehdr) - 1).kind, AS_ELF_UNREADABLE);
	assert_int_equal(look_at(file, 4).kind, AS_ELF_UNREADABLE);
	file[EI_DATA] ^= 3; /* the other byte order */
	assert_int_equal(look_at(file, FILE_BYTES).kind, AS_ELF_UNREADABLE);
	assert_string_equal(look_at(file, FILE_BYTES).loaded, "");
}

static void sections_that_are_one_another_do_not_make_reading_endless(void **state)
{
	unsigned char file[FILE_BYTES];
	Elf64_Shdr all = {
		.sh_type = SHT_PROGBITS, .sh_flags = SHF_EXECINSTR, .sh_size = FILE_BYTES};

	(void)state;
	make_elf(&made_typical, file);
	for (size_t i = TEXT; i <= DEBUG; i++)
		memcpy(file + HEADERS_AT + i * sizeof all, &all, sizeof all);
	assert_int_equal(look_at(file, FILE_BYTES).kind, AS_ELF_UNREADABLE);
}

static void a_file_without_sections_has_no_layout(void **state)
{
	unsigned char file[FILE_BYTES];
	Elf64_Ehdr h;

	(void)state;
	make_elf(&made_typical, file);
	memcpy(&h, file, sizeof h);
	h.e_shoff = 0;
	memcpy(file, &h, sizeof h);
	struct as_elf elf = look_at(file, FILE_BYTES);
	assert_int_equal(elf.kind, AS_ELF_READ);
	assert_true(elf.stripped);
	assert_string_equal(elf.layout, "");
	assert_string_not_equal(elf.loaded, "");
	h.e_phnum = 0;
	memcpy(file, &h, sizeof h);
	assert_string_equal(look_at(file, FILE_BYTES).loaded, "");
}

static void more_sections_than_16_bits_count_are_read(void **state)
{
	unsigned char file[FILE_BYTES];
	Elf64_Ehdr h;
	Elf64_Shdr first = {.sh_size = N_SECTIONS};

	(void)state;
	make_elf(&made_typical, file);
	memcpy(&h, file, sizeof h);
	h.e_shnum = 0;
	memcpy(file, &h, sizeof h);
	memcpy(file + HEADERS_AT, &first, sizeof first);
	assert_string_equal(look_at(file, FILE_BYTES).layout, look(&made_typical).layout);
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
	assert_string_equal(once.loaded, twice.loaded);
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
		struct made m = made_typical;
		m.narrow = i % 2;
		m.table = i % 3 ? SHT_SYMTAB : SHT_DYNSYM;
		make_elf(&m, file);
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
		cmocka_unit_test(code_and_data_are_loaded_and_what_describes_them_is_not),
		cmocka_unit_test(a_section_of_another_name_counts_though_it_is_not_loaded),
		cmocka_unit_test(symbols_outside_of_what_is_loaded_do_not_count),
		cmocka_unit_test(a_stripped_file_has_the_layout_of_what_it_exports_and_of_its_code),
		cmocka_unit_test(a_script_is_no_elf_file),
		cmocka_unit_test(damage_is_told_from_other_files),
		cmocka_unit_test(sections_that_are_one_another_do_not_make_reading_endless),
		cmocka_unit_test(a_file_without_sections_has_no_layout),
		cmocka_unit_test(more_sections_than_16_bits_count_are_read),
		cmocka_unit_test(this_test_is_read_the_same_twice),
		cmocka_unit_test(no_bytes_are_unsafe_to_read),
		cmocka_unit_test(what_is_no_file_is_an_error_and_leaves_the_output),
	};
	return cmocka_run_group_tests(tests, make_file, remove_file);
}
