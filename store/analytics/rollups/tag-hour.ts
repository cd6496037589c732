/** `tag_hour`: how many sessions and addresses carried a tag in an hour, for trends. */
export const tagHourColumns: readonly string[] = [
  'origin LowCardinality(String)',
  "hour DateTime('UTC')",
  'tag LowCardinality(String)',
  'sessions SimpleAggregateFunction(sum, UInt64)',
  // A sketch whose merge does not depend on order; 2^12 cells, about 1.6 % error.
  'addresses AggregateFunction(uniqCombined64(12), IPv6)',
]

/** The rows of `tag_hour` that a set of sessions stands for. The view and `rebuild` both run this text. */
export const selectTagHour = (from: string, where = 'true'): string => `
SELECT s.origin AS origin, toStartOfHour(toDateTime(s.first_packet, 'UTC')) AS hour, arrayJoin(s.tags) AS tag,
  count() AS sessions, uniqCombined64State(12)(s.src_ip) AS addresses
FROM ${from} AS s
WHERE s.published AND (${where})
GROUP BY origin, hour, tag`
