/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_REPORT_PAGE_PAGE_SERVED_PARTS_H
#define AS_REPORT_PAGE_PAGE_SERVED_PARTS_H

/* What documents of served pages share. Internal to report/page/. */

#include "report/page/page_served.h"
#include "report/page/page_words.h"

/* A name from outside, or null. */
void as_page_neutral(struct as_json *j, const char *key, const char *s);

/* Members "search", "page", "pages", "found" and "of". */
void as_page_part_add(struct as_json *j, const struct as_page_part *part);

/* Members "key", "name", "metric" and "host" of a series. */
void as_page_named_add(struct as_json *j, const struct as_history_series *s);

/* Those, and "now" and "versions". */
void as_page_series_add(struct as_json *j, const struct as_style *style,
	const struct as_history_series *s);

/* Members "word", "words" and "bounds" of a change: how large it is. */
void as_page_size_add(struct as_json *j, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c);

/* A change of it as an object: "kind", "word", "words", "bounds", "commit", ... */
void as_page_change_add(struct as_json *j, const struct as_style *style, const struct as_history *h,
	const struct as_history_series *s, const struct as_history_change *c);

/* Member "course": some values of it, and its levels. */
void as_page_course_add(struct as_json *j, const struct as_history_series *s,
	const struct as_history_drawn *drawn);

/* "worse", "better", "small", "same" or "none". */
const char *as_page_change_kind(const struct as_history_series *s,
	const struct as_history_change *c);

/* The change that its newest level began with, and that stays; SIZE_MAX: none. */
size_t as_page_stands(const struct as_history_series *s);

/* Member "levels". */
void as_page_levels_add(struct as_json *j, const struct as_history_series *s,
	const struct as_history_drawn *drawn);

#endif
