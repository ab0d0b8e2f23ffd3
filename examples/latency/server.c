/* SPDX-License-Identifier: GPL-3.0-or-later */
/* server SOCKET [WORK [SLOW]]: answers each byte that comes with one, after WORK steps (1000) of
 * arithmetic; each hundredth request costs SLOW times that (10). One client, then it ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static volatile unsigned result;

static void work(unsigned long steps)
{
	unsigned x = 1;

	for (unsigned long i = 0; i < steps; i++)
		x = x * 1664525 + 1013904223;
	result = x;
}

static int serve(int client, unsigned long steps, unsigned long slow)
{
	unsigned long n = 0;
	char request;

	while (read(client, &request, 1) == 1) {
		work(++n % 100 ? steps : slow * steps);
		if (write(client, &request, 1) != 1)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	int listener = socket(AF_UNIX, SOCK_STREAM, 0), client;

	if (argc < 2 || strlen(argv[1]) >= sizeof at.sun_path || listener < 0)
		return fprintf(stderr, "usage: server SOCKET [WORK [SLOW]]\n"), 2;
	strcpy(at.sun_path, argv[1]);
	if (bind(listener, (struct sockaddr *)&at, sizeof at) || listen(listener, 1))
		return perror(argv[1]), 1;
	client = accept(listener, NULL, NULL);
	if (client < 0)
		return 1;
	return serve(client, argc > 2 ? strtoul(argv[2], NULL, 10) : 1000,
		argc > 3 ? strtoul(argv[3], NULL, 10) : 10);
}
