/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "call.h"

namespace ANONYMOUS {

constexpr uint32_t magic = 0x504f4947; /* GIOP */

void put_header(writer &w, const message &m)
{
	w.number(magic);
	w.number(m.kind);
	w.number(m.id);
}

void put_target(writer &w, const message &m)
{
	w.text(m.object);
	w.text(m.operation);
}

bool take_header(reader &r, message &m)
{
	const bool ours = r.number() == magic;

	m.kind = r.number();
	m.id = r.number();
	return ours && r.well;
}

void take_target(reader &r, message &m)
{
	m.object = r.text();
	m.operation = r.text();
}

} // namespace ANONYMOUS
using namespace ANONYMOUS;

const bytes &marshalled(const message &m)
{
	writer &w = fresh_writer();

	put_header(w, m);
	put_target(w, m);
	w.text(m.argument);
	return w.out;
}

bool unmarshalled(const bytes &from, message &to)
{
	reader &r = reader_of(from);

	if (!take_header(r, to))
		return false;
	take_target(r, to);
	to.argument = r.text();
	return r.well;
}
