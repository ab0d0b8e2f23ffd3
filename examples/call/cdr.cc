/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "call.h"

namespace ANONYMOUS {

struct cdr_writer : writer {
	void align()
	{
		while (out.size() % 4)
			out.push_back(0);
	}
	void number(uint32_t x) override
	{
		align();
		for (unsigned i = 0; i < 4; i++)
			out.push_back(static_cast<unsigned char>(x >> 8 * i));
	}
	void text(const std::string &x) override
	{
		number(static_cast<uint32_t>(x.size() + 1));
		for (char c : x)
			out.push_back(static_cast<unsigned char>(c));
		out.push_back(0);
	}
};

struct cdr_reader : reader {
	const bytes *from = nullptr;
	size_t at = 0;

	uint32_t number() override
	{
		uint32_t x = 0;

		at += (4 - at % 4) % 4;
		well = well && at + 4 <= from->size();
		for (unsigned i = 0; well && i < 4; i++)
			x |= static_cast<uint32_t>((*from)[at++]) << 8 * i;
		return x;
	}
	std::string text() override
	{
		const uint32_t n = number();

		well = well && n && n <= from->size() - at && !(*from)[at + n - 1];
		if (!well)
			return "";
		std::string x(from->begin() + static_cast<std::ptrdiff_t>(at),
			from->begin() + static_cast<std::ptrdiff_t>(at + n - 1));
		at += n;
		return x;
	}
};

} // namespace ANONYMOUS
using namespace ANONYMOUS;

writer &fresh_writer()
{
	static cdr_writer w;

	w.out.clear();
	return w;
}

reader &reader_of(const bytes &from)
{
	static cdr_reader r;

	r.from = &from;
	r.at = 0;
	r.well = true;
	return r;
}
