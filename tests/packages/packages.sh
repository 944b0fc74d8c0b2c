#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# On a clean Debian, apt installs pfc-dkms and pfcctl with the libraries that they need, and DKMS
# builds and signs the module for the running kernel and for the newest one.  Then modprobe
# loads the module, and a port that pfcctl configures obeys XOFF.  After the packages are removed
# and purged, nothing of them remains.
#
#   h1 eth0 ── p1 (sw)
#
# scripts/package-guest gives the guest a disk with Debian (scripts/guest/guest-disk), and in $IN
# the modules of the file system (modules/) and an APT repository (repository/).

. /tests/guest/lib/lib.sh

DEBIAN=/debian

# debian COMMAND...: runs a program of Debian
debian()
{
	chroot "$DEBIAN" /usr/bin/env -i LC_ALL=C HOME=/root DEBIAN_FRONTEND=noninteractive \
		PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# apt COMMAND...: runs apt-get; its output is in $OUT/apt-COMMAND
apt()
{
	debian apt-get -y -o APT::Install-Recommends=false "$@" > "$OUT/apt-$1" 2>&1 || {
		cat "$OUT/apt-$1"
		return 1
	}
}

mount_debian()
{
	local module dir

	while read -r module; do
		insmod "$IN/modules/$module" || return
	done < "$IN/modules/order"
	mkdir "$DEBIAN"
	mount -t ext4 /dev/vda "$DEBIAN" || return
	for dir in proc sys dev run; do
		mount -o bind "/$dir" "$DEBIAN/$dir" || return
	done
	mkdir -p /dev/pts
	mount -t devpts devpts "$DEBIAN/dev/pts"
	mkdir "$DEBIAN/srv/repository"
	mount -o bind "$IN/repository" "$DEBIAN/srv/repository" || return
	echo "deb [trusted=yes] file:/srv/repository ./" > "$DEBIAN/etc/apt/sources.list"
	rm -f "$DEBIAN"/etc/apt/sources.list.d/*
}

# files: lists all files, except those that dpkg, apt and depmod maintain for all packages, and
# the signing key of DKMS, which DKMS creates for all modules
files()
{
	(cd "$DEBIAN" && find . -xdev \( -path ./var/lib/dpkg -o -path ./var/lib/apt \
		-o -path ./var/cache -o -path ./var/log -o -path ./tmp \
		-o -path './usr/lib/modules/*/modules.*' -o -name 'mok.*' \) -prune -o -print |
		sort)
}

# installed PACKAGE: prints "installed" if it is installed
# shellcheck disable=SC2016 # dpkg-query expands it
installed() { debian dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null; }
built() { find "$DEBIAN/usr/lib/modules" -name 'pfc.ko*' | sort; }

# The tests of the library call pfcctl and tc: these are Debian's
cat > /usr/bin/pfcctl <<-END
	#!/bin/bash
	exec chroot $DEBIAN /usr/sbin/pfcctl "\$@"
END
chmod +x /usr/bin/pfcctl

# A slow emulated disk is not a fault
sysctl -qw kernel.hung_task_timeout_secs=600
mount_debian || { check "the disk with Debian is mounted" false; exit; }
note "Linux $RELEASE, $(cat "$DEBIAN/etc/debian_version")"
is "the disk has no package of this project" "$(installed pfcctl)$(installed pfc-dkms)" ""
check "apt reads the repository" apt update
files > /tmp/before

# ---- install

start=$SECONDS
check "apt installs the packages" apt install pfc-dkms pfcctl
note "installed in $((SECONDS - start)) s"
check "apt installs the library that the disk lacks" test "$(installed libjson-c5)" = installed
refused "no library of the tool is missing" "^\$" \
	debian sh -c "ldd /usr/sbin/pfcctl | grep 'not found'"
note "$(debian dkms status)"
check "DKMS has built and installed the module for $RELEASE" \
	debian sh -c "dkms status -m pfc -k $RELEASE | grep -q ': installed'"
newest=$(debian sh -c 'ls /lib/modules | sort -V | tail -n 1')
check "DKMS has built and installed the module for $newest" \
	debian sh -c "dkms status -m pfc -k $newest | grep -q ': installed'"
is "there is a module for each of these kernels" "$(built | wc -l)" \
	"$(printf '%s\n' "$RELEASE" "$newest" | sort -u | wc -l)"
is "DKMS has signed the module with its key" "$(debian modinfo -F signer pfc)" \
	"DKMS module signing key"
for page in pfc.7 pfcctl.8 pfcctl-port.8; do
	check "man page $page" test -e "$DEBIAN/usr/share/man/man${page##*.}/$page.gz"
done
# shellcheck disable=SC2016 # dpkg-query expands it
is "the tool reports the version of its package" "$(debian pfcctl -V)" \
	"pfcctl $(debian dpkg-query -W -f '${Version}' pfcctl)"
# shellcheck disable=SC2016 # the shell in Debian expands it
is "bash completes commands" "$(debian bash -c '
	. /usr/share/bash-completion/completions/pfcctl
	COMP_LINE="pfcctl port a" COMP_POINT=13
	_pfcctl
	echo "${COMPREPLY[*]}"')" "add"

# ---- use

refused "the tool reports that the module is not loaded" "not loaded .modprobe pfc" \
	debian pfcctl port show
check "modprobe loads the module" debian modprobe pfc
ns h1 sw
link h1 eth0 sw p1
lan h1/eth0=10.0.0.1 sw/p1=10.0.0.2
check "pfcctl makes a device a port" pfc sw port add dev p1 rate 100mbit
check "pfcctl switches PFC on" pfc sw pfc set dev p1 prio-pfc 3:on
check "pfcctl finds no fault in the configuration of the port" pfc sw port show dev p1

# frame TIME: prints a PFC frame for rawsend, with this pause time (quanta) for priority 3
frame()
{
	printf '0 0180c2000001020000000003880801010008000000000000%s' "$1"
	printf '%068d\n' 0
}

queued() { [ "$(stat sw p1 '.[0].queue[3].backlog_packets')" = "$1" ]; }
paused() { [ "$(stat sw p1 '.[0].prio[3].rx_paused')" = true ]; }

receive h1 report
frame ffff > /tmp/xoff
frame 0000 > /tmp/xon
# XOFF again before the pause ends
nsexec h1 rawsend --loop 100000 --period 100000000 --bypass eth0 /tmp/xoff > /dev/null 2>&1 &
holder=$!
wait_for 20 paused
check "p1 is paused" paused
send sw lossless --flow 1 --dscp 26 --count 1 10.0.0.1
send sw lossy --flow 2 --dscp 0 --count 1 10.0.0.1
wait_for 20 queued 1
check "the packet of the paused priority waits in the port" queued 1
tc=$(in_ns sw chroot "$DEBIAN" /sbin/tc -s qdisc show dev p1)
check "tc finds the plugin and prints the queue" grep -q "prio 3 .* paused" <<< "$tc" || note "$tc"
kill $holder
wait $holder 2> /dev/null
in_ns h1 rawsend --bypass eth0 /tmp/xon > /dev/null
wait_for 20 queued 0
check "XON releases the packet" queued 0
sleep 1
received report
mapfile -t arrived < <(value report '.flows."1".datagrams' '.flows."2".datagrams')
is "the receiver gets both datagrams" "${arrived[*]}" "1 1"
check "pfcctl deletes the port" pfc sw port del dev p1
check "modprobe removes the module" debian modprobe -r pfc

# ---- remove

check "apt removes the packages" apt remove pfc-dkms pfcctl
is "no module remains" "$(built)" ""
refused "modprobe does not find the module" "not found" debian modprobe pfc
check "the tool is removed" test ! -e "$DEBIAN/usr/sbin/pfcctl"
is "DKMS does not list the module" "$(debian dkms status -m pfc)" ""
check "apt purges the packages and the library" apt purge --autoremove pfc-dkms pfcctl
is "the packages are not known as installed or configured" \
	"$(installed pfcctl)$(installed pfc-dkms)$(installed libjson-c5)" ""
files > /tmp/after
is "no file remains" "$(diff /tmp/before /tmp/after)" ""
cp /tmp/before /tmp/after "$OUT/"
umount "$DEBIAN/dev/pts" "$DEBIAN/srv/repository" "$DEBIAN"/{proc,sys,dev,run} "$DEBIAN"
