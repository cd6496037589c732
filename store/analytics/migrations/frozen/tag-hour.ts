/** `tag_hour` as migration 001 makes it; 009 puts `tag_day` in its place. These texts never change. */
export const tagHourColumns: readonly string[] = [
  'origin LowCardinality(String)',
  "hour DateTime('UTC')",
  'tag LowCardinality(String)',
  'sessions SimpleAggregateFunction(sum, UInt64)',
  // A sketch whose merge does not depend on order; 2^12 cells, about 1.6 % error.
  'addresses AggregateFunction(uniqCombined64(12), IPv6)',
]

export const selectTagHour = (from: string, where = 'true'): string => `
SELECT s.origin AS origin, toStartOfHour(toDateTime(s.first_packet, 'UTC')) AS hour, arrayJoin(s.tags) AS tag,
  count() AS sessions, uniqCombined64State(12)(s.src_ip) AS addresses
FROM ${from} AS s
WHERE s.published AND (${where})
GROUP BY origin, hour, tag`
