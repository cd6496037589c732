import { refuse } from '#model/errors.ts'
import { latestOfSensors, type SensorSessionRow } from '#store/analytics/sessions/of-sensors.ts'
import { scopeOf } from '#store/analytics/sessions/scope.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

export interface Activity {
  since: number
  until: number
  /** Of sensors that have this profile now. */
  profile?: string
  source?: string
  size: number
  /** What the page before said. */
  scroll?: string
}

export interface ActivityPage {
  rows: (SensorSessionRow & { profile: string })[]
  /** null: that was all. */
  next: string | null
}

/** What the sensors of the workspace saw, newest first, a page at a time. @throws Refusal 'invalid-cursor' */
export const sensorActivity = verb(
  ['workspace', 'feature-sensors'],
  async (ctx: Ctx, { profile, scroll, source, ...of }: Activity): Promise<ActivityPage> => {
    const profiles = new Map(
      (await ctx.workspace.sensors.list())
        .filter(({ sensor }) => profile === undefined || sensor.profile === profile)
        .map(({ sensor }) => [sensor.id, sensor.profile]),
    )
    if (profiles.size === 0) return { rows: [], next: null }
    const rows = await latestOfSensors(ctx.analytics, scopeOf({ workspace: ctx.workspace.id }), {
      sensors: [...profiles.keys()],
      ...of,
      ...(source !== undefined && { source }),
      ...(scroll !== undefined && { before: placeIn(scroll) }),
    })
    const last = rows.length === of.size ? rows.at(-1) : undefined
    return {
      rows: rows.map((row) => ({ ...row, profile: profiles.get(row.sensor) ?? '' })),
      next: last ? `${last.first_packet}.${last.id}` : null,
    }
  },
)

/** It names a place and nothing that is not the caller's own, so nobody need sign it. */
function placeIn(scroll: string): { at: number; id: string } {
  const [, at = '', id = ''] = /^(\d{1,15})\.([\da-f]{1,64})$/.exec(scroll) ?? []
  if (id === '') throw refuse('invalid-cursor')
  return { at: Number(at), id }
}
