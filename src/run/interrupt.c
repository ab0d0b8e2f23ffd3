/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked, ends;

static void note(int sig)
{
	if (asked < 100)
		asked = asked + 1;
	if (!ends || (sig == SIGINT && asked < 2))
		return;
	sigaction(sig, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
	raise(sig); /* it is blocked until this returns */
}

void as_interrupt_ends(bool at_once)
{
	ends = at_once;
}

void as_interrupt_catch(void)
{
	/* No SA_RESTART: a wait for the child must come back at once. */
	struct sigaction catch = {.sa_handler = note}, before = {.sa_handler = SIG_DFL};

	sigemptyset(&catch.sa_mask);
	sigaction(SIGINT, &catch, NULL);
	sigaction(SIGTERM, &catch, NULL);
	if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN) /* nohup */
		sigaction(SIGHUP, &catch, NULL);
}

int as_interrupt_count(void)
{
	return asked;
}
