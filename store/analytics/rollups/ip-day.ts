import { enrichment, facts, tagFact } from './facts.ts'

/** Different values of one fact that one session may add: a thousand made-up paths must not swell the day. */
const perSession = 200

const keys = facts.map(
  ({ letter, values }) =>
    `arrayMap(x -> concat('${letter}', x), arraySlice(arrayDistinct(arrayFilter(x -> x != '', ${values})), 1, ${perSession}))`,
)
/** Every fact of one session once, as letter + value. */
const sessionKeys = `arrayConcat(\n    ${keys.join(',\n    ')})`

const seconds = (column: string): string => `toUInt32(toUnixTimestamp(s.${column}))`
const perTag = (column: string): string =>
  `mapFromArrays(${tagFact.values}, arrayMap(x -> ${seconds(column)}, s.tags))`

const sourceFacts = `toJSONString(tuple(${enrichment.map(([name]) => `s.src_${name}`).join(', ')}))`

/** `ip_day`: everything one address showed on one UTC day under one origin, from published sessions only. */
export const ipDayColumns: readonly string[] = [
  'origin LowCardinality(String)',
  'day Date',
  'ip IPv6',
  'sessions SimpleAggregateFunction(sum, UInt64)',
  'source_bytes SimpleAggregateFunction(sum, UInt64)',
  'first_seen SimpleAggregateFunction(min, UInt32)',
  'last_seen SimpleAggregateFunction(max, UInt32)',
  'handshake SimpleAggregateFunction(max, UInt8)',
  'dst_low SimpleAggregateFunction(min, IPv6)',
  'dst_high SimpleAggregateFunction(max, IPv6)',
  'facts SimpleAggregateFunction(sumMap, Map(String, UInt64))',
  'tag_first SimpleAggregateFunction(minMap, Map(String, UInt32))',
  'tag_last SimpleAggregateFunction(maxMap, Map(String, UInt32))',
  // The greatest tuple is the latest session's (time, then id), whatever order sessions arrived in.
  'latest SimpleAggregateFunction(max, Tuple(at Int64, id String, facts String))',
]

/** The rows of `ip_day` that a set of sessions stands for. The view and `rebuild` both run this text. */
export const selectIpDay = (from: string, where = 'true'): string => `
SELECT s.origin AS origin, toDate(s.first_packet) AS day, s.src_ip AS ip,
  count() AS sessions,
  sum(s.src_bytes) AS source_bytes,
  min(${seconds('first_packet')}) AS first_seen,
  max(${seconds('last_packet')}) AS last_seen,
  max(toUInt8(s.handshake)) AS handshake,
  min(s.dst_ip) AS dst_low,
  max(s.dst_ip) AS dst_high,
  sumMap(mapFromArrays(${sessionKeys}, arrayMap(x -> toUInt64(1), ${sessionKeys}))) AS facts,
  minMap(${perTag('first_packet')}) AS tag_first,
  maxMap(${perTag('last_packet')}) AS tag_last,
  max((toUnixTimestamp64Milli(s.first_packet), s.id, ${sourceFacts})) AS latest
FROM ${from} AS s
WHERE s.published AND (${where})
GROUP BY origin, day, ip`
