import type { Vantage } from '#model/session.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { type KindChange, kindChanges } from './set-kind.ts'

export interface ListedCapture {
  id: string
  name: string
  kind: Vantage
  bytes: number
  sessions: number
  origin: string
  /** Milliseconds since 1970 UTC. */
  created: number
  /** A change of its kind that is not done. */
  change: KindChange | null
}

/** The workspace's captures, newest first, at most `limit`. */
export const captureList = verb(
  ['workspace'],
  async (
    { workspace, log, clock }: Pick<WriteCtx, 'workspace' | 'scope' | 'log' | 'clock'>,
    { limit }: { limit: number },
  ): Promise<ListedCapture[]> => {
    const captures = await workspace.captures.list({
      limit,
      onUnreadable: (capture) => log.error({ capture }, 'captures: a row cannot be read'),
    })
    const changes = await kindChanges(workspace, clock())
    return captures.map(({ id, name, vantage, bytes, sessions, origin, created }) => ({
      id,
      name,
      kind: vantage,
      bytes,
      sessions,
      origin,
      created,
      change: changes.get(id) ?? null,
    }))
  },
)
