# SPDX-License-Identifier: GPL-3.0-or-later
# C files in; for each line out: file, line number, and the code with comments and the insides of
# strings and characters left out, separated by tabs (a tab in the code becomes a blank). So the
# other rules look at code only.

FNR == 1 { comment = 0; string = "" }

# Most lines hold no quote and no comment: they go through as they are.
!comment && string == "" && !/["'\/]/ { emit($0); next }

{
	out = ""
	n = length($0)
	for (i = 1; i <= n; i++) {
		c = substr($0, i, 1)
		two = substr($0, i, 2)
		if (comment) {
			if (two == "*/") { comment = 0; i++ }
		} else if (string != "") {
			if (c == "\\") i++
			else if (c == string) { string = ""; out = out c }
		} else if (two == "/*") {
			comment = 1; i++; out = out " "
		} else if (two == "//") {
			break
		} else {
			if (c == "\"" || (c == "'" && out !~ /[0-9a-fA-F]$/)) string = c
			out = out c
		}
	}
	if ($0 !~ /\\$/) string = ""	# no string goes past its line, unless the line is continued
	emit(out)
}

function emit(code)
{
	gsub(/\t/, " ", code)
	printf "%s\t%d\t%s\n", FILENAME, FNR, code
}
