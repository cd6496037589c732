import { refuse } from '#model/errors.ts'
import type { House } from '../../context.ts'
import type { Scope } from '../../scope.ts'

/**
 * What an export works with: it writes its copy, so it has the store itself. Each of its statements is given the signal of
 * whoever asks.
 */
export interface ExportCtx extends Pick<
  House,
  'analytics' | 'clock' | 'secret' | 'tags' | 'work' | 'budget' | 'health'
> {
  scope: Scope
}

/** Data export is allowed for any offering except community. @throws Refusal 'forbidden' */
export function mayExport({ plan }: Scope): void {
  if (plan.offering === 'community')
    throw refuse('forbidden', 'Exports come with every offering except community.')
}

/** Whose copies and cursors they are. */
export const ownerOf = (scope: Scope): string => (scope.kind === 'workspace' ? scope.workspace : 'visitor')
