/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/picture.h"

const struct as_picture_entry as_pictures[AS_PICTURES] = {
#define AS_PICTURE(symbol, name, form, help) {name, AS_FORM_##form, help},
#include "model/pictures.def"
};
