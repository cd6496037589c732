import { demoSensors, type DemoSensor, seesUntil } from '#model/demo-sensors.ts'
import { refuse } from '#model/errors.ts'
import type { BatchReceipt } from '#model/sensor/protocol.ts'
import { version } from '#model/version.ts'
import type { Sensor } from '#store/app/sensors/sensor.ts'
import { uuidV7Of } from '#store/identifier.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { agentCtx } from '../sensors/agent/agent-ctx.ts'
import { batchReceipt, storeBatch } from '../sensors/agent/batch.ts'
import { listeningTo } from '../sensors/heard.ts'

export interface DemoPart {
  /** Of the capture; no other of this load has it. */
  name: string
  /** Of the sensor that saw it. */
  site: string
  /** When the load began, milliseconds. */
  loadedAt: number
  body: AsyncIterable<Uint8Array>
  signal: AbortSignal
}

const dayMs = 86_400_000
/** What an agent needs from a packet until its segment is here. */
const lagMs = 900

/**
 * Takes a capture of the demo the way a batch of a sensor goes, as sent by the simulated sensor of its site, which is entered with its
 * first one. It counts as received when that sensor would have sent it, not when the load did.
 * @throws Refusal 'too-large', 'unreadable-capture', 'busy', 'conflict'
 */
export const takeDemoPart = verb(
  ['workspace', 'global-records'],
  async (ctx: WriteCtx, { name, site, loadedAt, body, signal }: DemoPart): Promise<BatchReceipt> => {
    const story = demoSensors.find((one) => one.site === site)
    if (!story) throw refuse('invalid-input', 'The demo has no such sensor.')
    const agent = await agentCtx(ctx, await simulated(ctx, { story, loadedAt }), '')
    const id = uuidV7Of(loadedAt, name)
    const known = await batchReceipt(agent, id)
    if (known) return known
    return storeBatch(
      agent,
      { id, body, sha256: null, signal },
      { name, origin: 'demo', shiftMs: 0, receivedAt: (last) => (last ?? loadedAt) + lagMs },
    )
  },
)

/** One of a load is known by when it began, so that a load after a removal has others. */
async function simulated(
  { workspace, profiles }: Pick<WriteCtx, 'workspace' | 'profiles'>,
  { story, loadedAt }: { story: DemoSensor; loadedAt: number },
): Promise<Sensor> {
  const { site, earlierProfile, silentHours, said, ...rest } = story
  const { sensors } = workspace
  const id = uuidV7Of(loadedAt, `${workspace.id} ${site}`)
  const shipped = profiles.get(rest.profile)
  const entered = await sensors.enterSimulated({
    ...rest,
    id,
    profile: earlierProfile ?? rest.profile,
    simulation: silentHours > 0 ? 'silent' : 'heard',
    agentVersion: version,
    enrolled: loadedAt - 30 * dayMs,
    startedAt: loadedAt - 12 * dayMs,
    lastHeartbeat: silentHours > 0 ? seesUntil(story, loadedAt) : null,
    said: { ...said, listening: shipped ? listeningTo(shipped) : [], addresses: [rest.ipAddress] },
  })
  // Whoever looks after it may have chosen another since.
  if (entered.profile === rest.profile || entered.configVersion > 1) return entered
  const by = { actor: 'demo', now: loadedAt - 12 * dayMs }
  return (await sensors.change(id, { profile: rest.profile }, by)) ?? entered
}
