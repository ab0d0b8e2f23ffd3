# SPDX-License-Identifier: GPL-3.0-or-later
# src/LAYERS first, then C files: says every include that goes against it. The folder of a file is
# the longest entry of LAYERS that its path begins with.

FILENAME ~ /LAYERS$/ {
	if (/^#/ || /^[ \t]*$/)
		next
	folder = $1
	if (sub(/:$/, "", folder) != 1) {
		print "src/LAYERS:" FNR ": '" $0 "' is not 'folder: folders'"
		next
	}
	known[folder] = 1
	for (i = 2; i <= NF; i++) {
		if ($i != "*" && !($i in known))
			print "src/LAYERS:" FNR ": " folder " uses " $i ", which does not stand above it"
		may[folder, $i] = 1
	}
	next
}

FNR == 1 {
	path = FILENAME
	sub(/^src\//, "", path)
	here = layer(path)
	if (here == "")
		print FILENAME ": its folder is not in src/LAYERS"
}

/^[ \t]*#[ \t]*include[ \t]*["<]/ {
	target = $0
	sub(/^[^"<]*["<]/, "", target)
	sub(/[">].*/, "", target)
	if ($0 ~ /include[ \t]*</) {
		if (target ~ /\// && layer(target) != "" && (target in ours || exists(target)))
			complain("<" target "> is ours: write it in quotes")
		next
	}
	if (target ~ /(^|\/)\.\.?\// || target !~ /\//)
		complain("\"" target "\" does not start at src/")
	else if ((there = layer(target)) == "")
		complain("\"" target "\" lies in a folder that is not in src/LAYERS")
	else if (here != "" && there != here && !((here, there) in may) && !((here, "*") in may))
		complain("\"" target "\": " here " may not use " there)
}

function complain(what)
{
	print FILENAME ":" FNR ": " what
}

function layer(file)
{
	while (sub(/\/?[^\/]*$/, "", file) && file != "")
		if (file in known)
			return file
	return ""
}

function exists(file,    line, there)
{
	there = (getline line < ("src/" file)) >= 0
	close("src/" file)
	if (there)
		ours[file] = 1
	return there
}
