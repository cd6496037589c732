import { createReadStream, type ReadStream } from 'node:fs'
import { refuse } from '#model/errors.ts'
import { gatherPackets } from '#pipeline/packets/gather.ts'
import { findSession } from '#store/analytics/sessions/find.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { workspaceOf } from '../scope.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Bytes of one session's packets. */
const maxBytes = 256 << 20

export interface PacketsOfSession {
  id: string
  /** When it began, milliseconds, where that is known: it is found sooner then. */
  at?: number
  signal: AbortSignal
}

/**
 * The packets of one session, as a pcapng: its capture is read and what is not of its conversation left out. Whoever wants no more of it
 * destroys it.
 * @throws Refusal 'not-found' for one that the workspace does not have, or whose capture is no longer kept; 'too-large'
 */
export const packetsOfSession = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, { id, at, signal }: PacketsOfSession): Promise<ReadStream> => {
    const now = ctx.clock()
    const reach = now - ctx.scope.plan.historicDays * dayMs
    const range = at === undefined ? { from: reach, to: now + dayMs } : { from: at - hourMs, to: at + hourMs }
    const scope = scopeOf(workspaceOf(ctx.scope))
    const session = await findSession(ctx.analytics, scope, { id, ...range })
    if (!session || session.firstPacket < reach)
      throw refuse('not-found', 'Your workspace has no such session.')
    const [capture] = await ctx.workspace.captures.named([session.capture])
    if (!capture) throw refuse('not-found', 'The packets of this session are no longer kept.')
    const names = await ctx.workspace.sensors.names()
    const output = await ctx.pcaps.files.reserve()
    try {
      await gatherPackets(
        (async function* () {
          yield [
            {
              path: ctx.files.path(capture.id),
              sensor: names.get(capture.sensor) ?? capture.sensor,
              shiftMs: capture.shiftMs,
              flows: [session],
            },
          ]
        })(),
        { output: output.path, limit: maxBytes, signal, onRead: () => undefined },
      )
    } catch (error) {
      await output.discard()
      throw error
    }
    return readOnce(output)
  },
)

/** What was gathered, which is nobody's once it is read, or left: also before its first byte. */
const readOnce = (output: { path: string; discard(): Promise<void> }): ReadStream =>
  createReadStream(output.path).once('close', () => void output.discard())
