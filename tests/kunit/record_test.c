// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ring of the flight recorder: which transitions remain, in which order.
 */
#include <kunit/test.h>
#include "../../kmod/core/ring.c"

static struct pfc_records records;

static int record_init(struct kunit *test)
{
	records = (struct pfc_records) {};
	return 0;
}

static void add(u64 time, u8 event, u8 prio, u32 bytes, bool merge)
{
	const struct pfc_record record = {
		.time = time, .event = event, .prio = prio, .bytes = bytes, .count = 1,
	};

	pfc_records_add(&records, &record, merge);
}

static const struct pfc_record *at(u64 number)
{
	return &records.ring[number % PFC_RECORDS];
}

static void an_empty_ring_has_no_transition(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, records.written, 0);
	KUNIT_EXPECT_EQ(test, pfc_records_oldest(&records), 0);
}

static void the_last_transitions_remain(struct kunit *test)
{
	u64 i;

	for (i = 0; i < 3 * PFC_RECORDS + 7; i++)
		add(i, i % 2, 3, i, false);
	KUNIT_EXPECT_EQ(test, records.written, 3 * PFC_RECORDS + 7);
	KUNIT_EXPECT_EQ(test, pfc_records_oldest(&records), 2 * PFC_RECORDS + 7);
	for (i = pfc_records_oldest(&records); i < records.written; i++)
		KUNIT_ASSERT_EQ(test, at(i)->time, i);
}

static void a_full_ring_has_lost_nothing(struct kunit *test)
{
	u64 i;

	for (i = 0; i < PFC_RECORDS; i++)
		add(i, 1, 3, 0, false);
	KUNIT_EXPECT_EQ(test, pfc_records_oldest(&records), 0);
	add(i, 1, 3, 0, false);
	KUNIT_EXPECT_EQ(test, pfc_records_oldest(&records), 1);
}

static void a_burst_of_losses_takes_one_record(struct kunit *test)
{
	add(10, 1, 3, 100, true);
	add(11, 1, 3, 300, true);
	add(12, 1, 3, 200, true);
	KUNIT_EXPECT_EQ(test, records.written, 1);
	KUNIT_EXPECT_EQ(test, at(0)->count, 3);
	KUNIT_EXPECT_EQ(test, at(0)->time, 10);
	KUNIT_EXPECT_EQ(test, at(0)->bytes, 300);
}

static void other_priorities_and_events_do_not_merge(struct kunit *test)
{
	add(10, 1, 3, 0, true);
	add(11, 1, 4, 0, true);
	add(12, 2, 4, 0, true);
	add(13, 1, 3, 0, true);
	KUNIT_EXPECT_EQ(test, records.written, 4);
}

static void losses_of_several_priorities_take_a_record_each(struct kunit *test)
{
	u64 i;

	for (i = 0; i < 10 * PFC_PRIOS; i++)
		add(10 + i, 1, i % PFC_PRIOS, 100 + i, true);
	KUNIT_EXPECT_EQ(test, records.written, PFC_PRIOS);
	for (i = 0; i < PFC_PRIOS; i++) {
		KUNIT_EXPECT_EQ(test, at(i)->prio, i);
		KUNIT_EXPECT_EQ(test, at(i)->count, 10);
		KUNIT_EXPECT_EQ(test, at(i)->bytes, 100 + 9 * PFC_PRIOS + i);
	}
}

static void losses_of_different_seconds_do_not_merge(struct kunit *test)
{
	add(10, 1, 3, 0, true);
	add(9 + PFC_RECORD_MERGE_NS, 1, 3, 0, true);
	KUNIT_EXPECT_EQ(test, records.written, 1);
	add(10 + PFC_RECORD_MERGE_NS, 1, 3, 0, true);
	KUNIT_EXPECT_EQ(test, records.written, 2);
	KUNIT_EXPECT_EQ(test, at(0)->count, 2);
	KUNIT_EXPECT_EQ(test, at(1)->time, 10 + PFC_RECORD_MERGE_NS);
}

static void the_starts_of_two_pauses_do_not_merge(struct kunit *test)
{
	add(10, 1, 3, 0, false);
	add(11, 1, 3, 0, false);
	KUNIT_EXPECT_EQ(test, records.written, 2);
}

static void a_count_does_not_wrap(struct kunit *test)
{
	add(10, 1, 3, 0, true);
	records.ring[0].count = U32_MAX;
	add(11, 1, 3, 0, true);
	KUNIT_EXPECT_EQ(test, records.written, 2);
	KUNIT_EXPECT_EQ(test, at(0)->count, U32_MAX);
}

static void a_queue_id_holds_port_and_priority(struct kunit *test)
{
	const u16 id = PFC_QUEUE_ID(4095, 7);

	KUNIT_EXPECT_EQ(test, PFC_QUEUE_ID_PORT(id), 4095);
	KUNIT_EXPECT_EQ(test, PFC_QUEUE_ID_PRIO(id), 7);
}

static struct kunit_case record_cases[] = {
	KUNIT_CASE(an_empty_ring_has_no_transition),
	KUNIT_CASE(the_last_transitions_remain),
	KUNIT_CASE(a_full_ring_has_lost_nothing),
	KUNIT_CASE(a_burst_of_losses_takes_one_record),
	KUNIT_CASE(other_priorities_and_events_do_not_merge),
	KUNIT_CASE(losses_of_several_priorities_take_a_record_each),
	KUNIT_CASE(losses_of_different_seconds_do_not_merge),
	KUNIT_CASE(the_starts_of_two_pauses_do_not_merge),
	KUNIT_CASE(a_count_does_not_wrap),
	KUNIT_CASE(a_queue_id_holds_port_and_priority),
	{}
};

static struct kunit_suite record_suite = {
	.name = "pfc_record",
	.init = record_init,
	.test_cases = record_cases,
};

kunit_test_suite(record_suite);
