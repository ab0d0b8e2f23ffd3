# SPDX-License-Identifier: GPL-3.0-or-later
# assay plot: kinds over a parameter, of layouts and of every iteration; what all kinds have in common; trouble.
load common
bats_require_minimum_version 1.5.0

# scanned N...: a result of programs that report 5 iterations of n^2 us, or of 3 n us, and run them all in 6 rounds.
scanned() {
	script square <<<'{ echo "assay 1"; for i in 1 2 3 4 5; do echo "iteration $(($1 * $1)) us"; done; } >>"$ASSAY_REPORT"'
	script line <<<'{ echo "assay 1"; for i in 1 2 3 4 5; do echo "iteration $(($1 * 3)) us"; done; } >>"$ASSAY_REPORT"'
	"$ASSAY" run --style none -r 6 --iterations 5 -L n "$1" "${@:2}"
}

@test "a time that grows with the square of a parameter has power 2, with its interval, and lies on the line" {
	scanned 10,20,40,80 './square {n}'
	LC_ALL=C.UTF-8 COLUMNS=100 "$ASSAY" plot --kind complexity >screen
	flat=$(tr -s '\n ' ' ' <screen)
	[[ "$flat" = *'power 2; grows with a power of 2 to 2, 95 %; line: mean of the least squares of 6 rounds, in logarithms'* ]]
	[[ "$flat" != *'no power of'* ]]
	"$ASSAY" plot --kind complexity -o a.svg --keep-script a.gp
	grep -q '^set logscale x' a.gp
	grep -q '^set logscale y' a.gp
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *'power 2'* ]]
}

@test "two commands over one parameter have a line each, named without the value" {
	scanned 10,20,40,80 './square {n}' './line {n}'
	"$ASSAY" plot --kind complexity -o a.svg
	words=$(xmllint --xpath 'string(/)' a.svg)
	[[ "$words" = *'./square {n}: power 2'* ]]
	[[ "$words" = *'./line {n}: power 1'* ]]
	"$ASSAY" plot --kind per-n -o b.svg
	words=$(xmllint --xpath 'string(/)' b.svg)
	[[ "$words" = *'./line {n}'*'./square {n}'* || "$words" = *'./square {n}'*'./line {n}'* ]]
}

@test "a value inside of a file's name is a place of the parameter, and a part of a longer number is none" {
	for n in 10 20 40; do echo "$n" >"data.$n"; done
	script read <<<'{ echo "assay 1"; for i in 1 2 3; do echo "iteration $(cat "$1") us"; done; } >>"$ASSAY_REPORT"'
	"$ASSAY" run --style none -r 4 --iterations 3 -L n 10,20,40 './read data.{n} 1.10 x20'
	LC_ALL=C.UTF-8 COLUMNS=100 "$ASSAY" plot --kind complexity >screen
	[[ "$(tr -s '\n ' ' ' <screen)" = *'a power 1;'* ]]
}

@test "where a fixed cost lies below, the line is said to be no power, and what the last two places give stands beside" {
	script fixed <<<'{ echo "assay 1"; for i in 1 2 3; do echo "iteration $(($1 + 1000)) us"; done; } >>"$ASSAY_REPORT"'
	"$ASSAY" run --style none -r 4 --iterations 3 -L n 10,100,1000,10000,100000 './fixed {n}'
	"$ASSAY" plot --kind complexity --size page -o a.svg
	words=$(xmllint --xpath 'string(/)' a.svg)
	[[ "$words" = *'no power of n alone: the line is '* ]]
	[[ "$words" = *'between the last two places: power 0.963'* ]]
}

@test "what each one of n takes: of every round a line, and the least and the mean of all" {
	scanned 10,20,40,80 './line {n}'
	"$ASSAY" plot --kind per-n -o a.svg --keep-script a.gp
	[ "$(awk '/^\$l0_0 / { on = 1; next } /^AS_END/ { on = 0 } on && NF == 2' a.gp | wc -l)" -eq 24 ]
	[ "$(awk '/^\$l0_[12] / { on = 1; next } /^AS_END/ { on = 0 } on && NF { print $2 }' a.gp | sort -u)" = 3 ]
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *'time for each of n (µs)'* ]]
}

@test "without a parameter of numbers, or with two values, there is no complexity, and it is said what to measure" {
	"$ASSAY" run --style none -r 4 true
	assay_fails 6 "cannot draw complexity: no parameter of its commands has two values above 0; measure several, as with assay run -L n 100,1000,10000 'program {n}'" \
		plot --kind complexity
	"$ASSAY" run --style none -r 4 -L n a,b 'true {n}'
	assay_fails 6 "cannot draw what each one of n takes: no parameter of its commands has two values above 0; measure several, as with assay run -L n 100,1000,10000 'program {n}'" \
		plot --kind per-n
	scanned 10,20 './line {n}'
	assay_fails 6 "cannot draw complexity from 2 values of a parameter: through two points every power goes; measure at least 3" \
		plot --kind complexity
}

# bats test_tags=long
@test "the original build is executed in every round and is in no estimate, and stands among the layouts that were drawn" {
	printf 'int f(int x) { return 3 * x; }\nint g(int x) { return 5 * x; }\nint main(int n, char **v) { (void)v; return f(n) + g(n) == 0; }\n' >prog.c
	"$ASSAY" run --style none --builds 3 -r 4 --randomize layout --original --build 'cc -O1 -o prog prog.c' ./prog
	"$ASSAY" show --json >all.json
	[ "$(jq -c '.subjects[0].tree.builds.role' all.json)" = '["measured","measured","measured","original"]' ]
	[ "$(jq '[.subjects[0].tree.executions | .role, .parent] | transpose | map(select(.[0] == "original")) | length' all.json)" = 4 ]
	python3 - all.json <<'END'
import json, sys
x = json.load(open(sys.argv[1]))
e = x["subjects"][0]["tree"]["executions"]
wall = [w for w, role in zip(e["values"]["wall"], e["role"]) if role == "measured"]
mean = next(s["mean"] for s in x["subjects"][0]["summaries"] if s["metric"] == "wall")
assert len(wall) == 12 and abs(sum(wall) / 12 - mean) < 1e-6 * mean, (len(wall), mean)
rounds = [r for r, role in zip(e["round"], e["role"]) if role == "original"]
assert sorted(rounds) == [0, 1, 2, 3], rounds
END
	"$ASSAY" show -v >screen
	grep -q '3 builds' screen
	"$ASSAY" plot --kind layout -o a.svg --keep-script a.gp
	words=$(xmllint --xpath 'string(/)' a.svg)
	[[ "$words" = *'as built without drawing'* ]]
	[[ "$words" =~ [0-3]' of 3 drawn layouts lie below the original one' ]]
	[[ "$words" =~ \((s|ms|µs|us|ns)\) ]]
	boxes @last layout
	[ "$(awk '/^\$[lb]/ { on = 1; next } /^AS_END/ { on = 0 } on && NF' a.gp | wc -l)" -ge 20 ]
	"$ASSAY" convert @last a.json
	"$ASSAY" plot --kind layout a.json -o b.svg
	cmp a.svg b.svg
	# one execution of the original that took far longer: its name keeps clear of that of the place
	jq '(.subjects[0].tree.executions | .role | index("original")) as $i
		| .subjects[0].tree.executions.columns[0].values[$i] *= 1000' a.json >far.json
	boxes far.json layout
}

@test "an original that was not built anew, or not measured at all, is told and never guessed" {
	printf 'int f(int x) { return 3 * x; }\nint main(int n, char **v) { (void)v; return f(n) == 0; }\n' >prog.c
	"$ASSAY" run --style none --builds 3 -r 2 --randomize layout --build 'cc -O1 -o prog prog.c' ./prog
	LC_ALL=C.UTF-8 "$ASSAY" plot --kind layout >screen
	[[ "$(tr -s '\n ' ' ' <screen)" = *'the original layout was not measured: assay run --original does'* ]]
	"$ASSAY" run --style none -r 4 true
	assay_fails 6 "cannot draw the layouts of 'true': there are no builds of one session whose layout was drawn; measure some by assay run --builds 12 --randomize layout --original --build 'make -B'" \
		plot --kind layout
}

@test "the course has every iteration once, executions where they begin, and dropped ones hollow" {
	"$ASSAY" run --style none -r 5 --iterations 12 --drop 2 --seed 3 "$TARGET execution=0.05 iteration=0.03 warm=0.3"
	"$ASSAY" plot --kind course -o a.svg --keep-script a.gp
	[ "$(awk '/^\$l0_1 / { on = 1; next } /^AS_END/ { on = 0 } on && NF' a.gp | wc -l)" -eq 10 ]
	[ "$(awk '/^\$l0_2 / { on = 1; next } /^AS_END/ { on = 0 } on && NF' a.gp | wc -l)" -eq 50 ]
	[ "$(grep -c 'dashtype 3' a.gp)" -eq 4 ]
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *'hollow: warm-up'* ]]
	"$ASSAY" run --style none -r 5 true
	assay_fails 6 "cannot draw the course of 'true': it reports no iterations, or one in all; see docs/reporter.md for how a program reports them" \
		plot --kind course
}

# spans SCRIPT: how often its last x is the first one, of each x axis.
spans() {
	sed -n 's/^set xrange \[\(.*\):\(.*\)\]$/\1 \2/p' "$1" | awk '{ printf "%s%s", n++ ? " " : "", $2 < 2 * $1 ? "narrow" : "wide" }'
}

# bats test_tags=long
@test "densities of commands of other sizes have axes of their own, and one wide execution flattens no other" {
	awk 'BEGIN {
		print "subject,execution,iteration,value,unit"
		for (e = 1; e <= 8; e++)
			for (i = 1; i <= 12; i++) {
				print "large," e "," i "," 1000 + i * 7 % 12 + e ",us"
				print "small," e "," i "," 100 + i * 5 % 12 * (e == 4 ? 90 : 1) ",us"
			}
	}' >data.csv
	boxes data.csv by-execution
	"$ASSAY" plot data.csv --kind by-execution -o a.svg --keep-script a.gp
	[ "$(spans a.gp)" = "narrow narrow" ]
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *' values beyond the frame; farthest: 1.09 ms'* ]]
}

@test "an axis that does not begin at 0 has two strokes across it, and with --zero it begins there" {
	printf 'execution,value,unit\n%s\n' "$(for i in $(seq 20); do echo "$i,$((100 + i)),ms"; done)" >far.csv
	for kind in intervals raincloud histogram density sequence acf; do
		"$ASSAY" plot --kind $kind far.csv -o a.svg --keep-script a.gp
		strokes=$(grep -c 'to screen .* linewidth .8 front' a.gp || true)
		case $kind in
		acf) [ "$strokes" -eq 0 ] ;;
		sequence) [ "$strokes" -eq 4 ] ;; # both frames
		*) [ "$strokes" -eq 2 ] ;;
		esac
		"$ASSAY" plot --kind $kind --zero far.csv -o b.svg --keep-script b.gp
		[ "$(grep -c 'to screen .* linewidth .8 front' b.gp || true)" -eq 0 ]
		[ $kind = acf ] || grep -qE '^set [xy]range \[0:' b.gp
	done
}

# boxes FILE KIND...: these kinds of a result, below each other, at three sizes: no text lies over another.
boxes() {
	local file=$1 size kinds=()
	shift
	for kind; do kinds+=(--kind "$kind"); done
	for size in 8cm column page; do
		"$ASSAY" plot "$file" "${kinds[@]}" --size $size -o boxes.svg
		"$BATS_TEST_DIRNAME"/text_boxes.py boxes.svg
	done
}

# Everything that some kind draws: builds that are drawn, iterations, a parameter, several commands.
rich() {
	"$ASSAY" run --style none -r 20 --iterations 12 --seed 3 -n 'memory once' "$TARGET execution=0.05 shape=2 iteration=0.03 warm=0.3" \
		-n 'memory in each' "$TARGET execution=0.05 iteration=0.03 effect=0.25"
}

# bats test_tags=long
@test "every kind has its labels with units, and no text lies over another, at three sizes, light and dark" {
	rich
	named=$(sed -n 's/^AS_PICTURE([A-Z_]*, "\([a-z-]*\)".*/\1/p' "$BATS_TEST_DIRNAME/../../src/model/picture/pictures.def")
	drawn=()
	for kind in $named; do
		case $kind in history | by-build | by-load | strata | layout | complexity | per-n) continue ;; esac
		"$ASSAY" plot --kind "$kind" --dark -o a.svg
		grep -q '14171b\|rgb( *20, *23, *27)' a.svg
		words=$(xmllint --xpath 'string(/)' a.svg | tr -s '\n\t ' ' ')
		case $kind in
		matrix | acf | slow | estimates | alarms) ;; # of shares and counts
		*) [[ "$words" =~ \((s|ms|µs|us|ns)\) ]] ;;
		esac
		drawn+=("$kind")
	done
	[ ${#drawn[@]} -eq 21 ]
	boxes @last "${drawn[@]}"
}

# bats test_tags=long
@test "kinds over a parameter, of builds and by load have units and no text over another, at three sizes" {
	scanned 10,20,40,80,160,320,640,1280,2560,51200 './square {n}' './line {n}'
	boxes @last complexity per-n
	{
		echo build,execution,metric,value,unit
		for build in $(seq 9); do
			for run in $(seq 12); do
				echo "$build,$run,time,$((1000 + 20 * (build % 4) + run * run % 7)),us"
				echo "$build,$run,load,$((run * build % 10)),tasks"
			done
		done
	} >builds.csv
	boxes builds.csv strata
	boxes builds.csv by-build by-load
	words=$(xmllint --xpath 'string(/)' boxes.svg | tr -s '\n\t ' ' ')
	[ "$(grep -oE 'time \((ms|µs)\)' <<<"$words" | wc -l)" -eq 2 ]
	[[ "$words" = *'8 of 9, evenly spread'* ]]
}

@test "no gnuplot, one that is too old, one that fails and one that cannot be started are a sentence each" {
	printf 'execution,value\n1,5\n2,6\n3,7\n4,5\n' >four.csv
	mkdir bin
	status=0
	env PATH="$PWD/bin" "$ASSAY" plot four.csv -o a.svg 2>err || status=$?
	[ "$status" -eq 2 ]
	[ "$(<err)" = "assay: cannot draw a figure: there is no gnuplot in PATH; install gnuplot-nox, or leave out -o for a picture in the terminal" ]
	script bin/gnuplot <<<'if [ "$1" = --version ]; then echo "gnuplot 4.6 patchlevel 6"; else echo "line 3: invalid command" >&2; exit 1; fi'
	status=0
	env PATH="$PWD/bin:$PATH" "$ASSAY" plot four.csv -o a.svg 2>err || status=$?
	[ "$status" -eq 6 ]
	[ "$(<err)" = "assay: cannot draw a figure: '$PWD/bin/gnuplot' is gnuplot 4.6, and figures take 5.4 or newer" ]
	script bin/gnuplot <<<'if [ "$1" = --version ]; then echo "gnuplot 5.4 patchlevel 4"; else echo "out of paint" >&2; exit 1; fi'
	status=0
	env PATH="$PWD/bin:$PATH" "$ASSAY" plot four.csv -o a.svg 2>err || status=$?
	[ "$status" -eq 6 ]
	[ "$(<err)" = "assay: cannot draw a figure: gnuplot failed: out of paint" ]
	printf '#!/nowhere/to/be/found\n' >bin/gnuplot
	status=0
	env PATH="$PWD/bin:$PATH" "$ASSAY" plot four.csv -o a.svg 2>err || status=$?
	[ "$status" -ne 0 ]
	[ "$(wc -l <err)" -eq 1 ]
	grep -q '^assay: cannot ' err
	[ ! -e a.svg ]
}

@test "without a display, and without a home, figures are drawn" {
	printf 'execution,value\n1,5\n2,6\n3,7\n4,5\n' >four.csv
	for end in svg png pdf; do
		env -u DISPLAY -u WAYLAND_DISPLAY -u HOME -u XDG_CACHE_HOME "$ASSAY" plot four.csv -o "a.$end"
		[ -s "a.$end" ]
	done
}

@test "infinite values are refused with the place, and what is not above 0 has no logarithmic axis" {
	printf 'execution,value\n1,5\n2,inf\n3,7\n' >inf.csv
	status=0
	"$ASSAY" plot inf.csv -o a.svg 2>err || status=$?
	[ "$status" -ne 0 ]
	[ "$(wc -l <err)" -eq 1 ]
	grep -q '^assay: cannot .*line 3' err
	[ ! -e a.svg ]
	script zero <<<'printf "assay 1\niteration 0 us\niteration 0 us\n" >>"$ASSAY_REPORT"'
	"$ASSAY" run --style none -r 3 --iterations 2 -L n 1,10,100 './zero {n}'
	assay_fails 6 "cannot draw complexity: the mean of './zero 1' is 0, and a power of n is above 0" plot --kind complexity
	"$ASSAY" plot --kind per-n -o a.svg --keep-script a.gp
	absent '^set logscale y' a.gp
	printf 'execution,value\n%s\n' "$(for i in $(seq 20); do echo "$i,$((i - 10))"; done)" >negative.csv
	"$ASSAY" plot --kind raincloud negative.csv -o a.svg --keep-script a.gp
	absent '^set logscale x' a.gp
	[ "$(grep -c 'to screen .* linewidth .8 front' a.gp || true)" -eq 0 ]
}

@test "a result without values is refused, in a sentence" {
	printf 'execution,value\n' >none.csv
	for end in svg html; do
		status=0
		if [ $end = svg ]; then "$ASSAY" plot none.csv -o a.svg 2>err || status=$?; else "$ASSAY" report none.csv -o a.html 2>err || status=$?; fi
		[ "$status" -ne 0 ]
		[ "$(wc -l <err)" -eq 1 ]
		grep -q '^assay: cannot ' err
		[ ! -e "a.$end" ]
	done
}
