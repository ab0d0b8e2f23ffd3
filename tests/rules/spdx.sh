#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every source says its licence in its first line (the second, where the first is #!): MIT for what
# users may link into their own programs, GPL-3.0-or-later for the rest.
. "$(dirname "$0")/rule.sh"

mit='^(clients|include|src/base|src/clock|src/stat/core|src/harness|src/spawn)/'

sources | while read -r file; do
	first=$(head -n 1 "$file" | tr -d '\0')
	case $file in
	*.c | *.h | *.def | *.sh | *.bash | *.bats | *.awk | *.sql | *.py | *.exp | *.R) ;;
	*) case $first in '#!'*) ;; *) continue ;; esac ;;
	esac
	case $first in '#!'*) first=$(sed -n 2p "$file") ;; esac
	want=GPL-3.0-or-later
	echo "$file" | grep -Eq "$mit" && want=MIT
	case $first in
	*"SPDX-License-Identifier: $want"*) ;;
	*"SPDX-License-Identifier:"*) echo "$file: its licence must be $want here, and it says: $first" ;;
	*) echo "$file: its first line must say SPDX-License-Identifier: $want" ;;
	esac
done >"$found"
verdict "every source says its licence"

for licence in MIT GPL-3.0-or-later; do
	[ -s "LICENSES/$licence.txt" ] || echo "LICENSES/$licence.txt is missing"
done >"$found"
verdict "the texts of the licences are there"

finish
