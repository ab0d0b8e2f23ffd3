/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/answer/published.h"

const char *const as_published_names[AS_PUBLISHED_METHODS] = {"spects2005", "epew2006"};
