// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests with the names of a container that attacks the administrator: each printed command does
 * what it says in a real shell, and no output has control characters.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "fix.h"
#include "output.h"
#include "shell.h"
#include "link.h"
#include "test.h"
#include "why_scene.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })

/* Names that Linux accepts for a device */
static const char *const names[] = {
	"x;touch${IFS}c", "$(touch${IFS}c)", "`touch${IFS}c`", "x'\"|touch>c", "a&b&&c",
	"x\033[31mred", "\233[31m", "\302\233[31m", "a\001\177\200", "-x", "--help", "#x", "~root",
	"=ls", "!x", "*", "p?[a]", "a,b", "all", "dev", "%s%n%%", "\\033", "a\\", "'", "{a,b}",
	"\303\251t\303\251", "\303", "reboot", "!\033!",
};

/* Words that a namespace can have as its name, in addition */
static const char *const spaces[] = { "a b", " ", "a\tb", "a\nb", "$(touch c)\n\033", "; touch c" };

static bool is_clean(const char *text)
{
	bool clean = true;

	for (; *text && clean; text++) {
		text += strspn(text, "\n\t");
		if (!*text)
			return true;
		text += text_char(text, &clean) - 1;
	}
	if (!clean)
		printf("not clean: %s\n", text);
	return clean;
}

/* Runs a command of a shell that has no programs.  Return: whether its output is @want */
static bool outputs(const char *command, const char *want)
{
	char script[8192], got[1024];
	size_t len;
	FILE *pipe;

	snprintf(script, sizeof(script),
		 "PATH=/nonexistent; pfcctl() { printf '%%s\\n' \"$@\"; }\n%s", command);
	pipe = popen(script, "r");
	if (!pipe)
		return false;
	len = fread(got, 1, sizeof(got) - 1, pipe);
	got[len] = '\0';
	if (!pclose(pipe) && !strcmp(got, want))
		return true;
	printf("%s: '%s', want '%s'\n", command, got, want);
	return false;
}

/* ---- words -------------------------------------------------------------- */

static bool quotes(const char *word)
{
	char command[SHELL_COMMAND] = "", want[SHELL_WORD];

	shell_pfcctl(command, sizeof(command), word, "port add dev %s", word);
	snprintf(want, sizeof(want), "-n\n%s\nport\nadd\ndev\n%s\n", word, word);
	return text_is_clean(command) && outputs(command, want);
}

static void test_words(void)
{
	char word[SHELL_WORD + 2], quoted[QUOTED_LEN], command[64] = "";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		CHECK(quotes(names[i]));
	for (i = 0; i < ARRAY_SIZE(spaces); i++)
		CHECK(quotes(spaces[i]));
	for (i = 1; i < 256; i++) {
		snprintf(word, sizeof(word), "%c1", (int)i);
		CHECK(quotes(word));
	}
	/* Nothing, in place of a part of a word or command */
	memset(word, '\'', SHELL_WORD + 1);
	word[SHELL_WORD + 1] = '\0';
	CHECK(!strcmp(shell_quote(quoted, word), "''"));
	word[SHELL_WORD] = '\0';
	CHECK(strlen(shell_quote(quoted, word)) == 4 * SHELL_WORD + 2);
	memset(word, '\033', SHELL_WORD);
	CHECK(strlen(shell_quote(quoted, word)) == 4 * SHELL_WORD + strlen("\"$(printf '')\""));
	shell_append(command, sizeof(command), "tc qdisc del dev %s root", "0123456789abcde");
	CHECK(!strcmp(command, "tc qdisc del dev 0123456789abcde root"));
	shell_append(command, sizeof(command), " %s", "0123456789abcdefghijklmnopqrst");
	CHECK(!*command);
	shell_append(command, sizeof(command), "a %u:%d %lluns", 1, -2, 3ULL);
	CHECK(!strcmp(command, "a 1:-2 3ns"));
	*command = '\0';
	shell_dcb(command, sizeof(command), "/n", "pfc set", "-bx");
	CHECK(!strcmp(command, "nsenter --net=/n dcb -- pfc set dev -bx"));
}

/* ---- the filter --------------------------------------------------------- */

/* Checks the filtered text, written at once or byte by byte */
static bool filters(const char *text, const char *want, bool bytes)
{
	FILE *const old = stdout;
	char *got = NULL;
	size_t len;
	bool ok;

	stdout = open_memstream(&got, &len);
	output_begin();
	for (; bytes && *text; text++) {
		putchar(*text);
		fflush(stdout);
	}
	fputs(text, stdout);
	ok = output_end();
	fclose(stdout);
	stdout = old;
	ok &= !strcmp(got, want);
	if (!ok)
		printf("got:  '%s'\nwant: '%s'\n", got, want);
	free(got);
	return ok;
}

static void test_filter(void)
{
	static const char *const texts[][2] = {
		{ "a\tb\nµ █\360\237\230\200\n", "a\tb\nµ █\360\237\230\200\n" },
		{ "\033[2J\r\b\177\007\n", "?[2J????\n" },
		{ "\302\233x\302\205\302\240\n", "?x?\302\240\n" },
		{ "\233x\303\n\303(\300\200\n", "?x?\n?(??\n" },
		{ "\342\226x\342\226\n", "??x??\n" },
		{ "\355\240\200\360\217\277\277\364\220\200\200\n", "???????????\n" },
		{ "", "" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		CHECK(filters(texts[i][0], texts[i][1], false));
		CHECK(filters(texts[i][0], texts[i][1], true));
	}
}

/* The filter passes the escape sequences of the tool, and reports errors of stdout */
static void test_stream(void)
{
	FILE *const old = stdout;
	char *got = NULL;
	bool ended, failed;
	size_t len;

	stdout = open_memstream(&got, &len);
	output_begin();
	printf("a\033");
	output_escape("\033[31m");
	printf("b");
	output_escape("\033[0m");
	ended = output_end();
	fclose(stdout);
	stdout = fopen("/dev/full", "w");
	output_begin();
	puts("a");
	failed = !output_end() && errno == ENOSPC;
	fclose(output_raw());
	stdout = old;
	CHECK(ended && !strcmp(got, "a?\033[31mb\033[0m"));
	CHECK(failed);
	free(got);
}

/* ---- all outputs -------------------------------------------------------- */

/* Runs a command; stdout has the filter, as in main().  @text: receives output and errors */
static void run(const struct ctx *options, const char *line, char **text)
{
	char *out, *err, *filtered = NULL;
	FILE *const old = stdout;
	size_t len;

	kernel_run(options, line, &out, &err);
	stdout = open_memstream(&filtered, &len);
	output_begin();
	fputs(out, stdout);
	output_end();
	fclose(stdout);
	stdout = old;
	CHECK(!options->json || !strcmp(out, filtered));
	if (asprintf(text, "%s%s", filtered, err) < 0)
		abort();
	free(out);
	free(err);
	free(filtered);
}

/* Runs each fix that @text has.  Return: whether one of them has the word @name */
static bool runs_fixes(char *text, const char *name)
{
	char *line, *fix, *rest = NULL, want[256];
	bool ok = true;

	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		fix = strstr(line, "; fix: ");
		if (!fix)
			continue;
		snprintf(want, sizeof(want), "watchdog\nset\ndev\n%s\nprio-watchdog\n3:on\n", name);
		ok &= outputs(fix + strlen("; fix: "), want);
	}
	return ok;
}

static void test_outputs(const char *name)
{
	static const char *const lines[] = {
		"show", "port show", "map show", "pfc show", "pg show", "queue show", "ets show",
		"headroom", "stats", "watermark", "watchdog show", "impair", "history", "metrics",
		"roce", "top count 1 delay 0.1", "save", "check", "monitor",
	};
	char *text;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		link_reset();
		is.name[0] = name;
		run(PLAIN, lines[i], &text);
		CHECK(is_clean(text));
		free(text);
		run(JSON, lines[i], &text);
		CHECK(is_clean(text));
		free(text);
	}
	is.watched[0] = 0;
	run(PLAIN, "check", &text);
	CHECK(strstr(text, "; fix: ") && runs_fixes(text, name));
	free(text);
	link_reset();
}

/* Return: the context, with the fix of a device that is not a port */
static struct ctx *not_port(struct ctx *ctx, const char *name)
{
	return fixed_by(ctx, causes[PFC_CAUSE_NOT_A_PORT].fix, name);
}

/* Return: whether an error is one line, and its fix has exactly the given words */
static bool is_error_safe(const char *name)
{
	struct ctx ctx = { .netns = name };
	char *got = NULL, want[512];
	size_t len;
	bool ok;

	ctx.err = open_memstream(&got, &len);
	fail(not_port(&ctx, name), "%s: device is not a pfc port", name);
	fclose(ctx.err);
	snprintf(want, sizeof(want),
		 "-n\n%s\nport\nadd\ndev\n%s\n-n\n%s\nport\nshow\nlists\nthe\nports\n", name,
		 name, name);
	ok = is_clean(got) && strchr(got, '\n') == got + len - 1 &&
	     outputs(strstr(got, "; fix: ") + strlen("; fix: "), want);
	free(got);
	return ok;
}

/* A name, a file and a namespace cannot begin a line or another fix */
static void test_errors(void)
{
	struct ctx ctx = { .file = "a\n\033", .line = 3 };
	char *got = NULL;
	size_t len;

	ctx.err = open_memstream(&got, &len);
	warn(&ctx, "x\n%s", "\233\177");
	ctx.line = 0;
	fail(fixed_by(&ctx, FIX_EARLIER " port add dev $1", "#'\033\\"),
	     "%s: no earlier line adds the port", "#'\033\\");
	fail(not_port(&ctx, "'\033"), "%s: device is not a pfc port", "'\033");
	fclose(ctx.err);
	CHECK(!strncmp(got, "pfcctl: a??:3: Warning: x???\n", 29));
	CHECK(strstr(got, "\npfcctl: a??: #'?\\: no earlier line adds the port; fix: add an "));
	CHECK(strstr(got, " line port add dev \\043'\\033\\134\n"));
	CHECK(strstr(got, "\npfcctl: a??: '?: device is not a pfc port; fix: in the file, port "));
	CHECK(strstr(got, "the file, port add dev '\\033; port show lists the ports\n"));
	free(got);
	/* The whole name, not a part of it */
	CHECK(is_error_safe("a-name-of-a-network-namespace-that-is-long"));
}

/* A setting that limits a port, with its command; a graph */
static void test_causes(const char *name)
{
	char *text, *change, want[256];
	const struct ctx ctx = { .netns = "sw" };
	uint32_t port, from;

	scene_begin(4);
	from = scene_port("sw", name);
	port = scene_port("sw", name);
	scene_hold(port, 3, from, 122880, 5001);
	scene_received(from, 3, 625000);
	scene_sent(port, 3, 125000);
	scene_xoff(from, 3, 5 * SCENE_MS);
	scene_config(port)->tcs[3].rate = 100000000;
	scene_ports[port].netns = name;
	scene_analyse();
	text = scene_text(&ctx, false, why_text);
	change = strstr(text, "\n  change: ");
	CHECK(change);
	if (change) {
		change[1 + strcspn(change + 1, "\n")] = '\0';
		snprintf(want, sizeof(want),
			 "-n\n%s\nets\nset\ndev\n%s\ntc-maxrate\n3:unlimited\n", name, name);
		CHECK(outputs(change + strlen("\n  change: "), want));
	}
	free(text);
	free(scene_text(&ctx, false, why_dot));
}

void test_hostile(void)
{
	char dir[] = "/tmp/pfcctl-hostile-XXXXXX", old[256];
	size_t i;

	/* The commands in the names create the file "c" */
	if (!getcwd(old, sizeof(old)) || !mkdtemp(dir) || chdir(dir)) {
		CHECK(false);
		return;
	}
	test_words();
	test_filter();
	test_stream();
	test_errors();
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		test_outputs(names[i]);
		CHECK(is_error_safe(names[i]));
		test_causes(names[i]);
	}
	for (i = 0; i < ARRAY_SIZE(spaces); i++)
		CHECK(is_error_safe(spaces[i]));
	CHECK(access("c", F_OK));
	CHECK(!chdir(old) && !rmdir(dir));
	scene_end();
}
