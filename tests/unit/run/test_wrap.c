/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "launching.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Wrappers lie in FOLDER/wrap; what they stand in for are scripts in FOLDER/real. */
static struct launching *wrapped(void **state)
{
	static const char *const names[] = {"cc", "ld", "go", "missing"};
	struct launching *t = *state;
	char path[256];

	snprintf(path, sizeof path, "%s/wrap", t->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/real", t->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	for (size_t i = 0; i < 4; i++) {
		snprintf(path, sizeof path, "%s/wrap/%s", t->folder, names[i]);
		assert_int_equal(symlink(getenv("ASSAY_WRAP"), path), 0);
	}
	for (size_t i = 0; i < 3; i++) {
		snprintf(path, sizeof path, "%s/real/%s", t->folder, names[i]);
		FILE *f = fopen(path, "we");
		assert_non_null(f);
		fputs("#!/bin/sh\nprintf '%s' \"${0##*/}\"; printf '<%s>' \"$@\"\n"
		      "case $PATH in *wrap*) echo ' meets us again';; esac\nexit 7\n", f);
		assert_int_equal(fclose(f), 0);
		assert_int_equal(chmod(path, 0700), 0);
	}
	return t;
}

/* What `text` writes with the wrappers first in PATH, and flags that are easy to tell. */
static void assert_writes(struct launching *t, const char *text, int code, const char *words)
{
	char all[1024];

	snprintf(all, sizeof all,
		"export ASSAY_CFLAGS='-fc -fd' ASSAY_LDFLAGS='/pad.o -fuse-ld=x -Wl,s' "
		"ASSAY_LAYOUT_LD='/pad.o --s' ASSAY_GO_LDFLAGS=-r=5; PATH=$PWD/wrap:$PWD/real:/usr/bin:/bin; %s", text);
	struct as_launched r = launching_run(t, all, AS_LAUNCH_EXECUTION);
	snprintf(all, sizeof all, "%.*s", (int)r.tail_bytes, r.tail);
	assert_string_equal(all, words);
	assert_int_equal(as_launched_ended(&r).code, code);
}

static void words_are_added_where_they_belong(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "cc -c a.c", 7, "cc<-c><a.c><-fc><-fd>");
	assert_writes(t, "cc a.c", 7, "cc</pad.o><a.c><-fc><-fd><-fuse-ld=x><-Wl,s>");
	assert_writes(t, "cc a.o -o x", 7, "cc</pad.o><a.o><-o><x><-fuse-ld=x><-Wl,s>");
	assert_writes(t, "ld a.o", 7, "ld</pad.o><a.o><--s>");
	assert_writes(t, "cc --version", 7, "cc<--version>");
}

static void words_arrive_as_they_were(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "cc -c 'a b.c' '' '$x' '*' \"-DX='\\\"'\"", 7,
		"cc<-c><a b.c><><$x><*><-DX='\"'><-fc><-fd>");
}

static void words_that_are_there_are_not_added_again(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "cc -fd a.c $ASSAY_LDFLAGS", 7,
		"cc<-fd><a.c></pad.o><-fuse-ld=x><-Wl,s><-fc>");
	assert_writes(t, "ld $ASSAY_LAYOUT_LD a.o", 7, "ld</pad.o><--s><a.o>");
}

static void words_in_a_file_are_looked_at(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "echo '-O2 -c\na.c' >args; cc @args", 7, "cc<@args><-fc><-fd>");
	assert_writes(t, "echo 'a.o b.o' >args; cc @args", 7, "cc</pad.o><@args><-fuse-ld=x><-Wl,s>");
	assert_writes(t, "cc @nonexistent", 7, "cc<@nonexistent>");
}

static void go_is_told_a_flag_for_its_linker(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "go build -o x .", 7, "go<build><-ldflags=-r=5><-o><x><.>");
	assert_writes(t, "go build -C sub -o x", 7, "go<build><-C><sub><-ldflags=-r=5><-o><x>");
	assert_writes(t, "go -C sub test", 7, "go<-C><sub><test><-ldflags=-r=5>");
	assert_writes(t, "go install -C=sub ./...", 7, "go<install><-C=sub><-ldflags=-r=5><./...>");
	assert_writes(t, "go version; go env", 7, "go<version>go<env>");
	assert_writes(t, "unset ASSAY_GO_LDFLAGS; go build", 7, "go<build>");
}

static void what_gos_linker_is_told_already_stays(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "go build -ldflags '-s -w' .", 7, "go<build><-ldflags><-s -w -r=5><.>");
	assert_writes(t, "go build --ldflags=-s -ldflags=all=-w", 7,
		"go<build><--ldflags=-s -r=5><-ldflags=all=-w -r=5>");
	assert_writes(t, "go test -ldflags '' . -args -ldflags=x", 7,
		"go<test><-ldflags><-r=5><.><-args><-ldflags=x>");
	assert_writes(t, "GOFLAGS=-ldflags=-s go build", 7, "go<build>");
	assert_writes(t, "GOFLAGS=-ldflags=-s go build -ldflags=-w", 7, "go<build><-ldflags=-w -r=5>");
}

static void without_flags_the_tool_is_as_it_was(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "unset ASSAY_CFLAGS ASSAY_LDFLAGS ASSAY_LAYOUT_LD; cc a.c; ld a.o", 7,
		"cc<a.c>ld<a.o>");
}

static void a_wrapper_is_met_once_however_it_is_called(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "$PWD/wrap/cc -c a.c", 7, "cc<-c><a.c><-fc><-fd>");
	assert_writes(t, "wrap/cc -c a.c", 7, "cc<-c><a.c><-fc><-fd>");
	assert_writes(t, "PATH=$PWD/wrap/../wrap:$PATH cc -c a.c", 7, "cc<-c><a.c><-fc><-fd>");
	assert_writes(t, "PATH=wrap:$PWD/wrap/:real cc -c a.c", 7, "cc<-c><a.c><-fc><-fd>");
}

static void a_tool_that_is_nowhere_is_named(void **state)
{
	struct launching *t = wrapped(state);

	assert_writes(t, "missing -c a.c", 127,
		"assay-wrap: cannot start 'missing' from PATH: No such file or directory\n");
	assert_writes(t, "PATH=$PWD/wrap; cc -c a.c", 127,
		"assay-wrap: cannot start 'cc' from PATH: No such file or directory\n");
}

#define WITH_SPAWNER(test) cmocka_unit_test_setup_teardown(test, launching_begin, launching_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SPAWNER(words_are_added_where_they_belong),
		WITH_SPAWNER(words_arrive_as_they_were),
		WITH_SPAWNER(words_that_are_there_are_not_added_again),
		WITH_SPAWNER(words_in_a_file_are_looked_at),
		WITH_SPAWNER(go_is_told_a_flag_for_its_linker),
		WITH_SPAWNER(what_gos_linker_is_told_already_stays),
		WITH_SPAWNER(without_flags_the_tool_is_as_it_was),
		WITH_SPAWNER(a_wrapper_is_met_once_however_it_is_called),
		WITH_SPAWNER(a_tool_that_is_nowhere_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
