/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_RUN_TUNE_TUNE_SETTING_H
#define AS_RUN_TUNE_TUNE_SETTING_H

/* One setting and the state file. Only for src/run/tune*.c. */

#include "run/tune/tune_kernel.h"

/* The rows of tunables.def. */
struct as_tunable {
	enum as_check_id check;
	const char *path, *want;
};
extern const struct as_tunable as_tunables[];
extern const size_t as_n_tunables;

/* Before something is done to a file. */
void as_tune_step(const struct as_tune_place *p);

/* The word that a file of the kernel holds; of several the one in brackets. False if it holds none
 * that may be written back (letters, digits, _ and -, and one line). */
bool as_setting_read(const struct as_probe_root *root, const char *path,
	char word[static AS_TUNE_WORD]);

/* Write a word. 0, or errno. A file of a tree gets the bytes that the kernel would show, all at
 * once. */
int as_setting_write(const struct as_tune_place *p, const char *path, const char *word);

/* What writing may have left beside a file of a tree goes. */
void as_setting_tidy(const struct as_tune_place *p, const char *path);

/* 0 when it may be written by this process, or errno. */
int as_setting_closed(const struct as_probe_root *root, const char *path);

/* A path and a word of tunables.def, and of which check; false if they are not of it. */
bool as_setting_is_ours(const char *path, const char *want, enum as_check_id *check);

bool as_setting_is_word(const char *s);

/* Folder of the state file, locked for this process and made if need be; -1 with words. */
enum as_status as_tune_lock(const struct as_tune_place *p, int *folder,
	struct as_err *err) AS_MUST_CHECK;

/* Settings and boot of the text of a state file, which is taken to pieces; false where anything is
 * not as as_tune_remember writes it. */
bool as_tune_parse(char *text, struct as_arena *a, struct as_tuning *t, const char **boot);

enum as_tune_there { AS_TUNE_NONE, AS_TUNE_OTHER_BOOT, AS_TUNE_THIS_BOOT };

/* What the state file remembers; t may be NULL when only its boot is asked for. */
enum as_status as_tune_remembered(const struct as_tune_place *p, struct as_arena *a,
	struct as_tuning *t, enum as_tune_there *out, struct as_err *err) AS_MUST_CHECK;

/* Remember the PLANNED settings: when it returns, they are on the disk. */
enum as_status as_tune_remember(const struct as_tune_place *p, int folder,
	const struct as_tuning *t, struct as_err *err) AS_MUST_CHECK;

/* The state file goes. */
enum as_status as_tune_forget(const struct as_tune_place *p, int folder,
	struct as_err *err) AS_MUST_CHECK;

#endif
