// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the announcement by lldpad: commands, their order, and the settings before.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../roce.h"
#include "files.h"
#include "link.h"
#include "test.h"

#define PLAIN	(&(const struct ctx){ 0 })
#define IN_SW	(&(const struct ctx){ .netns = "sw" })

#define ETS_WORDS	"up2tc=0:0,1:0,2:0,3:3,4:0,5:0,6:6,7:7 " \
	"tsa=0:ets,1:strict,2:strict,3:ets,4:strict,5:strict,6:strict,7:strict " \
	"tcbw=50,0,0,50,0,0,0,0"

static char script[64], logfile[64], failing[64], early[64];

/*
 * A script in place of lldptool.  It answers as lldpad does, whose message has the length of the
 * name of the argument, the name, four digits and the value.  It fails with the text of a file.
 */
static const char text[] =
"#!/bin/sh\n"
"dir=${0%/*}\n"
"answer() { printf 'R00C2000000060000000202p1%02x%s%s\\n' ${#1} \"$1\" \"$2\"; }\n"
"case \"$*\" in\n"
"-p) exit ;;\n"
"'-R -l -i p1 adminStatus') answer adminStatus 0004rxtx ;;\n"
"'-R -t -i p1 -V PFC -c willing') answer willing 0002no ;;\n"
"'-R -t -i p1 -V PFC -c enabled') answer enabled 0002130 ;;\n"	/* priorities 1 and 7 */
"'-R -t -i p1 -V PFC -c delay') answer delay 00021f4 ;;\n"	/* 500 */
"'-R -t -i p1 -V PFC -c enableTx') answer enableTx 0002no ;;\n"
"'-R -t -i p1 -V ETS-CFG -c tsa') answer tsa 000b0:ets,1:ets ;;\n"
"'-R -t -i p1 -V ETS-CFG -c tcbw') answer tcbw 000540,60 ;;\n"
"'-R -t -i p1 -V APP -c enableTx') answer enableTx 0003yes ;;\n"
"-R*) for last; do :; done; answer $last 0000 ;;\n"
"'-t -i p1') [ -e $dir/lldp.early ] || echo '	 PFC enabled: 3' ;;\n"
"'-t -i p1 -V APP -c app') echo 'app=(prio,sel,proto)' ;;\n"
"*) echo \"$*\" >> $dir/lldp.log; [ ! -e $dir/lldp.fail ] || { cat $dir/lldp.fail; exit 1; } ;;\n"
"esac\n";

/* Return: whether the commands since the last call are @expect */
static bool logged(const char *expect)
{
	char got[8192] = "";
	FILE *file = fopen(logfile, "r");
	size_t len = 0;

	if (file) {
		len = fread(got, 1, sizeof(got) - 1, file);
		fclose(file);
	}
	got[len] = '\0';
	unlink(logfile);
	if (strcmp(got, expect))
		printf("lldptool got:\n%swant:\n%s", got, expect);
	return !strcmp(got, expect);
}

#define MODE(enabled, delay) \
	"-T -i p1 -V PFC willing=no enabled=" enabled " delay=" delay " enableTx=yes\n" \
	"-T -i p1 -V ETS-CFG willing=no " ETS_WORDS " enableTx=yes\n" \
	"-T -i p1 -V ETS-REC " ETS_WORDS " enableTx=yes\n" \
	"-T -i p1 -V APP app=3,3,4791\n" \
	"-T -i p1 -V APP enableTx=yes\n"

#define START	"-L -i p1 adminStatus=rxtx\n"

#define RESTORED \
	"-T -i p1 -V PFC willing=no enabled=1,7 delay=500 enableTx=no\n" \
	"-T -i p1 -V ETS-CFG willing=yes up2tc=none tsa=0:ets,1:ets tcbw=40,60 enableTx=yes\n" \
	"-T -i p1 -V ETS-REC up2tc=none tsa=none enableTx=no\n" \
	"-T -i p1 -V APP -d app=3,3,4791\n" \
	"-T -i p1 -V APP enableTx=yes\n" \
	"-L -i p1 adminStatus=rxtx\n"

/* Return: the text of the log at the time of the first change of a port */
static char log_at_change[8192];
static unsigned int changes, bad_change;

static void watch(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr {
		uint8_t cmd;
	} *genl = mnl_nlmsg_get_payload(nlh);
	FILE *file;

	kernel.error = 0;
	if (!(nlh->nlmsg_flags & NLM_F_DUMP) && genl->cmd == PFC_CMD_PORT_SET) {
		changes++;
		file = fopen(logfile, "r");
		memset(log_at_change, 0, sizeof(log_at_change));
		if (file) {
			fread(log_at_change, 1, sizeof(log_at_change) - 1, file);
			fclose(file);
		}
		if (changes == bad_change)
			kernel.error = -1;
	}
	if (!kernel.error)
		link_set(nlh);
}

static void live(void)
{
	link_reset();
	is.dcb[0] = PFC_DCB_OWNER_PORT;
	is.dcb[1] = PFC_DCB_OWNER_PORT;
	kernel.sent = watch;
	changes = 0;
	bad_change = 0;
}

static void test_commands(void)
{
	live();
	is.cable_delay = 10000;	/* ns; 1 Gb/s */
	CHECK(roce_lldp_runs());
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	/* lldpad first, then the port, then frames */
	CHECK(!strcmp(log_at_change, MODE("3", "20000")));
	CHECK(logged(MODE("3", "20000") START));
	/* The rate changes first, so the delay in bit times is that of the new speed */
	is.speed[0] = 2000;
	CHECK(shows(PLAIN, "roce lossy dev p1 rate 2gbit", "lossy: p1\n", 0, ""));
	CHECK(logged(MODE("none", "40000") START));
	CHECK(shows(PLAIN, "roce off --dry-run",
		    "lldptool -T -i p1 -V PFC willing=no enabled=1,7 delay=500 enableTx=no\n",
		    0, ""));
	CHECK(logged(""));
	/* The port first, then lldpad */
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(!*log_at_change);
	CHECK(logged(RESTORED));
	CHECK(shows(IN_SW, "roce lossless dev p1 --dry-run",
		    "ip netns exec sw /tmp/pfcctl-test-roce-", 0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1 --dry-run",
		    "lldptool -L -i p1 adminStatus=rxtx\n", 0, ""));
	CHECK(logged(""));
}

static void test_failures(void)
{
	/* The port refuses: lldpad gets its settings again */
	live();
	bad_change = 1;
	CHECK(shows(PLAIN, "roce lossless dev p1", "", 1,
		    "pfcctl: p1: not permitted, needs CAP_NET_ADMIN\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(logged(MODE("3", "0") RESTORED));
	CHECK(!*files_state());
	/* "off" fails: lldpad keeps the settings of the mode */
	live();
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(logged(MODE("3", "0") START));
	bad_change = 2;
	CHECK(shows(PLAIN, "roce off", "", 1,
		    "pfcctl: p1: not permitted, needs CAP_NET_ADMIN\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(logged(""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(RESTORED));
	/* lldpad refuses: a warning with its reason, no further command */
	live();
	files_write(failing, "Device not capable\nmore\n");
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0,
		    "pfcctl: Warning: p1: not announced: lldptool PFC willing=no enabled=3 delay=0 enableTx=yes failed: Device not capable\n"
		    ));
	CHECK(logged("-T -i p1 -V PFC willing=no enabled=3 delay=0 enableTx=yes\n"));
	unlink(failing);
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(RESTORED));
	/* lldpad started before the device was a port */
	live();
	files_write(early, "");
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0,
		    "pfcctl: Warning: p1: not announced yet: lldpad started before the device was a port; fix: restart lldpad, or: ip link set dev p1 down && ip link set dev p1 up\n"
		    ));
	CHECK(logged(MODE("3", "0") START));
	unlink(early);
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(RESTORED));
	/* The driver of the device has DCB of its own */
	live();
	is.dcb[0] = PFC_DCB_OWNER_DRIVER;
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0,
		    "pfcctl: Warning: p1: not announced: the port has no DCB, the device has its own\n"
		    ));
	CHECK(logged(""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	unlink(logfile);
	/* lldpad ends before "off" */
	live();
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	unlink(script);
	CHECK(!roce_lldp_runs());
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0,
		    "pfcctl: Warning: p1: lldpad does not run, so it keeps the settings of RoCE: see lldptool(8)\n"
		    ));
	unlink(logfile);
}

/**
 * test_roce_lldp() - test the announcement by lldpad
 */
void test_roce_lldp(void)
{
	if (!files_begin()) {
		CHECK(!"a directory");
		return;
	}
	snprintf(script, sizeof(script), "%s/lldptool", files_dir);
	snprintf(logfile, sizeof(logfile), "%s/lldp.log", files_dir);
	snprintf(failing, sizeof(failing), "%s/lldp.fail", files_dir);
	snprintf(early, sizeof(early), "%s/lldp.early", files_dir);
	files_write(script, text);
	chmod(script, 0755);
	roce_lldptool = script;
	test_commands();
	test_failures();
	link_reset();
	files_end();
}
