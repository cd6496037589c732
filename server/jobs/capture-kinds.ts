import type { Deps } from '#services/context.ts'
import { changeNextKind } from '#services/capture/change-kinds.ts'
import type { Job } from './job.ts'

export const captureKindsName = 'kinds of captures'

/** @param onChanged told when days were tagged again */
export const captureKinds = (deps: Deps, onChanged: () => void): Job => ({
  name: captureKindsName,
  about: 'tags the days of captures whose kind was changed again',
  runsOn: 'all',
  pauseMs: () => 0,
  idleMs: 5000,
  async run(signal) {
    const changed = await changeNextKind(deps, { signal })
    if (changed !== null) onChanged()
    return changed !== null
  },
})
