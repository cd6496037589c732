import { z } from 'zod'
import { type AnswerInForce, disputeLimits, operatorVerdicts } from '#model/dispute.ts'
import { fromColumn, toColumn } from '../address.ts'
import type { Analytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { answersName, replaceSource } from './replace.ts'
import { marking } from './sightings.ts'

/**
 * What the operator answered to disputes, as far as it is in force. The application's database keeps the answers and when they end; here they stand
 * as one list, a row an answer: `tags` hold what was set ("" for nothing), the answer's id, and what older ones set where it is undone and where it
 * ends ("" for none; rows of earlier releases lack both), `last_seen` its end.
 */

/** The word of evidence of such a row, whose `tags` are named. */
export const answerWord = (tags: string): string =>
  `if(${tags}[1] = '', concat('answer:', ${tags}[2]), concat('operator:', ${tags}[1], '-', ${tags}[2]))`

const seconds = (at: number): number => Math.floor(at / 1000)

/** Makes `answers` all that are in force, and marks the documents of which something else is said now. */
export async function writeAnswers(
  analytics: Analytics,
  { answers, now }: { answers: readonly AnswerInForce[]; now: number },
): Promise<void> {
  await replaceSource(analytics, {
    source: { name: answersName, kind: 'answers', trust: 'none', licence: '', reference: '' },
    entries: answers.length,
    now,
    // An address that stays in the list may be answered otherwise now: all that are or were in it, which are few.
    mark: (host, versions) => marking(answersName)(host, versions, true),
    fill: (version) => analytics.migrator.insert('{db}.sightings', rowsOf(version, answers)),
  })
}

function* rowsOf(version: string, answers: readonly AnswerInForce[]): Generator<object> {
  for (const { id, ip, verdict, note, at, until, older } of answers)
    yield {
      source: answersName,
      version,
      ip: toColumn(ip),
      tags: [verdict ?? '', id, older.ifUndone ?? '', older.ifEnded ?? ''],
      note,
      first_seen: seconds(at),
      last_seen: until === null ? 0 : seconds(until),
    }
}

const verdictText = z
  .enum([...operatorVerdicts, ''])
  .transform((verdict) => (verdict === '' ? null : verdict))

const inForce = defineQuery({
  name: 'answers in force',
  params: z.object({ source: z.string(), max: z.number().int() }),
  row: z.object({
    ip: z.string().transform(fromColumn),
    verdict: verdictText,
    ifUndone: verdictText,
    ifEnded: verdictText,
    id: z.string(),
    note: z.string(),
    at: count,
    until: count,
  }),
  sql: `SELECT toString(ip) AS ip, tags[1] AS verdict, tags[2] AS id, tags[3] AS ifUndone, tags[4] AS ifEnded, note, toUnixTimestamp(first_seen) AS at, toUnixTimestamp(last_seen) AS until
FROM {db}.sightings
WHERE source = {source: String} AND version = (
  SELECT max(version) FROM {local}.evidence_sources WHERE name = {source: String})
ORDER BY id LIMIT {max: UInt32}`,
})

/** The answers that documents are made with. Times are whole seconds here. */
export const answersInForce = async ({ app }: Reads): Promise<AnswerInForce[]> => {
  const rows = await app.run(inForce, { source: answersName, max: disputeLimits.answers })
  return rows.map(({ at, until, ifUndone, ifEnded, ...row }) => ({
    ...row,
    at: at * 1000,
    until: until === 0 ? null : until * 1000,
    older: { ifUndone, ifEnded },
  }))
}
