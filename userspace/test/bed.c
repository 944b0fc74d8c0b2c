// SPDX-License-Identifier: GPL-2.0-only
/*
 * The DUT and its connections.  Without a DUT, the program builds one: bridges in namespaces whose
 * ports are ports of the module, connected by veth to ports in the namespace of the tester.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "netns.h"
#include "test.h"

#define OUTPUT_LEN	512

/*
 * Builds the DUT $T-dut0, $T-dut1 ... and the tester $T.  XOFF comes early enough for scenes of a
 * second, and the headroom holds what a tester of one CPU sends until it obeys.  The peer of a port
 * is lossless for the same priorities.  One CPU receives all frames of a device, so that they keep
 * their order; a kernel for one CPU has no such file.
 */
static const char build_script[] =
"netns() {\n"
"	ip netns add $1\n"
"	ip netns exec $1 sysctl -qw net.ipv6.conf.default.disable_ipv6=1\n"
"}\n"
"port() {\n"
"	ip -n $1 link set $2 mtu 9300 $3\n"
"	ip netns exec $1 sh -c '[ ! -e $0 ] || echo 1 > $0' \\\n"
"		/sys/class/net/$2/queues/rx-0/rps_cpus\n"
"	ip -n $1 link set $2 up\n"
"	pfcctl -n $1 -b - <<END\n"
"port add dev $2 rate $RATE\n"
"pfc set dev $2 prio-pfc 3-4:on\n"
"pg set dev $2 pg 3 xoff 60K xon 45K headroom 100K\n"
"pg set dev $2 pg 4 xoff 60K xon 45K headroom 100K\n"
"END\n"
"}\n"
"netns $T\n"
"for sw in $(seq 0 $((SWITCHES - 1))); do\n"
"	netns $T-dut$sw\n"
"	ip -n $T-dut$sw link add br0 mtu 9300 type bridge \\\n"
"		stp_state 0 forward_delay 0 mcast_snooping 0\n"
"	ip -n $T-dut$sw link set br0 up\n"
"done\n"
"for i in $(seq 0 $((PORTS - 1))); do\n"
"	sw=$T-dut$((i % SWITCHES))\n"
"	ip link add t$i netns $T address $(printf $MAC $i) type veth peer name d$i netns $sw\n"
"	port $sw d$i 'master br0'\n"
"	port $T t$i\n"
"done\n"
"for sw in $(seq 0 $((TRUNKS - 1))); do\n"
"	next=$(((sw + 1) % SWITCHES))\n"
"	ip link add u$next netns $T-dut$sw type veth peer name u$sw netns $T-dut$next\n"
"	port $T-dut$sw u$next 'master br0'\n"
"	port $T-dut$next u$sw 'master br0'\n"
"done\n";

/*
 * Adds FDB entries: in a ring, all frames take the same direction.  They are sticky: in a ring,
 * frames of a port come from the other side, and would move a static entry there.
 */
static const char paths_script[] =
"for i in $(seq 0 $((PORTS - 1))); do\n"
"	for sw in $(seq 0 $((SWITCHES - 1))); do\n"
"		dev=u$(((sw + 1) % SWITCHES))\n"
"		[ $sw != $((i % SWITCHES)) ] || dev=d$i\n"
"		bridge -n $T-dut$sw fdb replace $(printf $MAC $i) dev $dev master static sticky\n"
"	done\n"
"done\n";

/* Lets the scripts find pfcctl: beside this program, or in ../../sbin of ../libexec/pfc */
static void set_path(void)
{
	char own[PATH_MAX], *path = NULL, *slash;
	ssize_t len = readlink("/proc/self/exe", own, sizeof(own) - 1);

	own[len < 0 ? 0 : len] = '\0';
	slash = strrchr(own, '/');
	if (!slash)
		return;
	*slash = '\0';
	if (asprintf(&path, "%s:%s/../../sbin:%s:/usr/sbin:/sbin", own, own,
		     getenv("PATH") ?: "/usr/bin:/bin") >= 0)
		setenv("PATH", path, 1);
	free(path);
}

/* Reads the first line that a command prints */
static void read_line(int fd, char *line)
{
	size_t len = 0;
	ssize_t n;
	char rest[256];

	while (len < OUTPUT_LEN - 1 && (n = read(fd, line + len, OUTPUT_LEN - 1 - len)) > 0)
		len += n;
	while (read(fd, rest, sizeof(rest)) > 0)
		;
	line[len] = '\0';
	line[strcspn(line, "\n")] = '\0';
}

static bool run_shell(struct bed *bed, const char *text)
{
	char line[OUTPUT_LEN];
	int fds[2], status;
	pid_t pid;

	if (pipe2(fds, O_CLOEXEC))
		return false;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		/* Ctrl-C ends the scene, and not the scripts that clean up after it */
		setpgid(0, 0);
		dup2(fds[1], STDERR_FILENO);
		dup2(fds[1], STDOUT_FILENO);
		/* The sh of busybox prefers its own ip, which knows no namespaces */
		execlp("bash", "bash", "-ec", text, NULL);
		execl("/bin/sh", "sh", "-ec", text, NULL);
		_exit(127);
	}
	close(fds[1]);
	read_line(fds[0], line);
	close(fds[0]);
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return false;
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return true;
	fail(bed->ctx, "%s", *line ? line : text);
	return false;
}

/* Run a shell script.  Return: whether it succeeded; if not, its first line of output is printed */
bool script(struct bed *bed, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	bool ok;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	ok = text && run_shell(bed, text);
	free(text);
	return ok;
}

/* Return: the option of pfcctl and ip for the namespace of a switch, " -n NETNS" or "" */
const char *bed_option(const struct bed *bed, unsigned int sw)
{
	static char option[sizeof(bed->ns[0]) + 4];

	snprintf(option, sizeof(option), "%s%s", *bed->ns[sw] ? " -n " : "", bed->ns[sw]);
	return option;
}

static const char *tester_name(void)
{
	static char name[64];

	snprintf(name, sizeof(name), "pfctest-%d", (int)getpid());
	return name;
}

static bool run_build(struct bed *bed, unsigned int switches, unsigned int trunks,
		      const char *text)
{
	return script(bed, "T=%s SWITCHES=%u TRUNKS=%u PORTS=%u RATE=%llubit MAC=%s\n%s",
		      tester_name(), switches, trunks, bed->n, (unsigned long long)bed->rate,
		      "02:00:00:54:%02x:01", text);
}

static bool build(struct bed *bed, enum shape shape)
{
	static const struct { unsigned int switches, trunks; } sizes[] = {
		[STAR] = { 1, 0 }, [CHAIN] = { 2, 1 }, [RING] = { 3, 3 },
	};
	const unsigned int switches = sizes[shape].switches, trunks = sizes[shape].trunks;
	unsigned int i;

	for (i = 0; i < switches; i++)
		snprintf(bed->ns[i], sizeof(bed->ns[i]), "pfctest-%d-dut%u", (int)getpid(), i);
	for (i = 0; i < bed->n; i++) {
		snprintf(bed->ports[i].dev, IFNAMSIZ, "t%u", i);
		snprintf(bed->ends[i].dev, IFNAMSIZ, "d%u", i);
		bed->ends[i].sw = i % switches;
	}
	if (!run_build(bed, switches, trunks, build_script))
		return false;
	/* The kernel may report the carrier of a link between switches up to a second late */
	if (trunks)
		usleep(1200000);
	bed->tester = netns_open(tester_name());
	return bed->tester >= 0 && run_build(bed, switches, trunks, paths_script);
}

/* Deletes the saved settings */
static void forget_settings(struct bed *bed)
{
	if (bed->saved)
		unlink(bed->saved);
	free(bed->saved);
	bed->saved = NULL;
}

static bool keep_settings(struct bed *bed)
{
	int fd;

	bed->saved = strdup("/tmp/pfctest.XXXXXX");
	check_memory(bed->saved);
	fd = mkostemp(bed->saved, O_CLOEXEC);
	if (fd >= 0 && !close(fd) &&
	    script(bed, "pfcctl%s save > %s", bed_option(bed, 0), bed->saved))
		return true;
	/* Without all of them, nothing must be restored */
	forget_settings(bed);
	return false;
}

/* Lets the switch of a DUT learn the addresses of the tester.  Return: an exit status */
static int connect_tester(struct bed *bed)
{
	unsigned int i;

	for (i = 0; i < bed->n; i++) {
		unsigned char frame[60] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };

		memcpy(frame + 6, bed->ports[i].mac, 6);
		frame[12] = 0x88;	/* an EtherType for local experiments, IEEE 802 */
		frame[13] = 0xb5;
		if (write(bed->ports[i].bypass, frame, sizeof(frame)) < 0)
			return fail(bed->ctx, "%s: %s", bed->ports[i].dev, strerror(errno));
	}
	usleep(100000);
	return STATUS_OK;
}

/* Return: whether all devices of a DUT that is a switch of this machine are ports */
static bool has_ports(struct bed *bed)
{
	struct port *ports = list_new(TEST_PORTS, sizeof(*ports));
	bool ok = bed_counters(bed, ports);
	unsigned int i;

	for (i = 0; i < bed->n && ok; i++) {
		ok = ports[i].ifindex;
		if (!ok)
			fail(bed->ctx, "dut: %s is not a port", bed->ends[i].dev);
	}
	free(ports);
	return ok;
}

/*
 * Build the DUT, or save the configuration of one that the user has given, and open the sockets.
 * @ports: ports of the tester that the case needs
 * Return: an exit status.
 */
int bed_open(struct bed *bed, unsigned int ports, enum shape shape)
{
	set_path();
	if (bed->own) {
		bed->n = ports;
		bed->known = true;
		if (!build(bed, shape))
			return STATUS_FAILED;
	} else if (bed->known) {
		if (!has_ports(bed))
			return STATUS_FAILED;
		if (!keep_settings(bed))
			return fail(bed->ctx, "the configuration of the DUT cannot be saved");
	}
	return tester_open(bed) ?: bed->own ? STATUS_OK : connect_tester(bed);
}

/* Gives a DUT of the user its configuration back, or says how.  Return: whether it has it */
static bool restore_settings(struct bed *bed)
{
	if (!bed->saved || script(bed, "pfcctl%s restore %s", bed_option(bed, 0), bed->saved)) {
		forget_settings(bed);
		return true;
	}
	fail(bed->ctx, "the DUT does not have its settings again; fix: pfcctl%s restore %s",
	     bed_option(bed, 0), bed->saved);
	free(bed->saved);
	bed->saved = NULL;
	return false;
}

/*
 * Remove what bed_open() has built; give a DUT of the user its configuration back.
 * Return: whether the DUT has its configuration.
 */
bool bed_close(struct bed *bed)
{
	unsigned int i;

	tester_close(bed);
	if (!bed->own)
		return restore_settings(bed);
	if (bed->tester >= 0)
		close(bed->tester);
	bed->tester = -1;
	for (i = 0; i < TEST_SWITCHES; i++) {
		if (*bed->ns[i])
			script(bed, "[ ! -e " NETNS_DIR "%s ] || ip netns del %s", bed->ns[i],
			       bed->ns[i]);
		*bed->ns[i] = '\0';
	}
	script(bed, "ip netns del %s 2> /dev/null || true", tester_name());
	return true;
}
