/**
 * `tag_day`: which addresses carried a tag on a UTC day, and in which of its hours. Addresses are kept, not sketched, so
 * that whatever is counted from it is exact; masks add up in any order, so it does not depend on how sessions were cut
 * into inserts.
 */
export const tagDayColumns: readonly string[] = [
  'origin LowCardinality(String)',
  'day Date',
  'tag LowCardinality(String)',
  'ip IPv6',
  // Bit h: a session that began in hour h of the day carried the tag.
  'hours SimpleAggregateFunction(groupBitOr, UInt32)',
]

/** The rows of `tag_day` that a set of sessions stands for. The view and `rebuild` both run this text. */
export const selectTagDay = (from: string, where = 'true'): string => `
SELECT s.origin AS origin, toDate(s.first_packet) AS day, arrayJoin(s.tags) AS tag, s.src_ip AS ip,
  groupBitOr(bitShiftLeft(toUInt32(1), toHour(s.first_packet))) AS hours
FROM ${from} AS s
WHERE s.published AND (${where})
GROUP BY origin, day, tag, ip`
