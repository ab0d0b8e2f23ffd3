# SPDX-License-Identifier: GPL-3.0-or-later
# assay plot -o: figures that gnuplot draws.
load common
load histories
bats_require_minimum_version 1.5.0

# A result with a name that gnuplot, HTML and a terminal would each like to read.
hostile() {
	script "$1" <<<'exit 0'
	"$ASSAY" run -r 12 -n "$1" -n plain "./$1" true >out
}

@test "every kind of a result is drawn in each format" {
	hostile one
	for kind in intervals histogram density by-execution sequence lag acf; do
		if [ $kind = by-execution ]; then continue; fi # of iterations
		for end in svg png pdf; do
			"$ASSAY" plot --kind $kind -o "$kind.$end"
			[ -s "$kind.$end" ]
		done
		xmllint --noout "$kind.svg"
	done
	[ "$(head -c 4 density.pdf)" = %PDF ]
	[ "$(head -c 8 acf.png | xxd -p)" = 89504e470d0a1a0a ]
}

@test "the same result gives the same bytes, and so does the script that was kept" {
	hostile one
	for end in svg png pdf; do
		"$ASSAY" plot -o "a.$end"
		"$ASSAY" plot -o "b.$end" --keep-script "again.$end.gp"
		cmp "a.$end" "b.$end"
	done
	mv b.svg first.svg
	gnuplot again.svg.gp
	cmp first.svg b.svg
}

@test "a name with quotes, commands, markup and macros is a text in the figure" {
	name="it's \`touch no\` \"x\" <b>@no %d {/=20 x} \\n"
	"$ASSAY" run -r 12 -n "$name" true >out
	"$ASSAY" plot --kind density -o a.svg
	[ ! -e no ]
	xmllint --noout a.svg
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *"$name"* ]]
}

@test "two commands are drawn over the same span, and an amount has none below zero" {
	"$ASSAY" run -r 12 --seed 5 -n one "$TARGET execution=0.2" -n two "$TARGET execution=0.2 effect=0.3" >out
	"$ASSAY" plot --kind density -o a.svg --keep-script a.gp
	[ "$(grep -c '^set xrange' a.gp)" -eq 2 ]
	# lines of the grid are thin and whole
	grep -q 'class="gridline"' a.svg
	[ "$(grep -c "stroke-dasharray=.*gridline" a.svg)" = 0 ]
	[ "$(grep '^set xrange' a.gp | sort -u | wc -l)" -eq 1 ]
	[[ "$(grep '^set xrange' a.gp | head -n 1)" != *'[-'* ]]
	# nor where values are so far apart that the curve begins below it
	{
		echo subject,execution,round,order,metric,value,unit
		for i in 1 2 3 4 5 6 7 8; do echo "a,$i,$i,$i,wall,$((i % 4 * 20000000 + 100000)),ns"; done
	} >far.csv
	"$ASSAY" plot far.csv --kind density -o b.svg --keep-script b.gp
	[[ "$(grep '^set xrange' b.gp)" = 'set xrange [0:'* ]]
}

@test "the width is that of a column, of a page, or as it is said" {
	hostile one
	"$ASSAY" plot --kind density -o a.pdf
	"$ASSAY" plot --kind density --size page -o b.pdf
	"$ASSAY" plot --kind density --size 12cm -o c.pdf
	wide() { pdfinfo "$1" | awk -v cm="$2" '/Page size/ { d = $3 / 72 * 2.54 - cm; exit !(d < 0.05 && d > -0.05) }'; }
	wide a.pdf 8.6
	wide b.pdf 17.8
	wide c.pdf 12
}

@test "what cannot be drawn or written is refused before anything is, and what was there stays" {
	hostile one
	assay_fails 2 "cannot draw 'a.gif': expected a name that ends in .svg, .png or .pdf" plot -o a.gif
	assay_fails 2 "cannot use '1cm' for --size: expected column (8.6 cm), page (17.8 cm), or a width such as 12cm, from 2 to 100 cm" plot -o a.svg --size 1cm
	assay_fails 2 "cannot take --size for a picture in the terminal: it is for a file (-o figure.svg)" plot --size page
	assay_fails 2 "cannot take --dark for a picture in the terminal: it is for a file (-o figure.svg)" plot --dark
	mkdir bin
	echo kept >a.svg
	status=0
	env PATH="$PWD/bin" "$ASSAY" plot -o a.svg 2>err || status=$?
	[ "$status" -eq 2 ]
	[ "$(<err)" = "assay: cannot draw a figure: there is no gnuplot in PATH; install gnuplot-nox, or leave out -o for a picture in the terminal" ]
	[ "$(<a.svg)" = kept ]
}

# A result of two commands with iterations, of times that a seed draws.
iterated() {
	"$ASSAY" run -r 20 --iterations 12 --seed 3 -n 'memory once' "$TARGET execution=0.05 shape=2 iteration=0.03 warm=0.3" \
		-n 'memory in each iteration' "$TARGET execution=0.05 iteration=0.03 effect=0.25" >out
}
# A table of 24 executions with cache misses, and a load of four sizes.
by_load() {
	echo execution,metric,value,unit
	for i in $(seq 24); do
		echo "$i,time,$((1000 + i * i)),us"
		echo "$i,misses,$((i * 10)),count"
		echo "$i,load,$((i % 12)),tasks"
	done
}
# A table of these values, an execution each.
table() {
	echo execution,value
	for value; do echo "$((++n)),$value"; done
}
frames="raincloud violin matrix iterations lags levels trials"

# bats test_tags=long
@test "kinds of several frames are drawn in each format, and in the terminal" {
	iterated
	for kind in $frames; do
		for end in svg png pdf; do
			"$ASSAY" plot --kind $kind -o "$kind.$end"
			[ -s "$kind.$end" ]
		done
		xmllint --noout "$kind.svg"
		[ "$(pdffonts "$kind.pdf" | awk 'NR > 2 && $(NF - 4) != "yes"' | wc -l)" -eq 0 ]
		"$ASSAY" plot --kind $kind >screen
		[ "$(wc -l <screen)" -ge 6 ]
		LC_ALL=C.UTF-8 COLUMNS=20 "$ASSAY" plot --kind $kind >narrow
		[ "$(awk '{ if (length($0) > 20) n++ } END { print n + 0 }' narrow)" -eq 0 ]
	done
}

# bats test_tags=long
@test "texts of a figure do not lie over each other, whether it is narrow or wide" {
	iterated
	for kind in $frames; do
		for size in 8cm column page; do
			"$ASSAY" plot --kind $kind --size $size -o "$kind-$size.svg"
		done
		"$BATS_TEST_DIRNAME"/text_boxes.py "$kind"-*.svg
	done
}

@test "a value that is far from the others stands at the border, with what it is" {
	table 10.1 10.2 10.3 10.2 10.4 10.1 10.3 10.2 10.5 900 >far.csv
	"$ASSAY" plot --kind raincloud far.csv -o a.svg --keep-script a.gp
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *900* ]]
	to=$(sed -n 's/^set xrange .*:\(.*\)]$/\1/p' a.gp)
	[ "${to%.*}" -lt 20 ]
}

# bats test_tags=long
@test "a value that is far away flattens no other, whatever is drawn, and is told" {
	table $(seq 10 0.01 11) 900 >far.csv
	for kind in histogram density sequence lag lags; do
		"$ASSAY" plot --kind $kind far.csv -o a.svg --keep-script a.gp
		[[ "$(xmllint --xpath 'string(/)' a.svg)" = *900* ]]
		axis=x
		case $kind in sequence) axis=y ;; esac
		to=$(sed -n "s/^set ${axis}range .*:\\(.*\\)]\$/\\1/p" a.gp | sort -g | tail -n 1)
		[ "${to%.*}" -lt 20 ]
		for size in 8cm column page; do
			"$ASSAY" plot --kind $kind far.csv --size $size -o b.svg
			"$BATS_TEST_DIRNAME"/text_boxes.py b.svg
		done
	done
	for kind in histogram density sequence lag; do
		"$ASSAY" plot --kind $kind far.csv >screen
		grep -qE '(^|; )1 value beyond the frame; farthest: 900$' screen
		! grep -qE '(^| )(900|[1-8][0-9][0-9])(\.[0-9]+)?\|' screen
	done
}

@test "of very many values so many are drawn, and every kind that leaves some out says so" {
	awk 'BEGIN { print "execution,value"; x = 1; for (i = 0; i < 5000; i++) { x = x * 16807 % 2147483647; print i "," 10 + x / 2147483647 } }' >many.csv
	for kind in raincloud violin sequence lag lags; do
		"$ASSAY" plot --kind $kind many.csv -o a.svg --keep-script a.gp
		most=$(awk '/^\$l/ { on = 1; n = 0; next } /^AS_END/ { on = 0; if (n > most) most = n } on && NF { n++ } END { print most }' a.gp)
		[ "$most" -eq 2000 ]
		[[ "$(xmllint --xpath 'string(/)' a.svg)" =~ 2000\ of\ (5000|4999)\ values\ as\ dots ]]
	done
}

# What is odd about a result: nothing that varies, one value, values below zero, very many commands.
odd() {
	table 5 >one.csv
	table 5 5 5 5 5 5 5 5 >equal.csv
	table -3 -2 -1 0 1 2 3 -4 >negative.csv
	{
		echo subject,execution,round,value
		for i in $(seq 500); do for k in 1 2 3 4; do echo "c$i,$k,$k,$((100 + i % 7 + k))"; done; done
	} >commands.csv
}

@test "every kind of an odd result is a figure, or is refused with a sentence and no file" {
	odd
	kinds=$(sed -n 's/^AS_PICTURE([A-Z_]*, "\([a-z-]*\)", [A-Z]*, \([A-Z]*\),.*/\1:\2/p' "$BATS_TEST_DIRNAME/../../src/model/picture/pictures.def")
	for kind in $kinds; do
		[ "$kind" != history:HISTORY ] || continue
		for data in one equal negative commands; do
			# 500 commands are 500 pictures of those kinds that have one for each
			[ "$data ${kind#*:}" != 'commands SUBJECT' ] || continue
			rm -f a.svg
			status=0
			"$ASSAY" plot --kind "${kind%:*}" $data.csv -o a.svg 2>err || status=$?
			if [ "$status" -eq 0 ]; then
				xmllint --noout a.svg
			else
				[ "$status" -eq 6 ]
				[ ! -e a.svg ]
				[ "$(wc -l <err)" -eq 1 ]
				grep -q '^assay: cannot ' err
			fi
		done
	done
}

@test "where nothing can be written it is said, with the reason, and nothing is left behind" {
	table 1 2 3 4 5 6 >six.csv
	for end in svg png pdf; do
		status=0
		"$ASSAY" plot --kind density six.csv -o "nowhere/a.$end" 2>err || status=$?
		[ "$status" -ne 0 ]
		grep -q "^assay: cannot write .*nowhere/a.$end" err
		ln -s /dev/full "full.$end"
		status=0
		"$ASSAY" plot --kind density six.csv -o "full.$end" 2>err || status=$?
		[ "$status" -ne 0 ]
		grep -q '^assay: cannot ' err
	done
}

@test "what is told apart by colour is told apart in grey, light and dark; lines and dots have dashes and shapes, too" {
	iterated
	"$ASSAY" plot --kind raincloud -o a.svg --keep-script light.gp
	"$ASSAY" plot --kind raincloud -o a.svg --dark --keep-script dark.gp
	for script in light.gp dark.gp; do
		python3 - "$script" <<'END'
import re, sys
tone = dict(re.findall(r"^(\w+) = '#([0-9a-f]{6})'$", open(sys.argv[1]).read(), re.M))
grey = {name: sum(w * int(c[i:i + 2], 16) for w, i in ((0.2126, 0), (0.7152, 2), (0.0722, 4))) for name, c in tone.items()}
for a, b in (("ink", "ref"), ("ink", "zone"), ("ref", "zone"), ("mute", "ground"), ("worse", "ground"), ("better", "ground"),
             ("little", "ground"), ("little", "some"), ("some", "more"), ("more", "much")):
    assert abs(grey[a] - grey[b]) > 25, (a, b, grey[a], grey[b])
END
	done
	run ! cmp -s light.gp dark.gp
	"$ASSAY" plot --kind quantiles -o a.svg --keep-script lines.gp
	python3 - lines.gp <<'END'
import re, sys
for plot in re.findall("^plot .*", open(sys.argv[1]).read(), re.M):
    dashes = re.findall("with lines linecolor rgb ink dashtype (\\S+)", plot)
    assert len(dashes) == len(set(dashes)), dashes
END
	by_load >load.csv
	"$ASSAY" plot --kind scatter --over misses --shade load load.csv -o a.svg --keep-script dots.gp
	[ "$(grep -o '^plot .*' dots.gp | grep -oE 'index|pointtype (4|6|7|9) ' | sort -u | wc -l)" -eq 4 ]
}

@test "percent signs, quotes and commands in names of rows are texts, too" {
	"$ASSAY" run -r 5 -n "50 % of 'x' \`touch no\`" true -n 'b %d' true >out
	for kind in raincloud intervals; do
		"$ASSAY" plot --kind $kind -o $kind.svg
		[ ! -e no ]
		[[ "$(xmllint --xpath 'string(/)' $kind.svg)" = *"50 % of 'x' \`touch no\`"* ]]
	done
}

@test "one value, equal values and very many values are drawn, or refused with a sentence" {
	table 5 5 5 5 5 5 5 >equal.csv
	table 5 >one.csv
	for kind in raincloud violin lags; do
		"$ASSAY" plot --kind $kind equal.csv -o $kind.svg
		xmllint --noout $kind.svg
	done
	"$ASSAY" plot --kind raincloud one.csv -o one.svg
	assay_fails 6 "cannot draw 4 lags of 'one.csv' from 1 value: measure at least 6" plot --kind lags one.csv -o a.svg
	[ ! -e a.svg ]
	awk 'BEGIN { print "execution,value"; x = 1; for (i = 0; i < 100000; i++) { x = x * 16807 % 2147483647; print i "," 10 + x / 2147483647 } }' >many.csv
	"$ASSAY" plot --kind raincloud many.csv -o many.svg
	[[ "$(xmllint --xpath 'string(/)' many.svg)" = *"2000 of 100000 values as dots"* ]]
}

# A result of four commands that differ, or not, by what a seed draws.
four() {
	"$ASSAY" run -r 20 --seed 7 -n base "$TARGET execution=0.02" -n slower "$TARGET execution=0.02 effect=0.25 seed=2" \
		-n faster "$TARGET execution=0.02 effect=-0.1 seed=3" -n same "$TARGET execution=0.02 seed=12" >out
}

@test "a matrix has each pair once, with its verdict, and where there is room its interval" {
	four
	"$ASSAY" plot --kind matrix -o page.svg --size page
	words=$(xmllint --xpath 'string(/)' page.svg | tr '\n' ' ')
	[ "$(grep -o '% more time' page.svg | wc -l)" -eq 2 ]
	[ "$(grep -o '% less time' page.svg | wc -l)" -eq 3 ]
	[ "$(grep -o 'no difference found' page.svg | wc -l)" -eq 1 ]
	[[ "$words" = *'95 % for all 6'* ]]
	"$ASSAY" plot --kind matrix -o column.svg --size 6cm
	run ! grep -q '% more time' column.svg
	grep -q '▲' column.svg
	LC_ALL=C.UTF-8 COLUMNS=100 "$ASSAY" plot --kind matrix >screen
	[ "$(grep -oE '[v^] [0-9.]+ % (more|less) time|[?] no difference found' screen | wc -l)" -eq 6 ]
}

@test "the cells of a matrix say what compare says of the same two" {
	four
	"$ASSAY" plot --kind matrix -o page.svg --size page
	"$ASSAY" compare @last --pairs all --json >all.json
	python3 - all.json page.svg <<'END'
import json, re, sys
svg = open(sys.argv[2], encoding="utf-8").read()
for c in json.load(open(sys.argv[1]))["comparisons"]:
    if c["verdict"] in ("slower", "faster"):
        assert f"{abs(c['ratio'] - 1) * 100:.0f}"[:1] in svg, c
assert len(re.findall("% (?:more|less) time|no difference found", svg)) == 6
END
}

@test "a matrix of one command, or of very many, is refused with what to do" {
	table 1 2 3 4 5 6 >one.csv
	assay_fails 6 "cannot draw a matrix of one command: measure two or more in one run" plot --kind matrix one.csv
	{
		echo subject,execution,round,value
		for round in 1 2 3 4 5 6; do for i in $(seq 40); do echo "c$i,$round,$round,$((i + round))"; done; done
	} >many.csv
	assay_fails 6 "cannot draw a matrix of 40 commands: at most 30 stand in one; see assay show --pairs all" plot --kind matrix many.csv
}

@test "a scatter has each execution once, and the more of the third metric the darker" {
	by_load >three.csv
	"$ASSAY" plot --kind scatter --over misses --shade load three.csv -o a.svg --keep-script a.gp
	[ "$(awk '/^\$l/ { on = 1; next } /^AS_END/ { on = 0 } on && NF' a.gp | wc -l)" -eq 24 ]
	[ "$(grep -c '^\$l' a.gp)" -eq 4 ]
	for size in 8cm column page; do
		"$ASSAY" plot --kind scatter --over misses --shade load three.csv --size $size -o b.svg
		"$BATS_TEST_DIRNAME"/text_boxes.py b.svg
	done
	assay_fails 2 "cannot draw 'nothing': the result has no such metric; see assay show" plot --kind scatter --over nothing three.csv
	table 1 2 3 4 5 6 >one.csv
	assay_fails 6 "cannot draw value of 'one.csv' over another: no metric that its executions have varies; name one with --over" plot --kind scatter one.csv
}

# bats test_tags=long
@test "a history is drawn into a file: its changes are named, and no version is left out" {
	repository
	commit first
	measure
	empty_commits 39
	python3 - >means <<'END'
for i in range(40):
    print(1e6 * (1 + 0.004 * ((i * 7919 % 13) / 6 - 1)) * (1.25 if i >= 20 else 1))
END
	measured means
	"$ASSAY" plot --kind history -o a.svg --keep-script a.gp
	"$ASSAY" plot --kind history -o b.svg
	cmp a.svg b.svg
	at=$("$ASSAY" history --json | python3 -c 'import json, sys; s = json.load(sys.stdin)["series"][0]; print(s["changes"][0]["commit"][:9])')
	[[ "$(xmllint --xpath 'string(/)' a.svg)" = *"$at"* ]]
	[ "$(awk '/^\$l/ { on = 1; n = 0; next } /^AS_END/ { on = 0; if (n > most) most = n } on && NF { n++ } END { print most }' a.gp)" -eq 40 ]
	for size in 8cm column page; do
		"$ASSAY" plot --kind history --size $size -o c.svg
		"$BATS_TEST_DIRNAME"/text_boxes.py c.svg
	done
	"$ASSAY" plot --kind history nothing -o d.svg 2>err && return 1
	[ ! -e d.svg ]
}

@test "a new level of few versions is drawn, and called far from nothing" {
	repository
	commit first
	measure
	empty_commits 39
	python3 - >means <<'END'
for i in range(40):
    print(1e6 * (1 + 0.004 * ((i * 7919 % 13) / 6 - 1)) * (1.25 if i >= 36 else 1))
END
	measured means
	"$ASSAY" plot --kind history -o a.svg
	[ "$("$ASSAY" history --json | jq '.series[0].changes | length')" = 1 ]
	[[ "$(xmllint --xpath 'string(/)' a.svg)" != *farthest* ]]
}

# bats test_tags=long
@test "estimates, loads and costs are drawn where there is something to say, else refused with what to do" {
	"$ASSAY" run -r 40 -n loop "$TARGET execution=0.05 shape=1" >out
	for size in 8cm column page; do
		for kind in estimates cost alarms; do
			"$ASSAY" plot --kind $kind --size $size -o $kind.svg
			"$BATS_TEST_DIRNAME"/text_boxes.py $kind.svg
		done
	done
	{
		echo execution,metric,value,unit
		for i in $(seq 40); do
			echo "$i,time,$((1000 + (i % 10) * (i % 10))),us"
			echo "$i,load,$((i % 10)),tasks"
		done
	} >load.csv
	"$ASSAY" plot --kind by-load load.csv -o load.svg
	"$BATS_TEST_DIRNAME"/text_boxes.py load.svg
	"$ASSAY" plot --kind strata --by load:3,7 load.csv >out
	grep -q 'load below 3: 12 executions' out
	grep -q '3 .. 7: 16 executions' out
	grep -q 'load from 7: 12 executions' out
	table 1 2 3 4 5 6 >six.csv
	assay_fails 6 "cannot draw 'six.csv' by load: the load is not known, or did not vary, over its executions" plot --kind by-load six.csv
	assay_fails 6 "cannot say what precision costs: the result does not tell what its units cost" plot --kind cost six.csv
	"$ASSAY" plot --kind estimates six.csv 2>err && return 1
	[[ "$(<err)" = "assay: cannot "* ]]
}

# bats test_tags=long
@test "more than 40 commands and many values are both said to be left out" {
	{
		echo subject,execution,round,value
		for i in $(seq 41); do for k in $(seq 60); do echo "c$i,$k,$k,$((100 * i + k % 7))"; done; done
	} >many.csv
	"$ASSAY" plot --kind raincloud many.csv -o a.svg --size page
	words=$(xmllint --xpath 'string(/)' a.svg)
	[[ "$words" = *'the first 40 of 41 commands'* ]]
}

@test "on a wide page a figure is higher, too" {
	"$ASSAY" run -r 12 -n loop "$TARGET execution=0.05" >out
	high() { "$ASSAY" plot --kind cost --size "$1" -o a.svg && sed -n 's/.*viewBox="0 0 [0-9.]* \([0-9]*\).*/\1/p' a.svg; }
	[ "$(high page)" -gt "$(($(high column) * 13 / 10))" ]
}

# bats test_tags=long
@test "every kind has its place in the gallery, light and dark, and its row in docs/plots.md" {
	docs=$BATS_TEST_DIRNAME/../../docs
	files=()
	kinds=$(sed -n 's/^AS_PICTURE([A-Z_]*, "\([a-z-]*\)".*/\1/p' "$docs/../src/model/picture/pictures.def")
	[ "$(wc -w <<<"$kinds")" -ge 20 ]
	for kind in $kinds; do
		grep -qx "## $kind" "$docs/gallery.md"
		grep -q "^| \`$kind\` |" "$docs/plots.md"
		files+=("$docs/gallery/$kind.svg" "$docs/gallery/$kind-dark.svg")
	done
	xmllint --noout "${files[@]}"
	"$BATS_TEST_DIRNAME"/text_boxes.py "${files[@]}"
}

@test "a figure of builds counts builds, in the file and in the terminal" {
	for build in 1 2 3 4; do
		for run in 1 2 3; do echo "$build,$run,$((100 + build * 3 + run)),ms"; done
	done | sed '1i build,execution,value,unit' >builds.csv
	"$ASSAY" plot --kind levels builds.csv -o levels.svg
	grep -q ': 4 builds' levels.svg
	"$ASSAY" plot --kind levels builds.csv >out
	grep -q '4 builds of builds.csv' out
}

# bats test_tags=long
@test "ticks reach both ends of every axis, however high the figure is" {
	awk 'BEGIN { print "execution,value,unit"; for (i = 0; i < 300; i++) print i + 1 "," 370 + (i * 7919 % 760) ",ms" }' >wide.csv
	for size in 8cm page 29cm; do
		for kind in sequence histogram; do
			"$ASSAY" plot wide.csv --kind $kind --size $size -o a.svg --keep-script a.gp
			python3 - a.gp <<-'END'
				import re, sys
				text = open(sys.argv[1]).read()
				frames = re.findall(r'set yrange \[([-0-9.e]+):([-0-9.e]+)\]', text)
				ticks = [[float(x) for x in re.findall(r"' ([-0-9.e]+)(?:,|$)", line)] for line in re.findall(r'set ytics \((.*)\)', text)]
				assert frames and len(frames) == len(ticks), (frames, ticks)
				for (low, high), at in zip(frames, ticks):
				    step = at[1] - at[0]
				    assert float(high) - at[-1] < step * 1.001 and at[0] - float(low) < step * 1.001, (low, high, at)
			END
		done
	done
}
