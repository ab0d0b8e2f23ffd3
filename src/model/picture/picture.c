/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/picture/picture.h"

const struct as_picture_entry as_pictures[AS_PICTURES] = {
#define AS_PICTURE(symbol, name, form, of, help) {name, AS_FORM_##form, AS_OF_##of, help},
#include "model/picture/pictures.def"
};
