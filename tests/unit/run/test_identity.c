/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of programs, made by the compiler, that differ in exactly one thing each. */
#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "run/build/identity.h"
#include "run/layout/elf_layout.h"

/* What makes the program: text of prog.c, text of lib.c, and what the compiler is told besides. */
struct source {
	const char *code, *constants, *data, *pointer, *start, *imports, *date, *debug;
	const char *flags, *after;
};

static const struct source plain = {
	.code = "1",
	.constants = "1, 2, 3",
	.data = "4",
	.pointer = "one",
	.start = "one",
	.imports = "puts, remove",
	.date = "Jan  1 2026",
	.debug = "line 1",
	.flags = "-Wl,--build-id=0x11",
	.after = ":",
};

static bool there_is_a_compiler(void)
{
	return !system("gcc --version >/dev/null 2>&1");
}

static void make(struct place *p, const struct source *s)
{
	char text[2048];

	snprintf(text, sizeof text,
		"#include <stdio.h>\n"
		"#define KEPT static void __attribute__((used, noinline))\n"
		"KEPT one(void) { puts(\"1\"); }\n"
		"KEPT two(void) { puts(\"2\"); }\n"
		"const int constants[] = {%s};\n"
		"int data = %s;\n"
		"const char date[] __attribute__((used)) = \"%s\";\n"
		"void (*const volatile pointer)(void) = %s;\n"
		"int (*const volatile imports[])(const char *) = {%s};\n"
		"__attribute__((section(\".init_array\"), used)) static void (*start)(void) = %s;\n"
		"int main(int n, char **v) { (void)v; two(); pointer(); return n + %s; }\n",
		s->constants, s->data, s->date, s->pointer, s->imports, s->start,
		s->code);
	write_file(in(p, p->user, "prog.c"), text);
	write_file(in(p, p->user, "debug"), s->debug);
	snprintf(text, sizeof text,
		"cd %s && gcc -pipe -O1 -o prog %s prog.c >log 2>&1 && "
		"objcopy --add-section .debug_lines=debug prog && { %s; } >>log 2>&1",
		p->user, s->flags, s->after);
	if (system(text))
		fail_msg("'%s' failed", text);
}

static struct as_build build_of(struct place *p, uint32_t k, const struct source *s)
{
	make(p, s);
	return place_keep(p, k);
}

enum verdict { SAME, ANOTHER };

/* The second program beside the first, whose files differ in these sections and in no other. "": in
 * none; NULL: in what is no section, or in many. */
static void compare(
	struct place *p, const struct source *other, enum verdict verdict, const char *sections)
{
	struct as_text found = {0};
	struct as_build a = build_of(p, 0, &plain), b = build_of(p, 1, other);
	char one[PATH_MAX], two[PATH_MAX];

	assert_int_equal(as_build_same(&a, &b), verdict == SAME);
	assert_int_equal(!strcmp(a.hash, b.hash), verdict == SAME && sections && !*sections);
	snprintf(one, sizeof one, "%s/b0000/prog", p->copies);
	snprintf(two, sizeof two, "%s/b0001/prog", p->copies);
	as_elf_differ(one, two, &found);
	if (sections && strcmp(as_text_str(&found), sections))
		fail_msg("they differ in '%s'", as_text_str(&found));
	as_text_release(&found);
}

static void begin(void **state)
{
	if (!there_is_a_compiler())
		skip();
	place_begin(*state, "prog", NULL);
}

#define PAIR(name, verdict, sections, ...) \
	static void name(void **state) \
	{ \
		struct source s = plain; \
		begin(state); \
		__VA_ARGS__; \
		compare(*state, &s, verdict, sections); \
	}

PAIR(a_program_built_twice_is_the_same, SAME, "", (void)0)
PAIR(another_instruction_makes_another_program, ANOTHER, ".text", s.code = "2")
PAIR(another_constant_makes_another_program, ANOTHER, ".rodata", s.constants = "1, 2, 4")
PAIR(another_value_of_data_makes_another_program, ANOTHER, ".data", s.data = "5")
PAIR(another_relocation_makes_another_program, ANOTHER, ".rela.dyn", s.imports = "remove, puts")
PAIR(another_address_in_data_makes_another_program, ANOTHER, ".rela.dyn, .data", s.pointer = "two")
PAIR(another_constructor_makes_another_program, ANOTHER, ".rela.dyn, .init_array", s.start = "two")
PAIR(another_date_makes_another_program_as_data_does, ANOTHER, ".rodata",
	s.date = "Jan  2 2026")
PAIR(another_interpreter_makes_another_program, ANOTHER, ".interp", s.flags =
	"-Wl,--build-id=0x11 -Wl,--dynamic-linker=/lib64/ld-linux-x86-64.so.3")
PAIR(a_stack_that_may_be_executed_makes_another_program, ANOTHER, "", s.flags =
	"-Wl,--build-id=0x11 -z execstack")
PAIR(a_loaded_note_makes_another_program, ANOTHER, NULL, s.flags =
	"-Wl,--build-id=0x11 -fcf-protection=branch")
PAIR(an_archive_behind_a_program_makes_another_one, ANOTHER, "", s.after = "echo data >>prog")
PAIR(a_section_of_its_own_makes_another_program, ANOTHER, ".shstrtab, payload", s.after =
	"objcopy --add-section payload=prog.c prog")
PAIR(another_id_of_the_build_is_named_and_the_same_program, SAME, ".note.gnu.build-id", s.flags =
	"-Wl,--build-id=0x12")
PAIR(another_text_in_debug_information_is_named_and_the_same_program, SAME, ".debug_lines",
	s.debug = "line 2")
PAIR(debug_information_is_the_same_program, SAME, NULL, s.flags = "-Wl,--build-id=0x11 -g")
PAIR(a_program_that_is_stripped_is_the_same, SAME, ".debug_lines, .symtab, .strtab, .shstrtab",
	s.after = "strip prog")

/* ---- what is no program ---- */

static struct as_build keep_text(struct place *p, uint32_t k, const char *name, const char *text)
{
	write_file(in(p, p->user, name), text);
	return place_keep(p, k);
}

static void a_script_is_its_bytes(void **state)
{
	struct place *p = *state;

	place_begin(p, "run.sh", NULL);
	struct as_build a = keep_text(p, 0, "run.sh", "#!/bin/sh\nexit 0\n");
	struct as_build b = keep_text(p, 1, "run.sh", "#!/bin/sh\nexit 0\n");
	struct as_build c = keep_text(p, 2, "run.sh", "#!/bin/sh\nexit 1\n");
	assert_true(as_build_same(&a, &b));
	assert_false(as_build_same(&a, &c));
}

static void an_archive_is_its_bytes(void **state)
{
	struct place *p = *state;
	struct as_build v[2];

	if (!there_is_a_compiler())
		skip();
	place_begin(p, "all.a", NULL);
	for (uint32_t k = 0; k < 2; k++) {
		char text[256];
		snprintf(text, sizeof text,
			"cd %s && echo 'int x = %u;' >a.c && gcc -c a.c && ar rcD all.a a.o", p->user, k);
		assert_int_equal(system(text), 0);
		v[k] = place_keep(p, k);
	}
	assert_false(as_build_same(&v[0], &v[1]));
}

static void every_artifact_counts_and_not_the_first_program_alone(void **state)
{
	struct place *p = *state;
	struct as_build a, b, c;

	if (!there_is_a_compiler())
		skip();
	place_begin(p, "prog", "run.sh");
	write_file(in(p, p->user, "run.sh"), "./prog\n");
	a = build_of(p, 0, &plain);
	b = build_of(p, 1, &plain);
	c = keep_text(p, 2, "run.sh", "./prog 2\n");
	assert_true(as_build_same(&a, &b));
	assert_false(as_build_same(&a, &c));
}

/* ---- libraries ---- */

static void make_library(struct place *p, const char *folder, int constant, const char *id)
{
	char text[512];

	snprintf(text, sizeof text,
		"mkdir -p %s/%s && cd %s && echo 'const int table[] = {%d};' >%s/lib.c && "
		"gcc -shared -fPIC -Wl,--build-id=%s -o %s/libone.so.1 %s/lib.c",
		p->user, folder, p->user, constant, folder, id, folder, folder);
	assert_int_equal(system(text), 0);
}

static void a_library_that_the_build_made_counts(void **state)
{
	struct place *p = *state;
	struct as_build v[3];
	static const char *const ids[] = {"0x01", "0x02", "0x01"};
	static const int constants[] = {1, 1, 2};

	begin(state);
	for (uint32_t k = 0; k < 3; k++) {
		make_library(p, "deep/down", constants[k], ids[k]);
		v[k] = build_of(p, k, &plain);
	}
	assert_string_equal(v[0].hash, v[2].hash);
	assert_true(as_build_same(&v[0], &v[1]));
	assert_false(as_build_same(&v[0], &v[2]));
}

static void a_library_is_looked_for_below_the_folder_of_the_version(void **state)
{
	struct place *p = *state;
	struct as_build v[2];

	if (!there_is_a_compiler())
		skip();
	char below[sizeof p->user + 8];
	snprintf(below, sizeof below, "%s/below", p->user);
	assert_int_equal(mkdir(below, 0700), 0);
	const char *const paths[] = {"run"};
	assert_int_equal(as_artifacts_init(&p->a, below, p->copies, paths, 1, NULL), AS_OK);
	p->a.root = p->user;
	write_file(in(p, below, "run"), "#!/bin/sh\n");
	for (uint32_t k = 0; k < 2; k++) {
		make_library(p, "lib", (int)k, "0x01");
		v[k] = place_keep(p, k);
	}
	assert_false(as_build_same(&v[0], &v[1]));
}

static void files_that_only_sound_like_libraries_do_not_count(void **state)
{
	struct place *p = *state;

	place_begin(p, "run.sh", NULL);
	struct as_build a = keep_text(p, 0, "run.sh", "#!/bin/sh\n");
	write_file(in(p, p->user, "notes.sorted"), "text");
	write_file(in(p, p->user, ".so"), "text");
	struct as_build b = place_keep(p, 1);
	assert_true(as_build_same(&a, &b));
}

/* ---- of earlier versions ---- */

static void hashes_of_code_alone_are_no_proof(void **state)
{
	const struct as_build old = {.hash = "a", .code = "c0de", .layout = "1a"};
	const struct as_build other = {.hash = "b", .code = "c0de", .layout = "1a"};
	const struct as_build now = {.hash = "a", .code = AS_BUILD_LOADED "c0de", .layout = "1a"};
	const struct as_build next = {.hash = "b", .code = AS_BUILD_LOADED "c0de"};

	(void)state;
	assert_false(as_build_same(&old, &other));
	assert_true(as_build_same(&old, &old));
	assert_true(as_build_same(&old, &now)); /* the same bytes */
	assert_false(as_build_same(&old, &next));
	assert_true(as_build_same(&now, &next));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		AT_A_PLACE(a_program_built_twice_is_the_same),
		AT_A_PLACE(another_instruction_makes_another_program),
		AT_A_PLACE(another_constant_makes_another_program),
		AT_A_PLACE(another_value_of_data_makes_another_program),
		AT_A_PLACE(another_relocation_makes_another_program),
		AT_A_PLACE(another_address_in_data_makes_another_program),
		AT_A_PLACE(another_constructor_makes_another_program),
		AT_A_PLACE(another_date_makes_another_program_as_data_does),
		AT_A_PLACE(another_interpreter_makes_another_program),
		AT_A_PLACE(a_stack_that_may_be_executed_makes_another_program),
		AT_A_PLACE(a_loaded_note_makes_another_program),
		AT_A_PLACE(an_archive_behind_a_program_makes_another_one),
		AT_A_PLACE(a_section_of_its_own_makes_another_program),
		AT_A_PLACE(another_id_of_the_build_is_named_and_the_same_program),
		AT_A_PLACE(another_text_in_debug_information_is_named_and_the_same_program),
		AT_A_PLACE(debug_information_is_the_same_program),
		AT_A_PLACE(a_program_that_is_stripped_is_the_same),
		AT_A_PLACE(a_script_is_its_bytes),
		AT_A_PLACE(an_archive_is_its_bytes),
		AT_A_PLACE(every_artifact_counts_and_not_the_first_program_alone),
		AT_A_PLACE(a_library_that_the_build_made_counts),
		AT_A_PLACE(a_library_is_looked_for_below_the_folder_of_the_version),
		AT_A_PLACE(files_that_only_sound_like_libraries_do_not_count),
		cmocka_unit_test(hashes_of_code_alone_are_no_proof),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
