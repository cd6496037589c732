import { disputeLimits } from '#model/dispute.ts'
import type { Deps } from '#services/context.ts'
import { markOf, putInForce } from '#services/disputes/in-force.ts'
import type { Job } from './job.ts'
import { openWriteCheck } from './when-written.ts'

const minute = 60_000
const forgottenMs = disputeLimits.forgottenDays * 24 * 60 * minute

/** @param onChanged told when documents are to be made anew */
export function answers(
  deps: Pick<Deps, 'analytics' | 'installation' | 'reports' | 'clock'>,
  onChanged: () => void,
): Job {
  const { disputes } = deps.installation
  const sinceWritten = openWriteCheck(deps.analytics)
  /** Those in force when the engine was found to hold them: while they are, and nothing is written, it still does. */
  let held: string | null = null
  return {
    name: 'answers to disputes',
    about: 'ends answers to disputes on their day, and forgets disputes that were closed long ago',
    runsOn: 'one',
    pauseMs: () => minute,
    async run() {
      await disputes.removeClosed(deps.clock() - forgottenMs)
      const inForce = (await disputes.inForce(deps.clock())).map(markOf).join('\n')
      if (inForce === held && sinceWritten.canSkip()) return false
      const foundNothing = sinceWritten.begin()
      const changed = await putInForce(deps)
      if (changed) onChanged()
      else {
        held = inForce
        foundNothing()
      }
      return changed
    },
  }
}
