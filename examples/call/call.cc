/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call - time a small remote call over loopback, with marshalling of its own
 *
 *	call ping     one iteration is 20 calls
 *	call marshal  the same calls, of which the marshalling of the text alone is timed
 *
 * As the benchmarks Ping and Marshal(ing) of omniORB in T. Kalibera, L. Bulej and P. Tuma, "Benchmark
 * Precision and Random Initial State" (2005): a text goes to a server, a process of its own that is
 * started anew in each execution, and comes back in capitals. */

#include "call.h"

#include <arpa/inet.h>
#include <cctype>
#include <csignal>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "../layout/iterations.h"

namespace ANONYMOUS {

struct session {
	int fd = -1;
	bool only_marshal = false;
	uint32_t id = 0;
	std::string argument, capitals;
	bytes buffer;
};

bool call_once(session &s)
{
	const message request{s.id++, 0, "echo", "capitals", s.argument};
	message reply;

	if (s.only_marshal)
		part_begins();
	const bytes &out = marshalled(request);
	if (s.only_marshal)
		part_ends();
	return sent(s.fd, out) && received(s.fd, s.buffer) && unmarshalled(s.buffer, reply) &&
		reply.id == request.id && reply.argument == s.capitals;
}

bool calls(void *context)
{
	for (unsigned i = 0; i < 20; i++)
		if (!call_once(*static_cast<session *>(context)))
			return false;
	return true;
}

int serve(int fd)
{
	bytes buffer;
	message request, reply;

	while (received(fd, buffer))
		if (!unmarshalled(buffer, request) || !dispatch(request, reply) ||
			!sent(fd, marshalled(reply)))
			return 1;
	return 0;
}

/* The server's process, which waits for one connection; 0 where it cannot be had. */
pid_t start_server(sockaddr_in &at)
{
	socklen_t n = sizeof at;
	const int fd = socket(AF_INET, SOCK_STREAM, 0);

	at = {};
	at.sin_family = AF_INET;
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || bind(fd, reinterpret_cast<sockaddr *>(&at), n) || listen(fd, 1) ||
		getsockname(fd, reinterpret_cast<sockaddr *>(&at), &n))
		return 0;
	const pid_t child = fork();
	if (!child) {
		const int peer = accept(fd, nullptr, nullptr);
		_exit(peer < 0 ? 1 : serve(peer));
	}
	close(fd);
	return child > 0 ? child : 0;
}

bool reach(session &s, const sockaddr_in &at)
{
	int on = 1;

	s.fd = socket(AF_INET, SOCK_STREAM, 0);
	return s.fd >= 0 && !connect(s.fd, reinterpret_cast<const sockaddr *>(&at), sizeof at) &&
		!setsockopt(s.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

int run(session &s)
{
	sockaddr_in at;
	int ended = 1;
	const pid_t server = start_server(at);

	if (!server || !reach(s, at)) {
		std::fprintf(stderr, "call: no server on loopback: %s\n", std::strerror(errno));
		if (server)
			kill(server, SIGTERM);
		return 1;
	}
	const int status = iterate("call", calls, &s);
	close(s.fd);
	waitpid(server, &ended, 0);
	return status || ended;
}

} // namespace ANONYMOUS
using namespace ANONYMOUS;

int main(int argc, char **argv)
{
	session s;

	if (argc != 2 || (std::strcmp(argv[1], "ping") != 0 && std::strcmp(argv[1], "marshal") != 0)) {
		std::fprintf(stderr, "usage: call ping|marshal\n");
		return 2;
	}
	s.only_marshal = !std::strcmp(argv[1], "marshal");
	for (unsigned i = 0; i < 400; i++)
		s.argument += static_cast<char>('a' + i % 26);
	for (const char c : s.argument)
		s.capitals += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
	return run(s);
}
