import { visitorKeeper } from '#store/analytics/exports/quota.ts'
import type { WriteCtx } from '../../context.ts'
import { type Scope, tenantOf } from '../../scope.ts'

/**
 * What an export works with: it writes its copy, so it has the store itself. Each of its statements is given the signal of
 * whoever asks.
 */
export interface ExportCtx extends Pick<
  WriteCtx,
  'scope' | 'lists' | 'analytics' | 'clock' | 'secret' | 'tags' | 'work' | 'budget' | 'health'
> {
  /** Whose room the copies take (store/analytics/exports/quota.ts): a workspace, or the address of a visitor. */
  keeper: string
  /** Takes a place among the exports until it is called back. @throws Refusal 'rate-limited', 'busy' */
  place: () => () => void
}

/** Who may use a cursor: what visitors export is public, so that any of them may continue. */
export const ownerOf = (scope: Scope): string => tenantOf(scope) ?? 'visitor'

/** @param address of a visitor, as it is counted */
export const keeperOf = (scope: Scope, address: string): string =>
  tenantOf(scope) ?? `${visitorKeeper} ${address}`
