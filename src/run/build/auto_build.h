/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_BUILD_AUTO_BUILD_H
#define AS_RUN_BUILD_AUTO_BUILD_H

/* The command that builds a project of the usual kinds, by the file that each of them has
 * (auto_builds.def): `program` is the measured one, relative to the folder. NULL: none is there. */
const char *as_auto_build(const char *folder, const char *program);

#endif
