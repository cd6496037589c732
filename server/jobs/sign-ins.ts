import type { Deps } from '#services/context.ts'
import type { Job } from './job.ts'

const hour = 3_600_000

/** Sign-ins that are over open nothing anyway, what failed long ago slows nobody down, and old tokens count no more; their rows go here. */
export const signIns = ({ installation, clock }: Pick<Deps, 'installation' | 'clock'>): Job => ({
  name: 'sign-ins',
  about: 'removes sign-ins that are over, failed ones that are forgotten, and used tokens of the bot check',
  runsOn: 'one',
  pauseMs: () => hour,
  async run() {
    await installation.accounts.signIns.removeOver(clock())
    await installation.accounts.failedAttempts.removeOld(clock())
    await installation.accounts.usedTokens.removeOver(clock())
    return false
  },
})
