/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "run/layout/wrap_words.h"

enum {
	NOTHING = 0,
	CFLAGS = AS_WRAP_CFLAGS,
	FILES = AS_WRAP_FILES,
	OPTIONS = AS_WRAP_OPTIONS,
	LINKS = FILES | OPTIONS,
	ALL = CFLAGS | LINKS,
};

struct question {
	const char *words; /* the tool first */
	unsigned add;
};

static struct as_wrap_seen seen_in(const char *words)
{
	char *copy = strdup(words), *save = NULL;
	struct as_wrap_seen seen;

	assert_non_null(copy);
	seen = as_wrap_begin(strtok_r(copy, " ", &save));
	for (char *w = strtok_r(NULL, " ", &save); w; w = strtok_r(NULL, " ", &save))
		as_wrap_see(&seen, w);
	free(copy);
	return seen;
}

static unsigned answer(const char *words, bool lld)
{
	const struct as_wrap_seen seen = seen_in(words);

	return as_wrap_add(&seen, lld);
}

static void assert_answers(const struct question *q)
{
	for (; q->words; q++) {
		unsigned add = answer(q->words, false);
		if (add != q->add)
			fail_msg("'%s' gives %u, not %u", q->words, add, q->add);
	}
}

static void compiling_gets_options_for_compiling(void **state)
{
	(void)state;
	assert_answers((const struct question[]){
		{"cc -c a.c", CFLAGS},
		{"gcc -O2 -Iinclude -I include -DX=1 -c -o a.o a.c", CFLAGS},
		{"g++ -MD -MF a.d -MT a.o -c a.cc", CFLAGS},
		{"cc -S a.c", CFLAGS},
		{"cc -x c -c -", CFLAGS},
		{"cc -xc++ -c file", CFLAGS},
		{"cc -r a.c -o a.o", CFLAGS},
		{"cc a.h", CFLAGS}, /* a header compiled for later */
		{NULL, 0},
	});
}

static void linking_gets_options_and_files_for_linking(void **state)
{
	(void)state;
	assert_answers((const struct question[]){
		{"cc a.c", ALL},
		{"cc -o a a.c b.o -lm", ALL},
		{"cc a.c b.h", ALL},
		{"cc -v a.c", ALL},
		{"cc -o a a.o b.o", LINKS},
		{"cc -shared -o liba.so a.o", LINKS},
		{"cc -Wl,--gc-sections,-O1 a.o", LINKS},
		{"cc main.o libx.so.1.2", LINKS},
		{"cc -x none a.o", LINKS},
		{"ld -o a a.o b.o -lc", LINKS},
		{"ld -L lib -o a a.o", LINKS},
		{NULL, 0},
	});
}

static void questions_about_the_tool_get_nothing(void **state)
{
	(void)state;
	assert_answers((const struct question[]){
		{"cc", NOTHING},
		{"cc --version", NOTHING},
		{"cc -v", NOTHING},
		{"cc -dumpmachine", NOTHING},
		{"cc -print-prog-name=ld", NOTHING},
		{"clang --print-search-dirs", NOTHING},
		{"cc -### a.c", NOTHING},
		{"cc --help=warnings", NOTHING},
		{"cc -Wl,--version a.c", NOTHING},
		{"cc -o x", NOTHING},
		{"ld --version", NOTHING},
		{"ld -v", NOTHING},
		{NULL, 0},
	});
}

static void reading_without_compiling_gets_nothing(void **state)
{
	(void)state;
	assert_answers((const struct question[]){
		{"cc -E a.c", NOTHING},
		{"cc -M a.c", NOTHING},
		{"cc -MM a.c", NOTHING},
		{"cc -fsyntax-only a.c", NOTHING},
		{"clang -cc1 -emit-obj a.c", NOTHING},
		{"clang -cc1as a.s", NOTHING},
		{"cc -- a.c", NOTHING},
		{NULL, 0},
	});
}

/* clang warns of what it does not use, and builds may make warnings errors. */
static void assembling_and_linking_get_no_options_for_compiling(void **state)
{
	(void)state;
	assert_answers((const struct question[]){
		{"clang -c a.s", NOTHING},
		{"clang -c a.S", NOTHING},
		{"clang -x assembler-with-cpp -c a.s", NOTHING},
		{"clang a.o -o a", LINKS},
		{NULL, 0},
	});
}

static void what_a_script_or_a_later_link_decides_is_left(void **state)
{
	(void)state;
	assert_answers((const struct question[]){
		{"cc -Wl,-r a.o -o b.o", NOTHING},
		{"cc -Xlinker -r a.o -o b.o", NOTHING},
		{"cc -T kernel.ld a.o", NOTHING},
		{"cc -Tkernel.ld a.c", CFLAGS},
		{"cc -Wl,-T,kernel.ld a.o", NOTHING},
		{"cc -Wl,--script=kernel.ld a.o", NOTHING},
		{"ld -r a.o b.o -o c.o", NOTHING},
		{"ld -i a.o b.o -o c.o", NOTHING},
		{"ld --relocatable a.o", NOTHING},
		{"ld -T kernel.ld a.o", NOTHING},
		{"ld --script kernel.ld a.o", NOTHING},
		{NULL, 0},
	});
}

static void objects_for_other_machines_get_none_of_ours(void **state)
{
	(void)state;
	assert_answers((const struct question[]){
		{"cc -m32 a.c", CFLAGS | OPTIONS},
		{"clang --target=arm-linux-gnueabihf a.c", CFLAGS | OPTIONS},
		{"clang -target arm a.c", CFLAGS | OPTIONS},
		{"ld -melf_i386 a.o", OPTIONS},
		{"ld -m elf_i386 a.o", OPTIONS},
		{NULL, 0},
	});
}

static void a_value_of_an_option_is_no_file(void **state)
{
	(void)state;
	assert_answers((const struct question[]){
		{"cc -include -c a.o", LINKS},
		{"cc -o -c a.c", ALL},
		{"cc -D a.c", NOTHING},
		{"cc -Xclang -c a.c", ALL},
		{"cc -o a.c a.o", LINKS},
		{NULL, 0},
	});
}

static void lld_is_not_asked_to_read_what_gcc_left_for_later(void **state)
{
	(void)state;
	assert_int_equal(answer("gcc -flto a.o", true), CFLAGS | FILES);
	assert_int_equal(answer("gcc -flto=auto a.o", true), CFLAGS | FILES);
	assert_int_equal(answer("gcc -flto a.o", false), ALL);
	assert_int_equal(answer("gcc -flto -fno-lto a.o", true), LINKS);
	assert_int_equal(answer("clang -flto a.o", true), ALL);
	assert_int_equal(answer("clang++-14 -flto a.o", true), ALL);
}

/* As they were written down: rustc 1.95, go with cgo, libtool, CMake's archives. */
static void of_other_languages_the_link_is_seen(void **state)
{
	static const char rust[] =
		"cc -m64 /tmp/rustcQh/symbols.o prog.prog.3a1fbb-cgu.0.rcgu.o -Wl,--as-needed "
		"-Wl,-Bstatic lib/libstd-b2.rlib lib/libcore-77.rlib -Wl,-Bdynamic -lgcc_s -lc "
		"-L lib -Wl,-z,noexecstack -o prog -Wl,--gc-sections -pie -Wl,-z,relro,-z,now "
		"-Wl,-O1 -Wl,--strip-debug -nodefaultlibs";
	static const char go[] =
		"gcc -m64 -s -o /tmp/go-build1/b001/exe/a.out -Wl,--export-dynamic-symbol=main "
		"-Wl,--compress-debug-sections=zlib /tmp/go-link-9/go.o /tmp/go-link-9/000000.o "
		"-O2 -g -lpthread -no-pie";
	static const char cgo[] =
		"gcc -I . -fPIC -m64 -pthread -fno-caret-diagnostics -Qunused-arguments "
		"-fmessage-length=0 -o b001/_x001.o -c _cgo_export.c";
	static const char libtool[] =
		"gcc -DPIC -fPIC -c part.c -o .libs/part.o -MT part.lo -MD -MP -MF .deps/part.Tpo";

	(void)state;
	assert_answers((const struct question[]){
		{rust, LINKS},
		{go, LINKS},
		{cgo, CFLAGS},
		{libtool, CFLAGS},
		{"gcc -shared .libs/part.o -O2 -Wl,-soname -Wl,libp.so.0 -o .libs/libp.so.0", LINKS},
		{"cc -O2 CMakeFiles/prog.dir/prog.c.o libpart.a -o prog -Wl,-rpath,/b", LINKS},
		{NULL, 0},
	});
}

static void only_what_makes_objects_of_sources_is_asked_of_a_cache(void **state)
{
	static const char *const yes[] = {"cc -c a.c", "g++ -MD -o a.o -c a.cc", "cc -c a.S -DX",
		"cc -xc -c -"};
	static const char *const no[] = {"cc a.c", "cc -S a.c", "cc -E -c a.c", "cc -c", "cc a.o",
		"cc --version", "cc -r a.c", "ld -c a.c", "cc -M -c a.c"};

	(void)state;
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
		const struct as_wrap_seen seen = seen_in(yes[i]);
		assert_true(as_wrap_compiles(&seen));
	}
	for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
		const struct as_wrap_seen seen = seen_in(no[i]);
		assert_false(as_wrap_compiles(&seen));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compiling_gets_options_for_compiling),
		cmocka_unit_test(linking_gets_options_and_files_for_linking),
		cmocka_unit_test(questions_about_the_tool_get_nothing),
		cmocka_unit_test(reading_without_compiling_gets_nothing),
		cmocka_unit_test(assembling_and_linking_get_no_options_for_compiling),
		cmocka_unit_test(what_a_script_or_a_later_link_decides_is_left),
		cmocka_unit_test(objects_for_other_machines_get_none_of_ours),
		cmocka_unit_test(a_value_of_an_option_is_no_file),
		cmocka_unit_test(lld_is_not_asked_to_read_what_gcc_left_for_later),
		cmocka_unit_test(of_other_languages_the_link_is_seen),
		cmocka_unit_test(only_what_makes_objects_of_sources_is_asked_of_a_cache),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
