// SPDX-License-Identifier: MIT
#ifndef BENCHMARK_ASSAY_REGISTER_H_
#define BENCHMARK_ASSAY_REGISTER_H_

// Benchmarks with their arguments, before they are run: a part of <benchmark/benchmark.h>.

#include <benchmark/assay_state.hpp>

#include <condition_variable>
#include <cstdio>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

namespace benchmark
{

inline std::vector<int64_t> CreateRange(int64_t low, int64_t high, int multi)
{
	std::vector<int64_t> list{low}, below;
	for (int64_t power = 1; power < high; power *= multi) {
		if (power > low)
			list.push_back(power);
		if (power < -low && -power < high)
			below.push_back(-power);
		if (power > std::numeric_limits<int64_t>::max() / multi)
			break;
	}
	if (low < 0) {
		if (high > 0)
			below.insert(below.begin(), 0);
		list.insert(list.begin() + 1, below.rbegin(), below.rend());
	}
	if (high != low)
		list.push_back(high);
	return list;
}
inline std::vector<int64_t> CreateDenseRange(int64_t start, int64_t limit, int step)
{
	std::vector<int64_t> list;
	for (int64_t i = start; i <= limit; i += step)
		list.push_back(i);
	return list;
}

namespace internal
{

// One name with arguments, and where its threads meet for what is called once.
struct Instance {
	std::string name;
	std::vector<int64_t> arguments;
	std::function<void(State &)> run, setup, teardown;
	std::mutex mutex;
	std::condition_variable is_ready;
	int ready = 0, inside = 0;

	void enter(State &s)
	{
		std::unique_lock<std::mutex> lock(mutex);
		if (s.thread_index() == 0) {
			if (setup)
				setup(s);
			ready = inside = s.threads();
			is_ready.notify_all();
		}
		is_ready.wait(lock, [this] { return ready > 0; });
		ready--;
	}
	void leave(State &s)
	{
		std::unique_lock<std::mutex> lock(mutex);
		if (--inside == 0 && teardown)
			teardown(s);
	}
};

class Benchmark
{
      public:
	Benchmark(std::string name, std::function<void(State &)> run, const char *file, int line)
	    : name_(std::move(name)), run_(std::move(run)), file_(file), line_(line)
	{
		all().push_back(this);
	}

	Benchmark *Name(const std::string &name)
	{
		name_ = name;
		return this;
	}
	Benchmark *Arg(int64_t x)
	{
		return Args({x});
	}
	Benchmark *Args(const std::vector<int64_t> &list)
	{
		arguments_.push_back(list);
		return this;
	}
	Benchmark *ArgPair(int64_t x, int64_t y)
	{
		return Args({x, y});
	}
	Benchmark *Range(int64_t low, int64_t high)
	{
		return ArgsProduct({CreateRange(low, high, multiplier_)});
	}
	Benchmark *RangePair(int64_t low1, int64_t high1, int64_t low2, int64_t high2)
	{
		return Ranges({{low1, high1}, {low2, high2}});
	}
	Benchmark *Ranges(const std::vector<std::pair<int64_t, int64_t>> &ranges)
	{
		std::vector<std::vector<int64_t>> lists;
		for (const auto &r : ranges)
			lists.push_back(CreateRange(r.first, r.second, multiplier_));
		return ArgsProduct(lists);
	}
	Benchmark *DenseRange(int64_t start, int64_t limit, int step = 1)
	{
		return ArgsProduct({CreateDenseRange(start, limit, step)});
	}
	// All combinations; the first list's values change fastest.
	Benchmark *ArgsProduct(const std::vector<std::vector<int64_t>> &lists)
	{
		std::size_t n = 1;
		for (const auto &list : lists)
			n *= list.size();
		for (std::size_t i = 0; i < n; i++) {
			std::vector<int64_t> row;
			std::size_t at = i;
			for (const auto &list : lists) {
				row.push_back(list[at % list.size()]);
				at /= list.size();
			}
			Args(row);
		}
		return this;
	}
	Benchmark *RangeMultiplier(int multiplier)
	{
		multiplier_ = multiplier;
		return this;
	}
	Benchmark *ArgName(const std::string &name)
	{
		return ArgNames({name});
	}
	Benchmark *ArgNames(const std::vector<std::string> &names)
	{
		argument_names_ = names;
		return this;
	}
	Benchmark *Apply(void (*to)(Benchmark *))
	{
		to(this);
		return this;
	}
	Benchmark *Setup(void (*f)(const State &))
	{
		setup_ = f;
		return this;
	}
	Benchmark *Teardown(void (*f)(const State &))
	{
		teardown_ = f;
		return this;
	}
	Benchmark *Threads(int n)
	{
		threads_.push_back(n);
		return this;
	}
	Benchmark *ThreadRange(int low, int high)
	{
		for (int64_t n : CreateRange(low, high, 2))
			Threads(static_cast<int>(n));
		return this;
	}
	Benchmark *DenseThreadRange(int low, int high, int stride = 1)
	{
		for (int n = low; n < high; n += stride)
			Threads(n);
		return Threads(high);
	}
	Benchmark *ThreadPerCpu()
	{
		return Threads(static_cast<int>(std::thread::hardware_concurrency()));
	}

	// Part of the name; libassay decides about the rest.
	Benchmark *MinTime(double s)
	{
		return part(min_time_, "/min_time:%0.3f", s);
	}
	Benchmark *MinWarmUpTime(double s)
	{
		return part(min_warmup_, "/min_warmup_time:%0.3f", s);
	}
	Benchmark *Iterations(IterationCount n)
	{
		iterations_ = "/iterations:" + std::to_string(n);
		return this;
	}
	Benchmark *Repetitions(int n)
	{
		repetitions_ = "/repeats:" + std::to_string(n);
		return this;
	}
	Benchmark *MeasureProcessCPUTime()
	{
		process_ = "/process_time";
		return this;
	}
	Benchmark *UseRealTime()
	{
		time_ = "/real_time";
		return this;
	}
	Benchmark *UseManualTime()
	{
		time_ = "/manual_time";
		return this;
	}
	Benchmark *Unit(TimeUnit)
	{
		return this;
	}
	Benchmark *ReportAggregatesOnly(bool = true)
	{
		return this;
	}
	Benchmark *DisplayAggregatesOnly(bool = true)
	{
		return this;
	}
	Benchmark *Complexity(BigO = oAuto)
	{
		return this;
	}
	Benchmark *Complexity(BigOFunc *)
	{
		return this;
	}
	Benchmark *ComputeStatistics(const std::string &, double (*)(const std::vector<double> &))
	{
		return this;
	}

	// Those of the program, in the order in which they were made. They live as long as it does.
	static std::vector<Benchmark *> &all()
	{
		static auto *list = new std::vector<Benchmark *>;
		return *list;
	}

	// Each row of arguments becomes a benchmark of libassay.
	void enter() const
	{
		if (arguments_.empty())
			enter({});
		for (const auto &row : arguments_)
			enter(row);
	}

      private:
	Benchmark *part(std::string &of_name, const char *format, double x)
	{
		char text[64];
		std::snprintf(text, sizeof text, format, x);
		of_name = text;
		return this;
	}

	std::string name_with(const std::vector<int64_t> &arguments) const
	{
		std::string name = name_;
		for (std::size_t i = 0; i < arguments.size(); i++) {
			name += '/';
			if (i < argument_names_.size() && !argument_names_[i].empty())
				name += argument_names_[i] + ':';
			name += std::to_string(arguments[i]);
		}
		name += min_time_ + min_warmup_ + iterations_ + repetitions_ + process_ + time_;
		for (char &c : name)
			if (c <= ' ' || c > '~')
				c = '_';
		return name;
	}

	void enter(const std::vector<int64_t> &arguments) const
	{
		for (int threads : threads_.empty() ? std::vector<int>{0} : threads_) {
			auto *it = new Instance;
			it->name = name_with(arguments);
			it->arguments = arguments;
			it->run = run_;
			it->setup = setup_;
			it->teardown = teardown_;
			assay::bench made(
				it->name, [it](assay::state &s) { run_one(*it, s.c()); }, file_,
				line_);
			if (threads)
				made.threads({threads});
		}
	}

	static void run_one(Instance &it, assay_state *c)
	{
		State s(c, it.arguments, it.name);
		it.enter(s);
		it.run(s);
		s.tell();
		it.leave(s);
	}

	std::string name_, min_time_, min_warmup_, iterations_, repetitions_, process_, time_;
	std::function<void(State &)> run_, setup_, teardown_;
	const char *file_;
	int line_, multiplier_ = 8;
	std::vector<std::vector<int64_t>> arguments_;
	std::vector<std::string> argument_names_;
	std::vector<int> threads_;
};

} // namespace internal

} // namespace benchmark

#endif
