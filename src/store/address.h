/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_STORE_ADDRESS_H
#define AS_STORE_ADDRESS_H

/* Names of stores that are no files: postgresql://USER@HOST:PORT/DATABASE?KEY=VALUE. */

#include <stdbool.h>

/* A password stands in the address, where others could read it in the list of processes, in a
 * history of commands or in what is kept. */
bool as_address_has_password(const char *address);

#endif
