/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_LAYOUT_LAYOUT_GO_H
#define AS_RUN_LAYOUT_LAYOUT_GO_H

/* Go compiles and links by itself. From 1.22 on its linker puts functions into an order that is
 * drawn from a number: `go build -ldflags=-randlayout=NUMBER`; assay-wrap, as go, says that. */

#include "base/arena.h"
#include "run/spawner/spawner.h"

/* *out becomes the name of the Go in PATH, "go1.22.3", if its linker can; else NULL. */
enum as_status as_layout_go(struct as_spawner *s, struct as_arena *a, const char **out,
	struct as_err *err) AS_MUST_CHECK;

#endif
