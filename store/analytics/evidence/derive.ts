import { hexToColumn, toBounds } from '../address.ts'
import { reservedRanges } from '#model/reserved.ts'
import { agentFact } from '../rollups/facts.ts'
import { answerWord } from './answers.ts'
import { currentActors, currentSources } from './current.ts'

/** What documents are given besides sessions: pieces of the statement that makes them (documents/derive.ts). */

/** So many texts the engine looks for at once; further ones are not looked for. */
export const maxAgents = 255

/** A scalar: every vetted actor. */
export const vettedSql = `
  (SELECT groupArray((slug, name, category, names, agents, all_ranges, all_names))
   FROM (${currentActors})) AS vetted`

const agents = `arraySlice(arrayFlatten(vetted.5), 1, ${maxAgents})`

/** Columns, the same in every row: what that scalar holds, and each agent and name with the place of the actor it speaks of. */
export const vettedColumns = `vetted.1 AS actor_slugs, vetted.2 AS actor_names, vetted.3 AS actor_categories, vetted.6 AS actor_all_ranges, vetted.7 AS actor_all_names,
  arrayFlatten(vetted.4) AS actor_domains,
  arrayFlatten(arrayMap((list, i) -> arrayMap(x -> i, list), vetted.4, arrayEnumerate(vetted.4))) AS actor_of_domain,
  ${agents} AS actor_agents,
  arrayFlatten(arrayMap((list, i) -> arrayMap(x -> i, list), vetted.5, arrayEnumerate(vetted.5))) AS actor_of_agent`

/** Over days `d`: when each of the agents was last named, at the end of that day's sightings. */
export const agentDaysSql = `
  maxMap(mapFromArrays(
    arrayDistinct(arrayFilter(x -> x > 0, arrayMap(k -> multiSearchFirstIndexCaseInsensitive(substring(k, 2), ${agents}),
      arrayFilter(k -> startsWith(k, '${agentFact.letter}'), mapKeys(d.facts))))) AS day_agents,
    arrayMap(x -> d.last_seen, day_agents)))`

/** Looked up for the addresses of the statement alone; an address without any has empty columns. */
export const joinedSql = (addresses: string): string => `
  LEFT JOIN (
    SELECT n.ip AS ip, argMax(n.state, n.asked) AS state, argMax(n.name, n.asked) AS name, max(n.asked) AS asked
    FROM {local}.rdns AS n WHERE n.ip IN ${addresses} GROUP BY ip
  ) AS r ON r.ip = f.ip
  LEFT JOIN (
    SELECT g.ip AS ip, arraySort(groupArrayIf(g.source, t.kind = 'sightings')) AS sources,
      arraySort(groupArray(if(t.kind = 'answers', ${answerWord('g.tags')}, concat(if(t.trust = 'none', 'sighting', t.trust), ':', g.source)))) AS words
    FROM (SELECT ip, toString(source) AS source, version, tags FROM {local}.sightings WHERE ip IN ${addresses}) AS g
    INNER JOIN (SELECT e.name AS name, max(e.version) AS latest, argMax(toString(e.trust), e.version) AS trust, argMax(toString(e.kind), e.version) AS kind
      FROM {local}.evidence_sources AS e GROUP BY name HAVING argMax(e.gone, e.version) = 0) AS t
      ON t.name = g.source AND t.latest = g.version
    GROUP BY ip
  ) AS s ON s.ip = f.ip
  LEFT JOIN (
    SELECT c.ip AS ip, arraySort(groupUniqArray(toString(a.actor))) AS of_ranges
    FROM {local}.actor_ranges AS a
    INNER JOIN (
      SELECT ip, length, IPv6CIDRToRange(ip, length).1 AS start
      FROM (SELECT DISTINCT ip, arrayJoin((SELECT groupUniqArray(length) FROM {local}.actor_ranges)) AS length FROM ${addresses})
    ) AS c ON c.start = a.start AND c.length = a.length
    WHERE (a.source, a.version) IN ${currentSources}
    GROUP BY ip
  ) AS a ON a.ip = f.ip`

const bounds = reservedRanges.flatMap(({ range }) => toBounds(range) ?? [])
const listOf = (side: 'from' | 'to'): string =>
  `CAST([${bounds.map((range) => `'${hexToColumn(range[side])}'`).join(', ')}], 'Array(IPv6)')`

/** Nobody asks the reverse DNS about these. */
const isReserved = `arrayExists((low, high) -> ip >= low AND ip <= high, ${listOf('from')}, ${listOf('to')})`

/** What those joins add to a row: `reverse` is the state of the reverse name, `parents` are that name, confirmed, and the names above it. */
export const joinedColumns = `toString(r.state) AS reverse, r.name AS reverse_name, r.asked AS asked, s.sources AS reported_by, s.words AS words, a.of_ranges AS of_ranges,
  if(reverse = 'confirmed', arrayMap(i -> arrayStringConcat(arraySlice(splitByChar('.', reverse_name), i), '.'),
    range(1, 2 + countSubstrings(reverse_name, '.'))), emptyArrayString()) AS parents`

/**
 * Over a row with those columns: `proved` and what leads to it, and the places of the actors whose agents it `claimed`, after
 * `all_http_useragent` and `all_tags`. These and what follows are steps, because the engine's analyzer writes an expression out
 * wherever its name is mentioned, and reading the statement is most of what few documents cost.
 */
export const provedSql = `
  arrayDistinct(arrayMap(i -> actor_slugs[i], arrayFilter((i, d) -> has(parents, d), actor_of_domain, actor_domains))) AS proved_by_name,
  arrayFilter(x -> has(actor_slugs, x), of_ranges) AS proved_by_range,
  arraySort(arrayDistinct(arrayConcat(proved_by_range, proved_by_name))) AS proved,
  arrayDistinct(arrayMap(x -> actor_of_agent[x], arrayFilter(x -> x > 0,
    arrayMap(u -> multiSearchFirstIndexCaseInsensitive(u, actor_agents), all_http_useragent)))) AS claimed`

/**
 * Over such a row: a user agent that names an actor proves nothing. It is called a false claim when a proof that the real one always has
 * is missing: it is outside of all its ranges, or the reverse DNS answered and the name is another's. While an answer is
 * awaited (`resolving`) nothing is said.
 */
export const claimedFalselySql = `
  {resolving: Bool} AND reverse = '' AND NOT ${isReserved} AS awaited,
  arrayFilter(i -> NOT has(proved, actor_slugs[i]) AND NOT has(all_tags, actor_slugs[i])
    AND NOT (awaited AND (actor_all_names[i] = 1 OR has(actor_of_domain, i)))
    AND (actor_all_ranges[i] = 1 OR (actor_all_names[i] = 1 AND reverse IN ('none', 'other', 'confirmed'))), claimed) AS claimed_falsely`

/** When a false claim was last made (seconds): its last day ended. */
export const lastClaimSql = `
  arrayMax(arrayConcat([toUInt32(0)], arrayMap((spoken, last) -> if(has(claimed_falsely, actor_of_agent[spoken]), last, toUInt32(0)),
    mapKeys(f.agent_last), mapValues(f.agent_last))))`

/** Columns by name, of a row with all of that. */
export const evidenceColumns = {
  evidence: `
  arraySort(arrayConcat(
    arrayMap(x -> concat('range:', x), proved_by_range), arrayMap(x -> concat('name:', x), proved_by_name),
    arrayMap(i -> concat('agent:', actor_slugs[i]), arrayFilter(i -> has(proved, actor_slugs[i]), claimed)),
    arrayMap(i -> concat('claim:', actor_slugs[i]), claimed_falsely),
    words))`,
  sources: 'reported_by',
}
