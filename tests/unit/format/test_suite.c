/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "format/suite/suite_file.h"
#include "format/suite/yaml.h"

/* Files that a test has: name and text in turn, NULL at the end. */
static enum as_status load(void *context, const char *path, struct as_arena *a, const char **bytes,
	size_t *n, struct as_err *err)
{
	const char *const *files = context;

	for (; *files; files += 2)
		if (!strcmp(*files, path)) {
			*n = strlen(files[1]);
			*bytes = as_arena_strdup(a, files[1]);
			return AS_OK;
		}
	return as_fail_sys(err, 2, "cannot read '%s'", path);
}

static struct as_suite *read_files(const char *const *files, struct as_err *err)
{
	const struct as_suite_loader from = {.load = load, .context = (void *)(uintptr_t)files};
	struct as_suite *s = NULL;

	assert_true(!as_suite_read(files[0], &from, &s, err) == !!s);
	return s;
}

static struct as_suite *read_text(const char *text)
{
	const char *const files[] = {"assay.yaml", text, NULL};
	struct as_err err = {0};
	struct as_suite *s = read_files(files, &err);

	if (!s)
		print_error("%s\n", err.msg);
	assert_non_null(s);
	return s;
}

static void assert_refused(const char *text, const char *message)
{
	const char *const files[] = {"assay.yaml", text, NULL};
	struct as_err err = {0};
	struct as_suite *s = read_files(files, &err);

	assert_null(s);
	assert_string_equal(err.msg, message);
	assert_int_equal(err.code, AS_ERR_USAGE);
}

#define ONE(rest) "benchmarks:\n  a:\n    execute: x\n" rest

static void the_suite_of_the_design_is_read(void **state)
{
	struct as_suite *s = read_text("suite: mono\nprecision: 1%\nbudget: 20m\nbenchmarks:\n  fft:\n"
		"    build: make -B fft OPT={opt}\n    artifacts: [fft]\n    execute: \"./fft {size}\"\n"
		"    parameters: {size: [1024, 4096], opt: [-O2, -O3]}   # a comment\n"
		"    prepare: ./drop-caches.sh\n    timeout: 30s\n"
		"    metrics: [time, peak_memory, instructions]\n"
		"    randomize: [environment, layout, address]\n    tolerance: 2%\n");
	const struct as_suite_benchmark *b = s->v;
	struct as_parameter p[2];

	(void)state;
	assert_string_equal(s->name, "mono");
	assert_true(s->budget_ns == 1200 * INT64_C(1000000000));
	assert_int_equal(s->n, 1);
	assert_string_equal(b->name, "fft");
	assert_int_equal(b->at.line, 5);
	assert_int_equal(b->at.column, 3);
	assert_string_equal(b->set.v[AS_SUITE_EXECUTE].text, "./fft {size}");
	assert_true(b->set.v[AS_SUITE_TIMEOUT].ns == 30 * INT64_C(1000000000));
	assert_true(b->set.v[AS_SUITE_TOLERANCE].share > 0.0199 && b->set.v[AS_SUITE_TOLERANCE].share < 0.0201);
	assert_true(b->set.v[AS_SUITE_PRECISION].share > 0.0099 && b->set.v[AS_SUITE_PRECISION].share < 0.0101);
	assert_int_equal(b->set.v[AS_SUITE_METRICS].list.n, 3);
	assert_int_equal(b->variants, 4);
	as_suite_pick(&b->set.parameters, 1, p);
	assert_string_equal(p[0].value, "1024");
	assert_string_equal(p[1].value, "-O3");
	as_suite_pick(&b->set.parameters, 2, p);
	assert_string_equal(p[0].value, "4096");
	assert_string_equal(p[1].value, "-O2");
	as_suite_free(s);
}

static void the_key_decides_what_a_value_is(void **state)
{
	struct as_suite *s = read_text("suite: no\nbenchmarks:\n  0x10:\n    execute: 1e3\n    runs: 7\n"
		"    setup: ~\n    tags: [yes, 1.50, null]\n    ignore-failure: 3\n");

	(void)state;
	assert_string_equal(s->name, "no");
	assert_string_equal(s->v[0].name, "0x10");
	assert_string_equal(s->v[0].set.v[AS_SUITE_EXECUTE].text, "1e3");
	assert_string_equal(s->v[0].set.v[AS_SUITE_SETUP].text, "~");
	assert_int_equal(s->v[0].set.v[AS_SUITE_RUNS].count, 7);
	assert_string_equal(s->v[0].set.v[AS_SUITE_TAGS].list.v[0], "yes");
	assert_string_equal(s->v[0].set.v[AS_SUITE_TAGS].list.v[1], "1.50");
	assert_string_equal(s->v[0].set.v[AS_SUITE_TAGS].list.v[2], "null");
	assert_string_equal(s->v[0].set.v[AS_SUITE_IGNORE_FAILURE].list.v[0], "3");
	as_suite_free(s);
}

static void json_is_a_suite_too(void **state)
{
	struct as_suite *s = read_text("{\"suite\": \"j\", \"benchmarks\": {\"a\": {\"execute\": \"echo \\u00e9\", "
		"\"runs\": 3, \"parameters\": [{\"n\": 1}], \"prepare\": \"x {n}\"}}}\n");

	(void)state;
	assert_string_equal(s->v[0].set.v[AS_SUITE_EXECUTE].text, "echo \xc3\xa9");
	assert_int_equal(s->v[0].variants, 1);
	as_suite_free(s);
}

static void the_top_holds_where_a_benchmark_is_silent(void **state)
{
	struct as_suite *s = read_text("timeout: 5s\ntags: all\nparameters: {n: [1, 2, 3], m: 4}\n"
		"benchmarks:\n  a: {execute: 'x {n}', timeout: 9s, tags: b}\n  b: {execute: 'y {m}'}\n"
		"  c: {execute: z}\n");

	(void)state;
	assert_true(s->v[0].set.v[AS_SUITE_TIMEOUT].ns == 9 * INT64_C(1000000000));
	assert_true(s->v[1].set.v[AS_SUITE_TIMEOUT].ns == 5 * INT64_C(1000000000));
	assert_int_equal(s->v[0].set.v[AS_SUITE_TAGS].list.n, 2);
	assert_string_equal(s->v[0].set.v[AS_SUITE_TAGS].list.v[1], "b");
	assert_int_equal(s->v[0].variants, 3);
	assert_int_equal(s->v[1].variants, 1);
	assert_int_equal(as_suite_parameters(&s->v[1].set.parameters), 1);
	assert_int_equal(s->v[2].variants, 1);
	assert_int_equal(s->variants, 5);
	as_suite_free(s);
}

static void sets_of_parameters_come_one_after_the_other(void **state)
{
	struct as_suite *s = read_text("benchmarks:\n  a:\n    execute: x {n} {m}\n    parameters:\n"
		"      - {n: 1, m: [2, 3]}\n      - {m: 5, n: 4}\n");
	struct as_parameter p[2];

	(void)state;
	assert_int_equal(s->v[0].variants, 3);
	as_suite_pick(&s->v[0].set.parameters, 2, p);
	assert_string_equal(p[0].name, "n");
	assert_string_equal(p[0].value, "4");
	assert_string_equal(p[1].value, "5");
	as_suite_free(s);
}

static void included_files_lie_beside_the_one_that_names_them(void **state)
{
	const char *const files[] = {"sub/assay.yaml",
		"suite: s\ntimeout: 1s\ninclude: [one.yaml, ../two.yaml]\n",
		"sub/one.yaml", "benchmarks: {a: {execute: x}}\n",
		"sub/../two.yaml", "timeout: 2s\nbenchmarks: {b: {execute: y}}\n", NULL};
	struct as_err err = {0};
	struct as_suite *s = read_files(files, &err);

	(void)state;
	assert_non_null(s);
	assert_int_equal(s->n, 2);
	assert_int_equal(s->n_files, 3);
	assert_string_equal(s->files[s->v[1].at.file], "sub/../two.yaml");
	assert_true(s->v[0].set.v[AS_SUITE_TIMEOUT].ns == INT64_C(1000000000));
	assert_true(s->v[1].set.v[AS_SUITE_TIMEOUT].ns == 2 * INT64_C(1000000000));
	as_suite_free(s);
}

static void unknown_keys_are_refused_with_what_was_meant(void **state)
{
	(void)state;
	assert_refused(ONE("    warmpu: 3\n"), "assay.yaml:4:5: unknown key 'warmpu', did you mean 'warmup'?");
	assert_refused(ONE("    min_runs: 3\n"),
		"assay.yaml:4:5: unknown key 'min_runs', did you mean 'min-runs'?");
	assert_refused(ONE("    colour: red\n"),
		"assay.yaml:4:5: unknown key 'colour': 'assay help suite' lists those of a benchmark");
	assert_refused("colour: red\n",
		"assay.yaml:1:1: unknown key 'colour': 'assay help suite' lists those of the top of a suite");
	assert_refused("execute: x\n",
		"assay.yaml:1:1: the key 'execute' stands in a benchmark, not at the top");
	assert_refused(ONE("    include: x\n"),
		"assay.yaml:4:5: the key 'include' stands at the top of a suite, not in a benchmark");
	assert_refused("x: &x {execute: y}\n",
		"assay.yaml:1:1: unknown key 'x': 'assay help suite' lists those of the top of a suite");
	assert_refused(ONE("    <<: {runs: 1}\n"), "assay.yaml:4:5: the key '<<' means nothing here: what "
		"stands at the top holds for every benchmark that does not say it");
	assert_refused(ONE("    [runs]: 1\n"), "assay.yaml:4:5: a key is a text");
}

static void what_stands_twice_is_refused_with_both_places(void **state)
{
	(void)state;
	assert_refused(ONE("    execute: y\n"),
		"assay.yaml:4:5: the key 'execute' is there twice, first in line 3");
	assert_refused(ONE("  b: {execute: y}\n  a: {execute: z}\n"),
		"assay.yaml:5:3: there are two benchmarks called 'a', the other at assay.yaml:2:3; give one "
		"another name");
	assert_refused(ONE("    parameters:\n      n: 1\n      n: 2\n"),
		"assay.yaml:6:7: the parameter 'n' is there twice, first in line 5: put all its values into one "
		"list");
}

static void a_value_of_another_type_is_refused_with_what_was_expected(void **state)
{
	(void)state;
	assert_refused(ONE("    precision: 3\n"), "assay.yaml:4:16: cannot use '3' for 'precision': expected a "
		"percentage above 0% and below 100%, such as 1%");
	assert_refused(ONE("    confidence: 20%\n"), "assay.yaml:4:17: cannot use '20%' for 'confidence': "
		"expected a percentage from 50% to below 100%, such as 95%");
	assert_refused(ONE("    timeout: 30\n"), "assay.yaml:4:14: cannot use '30' for 'timeout': expected a "
		"time above 0 with its unit, such as 30s");
	assert_refused(ONE("    runs: 1.5\n"), "assay.yaml:4:11: cannot use '1.5' for 'runs': expected a whole "
		"number from 1 to 100000000");
	assert_refused(ONE("    builds: 10001\n"), "assay.yaml:4:13: cannot use '10001' for 'builds': expected "
		"a whole number from 1 to 10000");
	assert_refused(ONE("    prepare: [x]\n"),
		"assay.yaml:4:14: cannot use a list for 'prepare': expected a text");
	assert_refused(ONE("    prepare:\n"),
		"assay.yaml:4:5: there is no value for 'prepare': expected a text");
	assert_refused(ONE("    tags: {a: b}\n"),
		"assay.yaml:4:11: cannot use a map for 'tags': expected a text, or a list of them");
	assert_refused(ONE("    randomize: layot\n"), "assay.yaml:4:16: cannot use 'layot' for 'randomize': "
		"expected layout, address, environment or none, or a list of them; did you mean 'layout'?");
	assert_refused(ONE("    combine: mean\n"),
		"assay.yaml:4:14: cannot use 'mean' for 'combine': expected sum, max or pool");
	assert_refused(ONE("    ignore-failure: [1, 300]\n"), "assay.yaml:4:25: cannot use '300' for "
		"'ignore-failure': expected an exit status from 0 to 255, a list of them, or all-non-zero");
	assert_refused(ONE("    output: out\n"), "assay.yaml:4:5: 'output' is null, pipe, inherit, or a file "
		"written with a slash, such as ./out");
	assert_refused("benchmarks: [a]\n", "assay.yaml:1:13: cannot use a list for 'benchmarks': expected "
		"names with the keys of a benchmark each");
	assert_refused("benchmarks: {}\n", "assay.yaml:1:13: cannot use an empty map for 'benchmarks': "
		"expected names with the keys of a benchmark each");
	assert_refused(ONE("    tags: []\n"),
		"assay.yaml:4:11: cannot use an empty list for 'tags': expected a text, or a list of them");
	assert_refused("benchmarks:\n  a: x\n",
		"assay.yaml:2:6: the benchmark 'a' has no keys: give it at least 'execute: COMMAND'");
	assert_refused("benchmarks:\n  a: {runs: 3}\n",
		"assay.yaml:2:3: the benchmark 'a' has no 'execute': give it the command to measure");
	assert_refused("[]\n", "assay.yaml:1:1: a suite is a map of keys such as 'benchmarks:', as 'assay help "
		"suite' shows");
	assert_refused("suite: x\n", "assay.yaml: there are no 'benchmarks:' in it");
	assert_refused("", "assay.yaml: there is nothing in it; a suite has 'benchmarks:', as 'assay help suite' "
		"shows");
}

static void a_metric_is_named_by_one_word(void **state)
{
	(void)state;
	assert_refused(ONE("    criterion: peak memory\n"), "assay.yaml:4:5: cannot use 'peak memory' for "
		"'criterion': expected the name of a metric, which has no blanks; did you mean 'peak_memory'?");
	assert_refused("metrics: [wall, a longer name]\n" ONE(), "assay.yaml:1:17: cannot use 'a longer name' "
		"for 'metrics': expected the name of a metric, which has no blanks");
	as_suite_free(read_text(ONE("    criterion: frames-per-second\n")));
}

static void settings_that_contradict_each_other_are_refused(void **state)
{
	(void)state;
	assert_refused(ONE("    runs: 3\n    max-runs: 4\n"),
		"assay.yaml:5:5: 'max-runs' cannot stand beside 'runs', which is an exact number");
	assert_refused("min-runs: 9\n" ONE("    max-runs: 4\n"), "assay.yaml:5:5: 'max-runs' contradicts the "
		"other limit: 'min-runs' must not be above 'max-runs'");
	assert_refused(ONE("    iterations: 5\n    drop: 5\n"),
		"assay.yaml:5:5: 'drop' is not below 'iterations': nothing would be left");
	assert_refused(ONE("    builds: 5\n"),
		"assay.yaml:4:5: 'builds' says something about builds, but there is no 'build'");
	assert_refused(ONE("    randomize: [address, layout]\n"),
		"assay.yaml:4:26: 'layout' is drawn anew in every build, but there is no 'build'");
	assert_refused(ONE("    check: cmp - a\n    output: pipe\n"),
		"assay.yaml:4:5: 'check' reads the output: leave 'output' out, or give it a file");
}

static void a_parameter_that_no_command_uses_is_refused(void **state)
{
	(void)state;
	assert_refused("benchmarks:\n  a:\n    execute: x {sizes}\n    parameters: {size: 1}\n",
		"assay.yaml:4:18: no command uses the parameter 'size'; 'execute' has {sizes}, did you mean "
		"{size}?");
	assert_refused(ONE("    parameters: {size: 1}\n"), "assay.yaml:4:18: no command uses the parameter "
		"'size': write {size} where its values go, or leave it out");
	assert_refused("parameters: {size: 1}\n" ONE(), "assay.yaml:1:14: no command uses the parameter "
		"'size': write {size} where its values go, or leave it out");
	assert_refused(ONE("    prepare: y {n}\n    parameters: [{n: 1}, {m: 2}]\n"),
		"assay.yaml:5:26: this set lacks the parameter 'n' of the first: all sets have the same");
	assert_refused(ONE("    prepare: y {n}\n    parameters: [{n: 1}, {n: 1, m: 2}]\n"),
		"assay.yaml:5:33: the parameter 'm' is not in the first set: all sets have the same");
	assert_refused(ONE("    prepare: y {n}\n    parameters: {n: []}\n"), "assay.yaml:5:21: the parameter "
		"'n' has no value: expected a value, or a list of them, such as [1, 2]");
	assert_refused(ONE("    parameters: {'{n}': 1}\n"), "assay.yaml:4:18: the name of a parameter is a text "
		"of at least one character, without braces");
	assert_refused("parameters: [{n: 1}, {n: 2}]\n" ONE("    prepare: y {n}\n"), "assay.yaml:1:1: a list of "
		"sets of parameters stands in a benchmark; at the top there is one set");
}

static void an_artifact_that_the_command_does_not_use_is_refused(void **state)
{
	(void)state;
	assert_refused(ONE("    build: make\n    artifacts: [out/y, z]\n"), "assay.yaml:5:17: 'execute' does not "
		"use the artifact 'out/y': name the file that the build makes and the command runs");
	assert_refused("benchmarks: {a: {execute: bash fft2 a_fft, build: make, artifacts: [as, fft]}}\n",
		"assay.yaml:1:69: 'execute' does not use the artifact 'as': name the file that the build makes and "
		"the command runs");
	assert_refused("benchmarks: {a: {execute: x, prepare: y fft, build: make, artifacts: fft}}\n",
		"assay.yaml:1:70: 'execute' does not use the artifact 'fft': name the file that the build makes and "
		"the command runs");
	as_suite_free(read_text("benchmarks: {a: {execute: \"x=./fft; cat 'y'\", build: make, "
		"artifacts: [z, ./fft]}, b: {execute: out/y -a, build: make, artifacts: y}}\n"));
	assert_refused(ONE("    artifacts: x\n"),
		"assay.yaml:4:5: 'artifacts' says something about builds, but there is no 'build'");
}

static void what_is_no_yaml_is_refused_at_its_place(void **state)
{
	(void)state;
	assert_refused(ONE("\twarmup: 1\n"), "assay.yaml:4:2: a tab indents this line: YAML takes blanks only");
	assert_refused(ONE("    tags: [a, b\n"),
		"assay.yaml:5:1: flow sequence without a closing bracket");
	assert_refused(ONE("    prepare: a: b\n"),
		"assay.yaml:4:15: invalid nested block mapping on the same line");
	assert_refused("benchmarks: {a: {execute: 'x\xff'}}\n", "assay.yaml:1:29: a byte of value 0xFF, which "
		"is no UTF-8 text; save the file as UTF-8");
	assert_refused("suite: \xc3\xa9\nbenchmarks: {a: {execute: \"x\\0y\"}}\n",
		"assay.yaml:2:27: a text with a byte of value 0 in it");
	assert_refused(ONE("    runs: !!int 3\n"), "assay.yaml:4:17: a tag such as !!int: it means nothing "
		"here, the key decides what a value is");
	assert_refused(ONE("---\na: b\n"), "assay.yaml: more than one document: a suite is one");
	assert_refused("a: [[[[[[[[[[[[[[]]]]]]]]]]]]]]\n",
		"assay.yaml:1:15: lists and maps inside each other deeper than 12: no suite is");
}

static void an_alias_is_what_it_names(void **state)
{
	struct as_suite *s = read_text("benchmarks:\n  a: &a {execute: x, tags: &t [p, q]}\n  b: *a\n"
		"  c: {execute: y, tags: *t}\n");

	(void)state;
	assert_int_equal(s->n, 3);
	assert_string_equal(s->v[1].set.v[AS_SUITE_EXECUTE].text, "x");
	assert_int_equal(s->v[2].set.v[AS_SUITE_TAGS].list.n, 2);
	as_suite_free(s);
	assert_refused(ONE("    prepare: *y\n"), "assay.yaml:4:14: there is no anchor '&y' before this alias");
	assert_refused("benchmarks: &b\n  a: *b\n",
		"assay.yaml:2:6: the alias '*b' stands inside of what it names");
}

/* Of 40 bytes a line doubles what is there; nothing is copied, and a list of lists is no value. */
static void a_billion_laughs_are_refused_at_once(void **state)
{
	struct as_text t = {0};

	(void)state;
	as_text_add(&t, "benchmarks:\n  a: {execute: x}\nx0: &x0 [lol, lol]\n");
	for (int i = 1; i < 40; i++)
		as_text_addf(&t, "x%d: &x%d [*x%d, *x%d]\n", i, i, i - 1, i - 1);
	assert_refused(as_text_str(&t),
		"assay.yaml:3:1: unknown key 'x0': 'assay help suite' lists those of the top of a suite");
	as_text_clear(&t);
	as_text_add(&t, "benchmarks:\n  a: {execute: x, tags: &t [a");
	for (int i = 1; i < 2100; i++)
		as_text_add(&t, ", a");
	as_text_add(&t, "]}\n");
	for (int i = 0; i < 2100; i++)
		as_text_addf(&t, "  b%d: {execute: x, tags: *t}\n", i);
	assert_refused(as_text_str(&t), "assay.yaml:2:2120: more than 4000000 values, those behind aliases counted "
		"each time: the limit of a suite");
	as_text_release(&t);
}

static void what_is_too_much_is_refused(void **state)
{
	struct as_text t = {0};

	(void)state;
	as_text_add(&t, ONE("    prepare: y {n} {m}\n    parameters: &p\n      n: &n [1"));
	for (int i = 1; i < 101; i++)
		as_text_addf(&t, ", %d", i);
	as_text_add(&t, "]\n      m: *n\n");
	assert_refused(as_text_str(&t), "assay.yaml:2:3: the parameters of 'a' have too many combinations: at "
		"most 10000 of a benchmark and 1000000 of a suite; measure fewer");
	as_text_clear(&t);
	as_text_add(&t, "# ");
	as_text_repeat(&t, "x", AS_YAML_BYTES);
	assert_refused(as_text_str(&t), "assay.yaml: larger than 16 MiB: no suite is");
	as_text_clear(&t);
	as_text_add(&t, "benchmarks: {");
	as_text_repeat(&t, "n", 201);
	as_text_add(&t, ": {execute: x}}\n");
	assert_refused(as_text_str(&t), "assay.yaml:1:14: the name of a benchmark is a text of 1 to 200 bytes");
	as_text_release(&t);
	assert_refused("benchmarks: {\"a \": {execute: x}}\n", "assay.yaml:1:14: the name of a benchmark, 'a ', "
		"begins or ends with a blank, which nobody sees");
	assert_refused("benchmarks: {\"a\\eb\": {execute: x}}\n",
		"assay.yaml:1:14: the name of a benchmark has a control character in it");
}

static void assert_files_refused(const char *const *files, const char *message)
{
	struct as_err err = {0};

	assert_null(read_files(files, &err));
	assert_string_equal(err.msg, message);
}

static void files_that_include_each_other_are_refused(void **state)
{
	const char *const circle[] = {"assay.yaml", "include: b.yaml\n", "b.yaml",
		"include: [assay.yaml]\n", NULL};
	const char *const around[] = {"assay.yaml", "include: ./sub/b.yaml\n", "sub/b.yaml",
		"include: [./../sub/.././assay.yaml]\n", NULL};
	const char *const above[] = {"assay.yaml", "include: sub/../../c.yaml\n", "sub/../../c.yaml",
		"include: c.yaml\n", NULL};
	const char *const missing[] = {"assay.yaml", "include: b.yaml\n", NULL};
	const char *const broken[] = {"assay.yaml", "include: b.yaml\n", "b.yaml", "benchmarks: 3\n", NULL};
	const char *const twice[] = {"assay.yaml", "include: [b.yaml, b.yaml]\n", "b.yaml",
		"benchmarks: {a: {execute: x}}\n", NULL};
	const char *const budget[] = {"assay.yaml", "include: b.yaml\n", "b.yaml",
		"budget: 3m\nbenchmarks: {a: {execute: x}}\n", NULL};

	(void)state;
	assert_refused("include: assay.yaml\n",
		"assay.yaml:1:10: 'assay.yaml' would include itself: leave this one out");
	assert_files_refused(circle, "b.yaml:1:11: 'assay.yaml' would include itself: leave this one out");
	assert_files_refused(around, "sub/b.yaml:1:11: 'assay.yaml' would include itself: leave this one out");
	assert_files_refused(above, "sub/../../c.yaml:1:10: '../c.yaml' would include itself: leave this one out");
	assert_files_refused(missing, "assay.yaml:1:10: cannot read 'b.yaml'");
	assert_files_refused(broken, "b.yaml:1:13: cannot use '3' for 'benchmarks': expected names with the "
		"keys of a benchmark each");
	assert_files_refused(twice, "b.yaml:1:14: there are two benchmarks called 'a', the other at b.yaml:1:14; "
		"give one another name");
	assert_files_refused(budget, "b.yaml:1:1: 'budget' stands at the top of the suite itself, not of a file "
		"that it includes");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_suite_of_the_design_is_read),
		cmocka_unit_test(the_key_decides_what_a_value_is),
		cmocka_unit_test(json_is_a_suite_too),
		cmocka_unit_test(the_top_holds_where_a_benchmark_is_silent),
		cmocka_unit_test(sets_of_parameters_come_one_after_the_other),
		cmocka_unit_test(included_files_lie_beside_the_one_that_names_them),
		cmocka_unit_test(unknown_keys_are_refused_with_what_was_meant),
		cmocka_unit_test(what_stands_twice_is_refused_with_both_places),
		cmocka_unit_test(a_value_of_another_type_is_refused_with_what_was_expected),
		cmocka_unit_test(a_metric_is_named_by_one_word),
		cmocka_unit_test(settings_that_contradict_each_other_are_refused),
		cmocka_unit_test(a_parameter_that_no_command_uses_is_refused),
		cmocka_unit_test(an_artifact_that_the_command_does_not_use_is_refused),
		cmocka_unit_test(what_is_no_yaml_is_refused_at_its_place),
		cmocka_unit_test(an_alias_is_what_it_names),
		cmocka_unit_test(a_billion_laughs_are_refused_at_once),
		cmocka_unit_test(what_is_too_much_is_refused),
		cmocka_unit_test(files_that_include_each_other_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
