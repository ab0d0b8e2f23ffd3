/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_SERVE_LIMITS_H
#define AS_SERVE_LIMITS_H

/* What a server takes and gives at most: AS_MOST_CONNECTIONS, ... */

enum {
#define AS_LIMIT(name, value, of) AS_MOST_##name = (value),
#include "serve/limits.def"
#undef AS_LIMIT
};

#endif
