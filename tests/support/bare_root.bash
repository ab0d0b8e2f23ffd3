# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# A bare root of Debian by debootstrap, and steps that are made in it; tests/fresh and tests/packages source this. Has to
# run as root; leaves nothing behind.
#
# ASSAY_MIRROR is the Debian mirror (default: the one this system uses); proxies are taken over, and the certificates that
# npm trusts here (NODE_EXTRA_CA_CERTS), as of a proxy that looks into TLS.

fail() {
	echo "${0##*/}: $*" >&2
	exit 1
}

mirror() {
	local lists=(/etc/apt/sources.list /etc/apt/sources.list.d/*)
	if [ -n "${ASSAY_MIRROR:-}" ]; then
		echo "$ASSAY_MIRROR"
	else
		{ cat "${lists[@]}" 2>/dev/null || true; } |
			grep -oE '^(URIs:|deb) .*' | grep -oE 'https?://[^ ]*/debian/?( |$)' | head -n 1 |
			tr -d ' ' | grep . || echo http://deb.debian.org/debian
	fi
}

mounted=()
leave() {
	local status=$?
	for ((i = ${#mounted[@]} - 1; i >= 0; i--)); do
		umount "${mounted[i]}" 2>/dev/null || umount -l "${mounted[i]}"
	done
	# Never across a file system: what is still mounted there would be emptied.
	rm -rf --one-file-system "$root"
	exit "$status"
}

inside() {
	chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb \
		DEBIAN_FRONTEND=noninteractive CI="${CI:-}" http_proxy="${http_proxy:-}" \
		https_proxy="${https_proxy:-}" NODE_EXTRA_CA_CERTS="${trusted:-}" sh -c "$1" </dev/null
}

# step WORDS COMMAND: runs it inside, notes how it ended and how long it took.
step() {
	local from=$SECONDS status=0
	printf '\n=== %s\n' "$2"
	inside "$2" || status=$?
	summary+=("$(printf '%-8s %4d s  %s' "$( ((status)) && echo "FAILED" || echo ok)" $((SECONDS - from)) "$1")")
	((status == 0)) || failed=1
}

failed=0
summary=()
trusted= # where certificates of this system lie in the root

# bare_root DISTRIBUTION: makes it, with what it takes to install packages and run programs.
bare_root() {
	local from=$SECONDS from_mirror
	[ "$(id -u)" -eq 0 ] || fail "debootstrap and chroot need root: run it as root"
	tools/setup fresh
	root=$(mktemp -d /var/tmp/assay-root.XXXXXX)
	trap leave EXIT
	trap 'exit 130' INT TERM HUP
	from_mirror=$(mirror)
	echo "=== a bare Debian $1 from $from_mirror in $root"
	debootstrap --variant=minbase "$1" "$root" "$from_mirror" >"$root.log" 2>&1 || {
		tail -n 20 "$root.log"
		rm -f "$root.log"
		fail "debootstrap could not make the root; its last words are above"
	}
	rm -f "$root.log"
	summary+=("$(printf '%-8s %4d s  a bare root of %s by debootstrap' ok $((SECONDS - from)) "$1")")
	apt-config dump | grep -E '^Acquire::(https?::.*Proxy|Check-|Retries|http::Pipeline)' |
		grep -v Auto-Detect >"$root/etc/apt/apt.conf.d/90host" || true
	cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
	if [ -r "${NODE_EXTRA_CA_CERTS:-}" ]; then
		trusted=/etc/trusted-here.crt
		cp -L "$NODE_EXTRA_CA_CERTS" "$root$trusted"
	fi
	chmod 755 "$root"
	attach . --bind "$root" # a mount point, as the root of a system is
	attach proc -t proc proc
	attach sys -t sysfs -o ro sysfs
	if [ -d /sys/fs/cgroup ]; then # which slurmd looks at
		attach sys/fs/cgroup --rbind /sys/fs/cgroup
		mount --make-rslave "$root/sys/fs/cgroup"
	fi
	attach dev --bind /dev
	attach dev/pts --bind /dev/pts
	attach dev/shm -t tmpfs tmpfs
}

# attach FOLDER MOUNT-OPTION...
attach() {
	mount "${@:2}" "$root/$1"
	mounted+=("$root/$1")
}

# What was done and how long it took; the status is that of the worst.
summed_up() {
	printf '\n'
	printf '%s\n' "${summary[@]}"
	return $failed
}
