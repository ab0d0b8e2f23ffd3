// SPDX-License-Identifier: GPL-3.0-or-later
// Two benchmarks in C++: c++ -O2 bench.cc $(pkg-config --cflags --libs assay) -o bench && assay run ./bench
#include <assay.hpp>

#include <algorithm>
#include <numeric>

static std::vector<int> numbers(int64_t n)
{
	std::vector<int> list;
	for (int64_t i = 0; i < n; i++)
		list.push_back(static_cast<int>(i * 7919 % n));
	return list;
}

static assay::bench quick("quick", [](assay::state &state) {
	auto list = numbers(10);
	for (auto _ : state) {
		assay::hide(list);
		assay::keep(std::accumulate(list.begin(), list.end(), 0));
	}
});

static assay::bench sorting("sort", [](assay::state &state) {
	auto list = numbers(state.param("n"));
	for (auto _ : state) {
		auto copy = list;
		std::sort(copy.begin(), copy.end());
		assay::keep(copy);
	}
	state.items(static_cast<double>(list.size()));
});
static auto &sizes = sorting.list("n", {1000});

ASSAY_MAIN()
