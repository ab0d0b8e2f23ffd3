/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose speed is known: it draws its times from a tree of given variances and reports
 * them by the protocol, on a virtual clock, without taking the time. So the promises of assay can
 * be held against the truth, through the real command line, thousands of times.
 *
 *	target build FILE      writes a program FILE: this one, with $ASSAY_SEED in it
 *	target [NAME=NUMBER...] or FILE [NAME=NUMBER...]: one execution
 *	target truth N [NAME=NUMBER...]  prints the mean of a session of N measured executions: what
 *	                       builds, executions and iterations without end would have given, had
 *	                       the machine been in the states it was in, each as often
 *
 *	mean=1e6     mean of an iteration, ns
 *	build=0      standard deviations, relative to the mean: of builds,
 *	execution=0  of executions,
 *	iteration=0  of iterations
 *	shape=0      of builds (or of executions, where build=0): 0 normal, 1 skewed (lognormal,
 *	             s = 0.5), 2 bimodal (30 % of them in an upper mode)
 *	warm=0       by how much the first iterations of an execution are slower, relative to the mean,
 *	cold=5       and how many they are
 *	rho=0        correlation of an iteration with the one before it
 *	hop=0        by how much 30 % of the iterations are slower, relative to the mean
 *	tick=0       iterations are rounded to multiples of so many ns
 *	outliers=0   share of the executions that are slowed down by `slow`
 *	slow=0.2
 *	drift=0      of the machine: what 100 executions add, relative to the mean
 *	epochs=0     standard deviation of a machine state that changes with probability 0.1
 *	machine=1    seed of that state: two programs on one machine share it
 *	effect=0     relative change of the mean: the difference between two versions
 *	seed=1       of all luck but the machine's; that of a build comes from $ASSAY_SEED, too
 *	report=1     0: report nothing, sleep for the time instead
 *
 * The number of an execution is $HYPERFINE_ITERATION. Drift and epochs go by it; unmeasured executions
 * have numbers of their own and do not count as time. */

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/num.h"

/* The seed of a build stands among the instructions, so that builds of different seeds differ in
 * their code, as real ones do. Nothing ever runs there. */
#define MARK "target-build-seed:"
#define DIGITS "00000000000000000000"
extern const char target_seed[];
__asm__(".pushsection .text\n.ascii \"" MARK "\"\n"
	".globl target_seed\n.hidden target_seed\ntarget_seed: .ascii \"" DIGITS "\"\n"
	".popsection");

enum stream { BUILD = 1, EXECUTION, ITERATION, OUTLIER, STATE };

/* Unmeasured executions have numbers of their own, far from the measured ones. */
#define UNMEASURED 900000000

struct settings {
	double mean, build, execution, iteration, shape, outliers, slow, drift, epochs, machine,
		effect, seed, report, warm, cold, rho, hop, tick;
};

static const struct {
	const char *name;
	size_t at;
} names[] = {
#define SETTING(n) {#n, offsetof(struct settings, n)}
	SETTING(mean), SETTING(build), SETTING(execution), SETTING(iteration), SETTING(shape),
	SETTING(outliers), SETTING(slow), SETTING(drift), SETTING(epochs), SETTING(machine),
	SETTING(effect), SETTING(seed), SETTING(report), SETTING(warm), SETTING(cold), SETTING(rho),
	SETTING(hop), SETTING(tick),
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

	if (text && !strncmp(text, "warmup-", 7) && as_parse_i64(text + 7, 0, INT32_MAX, &v))
		return UNMEASURED + (uint64_t)v;
	return text && as_parse_i64(text, 0, INT64_MAX, &v) ? (uint64_t)v : otherwise;
}

/* A generator of its own, so that what is tested does not draw the truth it is tested against:
 * the finaliser of SplitMix64 over seed, stream and place. Every draw has a place of its own and
 * does not depend on what was drawn before. */
static uint64_t mix(uint64_t state, uint64_t word)
{
	uint64_t x = (state ^ word) + 0x9e3779b97f4a7c15;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

static double uniform(const struct settings *s, enum stream stream, uint64_t a, uint64_t b)
{
	double seed = stream == STATE ? s->machine : s->seed;
	uint64_t x = mix(mix(mix(mix(0, (uint64_t)seed), (uint64_t)stream), a), b);

	return ((double)(x >> 12) + 0.5) * 0x1p-52;
}

static double normal(const struct settings *s, enum stream stream, uint64_t a, uint64_t b)
{
	const double turn = 6.283185307179586;
	double radius = sqrt(-2 * log(uniform(s, stream, a, b)));

	return radius * cos(turn * uniform(s, stream, a, b + (UINT64_C(1) << 63)));
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

/* State of the machine at execution n: the drift, and a level that is drawn anew now and then.
 * Unmeasured executions count for themselves. */
static double state(const struct settings *s, uint64_t n)
{
	uint64_t base = n < UNMEASURED ? 0 : UNMEASURED, since = n;

	while (s->epochs > 0 && since > base && uniform(s, STATE, 1, since) >= 0.1)
		since--;
	return s->drift * (double)(n - base) / 100 + s->epochs * normal(s, STATE, 2, since);
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
	/* Whichever linker put the words of this search where: they are none of what they look for. */
	char wanted[] = MARK "?";
	*(volatile char *)&wanted[sizeof wanted - 2] = '0';
	*seed = memmem(all, *n, wanted, strlen(MARK) + 1);
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
	char digits[32] = {0};

	memcpy(digits, target_seed, strlen(DIGITS));
	return strtoull(digits, NULL, 10);
}

static double execution_level(const struct settings *s, uint64_t seed, uint64_t n)
{
	double b = shaped(s, normal(s, BUILD, seed, 0), uniform(s, BUILD, seed, 1));
	double e = normal(s, EXECUTION, seed, n);
	double level = 1 + s->effect + state(s, n);

	if (!(s->build > 0))
		e = shaped(s, e, uniform(s, EXECUTION, seed, n + 1000000));
	level += s->build * b + s->execution * e;
	return uniform(s, OUTLIER, seed, n) < s->outliers ? level * (1 + s->slow) : level;
}

/* The iterations of an execution, for the reporter. */
static void report_iterations(FILE *f, const struct settings *s, double level, uint64_t stream)
{
	uint64_t n = number_in("ASSAY_ITERATIONS", 1);
	double last = 0;

	fprintf(f, "assay 1\n");
	for (uint64_t i = 0; i < n; i++) {
		double own = normal(s, ITERATION, stream, i);
		last = i ? s->rho * last + sqrt(1 - s->rho * s->rho) * own : own;
		double slow = (double)i < s->cold ? s->warm : 0;
		if (s->hop > 0 && uniform(s, ITERATION, stream, i + 1000000) < 0.3)
			slow += s->hop;
		double ns = level + s->mean * (s->iteration * last + slow);
		fprintf(f, "iteration %.17g ns\n", s->tick > 0 ? round(ns / s->tick) * s->tick : ns);
	}
}

/* All deviates have mean 0, and outliers come independently of them. */
static void truth(const struct settings *s, const char *count)
{
	int64_t n = 0;
	double sum = 0;

	if (!as_parse_i64(count, 1, UNMEASURED, &n))
		fail("not a number of executions", count);
	for (int64_t i = 0; i < n; i++)
		sum += 1 + s->effect + state(s, (uint64_t)i);
	printf("%.17g\n", s->mean * sum / (double)n * (1 + s->outliers * s->slow));
}

int main(int argc, char **argv)
{
	struct settings s = {.mean = 1e6, .slow = 0.2, .machine = 1, .seed = 1, .report = 1,
		.cold = 5};
	const char *path = getenv("ASSAY_REPORT");
	bool asks = argc >= 3 && !strcmp(argv[1], "truth");

	if (argc == 3 && !strcmp(argv[1], "build")) {
		build(argv[2]);
		return 0;
	}
	for (int i = asks ? 3 : 1; i < argc; i++)
		set(&s, argv[i]);
	if (asks) {
		truth(&s, argv[2]);
		return 0;
	}
	uint64_t seed = own_seed(), n = number_in("HYPERFINE_ITERATION", 999999999);
	double level = s.mean * execution_level(&s, seed, n);
	FILE *f = s.report > 0 && path ? fopen(path, "a") : NULL;

	if (!f) {
		struct timespec ts = {0, (long)level};
		return nanosleep(&ts, NULL) ? 1 : 0;
	}
	report_iterations(f, &s, level, seed * 31 + n);
	return fclose(f) ? 1 : 0;
}
