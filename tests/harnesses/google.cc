// SPDX-License-Identifier: GPL-3.0-or-later
// A program of Google Benchmark, for the tests: a fit of complexity, a counter that is no number, repetitions,
// a name with a blank, and, with BROKEN, a benchmark that reports an error.
#include <benchmark/benchmark.h>

#include <limits>

static void spin(benchmark::State &state)
{
	int x = 0;

	for (auto _ : state)
		for (int i = 0; i < state.range(0); i++)
			benchmark::DoNotOptimize(x += i);
	state.SetItemsProcessed(state.iterations() * state.range(0));
	state.counters["odd"] = std::numeric_limits<double>::quiet_NaN();
	state.counters["size"] = static_cast<double>(state.range(0));
	state.SetComplexityN(state.range(0));
}
BENCHMARK(spin)->Arg(10)->Arg(1000)->Complexity();
BENCHMARK(spin)->Name("spin (again)")->Arg(10)->Unit(benchmark::kMicrosecond)->Repetitions(3);

#ifdef BROKEN
static void broken(benchmark::State &state)
{
	state.SkipWithError("no disk");
	for (auto _ : state) {
	}
}
BENCHMARK(broken);
#endif

BENCHMARK_MAIN();
