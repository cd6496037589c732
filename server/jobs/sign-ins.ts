import type { Deps } from '#services/context.ts'
import type { Job } from './job.ts'

const hour = 3_600_000

/** Sign-ins that are over open nothing anyway; their rows go here. */
export const signIns = ({ installation, clock }: Pick<Deps, 'installation' | 'clock'>): Job => ({
  name: 'sign-ins',
  about: 'removes sign-ins that are over',
  runsOn: 'one',
  pauseMs: () => hour,
  async run() {
    await installation.accounts.signIns.removeOver(clock())
    return false
  },
})
