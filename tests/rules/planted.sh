#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The rules find what they are for: each violation is planted in a small tree of its own, and the
# rule must name it.
set -u
export LC_ALL=C
unset ASSAY_BUILD
rules=$(cd "$(dirname "$0")" && pwd)
cc=${ASSAY_CC:-cc}
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
count=0
bad=0

result() {
	count=$((count + 1))
	echo "$1 $count - $2"
	[ "$1" = ok ] || { bad=1; sed 's/^/# /' "$tmp/out"; }
}

# tree: a fresh tree that keeps all the rules.
tree() {
	rm -rf "$tmp/t"
	mkdir -p "$tmp/t/src/base" "$tmp/t/src/model" "$tmp/t/src/cli" "$tmp/t/src/stat/core" \
		"$tmp/t/src/stat/dist" "$tmp/t/LICENSES"
	cd "$tmp/t" || exit 2
	printf 'base:\nstat/core: base\nstat/dist: base stat/core\nmodel: base\ncli: *\n' >src/LAYERS
	echo text >LICENSES/MIT.txt
	echo text >LICENSES/GPL-3.0-or-later.txt
	for folder in base model; do
		guard=AS_$(echo $folder | tr '[:lower:]' '[:upper:]')_H
		printf '#ifndef %s\n#define %s\nint as_%s(void);\n#endif\n' "$guard" "$guard" $folder >body
		plant src/$folder/$folder.h <body
		printf '#include "%s/%s.h"\nint as_%s(void)\n{\n\treturn 1;\n}\n' \
			$folder $folder $folder >body
		plant src/$folder/$folder.c <body
	done
	rm body
}

# plant FILE: writes standard input there, under a licence line.
plant() {
	case $1 in
	src/base/* | src/stat/core/*) echo '/* SPDX-License-Identifier: MIT */' >"$1" ;;
	*) echo '/* SPDX-License-Identifier: GPL-3.0-or-later */' >"$1" ;;
	esac
	cat >>"$1"
}

# caught RULE TEXT: the rule fails on the tree as it is and TEXT is among its findings.
caught() {
	sh "$rules/$1.sh" "$tmp/t" >"$tmp/out" 2>&1
	if [ $? -eq 1 ] && grep -q '^not ok' "$tmp/out" && grep -qF -- "$2" "$tmp/out"; then
		result ok "$1 finds: $2"
	else
		result 'not ok' "$1 finds: $2"
	fi
}

passes() {
	if sh "$rules/$1.sh" "$tmp/t" >"$tmp/out" 2>&1; then
		result ok "$1 $2"
	else
		result 'not ok' "$1 $2"
	fi
}

# archive FOLDER: compiles the folder's files into its library, as Meson does.
archive() {
	mkdir -p "build/src/$1"
	for file in src/"$1"/*.c; do
		$cc -Isrc -O1 -c "$file" -o "build/src/$1/$(basename "$file").o" || exit 2
	done
	ar rc "build/src/$1/lib.a" "build/src/$1"/*.o
}

# configured: what Meson says of the sources that are there now.
configured() {
	mkdir -p build/meson-info
	find src -name '*.c' | sed 's|.*|{"file": "../&", "output": "&.o"}|; $!s/$/,/; 1s/^/[/; $s/$/]/' \
		>build/compile_commands.json
	echo '["/x/tests/cli/run.bats"]' >build/meson-info/intro-tests.json
}

tree
archive base
archive model
configured
printf 'int as_base(void);\nint as_model(void);\nint main(void)\n{\n\treturn as_base() + as_model();\n}\n' |
	plant src/cli/main.c
archive cli
configured
for rule in layers symbols headers width banned registered spdx words methods house; do
	passes $rule "finds nothing in a tree that keeps the rules"
done

tree
echo '#include "model/model.h"' | plant src/base/up.c
caught layers 'src/base/up.c:2: "model/model.h": base may not use model'
tree
echo '#include "base.h"' | plant src/model/bare.c
caught layers '"base.h" does not start at src/'
tree
echo '#include "model/../cli/x.h"' | plant src/model/up.c
caught layers '"model/../cli/x.h" does not start at src/'
tree
echo '#include <base/base.h>' | plant src/model/angle.c
caught layers '<base/base.h> is ours'
tree
mkdir src/odd
echo 'int as_odd;' | plant src/odd/odd.c
caught layers 'src/odd/odd.c: its folder is not in src/LAYERS'
tree
echo '#include "odd/odd.h"' | plant src/model/x.c
caught layers '"odd/odd.h" lies in a folder that is not in src/LAYERS'
tree
echo '#include "stat/core/mean.h"' | plant src/model/x.c
caught layers 'model may not use stat/core'
tree
printf 'probe: run\nrun: base\n' >>src/LAYERS
caught layers 'probe uses run, which does not stand above it'
tree
echo 'void as_say(void) { fputs("x", stderr); }' | plant src/model/say.c
caught layers 'src/model/say.c:2: void as_say'
tree
echo 'void as_say(void) { printf ("x"); }' | plant src/model/say.c
caught layers 'src/model/say.c:2: void as_say'
tree
echo '/* printf("x") to stdout */ const char *as_s = "puts(1) stderr"; int as_printf(int);' |
	plant src/model/quiet.c
echo 'void say(void) { printf("x"); fputs("x", stderr); }' | plant src/cli/say.c
passes layers "takes no offence at words in comments and strings, nor at cli/"

tree
printf 'extern int as_model(void);\nint as_x(void)\n{\n\treturn as_model();\n}\n' | plant src/base/x.c
archive base
archive model
caught symbols 'src/base uses a symbol of no folder it may use: as_model'
tree
printf '#include <stdio.h>\nint as_x(void)\n{\n\treturn getchar();\n}\n' | plant src/stat/core/x.c
archive stat/core
caught symbols 'src/stat/core uses getc'
tree
printf 'int gsl_rng_x(void);\nint gsl_cdf_x(void);\nint as_x(void)\n{\n\treturn gsl_rng_x() + gsl_cdf_x();\n}\n' |
	plant src/stat/dist/x.c
archive stat/dist
caught symbols 'src/stat/dist uses gsl_rng_x'
tree
printf 'int mean(void)\n{\n\treturn 1;\n}\n' | plant src/model/x.c
archive model
caught symbols 'src/model defines mean'
tree
printf 'static int as_last = 3;\nint as_next(void)\n{\n\treturn as_last++;\n}\n' | plant src/model/x.c
archive model
caught symbols 'src/model has the variable as_last'
tree
caught symbols 'no library is built'

tree
printf '#ifndef A\n#define A\nstruct as_x { size_t n; };\n#endif\n' | plant src/model/x.h
caught headers 'src/model/x.h:'
tree
printf 'struct as_x { int n; };\n' | plant src/model/x.h
caught headers 'src/model/x.h: has no include guard'
tree
sed 's/as_model/as_other/' src/model/model.h >src/model/other.h
caught headers 'src/model/other.h: has the guard of src/model/model.h'

tree
printf 'int\t%92s;\n' as_wide | plant src/model/wide.c
caught width 'src/model/wide.c:2: 101 columns'
tree
printf '{\t%86s"\303\244\303\266\303\274"}\n' '' | plant src/model/wide.c
passes width "counts characters, not bytes"

for call in 'strcpy(a, b)' 'atoi (a)' 'system(a)' 'signal(2, f)' 'gettimeofday(a, b)' 'sprintf(a, b)'; do
	tree
	echo "void as_x(char *a, char *b) { $call; }" | plant src/model/x.c
	caught banned "src/model/x.c:2: ${call%%[ (]*}(): use"
done
tree
echo 'double as_x(char *a) { return strtod(a, 0); }' | plant src/model/x.c
caught banned 'src/model/x.c:2: strtod() takes'
tree
echo '/* system(x) */ void as_x(void) { p->system("atoi(x)"); as_signal(1); }' | plant src/model/x.c
passes banned "takes no offence at comments, strings, members and other names"

tree
configured
echo 'int as_x;' | plant src/model/x.c
caught registered 'src/model/x.c: no meson.build compiles it'
tree
configured
mkdir -p tests/cli tests/rules
touch tests/cli/run.bats tests/rules/rule.sh
passes registered "knows a test by its place"
touch tests/cli/list.bats
caught registered 'tests/cli/list.bats: no meson.build runs it'

tree
echo 'int as_x;' >src/model/x.c
caught spdx 'src/model/x.c: its first line must say SPDX-License-Identifier: GPL-3.0-or-later'
tree
sed 's/MIT/GPL-3.0-or-later/' src/base/base.c >src/base/x.c
caught spdx 'src/base/x.c: its licence must be MIT here'
tree
mkdir tools
printf '#!/bin/sh\necho\n' >tools/x
caught spdx 'tools/x: its first line must say'
tree
rm LICENSES/MIT.txt
caught spdx 'LICENSES/MIT.txt is missing'

for word in TODO FIXME XXX 'not yet implemented'; do
	tree
	echo "/* $word: the rest */" | plant src/model/x.c
	caught words "src/model/x.c:2:/* $word: the rest */"
done
tree
echo 'see [this](docs/that.md#place), [those](https://x.org) and [tools](LICENSES/MIT.txt)' >README.md
caught words 'README.md: there is no docs/that.md'

tree
mkdir -p src/stat/dist docs
echo 'double as_guess(double x);' | plant src/stat/dist/x.h
caught methods 'src/stat/dist/x.h: docs/methods.md does not say what as_guess answers'
# shellcheck disable=SC2016 # a name in the notation of the page
echo 'as_guess guesses (`stat/dist/x.c:as_guess`)' >docs/methods.md
caught methods 'docs/methods.md: there is no src/stat/dist/x.c'
echo 'double as_other(double x) { return x; }' | plant src/stat/dist/x.c
caught methods 'docs/methods.md: src/stat/dist/x.c does not define as_guess'

# house: what is planted is compiled before the rule looks.
house() {
	for folder in base model; do
		archive $folder
	done
	configured
	caught house "$@"
}
tree
printf 'int as_base(void);\nint as_model(void);\nint as_idle(void)\n{\n\treturn as_base() + as_model();\n}\n' | plant src/model/idle.c
house 'src/model/idle.c: nobody calls as_idle()'
mkdir -p tests/rules
echo 'dead as_idle # of the next commit' >tests/rules/house.ignore
sh "$rules/house.sh" "$tmp/t" >"$tmp/out" 2>&1
if grep -q '^ok .* not by tests alone' "$tmp/out"; then
	result ok "house lets pass what house.ignore names"
else
	result 'not ok' "house lets pass what house.ignore names"
fi
tree
echo 'struct as_thing { int a; };' | plant src/base/thing.h
echo 'enum as_thing { AS_THING };' | plant src/model/thing.h
house 'as_thing is in src/base/thing.h and src/model/thing.h'
caught house 'thing.h is in src/base/thing.h and src/model/thing.h'
tree
printf 'int as_same(void);\nint as_same(void)\n{\n\treturn 1;\n}\n' | plant src/base/one.c
printf 'int as_same(void);\nint as_same(void)\n{\n\treturn 2;\n}\n' | plant src/model/two.c
house 'as_same() is defined in src/base/one.c and src/model/two.c'
tree
caught house 'nothing is built'

tree
mkdir -p tests/rules
printf 'lines 100\nsources 3 # three rooms\nheaders 2\nfunctions 3\n' >tests/rules/ratchet
passes ratchet "lets pass what is held"
printf 'int as_more(int x)\n{\n\treturn x;\n}\n' | plant src/model/more.c
printf 'lines 100\nsources 2\nheaders 2\nfunctions 3\n' >tests/rules/ratchet
caught ratchet 'sources is 3, and tests/rules/ratchet says at most 2'

if command -v codespell >/dev/null; then
	misspelt=$(printf 're%s' cieve)
	tree
	echo "/* $misspelt */" | plant src/model/x.c
	caught words "$misspelt ==>"
fi

echo "1..$count"
exit $bad
