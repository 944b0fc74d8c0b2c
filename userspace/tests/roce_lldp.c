// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the announcement by lldpad: commands, their order, and the settings before.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "roce.h"
#include "files.h"
#include "link.h"
#include "test.h"

#define PLAIN	(&(const struct ctx){ 0 })
#define IN_SW	(&(const struct ctx){ .netns = "sw" })

#define ETS_WORDS	"up2tc=0:0,1:0,2:0,3:3,4:0,5:0,6:6,7:7 " \
	"tsa=0:ets,1:strict,2:strict,3:ets,4:strict,5:strict,6:strict,7:strict " \
	"tcbw=50,0,0,50,0,0,0,0"

static char script[64], logfile[64], failing[64], early[64], late[64], status[64], apps[64];
static char mask[64];

/*
 * A script in place of lldptool.  It answers as lldpad does, whose message has the length of the
 * name of the argument, the name, four digits and the value.  It fails with the text of a file.
 */
static const char text[] =
"#!/bin/bash\n"	/* dash would clear the signal mask */
"dir=${0%/*}\n"
"answer() { printf 'R00C2000000060000000202p1%02x%s%s\\n' ${#1} \"$1\" \"$2\"; }\n"
"all=$*\n"
"case \"${all/-i p2/-i p1}\" in\n"	/* the same answers for both devices */
"-p) grep SigBlk /proc/self/status > $dir/lldp.mask; exit ;;\n"
"'-R -l -i p1 adminStatus') answer adminStatus $(cat $dir/lldp.status) ;;\n"
"'-R -t -i p1 -V PFC -c willing') answer willing 0002no ;;\n"
"'-R -t -i p1 -V PFC -c enabled') answer enabled 0002130 ;;\n"	/* priorities 1 and 7 */
"'-R -t -i p1 -V PFC -c delay') answer delay 00021f4 ;;\n"	/* 500 */
"'-R -t -i p1 -V PFC -c enableTx') answer enableTx 0002no ;;\n"
"'-R -t -i p1 -V ETS-CFG -c tsa') answer tsa 000b0:ets,1:ets ;;\n"
"'-R -t -i p1 -V ETS-CFG -c up2tc') answer up2tc 00077:6,0:1 ;;\n"
"'-R -t -i p1 -V ETS-CFG -c tcbw') answer tcbw 000540,60 ;;\n"
"'-R -t -i p1 -V APP -c enableTx') answer enableTx 0003yes ;;\n"
"-R*) for last; do :; done; answer $last 0000 ;;\n"
"'-t -i p1') if [ -e $dir/lldp.late ]; then rm $dir/lldp.late\n"
"	elif [ ! -e $dir/lldp.early ]; then echo '	 PFC enabled: 3'; fi ;;\n"
"'-t -i p1 -V APP -c app') echo 'app=(prio,sel,proto)'; cat $dir/lldp.apps ;;\n"
"*) echo \"$*\" >> $dir/lldp.log; [ ! -e $dir/lldp.fail ] || { cat $dir/lldp.fail; exit 1; } ;;\n"
"esac\n";

/* Return: the commands since the last call */
static const char *log_text(void)
{
	static char got[8192];
	FILE *file = fopen(logfile, "r");
	size_t len = 0;

	if (file) {
		len = fread(got, 1, sizeof(got) - 1, file);
		fclose(file);
	}
	got[len] = '\0';
	unlink(logfile);
	return got;
}

/* Return: whether the commands since the last call are @expect */
static bool logged(const char *expect)
{
	const char *got = log_text();

	if (strcmp(got, expect))
		printf("lldptool got:\n%swant:\n%s", got, expect);
	return !strcmp(got, expect);
}

/* Return: whether the commands since the last call contain @first and end with @last */
static bool log_has(const char *first, const char *last)
{
	const char *got = strstr(log_text(), first);

	got = got ? strstr(got, last) : NULL;
	return got && !strcmp(got, last);
}

/* Return: whether the saved state has a line with the word */
static bool state_has(const char *word)
{
	char line[WORDS_LEN + 8];
	FILE *file = fopen(files_state(), "r");
	bool found = false;

	while (file && fgets(line, sizeof(line), file))
		found |= !!strstr(line, word);
	if (file)
		fclose(file);
	return found;
}

#define MODE_TLVS(enabled, delay) \
	"-T -i p1 -V PFC willing=no enabled=" enabled " delay=" delay " enableTx=yes\n" \
	"-T -i p1 -V ETS-CFG willing=no " ETS_WORDS " enableTx=yes\n" \
	"-T -i p1 -V ETS-REC " ETS_WORDS " enableTx=yes\n"

#define MODE_APP \
	"-T -i p1 -V APP app=3,3,4791\n" \
	"-T -i p1 -V APP enableTx=yes\n"

#define MODE(enabled, delay)	"" MODE_TLVS(enabled, delay) MODE_APP

#define START	"-L -i p1 adminStatus=rxtx\n"

/* lldptool leaves priorities and classes alone that a list omits, so off sets all of them */
#define UP2TC	"0:1,1:0,2:0,3:0,4:0,5:0,6:0,7:6"
#define TSA	"0:ets,1:ets,2:strict,3:strict,4:strict,5:strict,6:strict,7:strict"

#define RESTORED_DCB \
	"-T -i p1 -V PFC willing=no enabled=1,7 delay=500\n" \
	"-T -i p1 -V ETS-CFG willing=yes up2tc=" UP2TC " tsa=" TSA " tcbw=40,60\n" \
	"-T -i p1 -V ETS-REC up2tc=none tsa=none enableTx=no\n" \
	"-T -i p1 -V APP -d app=3,3,4791\n" \
	"-T -i p1 -V APP enableTx=yes\n"

#define RESTORED	"" RESTORED_DCB START

/* The end of RESTORED for p2 */
#define RESTORED_P2 \
	"-T -i p2 -V PFC willing=no enabled=1,7 delay=500\n" \
	"-T -i p2 -V ETS-CFG willing=yes up2tc=" UP2TC " tsa=" TSA " tcbw=40,60\n" \
	"-T -i p2 -V ETS-REC up2tc=none tsa=none enableTx=no\n" \
	"-T -i p2 -V APP -d app=3,3,4791\n" \
	"-T -i p2 -V APP enableTx=yes\n" \
	"-L -i p2 adminStatus=rxtx\n"

/* Return: the text of the log at the time of the first change of a port */
static char log_at_change[8192];
static unsigned int changes, bad_change;

static void watch(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr {
		uint8_t cmd;
	} *genl = mnl_nlmsg_get_payload(nlh);
	size_t len = 0;
	FILE *file;

	kernel.error = 0;
	if (!(nlh->nlmsg_flags & NLM_F_DUMP) && genl->cmd == PFC_CMD_PORT_SET) {
		changes++;
		file = fopen(logfile, "r");
		if (file) {
			len = fread(log_at_change, 1, sizeof(log_at_change) - 1, file);
			fclose(file);
		}
		log_at_change[len] = '\0';
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

/* Return: whether lldptool has had the signal mask of the test */
static bool same_mask(void)
{
	char line[256] = "", got[256] = "";
	FILE *own = fopen("/proc/self/status", "r"), *file = fopen(mask, "r");

	while (own && fgets(line, sizeof(line), own) && strncmp(line, "SigBlk", 6))
		;
	if (file && !fgets(got, sizeof(got), file))
		*got = '\0';
	if (own)
		fclose(own);
	if (file)
		fclose(file);
	unlink(mask);
	return *got && !strcmp(line, got);
}

static void test_commands(void)
{
	live();
	is.cable_delay = 10000;	/* ns; 1 Gb/s */
	CHECK(roce_lldp_runs());
	CHECK(same_mask());
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	/* lldpad first, then the port, then frames */
	CHECK(!strcmp(log_at_change, MODE("3", "20000")));
	CHECK(logged(MODE("3", "20000") START) && state_has("lldp "));
	CHECK(same_mask());	/* signals wait, but not for lldptool */
	/* The rate changes first, so the delay in bit times is that of the new speed */
	is.speed[0] = 2000;
	CHECK(shows(PLAIN, "roce lossy dev p1 rate 2gbit", "lossy: p1\n", 0, ""));
	CHECK(logged(MODE("none", "40000") START));
	/* A dry run prints the delay of the real one, also if the speed was only assumed */
	is.source[0] = PFC_SPEED_SOURCE_ASSUMED;
	CHECK(shows(PLAIN, "roce lossless dev p1 rate 3gbit --dry-run", "enabled=3 delay=60000 ",
		    0, ""));
	is.source[0] = PFC_SPEED_SOURCE_RATE;
	CHECK(shows(PLAIN, "roce off --dry-run",
		    "lldptool -T -i p1 -V PFC willing=no enabled=1,7 delay=500\n",
		    0, ""));
	CHECK(logged(""));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(!strcmp(log_at_change, RESTORED));
	CHECK(logged(RESTORED));
	CHECK(shows(IN_SW, "roce lossless dev p1 --dry-run",
		    "ip netns exec sw /tmp/pfcctl-test-roce-", 0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1 --dry-run",
		    "lldptool -L -i p1 adminStatus=rxtx\n", 0, ""));
	CHECK(logged(""));
}

/* An agent that does not send afterwards ends to send first */
static void test_status(void)
{
	live();
	files_write(status, "0008disabled");
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(logged(MODE("3", "0") START));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged("-L -i p1 adminStatus=rx\n" RESTORED_DCB));
	/* lldpad does not receive either if the device has no DCB */
	live();
	is.ports = 0;
	CHECK(shows(PLAIN, "roce lossless dev p1 rate 1gbit", "lossless: p1\n", 0, ""));
	CHECK(logged(MODE("3", "0") START));
	CHECK(shows(PLAIN, "roce off", "p1: is not a port, as before\n", 0, ""));
	CHECK(logged("-L -i p1 adminStatus=disabled\n" RESTORED_DCB));
	files_write(status, "0004rxtx");
}

static bool (*answer)(struct nlmsghdr *nlh, int i);

/* The ports have the entry for RoCE */
static bool answer_app(struct nlmsghdr *nlh, int i)
{
	struct nlattr *nest, *entry;

	if (!answer(nlh, i))
		return false;
	nest = mnl_attr_nest_start(nlh, PFC_A_DCB_ANNOUNCED);
	entry = mnl_attr_nest_start(nlh, PFC_A_DCB_ANNOUNCED);
	mnl_attr_put_u8(nlh, PFC_MAP_A_KEY, 3);
	mnl_attr_put_u16(nlh, PFC_MAP_A_KEY16, 4791);
	mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, 3);
	mnl_attr_nest_end(nlh, entry);
	mnl_attr_nest_end(nlh, nest);
	return true;
}

/* An entry that lldpad has received ends with the peer */
static void test_received(void)
{
	live();
	answer = kernel.answer;
	kernel.answer = answer_app;
	CHECK(shows(PLAIN, "roce lossless dev p1 --dry-run", "-V APP enableTx=yes\n", 0, ""));
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(logged(MODE_TLVS("3", "0") "-T -i p1 -V APP enableTx=yes\n" START));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	unlink(logfile);
	files_write(apps, "0:(3,3,4791) peer hw (set)\n");
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(logged(MODE_TLVS("3", "0") "-T -i p1 -V APP -d app=3,3,4791\n" MODE_APP START));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(RESTORED));
	files_write(apps, "");
}

/* The port was deleted since: lldpad still has the settings of RoCE */
static void test_lost(void)
{
	live();
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	is.ports = 0;
	unlink(logfile);
	CHECK(shows(PLAIN, "roce off",
		    "p1: the port was deleted or replaced since, its former settings are lost\n",
		    0, ""));
	CHECK(logged(RESTORED) && !files_has_state());
	/* The port is another one: the settings of lldpad are the older ones */
	live();
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	is.id++;
	files_write(status, "0002tx");
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1", 0, ""));
	files_write(status, "0004rxtx");
	unlink(logfile);
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(RESTORED) && !files_has_state());
}

/* lldpad refuses its former settings */
static void test_refused(void)
{
	char *out, *err;

	files_write(script, text);
	chmod(script, 0755);
	live();
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	unlink(logfile);
	files_write(failing, "Device not capable\n");
	CHECK(kernel_run(PLAIN, "roce off", &out, &err) == STATUS_FAILED);
	CHECK(!*out && strstr(err, "lldptool adminStatus=rxtx failed: Device not capable\n"
			      "pfcctl: p1: lldpad does not have its former settings; they stay"));
	free(out);
	free(err);
	CHECK(logged(RESTORED) && files_has_state());
	unlink(failing);
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(RESTORED) && !files_has_state());
	CHECK(changes == 2);
	/* The change fails, and lldpad refuses, too */
	live();
	bad_change = 1;
	files_write(failing, "Device not capable\n");
	CHECK(kernel_run(PLAIN, "roce lossless dev p1", &out, &err) == STATUS_FAILED);
	CHECK(strstr(err, "pfcctl: roce: the former settings stay saved, for pfcctl roce off\n"));
	free(out);
	free(err);
	unlink(failing);
	unlink(logfile);
	CHECK(files_has_state());
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(RESTORED) && !files_has_state());
	unlink(script);
}

static void test_failures(void)
{
	/* The port refuses: lldpad gets its settings again */
	live();
	bad_change = 1;
	CHECK(shows(PLAIN, "roce lossless dev p1", "", 1,
		    "pfcctl: p1: not permitted, needs CAP_NET_ADMIN" AS_ROOT "\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(logged(MODE("3", "0") RESTORED));
	CHECK(!files_has_state());
	/* The first port refuses after lldpad has the settings for the second one */
	live();
	bad_change = 1;
	CHECK(shows(PLAIN, "roce lossless dev p1 dev p2", "", 1,
		    "pfcctl: p1: not permitted, needs CAP_NET_ADMIN" AS_ROOT "\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(log_has("-T -i p2 -V PFC willing=no enabled=3 ", RESTORED_P2));
	/* "off" fails: lldpad gets the settings again that it had before */
	live();
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(logged(MODE("3", "0") START));
	bad_change = 2;
	CHECK(shows(PLAIN, "roce off", "", 1,
		    "pfcctl: p1: not permitted, needs CAP_NET_ADMIN" AS_ROOT "\n"
		    "pfcctl: roce: p1: the change failed\n"));
	CHECK(logged(RESTORED RESTORED));
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
	/* lldpad runs in the namespace of the tool */
	CHECK(shows(IN_SW, "roce lossy dev p1", "lossy: p1\n", 0,
		    "pfcctl: Warning: p1: not announced yet: lldpad started before the device was a port; fix: restart lldpad, or: ip netns exec sw ip link set dev p1 down && ip netns exec sw ip link set dev p1 up\n"
		    ));
	CHECK(logged(MODE("none", "0") START));
	unlink(early);
	/* lldpad has not built the first frame yet */
	files_write(late, "");
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0, ""));
	CHECK(logged(MODE("3", "0") START));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(RESTORED));
	/* The driver of the device has DCB of its own */
	live();
	is.dcb[0] = PFC_DCB_OWNER_DRIVER;
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0,
		    "pfcctl: Warning: p1: not announced: the port has no DCB, the device has its own\n"
		    ));
	CHECK(logged("") && !state_has("lldp "));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(""));
	is.dcb[0] = PFC_DCB_OWNER_NONE;
	CHECK(shows(PLAIN, "roce lossless dev p1", "lossless: p1\n", 0,
		    "pfcctl: Warning: p1: not announced: the kernel has no DCB\n"));
	CHECK(shows(PLAIN, "roce off", "p1: has its former settings\n", 0, ""));
	CHECK(logged(""));
	/* A device that was no port when its settings were saved */
	live();
	is.ports = 0;
	is.dcb[0] = PFC_DCB_OWNER_DRIVER;
	CHECK(shows(PLAIN, "roce lossless dev p1 rate 1gbit", "lossless: p1\n", 0,
		    "pfcctl: Warning: p1: not announced: the port has no DCB, the device has its own\n"
		    ));
	CHECK(shows(PLAIN, "roce off", "p1: is not a port, as before\n", 0, ""));
	CHECK(logged(""));
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
	snprintf(late, sizeof(late), "%s/lldp.late", files_dir);
	snprintf(status, sizeof(status), "%s/lldp.status", files_dir);
	snprintf(apps, sizeof(apps), "%s/lldp.apps", files_dir);
	snprintf(mask, sizeof(mask), "%s/lldp.mask", files_dir);
	files_write(status, "0004rxtx");
	files_write(apps, "");
	files_write(script, text);
	chmod(script, 0755);
	roce_lldptool = script;
	roce_lldp_checks = 1;
	test_commands();
	test_status();
	test_received();
	test_lost();
	test_failures();
	test_refused();
	unlink(status);
	unlink(apps);
	unlink(mask);
	link_reset();
	files_end();
}
