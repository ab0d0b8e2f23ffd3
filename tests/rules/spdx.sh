#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every source says its licence in its first line (the second, where the first is #!): MIT for what
# users may link into their own programs, GPL-3.0-or-later for the rest.
. "$(dirname "$0")/rule.sh"

mit='^(clients|include|src/base|src/clock|src/stat/core|src/harness|src/spawn)/'

sources | tr '\n' '\0' | xargs -0 awk -v mit="$mit" 'BEGIN {
	for (i = 1; i < ARGC; i++) {
		file = ARGV[i]
		first = ""
		getline first <file
		if (file ~ /\.data$/) {
			first = "SPDX-License-Identifier: none is needed"
		} else if (first ~ /^#!/) {
			first = ""
			getline first <file
		} else if (file !~ /\.(c|h|cc|hpp|rs|go|java|def|sh|bash|bats|awk|sql|py|exp|R|mjs|css)$/) {
			first = "SPDX-License-Identifier: none is needed"
		}
		close(file)
		want = file ~ mit ? "MIT" : "GPL-3.0-or-later"
		if (first !~ /SPDX-License-Identifier:/)
			print file ": its first line must say SPDX-License-Identifier: " want
		else if (!index(first, "SPDX-License-Identifier: " want) && first !~ /: none is needed$/)
			print file ": its licence must be " want " here, and it says: " first
	}
}' >"$found"
verdict "every source says its licence"

for licence in MIT GPL-3.0-or-later; do
	[ -s "LICENSES/$licence.txt" ] || echo "LICENSES/$licence.txt is missing"
done >"$found"
verdict "the texts of the licences are there"

finish
