/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose speed is known: it draws its times from a tree of given variances and reports
 * them by the protocol, on a virtual clock, without taking the time. So the promises of assay can
 * be held against the truth, through the real command line, thousands of times.
 *
 *	target build FILE      writes a program FILE: this one, with $ASSAY_SEED in it
 *	target [NAME=NUMBER..] or FILE [NAME=NUMBER...]: one execution
 *
 *	mean=1e6     mean of an iteration, ns
 *	build=0      standard deviations, relative to the mean: of builds,
 *	execution=0  of executions,
 *	iteration=0  of iterations
 *	shape=0      of builds (or of executions, where build=0): 0 normal, 1 skewed (lognormal,
 *	             s = 0.5), 2 bimodal (30 % of them in an upper mode)
 *	outliers=0   share of the executions that are slowed down by `slow`
 *	slow=0.2
 *	drift=0      of the machine: what 100 executions add, relative to the mean
 *	epochs=0     standard deviation of a machine state that changes with probability 0.1
 *	effect=0     relative change of the mean: the difference between two versions
 *	seed=1       of everything but the builds
 *	report=1     0: report nothing, sleep for the time instead
 *
 * The number of an execution is $HYPERFINE_ITERATION. Drift and epochs go by it, and leave unmeasured
 * executions alone. */

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"
#include "stat/dist/random.h"

/* The seed of a build stands among the instructions, so that builds of different seeds differ in
 * their code, as real ones do. Nothing ever runs there. */
#define MARK "target-build-seed:"
#define DIGITS "00000000000000000000"
__asm__(".pushsection .text\n.ascii \"" MARK "\" \"" DIGITS "\"\n.popsection");

enum stream { BUILD = 1, EXECUTION, ITERATION, OUTLIER, STATE };

struct settings {
	double mean, build, execution, iteration, shape, outliers, slow, drift, epochs, effect, seed,
		report;
};

static const struct {
	const char *name;
	size_t at;
} names[] = {
#define SETTING(n) {#n, offsetof(struct settings, n)}
	SETTING(mean), SETTING(build), SETTING(execution), SETTING(iteration), SETTING(shape),
	SETTING(outliers), SETTING(slow), SETTING(drift), SETTING(epochs), SETTING(effect),
	SETTING(seed), SETTING(report),
};

static void fail(const char *what, const char *on)
{
	fprintf(stderr, "target: %s: %s\n", what, on);
	exit(2);
}

static void set(struct settings *s, const char *word)
{
	size_t n = strcspn(word, "=");
	double v = 0;

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (strlen(names[i].name) != n || strncmp(names[i].name, word, n) != 0)
			continue;
		if (!word[n] || !as_parse_double(word + n + 1, &v))
			fail("not a number", word);
		memcpy((char *)s + names[i].at, &v, sizeof v);
		return;
	}
	fail("no such setting", word);
}

static uint64_t number_in(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);
	int64_t v = 0;

	/* Unmeasured executions have numbers of their own, far from the measured ones. */
	if (text && !strncmp(text, "warmup-", 7) && as_parse_i64(text + 7, 0, INT32_MAX, &v))
		return 900000000 + (uint64_t)v;
	return text && as_parse_i64(text, 0, INT64_MAX, &v) ? (uint64_t)v : otherwise;
}

/* Standard normal number `at` of a stream; every draw has a place of its own, so that it does not
 * depend on what was drawn before. */
static double normal(const struct settings *s, enum stream stream, uint64_t a, uint64_t b)
{
	struct as_random r;

	as_random_init(&r, (uint64_t)s->seed * 1000003 + (uint64_t)stream * 7919 + a * 104729,
		AS_RANDOM_TEST, b);
	return as_random_normal(&r);
}

static double uniform(const struct settings *s, enum stream stream, uint64_t a, uint64_t b)
{
	struct as_random r;

	as_random_init(&r, (uint64_t)s->seed * 1000003 + (uint64_t)stream * 7919 + a * 104729,
		AS_RANDOM_TEST, b);
	return as_random_double(&r);
}

/* A deviate of mean 0 and variance 1 in the shape asked for. */
static double shaped(const struct settings *s, double z, double u)
{
	const double skew = 0.5, share = 0.3;

	if (s->shape > 1.5)
		return u < share ? sqrt((1 - share) / share) : -sqrt(share / (1 - share));
	if (s->shape > 0.5)
		return (exp(skew * z) - exp(skew * skew / 2)) /
			sqrt((exp(skew * skew) - 1) * exp(skew * skew));
	return z;
}

/* State of the machine before execution n: a level that is drawn anew now and then. */
static double state(const struct settings *s, uint64_t n)
{
	uint64_t since = n;

	if (!(s->epochs > 0))
		return 0;
	while (since > 0 && uniform(s, STATE, 1, since) >= 0.1)
		since--;
	return s->epochs * normal(s, STATE, 2, since);
}

/* The whole of this program; the caller frees it. */
static char *read_self(size_t *n, char **seed)
{
	struct stat st;
	int fd = open("/proc/self/exe", O_RDONLY);

	if (fd < 0 || fstat(fd, &st))
		fail("cannot read", "/proc/self/exe");
	char *all = malloc((size_t)st.st_size + 1);
	*n = (size_t)st.st_size;
	if (!all || read(fd, all, *n) != st.st_size)
		fail("cannot read", "/proc/self/exe");
	close(fd);
	*seed = memmem(all, *n, MARK "0", strlen(MARK) + 1);
	if (!*seed)
		fail("no place for a seed in", "/proc/self/exe");
	*seed += strlen(MARK);
	return all;
}

static void build(const char *path)
{
	size_t n = 0;
	char *seed = NULL, *all = read_self(&n, &seed), digits[32];
	int out;

	snprintf(digits, sizeof digits, "%020" PRIu64, number_in("ASSAY_SEED", 0));
	digits[0] = '0'; /* the mark ends in it */
	memcpy(seed, digits, strlen(DIGITS));
	unlink(path);
	out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0755);
	if (out < 0 || write(out, all, n) != (ssize_t)n || close(out))
		fail("cannot write", path);
	free(all);
}

/* The seed this program was built with; 0 if it was not made by `build`. */
static uint64_t own_seed(void)
{
	size_t n = 0;
	char *seed = NULL, *all = read_self(&n, &seed), digits[32] = {0};

	memcpy(digits, seed, strlen(DIGITS));
	free(all);
	return strtoull(digits, NULL, 10);
}

static double execution_level(const struct settings *s, uint64_t seed, uint64_t n)
{
	double b = shaped(s, normal(s, BUILD, seed, 0), uniform(s, BUILD, seed, 1));
	double e = normal(s, EXECUTION, seed, n);
	double level = 1 + s->effect;

	if (n < 900000000)
		level += s->drift * (double)n / 100 + state(s, n);

	if (!(s->build > 0))
		e = shaped(s, e, uniform(s, EXECUTION, seed, n + 1000000));
	level += s->build * b + s->execution * e;
	return uniform(s, OUTLIER, seed, n) < s->outliers ? level * (1 + s->slow) : level;
}

int main(int argc, char **argv)
{
	struct settings s = {.mean = 1e6, .slow = 0.2, .seed = 1, .report = 1};
	const char *path = getenv("ASSAY_REPORT");

	if (argc == 3 && !strcmp(argv[1], "build")) {
		build(argv[2]);
		return 0;
	}
	for (int i = 1; i < argc; i++)
		set(&s, argv[i]);
	uint64_t seed = own_seed(), n = number_in("HYPERFINE_ITERATION", 999999999);
	uint64_t iterations = number_in("ASSAY_ITERATIONS", 1);
	double level = s.mean * execution_level(&s, seed, n);
	FILE *f = s.report > 0 && path ? fopen(path, "a") : NULL;

	if (!f) {
		struct timespec ts = {0, (long)level};
		return nanosleep(&ts, NULL) ? 1 : 0;
	}
	fprintf(f, "assay 1\n");
	for (uint64_t i = 0; i < iterations; i++)
		fprintf(f, "iteration %.17g ns\n",
			level + s.mean * s.iteration * normal(&s, ITERATION, seed * 31 + n, i));
	return fclose(f) ? 1 : 0;
}
