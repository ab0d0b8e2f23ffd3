// SPDX-License-Identifier: MIT
#ifndef BENCHMARK_BENCHMARK_H_
#define BENCHMARK_BENCHMARK_H_

// Sources that were written for Google Benchmark, with libassay in its place and unchanged:
//
//	c++ -O2 bench.cc $(pkg-config --cflags --libs assay-google) -o bench
//
// What is common is here: BENCHMARK and its kin, arguments, ranges, threads, fixtures, counters,
// both loops. Names of benchmarks are those of Google Benchmark. libassay decides how often an
// operation is repeated, so that MinTime, Iterations, Repetitions, Unit, and statistics and fits of
// complexity are accepted and change names at most. A time is never made smaller by stopping the
// clock: a benchmark that calls PauseTiming or has a time of its own fails with words that say so.
// (Programs that are linked with Google Benchmark itself are measured by `assay run`, too.)

#include <benchmark/assay_register.hpp>

#include <cstdlib>
#include <memory>

namespace benchmark
{

// A benchmark of a function and further arguments, made while the program runs.
template <class Function, class... Rest>
inline internal::Benchmark *RegisterBenchmark(const std::string &name, Function &&f, Rest &&...rest)
{
	return new internal::Benchmark(
		name, [f, rest...](State &s) mutable { f(s, rest...); }, "benchmark", 1);
}

class Fixture
{
      public:
	virtual ~Fixture()
	{
	}
	virtual void SetUp(const State &)
	{
	}
	virtual void SetUp(State &s)
	{
		SetUp(const_cast<const State &>(s));
	}
	virtual void TearDown(const State &)
	{
	}
	virtual void TearDown(State &s)
	{
		TearDown(const_cast<const State &>(s));
	}
	void Run(State &s)
	{
		SetUp(s);
		if (!s.error_occurred())
			BenchmarkCase(s);
		TearDown(s);
	}

      protected:
	virtual void BenchmarkCase(State &) = 0;
};

namespace internal
{

struct Arguments {
	std::vector<std::string> words;
	bool entered = false;
};
inline Arguments &arguments()
{
	static auto *a = new Arguments;
	return *a;
}

// All threads of a run share one fixture, which lives as long as the program.
template <class F> inline Benchmark *of_fixture(const char *name, const char *file, int line)
{
	auto fixture = std::make_shared<F>();
	return new Benchmark(
		name, [fixture](State &s) { fixture->Run(s); }, file, line);
}

} // namespace internal

// The words of the command line are libassay's: names of benchmarks, --list, --time (--help).
inline void Initialize(int *argc, char **argv)
{
	internal::arguments().words.assign(argv, argv + *argc);
	if (*argc > 1)
		*argc = 1;
}
inline bool ReportUnrecognizedArguments(int, char **)
{
	return false;
}
inline std::size_t RunSpecifiedBenchmarks()
{
	auto &a = internal::arguments();
	if (!a.entered)
		for (const auto *b : internal::Benchmark::all())
			b->enter();
	a.entered = true;
	if (a.words.empty())
		a.words.push_back("benchmark");
	std::vector<char *> argv;
	for (auto &word : a.words)
		argv.push_back(&word[0]);
	argv.push_back(nullptr);
	const int status = assay_main(static_cast<int>(a.words.size()), argv.data());
	if (status)
		std::exit(status);
	return internal::Benchmark::all().size();
}
inline void Shutdown()
{
}
inline void AddCustomContext(const std::string &, const std::string &)
{
}

} // namespace benchmark

#define BENCHMARK_ASSAY_NAME_2_(a, b) a##b
#define BENCHMARK_ASSAY_NAME_1_(a, b) BENCHMARK_ASSAY_NAME_2_(a, b)
#define BENCHMARK_PRIVATE_DECLARE(n) \
	static ::benchmark::internal::Benchmark *BENCHMARK_ASSAY_NAME_1_( \
		benchmark_of_assay_, __COUNTER__) BENCHMARK_UNUSED
#define BENCHMARK_ASSAY_(name, ...) \
	BENCHMARK_PRIVATE_DECLARE(_) = \
		(new ::benchmark::internal::Benchmark(name, __VA_ARGS__, __FILE__, __LINE__))

#define BENCHMARK(...) BENCHMARK_ASSAY_(#__VA_ARGS__, __VA_ARGS__)
#define BENCHMARK_WITH_ARG(f, a) BENCHMARK(f)->Arg((a))
#define BENCHMARK_WITH_ARG2(f, a1, a2) BENCHMARK(f)->Args({(a1), (a2)})
#define BENCHMARK_WITH_UNIT(f, t) BENCHMARK(f)->Unit((t))
#define BENCHMARK_RANGE(f, lo, hi) BENCHMARK(f)->Range((lo), (hi))
#define BENCHMARK_RANGE2(f, l1, h1, l2, h2) BENCHMARK(f)->RangePair((l1), (h1), (l2), (h2))
#define BENCHMARK_CAPTURE(f, name, ...) \
	BENCHMARK_ASSAY_(#f "/" #name, [](::benchmark::State &st) { f(st, __VA_ARGS__); })
#define BENCHMARK_TEMPLATE(f, ...) BENCHMARK_ASSAY_(#f "<" #__VA_ARGS__ ">", f<__VA_ARGS__>)
#define BENCHMARK_TEMPLATE1(f, a) BENCHMARK_ASSAY_(#f "<" #a ">", f<a>)
#define BENCHMARK_TEMPLATE2(f, a, b) BENCHMARK_ASSAY_(#f "<" #a "," #b ">", (f<a, b>))
#define BENCHMARK_TEMPLATE1_CAPTURE(f, a, name, ...) BENCHMARK_CAPTURE(f<a>, name, __VA_ARGS__)

#define BENCHMARK_ASSAY_FIXTURE_(base, id, ...) \
	class id : public __VA_ARGS__ \
	{ \
	      protected: \
		void BenchmarkCase(::benchmark::State &) override; \
	};
#define BENCHMARK_ASSAY_REGISTER_(id, name) \
	BENCHMARK_PRIVATE_DECLARE(_) = \
		(::benchmark::internal::of_fixture<id>(name, __FILE__, __LINE__))
#define BENCHMARK_DEFINE_F(base, method) \
	BENCHMARK_ASSAY_FIXTURE_(base, base##_##method##_Benchmark, base) \
	void base##_##method##_Benchmark::BenchmarkCase
#define BENCHMARK_REGISTER_F(base, method) \
	BENCHMARK_ASSAY_REGISTER_(base##_##method##_Benchmark, #base "/" #method)
#define BENCHMARK_F(base, method) \
	BENCHMARK_ASSAY_FIXTURE_(base, base##_##method##_Benchmark, base) \
	BENCHMARK_REGISTER_F(base, method); \
	void base##_##method##_Benchmark::BenchmarkCase
#define BENCHMARK_TEMPLATE_DEFINE_F(base, method, ...) \
	BENCHMARK_ASSAY_FIXTURE_(base, base##_##method##_Benchmark, base<__VA_ARGS__>) \
	void base##_##method##_Benchmark::BenchmarkCase
#define BENCHMARK_TEMPLATE_F(base, method, ...) \
	BENCHMARK_ASSAY_FIXTURE_(base, base##_##method##_Benchmark, base<__VA_ARGS__>) \
	BENCHMARK_ASSAY_REGISTER_( \
		base##_##method##_Benchmark, #base "<" #__VA_ARGS__ ">/" #method); \
	void base##_##method##_Benchmark::BenchmarkCase

#define BENCHMARK_MAIN() \
	int main(int argc, char **argv) \
	{ \
		::benchmark::Initialize(&argc, argv); \
		::benchmark::RunSpecifiedBenchmarks(); \
		::benchmark::Shutdown(); \
		return 0; \
	} \
	int main(int, char **)

#endif
