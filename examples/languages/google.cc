// SPDX-License-Identifier: GPL-3.0-or-later
// Written for Google Benchmark, and measured with either library, unchanged:
//
//	c++ -O2 google.cc $(pkg-config --cflags --libs assay-google) -o bench
//	c++ -O2 google.cc -lbenchmark -lpthread -o bench
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

static void BM_empty(benchmark::State &state)
{
	for (auto _ : state) {
	}
}
BENCHMARK(BM_empty);
BENCHMARK(BM_empty)->Name("BM_named")->UseRealTime();

static void BM_old_loop(benchmark::State &state)
{
	std::string x = "hello";
	while (state.KeepRunning()) {
		std::string copy(x);
		benchmark::DoNotOptimize(copy);
	}
}
BENCHMARK(BM_old_loop)->Unit(benchmark::kMicrosecond);

static void BM_memcpy(benchmark::State &state)
{
	std::vector<char> from(static_cast<size_t>(state.range(0)), 'x'), to(from.size());
	for (auto _ : state) {
		memcpy(to.data(), from.data(), from.size());
		benchmark::ClobberMemory();
	}
	state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_memcpy)->Arg(8)->Arg(64)->Range(1 << 10, 8 << 10);
BENCHMARK(BM_memcpy)->RangeMultiplier(2)->Range(100, 1000)->MinTime(0.01);

static void BM_set_insert(benchmark::State &state)
{
	for (auto _ : state) {
		std::set<int64_t> data;
		for (int64_t i = 0; i < state.range(0); i++)
			data.insert(i * 7919 % (state.range(1) + 1));
		benchmark::DoNotOptimize(data);
	}
	state.SetItemsProcessed(state.iterations() * state.range(0));
	state.SetComplexityN(state.range(0));
	state.counters["distinct"] = static_cast<double>(state.range(1));
	state.counters["inserted"] =
		benchmark::Counter(static_cast<double>(state.range(0) * state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(BM_set_insert)->Args({16, 8})->Ranges({{4, 64}, {2, 16}})->ArgNames({"n", "distinct"})->Complexity();
BENCHMARK(BM_set_insert)->ArgsProduct({{1, 2}, {3, 4}})->Repetitions(2)->ReportAggregatesOnly(true);

static void custom(benchmark::internal::Benchmark *b)
{
	for (int i = 0; i <= 2; i++)
		b->Args({i, 10 * i});
}
static void BM_sum(benchmark::State &state)
{
	std::vector<int> list(static_cast<size_t>(state.range(1)), 1);
	for (auto _ : state) {
		int sum = std::accumulate(list.begin(), list.end(), static_cast<int>(state.range(0)));
		benchmark::DoNotOptimize(sum);
	}
}
BENCHMARK(BM_sum)->Apply(custom);
BENCHMARK(BM_sum)->Args({1, 1})->Iterations(10);
BENCHMARK(BM_memcpy)->DenseRange(1, 7, 3)->Repetitions(2);

template <class T>
static void BM_fill(benchmark::State &state)
{
	for (auto _ : state)
		benchmark::DoNotOptimize(std::vector<T>(100, T()));
}
BENCHMARK_TEMPLATE(BM_fill, int);
BENCHMARK_TEMPLATE(BM_fill, double)->Threads(1)->Threads(2);

template <class... Rest>
static void BM_given(benchmark::State &state, Rest &&...rest)
{
	const std::string text(rest...);
	for (auto _ : state)
		benchmark::DoNotOptimize(std::hash<std::string>()(text));
}
BENCHMARK_CAPTURE(BM_given, letters, 100u, 'x');
BENCHMARK_CAPTURE(BM_given, word, "word");

class Numbers : public benchmark::Fixture {
public:
	void SetUp(const benchmark::State &state) override
	{
		list.assign(static_cast<size_t>(state.range(0)), 3);
	}
	void TearDown(const benchmark::State &) override
	{
		list.clear();
	}
	std::vector<int> list;
};
BENCHMARK_DEFINE_F(Numbers, sort)(benchmark::State &state)
{
	for (auto _ : state) {
		auto copy = list;
		std::sort(copy.begin(), copy.end());
		benchmark::DoNotOptimize(copy.data());
	}
}
BENCHMARK_REGISTER_F(Numbers, sort)->Range(8, 64);

#ifdef REFUSED
static void BM_paused(benchmark::State &state)
{
	for (auto _ : state) {
		state.PauseTiming();
		state.ResumeTiming();
	}
}
BENCHMARK(BM_paused);

static void BM_broken(benchmark::State &state)
{
	for (auto _ : state) {
		state.SkipWithError("no disk");
		break;
	}
}
BENCHMARK(BM_broken);
#endif

BENCHMARK_MAIN();
