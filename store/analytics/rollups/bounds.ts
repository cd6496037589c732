import { keptBytes } from '#model/cut-value.ts'
import { facts, inventedFacts, perSession } from './facts.ts'

/**
 * What bounds the bytes that a source may put into its own record. Sources write paths, agents and header values
 * themselves: without bounds a capture of two megabytes makes records of hundreds.
 */

const isMidCharacter = (text: string, byte: number): string =>
  `bitAnd(reinterpretAsUInt8(substring(${text}, ${byte}, 1)), 192) = 128`

/** The longest beginning of at most `keptBytes` that ends between two characters of UTF-8. */
const startOf = (text: string): string => {
  const [a, b, c] = [1, 0, -1].map((more) => isMidCharacter(text, keptBytes + more))
  return `substring(${text}, 1, ${keptBytes} - multiIf(NOT ${a}, 0, NOT ${b}, 1, NOT ${c}, 2, 3))`
}

/** A value as records hold it (model/cut-value.ts). */
export const cutSql = (text: string): string =>
  `if(length(${text}) <= ${keptBytes}, ${text}, concat(${startOf(text)}, '… [', toString(length(${text})), ' bytes, sha256 ', lower(hex(SHA256(${text}))), ']'))`

/** Keys of facts, a letter and a value each, with their values so. `keys` is written once: it may be long. */
export const cutKeysSql = (keys: string): string =>
  `arrayMap(k -> if(length(k) <= ${1 + keptBytes}, k, concat(substring(k, 1, 1), ${cutSql('substring(k, 2)')})), ${keys})`

/** All values of a list so. */
export const cutListSql = (list: string): string => `arrayMap(v -> ${cutSql('v')}, ${list})`

/** Whether a text is longer than any value that was cut into its form, or was never cut. */
export const isUncutSql = (text: string): string =>
  `length(${text}) > ${keptBytes} AND NOT match(${text}, '… \\\\[[0-9]+ bytes, sha256 [0-9a-f]{64}\\\\]$')`

/**
 * Different values of one fact that an address may show in a day, and the bytes of them. Of more, the shortest count,
 * those of one length alphabetically. An order of the values themselves, so that it does not matter in how many parts a
 * day came, when it was cut, or how often: what is left out of a part is left out of the whole, and what is kept was never
 * left out, so its count is exact.
 */
export const maxOfDay = { values: 250_000, bytes: 16_000_000 }

const letters = inventedFacts.map(({ letter }) => `'${letter}'`).join(', ')

/**
 * A map of facts, as in `ip_day`, within those bounds. What is used more than once is named by a lambda over a list of one: the engine's
 * analyzer writes an expression out wherever the name of its alias is mentioned.
 */
export const boundedColumn = (map: string): string => {
  const pairs = `arraySort(p -> (substring(p.1, 1, 1), length(p.1), p.1), arrayZip(mapKeys(${map}), mapValues(${map})))`
  // (pair, its place among those of the same letter, the sum of the lengths up to it)
  const summed = `arrayMap(each -> arrayZip(each, arrayEnumerateUniq(arrayMap(p -> substring(p.1, 1, 1), each)), arrayCumSum(arrayMap(p -> length(p.1), each))), [${pairs}])[1]`
  // What the sum was before the first key of the same letter.
  const before = `arrayFill((start, s) -> s.2 = 1, arrayMap(s -> s.3 - length(s.1.1), each), each)`
  return `CAST(arrayMap(each -> arrayMap(s -> s.1, arrayFilter((s, start) -> substring(s.1.1, 1, 1) NOT IN (${letters})
      OR (s.2 <= ${maxOfDay.values} AND s.3 - start <= ${maxOfDay.bytes}), each, ${before})), [${summed}])[1], 'Map(String, UInt64)')`
}

/**
 * Rows with `all_facts`, a map of facts as in `ip_day`, get `facts`, the same within those bounds. Nearly all are far below
 * and only measured. Facts that sources do not write themselves are few by nature.
 */
export const withBoundedFacts = (rows: string): string => `
SELECT * EXCEPT (all_facts, is_vast, vast_facts), if(is_vast, ${boundedColumn('vast_facts')}, all_facts) AS facts
FROM (SELECT *, length(all_facts) > ${maxOfDay.values} OR byteSize(all_facts) > ${maxOfDay.bytes} AS is_vast,
  if(is_vast, all_facts, CAST(map(), 'Map(String, UInt64)')) AS vast_facts FROM (${rows}))`

/** A row of `ip_day` that has grown so far beyond them that it is worth rewriting its part (retention/trim.ts). */
export const isOvergrown = (map: string): string =>
  `(length(${map}) > ${2 * maxOfDay.values} OR byteSize(${map}) > ${2 * maxOfDay.bytes})`

/** Sessions it takes at least: each adds so many facts, of so many different values, of so many bytes at most. */
export const minSessionsOfOvergrown = Math.floor(
  maxOfDay.bytes / (facts.length * perSession * (keptBytes + 100)),
)
