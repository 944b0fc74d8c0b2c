#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# After a boot, pfc@.service has restored the port of a device that exists, and restores another
# when its device appears.  ifupdown has restored a third one.  The configuration is that of
# before the boot.  A kernel that enforces signatures loads the module with the key of DKMS, which
# the firmware trusts, and refuses it without a signature or with another key.  After the packages
# are removed and purged, nothing of them remains.

. /tests/packages/guest/lib.sh

# ---- the configuration

ports() { pfcctl -j port show | jq -r '[.[].dev] | sort | join(" ")'; }
has_ports() { [ "$(ports)" = "$1" ]; }

check "systemd restores the port of the NIC, ifupdown that of its device" \
	wait_for 900 has_ports "eth0 if0"
is "the service of the NIC is active" "$(systemctl is-active pfc@eth0.service)" active
is "the service of the device that does not exist is inactive" \
	"$(systemctl is-active pfc@sw0.service)" inactive
in_bridge() { [ "$(cat /sys/class/net/eth0/brport/state)" = 3 ]; }
check "systemd-networkd has put the NIC into a bridge, where it forwards" wait_for 600 in_bridge
ip link add sw0 type veth peer name peer-sw0
check "systemd restores the port of a device that appears" wait_for 600 has_ports "eth0 if0 sw0"
# A later command of restore would be missing
active() { [ "$(systemctl is-active pfc@sw0.service)" = active ]; }
check "its service becomes active" wait_for 600 active
pfcctl save > "$OUT/pfc.conf"
is "the configuration is the same as before the boot" "$(diff /etc/pfc/pfc.conf "$OUT/pfc.conf")" ""
is "restore has nothing to do" "$(pfcctl restore /etc/pfc/pfc.conf --dry-run)" ""
sed -i 's/^\(port add dev sw0.*\)100mbit/\150mbit/; s/dev sw0 rate 100mbit/dev sw0 rate 50mbit/' \
	/etc/pfc/pfc.conf
check "systemctl reload applies a change of the file" systemctl reload pfc@sw0.service
is "the new rate is that of the file" "$(pfcctl save)" "$(cat /etc/pfc/pfc.conf)"
ip link delete sw0
gone() { [ "$(systemctl is-active pfc@sw0.service)" = inactive ]; }
check "the service ends with its device" wait_for 600 gone
ip link add sw0 type veth peer name peer-sw0
check "systemd restores the port of a device that appears again" \
	wait_for 600 has_ports "eth0 if0 sw0"

# ---- the file for node_exporter

# In the directory of the collector, another user can create links
collector=/var/lib/prometheus/node-exporter
mkdir -p $collector
chown nobody $collector
ln -s /etc/victim $collector/pfc.new
ln -s /run/pfcctl-textfile/pfc.prom $collector/
metrics() { grep -q '^pfc_port_info{.*device="eth0"' $collector/pfc.prom; }
check "systemd starts the service" systemctl start pfcctl-textfile.service
check "the service writes the metrics for node_exporter" wait_for 600 metrics
check "another user can read them" setpriv --reuid nobody --clear-groups cat $collector/pfc.prom
service=/proc/$(systemctl show -P MainPID pfcctl-textfile.service)/status
check "the service does not run as root" test "$(awk '/^Uid:/ { print $2 }' "$service")" != 0
is "the service has no capabilities" "$(awk '/^Cap(Prm|Bnd)/ { print $2 }' "$service" | sort -u)" \
	0000000000000000
ln -s /etc/victim /run/pfcctl-textfile/pfc.new
restarted() { [ "$(systemctl show -P NRestarts pfcctl-textfile.service)" -gt 0 ] && metrics; }
check "the service continues after a link at the place of its new file" wait_for 600 restarted
check "the service follows no link" test ! -e /etc/victim
mkdir /etc/systemd/system/pfcctl-textfile.service.d
cp /usr/share/doc/pfcctl/examples/all-netns.conf /etc/systemd/system/pfcctl-textfile.service.d/
systemctl daemon-reload
systemctl restart pfcctl-textfile.service
check "with the drop-in the service reads all namespaces" \
	wait_for 600 grep -q '^pfc_port_info{.*netns=""' $collector/pfc.prom
systemctl stop pfcctl-textfile.service
check "the file ends with the service" test ! -e $collector/pfc.prom
rm -r /var/lib/prometheus

# ---- the search for deadlocks

ip netns add other
mkdir /etc/systemd/system/pfcctl-deadlock.service.d
printf '[Service]\nEnvironment="OPTIONS=-n other"\n' > /etc/systemd/system/pfcctl-deadlock.service.d/other.conf
systemctl daemon-reload
check "systemd starts the search for deadlocks" systemctl start pfcctl-deadlock.service
# It ends with an error if the sandbox does not let it into the namespace
sleep 5
is "the search runs in the namespace of the drop-in" \
	"$(systemctl show -P ActiveState -P NRestarts pfcctl-deadlock.service | sort | paste -sd ' ')" "0 active"
systemctl stop pfcctl-deadlock.service
ip netns delete other

# ---- signatures

for dev in $(ports); do
	pfcctl port del dev "$dev"
done
check "modprobe removes the module" modprobe -r pfc
module=$(modinfo -n pfc)
xz -dc "$module" > /tmp/dkms.ko 2> /dev/null || cp "$module" /tmp/dkms.ko
objcopy --strip-debug /tmp/dkms.ko /tmp/unsigned.ko
cp /tmp/unsigned.ko /tmp/other.ko
openssl req -new -x509 -newkey rsa:2048 -nodes -days 3650 -subj "/CN=pfc" -keyout /tmp/mok.key \
	-outform DER -out /tmp/mok.pub 2> /dev/null
check "sign-file signs the module" \
	"/lib/modules/$RELEASE/build/scripts/sign-file" sha256 /tmp/mok.key /tmp/mok.pub /tmp/other.ko
is "modinfo names the signer" "$(signer /tmp/other.ko)" pfc
is "stripping removes the signature" "$(signer /tmp/unsigned.ko)" ""
check "the kernel trusts the key in the firmware" \
	grep -q 'Loaded X.509 cert .DKMS module signing key' <<< "$(dmesg)"
check "without enforcement, the kernel loads a module without a signature" insmod /tmp/unsigned.ko
check "the kernel is tainted by it" test $(($(cat /proc/sys/kernel/tainted) >> 13 & 1)) = 1
is "the module has no signature" "$(cat /sys/module/pfc/taint)" OE
rmmod pfc
echo 1 > /sys/module/module/parameters/sig_enforce
is "the kernel enforces signatures" "$(cat /sys/module/module/parameters/sig_enforce)" Y
refused "a module without a signature is refused" "Key was rejected by service" \
	insmod /tmp/unsigned.ko
refused "a module that an unknown key has signed is refused" "Key was rejected by service" \
	insmod /tmp/other.ko
check "the module that DKMS has signed is loaded" modprobe pfc
# O: built outside the kernel.  The module without a signature has OE.
is "the kernel knows its signature" "$(cat /sys/module/pfc/taint)" O
check "modprobe removes the module" modprobe -r pfc

# ---- remove

systemctl disable -q --now pfc@eth0.service pfc@sw0.service \
	systemd-networkd.service systemd-networkd.socket
check "apt removes the packages" apt remove pfc-dkms pfcctl pfcctl-tools
is "no module remains" "$(built)" ""
refused "modprobe does not find the module" "not found" modprobe pfc
hash -r
is "the tool is removed" "$(type -P pfcctl)" ""
is "DKMS does not list the module" "$(dkms status -m pfc)" ""
check "apt purges the packages" apt purge --autoremove pfc-dkms pfcctl pfcctl-tools
is "the packages are not known as installed or configured" \
	"$(installed pfcctl)$(installed pfcctl-tools)$(installed pfc-dkms)" ""
# The files that step 1 has written
rm -r /etc/pfc /etc/systemd/network/{br0.netdev,br0.network,eth0.network} \
	/etc/systemd/system/pfcctl-{deadlock,textfile}.service.d
files > "$OUT/after"
is "no file remains" "$(diff "$OUT/before" "$OUT/after")" ""
