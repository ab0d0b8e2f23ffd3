/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_CLI_BUILT_WITH_H
#define AS_CLI_BUILT_WITH_H

extern const char as_version[]; /* "0.1.0" */

/* A library this program was built with. */
struct as_library {
	const char *name, *version;
};

extern const struct as_library as_libraries[]; /* {0} at the end */

#endif
