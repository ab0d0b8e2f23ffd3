// SPDX-License-Identifier: MIT
#ifndef ASSAY_HPP
#define ASSAY_HPP

// libassay in C++17: what <assay.h> has, with closures, objects that are kept, and a loop by `for`.
//
//	#include <assay.hpp>
//
//	static assay::bench sorting("sorting", [](assay::state &state) {
//		std::vector<int> data = shuffled(state.param("n"));   // set-up: not timed
//		for (auto _ : state) {                                // what is timed
//			auto copy = data;
//			std::sort(copy.begin(), copy.end());
//			assay::keep(copy);
//		}
//		state.items(data.size());
//	});
//	static auto &sizes = sorting.range("n", 64, 65536, 8);
//
//	ASSAY_MAIN()
//
//	c++ -O2 sorting.cc $(pkg-config --cflags --libs assay) -o sorting
//
// Everything that <assay.h> says of benchmarks holds: one loop each, not left early, names of one
// word. Its macros may stand in the same program. Who has assay_single.h includes that first.

#ifndef ASSAY_H
#include <assay.h>
#endif

#include <functional>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace assay
{

// Makes the compiler believe that x, and the memory that it leads to, is used. What fits a register
// is not stored.
template <typename T> inline __attribute__((always_inline)) void keep(const T &x)
{
	if constexpr (std::is_trivially_copyable<T>::value && sizeof(T) <= sizeof(void *))
		__asm__ volatile("" : : "r,m"(x) : "memory");
	else
		__asm__ volatile("" : : "m"(x) : "memory");
}

// Makes it forget what it knows of x.
template <typename T> inline __attribute__((always_inline)) void hide(T &x)
{
	if constexpr (std::is_trivially_copyable<T>::value && sizeof(T) <= sizeof(void *))
		__asm__ volatile("" : "+r"(x) : : "memory");
	else
		__asm__ volatile("" : "+m"(x) : : "memory");
}

inline void clobber()
{
	assay_clobber();
}

// What a benchmark is given. Belongs to its thread, and lives until its function returns.
class state
{
      public:
	explicit state(assay_state *c) : c_(c)
	{
	}
	state(const state &) = delete;
	state &operator=(const state &) = delete;

	// What a loop by `for` runs through: assay_loop.
	struct operation {
		~operation()
		{
		} // not trivial, so that no compiler calls it unused
	};
	struct ended {
	};
	class iterator
	{
	      public:
		// One more than are left, as each look counts down: so the loop has one branch.
		explicit iterator(state &of) : of_(of), left_(of.measure() + 1)
		{
		}
		operation operator*() const
		{
			return {};
		}
		iterator &operator++()
		{
			return *this;
		}
		__attribute__((always_inline)) bool operator!=(ended)
		{
			left_ = assay_less_(left_);
			if (__builtin_expect(left_ != 0, 1))
				return true;
			left_ = of_.measure();
			return left_ != 0;
		}

	      private:
		state &of_;
		uint64_t left_;
	};
	iterator begin()
	{
		return iterator(*this);
	}
	ended end() const
	{
		return {};
	}

	// How many operations the loop has done, all measurements together.
	uint64_t operations() const
	{
		return operations_;
	}

	int64_t param(const std::string &name) const
	{
		return assay_param(c_, name.c_str());
	}
	unsigned threads() const
	{
		return assay_threads(c_);
	}
	unsigned thread() const
	{
		return assay_thread(c_);
	}
	void fail(const std::string &why)
	{
		assay_fail(c_, "%s", why.c_str());
	}
	bool failed() const
	{
		return assay_failed(c_) != 0;
	}
	void bytes(double of_one_operation)
	{
		assay_bytes(c_, of_one_operation);
	}
	void items(double of_one_operation)
	{
		assay_items(c_, of_one_operation);
	}
	void counter(const std::string &name, double value, const std::string &unit,
		assay_counting counting)
	{
		assay_counter(c_, name.c_str(), value, unit.c_str(), counting);
	}
	// For the functions of <assay.h>.
	assay_state *c() const
	{
		return c_;
	}

	// The number of operations that are timed next, 0 at the end: for loops of another form.
	__attribute__((noinline)) uint64_t measure()
	{
		if (over_)
			return 0;
		uint64_t n = begun_ ? assay_next_(c_, 0) : assay_begin_(c_);
		begun_ = true;
		over_ = n == 0;
		operations_ += n;
		return n;
	}

      private:
	assay_state *c_;
	uint64_t operations_ = 0;
	bool begun_ = false, over_ = false;
};

// A benchmark of a name and a function or closure. Make it before assay_main runs: at file scope,
// or in main.
class bench
{
      public:
	using function = std::function<void(state &)>;

	bench(std::string name, function run, const char *file = __builtin_FILE(),
		int line = __builtin_LINE())
	    : made_(new made({}, std::move(name), std::move(run)))
	{
		made_->name = made_->title.c_str();
		made_->role = ASSAY_PLAIN_;
		made_->assay_entry_::run = call;
		made_->file = file;
		made_->line = line;
		made_->optimised = ASSAY_OPTIMISED_;
		assay_register_(made_);
	}

	// Parameters, as ASSAY_LIST, ASSAY_RANGE, ASSAY_STEPS and ASSAY_THREADS have them.
	bench &list(const std::string &parameter, std::vector<int64_t> values)
	{
		return set(parameter, ASSAY_LIST_, std::move(values));
	}
	bench &range(const std::string &parameter, int64_t low, int64_t high, int64_t factor)
	{
		return set(parameter, ASSAY_RANGE_, {low, high, factor});
	}
	bench &steps(const std::string &parameter, int64_t low, int64_t high, int64_t step)
	{
		return set(parameter, ASSAY_STEPS_, {low, high, step});
	}
	bench &threads(std::vector<int64_t> values)
	{
		return set("threads", ASSAY_THREADS_, std::move(values));
	}

      private:
	// They live as long as the program, which has a list of them.
	struct made : assay_entry_ {
		made(const assay_entry_ &e, std::string t, function r)
		    : assay_entry_(e), title(std::move(t)), closure(std::move(r))
		{
		}
		std::string title;
		function closure;
	};
	struct setting : assay_setting_ {
		setting(const assay_setting_ &s, std::string t, std::vector<int64_t> v)
		    : assay_setting_(s), title(std::move(t)), list(std::move(v))
		{
		}
		std::string title;
		std::vector<int64_t> list;
	};

	static void call(assay_state *c)
	{
		state s(c);
		static_cast<const made *>(assay_entry_of_(c))->closure(s);
	}
	bench &set(std::string parameter, assay_kind_ kind, std::vector<int64_t> values)
	{
		auto *s = new setting({}, std::move(parameter), std::move(values));
		s->parameter = s->title.c_str();
		s->kind = kind;
		s->values = s->list.data();
		s->n = s->list.size();
		assay_register_setting_(made_, s);
		return *this;
	}

	made *made_;
};

} // namespace assay

#endif
