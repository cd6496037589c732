import type { Deps } from '#services/context.ts'
import type { Job } from './job.ts'

const hour = 3_600_000

/** Workspaces whose seven days are over. */
export const workspaces = ({ installation, clock }: Pick<Deps, 'installation' | 'clock'>): Job => ({
  name: 'workspaces',
  about: 'removes workspaces that were deleted seven days ago',
  runsOn: 'one',
  pauseMs: () => hour,
  async run() {
    for (const workspace of await installation.workspaces.removeDue(clock()))
      await installation.accounts.record({
        workspace,
        actor: 'server',
        act: 'workspace.removed',
        subject: `workspace ${workspace}`,
        before: '',
        after: '',
        address: '',
        at: clock(),
      })
    return false
  },
})
