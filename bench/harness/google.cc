// SPDX-License-Identifier: GPL-3.0-or-later
// Google Benchmark: nothing, and chains of additions.
#include <benchmark/benchmark.h>

#include "chain.h"

static void empty(benchmark::State &state)
{
	for (auto _ : state)
		;
}
BENCHMARK(empty);

template <int n> static void chain_of(benchmark::State &state)
{
	uint64_t x = 1;

	for (auto _ : state)
		x = chain(x, n);
	benchmark::DoNotOptimize(x);
}
BENCHMARK(chain_of<1>)->Name("chain1");
BENCHMARK(chain_of<100>)->Name("chain100");
BENCHMARK(chain_of<10000>)->Name("chain10000");

BENCHMARK_MAIN();
