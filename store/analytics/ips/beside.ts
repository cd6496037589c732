import type { z } from 'zod'
import type { LoggedVerdict } from '#model/ip-document/beside-values.ts'
import { toColumn } from '../address.ts'
import { actorsHolding } from '../evidence/ranges.ts'
import { type Sighting, sightingsByAddress } from '../evidence/sightings.ts'
import { QueryFailed } from '../query/errors.ts'
import { bound, together } from '../query/together.ts'
import { answersByAddress } from '../rdns/answers.ts'
import type { Reads } from '../read-only.ts'
import { verdictChanges } from '../verdicts/history.ts'
import { type ActivityFound, busiest, busiestOfMany } from './activity.ts'

/** What the engine alone knows of an address; the document says which of it there can be. */
export interface BesideAsked {
  ip: string
  /** Changes of its verdict, at most 1001; 0: they are known. */
  changes: number
  sightings: boolean
  reverse: boolean
  /** Actors whose ranges hold it. */
  holders: boolean
  /** Days ("YYYY-MM-DD") from the first to the last, and rows of each kind. */
  activity: { since: string; until: string; top: number } | null
}

export interface Beside {
  /** The newest first. */
  changes: LoggedVerdict[]
  sightings: Sighting[]
  reverse: z.infer<(typeof answersByAddress)['row']>[]
  holders: { slug: string }[]
  activity: ActivityFound[]
}

const isTooMany = (error: unknown): boolean => error instanceof QueryFailed && error.type === 'TOO_MANY_ROWS'

/** All of it in one statement. @throws RangeError for a text that is no address */
export async function besideDocument(reads: Reads, asked: BesideAsked): Promise<Beside> {
  const ip = toColumn(asked.ip)
  const partsWith = (matrix: typeof busiest) => ({
    changes: asked.changes > 0 ? bound(verdictChanges, { ip, before: '', max: asked.changes }) : null,
    sightings: asked.sightings ? bound(sightingsByAddress, { ip }) : null,
    reverse: asked.reverse ? bound(answersByAddress, { ips: [ip] }) : null,
    holders: asked.holders ? bound(actorsHolding, { ip }) : null,
    activity: asked.activity ? bound(matrix, { ip, ...asked.activity }) : null,
  })
  try {
    return await together(reads, partsWith(busiest))
  } catch (error) {
    if (!isTooMany(error)) throw error
    return together(reads, partsWith(busiestOfMany))
  }
}
