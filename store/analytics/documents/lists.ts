import { keptBytes } from '#model/cut-value.ts'
import { withBoundedFacts } from '../rollups/bounds.ts'
import {
  agentFact,
  type Fact,
  facts,
  hasshFact,
  inventedFacts,
  ja3Fact,
  listFacts,
  osFact,
  scanFact,
  sensorFact,
  tagFact,
} from '../rollups/facts.ts'

/**
 * The lists of a document, of the facts of its days: pieces of the statement that makes it (derive.ts). All lists are cut at once, in an
 * array of (letter, value, place in its list), and each step is a subquery: the engine's analyzer writes an expression out wherever its
 * name is mentioned, and reading the statement is most of what few documents cost.
 */

/**
 * Values of one fact that are looked at: one more than any list keeps, so that cutting is noticed. An address may show a
 * million paths a day. Sensors are ours, and counted.
 */
const maxOfOneFact = 1 + Math.max(...facts.map(({ cap }) => cap))

/**
 * Bytes that lists of texts may take in a document, as JSON: of what a source makes up 24 KB a list and 64 KB together,
 * else 5 KB a list. With all else a record then stays below 256 KB (docs/methods/records.md has the sum).
 */
const listBytes = { alone: 24_576, together: 65_536, crowded: 5_120 }

const quoted = (texts: readonly string[]): string => `[${texts.map((text) => `'${text}'`).join(', ')}]`
const letters = (of: readonly Fact[]): string => quoted(of.map(({ letter }) => letter))

/** Facts of which the document has lists in `lists`, and how many values each keeps. Of what a system is, the most frequent counts. */
const kept = [scanFact, ja3Fact, hasshFact, ...listFacts]
const capOfValue = `transform(v.1, ${letters([...kept, osFact])}, [${[...kept.map(({ cap }) => cap), 1].join(', ')}], 0)`

/** The values of a fact that are looked at, most frequent first, then alphabetically. */
const every = ({ letter }: Fact): string => `arrayMap(v -> v.2, arrayFilter(v -> v.1 = '${letter}', ranked))`

/** The values that a document keeps of a fact; empty when there are none. */
export const listOf = ({ letter }: Fact): string => `lists['${letter}']`

/** (letter, value, place in its list): the values that are looked at, most frequent first, then alphabetically. */
const rankedSql = `
  arrayMap(keys -> arrayMap(key_letters -> arrayFilter(v -> v.3 <= ${maxOfOneFact} OR v.1 = '${sensorFact.letter}',
      arrayZip(key_letters, arrayMap(k -> substring(k, 2), keys), arrayEnumerateUniq(key_letters))), [arrayMap(k -> substring(k, 1, 1), keys)])[1],
    [arraySort((k, sessions) -> (substring(k, 1, 1), -toInt64(sessions), k), mapKeys(facts), mapValues(facts))])[1]`

/** What a value and those before it take of the room of their list; 0 for what sources do not write themselves. */
const takenSql = `
  arrayMap(bytes -> arrayMap(so_far -> arrayMap((sum, before) -> sum - before,
      so_far, arrayFill((before, place) -> place = 1, arrayMap((sum, own) -> sum - own, so_far, bytes), fitting.3)), [arrayCumSum(bytes)])[1],
    [arrayMap(v -> if(has(${letters(inventedFacts)}, v.1), 1 + length(toJSONString(v.2)), 0), fitting)])[1]`

/**
 * Rows with `all_facts` get `facts`, all within bounds (rollups/bounds.ts), `lists` (a map of letters to the values that are kept),
 * `cut_letters` (of lists that leave something out, or hold a value that was cut), `all_http_useragent` and `ranked_tags` (all that are looked at),
 * and `sensors` (how many).
 */
export const withLists = (rows: string): string => `
SELECT * EXCEPT (ranked, fitting, taken, list_bytes, chosen),
  ${every(agentFact)} AS all_http_useragent, ${every(tagFact)} AS ranked_tags, arrayCount(v -> v.1 = '${sensorFact.letter}', ranked) AS sensors,
  arrayConcat(arrayMap(v -> v.1, arrayFilter(v -> v.3 > ${capOfValue}, ranked)),
    arrayMap(v -> v.1, arrayFilter((v, bytes) -> bytes > list_bytes OR (bytes > 0 AND length(v.2) > ${keptBytes}), fitting, taken))) AS cut_letters,
  mapFromArrays(arrayDistinct(chosen.1), arraySplit((value, place) -> place = 1, chosen.2, chosen.3)) AS lists
FROM (SELECT *,
  if(arraySum((bytes, next) -> if(next = 1, least(bytes, ${listBytes.alone}), 0), taken, arrayResize(arrayPopFront(fitting.3), length(taken), 1)) > ${listBytes.together},
    ${listBytes.crowded}, ${listBytes.alone}) AS list_bytes,
  arrayFilter((v, bytes) -> bytes <= list_bytes, fitting, taken) AS chosen
FROM (SELECT *, ${takenSql} AS taken
FROM (SELECT *, arrayFilter(v -> v.3 <= ${capOfValue}, ranked) AS fitting
FROM (SELECT *, ${rankedSql} AS ranked
FROM (${withBoundedFacts(rows)})))))`

/** "port/protocol" or "fingerprint/port" as two parallel lists. */
const pairSql = (fact: Fact, ...names: readonly string[]): [string, string][] =>
  names.map((name, at) => {
    const part = `splitByChar('/', k)[${at + 1}]`
    return [
      `${fact.name}_${name}`,
      `arrayMap(k -> ${name === 'port' ? `toUInt16(${part})` : part}, ${listOf(fact)})`,
    ]
  })

/** The columns of lists by name, over such a row. */
export const listColumns: Readonly<Record<string, string>> = Object.fromEntries([
  ...pairSql(scanFact, 'port', 'protocol'),
  ...pairSql(ja3Fact, 'fingerprint', 'port'),
  ...pairSql(hasshFact, 'fingerprint', 'port'),
  ...listFacts.map((fact): [string, string] => [
    fact.name,
    fact.shape === 'number' ? `arrayMap(x -> toUInt16(x), ${listOf(fact)})` : listOf(fact),
  ]),
])

const mayBeCut = [scanFact, ja3Fact, hasshFact, tagFact, ...listFacts]

/** Names of the lists that leave something out, or hold a value that was cut; `tagsAreCut` says so of tags. */
export const truncatedSql = (
  tagsAreCut: string,
): string => `arrayFilter((name, letter) -> if(letter = '${tagFact.letter}', ${tagsAreCut}, has(cut_letters, letter)),
    ${quoted(mayBeCut.map(({ name }) => name))}, ${letters(mayBeCut)})`
