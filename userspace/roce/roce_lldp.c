// SPDX-License-Identifier: GPL-2.0-only
/*
 * Announcement of the settings to the peers, by lldpad if it runs.
 *
 * lldpad writes its settings of PFC and ETS to the port whenever it sends a frame.  So it gets new
 * settings before the port does, and begins to send after both have them.
 *
 * Settings of lldpad are text: "TLV WORDS", or "adminStatus=...".
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "roce.h"

/* The client of lldpad; tests change it */
const char *roce_lldptool = "lldptool";

/* lldpad builds the frame of a port within a second; a check takes some ms in addition */
unsigned int roce_lldp_checks = 30;

#define CHECK_INTERVAL	100000	/* us */

/* Size of a command, and of the output of lldptool */
#define LLDP_COMMAND	(3 * QUOTED_LEN)	/* a device, and the words of a setting */
#define LLDP_OUT	8192

/* Destination UDP port of RoCEv2, with the selector of datagram ports, and its priority */
#define ROCE_APP	"app=3,3,4791"
#define ROCE_APP_LOCAL	"(3,3,4791) local"	/* of lldpad */
#define ROCE_APP_PEER	"(3,3,4791) peer"	/* received */
#define ROCE_UDP_PORT	4791
#define APP_DGRAM	3

#define ETS_WORDS	"up2tc=0:0,1:0,2:0,3:3,4:0,5:0,6:6,7:7 " \
	"tsa=0:ets,1:strict,2:strict,3:ets,4:strict,5:strict,6:strict,7:strict " \
	"tcbw=50,0,0,50,0,0,0,0"

/* ---- running lldptool ------------------------------------------------------------------ */

/*
 * Runs lldptool.  @words: its arguments, for a shell; @out: receives its output, %LLDP_OUT bytes.
 * Signals wait for the end of the change, so a client that hangs needs a limit of time.  Return:
 * whether it succeeded
 */
static bool lldptool(const char *words, char *out)
{
	char command[LLDP_COMMAND];
	size_t len;
	FILE *pipe;

	snprintf(command, sizeof(command), "timeout -s KILL 10 %s %s </dev/null 2>&1",
		 roce_lldptool, words);
	*out = '\0';
	pipe = popen(command, "re");
	if (!pipe)
		return false;
	len = fread(out, 1, LLDP_OUT - 1, pipe);
	out[len] = '\0';
	return !pclose(pipe);
}

/* Formats the arguments of lldptool that change a setting */
static void set_words(char *buf, const char *dev, const char *setting)
{
	const bool is_tlv = strncmp(setting, "adminStatus=", strlen("adminStatus="));

	*buf = '\0';
	shell_append(buf, LLDP_COMMAND, is_tlv ? "-T -i %s -V" : "-L -i %s", dev);
	shell_words(buf, LLDP_COMMAND, setting);
}

/* Changes a setting, or prints the command.  A failure is a warning that begins with @failure. */
static bool set(struct ctx *ctx, const char *dev, const char *setting, const char *failure,
		const struct roce_output *dry)
{
	char words[LLDP_COMMAND], out[LLDP_OUT], line[SHELL_COMMAND + LLDP_COMMAND] = "";

	set_words(words, dev, setting);
	if (dry) {
		shell_tool(line, sizeof(line), ctx->netns, "%s", roce_lldptool);
		text_append(line, sizeof(line), " %s", words);
		roce_put(dry, dev, line);
		return true;
	}
	if (lldptool(words, out))
		return true;
	out[strcspn(out, "\n")] = '\0';
	warn(ctx, "%s: %s: lldptool %s failed: %s", dev, failure, setting,
	     *out ? out : "no reason given");
	return false;
}

/*
 * Check whether lldpad runs in the network namespace.
 * Return: whether lldptool reaches lldpad.  Its socket belongs to the network namespace.
 */
bool roce_lldp_runs(void)
{
	char out[LLDP_OUT];

	return lldptool("-p", out);
}

/**
 * roce_lldp_possible() - check whether a port adopts what lldpad negotiates
 * @port: the port; NULL: the device is not a port yet
 *
 * Return: whether the port answers DCB requests.
 */
bool roce_lldp_possible(const struct port *port)
{
	return !port || port->dcb == PFC_DCB_OWNER_PORT;
}

/**
 * roce_lldp_add() - add a setting of lldpad
 * @lldp: the settings
 * @setting: "TLV WORDS", or "adminStatus=..."
 *
 * Return: false if the text is too long or there are too many.
 */
bool roce_lldp_add(struct roce_lldp *lldp, const char *setting)
{
	if (lldp->n == LLDP_LINES || strlen(setting) >= LLDP_LINE)
		return false;
	snprintf(lldp->lines[lldp->n++], LLDP_LINE, "%s", setting);
	return true;
}

/* ---- the present settings ---------------------------------------------------------------- */

/*
 * Reads an argument of a TLV, or of the device if @tlv is "".  lldptool cuts numbers of three
 * digits, so this reads the message of lldpad (-R): it ends with the length and name of the
 * argument in two and more digits, four digits, and the value.
 */
static void query(const char *dev, const char *tlv, const char *arg, char *value)
{
	char words[LLDP_COMMAND], quoted[QUOTED_LEN], out[LLDP_OUT], key[32], *at, *found = NULL;

	*value = '\0';
	shell_quote(quoted, dev);
	if (*tlv)
		snprintf(words, sizeof(words), "-R -t -i %s -V %s -c %s", quoted, tlv, arg);
	else
		snprintf(words, sizeof(words), "-R -l -i %s %s", quoted, arg);
	if (!lldptool(words, out))
		return;
	snprintf(key, sizeof(key), "%02zx%s", strlen(arg), arg);
	for (at = out; (at = strstr(at, key)); at++)
		found = at;
	if (!found || strlen(found) < strlen(key) + 4)
		return;
	found += strlen(key) + 4;
	found[strcspn(found, "\n")] = '\0';
	/* Values have no spaces; others could not be words of a command */
	if (strlen(found) < LLDP_LINE / 4 && !strchr(found, ' '))
		snprintf(value, LLDP_LINE, "%s", found);
}

/* Formats the priorities of a decimal bit mask */
static void prios_words(char *value)
{
	const unsigned long mask = strtoul(value, NULL, 10);
	int prio;

	*value = '\0';
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (mask >> prio & 1)
			text_append(value, LLDP_LINE, "%s%d", *value ? "," : "", prio);
}

static void hex_words(char *value)
{
	snprintf(value, LLDP_LINE, "%lu", strtoul(value, NULL, 16));
}

/* Completes a list of "NUMBER:WORD": lldptool leaves the numbers alone that a list omits */
static void fill_list(char *value, const char *omitted)
{
	char *words[PFC_PRIO_COUNT] = { NULL }, text[LLDP_LINE], *word, *rest = NULL;
	int i;

	snprintf(text, sizeof(text), "%s", value);
	for (word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
		if (*word < '0' || *word >= '0' + PFC_PRIO_COUNT || word[1] != ':')
			return;		/* "none" concerns all of them */
		words[*word - '0'] = word + 2;
	}
	if (!*value)
		return;
	*value = '\0';
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		text_append(value, LLDP_LINE, "%s%d:%s", i ? "," : "", i, words[i] ?: omitted);
}

static void fill_tsa(char *value)
{
	fill_list(value, "strict");
}

static void fill_up2tc(char *value)
{
	fill_list(value, "0");
}

/*
 * The arguments of each TLV, and the value of an argument that is not set.  lldptool cannot delete
 * shares (tcbw), which have no effect on strict classes.
 *
 * lldptool reports enableTx=no for a TLV without this setting.  That is right for ETS-REC and APP,
 * which lldpad sends only if the setting is "yes".  lldpad sends PFC and ETS-CFG unless the setting
 * is "no", so the report does not tell whether it sends them: they keep the value of the modes.
 */
static const struct {
	const char	*tlv;
	const char	*arg;
	const char	*unset;
	void		(*format)(char *value);
} args[] = {
	{ "PFC", "willing", "yes", NULL },
	{ "PFC", "enabled", "none", prios_words },
	{ "PFC", "delay", "0", hex_words },
	{ "ETS-CFG", "willing", "yes", NULL },
	{ "ETS-CFG", "up2tc", "none", fill_up2tc },
	{ "ETS-CFG", "tsa", "none", fill_tsa },
	{ "ETS-CFG", "tcbw", NULL, NULL },
	{ "ETS-REC", "up2tc", "none", fill_up2tc },
	{ "ETS-REC", "tsa", "none", fill_tsa },
	{ "ETS-REC", "tcbw", NULL, NULL },
	{ "ETS-REC", "enableTx", "no", NULL },
	{ "APP", "enableTx", "no", NULL },
};

static void read_tlv(const char *dev, const char *tlv, struct roce_lldp *lldp)
{
	char *line = lldp->lines[lldp->n++], value[LLDP_LINE];
	size_t i;

	snprintf(line, LLDP_LINE, "%s", tlv);
	for (i = 0; i < ARRAY_SIZE(args); i++) {
		if (strcmp(args[i].tlv, tlv))
			continue;
		query(dev, tlv, args[i].arg, value);
		if (args[i].format)
			args[i].format(value);
		if (*value || args[i].unset)
			text_append(line, LLDP_LINE, " %s=%s", args[i].arg,
				    *value ? value : args[i].unset);
	}
}

/* Return: whether lldptool shows the entry for RoCE */
static bool has_app(const char *dev, const char *shown)
{
	char words[LLDP_COMMAND], quoted[QUOTED_LEN], out[LLDP_OUT];

	snprintf(words, sizeof(words), "-t -i %s -V APP -c app", shell_quote(quoted, dev));
	return lldptool(words, out) && strstr(out, shown);
}

/*
 * Return: whether the port has an entry for RoCE, of lldpad or of another program.  lldpad deletes
 * an entry that it has received when the peer ends.
 */
static bool is_announced(const char *dev, const struct port *port)
{
	unsigned int i;

	for (i = 0; port && i < port->n_announced; i++)
		if (port->announced[i].selector == APP_DGRAM &&
		    port->announced[i].number == ROCE_UDP_PORT &&
		    port->announced[i].prio == ROCE_PRIO)
			return !has_app(dev, ROCE_APP_PEER);
	return false;
}

/**
 * roce_lldp_read() - read the settings of lldpad for a device
 * @lldp: result
 * @dev: name of the device
 * @port: the port, or NULL
 * @added: the port is new
 */
void roce_lldp_read(struct roce_lldp *lldp, const char *dev, const struct port *port,
		    bool added)
{
	char status[LLDP_LINE], value[LLDP_LINE];
	bool sends;

	lldp->n = 0;
	query(dev, "", "adminStatus", value);
	if (!*value)
		return;
	/* lldptool reports "disabled" for a port without this setting, where lldpad receives */
	snprintf(status, sizeof(status), "adminStatus=%.64s",
		 !added && !strcmp(value, "disabled") ? "rx" : value);
	/* An agent that sends writes its settings to the port while it gets them one by one */
	sends = strstr(value, "tx");
	if (!sends)
		roce_lldp_add(lldp, status);
	read_tlv(dev, "PFC", lldp);
	read_tlv(dev, "ETS-CFG", lldp);
	read_tlv(dev, "ETS-REC", lldp);
	if (!is_announced(dev, port) && !has_app(dev, ROCE_APP_LOCAL))
		roce_lldp_add(lldp, "APP -d " ROCE_APP);
	read_tlv(dev, "APP", lldp);
	if (sends)
		roce_lldp_add(lldp, status);
}

/**
 * roce_lldp_write() - give lldpad settings that roce_lldp_read() has read
 * @ctx: the context
 * @lldp: the settings
 * @dev: name of the device
 * @dry: receives the commands instead; NULL: run them
 *
 * Return: whether all commands succeeded; each failure is a warning.
 */
bool roce_lldp_write(struct ctx *ctx, const struct roce_lldp *lldp, const char *dev,
		     const struct roce_output *dry)
{
	bool good = true;
	size_t i;

	for (i = 0; i < lldp->n; i++)
		good &= set(ctx, dev, lldp->lines[i], "lldpad keeps its settings", dry);
	return good;
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
	if (target->rate && port->speed_source != PFC_SPEED_SOURCE_SET &&
	    port->speed_source != PFC_SPEED_SOURCE_DEVICE)
		speed = (target->rate + 500000) / 1000000;
	bits = 2ULL * port->cable_delay * speed / 1000;
	return bits < UINT16_MAX ? bits : UINT16_MAX;
}

/**
 * roce_lldp_set() - give lldpad the settings of a mode: PFC, ETS and the priority of RoCE
 * @ctx: the context
 * @target: the device; after it has become a port
 * @mode: the mode
 * @dry: receives the commands instead; NULL: run them
 *
 * A failure is a warning.
 *
 * Return: whether all commands succeeded.
 */
bool roce_lldp_set(struct ctx *ctx, const struct roce_target *target, enum roce_mode mode,
		   const struct roce_output *dry)
{
	static const char failure[] = "not announced";
	const char *dev = target->dev->name;
	char pfc[LLDP_LINE];

	if (!roce_lldp_possible(target->port)) {
		if (!dry)
			warn(ctx, "%s: not announced: %s", dev,
			     target->port->dcb == PFC_DCB_OWNER_NONE ? "the kernel has no DCB" :
			     "the port has no DCB, the device has its own");
		return false;
	}
	snprintf(pfc, sizeof(pfc), "PFC willing=no enabled=%s delay=%u enableTx=yes",
		 mode < ROCE_LOSSY ? "3" : "none", delay_bits(target));
	if (!set(ctx, dev, pfc, failure, dry) ||
	    !set(ctx, dev, "ETS-CFG willing=no " ETS_WORDS " enableTx=yes", failure, dry) ||
	    !set(ctx, dev, "ETS-REC " ETS_WORDS " enableTx=yes", failure, dry))
		return false;
	/*
	 * lldpad writes an entry only once, also if the device has become a port since.  It does
	 * not make an entry its own that it has received.
	 */
	if (!is_announced(dev, target->port) &&
	    ((!dry && (has_app(dev, ROCE_APP_LOCAL) || has_app(dev, ROCE_APP_PEER)) &&
	      !set(ctx, dev, "APP -d " ROCE_APP, failure, dry)) ||
	     !set(ctx, dev, "APP " ROCE_APP, failure, dry)))
		return false;
	return set(ctx, dev, "APP enableTx=yes", failure, dry);
}

/*
 * Return: whether frames for the device have the settings.  lldpad checks whether a device has DCB
 * only when it starts, and when the device goes up.
 */
static bool sends_pfc(const char *dev)
{
	char words[LLDP_COMMAND], quoted[QUOTED_LEN], out[LLDP_OUT];

	snprintf(words, sizeof(words), "-t -i %s", shell_quote(quoted, dev));
	return lldptool(words, out) && strstr(out, "PFC enabled:");
}

/**
 * roce_lldp_start() - let lldpad send and receive frames
 * @ctx: the context
 * @dev: name of the device
 * @dry: receives the command instead; NULL: run it
 *
 * A failure is a warning.
 *
 * Return: whether the command succeeded.
 */
bool roce_lldp_start(struct ctx *ctx, const char *dev, const struct roce_output *dry)
{
	return set(ctx, dev, "adminStatus=rxtx", "not announced", dry);
}

/**
 * roce_lldp_confirm() - wait until lldpad announces the settings of a device
 * @ctx: the context
 * @dev: name of the device, after roce_lldp_start()
 * @checks: number of further checks that the command can wait for, all devices together
 *
 * The end of the time is a warning.
 */
void roce_lldp_confirm(struct ctx *ctx, const char *dev, unsigned int *checks)
{
	char command[2 * SHELL_COMMAND] = "";

	while (!sends_pfc(dev)) {
		if (*checks) {
			(*checks)--;
			usleep(CHECK_INTERVAL);
			continue;
		}
		shell_tool(command, sizeof(command), ctx->netns, "ip link set dev %s down", dev);
		shell_tool(command, sizeof(command), ctx->netns, "ip link set dev %s up", dev);
		warn(ctx,
		     "%s: not announced yet: lldpad started before the device was a port; fix: restart lldpad, or: %s",
		     dev, command);
		return;
	}
}
