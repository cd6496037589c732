import { activityShown } from '#model/ip-document/beside-values.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { AnswerInForce } from '#model/dispute.ts'
import { reservedRange } from '#model/reserved.ts'
import type { IpReport, ReverseName, Sighting } from '#model/ip-report.ts'
import { toHex } from '#store/analytics/address.ts'
import { activityOf, daysUpTo, shownActivity } from '#store/analytics/ips/activity.ts'
import { type Beside as Found, type BesideAsked, besideDocument } from '#store/analytics/ips/beside.ts'
import { type ReverseAnswer, reverseStates } from '#store/analytics/rdns/answers.ts'
import type { Ctx } from '../context.ts'
import { type ActorNames, actorsNamed } from './actors.ts'
import { hasAnswers, wordsOf } from './answers.ts'
import { slugsIn, stepsOf } from './history.ts'
import type { IfAnswered } from './missing-parts.ts'

const stepsShown = 50

type Beside = Pick<IpReport, 'history' | 'moreHistory' | 'sightings' | 'reverse' | 'activity'> & {
  /** Slugs of actors whose ranges hold an address that we did not see. */
  holders: string[]
  actors: ActorNames
  /** What the operator answered, as far as it is in force. */
  answers: readonly AnswerInForce[]
}

/**
 * What is known of an address beside its record. The document itself holds it (model/ip-document/beside.ts), and what others say is in
 * memory, so nothing is asked. The engine answers one statement where that is not so: what a document has no room for or an earlier
 * release made, an address that had a document once, lists that are too long. Nobody reports a document without `sources`.
 */
export async function besideOf(
  ctx: Ctx,
  { ip, document, version }: { ip: string; document: IpDocument | null; version: string | null },
  ifAnswered: IfAnswered,
): Promise<Beside> {
  const mayBeReported = !document || document.sources.length > 0
  const asksLists = mayBeReported || hasAnswers(document.evidence)
  const lists = asksLists ? await ifAnswered(['actors'], ctx.listsInForce(), null) : null
  const days = daysUpTo(ctx.clock(), Math.min(activityShown.days, ctx.scope.plan.historicDays))
  const window = { since: days[0] ?? '', until: days.at(-1) ?? '', top: activityShown.rows }
  // What an earlier release made has no changes of its verdict, and says nothing of the rest either.
  const isHeld = document !== null && document.verdicts.length > 0
  const shown = isHeld ? shownActivity(document.activity, window) : null
  const hex = toHex(ip) ?? ''
  const mayHave = !isHeld && (document !== null || (ctx.memoryIndex.mayHaveBeside(ip) ?? true))
  const asked = {
    ip,
    changes: mayHave ? stepsShown + 1 : 0,
    sightings: mayBeReported && !lists?.reported,
    reverse: mayHave && reservedRange(ip) === null,
    holders: !document && !lists?.holding,
    activity: document && !shown ? window : null,
  }
  const found = await askedOnce(ctx, { asked, version }, ifAnswered)
  const changes = isHeld ? document.verdicts : found.changes
  const sightings = (mayBeReported ? lists?.reported?.(hex) : null) ?? found.sightings
  const holders = lists?.holding?.(hex) ?? found.holders.map(({ slug }) => slug)
  const slugs = [
    ...slugsIn(document?.evidence ?? []),
    ...changes.flatMap(({ decided }) => slugsIn(decided)),
    ...holders,
  ]
  const actors: ActorNames = await ifAnswered(['names of actors'], actorsNamed(ctx, slugs), new Map())
  const words = await wordsOf(ctx, changes)
  const { steps, more } = stepsOf(ctx, changes, { size: stepsShown, actors, words })
  const [answer] = found.reverse
  return {
    history: steps,
    moreHistory: more,
    sightings: sightings.map(({ first_seen: firstSeen, last_seen: lastSeen, ...rest }): Sighting => ({
      ...rest,
      firstSeen,
      lastSeen,
    })),
    reverse: isHeld ? reverseIn(document) : answer ? reverseOf(answer) : null,
    activity: activityOf(shown ?? found.activity, days, ctx.tags),
    holders,
    actors,
    answers: lists?.answers.get(hex) ?? [],
  }
}

const reverseOf = ({ name, state, asked }: Pick<ReverseAnswer, 'name' | 'state' | 'asked'>): ReverseName => ({
  name,
  state,
  asked: new Date(asked).toISOString(),
})

/** Its name is that of the record. */
function reverseIn({ rdns, reverse_state: state, reverse_asked: asked }: IpDocument): ReverseName | null {
  const known = reverseStates.find((each) => each === state)
  return known
    ? reverseOf({ name: nameless.has(known) ? '' : rdns, state: known, asked: Date.parse(asked) })
    : null
}
const nameless: ReadonlySet<string> = new Set(['none', 'failed'])

const nothing: Found = { changes: [], sightings: [], reverse: [], holders: [], activity: [] }

/** The statement, unless it was answered for the same record. */
async function askedOnce(
  ctx: Ctx,
  { asked, version }: { asked: BesideAsked; version: string | null },
  ifAnswered: IfAnswered,
): Promise<Found> {
  const names = [
    ...(asked.changes > 0 ? ['history of verdicts'] : []),
    ...(asked.sightings ? ['sightings by others'] : []),
    ...(asked.reverse ? ['reverse name'] : []),
    ...(asked.holders ? ['actors'] : []),
    ...(asked.activity ? ['activity'] : []),
  ]
  if (names.length === 0) return nothing
  const found = ctx.reports.get({
    name: 'beside a record',
    input: { asked, version },
    isVersioned: version !== null,
    read: (reads) => besideDocument(reads, asked),
  })
  return (await ifAnswered(names, found, null)) ?? nothing
}
