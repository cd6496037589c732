import { cutKeysSql } from './bounds.ts'
import { enrichment, facts, perSession, tagFact } from './facts.ts'

/** Every fact of one session once, as letter + value: one function for all facts, since reading the text is most of an insert's cost. */
const sessionKeys = `arrayFlatten(arrayMap((letter, held) -> arrayMap(x -> concat(letter, x),
    arraySlice(arrayDistinct(arrayFilter(x -> x != '', held)), 1, ${perSession})),
  [${facts.map(({ letter }) => `'${letter}'`).join(', ')}],
  [${facts.map(({ values }) => values).join(',\n    ')}]))`

const seconds = (column: string): string => `toUInt32(toUnixTimestamp(s.${column}))`
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

/** The keys are cut in a step of its own: the analyzer writes an expression out wherever its name is mentioned. */
const oneASession = (from: string, where: string): string => `
SELECT * EXCEPT (whole_keys), ${cutKeysSql('whole_keys')} AS keys FROM (
SELECT s.origin AS origin, toDate(s.first_packet) AS day, s.src_ip AS ip, s.src_bytes AS bytes,
  ${seconds('first_packet')} AS began, ${seconds('last_packet')} AS ended, s.handshake AS shaken, s.dst_ip AS dst,
  ${tagFact.values} AS slugs, ${sessionKeys} AS whole_keys,
  (toUnixTimestamp64Milli(s.first_packet), s.id, ${sourceFacts}) AS told
FROM ${from} AS s
WHERE s.published AND (${where}))`

/** The rows of `ip_day` that a set of sessions stands for. The view and `rebuild` both run this text. */
export const selectIpDay = (from: string, where = 'true'): string => `
SELECT origin, day, ip, count() AS sessions, sum(bytes) AS source_bytes, min(began) AS first_seen, max(ended) AS last_seen,
  max(toUInt8(shaken)) AS handshake, min(dst) AS dst_low, max(dst) AS dst_high,
  sumMap(mapFromArrays(keys, arrayMap(x -> toUInt64(1), keys))) AS facts,
  minMap(mapFromArrays(slugs, arrayMap(x -> began, slugs))) AS tag_first,
  maxMap(mapFromArrays(slugs, arrayMap(x -> ended, slugs))) AS tag_last,
  max(told) AS latest
FROM (${oneASession(from, where)})
GROUP BY origin, day, ip`

/** What a day of an address says (rows of `ip_day`, alias d) as far as other tags of its sessions can change it: (ip, said), a hash. */
export const taggedIpDay = (from: string): string => `
SELECT d.ip AS ip, sipHash128(sum(d.sessions), min(d.first_seen), max(d.last_seen), minMap(d.tag_first), maxMap(d.tag_last),
  sumMap(mapFilter((key, amount) -> startsWith(key, '${tagFact.letter}'), d.facts))) AS said
${from} GROUP BY ip`
