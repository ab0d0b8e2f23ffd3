/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/exit.h"

enum as_exit as_exit_of(enum as_status status)
{
	switch (status) {
	case AS_OK:
		return AS_EXIT_OK;
	case AS_ERR_USAGE:
		return AS_EXIT_USAGE;
	case AS_ERR_REFUSED:
		return AS_EXIT_REFUSED;
	case AS_ERR_BENCH:
		return AS_EXIT_BENCHMARK;
	case AS_ERR_INTERRUPTED:
		return AS_EXIT_INTERRUPTED;
	case AS_ERR_ARG:
	case AS_ERR_DATA:
	case AS_ERR_SYS:
	case AS_ERR_STORE:
	case AS_ERR_MEM:
		break;
	}
	return AS_EXIT_SYSTEM;
}

static int weight(enum as_exit e)
{
	switch (e) {
	case AS_EXIT_OK:
		return 0;
	case AS_EXIT_UNDECIDED:
	case AS_EXIT_SKIP:
		return 1;
	case AS_EXIT_REGRESSION:
		return 2;
	case AS_EXIT_REFUSED:
		return 3;
	case AS_EXIT_BENCHMARK:
		return 4;
	case AS_EXIT_USAGE:
		return 5;
	case AS_EXIT_SYSTEM:
		return 6;
	case AS_EXIT_INTERRUPTED:
		return 7;
	case AS_EXIT_NO_ANSWER:
		break;
	}
	return 8;
}

enum as_exit as_exit_worse(enum as_exit a, enum as_exit b)
{
	return weight(a) >= weight(b) ? a : b;
}
