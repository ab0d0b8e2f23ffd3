/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Behaves as a test binary of Go 1.19 does where its benchmarks are run: -test.bench is a regular expression for
 * each part of a name between slashes, the last one given counts, -test.benchtime=Nx says how often each is run,
 * -test.count how many lines it gets. Of a benchmark that failed there is a line that says so, and the exit
 * status is 1. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"BenchmarkSort/n=10", "BenchmarkSort/n=1000", "BenchmarkJoin",
	"BenchmarkJoinAll"};

static int part_fits(const char *pattern, size_t n, const char *part, size_t m)
{
	char p[300], s[300];
	regex_t r;

	snprintf(p, sizeof p, "%.*s", (int)n, pattern);
	snprintf(s, sizeof s, "%.*s", (int)m, part);
	if (regcomp(&r, p, REG_EXTENDED | REG_NOSUB))
		exit(2);
	int fits = !regexec(&r, s, 0, NULL, 0);
	regfree(&r);
	return fits;
}

static int fits(const char *pattern, const char *name)
{
	while (pattern) {
		size_t n = strcspn(pattern, "/"), m = strcspn(name, "/");
		if (!part_fits(pattern, n, name, m))
			return 0;
		pattern = pattern[n] ? pattern + n + 1 : NULL;
		if (!name[m])
			return !pattern;
		name += m + 1;
	}
	return 1;
}

int main(int argc, char **argv)
{
	const char *bench = NULL, *time = "test.benchtime=1000x";
	int count = 1, failed = 0;

	for (int i = 1; i < argc; i++) {
		if (!strncmp(argv[i], "-test.bench=", 12))
			bench = argv[i] + 12;
		else if (!strncmp(argv[i], "-test.benchtime=", 16))
			time = argv[i] + 1;
		else if (!strncmp(argv[i], "-test.count=", 12))
			count = atoi(argv[i] + 12);
	}
	puts("goos: linux\ngoarch: amd64\npkg: example.com/m");
	for (size_t i = 0; bench && i < sizeof names / sizeof names[0]; i++)
		for (int k = 0; fits(bench, names[i]) && k < count; k++)
			printf("%s-2         \t%8d\t      %zu00.%d ns/op\t 4.84 MB/s\t     %zu B/op\n", names[i],
				atoi(time + 15), i + 1, k, 8 * i);
	if (getenv("GO_FAILS") && bench && fits(bench, "BenchmarkFails"))
		failed = printf("--- FAIL: BenchmarkFails\n    m_test.go:5: no luck\n");
	puts(failed ? "FAIL" : "PASS");
	return failed != 0;
}
