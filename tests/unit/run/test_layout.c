/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "launching.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/layout/elf_layout.h"
#include "run/layout/program_layout.h"

/* A spawner, a folder with a program of 20 functions in it, and PATH with some tools only. */
struct laboratory {
	struct launching *t;
	struct as_layout *l;
	struct as_arena arena;
	struct as_err err;
	char old_path[PATH_MAX];
};

static void put(struct laboratory *b, const char *name, const char *text)
{
	char path[256];

	snprintf(path, sizeof path, "%s/%s", b->t->folder, name);
	FILE *f = fopen(path, "we");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* Twenty functions and objects in two files, with constructors that tell their order. */
static void put_program(struct laboratory *b)
{
	char text[8192];
	size_t n = 0;

	for (int file = 0; file < 2; file++) {
		n = (size_t)snprintf(text, sizeof text, "#include <stdio.h>\n");
		for (int i = file * 10; i < file * 10 + 10; i++)
			n += (size_t)snprintf(text + n, sizeof text - n,
				"int o%d = %d;\n__attribute__((noinline)) int f%d(int x) { return x * %d + "
				"o%d; }\n", i, i, i, i + 3, i);
		for (int i = 0; i < 4; i++)
			n += (size_t)snprintf(text + n, sizeof text - n,
				"__attribute__((constructor)) static void c%d(void) { printf(\"%c%d \"); }\n",
				i, 'a' + file, i);
		if (file)
			snprintf(text + n, sizeof text - n,
				"int f3(int);\nint main(void) { printf(\"%%d\\n\", f3(f12(f17(5)))); }\n");
		put(b, file ? "two.c" : "one.c", text);
	}
}

static int begin(void **state)
{
	struct laboratory *b = calloc(1, sizeof *b);
	void *t = NULL;

	if (!b || launching_begin(&t))
		return -1;
	b->t = t;
	snprintf(b->old_path, sizeof b->old_path, "%s", getenv("PATH"));
	setenv("XDG_CACHE_HOME", b->t->folder, 1);
	put_program(b);
	*state = b;
	return 0;
}

static int end(void **state)
{
	struct laboratory *b = *state;
	void *t = b->t;
	int failed;

	as_layout_close(b->l);
	setenv("PATH", b->old_path, 1);
	as_arena_release(&b->arena);
	failed = launching_end(&t);
	free(b);
	return failed;
}

/* Where PATH has a tool; false when nowhere. */
static bool find(const char *path, const char *name, char out[static PATH_MAX])
{
	for (;;) {
		int n = (int)strcspn(path, ":");
		snprintf(out, PATH_MAX, "%.*s/%s", n, path, name);
		if (!access(out, X_OK))
			return true;
		if (!path[n])
			return false;
		path += n + 1;
	}
}

/* Make PATH a folder with these tools (separated by blanks) alone. False when one is missing. */
static bool only_with(struct laboratory *b, const char *names)
{
	char copy[256], folder[128], tool[PATH_MAX], link[256], *save = NULL;

	snprintf(folder, sizeof folder, "%s/tools", b->t->folder);
	assert_int_equal(mkdir(folder, 0700), 0);
	snprintf(copy, sizeof copy, "%s", names);
	for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		if (!find(b->old_path, w, tool)) {
			print_message("%s is not installed\n", w);
			return false;
		}
		snprintf(link, sizeof link, "%s/%s", folder, w);
		assert_int_equal(symlink(tool, link), 0);
	}
	assert_int_equal(setenv("PATH", folder, 1), 0);
	return true;
}

static void open_layout(struct laboratory *b)
{
	if (as_layout_open(b->t->s, b->t->folder, &b->l, &b->err))
		fail_msg("%s", b->err.msg);
}

/* Run `command` as a build with the layout of a seed; what it wrote, until the next run. */
static const char *build(struct laboratory *b, uint64_t seed, const char *command)
{
	const char *const argv[] = {"sh", "-c", command, NULL};
	struct as_layout_flags flags = {0};

	if (as_layout_draw(b->l, seed, &b->arena, &flags, &b->err))
		fail_msg("%s", b->err.msg);
	uint32_t id = launching_prepare(b->t, &(struct as_command_spec){.path = "/bin/sh",
		.argv = argv, .cwd = b->t->folder, .out.kind = AS_STREAM_CAPTURE,
		.err.kind = AS_STREAM_CAPTURE});
	launching_launch(b->t, &(struct as_launch){.command = id, .env = flags.env});
	struct as_launched r = launching_result(b->t);
	const char *said = as_arena_strndup(&b->arena, r.tail_bytes ? r.tail : "", r.tail_bytes);
	if (as_launched_ended(&r).ending != AS_ENDED_OK)
		fail_msg("the build '%s' failed: %s", command, said);
	assert_int_equal(r.leftovers, 0);
	return said;
}

static struct as_elf layout_of(struct laboratory *b, const char *name)
{
	char path[256];
	struct as_elf elf = {0};

	snprintf(path, sizeof path, "%s/%s", b->t->folder, name);
	assert_int_equal(as_elf_layout(path, &elf, NULL), AS_OK);
	assert_int_equal(elf.kind, AS_ELF_READ);
	assert_int_equal(strlen(elf.layout), 32);
	return elf;
}

/* Four seeds give four layouts and one behaviour; one of them again gives its layout again. */
static void assert_layouts_are_drawn(struct laboratory *b, const char *command)
{
	static const uint64_t seeds[] = {1, 2, UINT64_MAX, 7, 2};
	char layout[5][AS_HASH_HEX], code[5][AS_HASH_HEX], said[64] = "";

	for (int i = 0; i < 5; i++) {
		build(b, seeds[i], command);
		const char *now = build(b, seeds[i], "./program");
		assert_true(!i || !strcmp(said, now));
		snprintf(said, sizeof said, "%s", now);
		struct as_elf elf = layout_of(b, "program");
		memcpy(layout[i], elf.layout, AS_HASH_HEX);
		memcpy(code[i], elf.loaded, AS_HASH_HEX);
	}
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < i; k++)
			assert_string_not_equal(layout[i], layout[k]);
	assert_string_equal(layout[1], layout[4]);
	assert_string_equal(code[1], code[4]);
	/* Constructors run in the order of files, as they do without us. */
	assert_non_null(strstr(said, "a0 a1 a2 a3 b0 b1 b2 b3 "));
}

#define AS_A_MAKEFILE_DOES "cc -O2 -c one.c && cc -O2 -c two.c && cc -o program one.o two.o"

static void mold_draws_layouts(void **state)
{
	struct laboratory *b = *state;

	if (!only_with(b, "cc as ld ld.mold"))
		skip();
	open_layout(b);
	assert_int_equal(as_layout_method(b->l), AS_LAYOUT_MOLD);
	assert_non_null(strstr(as_layout_words(b->l), "sections shuffled by mold "));
	assert_layouts_are_drawn(b, AS_A_MAKEFILE_DOES);
}

static void lld_draws_layouts(void **state)
{
	struct laboratory *b = *state;

	if (!only_with(b, "cc as ld ld.lld"))
		skip();
	open_layout(b);
	assert_int_equal(as_layout_method(b->l), AS_LAYOUT_LLD);
	assert_non_null(strstr(as_layout_words(b->l), "LLD"));
	assert_layouts_are_drawn(b, AS_A_MAKEFILE_DOES);
}

static void the_plain_linker_draws_layouts_by_gaps(void **state)
{
	struct laboratory *b = *state;

	if (!only_with(b, "cc as ld"))
		skip();
	open_layout(b);
	assert_int_equal(as_layout_method(b->l), AS_LAYOUT_PAD);
	assert_string_equal(as_layout_words(b->l),
		"gaps of random size, in an order that stays: GNU ld cannot shuffle sections; mold or "
		"lld can");
	assert_layouts_are_drawn(b, AS_A_MAKEFILE_DOES);
}

static void every_compiler_that_is_there_draws_layouts(void **state)
{
	static const char *const compilers[] = {"gcc", "clang", "g++", "clang++"};
	struct laboratory *b = *state;
	char path[PATH_MAX], command[256];

	open_layout(b);
	for (size_t i = 0; i < sizeof compilers / sizeof compilers[0]; i++) {
		if (!find(b->old_path, compilers[i], path))
			continue;
		snprintf(command, sizeof command, "%s -Wno-deprecated -O2 one.c two.c -o program",
			compilers[i]);
		assert_layouts_are_drawn(b, command);
	}
}

/* A Makefile that uses the variables, with a compiler that no wrapper stands for. */
static void variables_draw_layouts_without_wrappers(void **state)
{
	struct laboratory *b = *state;
	char compiler[PATH_MAX], command[PATH_MAX + 256];

	assert_true(find(b->old_path, "cc", compiler));
	open_layout(b);
	snprintf(command, sizeof command, "%s -O2 $ASSAY_CFLAGS -o program one.c two.c $ASSAY_LDFLAGS",
		compiler);
	assert_layouts_are_drawn(b, command);
}

static void variables_and_wrappers_together_are_one_layout(void **state)
{
	struct laboratory *b = *state;
	struct as_elf once;

	open_layout(b);
	build(b, 5, "cc -O2 -o program one.c two.c");
	once = layout_of(b, "program");
	build(b, 5, "cc -O2 $ASSAY_CFLAGS -o program one.c two.c $ASSAY_LDFLAGS");
	assert_int_equal(layout_of(b, "program").functions, once.functions);
	assert_layouts_are_drawn(b, "cc -O2 $ASSAY_CFLAGS -o program one.c two.c $ASSAY_LDFLAGS");
}

static void a_linker_that_drops_what_is_unused_keeps_the_gaps(void **state)
{
	struct laboratory *b = *state;

	if (!only_with(b, "cc as ld"))
		skip();
	open_layout(b);
	assert_layouts_are_drawn(b, "cc -O2 -Wl,--gc-sections one.c two.c -o program");
}

/* In a program of one function there is no order: only gaps can move it. */
static void one_function_alone_is_moved(void **state)
{
	struct laboratory *b = *state;
	char layout[2][AS_HASH_HEX];

	put(b, "alone.c", "int main(void) { return 0; }\n");
	open_layout(b);
	for (int i = 0; i < 2; i++) {
		build(b, (uint64_t)i, "cc -nostartfiles -Wl,-e,main alone.c -o alone");
		memcpy(layout[i], layout_of(b, "alone").layout, AS_HASH_HEX);
	}
	assert_string_not_equal(layout[0], layout[1]);
}

static void the_linker_itself_is_wrapped_but_not_for_a_later_link(void **state)
{
	struct laboratory *b = *state;
	char sizes[128];

	open_layout(b);
	build(b, 1, "cc -O2 -c one.c && cc -O2 -c two.c && ld -r one.o two.o -o r1.o");
	build(b, 2, "ld -r one.o two.o -o r2.o && cmp r1.o r2.o");
	build(b, 1, "cc -O2 -fPIC -c one.c two.c && ld -shared one.o two.o -o s1.so");
	build(b, 2, "ld -shared one.o two.o -o s2.so");
	assert_string_not_equal(layout_of(b, "s1.so").layout, layout_of(b, "s2.so").layout);
	snprintf(sizes, sizeof sizes, "%s", build(b, 1, "ld --version"));
	assert_true(*sizes);
}

static void a_build_that_makes_warnings_errors_goes_well(void **state)
{
	struct laboratory *b = *state;
	char path[PATH_MAX];

	put(b, "x.s", "\t.text\n");
	open_layout(b);
	build(b, 1, "gcc -Werror -Wall -c one.c two.c && gcc -Werror -c x.s && "
		"gcc -Werror one.o two.o x.o -o program && gcc -Werror -E one.c && gcc -Werror -M one.c");
	if (find(b->old_path, "clang", path))
		build(b, 1, "clang -Werror -Wall -c one.c two.c && clang -Werror -c x.s && "
			"clang -Werror one.o two.o x.o -o program && clang -Werror -E one.c && "
			"clang -Werror -M one.c");
}

static void wrappers_are_made_for_tools_that_are_there(void **state)
{
	struct laboratory *b = *state;
	char path[256];

	if (!only_with(b, "cc as ld"))
		skip();
	open_layout(b);
	assert_string_equal(build(b, 1, "command -v clang || :"), "");
	snprintf(path, sizeof path, "%s/assay/wrappers-041/cc", b->t->folder);
	assert_int_equal(access(path, X_OK), 0);
	as_layout_close(b->l);
	b->l = NULL;
	/* What a build has written down of its compiler is still there. */
	assert_int_equal(access(path, X_OK), 0);
	snprintf(path, sizeof path, "%s/layout", b->t->folder);
	assert_int_equal(access(path, F_OK), -1);
}

static void without_a_folder_of_the_users_wrappers_go_with_the_experiment(void **state)
{
	struct laboratory *b = *state;
	char path[256];

	if (!only_with(b, "cc as ld"))
		skip();
	snprintf(path, sizeof path, "%s/one.c/no-folder", b->t->folder);
	setenv("XDG_CACHE_HOME", path, 1);
	open_layout(b);
	snprintf(path, sizeof path, "%s/layout/bin/cc", b->t->folder);
	assert_int_equal(access(path, X_OK), 0);
	assert_layouts_are_drawn(b, AS_A_MAKEFILE_DOES);
}

static void a_path_without_compiler_is_an_error(void **state)
{
	struct laboratory *b = *state;

	assert_true(only_with(b, "ls"));
	assert_int_equal(as_layout_open(b->t->s, b->t->folder, &b->l, &b->err), AS_ERR_USAGE);
	assert_string_equal(b->err.msg,
		"cannot randomise the layout: PATH has no compiler (cc, gcc, clang, c++, g++, clang++, "
		"or go from 1.22 on); install one, or leave out --randomize layout");
	assert_null(b->l);
}

/* No toolchain of Go: it says what Go says of its version, and makes a program whose addresses
 * follow from -randlayout, as Go's linker does. */
static void put_stand_in_for_go(struct laboratory *b, const char *version)
{
	char path[256], text[4 * PATH_MAX], cc[PATH_MAX];

	assert_true(find(b->old_path, "cc", cc));
	snprintf(text, sizeof text,
		"#!/bin/sh\n"
		"if [ $1 = version ]; then echo 'go version %s linux/amd64'; exit; fi\n"
		"echo \"$*\" >>asked\n"
		"for word; do case $word in *-randlayout=*) n=${word##*=} ;; esac; done\n"
		"PATH=%s exec %s -O2 one.c two.c -Wl,-Ttext=0x$((1000 + n %% 1000))000 -o program\n",
		version, b->old_path, cc);
	put(b, "tools/go", text);
	snprintf(path, sizeof path, "%s/tools/go", b->t->folder);
	assert_int_equal(chmod(path, 0700), 0);
}

static void go_draws_layouts_by_its_own_linker(void **state)
{
	struct laboratory *b = *state;

	assert_true(only_with(b, "sh cat"));
	put_stand_in_for_go(b, "go1.22.3");
	open_layout(b);
	assert_string_equal(as_layout_words(b->l), "functions of Go programs shuffled by go1.22.3");
	assert_layouts_are_drawn(b, "go build -o program .");
	const char *asked = build(b, 1, "go build -o program . && cat asked");
	assert_int_equal(strncmp(asked, "build -ldflags=-randlayout=1", 28), 0);
}

static void go_before_its_linker_could_is_no_compiler(void **state)
{
	struct laboratory *b = *state;

	assert_true(only_with(b, "sh"));
	put_stand_in_for_go(b, "go1.21.13");
	assert_int_equal(as_layout_open(b->t->s, b->t->folder, &b->l, &b->err), AS_ERR_USAGE);
}

static void a_compiler_that_does_not_work_is_an_error_with_its_words(void **state)
{
	struct laboratory *b = *state;
	char words[512], path[256];

	assert_true(only_with(b, "as"));
	put(b, "tools/cc", "#!/bin/sh\necho 'cc: no licence' >&2\nexit 1\n");
	snprintf(path, sizeof path, "%s/tools/cc", b->t->folder);
	assert_int_equal(chmod(path, 0700), 0);
	assert_int_equal(as_layout_open(b->t->s, b->t->folder, &b->l, &b->err), AS_ERR_SYS);
	snprintf(words, sizeof words,
		"cannot randomise the layout: '%s' cannot assemble: cc: no licence", path);
	assert_string_equal(b->err.msg, words);
	snprintf(path, sizeof path, "%s/layout", b->t->folder);
	assert_int_equal(access(path, F_OK), -1);
}

static void a_linker_that_does_not_work_is_an_error_with_its_words(void **state)
{
	struct laboratory *b = *state;

	if (!only_with(b, "cc as"))
		skip();
	put(b, "tools/ld", "#!/bin/sh\necho 'ld: out of disk' >&2\nexit 1\n");
	char path[256];
	snprintf(path, sizeof path, "%s/tools/ld", b->t->folder);
	assert_int_equal(chmod(path, 0700), 0);
	assert_int_equal(as_layout_open(b->t->s, b->t->folder, &b->l, &b->err), AS_ERR_SYS);
	assert_non_null(strstr(b->err.msg, "/tools/cc' cannot make a program: ld: out of disk"));
}

static void a_folder_that_flags_cannot_name_is_refused(void **state)
{
	struct laboratory *b = *state;
	char path[256];

	snprintf(path, sizeof path, "%s/a b", b->t->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(as_layout_open(b->t->s, path, &b->l, &b->err), AS_ERR_USAGE);
	assert_non_null(strstr(b->err.msg, "name a folder without special characters in TMPDIR"));
	snprintf(path, sizeof path, "%s/gone", b->t->folder);
	assert_int_equal(as_layout_open(b->t->s, path, &b->l, &b->err), AS_ERR_SYS);
	as_layout_close(NULL);
}

#define IN_A_LABORATORY(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_A_LABORATORY(mold_draws_layouts),
		IN_A_LABORATORY(lld_draws_layouts),
		IN_A_LABORATORY(the_plain_linker_draws_layouts_by_gaps),
		IN_A_LABORATORY(every_compiler_that_is_there_draws_layouts),
		IN_A_LABORATORY(variables_draw_layouts_without_wrappers),
		IN_A_LABORATORY(variables_and_wrappers_together_are_one_layout),
		IN_A_LABORATORY(a_linker_that_drops_what_is_unused_keeps_the_gaps),
		IN_A_LABORATORY(one_function_alone_is_moved),
		IN_A_LABORATORY(the_linker_itself_is_wrapped_but_not_for_a_later_link),
		IN_A_LABORATORY(a_build_that_makes_warnings_errors_goes_well),
		IN_A_LABORATORY(wrappers_are_made_for_tools_that_are_there),
		IN_A_LABORATORY(without_a_folder_of_the_users_wrappers_go_with_the_experiment),
		IN_A_LABORATORY(a_path_without_compiler_is_an_error),
		IN_A_LABORATORY(go_draws_layouts_by_its_own_linker),
		IN_A_LABORATORY(go_before_its_linker_could_is_no_compiler),
		IN_A_LABORATORY(a_compiler_that_does_not_work_is_an_error_with_its_words),
		IN_A_LABORATORY(a_linker_that_does_not_work_is_an_error_with_its_words),
		IN_A_LABORATORY(a_folder_that_flags_cannot_name_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
