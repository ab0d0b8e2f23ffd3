/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef AS_MODEL_SETTINGS_SETTING_H
#define AS_MODEL_SETTINGS_SETTING_H

/* What can be said of a measurement, as one table: settings/PART.def has a row for each member of a part
 * of struct as_request (run/request/request.h), and command.def for those of struct as_command. The structs, the
 * request as JSON, its defaults and ranges, the options of the command line with help, manual and
 * completion, and the keys of a suite with their schema follow from it. A row:
 *
 *	AS_SETTING(part, member, type, min, max, initial, words, option, key)
 *
 * part, member   of struct as_request: part.member
 * type      in C, in JSON and in words:
 *           COUNT (uint32_t), TIME (int64_t, ns; "30s"), BYTES (int64_t; "2GiB", "none"), PERCENT (double, a share; "2%"), NUMBER (double),
 *           FLAG (bool), TEXT, LINE (a text that a shell reads), ONE_OF (a text, one of words), TEXTS
 *           (n_member of them), WORD(tag) (enum tag): these are read by what the row says.
 *           BITS (uint32_t, words for some of them), CODES (int, n_member), COSTS (a double for each level,
 *           NaN: measured), GATES, PARAMETERS (names with values), SIGNED (int32_t), SIZE (size_t), SEED
 *           (uint64_t), WORDS (a list that ends with NULL), VERSION: cli/request/own_options.c and
 *           cli/suite/ have what reads these, if anybody says them
 * min, max  of numbers, both included, but for PERCENT, whose max is not, and whose min is not if words
 *           is "above". In JSON also initial and what lies between
 * initial   what holds where nothing is said, of numbers, words and flags; a TEXT has it in words
 * words     of WORD: "a b c" are 0, 1, 2; of ONE_OF; of a FLAG: the value of its option that means true, or
 *           of its key "yes no"
 * option    AS_NO_OPTION; AS_OPTION(...) as cli/line/options.def has it; AS_OPTION_IS(id): a flag that is true
 *           where that option was given, or what the option's own reader makes of it
 * key       AS_NO_KEY; AS_KEY(id, "key", place, "what it says"): in suites, as model/settings/suite_keys.def has
 *           it; AS_KEY_IS(id): a flag that is true where that key was given
 */

enum {
	AS_EXECUTIONS_MAX = 100000000, /* of -w, -r, -m, -M, --stage1 */
	AS_BUILDS_MAX = 10000,         /* of --builds */
	AS_ITERATIONS_MAX = 100000000, /* of --iterations, --drop */
	AS_COMMANDS_MAX = 10000,       /* that parameters or benchmarks may make */
};

/* The member of a struct that a row is:
 *
 *	struct as_amount {
 *	#define AS_SETTING AS_SETTING_MEMBER
 *	#include "model/settings/amount.def"
 *	#undef AS_SETTING
 *	};
 */
#define AS_SETTING_MEMBER(part, member, type, min, max, initial, words, option, key) \
	AS_MEMBER_##type(member)
#define AS_MEMBER_COUNT(member) uint32_t member;
#define AS_MEMBER_BITS(member) uint32_t member;
#define AS_MEMBER_SIZE(member) size_t member;
#define AS_MEMBER_SIGNED(member) int32_t member;
#define AS_MEMBER_TIME(member) int64_t member;
#define AS_MEMBER_BYTES(member) int64_t member;
#define AS_MEMBER_SEED(member) uint64_t member;
#define AS_MEMBER_NUMBER(member) double member;
#define AS_MEMBER_PERCENT(member) double member;
#define AS_MEMBER_FLAG(member) bool member;
#define AS_MEMBER_TEXT(member) const char *member;
#define AS_MEMBER_LINE(member) const char *member;
#define AS_MEMBER_ONE_OF(member) const char *member;
#define AS_MEMBER_TEXTS(member) const char *const *member; size_t n_##member;
#define AS_MEMBER_CODES(member) const int *member; size_t n_##member;
#define AS_MEMBER_COSTS(member) double member[AS_MODEL_LEVELS];
#define AS_MEMBER_GATES(member) const struct as_gate *member; size_t n_##member;
#define AS_MEMBER_WORDS(member) char *const *member;
#define AS_MEMBER_PARAMETERS(member) const struct as_parameter *member; size_t n_##member;
#define AS_MEMBER_VERSION(member) const struct as_version *member;
#define AS_MEMBER_WORD(tag) enum tag AS_MEMBER_OF
#define AS_MEMBER_OF(member) member;

#endif
