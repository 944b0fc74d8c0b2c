#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# On a clean Debian, apt installs pfc-dkms and pfcctl with the libraries that they need, and DKMS
# builds and signs the module for the running kernel and for the newest one.  The installed
# module and tool make a lossless network.  The installed service writes metrics for a
# node_exporter, which a Prometheus on the host scrapes while the network is congested.  Then this
# step configures ports for the next boot.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 10 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# scripts/package-guest gives the guest an APT repository in /in, and a NIC eth1 through which
# Prometheus reaches node_exporter.  tests/packages/scrape.py checks the captures and reports.

. /tests/packages/guest/lib.sh
INCAST_COUNT=4000
. /tests/guest/lib/scene-incast.sh

note "Linux $RELEASE, Debian $(cat /etc/debian_version), $(systemctl --version | head -n 1)"
is "the disk has no package of this project" "$(installed pfcctl)$(installed pfc-dkms)" ""
rm -f /etc/apt/sources.list.d/*
echo "deb [trusted=yes] file:/in/repository ./" > /etc/apt/sources.list
check "apt reads the repository" apt update
files > "$OUT/before"

# ---- install

start=$SECONDS
check "apt installs the version that had all programs in one package" apt install pfcctl=1.0
check "apt installs the module and upgrades the tool" apt install pfc-dkms pfcctl
refused "pfcctl alone says what is missing" "install the package pfcctl-tools" pfcctl check
check "apt installs the programs" apt install pfcctl-tools
note "installed in $((SECONDS - start)) s"
# Each library that the tool loads is in the named package
libraries=$(ldd /usr/sbin/pfcctl | sed -n 's|^\s*\(\S*\) => .*|*/\1|p' | xargs dpkg -S | cut -d : -f 1)
check "the tool needs libraries" grep -q libjson-c5 <<< "$libraries"
# shellcheck disable=SC2016 # dpkg-query expands it
depends=$(dpkg-query -W -f '${Depends}' pfcctl | tr ',' '\n' | awk '{ print $1 }')
is "the package depends on the packages of its libraries" \
	"$(sort -u <<< "$libraries" | grep -vxF "$depends")" ""
note "$(dkms status)"
newest=$(printf '%s\n' /lib/modules/* | sort -V | tail -n 1)
newest=${newest##*/}
for release in $(printf '%s\n' "$RELEASE" "$newest" | sort -u); do
	check "DKMS has built and installed the module for $release" \
		grep -q ': installed' <<< "$(dkms status -m pfc -k "$release")"
	is "the kernel of the module is $release" "$(modinfo -k "$release" -F vermagic pfc |
		cut -d ' ' -f 1)" "$release"
done
is "there is no other module" "$(built | wc -l)" \
	"$(printf '%s\n' "$RELEASE" "$newest" | sort -u | wc -l)"
is "DKMS has signed the module with its key" "$(signer pfc)" "DKMS module signing key"
# shellcheck disable=SC2016 # dpkg-query expands it
is "the tool reports the version of its package" "$(pfcctl -V)" \
	"pfcctl $(dpkg-query -W -f '${Version}' pfcctl)"
# shellcheck disable=SC2016 # the new shell expands it
is "bash completes commands" "$(bash -c '
	. /usr/share/bash-completion/completions/pfcctl
	COMP_LINE="pfcctl port a" COMP_POINT=13
	_pfcctl
	echo "${COMPREPLY[*]}"')" "add"
is "all units are disabled" "$(systemctl list-unit-files --no-legend 'pfc*' | awk '{ print $1, $2 }')" \
	"pfc@.service disabled
pfcctl-deadlock.service disabled
pfcctl-textfile.service disabled"
refused "no unit runs" "inactive" systemctl is-active pfcctl-textfile.service

# ---- use

check "the module is not loaded" test ! -e /sys/module/pfc
check "modprobe loads the module" modprobe pfc
check "all ports are created" incast_build 1gbit 10mbit
for port in $INCAST_PORTS; do
	pfc "${port%/*}" pg set dev "${port#*/}" pg 3 headroom auto
done
check "PFC is switched on for priority 3" incast_pfc on
for port in p1 p2 p3; do
	pfc sw watchdog set dev "$port" prio-watchdog 3:on action alert
done
is "pfcctl finds no fault" "$(pfc sw check 2>&1)" "no faults found at 3 ports"

# requests: counts the requests to node_exporter, except those of this function
asked=0
requests()
{
	local n

	n=$(busybox wget -q -O - http://127.0.0.1:9968/metrics |
		sed -n 's/^promhttp_metric_handler_requests_total{code="200"} //p')
	requests=$((${n:-0} - asked))
	asked=$((asked + 1))
}
# scraped N: whether Prometheus has scraped N times since it was $scrapes
scraped() { requests; [ $((requests - scrapes)) -ge "$1" ]; }
# fresh: whether the service has written its file since /tmp/now
fresh() { [ "$textfile" -nt /tmp/now ]; }

textfile=/run/pfcctl-textfile/pfc.prom
dropin=/etc/systemd/system/pfcctl-textfile.service.d
mkdir "$dropin" /tmp/collector
cp /usr/share/doc/pfcctl/examples/all-netns.conf "$dropin/"
printf '[Service]\nEnvironment=INTERVAL=1\n' > "$dropin/interval.conf"
ln -s "$textfile" /tmp/collector/
ip address add 10.0.2.15/24 dev eth1
ip link set eth1 up
systemctl daemon-reload
check "systemd starts the service" systemctl enable --now pfcctl-textfile.service
check "the service writes its file" wait_for 600 test -e "$textfile"
setpriv --reuid nobody --clear-groups /in/prometheus-node-exporter --collector.disable-defaults \
	--collector.textfile --collector.textfile.directory=/tmp/collector \
	--web.listen-address=:9968 2> "$OUT/node-exporter.log" &
exporter=$!
served() { busybox wget -q -O - http://127.0.0.1:9968/metrics | grep -q '^pfc_port_info{.*"sw"'; }
check "node_exporter serves the metrics" wait_for 600 served
start=$SECONDS
requests
scrapes=$requests
# The host reads this number.  An emulated guest needs a second or more for a scrape.
interval=$((3 + 3 * (SECONDS - start)))
note "scrape interval: $interval"
check "Prometheus scrapes node_exporter before the congestion" wait_for 600 scraped 3

capture sw p1 p1 ether proto 0x8808
receive h3 received
note "the congestion begins"
requests
scrapes=$requests
for ((round = 100; round < 3000; round += 100)); do
	_senders=()
	incast_send sent h1 $((round + 1)) 26
	incast_send sent h2 $((round + 2)) 26
	incast_send sent h1 $((round + 11)) 0
	incast_send sent h2 $((round + 12)) 0
	wait "${_senders[@]}"
	! scraped 6 || break
done
check "Prometheus scrapes node_exporter during the congestion" scraped 6
empty() { [ "$(stat sw p3 '[.[0].queue[].backlog_packets] | add')" = 0 ]; }
check "the switch sends all packets" wait_for 600 empty
sleep 1
received received
captures_end
is "lossless datagrams are not lost" \
	"$(value received '[.flows[] | select(.flow % 100 < 10) | .missing] | add')" 0
tc=$(in_ns sw tc -s qdisc show dev p3)
check "tc finds the plugin and prints the queues" grep -q "prio 3 " <<< "$tc" || note "$tc"
in_ns sw tc -s class show dev p3 > "$OUT/class.txt"
for _ in 1 2; do	# the first file may be from values that were read before
	touch /tmp/now
	check "the service writes its file" wait_for 600 fresh
done
note "the congestion has ended"
# Prometheus ends after it has answered the queries of the host
quiet() { local n; requests; n=$requests; sleep $((2 * interval)); requests; [ "$n" = "$requests" ]; }
check "Prometheus ends" wait_for 600 quiet
kill "$exporter"
is "no service has failed" "$(systemctl --failed --no-legend)" ""
systemctl disable -q --now pfcctl-textfile.service
rm -r "$dropin" /tmp/collector
ip -all netns delete

# ---- configuration for the next boot

mkdir /etc/pfc
cat > /etc/systemd/network/br0.netdev <<-END
	[NetDev]
	Name=br0
	Kind=bridge
END
cat > /etc/systemd/network/br0.network <<-END
	[Match]
	Name=br0
	[Network]
	Address=10.0.0.1/24
END
cat > /etc/systemd/network/eth0.network <<-END
	[Match]
	Name=eth0
	[Network]
	Bridge=br0
END
cat >> /etc/network/interfaces <<-END

	auto if0
	iface if0 inet manual
	    pre-up ip link add if0 type veth peer name if1
	    up ip link set dev if0 up
	    post-up modprobe pfc && pfcctl restore /etc/pfc/pfc.conf dev if0
END
for dev in if0 sw0; do
	ip link add "$dev" type veth peer name "peer-$dev"
done
check "pfcctl configures a pool, a profile and three ports" pfcctl -b - <<-END
	pool set size 8M
	pool add gold size 4M
	profile add lossless xoff 100K headroom 50K pool gold
	port add dev eth0 rate 1gbit
	port add dev sw0 rate 100mbit
	port add dev if0 rate 200mbit
	pg set dev eth0 pg 3 profile lossless
	pg set dev sw0 pg 3 xoff 64K xon 32K headroom 40K
	pfc set dev eth0 prio-pfc 3:on
	pfc set dev sw0 prio-pfc 3:on
	map set dev sw0 dscp-prio 34:4 trust dscp
	watchdog set dev sw0 prio-watchdog 3:on action alert
	ets set dev if0 tc-tsa all:strict tc-bw all:0
END
pfcctl save > /etc/pfc/pfc.conf
pfcctl -j port show > "$OUT/ports-before.json"
check "the file has all three ports" test "$(grep -c '^port add dev' /etc/pfc/pfc.conf)" = 3
check "systemd enables the units" systemctl enable systemd-networkd.service \
	pfc@eth0.service pfc@sw0.service

# ---- a trusted key: that of DKMS, in the UEFI variable db

# bytes HEX...: prints these bytes
bytes() { printf '%b' "$(printf '%s' "$@" | sed 's/../\\x&/g')"; }
# number N: prints N as hexadecimal digits of 32 bits, little-endian
number() { printf '%08x' "$1" | sed 's/\(..\)\(..\)\(..\)\(..\)/\4\3\2\1/'; }

size=$(wc -c < "$KEY.pub")
X509=a159c0a5e494a74a87b5ab155c2bf072
PKCS7=9dd2af4adf68ee498aa9347d375665a7
{
	# Attributes: non-volatile, boot service, runtime, authenticated by time
	bytes "$(number 39)"
	# The date; an empty signature, because the firmware has no platform key yet
	bytes e80701010000000000000000 00000000 "$(number 24)" 0002 f10e "$PKCS7"
	# A list with the certificate
	bytes "$X509" "$(number $((44 + size)))" "$(number 0)" "$(number $((16 + size)))" \
		00000000000000000000000000000000
	cat "$KEY.pub"
} > /tmp/db
check "the firmware takes the key of DKMS" \
	dd if=/tmp/db bs=64K of=/sys/firmware/efi/efivars/db-d719b2cb-3d3a-4596-a3bc-dad00e67656f
