/* SPDX-License-Identifier: GPL-3.0-or-later */
/* As short as a program can be; with a word, as long as one can be. */

#include <unistd.h>

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		pause();
	return 0;
}
