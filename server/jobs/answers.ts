import { disputeLimits } from '#model/dispute.ts'
import type { Deps } from '#services/context.ts'
import { putInForce } from '#services/disputes/in-force.ts'
import type { Job } from './job.ts'

const minute = 60_000
const forgottenMs = disputeLimits.forgottenDays * 24 * 60 * minute

/** @param onChanged told when documents are to be made anew */
export const answers = (deps: Deps, onChanged: () => void): Job => ({
  name: 'answers to disputes',
  about: 'ends answers to disputes on their day, and forgets disputes that were closed long ago',
  runsOn: 'one',
  pauseMs: () => minute,
  async run() {
    await deps.installation.disputes.removeClosed(deps.clock() - forgottenMs)
    const changed = await putInForce(deps)
    if (changed) onChanged()
    return changed
  },
})
