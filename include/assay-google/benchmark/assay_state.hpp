// SPDX-License-Identifier: MIT
#ifndef BENCHMARK_ASSAY_STATE_H_
#define BENCHMARK_ASSAY_STATE_H_

// What a benchmark is given, and what keeps compilers honest: a part of <benchmark/benchmark.h>.

#include <assay.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#define BENCHMARK_UNUSED __attribute__((unused))
#define BENCHMARK_ALWAYS_INLINE __attribute__((always_inline))
#define BENCHMARK_NOEXCEPT noexcept

namespace benchmark
{

typedef int64_t IterationCount;
typedef int64_t ComplexityN;
enum TimeUnit { kNanosecond, kMicrosecond, kMillisecond, kSecond };
enum BigO { oNone, o1, oN, oNSquared, oNCubed, oLogN, oNLogN, oAuto, oLambda };
typedef double(BigOFunc)(IterationCount);

template <class T> inline BENCHMARK_ALWAYS_INLINE void DoNotOptimize(const T &x)
{
	assay::keep(x);
}
template <class T> inline BENCHMARK_ALWAYS_INLINE void DoNotOptimize(T &x)
{
	assay::hide(x);
}
template <class T, class = typename std::enable_if<!std::is_lvalue_reference<T>::value>::type>
inline BENCHMARK_ALWAYS_INLINE void DoNotOptimize(T &&x)
{
	assay::hide(x);
}
inline BENCHMARK_ALWAYS_INLINE void ClobberMemory()
{
	assay_clobber();
}

class Counter
{
      public:
	enum Flags {
		kDefaults = 0,
		kIsRate = 1,
		kAvgThreads = 2,
		kAvgThreadsRate = kIsRate | kAvgThreads,
		kIsIterationInvariant = 4,
		kIsIterationInvariantRate = kIsRate | kIsIterationInvariant,
		kAvgIterations = 8,
		kAvgIterationsRate = kIsRate | kAvgIterations,
		kInvert = 1 << 30
	};
	enum OneK { kIs1000 = 1000, kIs1024 = 1024 };

	double value;
	Flags flags;
	OneK oneK;

	Counter(double v = 0., Flags f = kDefaults, OneK k = kIs1000) : value(v), flags(f), oneK(k)
	{
	}
	operator double const &() const
	{
		return value;
	}
	operator double &()
	{
		return value;
	}
};
inline Counter::Flags operator|(Counter::Flags a, Counter::Flags b)
{
	return static_cast<Counter::Flags>(static_cast<int>(a) | static_cast<int>(b));
}
typedef std::map<std::string, Counter> UserCounters;

class State
{
      public:
	State(assay_state *c, const std::vector<int64_t> &arguments, const std::string &name)
	    : loop_(c), arguments_(arguments), name_(name)
	{
	}

	typedef assay::state::iterator StateIterator;
	BENCHMARK_ALWAYS_INLINE StateIterator begin()
	{
		return loop_.begin();
	}
	BENCHMARK_ALWAYS_INLINE assay::state::ended end()
	{
		return {};
	}
	BENCHMARK_ALWAYS_INLINE bool KeepRunning()
	{
		if (__builtin_expect(left_ > 1, 1))
			left_ = assay_less_(left_);
		else
			left_ = loop_.measure();
		return left_ != 0;
	}

	int64_t range(std::size_t i = 0) const
	{
		if (i < arguments_.size())
			return arguments_[i];
		assay_fail(loop_.c(), "it asks for its argument %zu and has %zu", i,
			arguments_.size());
		return 0;
	}
	int64_t range_x() const
	{
		return range(0);
	}
	int64_t range_y() const
	{
		return range(1);
	}
	int threads() const
	{
		return static_cast<int>(loop_.threads());
	}
	int thread_index() const
	{
		return static_cast<int>(loop_.thread());
	}
	IterationCount iterations() const
	{
		return static_cast<IterationCount>(loop_.operations());
	}
	std::string name() const
	{
		return name_;
	}

	void SkipWithError(const std::string &why)
	{
		loop_.fail(why);
	}
	void SkipWithMessage(const std::string &why)
	{
		loop_.fail(why);
	}
	bool error_occurred() const
	{
		return loop_.failed();
	}
	bool skipped() const
	{
		return loop_.failed();
	}
	void PauseTiming()
	{
		loop_.fail("it stops the clock inside its loop (PauseTiming), which costs more "
			   "than many an operation: "
			   "prepare a batch of inputs with assay_loop_inputs, or link Google "
			   "Benchmark itself");
	}
	void ResumeTiming()
	{
	}
	void SetIterationTime(double)
	{
		loop_.fail("it has a time of its own (SetIterationTime): report it to assay, or "
			   "link Google Benchmark itself");
	}

	void SetBytesProcessed(int64_t of_all_operations)
	{
		bytes_ = of_all_operations;
	}
	int64_t bytes_processed() const
	{
		return bytes_;
	}
	void SetItemsProcessed(int64_t of_all_operations)
	{
		items_ = of_all_operations;
	}
	int64_t items_processed() const
	{
		return items_;
	}
	void SetLabel(const std::string &)
	{
	}
	void SetComplexityN(ComplexityN n)
	{
		complexity_ = n;
	}
	ComplexityN complexity_length_n() const
	{
		return complexity_;
	}
	UserCounters counters;

	// What was said while it ran goes to libassay, which wants it of one operation.
	void tell()
	{
		const double n = static_cast<double>(loop_.operations());
		if (loop_.failed() || !(n > 0))
			return;
		if (bytes_)
			loop_.bytes(static_cast<double>(bytes_) / n);
		if (items_)
			loop_.items(static_cast<double>(items_) / n);
		for (const auto &c : counters)
			tell(c.first, c.second, n);
	}

      private:
	void tell(std::string counter, const Counter &c, double n)
	{
		assay_counting how = ASSAY_TOTAL;
		double value = c.flags & Counter::kIsIterationInvariant ? c.value * n : c.value;
		if (c.flags & Counter::kIsRate)
			how = ASSAY_PER_SECOND;
		else if (c.flags & Counter::kAvgIterations)
			how = ASSAY_PER_OPERATION;
		else if (c.flags & Counter::kAvgThreads)
			how = ASSAY_AVERAGE;
		if ((c.flags & Counter::kIsRate) && (c.flags & Counter::kAvgIterations))
			value /= n;
		if ((c.flags & Counter::kIsRate) && (c.flags & Counter::kAvgThreads))
			value /= threads();
		for (char &letter : counter)
			if (!is_of_a_word(letter))
				letter = '_';
		if (c.flags & Counter::kInvert)
			loop_.fail("its counter '" + counter +
				   "' is inverted: say how many there are a second instead");
		else if (value >= -1e300 && value <= 1e300)
			loop_.counter(counter, value, "1", how);
	}
	static bool is_of_a_word(char c)
	{
		return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		       c == '_' || c == '.' || c == '-';
	}

	assay::state loop_;
	const std::vector<int64_t> &arguments_;
	const std::string &name_;
	uint64_t left_ = 0;
	int64_t bytes_ = 0, items_ = 0;
	ComplexityN complexity_ = 0;
};

} // namespace benchmark

#endif
