#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bench/pictures.sh [ASSAY [FOLDER]]: how long reports and figures take, with their goals, and R's ggplot beside. FOLDER has
# playwright-core (default build/tests/page). Times are those of the processor, but for one
# that says so; that one takes a quiet machine.
set -euo pipefail
cd "$(dirname "$0")/.."
assay=$(realpath "${1:-build/src/cli/assay}")
packages=$(realpath "${2:-build/tests/page}")
top=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
awk 'BEGIN { print "subject,execution,value,unit"; x = 1
	for (s = 0; s < 20; s++) for (e = 1; e <= 10000; e++) { x = x * 16807 % 2147483647
		print "c" s "," e "," int(1000000 * (1 + s / 20) * (1 + x / 2147483647 / 20)) ",ns" } }' >twenty.csv
awk 'BEGIN { print "execution,value,unit"; x = 1
	for (e = 1; e <= 200000; e++) { x = x * 16807 % 2147483647; print e "," int(1000000 * (1 + x / 2147483647 / 20)) ",ns" } }' >one.csv

# median COMMAND...: processor seconds, the median of 5.
median() {
	for _ in 1 2 3 4 5; do
		/usr/bin/time -f '%U %S' -o spent "$@" >out 2>&1
		awk '{ print $1 + $2 }' spent
	done | sort -g | sed -n 3p
}
missed=0
# row WHAT NUMBER UNIT GOAL
row() {
	local verdict=met
	if [ "$4" = - ]; then verdict=''; elif ! awk -v a="$2" -v b="$4" 'BEGIN { exit !(a <= b) }'; then verdict=missed missed=1; fi
	printf '%-62s %8s %-3s  goal %-8s %s\n' "$1" "$2" "$3" "$4" "$verdict"
}

row 'assay report of 20 x 10 000, made' "$(median "$assay" report twenty.csv -o twenty.html)" s 1
row 'its size' "$(stat -c %s twenty.html | awk '{ print $1 / 1e6 }')" MB 1.5
"$assay" report one.csv -o one.html
if command -v chromium >/dev/null && [ -d "$packages/node_modules/playwright-core" ]; then
	PACKAGES=$packages node "$top/bench/page.mjs" "$work/twenty.html" "$work/one.html" >browser
	row 'ready in the browser, by the clock' "$(awk '/^twenty/ { print $2 }' browser)" s 1.5
	row 'ready in the browser, of the processor' "$(awk '/^twenty/ { print $3 }' browser)" s 1.5
	row "the longest of 11 zooms and steps over $(awk '/^one/ { print $5 }' browser) values" "$(awk '/^one/ { print $4 }' browser)" ms 100
else
	echo 'no chromium, or no playwright-core: nothing is said of the browser'
fi
awk -F, 'NR == 1 || $1 == "c0"' twenty.csv >c0.csv
for kind in density raincloud sequence; do
	row "assay plot --kind $kind of 10 000, PNG" "$(median "$assay" plot --kind $kind c0.csv -o a.png)" s 0.5
done
if Rscript -e 'library(ggplot2)' >/dev/null 2>&1; then
	cat >density.R <<'R'
suppressPackageStartupMessages(library(ggplot2))
x <- read.csv("c0.csv")
ggsave("r.png", ggplot(x, aes(value / 1e6)) + geom_density() + xlab("time (ms)"), width = 8.6, height = 5, units = "cm", dpi = 300)
R
	row 'R and ggplot2: the same density, PNG' "$(median Rscript density.R)" s -
else
	echo 'no R with ggplot2 (r-cran-ggplot2): nothing beside'
fi
exit "$missed"
