import type { IpDocument } from '#model/ip-record.ts'
import { reservedRange } from '#model/reserved.ts'
import type { IpReport, Sighting } from '#model/ip-report.ts'
import { activityOf, daysUpTo } from '#store/analytics/ips/activity.ts'
import { besideDocument } from '#store/analytics/ips/beside.ts'
import type { Ctx } from '../context.ts'
import { type ActorNames, actorsNamed } from './actors.ts'
import { slugsIn, stepsOf } from './history.ts'
import type { IfAnswered } from './missing-parts.ts'

const matrixDays = 30
const matrixRows = 8
const stepsShown = 50

type Beside = Pick<IpReport, 'history' | 'moreHistory' | 'sightings' | 'reverse' | 'activity'> & {
  /** Slugs of actors whose ranges hold an address that we did not see. */
  holders: string[]
  actors: ActorNames
}

/**
 * What is known of an address beside its document, in one statement and, where actors play a part, one for their names. Of what
 * the document rules out the engine is not asked: nobody reports an address without `sources`, its proofs are its evidence.
 */
export async function besideOf(
  ctx: Ctx,
  { ip, document }: { ip: string; document: IpDocument | null },
  ifAnswered: IfAnswered,
): Promise<Beside> {
  const days = daysUpTo(ctx.clock(), matrixDays)
  const asked = {
    ip,
    changes: stepsShown + 1,
    sightings: !document || document.sources.length > 0,
    reverse: reservedRange(ip) === null,
    holders: !document,
    activity: document && { since: days[0] ?? '', until: days.at(-1) ?? '', top: matrixRows },
  }
  const names = [
    'history of verdicts',
    ...(asked.sightings ? ['sightings by others'] : []),
    ...(asked.reverse ? ['reverse name'] : []),
    ...(asked.holders ? ['actors'] : []),
    ...(asked.activity ? ['activity'] : []),
  ]
  const nothing = { changes: [], sightings: [], reverse: [], holders: [], activity: [] }
  const found = await ifAnswered(names, besideDocument(ctx.analytics, asked), nothing)
  const holders = found.holders.map(({ slug }) => slug)
  const slugs = [
    ...slugsIn(document?.evidence ?? []),
    ...found.changes.flatMap(({ decided }) => slugsIn(decided)),
  ]
  const actors: ActorNames = await ifAnswered(
    ['names of actors'],
    actorsNamed(ctx, [...slugs, ...holders]),
    new Map(),
  )
  const { steps, more } = stepsOf(ctx, found.changes, { size: stepsShown, actors })
  const [answer] = found.reverse
  return {
    history: steps,
    moreHistory: more,
    sightings: found.sightings.map(({ first_seen: firstSeen, last_seen: lastSeen, ...rest }): Sighting => ({
      ...rest,
      firstSeen,
      lastSeen,
    })),
    reverse: answer
      ? { name: answer.name, state: answer.state, asked: new Date(answer.asked).toISOString() }
      : null,
    activity: activityOf(found.activity, days, ctx.tags),
    holders,
    actors,
  }
}
