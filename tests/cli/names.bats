#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Names of commands with what a terminal, a table or a document could act upon.
load common

# harmless FILE...: nothing in them that a terminal acts upon or that hides what is there.
harmless() {
	! grep -nP '[\x00-\x09\x0b-\x1f\x7f-\x9f\x{ad}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{feff}]' "$@"
}

# name NAME SHOWN JSON CSV MARKDOWN: as which a command of that name appears on the screen of run, in
# list and show, in the two kinds of JSON (an expression of jq), and as first field of the tables.
name() {
	local as_json=${3:-} as_csv=${4:-} as_markdown=${5:-}
	"$ASSAY" run -v -r 1 -n "$1" --export-json x.json --export-csv x.csv --export-markdown x.md \
		--export-asciidoc x.adoc --export-orgmode x.org true >out
	"$ASSAY" list >list
	"$ASSAY" show -v >show
	[ "$(head -n 1 out | sed 's/ *1 execution in.*//')" = "$2" ] || { head -n 1 out; return 1; }
	grep -qF -- " $2 " list || { cat list; return 1; }
	grep -qxF -- "$(head -n 1 out)" show || { cat show; return 1; }
	"$ASSAY" show --json >shown.json
	"$SCHEMA_CHECK" "$SCHEMA" shown.json >checked || { cat checked; return 1; }
	[ "$(jq '.subjects[0].name' shown.json)" = "$as_json" ] || { jq '.subjects[0].name' shown.json; return 1; }
	[ "$(jq '.results[0].command' x.json)" = "$as_json" ] || { cat x.json; return 1; }
	tail -n +2 x.csv | grep -qE '^[^,]*' || return 1
	[ "$(tail -n +2 x.csv | sed -E 's/(,[0-9.e-]*){7}$//')" = "$as_csv" ] || { cat x.csv; return 1; }
	[ "$(sed -n 3p x.md | sed -E 's/ \| [^|]* \| [^|]* \| [^|]* \| [^|]* \|$//')" = "| $as_markdown" ] || { cat x.md; return 1; }
	harmless out list show shown.json x.json x.csv x.md x.adoc x.org
}

@test "newlines and tabs" {
	name $'new\nline\tand more' 'new\nline\tand more' '"new\nline\tand more"' $'"new\nline\\tand more"' '`new\nline\tand more`'
}

@test "terminal escapes" {
	name $'\e[31mred\e[0m\a\r' '\e[31mred\e[0m\x07\r' '"\u001b[31mred\u001b[0m\u0007\r"' \
		'\e[31mred\e[0m\x07\r' '`\e[31mred\e[0m\x07\r`'
	name $'\e]0;title\e\\' '\e]0;title\e\' '"\u001b]0;title\u001b\\"' '\e]0;title\e\' '`\e]0;title\e\`'
	name $'\u009b31mred' '\x9b31mred' $'"\u009b31mred"' '\x9b31mred' '`\x9b31mred`'
}

# bats test_tags=long
@test "quotes, and what a shell or a table acts upon" {
	name "it's \"quoted\" \`so\` \\n \$HOME" "it's \"quoted\" \`so\` \\n \$HOME" \
		"\"it's \\\"quoted\\\" \`so\` \\\\n \$HOME\"" "\"it's \"\"quoted\"\" \`so\` \\n \$HOME\"" \
		"\`\` it's \"quoted\" \`so\` \\n \$HOME \`\`"
	name 'a|b,c;<b>&amp;' 'a|b,c;<b>&amp;' '"a|b,c;<b>&amp;"' '"a|b,c;<b>&amp;"' '`a\|b,c;<b>&amp;`'
	name '=1+cmd()' '=1+cmd()' '"=1+cmd()"' "'=1+cmd()" '`=1+cmd()`'
	name "'; DROP TABLE experiments; --" "'; DROP TABLE experiments; --" "\"'; DROP TABLE experiments; --\"" \
		"'; DROP TABLE experiments; --" "\`'; DROP TABLE experiments; --\`"
	name '%s%n {x} {iterations}' '%s%n {x} {iterations}' '"%s%n {x} {iterations}"' '%s%n {x} {iterations}' \
		'`%s%n {x} {iterations}`'
}

# bats test_tags=long
@test "invalid UTF-8" {
	name $'bad\xff\xfe' 'bad\xff\xfe' $'"bad\ufffd\ufffd"' 'bad\xff\xfe' '`bad\xff\xfe`'
	name $'cut\xe2\x82' 'cut\xe2\x82' "$(jq -n '"cut\ufffd\ufffd"')" 'cut\xe2\x82' '`cut\xe2\x82`'
	name $'long\xc0\x80' 'long\xc0\x80' "$(jq -n '"long\ufffd\ufffd"')" 'long\xc0\x80' '`long\xc0\x80`'
}

@test "bidirectional and invisible characters" {
	name $'\u202egnp.exe' '\u{202e}gnp.exe' $'"\u202egnp.exe"' '\u{202e}gnp.exe' '`\u{202e}gnp.exe`'
	name $'a\u2066b\u200bc\ufeff' 'a\u{2066}b\u{200b}c\u{feff}' $'"a\u2066b\u200bc\ufeff"' \
		'a\u{2066}b\u{200b}c\u{feff}' '`a\u{2066}b\u{200b}c\u{feff}`'
}

@test "names of other scripts are left as they are" {
	name 'größe 大小' 'größe 大小' '"größe 大小"' 'größe 大小' '`größe 大小`'
}

@test "a very long name is shortened on screens and whole in data" {
	long=$(printf 'x%.0s' $(seq 5000))
	"$ASSAY" run -r 1 -n "$long" --export-csv x.csv true >out
	"$ASSAY" list >>out
	[ "$(wc -L <out)" -le 80 ]
	grep -q '^x*\.\.x*$' out
	[ "$(tail -n +2 x.csv | sed 's/,.*//')" = "$long" ]
	[ "$("$ASSAY" show --json | jq -r '.subjects[0].name')" = "$long" ]
	assay_fails 5 "'$(printf 'x%.0s' $(seq 252))...' failed: it ended with exit status 1; if that is fine, say so with --ignore-failure=1" \
		run -n "$long" false
}

@test "an empty name" {
	assay_fails 2 "cannot give 'true' an empty name: give it a text, or leave the name out" run -n '' true
	assay_fails 2 "cannot give 'true' an empty name: give it a text, or leave the name out" run -n $' \n' true
	assay_fails 2 "cannot give 'echo {x}' an empty name: give it a text, or leave the name out" \
		run -L x ,1 -n '{x}' 'echo {x}'
}

@test "a value of -L with shell syntax is one word, and no shell acts on it" {
	"$ASSAY" run -v -r 1 -w 0 -L x 'a; touch ran,$(touch ran),b && touch ran,it'"'"'s,*' --cleanup 'echo {x} >>cleaned' \
		'printf "%s|" {x}'
	[ ! -e ran ]
	printf '%s\n' 'a; touch ran' '$(touch ran)' 'b && touch ran' "it's" '*' >wanted
	sort wanted >in.order
	sort cleaned | cmp in.order -
	"$ASSAY" run -v -r 1 -w 0 --output ./out -L x '*' 'printf "%s|" {x}'
	[ "$(cat out)" = '*|' ]
	"$ASSAY" run -v -r 1 -w 0 --output ./out -L x 'a b' 'printf "%s|" {x}'
	[ "$(cat out)" = 'a|b|' ]
}

@test "a value of -L with shell syntax is refused inside quotes, which it would end" {
	assay_fails 2 "cannot put 'a; touch ran' for {x} into 'sh -c \"echo {x}\"': it has characters that a shell reads, and {x} stands inside quotes; leave these out, and the value is quoted as one word" \
		run -r 1 -L x '1,a; touch ran' 'sh -c "echo {x}"'
	assay_fails 2 "cannot put '\$(touch ran)' for {x} into 'echo '{x}'': it has characters that a shell reads, and {x} stands inside quotes; leave these out, and the value is quoted as one word" \
		run -r 1 -L x '$(touch ran)' --prepare "echo '{x}'" true
	[ ! -e ran ]
	"$ASSAY" run -v -r 1 -w 0 --output ./out -L x '-O3 -g' "sh -c 'echo {x}'"
	[ "$(cat out)" = '-O3 -g' ]
}

@test "the same name twice is numbered" {
	"$ASSAY" run -v -r 1 -n same -n same true true >out
	[ "$(grep -o '^same ([12])  ' out | tr -d '\n')" = "same (1)  same (2)  " ]
}

@test "commands, parameters, labels and folders are as hostile as names" {
	mkdir $'in\e[31m'
	cd $'in\e[31m'
	"$ASSAY" run -v -r 1 -L x $'\e[31m,\u202e' --label $'\e[31m' $'echo {x} "\n"' >out
	"$ASSAY" show -v >>out
	"$ASSAY" list >>out
	"$ASSAY" show --json >>out
	"$ASSAY" compare -v @last >>out
	harmless out
	assay_fails 6 "cannot open 'x\\e[31m.assay': there is no such file; \`assay run\` makes a store, and --store names another" \
		show $'x\e[31m.assay'
	assay_fails 5 "cannot run './no\\e[31m': no such file; check its path, or build it first" run -- $'./no\e[31m'
	assay_fails 2 "cannot use '\\e[31m' for --runs: expected a whole number from 1 to 100000000" run -r $'\e[31m' true
}

@test "what programs print and report is as hostile as names" {
	script bench <<<'printf "assay 1\nfailed \033[31mred\342\200\256\n" >>"$ASSAY_REPORT"'
	assay_fails 5 "'./bench' failed: it reported: \\e[31mred\\u{202e}" run ./bench
	script bench <<<'printf "assay 1\niteration 5 us benchmark=\033[31mred\nexecution \033[32mgreen 5 \033[34mblue\n" >>"$ASSAY_REPORT"'
	"$ASSAY" run -r 2 -v ./bench >out
	"$ASSAY" show -v >>out
	"$ASSAY" show --json >>out
	harmless out
	grep -q '\\e\[32mgreen 5.00 \\e\[34mblue' out
}
