import type { Deps } from '#services/context.ts'
import type { Job } from './job.ts'

const hour = 3_600_000

/** Sign-ins that are over open nothing anyway, and what failed long ago slows nobody down; their rows go here. */
export const signIns = ({ installation, clock }: Pick<Deps, 'installation' | 'clock'>): Job => ({
  name: 'sign-ins',
  about: 'removes sign-ins that are over, and failed ones that are forgotten',
  runsOn: 'one',
  pauseMs: () => hour,
  async run() {
    await installation.accounts.signIns.removeOver(clock())
    await installation.accounts.failedAttempts.removeOld(clock())
    return false
  },
})
