/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "call.h"

#include <cerrno>
#include <sys/socket.h>

namespace ANONYMOUS {

constexpr size_t most = 1 << 20;

bool put_all(int fd, const unsigned char *from, size_t n)
{
	while (n) {
		const ssize_t some = send(fd, from, n, MSG_NOSIGNAL);
		if (some < 0 && errno == EINTR)
			continue;
		if (some <= 0)
			return false;
		from += some;
		n -= static_cast<size_t>(some);
	}
	return true;
}

bool get_all(int fd, unsigned char *to, size_t n)
{
	while (n) {
		const ssize_t some = recv(fd, to, n, 0);
		if (some < 0 && errno == EINTR)
			continue;
		if (some <= 0)
			return false;
		to += some;
		n -= static_cast<size_t>(some);
	}
	return true;
}

} // namespace ANONYMOUS
using namespace ANONYMOUS;

bool sent(int fd, const bytes &what)
{
	static bytes frame; /* one write, so that nobody waits for the rest */

	frame.clear();
	for (unsigned i = 0; i < 4; i++)
		frame.push_back(static_cast<unsigned char>(what.size() >> 8 * i));
	frame.insert(frame.end(), what.begin(), what.end());
	return put_all(fd, frame.data(), frame.size());
}

bool received(int fd, bytes &into)
{
	unsigned char n[4];
	size_t size = 0;

	if (!get_all(fd, n, sizeof n))
		return false;
	for (unsigned i = 0; i < 4; i++)
		size |= static_cast<size_t>(n[i]) << 8 * i;
	if (size > most)
		return false;
	into.resize(size);
	return get_all(fd, into.data(), size);
}
