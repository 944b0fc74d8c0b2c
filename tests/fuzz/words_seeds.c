// SPDX-License-Identifier: GPL-2.0-only
/*
 * Seeds of the fuzzer of command lines.
 */
#include <stdio.h>
#include <string.h>
#include "fuzz.h"

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	static const char *const lines[] = {
		"port add dev p1 rate 1gbit delay 1.5us speed 100mbit pause-time 1000q",
		"port set dev p1 default-prio 3 queue-limit 1.5M rate unlimited speed auto",
		"port del dev p1", "port show dev p1", "port", "port help",
		"map set dev p1 dscp-prio default 24-31:3 all:0 prio-pg 0-7:1",
		"map set dev p1 dscp-prio class-selector prio-pg 3:3 default-prio 7",
		"map show", "pfc set dev p1 prio-pfc all:off 3-4:on pause-time 1",
		"pfc show dev p1", "pg set dev p1 pg all limit 1M",
		"pg set dev p1 pg 3 xoff 64K xon 48KiB headroom 128kb limit 1g",
		"pg show", "pool set size 24M", "pool show", "stats show dev p1",
		"stats clear", "monitor # all of it", "show dev p1",
		"monitor pauses dev p1 prio 3,4", "monitor event xoff-sent,xon-sent prio all",
		"show p*",
		"pool add gold size 8M oversubscribe-ratio 2",
		"pool set gold oversubscribe-ratio 256", "pool del gold", "pool show gold",
		"pool del abcdefghijklmnopqrstuvwxyz012345",
		"profile add a.b-c_d headroom auto alpha 1/8 pool gold min 10K",
		"profile set a limit 1M", "profile set a dev p1", "profile del a", "profile show a",
		"pg set dev p1 pg 3 profile a", "pg set dev p1 pg 3 profile none headroom auto",
		"pg set dev p1 pg 3 headroom default",
		"port set dev p1 cable-length 300m batch 16", "port set dev p1 cable-delay 1us",
		"port set dev p1 cable-delay 1us cable-length 1m",
		"queue set dev p1 queue all limit 1M alpha 1/2", "queue show",
		"queue set dev p1 queue 1 pool gold min 10K",
		"queue set dev p1 queue all pool none",
		"queue set dev p1 queue 3 ecn-kmin 5K ecn-kmax 200K ecn-pmax 0.25%",
		"queue set dev p1 queue all ecn-kmax off ecn-pmax 100%",
		"ets set dev p1 prio-tc all:0 3:1 tc-tsa 0-1:ets 7:strict tc-bw 0:40 1:60%",
		"ets set dev p1 tc-maxrate 7:100mbit 2:unlimited", "ets show dev p1",
		"map set dev p1 trust dscp,pcp pcp-prio 1-2:3 ethtype-prio 0x8906:3 0X88cc:none",
		"map set dev p1 ethtype-prio 0x600:1", "map set dev p1 ethtype-prio 0x5ff:1",
		"map set dev p1 flood-prio 0:0 1-3:1 7:none flood-lossless drop prio-source skb",
		"map set dev p1 app-rewrite on", "map set dev p1 app-rewrite off trust dscp",
		"map set dev p1 prio-dscp all:none 3:63 prio-pcp 3:7 4:none trust none",
		"pfc set dev p1 flow-control pause prio-pfc-tx 3:on prio-pfc-rx all:off",
		"port set dev p1 peer-rate 10gbit batch 4096", "port set dev p1 peer-rate own",
		"0xffff 0x0 0x 0x12345 50% 0.0001% 99999999999999999999% 1:none 1:63 1:255",
		"queue set dev p1 queue 1 limit none alpha off", "watermark show dev p1",
		"watermark clear dev p1 pg all queue 3", "watermark clear pool gold",
		"watchdog set dev p1 prio-watchdog 3-4:on detection-time 100ms restoration-time auto",
		"watchdog set dev p1 restoration-time manual action forward escalate-count 30",
		"watchdog set dev p1 restoration-time 60s escalate-period 20s xoff-timeout 1ms",
		"watchdog set dev p1 escalate-count off xoff-timeout off",
		"watchdog set dev p1 restoration-time 999us",
		"watchdog show dev p1", "watchdog history", "watchdog clear", "watchdog help",
		"watchdog clear dev p1 prio 0-2,7", "watchdog mitigate", "watchdog release dev p1",
		"watchdog mitigate dev p1 prio all", "watchdog inject dev p1 prio 3,4 on",
		"watchdog inject dev p1 prio 3 off", "stats clear dev p1 prio 3",
		"stats clear dev p1 prio 8",
		"impair set dev p1 prio 3 loss 0.1% ce 1% delay 10us seed 7", "impair show dev p1",
		"impair set p1 pfc-corrupt 1% pfc-delay 5us xoff-duty 20%/1ms", "impair off",
		"impair set p1,p2 loss off", "impair set dev p1 pfc-delay 11ms",
		"impair set dev p1 xoff-duty 20%/99us",
		"impair del dev p1 prio 3-4", "impair set dev p1 xoff-duty off", "impair help",
		"port set dev p1 port-group 255", "port set dev p1 port-group none",
		"map set dev p1 bounce-prio 3:4 7:none bounce-dscp 3:34",
		"map set dev p1 control-prio none", "map set dev p1 control-prio 7 trust dscp",
		"port set dev p1 latency 100ms", "port set dev p1 latency none batch 1",
		"headroom speed 10gbit latency 100ms ring 1G", "headroom speed 1gbit ring none",
		"headroom dev p1", "headroom", "headroom speed 1gbit rate 10mbit mtu 9000",
		"headroom speed 400gbit cable-length 2km delay 1us batch 0",
		"check", "check dev p1", "check interval 1s", "check help", "check link dev p1",
		"check link dev p1 peer dev eth0 netns h1 prio 3", "check link prio 8 dev p1",
		"why", "why dev p1 prio 3 interval 10ms", "why p1 --dot", "why dot",
		"why prio 3", "why help",
		"why at -5s", "why dev p1 --at 18:03:04.5", "why --last dot", "why at 1000.5 last",
		"history", "history dev p1 prio 3 window 500ms", "history window 2d",
		"history help",
		"history events since 2026-11-23T18:03:04.123456 event peak,xoff-lost dev p1",
		"hist ev si -1.5s", "history events since 99999999999999999999.5",
		"save", "save dev p1", "save help", "restore", "restore /nonexistent dev p1",
		"restore /dev/null --dry-run", "restore /dev/null", "restore - - -", "restore help",
		"port add dev p1 rate 1gbit # comment\npfc set dev p1 prio-pfc 3:on\n",
		"pool add gold size 1M\nprofile add a pool gold\nport add dev p1\npg set dev p1 pg 3 profile a",
		"top", "top p1 delay 500ms count 2 sort paused idle", "top -d 0.5", "top help",
		"metrics", "metrics show openmetrics all-netns", "metrics help",
		"po se p1 rate 12.5mbps lat 2msecs",
		"port add p1,p2,p1 rate 1gibit pg 3 xoff 8kbit prio-pfc 3:on action alert",
		"watchd se p1 det 100msec escalate-c 3", "p s", "prot",
		"port add p*,x[12] rate 1gbit", "port del all", "port show p1,,p2", "pfc sh *",
		"watchdog inject all prio 3 on", "stats clear p1,p2 prio 3",
		"watermark clear all pg 3",
		"roce lossless all --dry", "check show p1,p2", "headroom show p*", "save all",
		"map set p1 dscp-prio AF31:3 ef:6 CS6-CS7:7 be-le:0 prio-dscp 3:af31 6:VA",
		"1kibit 1.5gibps 3secs 2usec 0.5tibit 1tbps 8kbit 1mbit 1gbit 2bps 1nsecs",
		"\\0401 1\\040 1\\040K 40\\040% 1\\040% 0x\\040906 0x89\\026",
		"0.2m 2.5m 0.001m 2000km 1.234567km 3689348814741910m",
		"1 1b 1.5k 0.000001tbit 2.5gbit 99999999999999999999 1.6tbit 65535q 0.25s",
		"0:0 63:7 64:0 0-63:8 7:on 8:off all:on 5-3:1 1-1:1",
		"99999999999999999999999 65535 131072 128K 128KiB 12MB 1GiB 1Gbit 1000000 1000000bit",
		"100Mbit 1.5mibit 1tibit 125000bps 100kbps 1Gbps 0.2tbps 1kibps 1mibps 1gibps",
		"0.25tibps 10000 10000000bit 99999999tbit 500ns 2us 1.5ms 0.000001s 18446744074s",
		"5nsec 5nsecs 2usecs 1.5msec 3MSECS 1sec 2secs 0m 2000KM 18446744073709551615m 40 0%",
		"0.000100% +1 -1 0x10 1.0 q 1qq 1Q K 1KK 1tbit 0.001kbit 1T 0.3K 1.K .5K 1.5.5K",
		"1.0000000K -1K 100pbps 0.1bps 100M 1e6 0.0001kbit 1mbit/s 1.5mbit 10.0 1000 1.5ns",
		"2min 300 0.0001m 1cm 1mm 1ns km 1.5 40%% 0.01 0.00001% .5% 2:3 1-3:7 2-2:1 63:1",
		"6-7:off 64:1 1-64:1 99999999999999999999:1 1:8 3-1:0 1: :1 1-:1 1:1x 1:on 3:none",
		"0-1:none 1:64 1:non 8:on be:3 df-Le:3 1-cs1:3 cs1-af11:2 0:Cs6 all:vA EF-AF31:1",
		"AF44:1 AF51:1 AF111:1 CS8:1 E:1 1:EF EF:1 1:EF-CS6 0x8906 0X88cC:3 0x600 0x0600: :3",
		"0x:8906 0x08906 8906 1x8906 0x-906 0x0x10 0x890g",
		"18446744073709551615 18446744073709551616 17179869184G 18446745tbit 0.5 0.25K 007 1.",
	};

	const unsigned int count = sizeof(lines) / sizeof(*lines);

	/* Each line is a command that succeeds, one that the kernel may refuse, and a file */
	if (n > 3 * count)
		return 0;
	if (n < 3 * count) {
		const unsigned char first[] = { 0, 1 + n / 3 % 5, 8 };

		return snprintf((char *)buf, size, "%c%s", first[n % 3], lines[n / 3]);
	}
	memset(buf, ' ', 700);
	for (n = 0; n < 700; n += 2)
		buf[n] = 'a';
	return 700;
}
