import type { EvidenceKind } from '#model/evidence.ts'
import { gatheredTags } from '../tag-catalogue/slugs.ts'
import { type Line, tagLines } from '#methods/verdict/rule.ts'
import { classificationSql, kindsMeeting, tagMeets, wordsMeeting } from '#methods/verdict/sql.ts'
import { shownTags } from '#model/ip-record.ts'
import {
  agentDaysSql,
  claimedFalselySql,
  evidenceColumns,
  joinedColumns,
  joinedSql,
  lastClaimSql,
  provedSql,
  vettedColumns,
  vettedSql,
} from '../evidence/derive.ts'
import { ipColumns } from '../tables/ips.ts'
import { activeFactsSql, besideColumns, loggedJoinedSql, withActivity } from './beside.ts'
import { enrichment, osFact, reEnrichable, tagFact } from '../rollups/facts.ts'
import { listColumns, listOf, truncatedSql, withLists } from './lists.ts'

/** Latest moment at which a tag of that intention, or for which `holds` holds, was carried; 0 for never. */
const lastOf = (intention: string, holds = `intention = '${intention}'`): string => `
  toDateTime(arrayMax(arrayConcat([toUInt32(0)], arrayMap((t, intention, category) -> if(${holds}, f.tag_last[t], toUInt32(0)), all_tags, intentions, categories))), 'UTC')`

/** What the reverse DNS answered since the session came in is newer than what came with it. */
const looked: Readonly<Record<string, string>> = {
  rdns: "if(f.reverse_name = '', known.rdns, f.reverse_name)",
  domain: "if(f.reverse_name = '', known.domain, cutToFirstSignificantSubdomain(f.reverse_name))",
}

/** Names of a lambda's arguments. */
const ofTag = { intention: 'intention', category: 'category' }
const vetted = tagLines
  .filter(({ classification }) => classification === 'benign')
  .map((line) => tagMeets(line, ofTag))
  .join(' OR ')

const said = (beginning: string): string => `arrayExists(x -> startsWith(x, '${beginning}'), f.words)`
/** Whether there is evidence of a kind. */
const showsSql: Readonly<Record<Exclude<EvidenceKind, 'operator'>, string>> = {
  range: 'notEmpty(proved)',
  name: 'notEmpty(proved)',
  agent: 'notEmpty(claimed)',
  claim: 'notEmpty(claimed_falsely)',
  malicious: said('malicious:'),
  suspicious: said('suspicious:'),
  sighting: said('sighting:'),
  answer: said('answer:'),
}
/** Whether any reason meets a line of the verdict's rule. */
const anyMeets = (line: Line): string =>
  [
    ...new Set([
      ...(line.isOperators
        ? []
        : [`arrayExists((intention, category) -> ${tagMeets(line, ofTag)}, intentions, categories)`]),
      ...kindsMeeting(line).map((kind) => showsSql[kind]),
      ...wordsMeeting(line).map(said),
    ]),
  ].join(' OR ')

const tupleOf = (columns: readonly (readonly [string, string])[]): string =>
  `Tuple(${columns.map(([name, type]) => `${name} ${type}`).join(', ')})`

/** What the latest session brought along, or what reference data has said since. */
const knownSql = `if(empty(stored_enrichment), (${reEnrichable.map(([name]) => `known.${name}`).join(', ')}), JSONExtract(stored_enrichment, '${tupleOf(reEnrichable)}')) AS said_last`

/**
 * What reference data has said since of an address (`ip_facts`), unless all its days began later than that: it had left, nobody looked it up
 * while it was gone, and its sessions brought what is newer. An hour, because their clock may run ahead.
 */
const storedSql = `if(n.at + 3600000 < toUInt64(toUInt16(f.oldest_day)) * 86400000, '', n.facts)`

const knownColumn = ([name]: (typeof enrichment)[number]): [string, string] => {
  const place = reEnrichable.findIndex(([other]) => other === name)
  return [name, place < 0 ? (looked[name] ?? `known.${name}`) : `said_last.${place + 1}`]
}

/** The columns of a document by name, over a row of `withEvidence`. A name of a column is another's part where it stands without `f.`. */
const columns: Readonly<Record<string, string>> = {
  ip: 'f.ip',
  origins: 'f.origins',
  oldest_day: 'f.oldest_day',
  first_seen: "toDateTime(if(f.first_life = 0, f.first_seen, least(f.first_life, f.first_seen)), 'UTC')",
  last_seen: "toDateTime(f.last_seen, 'UTC')",
  last_seen_malicious: lastOf('malicious'),
  last_seen_benign: `if(notEmpty(proved), last_seen, ${lastOf('benign', vetted)})`,
  last_seen_suspicious: `greatest(${lastOf('suspicious').trim()}, toDateTime(${lastClaimSql}, 'UTC'))`,
  ...evidenceColumns,
  classification: classificationSql(anyMeets),
  actor: "if(first_actor = '', 'unknown', first_actor)",
  spoofable: 'f.handshake = 0',
  bot: `has(categories, 'search_engine')
    OR arrayExists(x -> actor_categories[indexOf(actor_slugs, x)] = 'search_engine', proved)
    OR arrayExists(u -> match(u, '(?i)((^|[^u]|(^|[^c])u)bot|crawler|spider)\\\\b'), all_http_useragent)`,
  tags: `arraySlice(all_tags, 1, ${tagFact.cap})`,
  tag_names: `arraySlice(own.2, 1, ${tagFact.cap})`,
  tag_first: "arrayMap(t -> toDateTime(f.tag_first[t], 'UTC'), tags)",
  tag_last: "arrayMap(t -> toDateTime(f.tag_last[t], 'UTC'), tags)",
  tag_sessions: `arrayMap(t -> f.facts[concat('${tagFact.letter}', t)], tags)`,
  cves: 'arraySort(arrayDistinct(arrayFlatten(own.6)))',
  single_destination: 'length(destination_country_codes) = 1',
  ...Object.fromEntries(enrichment.map(knownColumn)),
  rdns_parent: "if(rdns = '', '', cutToFirstSignificantSubdomain(rdns))",
  rdns_validated: "f.reverse = 'confirmed'",
  os: `${listOf(osFact)}[1]`,
  sensor_hits: 'f.sessions',
  sensor_count: 'f.sensors',
  ...listColumns,
  source_bytes: 'f.source_bytes',
  truncated: truncatedSql(`length(all_tags) > ${shownTags}`),
  ...besideColumns,
}

/** What is gathered of a tag, in this order. */
const ofCatalogue = '(slug, name, category, intention, actor, cves)'

/**
 * The documents of the addresses that `addresses` (an expression of type "set of IPv6") names, made from their days
 * in the window, their first sighting, what reference data has said since, the tag catalogue as it stands, and the evidence of others (evidence/derive.ts). Tags outside the catalogue are retired and
 * left out. Addresses without days in the window yield nothing.
 *
 * The catalogue is gathered whole, row by row: of a column that is empty in nearly all rows the engine gathers the full
 * ones first, so arrays gathered column by column do not belong together.
 * Parameters: since (Date: first day of the window), active_since (Date: that of the activity), resolving (Bool: reverse names are being
 * asked for), at (DateTime64(3): when verdicts change), version (UInt64), generation (UInt32).
 */
export const deriveDocuments = (addresses: string): string => `
INSERT INTO {local}.ips (${ipColumns.map(([name]) => name).join(', ')}, version, gone, generation)
WITH
  ${gatheredTags({ catalogue: `groupArray(${ofCatalogue})` })},
  ${vettedSql}
SELECT ${ipColumns.map(([name]) => `${columns[name]} AS ${name}`).join(', ')}, {version: UInt64} AS version, 0 AS gone, {generation: UInt32} AS generation
FROM (${withEvidence(addresses)}) AS f`

/** The addresses with their lists, what the catalogue says of their tags (`own`), and what others say of them. In steps, as in lists.ts. */
const withEvidence = (addresses: string): string => `
SELECT *, ${claimedFalselySql},
  arrayFilter(a -> a != '', arrayConcat(arrayMap(x -> actor_names[indexOf(actor_slugs, x)], proved), own.5))[1] AS first_actor
FROM (SELECT *, ${knownSql}, ${provedSql}, own.1 AS all_tags, own.3 AS categories, own.4 AS intentions
FROM (SELECT f.*, l.first_seen AS first_life, ${vettedColumns},
    arrayMap(i -> catalogue[i], arrayFilter(i -> i > 0, arrayMap(t -> indexOf(catalogue.1, t), f.ranked_tags))) AS own,
    ${joinedColumns},
    JSONExtract(f.latest.facts, '${tupleOf(enrichment)}') AS known,
    ${storedSql} AS stored_enrichment,
    h.logged AS logged
  FROM (${withLists(
    withActivity(`
    SELECT d.ip AS ip, arraySort(groupUniqArray(toString(d.origin))) AS origins, min(d.day) AS oldest_day,
      arraySort(groupUniqArray(toUInt16(d.day))) AS active_days,
      sum(d.sessions) AS sessions, sum(d.source_bytes) AS source_bytes,
      min(d.first_seen) AS first_seen, max(d.last_seen) AS last_seen, max(d.handshake) AS handshake,
      sumMap(d.facts) AS all_facts, sumMap(${activeFactsSql('d').trim()}) AS active_facts,
      ${agentDaysSql.trim()} AS agent_last,
      minMap(d.tag_first) AS tag_first, maxMap(d.tag_last) AS tag_last, max(d.latest) AS latest
    FROM {local}.ip_day AS d
    WHERE d.day >= {since: Date} AND d.ip IN ${addresses}
    GROUP BY ip`),
  )}
  ) AS f
  LEFT JOIN (
    SELECT i.ip AS ip, min(i.first_seen) AS first_seen FROM {local}.ip_life AS i WHERE i.ip IN ${addresses} GROUP BY ip
  ) AS l ON l.ip = f.ip
  ${joinedSql(addresses)}
  LEFT JOIN (
    SELECT w.ip AS ip, argMax(w.facts, w.version) AS facts, max(w.version) AS at FROM {local}.ip_facts AS w WHERE w.ip IN ${addresses} GROUP BY ip
  ) AS n ON n.ip = f.ip
  ${loggedJoinedSql(addresses)}))`

/** Of `addresses`, those without a day left in the window, as a condition of `ip`. */
export const hasNoDays = (addresses: string): string =>
  `ip NOT IN (SELECT ip FROM {local}.ip_day WHERE day >= {since: Date} AND ip IN ${addresses})`

/** Tombstones for those of `addresses` that have a document but no day left in the window. */
export const removeDocuments = (addresses: string): string => `
INSERT INTO {local}.ips (ip, version, gone, generation)
SELECT ip, {version: UInt64}, 1, {generation: UInt32} FROM {local}.ips FINAL
WHERE ip IN ${addresses} AND ${hasNoDays(addresses)}`
