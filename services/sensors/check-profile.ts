import type { SensorProfile } from '#model/sensor/profile.ts'
import { rehearseInThread } from '#sensor/rehearsal/in-thread.ts'
import type { Rehearsed } from '#sensor/rehearsal/rehearsed.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

/** What a scanner would see of a profile that nobody wears yet. */
export interface ProfileCheck {
  ports: Rehearsed[]
  /** What is allowed, and yet likely not meant. */
  hints: { at: string; message: string }[]
}

/**
 * Runs the decoys of a draft in memory against the first questions of scanners; nothing is kept. A device is not asked.
 * @throws Refusal 'busy'; the signal's reason
 */
export const checkProfile = verb(
  ['workspace', 'feature-sensors', 'manage'],
  async (
    _ctx: Ctx,
    { profile, signal }: { profile: SensorProfile; signal: AbortSignal },
  ): Promise<ProfileCheck> => {
    if (profile.device) return { ports: [], hints: [] }
    const ports = await rehearseInThread(profile, { signal })
    return { ports, hints: [...hintsOf(profile, ports)] }
  },
)

const shells: readonly string[] = ['ssh', 'telnet']

function* hintsOf(
  profile: SensorProfile,
  ports: readonly Rehearsed[],
): Generator<ProfileCheck['hints'][number]> {
  for (const [index, { protocol, transport, heard, problems }] of ports.entries()) {
    const at = `ports.${index}`
    for (const message of problems) yield { at, message }
    if (problems.length > 0 || transport === 'udp') continue
    const [first] = heard
    if (heard.every(({ answer }) => answer.length === 0))
      yield { at, message: 'A scanner hears nothing here.' }
    else if (protocol.startsWith('http') && first?.answer.toString('latin1', 0, 13).endsWith(' 404 '))
      yield { at, message: 'GET / is answered with 404: add a response for "/".' }
  }
  if (profile.credentials.length === 0 && profile.ports.some(({ protocol }) => shells.includes(protocol)))
    yield { at: 'credentials', message: 'Nobody is let in: no credential is accepted.' }
}
