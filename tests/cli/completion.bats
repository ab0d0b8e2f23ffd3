#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion as each shell makes it of the generated files.
load common

# bash_completes WORD...: what the last word may become, with blanks between.
bash_completes() {
	bash -c '
		. "$1/assay"
		shift
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_assay
		echo "${COMPREPLY[*]}"' _ "$COMPLETION" "$@"
}

@test "bash: verbs, options, values and words" {
	bash -n "$COMPLETION/assay"
	[ "$(bash_completes assay ru)" = run ]
	[ "$(bash_completes assay run --prec)" = "--precision --precision-each" ]
	[ "$(bash_completes assay run --style n)" = "nocolor none" ]
	[ "$(bash_completes assay run --style = b)" = basic ]
	[ "$(bash_completes assay run --criterion peak)" = peak_memory ]
	[ "$(bash_completes assay list --prec)" = "" ]
	[ "$(bash_completes assay run --runs x)" = "" ]
	[ "$(bash_completes assay help exi)" = exit ]
	[ "$(bash_completes assay show @last~)" = "@last~1" ]
	touch 'a file' afile
	case $(bash_completes assay run --input a) in 'a file afile' | 'afile a file') ;; *) false ;; esac # as the folder has them
}

@test "bash: nothing a linter would mind" {
	command -v shellcheck >/dev/null || skip "shellcheck is not installed"
	shellcheck -s bash "$COMPLETION/assay"
}

@test "fish: verbs, options, values and words" {
	command -v fish >/dev/null || skip "fish is not installed"
	fish -n "$COMPLETION/assay.fish"
	fish_completes() {
		fish -c "source $COMPLETION/assay.fish; complete -C '$1'" | cut -f 1 | sort | xargs
	}
	[ "$(fish_completes 'assay ru')" = run ]
	[ "$(fish_completes 'assay run --prec')" = "--precision --precision-each" ]
	[ "$(fish_completes 'assay run --style n')" = "nocolor none" ]
	[ "$(fish_completes 'assay list --prec')" = "" ]
	[ "$(fish_completes 'assay help exi')" = exit ]
}

# bats test_tags=long
@test "zsh: verbs, options and values" {
	command -v zsh >/dev/null || skip "zsh is not installed"
	zsh -n "$COMPLETION/_assay"
	# zsh_completes TYPED WANT: typed and a tab, in a terminal of its own.
	zsh_completes() {
		timeout 60 zsh -f -c '
			zmodload zsh/zpty
			zpty inner "PS1= TERM=dumb COLUMNS=200 zsh -f -i"
			zpty -w inner "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; PS1=READY\>"
			zpty -r inner seen "*READY>*"
			zpty -w -n inner "$2"$'\''\t'\''
			zpty -r inner seen "*$3*"
			zpty -d inner' _ "$COMPLETION" "$1" "$2"
	}
	zsh_completes 'assay ru' 'assay run '
	zsh_completes 'assay run --precision-' 'assay run --precision-each '
	zsh_completes 'assay run --criterion peak' 'assay run --criterion peak_memory'
	zsh_completes 'assay help exi' 'assay help exit'
}
