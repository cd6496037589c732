import { agentDaysSql, evidenceSql, joinedSql, vettedSql } from '../evidence/derive.ts'
import { ipColumns } from '../ips/columns.ts'
import {
  enrichment,
  type Fact,
  facts,
  hasshFact,
  ja3Fact,
  listFacts,
  osFact,
  renewable,
  scanFact,
  sensorFact,
  tagFact,
} from '../rollups/facts.ts'

/**
 * Values of one fact that are looked at: one more than any list keeps, so that cutting is noticed. An address may show a
 * million paths a day; each list below would go through them again. Sensors are ours, and counted.
 */
const mostOfOne = 1 + Math.max(...facts.map(({ cap }) => cap))

/** Values of a fact, most frequent first, then alphabetically: `ranked_keys` is in that order already. */
const ranked = ({ letter }: Fact): string =>
  `arrayMap(k -> substring(k, 2), arrayFilter(k -> startsWith(k, '${letter}'), ranked_keys))`

const list = (fact: Fact): string => `
  ${ranked(fact)} AS all_${fact.name},
  arraySlice(${fact.shape === 'number' ? `arrayMap(x -> toUInt16(x), all_${fact.name})` : `all_${fact.name}`}, 1, ${fact.cap}) AS ${fact.name}`

/** "port/protocol" or "fingerprint/port" → two parallel lists. */
const pair = (fact: Fact, first: string, second: string): string => {
  const member = (place: number, name: string): string => {
    const part = `splitByChar('/', k)[${place}]`
    return `arrayMap(k -> ${name === 'port' ? `toUInt16(${part})` : part}, ${fact.name}_kept) AS ${fact.name}_${name}`
  }
  return `
  ${ranked(fact)} AS all_${fact.name},
  arraySlice(all_${fact.name}, 1, ${fact.cap}) AS ${fact.name}_kept,
  ${member(1, first)}, ${member(2, second)}`
}

/** Latest moment at which a tag of that intention, or for which `holds` holds, was carried; 0 for never. */
const lastOf = (intention: string, holds = `intentions[i] = '${intention}'`): string => `
  toDateTime(arrayMax(arrayConcat([toUInt32(0)], arrayMap((t, i) -> if(${holds}, f.tag_last[t], toUInt32(0)), all_tags, all_index))), 'UTC')`

/** What the reverse DNS answered since the session came in is newer than what came with it. */
const looked: Readonly<Record<string, string>> = {
  rdns: "if(r.name = '', known.rdns, r.name)",
  domain: "if(r.name = '', known.domain, cutToFirstSignificantSubdomain(r.name))",
}

const vetted = "(categories[i] IN ('actor', 'search_engine') AND intentions[i] = 'benign')"

const tupleOf = (columns: readonly (readonly [string, string])[]): string =>
  `Tuple(${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`

/** What the latest session brought along, or what reference data has said since. */
const knownColumn = ([name]: (typeof enrichment)[number]): string =>
  renewable.some(([other]) => other === name)
    ? `if(empty(n.renewed_facts), known.${name}, renewed.${name}) AS ${name}`
    : `${looked[name] ?? `known.${name}`} AS ${name}`

const cut = [scanFact, ja3Fact, hasshFact, tagFact, ...listFacts]

/**
 * The documents of the addresses that `addresses` (an expression of type "set of IPv6") names, made from their days
 * in the window, their first sighting, what reference data has said since, the tag catalogue as it stands, and the evidence of others (evidence/derive.ts). Tags outside the catalogue are retired and
 * left out. Addresses without days in the window yield nothing.
 *
 * The catalogue is gathered whole, row by row: of a column that is empty in nearly all rows the engine gathers the full
 * ones first, so arrays gathered column by column do not belong together.
 * Parameters: since (Date: first day of the window), resolving (Bool: reverse names are being asked for), version
 * (UInt64), generation (UInt32).
 */
export const deriveDocuments = (addresses: string): string => `
INSERT INTO {local}.ips (${ipColumns.map(([name]) => name).join(', ')}, version, gone, generation)
WITH
  (SELECT groupArray((slug, name, category, intention, actor, cves))
   FROM (SELECT * FROM {local}.tag_catalogue WHERE version = (SELECT max(version) FROM {local}.tag_catalogue) ORDER BY slug)) AS catalogue,
  catalogue.1 AS slugs, catalogue.2 AS names, catalogue.3 AS categories, catalogue.4 AS intentions,
  catalogue.5 AS actors, catalogue.6 AS tag_cves,
  ${vettedSql}
SELECT ${ipColumns.map(([name]) => name).join(', ')}, {version: UInt64} AS version, 0 AS gone, {generation: UInt32} AS generation
FROM (SELECT
  f.ip AS ip, f.origins AS origins, f.oldest_day AS oldest_day,
  toDateTime(if(l.first_seen = 0, f.first_seen, least(l.first_seen, f.first_seen)), 'UTC') AS first_seen,
  toDateTime(f.last_seen, 'UTC') AS last_seen,
  arraySort((k, n) -> (-toInt64(n), k), mapKeys(f.facts), mapValues(f.facts)) AS every_key,
  arrayFilter((k, place) -> place <= ${mostOfOne} OR startsWith(k, '${sensorFact.letter}'), every_key,
    arrayEnumerateUniq(arrayMap(k -> substring(k, 1, 1), every_key))) AS ranked_keys,
  arrayFilter(t -> has(slugs, t), ${ranked(tagFact)}) AS all_tags,
  arrayMap(t -> indexOf(slugs, t), all_tags) AS all_index,
  ${lastOf('malicious')} AS last_seen_malicious,
  if(notEmpty(proved), last_seen, ${lastOf('benign', vetted)}) AS last_seen_benign,
  ${evidenceSql},
  greatest(${lastOf('suspicious').trim()}, toDateTime(last_claim, 'UTC')) AS last_seen_suspicious,
  multiIf(
    arrayExists(i -> ${vetted}, all_index) OR notEmpty(proved), 'benign',
    arrayExists(i -> intentions[i] = 'malicious', all_index) OR arrayExists(x -> startsWith(x, 'malicious:'), s.words), 'malicious',
    arrayExists(i -> intentions[i] = 'suspicious', all_index) OR notEmpty(claimed_falsely)
      OR arrayExists(x -> startsWith(x, 'suspicious:'), s.words), 'suspicious', 'unknown') AS classification,
  arrayFilter(a -> a != '', arrayConcat(arrayMap(x -> actor_names[indexOf(actor_slugs, x)], proved), arrayMap(i -> actors[i], all_index)))[1] AS first_actor,
  if(first_actor = '', 'unknown', first_actor) AS actor,
  f.handshake = 0 AS spoofable,
  arrayExists(i -> categories[i] = 'search_engine', all_index)
    OR arrayExists(x -> actor_categories[indexOf(actor_slugs, x)] = 'search_engine', proved)
    OR arrayExists(u -> match(u, '(?i)((^|[^u]|(^|[^c])u)bot|crawler|spider)\\\\b'), all_http_useragent) AS bot,
  arraySlice(all_tags, 1, ${tagFact.cap}) AS tags,
  arraySlice(all_index, 1, ${tagFact.cap}) AS tag_index,
  arrayMap(i -> names[i], tag_index) AS tag_names,
  arrayMap(t -> toDateTime(f.tag_first[t], 'UTC'), tags) AS tag_first,
  arrayMap(t -> toDateTime(f.tag_last[t], 'UTC'), tags) AS tag_last,
  arrayMap(t -> f.facts[concat('${tagFact.letter}', t)], tags) AS tag_sessions,
  arraySort(arrayDistinct(arrayFlatten(arrayMap(i -> tag_cves[i], all_index)))) AS cves,
  length(all_destination_country_codes) = 1 AS single_destination,
  JSONExtract(f.latest.facts, '${tupleOf(enrichment)}') AS known,
  JSONExtract(n.renewed_facts, '${tupleOf(renewable)}') AS renewed,
  ${enrichment.map(knownColumn).join(', ')},
  if(rdns = '', '', cutToFirstSignificantSubdomain(rdns)) AS rdns_parent,
  r.state = 'confirmed' AS rdns_validated, (${ranked(osFact)})[1] AS os,
  f.sessions AS sensor_hits, arrayCount(k -> startsWith(k, '${sensorFact.letter}'), ranked_keys) AS sensor_count,
  ${pair(scanFact, 'port', 'protocol')},
  ${pair(ja3Fact, 'fingerprint', 'port')},
  ${pair(hasshFact, 'fingerprint', 'port')},
  ${listFacts.map(list).join(',\n  ')},
  f.source_bytes AS source_bytes,
  arrayFilter(x -> x != '', [${cut.map(({ name, cap }) => `if(length(all_${name}) > ${cap}, '${name}', '')`).join(', ')}]) AS truncated
  FROM (
    SELECT d.ip AS ip, arraySort(groupUniqArray(toString(d.origin))) AS origins, min(d.day) AS oldest_day,
      sum(d.sessions) AS sessions, sum(d.source_bytes) AS source_bytes,
      min(d.first_seen) AS first_seen, max(d.last_seen) AS last_seen, max(d.handshake) AS handshake,
      sumMap(d.facts) AS facts,
      ${agentDaysSql.trim()} AS agent_last,
      minMap(d.tag_first) AS tag_first, maxMap(d.tag_last) AS tag_last, max(d.latest) AS latest
    FROM {local}.ip_day AS d
    WHERE d.day >= {since: Date} AND d.ip IN ${addresses}
    GROUP BY ip
  ) AS f
  LEFT JOIN (
    SELECT i.ip AS ip, min(i.first_seen) AS first_seen FROM {local}.ip_life AS i WHERE i.ip IN ${addresses} GROUP BY ip
  ) AS l ON l.ip = f.ip
  ${joinedSql(addresses)}
  LEFT JOIN (
    SELECT w.ip AS ip, argMax(w.facts, w.version) AS renewed_facts FROM {local}.ip_facts AS w WHERE w.ip IN ${addresses} GROUP BY ip
  ) AS n ON n.ip = f.ip
)`

/** Tombstones for those of `addresses` that have a document but no day left in the window. */
export const removeDocuments = (addresses: string): string => `
INSERT INTO {local}.ips (ip, version, gone, generation)
SELECT ip, {version: UInt64}, 1, {generation: UInt32} FROM {local}.ips FINAL
WHERE ip IN ${addresses}
  AND ip NOT IN (SELECT ip FROM {local}.ip_day WHERE day >= {since: Date} AND ip IN ${addresses})`
