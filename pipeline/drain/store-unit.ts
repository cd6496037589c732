import { firstDayOfWindow } from '#model/window.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { makeWhole } from '#store/analytics/rebuild/ensure-balanced.ts'
import { addNoted } from '#store/analytics/rebuild/add-noted.ts'
import { product } from '#store/analytics/rebuild/notes.ts'
import { insertSessionBlock, marksOf } from '#store/analytics/sessions/insert.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import type { RulesInForce } from '../tag/in-force.ts'
import { insertUnit } from './insert-unit.ts'
import type { Prepared, PreparedUnit } from './preparation/prepare.ts'
import type { DrainUnit } from './units.ts'

export interface StoreUnit {
  analytics: Analytics
  rules: RulesInForce
  retentionDays: number
  clock: () => number
  /** Told the addresses that get a document, once they are stored: not those that stay inside a workspace, nor forged ones of backscatter. */
  onStored: (documented: ReadonlySet<string>) => void
}

/**
 * The pipeline's central act: stores a unit of sessions, tagged and rolled up. `again`: an attempt may have come before.
 * @throws what the store refuses; called again it counts once
 */
export async function storeUnit(
  { analytics, rules, retentionDays, clock, onStored }: StoreUnit,
  unit: DrainUnit,
  again: boolean,
): Promise<void> {
  const { origin, day, sessions } = unit
  const isKept = day >= firstDayOfWindow(clock(), retentionDays)
  // What was stored of it left with its day, and cannot be told from what was not: the rollup, which stays longer, would count it again.
  if (unit.again && !isKept) return
  const own = await rules.own(workspacesOf(sessions))
  const isPartly = await insertUnit(analytics, unit, again, rules.product, {
    of: own,
    add(some, append, byOwn) {
      const nameOf = (workspace: string): string =>
        (byOwn.has(workspace) && own.get(workspace)?.name) || rules.none
      const names = workspacesOf(some).map((workspace) => [workspace, nameOf(workspace)] as const)
      const by = new Map([[product, rules.product.name], ...names])
      return addNoted(analytics, { origin, day, rules: by, noRules: rules.none }, append)
    },
  })
  // The rollup of a day whose sessions are past the retention knows more than they do.
  if ((again || isPartly) && isKept) await makeWhole(analytics, { origin, day })
  onStored(new Set(marksOf(sessions).addresses))
}

/**
 * The same of a unit that was prepared elsewhere.
 * @returns false where it was tagged by other rules than those in force: nothing was done then
 */
export async function storePrepared(
  { analytics, rules, onStored }: StoreUnit,
  token: string,
  { rules: taggedBy }: Pick<Prepared, 'rules'>,
  { origin, day, workspaces, block, marks }: PreparedUnit,
): Promise<boolean> {
  if (taggedBy !== rules.product.name || (await rules.own(workspaces)).size > 0) return false
  const by = new Map([
    [product, rules.product.name],
    ...workspaces.map((workspace) => [workspace, rules.none] as const),
  ])
  const within = (append: () => Promise<void>): Promise<void> =>
    addNoted(analytics, { origin, day, rules: by, noRules: rules.none }, append)
  await insertSessionBlock(analytics, { block, marks, token, within })
  onStored(new Set(marks.addresses))
  return true
}

const workspacesOf = (sessions: readonly SessionRow[]): string[] => [
  ...new Set(sessions.map(({ workspace }) => workspace)),
]
