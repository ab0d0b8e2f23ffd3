# SPDX-License-Identifier: GPL-3.0-or-later
# The output of strip.awk in; for each function out: file, line of its signature, name and length
# from signature to closing brace, separated by tabs. A body is a brace at file level that follows
# a closing parenthesis and is no initialiser.

BEGIN { FS = "\t" }

$1 != file { file = $1; depth = 0; preprocessor = 0; reset() }

{
	line = $3
	directive = preprocessor || line ~ /^[ \t]*#/
	preprocessor = directive && line ~ /\\$/
	if (directive)
		next
	if (line ~ /^}/ && depth > 1)
		depth = 1	# branches of #if that do not balance end here
	n = length(line)
	for (i = 1; i <= n; i++)
		read(substr(line, i, 1))
	if (!depth && text != "")
		text = text " "
}

function read(c)
{
	if (c == "}" && depth) {
		depth--
		if (!depth && name != "")
			print file "\t" start "\t" name "\t" $2 - start + 1
		if (!depth && (name != "" || text !~ /=/))
			reset()
	} else if (c == "{") {
		if (!depth++ && text ~ /\)[ \t]*$/ && text !~ /=/)
			name = called(text)
	} else if (!depth && c == ";") {
		reset()
	} else if (!depth && (text != "" || c !~ /[ \t]/)) {
		if (text == "")
			start = $2
		text = text c
	}
}

# The first word that is followed by a parenthesis and is no attribute.
function called(head)
{
	gsub(/__attribute__[ \t]*\(\([^)]*(\([^)]*\))?[^)]*\)\)/, "", head)
	sub(/[ \t]*\(.*/, "", head)
	sub(/.*[ \t*]/, "", head)
	return head == "" ? "?" : head
}

function reset()
{
	text = ""
	name = ""
}
