// SPDX-License-Identifier: GPL-2.0-only
/*
 * A small HTTP exporter: pfcctl metrics http
 *
 * systemd or inetd accepts the connections and starts one process for each of them,
 * with the connection as standard input and output.  The process answers one request and ends.
 */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "metrics.h"
#include "output.h"
#include "print.h"

#define REQUEST_MAX	8192	/* length of a request, bytes */
#define READ_TIME	5	/* time for the client to send the request, seconds */
#define TOTAL_TIME	20	/* time after which the process ends, seconds */

#define TEXT_TYPE	"text/plain; version=0.0.4; charset=utf-8"
#define OPENMETRICS_TYPE "application/openmetrics-text; version=1.0.0; charset=utf-8"
#define ERROR_TYPE	"text/plain; charset=utf-8"

/**
 * struct request - an HTTP request
 * @buf: the text, nul-terminated
 * @line: the beginning of its first line, for errors
 * @method: the method
 * @path: the path, without the query
 * @openmetrics: the client prefers OpenMetrics
 */
struct request {
	char		buf[REQUEST_MAX + 1];
	char		line[128];
	const char	*method;
	const char	*path;
	bool		openmetrics;
};

/* ---- response ----------------------------------------------------------- */

static const char *reason_of(int status)
{
	switch (status) {
	case 200:
		return "OK";
	case 404:
		return "Not Found";
	case 405:
		return "Method Not Allowed";
	case 408:
		return "Request Timeout";
	case 431:
		return "Request Header Fields Too Large";
	case 500:
		return "Internal Server Error";
	}
	return "Bad Request";
}

static void respond(const struct request *r, int status, const char *type, const char *body,
		    size_t len)
{
	FILE *const to = output_raw();

	fprintf(to, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n", status,
		reason_of(status), type, len);
	if (status == 405)
		fputs("Allow: GET, HEAD\r\n", to);
	fputs("X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n", to);
	if (!r->method || strcmp(r->method, "HEAD"))
		fwrite(body, 1, len, to);
}

/*
 * Responds with one line about an invalid request.  The line quotes @word, a part of the request,
 * without control characters.
 */
static void refuse(const struct request *r, int status, const char *what, const char *word,
		   const char *expected)
{
	char line[256], *p;
	int len;

	len = snprintf(line, sizeof(line), "%s '%.127s'; expected: %s", what, word, expected);
	for (p = line; *p; p++)
		if (!isprint((unsigned char)*p))
			*p = '?';
	line[len++] = '\n';
	respond(r, status, ERROR_TYPE, line, len);
}

/* ---- request ------------------------------------------------------------ */

/* Return: bytes read, 0 at the end or after an error, -1 after @deadline (CLOCK_MONOTONIC, ns) */
static ssize_t read_some(char *buf, size_t size, uint64_t deadline)
{
	struct pollfd fd = { .fd = STDIN_FILENO, .events = POLLIN };
	const uint64_t now = time_now();
	ssize_t n;

	if (now >= deadline || !poll(&fd, 1, (deadline - now) / 1000000 + 1))
		return -1;
	n = read(STDIN_FILENO, buf, size);
	return n < 0 ? 0 : n;
}

/* Return: 0, the status of the refusal, or -1 if the client has closed the connection */
static int read_request(struct request *r)
{
	const uint64_t deadline = time_now() + READ_TIME * 1000000000ULL;
	size_t len = 0;
	ssize_t n;

	while (len < REQUEST_MAX) {
		n = read_some(r->buf + len, REQUEST_MAX - len, deadline);
		if (n < 0)
			return 408;
		if (!n)
			return len ? 400 : -1;
		if (memchr(r->buf + len, '\0', n))
			return 400;
		len += n;
		if (strstr(r->buf, "\r\n\r\n") || strstr(r->buf, "\n\n"))
			return 0;
	}
	return 431;
}

/*
 * Return: the quality of the media type @type in the header Accept, thousandths; 0 if the header
 * does not name it
 */
static int quality(const char *accept, const char *type)
{
	const size_t len = strlen(type);
	int best = 0;

	for (; *accept; accept += strcspn(accept, ","), accept += *accept == ',') {
		const char *end, *q;
		double value = 1;

		accept += strspn(accept, " \t");
		if (strncasecmp(accept, type, len) || !strchr(" \t;,", accept[len]))
			continue;
		end = accept + strcspn(accept, ",");
		for (q = accept; q < end; q += strcspn(q, ";,"), q += *q == ';') {
			q += strspn(q, " \t");
			if (!strncasecmp(q, "q=", 2))
				value = strtod(q + 2, NULL);
		}
		if (value <= 1 && value * 1000 > best)
			best = value * 1000 + 0.5;
	}
	return best;
}

/* Terminates the line @line.  Return: the next line */
static char *next_line(char *line)
{
	char *end = strchr(line, '\n');

	if (!end)
		return line + strlen(line);
	*end = '\0';
	if (end > line && end[-1] == '\r')
		end[-1] = '\0';
	return end + 1;
}

/* Parses "METHOD PATH VERSION", then the headers.  Return: whether the first line is valid */
static bool parse(struct request *r)
{
	char *line = r->buf, *next = next_line(line);
	char *path = strchr(line, ' '), *version = path ? strchr(path + 1, ' ') : NULL;

	if (!version || path == line || path[1] != '/' ||
	    (strcmp(version, " HTTP/1.1") && strcmp(version, " HTTP/1.0")))
		return false;
	*path++ = '\0';
	*version = '\0';
	path[strcspn(path, "?")] = '\0';
	r->method = line;
	r->path = path;
	for (line = next; *line; line = next) {
		next = next_line(line);
		if (!strncasecmp(line, "Accept:", 7)) {
			int wanted = quality(line + 7, "application/openmetrics-text");

			r->openmetrics = wanted && wanted >= quality(line + 7, "text/plain");
		}
	}
	return true;
}

/* ------------------------------------------------------------------------- */

/* Sends the metrics.  If they cannot be read, the response has the error message, too. */
static int send_metrics(struct ctx *ctx, const struct request *r, bool all)
{
	char *text, *errors = NULL;
	FILE *err = ctx->err;
	size_t len, errors_len = 0;
	int status;

	ctx->err = open_memstream(&errors, &errors_len);
	if (!ctx->err) {
		ctx->err = err;
		return fail(ctx, "metrics: %s", strerror(errno));
	}
	status = metrics_text(ctx, all, r->openmetrics, &text, &len);
	fclose(ctx->err);
	ctx->err = err;
	fputs(errors, ctx->err);
	if (status) {
		respond(r, 500, ERROR_TYPE, errors, errors_len);
	} else {
		respond(r, 200, r->openmetrics ? OPENMETRICS_TYPE : TEXT_TYPE, text, len);
		free(text);
	}
	free(errors);
	return status;
}

static int answer(struct ctx *ctx, bool all)
{
	struct request r = { 0 };
	int status = read_request(&r);

	if (status < 0)
		return STATUS_OK;
	snprintf(r.line, sizeof(r.line), "%.*s", (int)strcspn(r.buf, "\r\n"), r.buf);
	if (status == 408)
		refuse(&r, status, "request is incomplete:", r.line, "its end within 5 s");
	else if (status == 431)
		refuse(&r, status, "request is too long:", r.line, "at most 8192 bytes");
	else if (status || !parse(&r))
		refuse(&r, 400, "request is malformed:", r.line, "GET /metrics HTTP/1.1");
	else if (strcmp(r.method, "GET") && strcmp(r.method, "HEAD"))
		refuse(&r, 405, "unknown method", r.method, "GET or HEAD");
	else if (strcmp(r.path, "/metrics"))
		refuse(&r, 404, "unknown path", r.path, "/metrics");
	else
		return send_metrics(ctx, &r, all);
	return STATUS_OK;	/* the fault of a client is no fault of the service */
}

/*
 * Answer one HTTP request on standard input and output.
 *
 * The process ends after %TOTAL_TIME, also if the client does not read the response.
 * Return: an exit status.
 */
int metrics_http(struct ctx *ctx, struct args *args)
{
	bool all;
	int err;

	err = metrics_words(ctx, args, &all, NULL);
	if (err)
		return err;
	alarm(TOTAL_TIME);
	err = answer(ctx, all);
	fflush(output_raw());
	alarm(0);
	return err;
}
