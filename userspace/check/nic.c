// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a NIC does itself, as reported by ethtool and dcbnl.
 */
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <stdlib.h>
#include <string.h>
#include "device.h"
#include "nic.h"

/*
 * Return: whether a NIC obeys PAUSE frames itself; false if the driver does not report this
 * setting.
 */
bool ethtool_pause_rx(const char *dev)
{
	struct ethtool_pauseparam pause = { .cmd = ETHTOOL_GPAUSEPARAM };

	return device_ethtool(dev, &pause) && pause.rx_pause;
}

/* Return: the number of features that ethtool reports */
static uint32_t count_features(const char *dev)
{
	struct ethtool_sset_info *set;
	uint32_t count = 0;

	set = list_new(1, sizeof(*set) + sizeof(*set->data));
	set->cmd = ETHTOOL_GSSET_INFO;
	set->sset_mask = 1ULL << ETH_SS_FEATURES;
	if (device_ethtool(dev, set) && set->sset_mask)
		count = set->data[0];
	free(set);
	return count;
}

/* Return: the index of the feature @name, or @count if the device does not have it */
static uint32_t find_feature(const char *dev, const char *name, uint32_t count)
{
	struct ethtool_gstrings *names;
	uint32_t i = count;

	names = list_new(1, sizeof(*names) + (size_t)count * ETH_GSTRING_LEN);
	names->cmd = ETHTOOL_GSTRINGS;
	names->string_set = ETH_SS_FEATURES;
	names->len = count;
	if (device_ethtool(dev, names))
		for (i = 0; i < count; i++)
			if (!strncmp((char *)names->data + (size_t)i * ETH_GSTRING_LEN, name,
				     ETH_GSTRING_LEN))
				break;
	free(names);
	return i;
}

/* Return: whether a feature of a device is active; false if the device does not have it */
bool ethtool_feature(const char *dev, const char *name)
{
	const uint32_t count = count_features(dev);
	const uint32_t i = find_feature(dev, name, count);
	const uint32_t blocks = (count + 31) / 32;
	struct ethtool_gfeatures *features;
	bool on = false;

	if (i >= count)
		return false;
	features = list_new(1, sizeof(*features) + blocks * sizeof(*features->features));
	features->cmd = ETHTOOL_GFEATURES;
	features->size = blocks;
	if (device_ethtool(dev, features))
		on = features->features[i / 32].active & 1U << i % 32;
	free(features);
	return on;
}

static int read_dcb(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr, *inner;
	uint8_t *enabled = data;

	mnl_attr_for_each(attr, nlh, sizeof(struct dcbmsg)) {
		if (mnl_attr_get_type(attr) != DCB_ATTR_IEEE)
			continue;
		mnl_attr_for_each_nested(inner, attr) {
			struct ieee_pfc pfc;

			if (mnl_attr_get_type(inner) != DCB_ATTR_IEEE_PFC ||
			    mnl_attr_get_payload_len(inner) < sizeof(pfc))
				continue;
			/* netlink aligns attributes to 4 bytes, struct ieee_pfc needs 8 */
			memcpy(&pfc, mnl_attr_get_payload(inner), sizeof(pfc));
			*enabled = pfc.pfc_en;
		}
	}
	return 0;
}

/* Return: bit mask of the priorities for which a NIC does PFC itself; 0 if it has no DCB */
uint8_t dcb_pfc_enabled(struct ctx *ctx, const char *dev)
{
	struct message msg;
	uint8_t enabled = 0;

	dcb_request(&msg, dev, false);
	return nl_talk(ctx, ctx->rtnl, &msg.hdr, read_dcb, &enabled) ? 0 : enabled;
}
