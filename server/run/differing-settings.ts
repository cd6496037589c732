import { z } from 'zod'
import type { Settings as RememberedSettings } from '#store/app/installation.ts'
import type { Log } from '#store/log.ts'
import type { Settings } from '../settings.ts'

type Kept = Pick<Settings, 'retentionDays' | 'analysisDays' | 'packets'>

/** What decides how long something is kept, as people set it. */
const saidBy = ({ retentionDays, analysisDays, packets }: Kept): Record<string, number> => ({
  RETENTION_DAYS: retentionDays,
  ANALYSIS_DAYS: analysisDays,
  PACKET_DAYS: packets.days,
  PACKET_LIMIT_GB: (packets.bytes ?? 0) / 1e9,
})

/**
 * Says which settings differ from those of the server of this installation that was started last. The one that does the
 * background work removes by its own settings, so they must be the same on all.
 */
export async function warnOfDiffering(
  settings: Kept,
  remembered: RememberedSettings,
  log: Log,
): Promise<void> {
  const key = 'kept as set at the last start'
  const before = (await remembered.get(key, z.record(z.string(), z.unknown()))) ?? {}
  const said = saidBy(settings)
  for (const [name, here] of Object.entries(said)) {
    const last = before[name]
    if (last !== undefined && last !== here)
      log.warn(
        { setting: name, here, last },
        `${name} is ${here} here, and was ${String(last)} where a server of this installation was last started: all that run need the same`,
      )
  }
  await remembered.put(key, said)
}
