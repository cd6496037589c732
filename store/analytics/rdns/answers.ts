import { z } from 'zod'
import { toColumn } from '../address.ts'
import { markAddresses } from '../marks/addresses.ts'
import type { Analytics } from '../open.ts'
import { address, milliseconds } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'

/** confirmed: the name leads back to the address. other: it does not. none: there is no name. failed: no answer came. */
export const reverseStates = ['confirmed', 'other', 'none', 'failed'] as const

export interface ReverseAnswer {
  ip: string
  state: (typeof reverseStates)[number]
  name: string
  /** Milliseconds: when it was asked, and when it is to be asked again. */
  asked: number
  until: number
}

export const answersByAddress = defineQuery({
  name: 'answers of the reverse DNS',
  params: z.object({ ips: z.array(z.string()).max(10_000) }),
  row: z.object({
    ip: address,
    state: z.enum(reverseStates),
    name: z.string(),
    asked: milliseconds,
    until: milliseconds,
  }),
  sql: `SELECT r.ip AS ip, argMax(r.state, r.asked) AS state, argMax(r.name, r.asked) AS name, max(r.asked) AS asked,
  argMax(r.until, r.asked) AS until FROM {db}.rdns AS r WHERE r.ip IN {ips: Array(IPv6)} GROUP BY ip ORDER BY ip`,
})

/** What the reverse DNS last answered, for those addresses it was asked about. @throws RangeError for what is no address */
export async function reverseAnswers(
  { app }: Reads,
  ips: readonly string[],
): Promise<Map<string, ReverseAnswer>> {
  if (ips.length === 0) return new Map()
  return new Map(
    (await app.run(answersByAddress, { ips: ips.map(toColumn) })).map((answer) => [answer.ip, answer]),
  )
}

/** Keeps answers, and marks the documents of their addresses: they say what was answered, and when. */
export async function keepAnswers(analytics: Analytics, answers: readonly ReverseAnswer[]): Promise<void> {
  if (answers.length === 0) return
  await analytics.app.insert(
    '{db}.rdns',
    answers.map(({ ip, asked, until, ...answer }) => ({
      ...answer,
      ip: toColumn(ip),
      asked: new Date(asked).toISOString().slice(0, -1),
      until: Math.floor(until / 1000),
    })),
  )
  await markAddresses(
    analytics,
    answers.map(({ ip }) => ip),
  )
}

const walk = defineQuery({
  name: 'addresses with documents, from one on',
  params: z.object({ after: z.string(), size: z.number().int().min(1).max(10_000) }),
  row: z.object({ ip: address }),
  sql: `SELECT DISTINCT ip FROM {db}.ips WHERE ip > {after: IPv6} ORDER BY ip LIMIT {size: UInt32}`,
})

/** The next addresses with documents, in their order. */
export const walkDocuments = async (
  { app }: Reads,
  { after, size }: { after: string; size: number },
): Promise<string[]> => (await app.run(walk, { after: toColumn(after), size })).map(({ ip }) => ip)
