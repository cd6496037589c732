import type { Session } from '#model/session.ts'
import { firstDayOfWindow } from '#model/window.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { makeWhole } from '#store/analytics/rebuild/ensure-balanced.ts'
import { noteIntake } from '#store/analytics/rebuild/intake.ts'
import { insertUnit, type UnitRules } from './insert-unit.ts'
import type { DrainUnit } from './units.ts'

export interface StoreUnit {
  analytics: Analytics
  rules: UnitRules
  /** Names the rules, so that a day knows which of them its sessions were tagged by. */
  rulesName: string
  retentionDays: number
  clock: () => number
  /** Told the addresses that global records know of, once they are stored; those that stay inside a workspace are told to nobody. */
  onStored: (published: ReadonlySet<string>) => void
}

/**
 * The pipeline's central act: stores a unit of sessions, tagged and rolled up. `again`: an attempt may have come before.
 * @throws what the store refuses; called again it counts once
 */
export async function storeUnit(
  { analytics, rules, rulesName, retentionDays, clock, onStored }: StoreUnit,
  unit: DrainUnit,
  again: boolean,
): Promise<void> {
  const { origin, day, sessions } = unit
  await noteIntake(analytics, { origin, day, rules: rulesName })
  await insertUnit(analytics, unit, again, rules)
  // The rollup of a day whose sessions are past the retention knows more than they do.
  if (again && day >= firstDayOfWindow(clock(), retentionDays)) await makeWhole(analytics, { origin, day })
  onStored(publishedSources(sessions))
}

const publishedSources = (sessions: readonly Session[]): Set<string> =>
  new Set(sessions.filter(({ published }) => published).map(({ source }) => source.ip))
