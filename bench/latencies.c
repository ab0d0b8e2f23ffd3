/* SPDX-License-Identifier: GPL-3.0-or-later */
/* latencies N FACTOR: N made-up latencies in whole ns, as a load generator reports them: lognormal about
 * 3 ms, one in a hundred FACTOR times as long, the state of the machine another in each process. To the
 * file of ASSAY_REPORT. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static uint64_t state;

static double draw(void)
{
	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}

int main(int argc, char **argv)
{
	const char *path = getenv("ASSAY_REPORT");
	const long n = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
	const double factor = argc > 2 ? strtod(argv[2], NULL) : 1;
	struct timespec now = {0};
	FILE *out = path ? fopen(path, "a") : NULL;

	if (!out || n < 1)
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &now);
	state = (uint64_t)now.tv_nsec * 2654435761U + (uint64_t)getpid();
	const double pace = 1 + draw() / 50;
	fprintf(out, "assay 1\nvalues latency %ld ns as uint64\n", n);
	for (long i = 0; i < n; i++) {
		const double slow = draw() < 0.01 ? factor : 1;
		const double angle = 6.283185307179586 * draw();
		const uint64_t v =
			(uint64_t)(3e6 * pace * slow * exp(0.12 * sqrt(-2 * log(draw())) * cos(angle)));
		fwrite(&v, sizeof v, 1, out);
	}
	fputc('\n', out);
	return fclose(out) ? 2 : 0;
}
