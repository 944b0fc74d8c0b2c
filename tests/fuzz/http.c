// SPDX-License-Identifier: GPL-2.0-only
/*
 * HTTP requests to pfcctl metrics http.  A regular expression decides which requests are valid.
 * The length and the type of each response agree with its body, and an error is one line.
 */
#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fuzz.h"
#include "mock.h"

#define REQUEST_MAX	8192

enum goal { SILENT, DONE, OPENMETRICS, HEAD, BAD, NOT_FOUND, METHOD, LARGE, FAILED };

const char *const fuzz_goals[] = {
	[SILENT] = "no request", [DONE] = "200", [OPENMETRICS] = "OpenMetrics",
	[HEAD] = "HEAD", [BAD] = "400", [NOT_FOUND] = "404", [METHOD] = "405",
	[LARGE] = "431", [FAILED] = "500", NULL
};

/* The error of each answer of the kernel */
static int kernel_error;

static int answer(void *buf, size_t size)
{
	(void)size;
	return mock_ack(buf, kernel_error);
}

/* Return: the status of a request with a valid end */
static int model_line(const char *line)
{
	regmatch_t part[3];
	regex_t regex;
	int status = 400;

	require(!regcomp(&regex, "^([^ ]+) (/[^ ?]*)([?][^ ]*)? HTTP/1[.][01]$", REG_EXTENDED),
		"regcomp");
	if (!regexec(&regex, line, 3, part, 0)) {
		const size_t method = part[1].rm_eo, path = part[2].rm_eo - part[2].rm_so;

		if ((method != 3 || memcmp(line, "GET", 3)) &&
		    (method != 4 || memcmp(line, "HEAD", 4)))
			status = 405;
		else if (path != 8 || memcmp(line + part[2].rm_so, "/metrics", 8))
			status = 404;
		else
			status = kernel_error ? 500 : 200;
	}
	regfree(&regex);
	return status;
}

/* Return: the status of the response to a request; 0: no response */
static int model(const char *text, size_t len)
{
	char line[REQUEST_MAX + 1];
	size_t n = len < REQUEST_MAX ? len : REQUEST_MAX, end;

	if (!len)
		return 0;
	if (memchr(text, '\0', n))
		return 400;
	if (!memmem(text, n, "\n\n", 2) && !memmem(text, n, "\r\n\r\n", 4))
		return n == REQUEST_MAX ? 431 : 400;
	end = (const char *)memchr(text, '\n', n) - text;
	if (end && text[end - 1] == '\r')
		end--;
	memcpy(line, text, end);
	line[end] = '\0';
	return model_line(line);
}

/* Checks a response with a status other than 0 */
static void check_response(const char *out, int wanted, bool head)
{
	const char *body = strstr(out, "\r\n\r\n"), *p;
	size_t length = 0;
	int status = 0;

	require(sscanf(out, "HTTP/1.1 %d ", &status) == 1 && status == wanted, "%d: %.300s",
		wanted, out);
	require(body, "%.300s", out);
	body += 4;
	p = strstr(out, "\r\nContent-Length: ");
	require(p && p < body && sscanf(p + 18, "%zu", &length) == 1, "%.300s", out);
	require(length && strlen(body) == (head ? 0 : length), "%zu %zu", length, strlen(body));
	if (head) {
		fuzz_met[HEAD]++;
	} else if (status == 200) {
		bool eof = !strcmp(body + length - 7, "\n# EOF\n");

		require(eof == !!strstr(out, "application/openmetrics-text"), "%s", out);
		fuzz_met[OPENMETRICS] += eof;
	} else {
		for (p = body; *p && *p != '\n'; p++)
			require(isprint((unsigned char)*p), "%s", body);
		require(!strcmp(p, "\n"), "%s", body);
	}
}

static int run(const char *text, size_t len, char **out, char **err)
{
	static const struct ctx plain;
	char metrics[] = "metrics", http[] = "http", *words[2] = { metrics, http };
	struct args args = { 2, words };
	int fds[2];

	require(!pipe(fds) && write(fds[1], text, len) == (ssize_t)len, "pipe");
	require(!dup2(fds[0], STDIN_FILENO), "dup2");
	close(fds[0]);
	close(fds[1]);
	mock = (struct mock){ .receive = answer };
	return mock_run(&args, &plain, out, err);
}

void fuzz_one(struct fuzz *in)
{
	static const int statuses[] = {
		[SILENT] = 0, [DONE] = 200, [BAD] = 400, [NOT_FOUND] = 404, [METHOD] = 405,
		[LARGE] = 431, [FAILED] = 500,
	};
	char *text, *out, *err;
	int status, wanted;
	size_t len, i;

	kernel_error = fuzz_number(in, 1) & 1 ? -EIO : 0;
	len = fuzz_left(in);
	text = fuzz_copy(in, len);
	wanted = model(text, len);
	status = run(text, len, &out, &err);
	require((status != STATUS_OK) == (wanted == 500) && !*err == !status, "%d %s", status, err);
	require(wanted || !*out, "%s", out);
	if (wanted)
		check_response(out, wanted, wanted != 400 && wanted != 431 && len > 5 &&
			       !memcmp(text, "HEAD ", 5));
	for (i = 0; i < sizeof(statuses) / sizeof(*statuses); i++)
		fuzz_met[i] += statuses[i] == wanted && (wanted || i == SILENT);
	free(text);
	free(out);
	free(err);
}

#define LINE	"GET /metrics?a=b HTTP/1.1\r\n"
#define WANTED	"application/openmetrics-text"

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	static const char *const requests[] = {
		"", LINE "Host: x\r\n\r\n", "GET /metrics HTTP/1.0\n\n",
		LINE "Accept: " WANTED ";version=1.0.0;q=0.5,text/plain;q=0.1\n\n",
		LINE "Accept: text/plain, " WANTED " ; q=0\r\n\r\n", LINE "\r\nbody", LINE,
		"HEAD /metrics HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
		"PUT /metrics HTTP/1.1\n\n", " /metrics HTTP/1.1\r\n\r\n",
		"GET /metrics HTTP/2\r\n\r\n", "GET /\x1b[1m\xff HTTP/1.1\r\n\r\n",
	};
	const unsigned int count = sizeof(requests) / sizeof(*requests);

	if (n >= 2 * count + 2)
		return 0;
	if (n < 2 * count)
		return snprintf((char *)buf, size, "%c%s", n < count ? '0' : '1',
				requests[n % count]);
	memset(buf, 'a', size);
	/* one byte below the limit, and the limit */
	return REQUEST_MAX + n - 2 * count;
}
