// SPDX-License-Identifier: GPL-2.0-only
/* Generated from Documentation/netlink/specs/pfc.yaml by "make generate" */
#include "rows.h"

static const struct row pg_lossless_row = { .label = "type", .key = "lossless",
	.type = ROW_BOOL, .at = MEMBER_AT(pg, lossless), .words = pg_type_words };
static const struct row pg_min_row = { .label = "min", .format = format_size, .key = "min",
	.at = MEMBER_AT(pg, min) };
static const struct row pg_alpha_row = { .label = "alpha", .format = format_alpha,
	.zero = "off", .key = "alpha_256ths", .at = MEMBER_AT(pg, alpha) };
static const struct row pg_xoff_row = { .label = "xoff", .format = format_size,
	.key = "xoff", .at = MEMBER_AT(pg, xoff) };
static const struct row pg_xon_row = { .label = "xon", .format = format_size, .key = "xon",
	.at = MEMBER_AT(pg, xon) };
static const struct row pg_xon_offset_row = { .label = "xon-offset", .format = format_size,
	.key = "xon_offset", .at = MEMBER_AT(pg, xon_offset) };
static const struct row pg_headroom_row = { .label = "headroom", .text = pg_headroom,
	.color = pg_color, .words = headroom_mode_words };
static const struct row pg_headroom_size_row = { .key = "headroom",
	.at = MEMBER_AT(pg, headroom) };
static const struct row pg_headroom_mode_row = { .label = "headroom",
	.text = pg_headroom_mode };
static const struct row pg_headroom_auto_row = { .key = "headroom_auto", .type = ROW_BOOL,
	.value = pg_auto };
static const struct row pg_headroom_default_row = { .key = "headroom_default",
	.type = ROW_IS, .at = MEMBER_AT(pg, headroom_auto), .none = PFC_HEADROOM_MODE_DEFAULT };
static const struct row pg_headroom_needed_row = { .label = "needed", .format = format_size,
	.key = "headroom_needed", .at = MEMBER_AT(pg, headroom_needed) };
static const struct row pg_headroom_short_row = { .key = "headroom_short", .type = ROW_BOOL,
	.value = pg_lacks };
static const struct row pg_peak_row = { .label = "occupancy", .raw = true,
	.format = format_scaled_size, .key = "peak", .at = COUNTER_AT(PG, PFC_PG_STAT_PEAK) };
static const struct row pg_lifetime_peak_row = { .label = "occupancy-lifetime", .raw = true,
	.format = format_scaled_size, .key = "lifetime_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_LIFETIME_PEAK) };
static const struct row pg_shared_peak_row = { .label = "shared", .raw = true,
	.format = format_scaled_size, .key = "shared_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_SHARED_PEAK) };
static const struct row pg_shared_lifetime_peak_row = { .label = "shared-lifetime",
	.raw = true, .format = format_scaled_size, .key = "shared_lifetime_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_SHARED_LIFETIME_PEAK) };
static const struct row pg_headroom_peak_row = { .label = "headroom", .raw = true,
	.format = format_scaled_size, .key = "headroom_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_HEADROOM_PEAK) };
static const struct row pg_headroom_lifetime_peak_row = { .label = "headroom-lifetime",
	.raw = true, .format = format_scaled_size, .key = "headroom_lifetime_peak",
	.at = COUNTER_AT(PG, PFC_PG_STAT_HEADROOM_LIFETIME_PEAK) };
static const struct row pg_peak_cleared_row = { .label = "since-clear", .raw = true,
	.format = format_time, .key = "cleared_ns", .type = ROW_SINCE,
	.at = COUNTER_AT(PG, PFC_PG_STAT_PEAK_CLEARED) };
static const struct row pg_limit_row = { .label = "limit", .format = format_size,
	.key = "limit", .at = MEMBER_AT(pg, limit) };
static const struct row pg_pool_row = { .label = "pool", .zero = "-", .key = "pool",
	.type = ROW_NAME, .at = MEMBER_AT(pg, pool) };
static const struct row pg_profile_row = { .label = "profile", .zero = "-",
	.key = "profile", .type = ROW_NAME, .at = MEMBER_AT(pg, profile) };

const struct row *const pg_text_rows[] = {
	&pg_lossless_row, &pg_min_row, &pg_alpha_row, &pg_xoff_row, &pg_xon_row,
	&pg_xon_offset_row, &pg_headroom_row, &pg_headroom_needed_row, &pg_limit_row, &pg_pool_row,
	&pg_profile_row, NULL
};

const struct row *const pg_json_rows[] = {
	&pg_lossless_row, &pg_xoff_row, &pg_xon_row, &pg_headroom_size_row, &pg_headroom_auto_row,
	&pg_headroom_default_row, &pg_limit_row, &pg_min_row, &pg_alpha_row, &pg_xon_offset_row,
	&pg_pool_row, &pg_profile_row, &pg_headroom_needed_row, &pg_headroom_short_row, NULL
};

const struct row *const pg_mark_rows[] = {
	&pg_peak_row, &pg_lifetime_peak_row, &pg_shared_peak_row, &pg_shared_lifetime_peak_row,
	&pg_headroom_peak_row, &pg_headroom_lifetime_peak_row, &pg_peak_cleared_row, NULL
};

const struct row *const profile_text_rows[] = {
	&new_line, &pg_min_row, &pg_alpha_row, &pg_xoff_row, &pg_xon_row, &pg_xon_offset_row,
	&pg_headroom_mode_row, &pg_limit_row, &pg_pool_row, NULL
};

const struct row *const profile_json_rows[] = {
	&pg_xoff_row, &pg_xon_row, &pg_headroom_size_row, &pg_headroom_auto_row,
	&pg_headroom_default_row, &pg_limit_row, &pg_min_row, &pg_alpha_row, &pg_xon_offset_row,
	&pg_pool_row, NULL
};
