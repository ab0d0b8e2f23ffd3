# SPDX-License-Identifier: GPL-3.0-or-later
# Repositories with planted changes, for assay backfill and bisect.
# shellcheck shell=bash

# planted [COUNTx]NUMBER...: a repository of a commit for each, or so many, a day apart, whose program reports that many
# ms and a little more, which differs from execution to execution; `broken` does not build, `dead` does not run.
# `bash`, which is no commit: from here on the programs are made for another interpreter, as by another compiler.
# $PLANTED_SEED draws another little more. NUMBERmMB takes so many MB of memory, too. What ../factor has, in percent, is
# what the machine makes of the ms.
planted() {
	export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
	export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org TZ=UTC
	local k=0 word
	git init -q -b main repo && cd repo || return 1
	echo /prog >.gitignore
	echo 0 >../count
	echo 100 >../factor
	cat >make.sh <<-'SH'
		read -r speed <speed; read -r number <number; read -r count <count_at; read -r seed <seed
		memory=
		case $speed in
		broken) exit 1 ;;
		dead) printf '#!/bin/sh\nexit 3\n' >prog ;;
		*)
			case $speed in *m*) memory="memory=\$(head -c ${speed#*m}000000 /dev/zero | tr '\\0' x)" ;; esac
			cat >prog <<-END
				#!/bin/sh
				# as of commit $number
				$memory
				read -r factor <${count%/*}/factor
				read -r i <$count
				i=\$((i + 1))
				echo \$i >$count
				echo assay 1 >>"\$ASSAY_REPORT"
				x=\$((i * 2654435761 + $seed * 40503))
				x=\$(((x ^ x >> 15) * 2246822519 & 0xffffffff))
				echo "iteration \$((${speed%%m*} * factor / 100)).\$(((x ^ x >> 13) % 90 + 10)) ms" >>"\$ASSAY_REPORT"
			END
			;;
		esac
		chmod +x prog
	SH
	echo "$PWD/../count" >count_at
	echo "${PLANTED_SEED:-1}" >seed
	{
		held .gitignore make.sh count_at seed >../new
		for word in "$@"; do
			if [ "$word" = bash ]; then
				sed -i 's,#!/bin/sh,#!/bin/bash,' make.sh && held make.sh >../new
				continue
			fi
			[[ $word == *x* ]] || word=1x$word
			for ((n = ${word%x*}; n > 0; n--)); do
				k=$((k + 1))
				printf 'commit refs/heads/main\ncommitter a <a@example.org> %d +0000\ndata <<E\n%s\nE\n' \
					$((1700000000 + k * 86400)) "number $k"
				cat ../new
				printf 'M 644 inline speed\ndata <<E\n%s\nE\nM 644 inline number\ndata <<E\n%d\nE\n' "${word#*x}" $k
				: >../new
			done
		done
	} | git fast-import --quiet
	rm ../new
	git reset -q --hard main
}

# held FILE...: their content, for fast-import. It makes a history in the time that git takes for one commit.
held() {
	local file
	for file; do
		printf 'M 644 inline %s\ndata <<END_OF_FILE\n' "$file"
		cat "$file"
		printf 'END_OF_FILE\n'
	done
}

# scripts: another repository, whose commits have the programs of the planted one: nothing is built
scripts() {
	local k n
	n=$(git rev-list --count HEAD)
	mkdir ../scripts && git init -q -b main ../scripts
	for ((k = n - 1; k >= 0; k--)); do
		git checkout -q "main~$k" && sh make.sh && cp prog ../scripts/
		(cd ../scripts && git add . && git commit -q -m "script $((n - k))")
	done
	cd ../scripts || return 1
}
