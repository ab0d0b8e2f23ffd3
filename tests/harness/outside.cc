// SPDX-License-Identifier: GPL-3.0-or-later

// What the header offers, in C++.

#include <vector>

#include ASSAY_HEADER

enum colour { red, green };

ASSAY_BENCH(keeps)
{
	int i = 1;
	double d = 2;
	float f = 3;
	long double l = 4;
	char c = 5;
	void *p = &i;
	colour e = green;

	assay_loop (state) {
		assay_hide(i);
		assay_keep(i + 1);
		assay_keep(d);
		assay_keep(f);
		assay_keep(l);
		assay_keep(c);
		assay_keep(p);
		assay_keep(e);
		assay_clobber();
	}
}

ASSAY_BENCH(push)
{
	auto n = static_cast<int>(assay_param(state, "n"));

	assay_loop (state) {
		std::vector<int> v;
		for (int i = 0; i < n; i++)
			v.push_back(i);
		assay_keep(v.data());
		assay_clobber();
	}
	assay_items(state, n);
}
ASSAY_RANGE(push, "n", 1, 64, 8);

struct vectors {
	std::vector<int> *v;
};

ASSAY_SETUP(vectors)
{
	fixture->v = new std::vector<int>(100, 1);
}

ASSAY_TEARDOWN(vectors)
{
	delete fixture->v;
}

ASSAY_BENCH_F(vectors, size)
{
	assay_loop (state)
		assay_keep(fixture->v->size());
}

struct input {
	int used;
};

static void prepare(void *it, void *)
{
	static_cast<input *>(it)->used = 0;
}

ASSAY_BENCH(inputs)
{
	const assay_inputs in = {sizeof(input), prepare, nullptr, nullptr};
	input *it;

	assay_loop_inputs (state, it, &in)
		it->used++;
}

ASSAY_REFERENCE(same, one)
{
	int x = 0;

	assay_loop (state)
		assay_keep(x = 3);
	assay_output(state, &x, sizeof x);
}

ASSAY_CANDIDATE(same, other)
{
	int x = 0;

	assay_loop (state)
		assay_keep(x = 1 + 2);
	assay_output(state, &x, sizeof x);
}

ASSAY_MAIN()
