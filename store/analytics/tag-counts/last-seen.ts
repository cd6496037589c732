import { stateOfDocuments } from '../documents/generation.ts'
import { emptyStaging, replacePartition } from '../partitions.ts'
import type { Querier } from '../query/querier.ts'
import { firstDayOfWindow } from '#model/window.ts'

/**
 * `tag_reach`: of each tag and verdict, how many addresses carried it for the last time in which hour (of the last three UTC
 * days) or day (before). The different addresses of any window that ends now are the sum over what lies in it. Of an address with more
 * tags than a document keeps those beyond are not counted, as no search finds it by them.
 */
export const tagReachColumns: readonly string[] = [
  "last DateTime('UTC')",
  'tag LowCardinality(String)',
  'classification LowCardinality(String)',
  'addresses UInt64',
]

const select = `
SELECT if(seen >= {recent: Date}, toStartOfHour(seen), toStartOfDay(seen)) AS last, tag, classification, count() AS addresses
FROM (SELECT tags, tag_last, classification FROM {local}.ips FINAL)
ARRAY JOIN tags AS tag, tag_last AS seen
GROUP BY last, tag, classification`

/** Of each host, the documents that this process counted last. */
const counted = new WeakMap<Querier, string>()

export interface ReachRefresh {
  /** Milliseconds. */
  now: number
  /** Also when the documents are those that were counted last. */
  always: boolean
}

/**
 * Counts the documents of one host anew, where they changed since: they follow their sessions after a while, and what others say of
 * an address changes them without any. One core at most.
 * @returns whether they were counted
 */
export async function refreshReach(host: Querier, { now, always }: ReachRefresh): Promise<boolean> {
  // Asked before: what is made while they are counted is counted again.
  const documents = await stateOfDocuments(host)
  if (!always && counted.get(host) === documents) return false
  await emptyStaging(host, 'tag_reach')
  await host.command(
    `INSERT INTO {local}.tag_reach_staging ${select}`,
    { recent: firstDayOfWindow(now, 3) },
    { settings: { max_threads: 1, max_insert_threads: 1 } },
  )
  await replacePartition(host, 'tag_reach', "ID 'all'")
  counted.set(host, documents)
  return true
}
