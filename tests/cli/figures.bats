# SPDX-License-Identifier: GPL-3.0-or-later
# assay plot -o: figures that gnuplot draws.
load common

# A result with a name that gnuplot, HTML and a terminal would each like to read.
measured() {
	script "$1" <<<'exit 0'
	"$ASSAY" run -r 12 -n "$1" -n plain "./$1" true >out
}

@test "every kind of a result is drawn in each format" {
	measured one
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
	measured one
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
	"$ASSAY" run -r 12 true 'sleep 0.01' >out
	"$ASSAY" plot --kind density -o a.svg --keep-script a.gp
	[ "$(grep -c '^set xrange' a.gp)" -eq 2 ]
	[ "$(grep '^set xrange' a.gp | sort -u | wc -l)" -eq 1 ]
	[[ "$(grep '^set xrange' a.gp | head -n 1)" != *'[-'* ]]
}

@test "the width is that of a column, of a page, or as it is said" {
	measured one
	"$ASSAY" plot --kind density -o a.pdf
	"$ASSAY" plot --kind density --size page -o b.pdf
	"$ASSAY" plot --kind density --size 12cm -o c.pdf
	wide() { pdfinfo "$1" | awk -v cm="$2" '/Page size/ { d = $3 / 72 * 2.54 - cm; exit !(d < 0.05 && d > -0.05) }'; }
	wide a.pdf 8.6
	wide b.pdf 17.8
	wide c.pdf 12
}

@test "what cannot be drawn or written is refused before anything is, and what was there stays" {
	measured one
	assay_fails 2 "cannot draw 'a.gif': expected a name that ends in .svg, .png or .pdf" plot -o a.gif
	assay_fails 2 "cannot use '1cm' for --size: expected column (8.6 cm), page (17.8 cm), or a width such as 12cm, from 2 to 100 cm" plot -o a.svg --size 1cm
	assay_fails 2 "cannot take --size for a picture in the terminal: it is for a file (-o figure.svg)" plot --size page
	assay_fails 2 "cannot draw a history into a file yet: leave out -o for the terminal" plot --kind history -o a.svg
	mkdir bin
	echo kept >a.svg
	status=0
	env PATH="$PWD/bin" "$ASSAY" plot -o a.svg 2>err || status=$?
	[ "$status" -eq 2 ]
	[ "$(<err)" = "assay: cannot draw a figure: there is no gnuplot in PATH; install gnuplot-nox, or leave out -o for a picture in the terminal" ]
	[ "$(<a.svg)" = kept ]
}
