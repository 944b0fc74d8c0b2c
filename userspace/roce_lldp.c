// SPDX-License-Identifier: GPL-2.0-only
/*
 * Announcement of the settings to the peers, by lldpad if it runs.
 *
 * lldpad writes its settings of PFC and ETS to the port whenever it sends a frame.  So it gets the
 * settings of a mode before the port does, and begins to send after both have them.
 *
 * Here a command of lldptool is a text of words: "TLV WORDS", or "adminStatus=...".
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "roce.h"

/* The client of lldpad; tests change it */
const char *roce_lldptool = "lldptool";

#define LLDP_WORDS	16
#define LLDP_LINE	512
#define LLDP_OUT	4096

/* Destination UDP port of RoCEv2, with the selector of datagram ports, and its priority */
#define ROCE_APP	"app=3,3,4791"
#define ROCE_APP_SHOWN	"(3,3,4791) local"
#define ROCE_UDP_PORT	4791
#define APP_DGRAM	3

#define ETS_WORDS	"up2tc=0:0,1:0,2:0,3:3,4:0,5:0,6:6,7:7 " \
	"tsa=0:ets,1:strict,2:strict,3:ets,4:strict,5:strict,6:strict,7:strict " \
	"tcbw=50,0,0,50,0,0,0,0"

/* ---- running lldptool ------------------------------------------------------------------ */

static void read_all(int fd, char *out)
{
	size_t len = 0;
	char rest[256];
	ssize_t got;

	for (;;) {
		const bool room = len < LLDP_OUT - 1;

		got = read(fd, room ? out + len : rest, room ? LLDP_OUT - 1 - len : sizeof(rest));
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		len += room ? got : 0;
	}
	out[len] = '\0';
}

/* Runs lldptool.  @out: receives its output, %LLDP_OUT bytes.  Return: whether it succeeded */
static bool lldptool(char *const *argv, char *out)
{
	posix_spawn_file_actions_t actions;
	int fds[2], status = -1, err;
	pid_t pid;

	*out = '\0';
	if (pipe2(fds, O_CLOEXEC))
		return false;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, fds[1], 1);
	posix_spawn_file_actions_adddup2(&actions, fds[1], 2);
	err = posix_spawnp(&pid, roce_lldptool, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(fds[1]);
	if (err) {
		snprintf(out, LLDP_OUT, "%s", strerror(err));
	} else {
		read_all(fds[0], out);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	close(fds[0]);
	return !err && !status;
}

/* Splits the text of a command into @argv, with the words for the device; @text is modified */
static void lldp_argv(char *text, const char *dev, char **argv)
{
	char *rest = NULL, *word = strtok_r(text, " ", &rest);
	const bool is_tlv = word && !strchr(word, '=');
	int n = 0;

	argv[n++] = (char *)roce_lldptool;
	argv[n++] = is_tlv ? "-T" : "-L";
	argv[n++] = "-i";
	argv[n++] = (char *)dev;
	if (is_tlv)
		argv[n++] = "-V";
	for (; word && n < LLDP_WORDS; word = strtok_r(NULL, " ", &rest))
		argv[n++] = word;
	argv[n] = NULL;
}

static void print_words(const struct ctx *ctx, char *const *argv)
{
	char word[ROCE_QUOTED];

	if (ctx->netns)
		printf(strchr(ctx->netns, '/') ? "nsenter --net=%s " : "ip netns exec %s ",
		       roce_quote(word, ctx->netns));
	for (; *argv; argv++)
		printf("%s%s", roce_quote(word, *argv), argv[1] ? " " : "\n");
}

/* Runs or prints a command.  A failure is a warning that begins with @failure. */
static bool one(struct ctx *ctx, const char *dev, const char *text, const char *failure,
		bool dry_run)
{
	char line[LLDP_LINE], out[LLDP_OUT], *argv[LLDP_WORDS + 1];

	snprintf(line, sizeof(line), "%s", text);
	lldp_argv(line, dev, argv);
	if (dry_run) {
		print_words(ctx, argv);
		return true;
	}
	if (lldptool(argv, out))
		return true;
	out[strcspn(out, "\n")] = '\0';
	warn(ctx, "%s: %s: lldptool %s failed: %s", dev, failure, text,
	     *out ? out : "no reason given");
	return false;
}

/**
 * roce_lldp_runs() - check whether lldpad runs in the network namespace
 *
 * Return: whether lldptool reaches lldpad.  Its socket belongs to the network namespace.
 */
bool roce_lldp_runs(void)
{
	char *argv[LLDP_WORDS] = { (char *)roce_lldptool, "-p", NULL }, out[LLDP_OUT];

	return lldptool(argv, out);
}

/* ---- the settings of lldpad before the first mode ---------------------------------------- */

/*
 * Reads an argument of a TLV, or of the device if @tlv is NULL.  lldptool cuts numbers of three
 * digits, so this reads the message of lldpad (-R): it ends with the length and name of the
 * argument in two and more digits, four digits, and the value.
 */
static bool query(const char *dev, const char *tlv, const char *arg, char *value)
{
	char *tlv_argv[LLDP_WORDS] = {
		(char *)roce_lldptool, "-R", "-t", "-i", (char *)dev, "-V", (char *)tlv, "-c",
		(char *)arg, NULL
	};
	char *dev_argv[LLDP_WORDS] = {
		(char *)roce_lldptool, "-R", "-l", "-i", (char *)dev, (char *)arg, NULL
	};
	char out[LLDP_OUT], key[32], *at, *found = NULL;

	*value = '\0';
	if (!lldptool(tlv ? tlv_argv : dev_argv, out))
		return false;
	snprintf(key, sizeof(key), "%02zx%s", strlen(arg), arg);
	for (at = out; (at = strstr(at, key)); at++)
		found = at;
	if (!found || strlen(found) < strlen(key) + 4)
		return false;
	found += strlen(key) + 4;
	found[strcspn(found, "\n")] = '\0';
	/* Values have no spaces; others could not be words of a command */
	if (strlen(found) >= LLDP_LINE / 4 || strchr(found, ' '))
		return false;
	memcpy(value, found, strlen(found) + 1);
	return true;
}

static void append(char *text, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void append(char *text, const char *fmt, ...)
{
	const size_t len = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + len, LLDP_LINE - len, fmt, ap);
	va_end(ap);
}

/* Return: whether the argument of the TLV has been set in lldpad, not only by default */
static bool add_willing(const char *dev, const char *tlv, char *text)
{
	char value[LLDP_LINE];
	const bool is_set = query(dev, tlv, "willing", value) && *value;

	append(text, " willing=%s", is_set ? value : "yes");
	return is_set;
}

/*
 * lldptool reports "no" for a TLV without a setting, but lldpad sends the TLVs of PFC and ETS
 * configuration by default.
 */
static void add_enable(const char *dev, const char *tlv, char *text, bool by_default)
{
	char value[LLDP_LINE];

	query(dev, tlv, "enableTx", value);
	append(text, " enableTx=%s", by_default || !strcmp(value, "yes") ? "yes" : "no");
}

static void pfc_text(const char *dev, char *text)
{
	char value[LLDP_LINE];
	unsigned long mask;
	bool is_set, any = false;
	int prio;

	snprintf(text, LLDP_LINE, "PFC");
	is_set = add_willing(dev, "PFC", text);
	query(dev, "PFC", "enabled", value);
	mask = strtoul(value, NULL, 10);
	append(text, " enabled=");
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (mask >> prio & 1) {
			append(text, "%s%d", any ? "," : "", prio);
			any = true;
		}
	query(dev, "PFC", "delay", value);
	append(text, "%s delay=%lu", any ? "" : "none", strtoul(value, NULL, 16));
	add_enable(dev, "PFC", text, !is_set);
}

static void ets_text(const char *dev, const char *tlv, char *text)
{
	const bool config = !strcmp(tlv, "ETS-CFG");
	char value[LLDP_LINE];
	bool is_set = true;

	snprintf(text, LLDP_LINE, "%s", tlv);
	if (config)
		is_set = add_willing(dev, tlv, text);
	query(dev, tlv, "up2tc", value);
	append(text, " up2tc=%s", *value ? value : "none");
	query(dev, tlv, "tsa", value);
	append(text, " tsa=%s", *value ? value : "none");
	/* lldptool cannot delete shares; they have no effect on strict classes */
	if (query(dev, tlv, "tcbw", value) && *value)
		append(text, " tcbw=%s", value);
	add_enable(dev, tlv, text, !is_set);
}

/* Return: whether lldpad has an entry for RoCE */
static bool has_app(const char *dev)
{
	char *argv[LLDP_WORDS] = {
		(char *)roce_lldptool, "-t", "-i", (char *)dev, "-V", "APP", "-c", "app", NULL
	};
	char out[LLDP_OUT];

	return lldptool(argv, out) && strstr(out, ROCE_APP_SHOWN);
}

/* Return: whether the port has an entry for RoCE, of lldpad or of another program */
static bool is_announced(const struct port *port)
{
	unsigned int i;

	for (i = 0; port && i < port->n_announced; i++)
		if (port->announced[i].selector == APP_DGRAM &&
		    port->announced[i].number == ROCE_UDP_PORT &&
		    port->announced[i].prio == ROCE_PRIO)
			return true;
	return false;
}

static bool is_lldp(const char *line)
{
	return !strncmp(line, ROCE_LLDPTOOL " ", strlen(ROCE_LLDPTOOL " "));
}

/**
 * roce_lldp_save() - save the settings of lldpad for a device
 * @saved: receives the commands that restore the settings; none if lldpad does not know the device
 * @dev: name of the device
 * @port: the port, or NULL
 *
 * Return: false if memory is exhausted.
 */
bool roce_lldp_save(struct roce_saved *saved, const char *dev, const struct port *port)
{
	char text[LLDP_LINE], status[LLDP_LINE];
	bool good;

	if (!query(dev, NULL, "adminStatus", status) || !*status)
		return true;
	pfc_text(dev, text);
	good = roce_saved_add(saved, ROCE_LLDPTOOL, text);
	ets_text(dev, "ETS-CFG", text);
	good = good && roce_saved_add(saved, ROCE_LLDPTOOL, text);
	ets_text(dev, "ETS-REC", text);
	good = good && roce_saved_add(saved, ROCE_LLDPTOOL, text);
	if (!is_announced(port) && !has_app(dev))
		good = good && roce_saved_add(saved, ROCE_LLDPTOOL, "APP -d " ROCE_APP);
	snprintf(text, sizeof(text), "APP");
	add_enable(dev, "APP", text, false);
	good = good && roce_saved_add(saved, ROCE_LLDPTOOL, text);
	snprintf(text, sizeof(text), "adminStatus=%.64s", status);
	return good && roce_saved_add(saved, ROCE_LLDPTOOL, text);
}

/**
 * roce_lldp_is_saved() - check whether a state has settings of lldpad
 * @saved: the state
 *
 * Return: whether it has.
 */
bool roce_lldp_is_saved(const struct roce_saved *saved)
{
	size_t i;

	for (i = 0; i < saved->n; i++)
		if (is_lldp(saved->lines[i]))
			return true;
	return false;
}

/**
 * roce_lldp_copy() - add settings of lldpad to a state, unless it has older ones
 * @to: the state
 * @from: a state with settings of lldpad only
 *
 * Return: false if memory is exhausted.
 */
bool roce_lldp_copy(struct roce_saved *to, const struct roce_saved *from)
{
	bool good = true;
	size_t i;

	if (roce_lldp_is_saved(to))
		return true;
	for (i = 0; good && i < from->n; i++)
		good = roce_saved_add(to, ROCE_LLDPTOOL,
				      from->lines[i] + strlen(ROCE_LLDPTOOL " "));
	return good;
}

/**
 * roce_lldp_restore() - give lldpad its saved settings
 * @ctx: the context
 * @dev: name of the device
 * @saved: the state
 * @dry_run: print the commands instead
 */
void roce_lldp_restore(struct ctx *ctx, const char *dev, const struct roce_saved *saved,
		       bool dry_run)
{
	bool good = true;
	size_t i;

	for (i = 0; good && i < saved->n; i++)
		if (is_lldp(saved->lines[i]))
			good = one(ctx, dev, saved->lines[i] + strlen(ROCE_LLDPTOOL " "),
				   "lldpad keeps its settings", dry_run);
}

/* ---- the settings of a mode ---------------------------------------------------------------- */

/*
 * Cable delay of both directions, bit times, as in the DCB interface of the port: lldpad writes
 * the value to the port.
 */
static unsigned int delay_bits(const struct roce_target *target)
{
	const struct port *port = target->port;
	uint64_t speed, bits;

	if (!port)
		return 0;
	speed = port->speed;
	if (target->rate && port->speed_source == PFC_SPEED_SOURCE_RATE)
		speed = (target->rate + 500000) / 1000000;
	bits = 2ULL * port->cable_delay * speed / 1000;
	return bits < UINT16_MAX ? bits : UINT16_MAX;
}

/**
 * roce_lldp_set() - give lldpad the settings of a mode: PFC, ETS and the priority of RoCE
 * @ctx: the context
 * @target: the device; after it has become a port
 * @mode: the mode
 * @dry_run: print the commands instead
 *
 * A failure is a warning.
 *
 * Return: whether all commands succeeded.
 */
bool roce_lldp_set(struct ctx *ctx, const struct roce_target *target, enum roce_mode mode,
		   bool dry_run)
{
	static const char failure[] = "not announced";
	const char *dev = target->dev->name;
	char pfc[LLDP_LINE];

	if (!roce_lldp_possible(target)) {
		warn(ctx, "%s: not announced: the port has no DCB, the device has its own", dev);
		return false;
	}
	snprintf(pfc, sizeof(pfc), "PFC willing=no enabled=%s delay=%u enableTx=yes",
		 mode < ROCE_LOSSY ? "3" : "none", delay_bits(target));
	if (!one(ctx, dev, pfc, failure, dry_run) ||
	    !one(ctx, dev, "ETS-CFG willing=no " ETS_WORDS " enableTx=yes", failure, dry_run) ||
	    !one(ctx, dev, "ETS-REC " ETS_WORDS " enableTx=yes", failure, dry_run))
		return false;
	/* lldpad writes an entry only once, also if the device has become a port since */
	if (!is_announced(target->port) &&
	    ((!dry_run && has_app(dev) &&
	      !one(ctx, dev, "APP -d " ROCE_APP, failure, dry_run)) ||
	     !one(ctx, dev, "APP " ROCE_APP, failure, dry_run)))
		return false;
	return one(ctx, dev, "APP enableTx=yes", failure, dry_run);
}

/*
 * Return: whether frames for the device have the settings.  lldpad checks whether a device has DCB
 * only when it starts, and when the device goes up.
 */
static bool sends_pfc(const char *dev)
{
	char *argv[LLDP_WORDS] = { (char *)roce_lldptool, "-t", "-i", (char *)dev, NULL };
	char out[LLDP_OUT];

	return lldptool(argv, out) && strstr(out, "PFC enabled:");
}

/**
 * roce_lldp_start() - let lldpad send and receive frames
 * @ctx: the context
 * @target: the device
 * @dry_run: print the command instead
 */
void roce_lldp_start(struct ctx *ctx, const struct roce_target *target, bool dry_run)
{
	const char *dev = target->dev->name;
	char word[ROCE_QUOTED];

	if (!one(ctx, dev, "adminStatus=rxtx", "not announced", dry_run) || dry_run ||
	    sends_pfc(dev))
		return;
	roce_quote(word, dev);
	warn(ctx,
	     "%s: not announced yet: lldpad started before the device was a port; fix: restart lldpad, or: ip link set dev %s down && ip link set dev %s up",
	     dev, word, word);
}
