import type { LoggedVerdict } from '#model/ip-document/beside-values.ts'
import { readWordName } from '#model/dispute.ts'
import { readEvidence } from '#model/evidence.ts'
import { windowDays } from '#model/window.ts'
import type { VerdictStep } from '#model/verdict.ts'
import { verdictHistory } from '#store/analytics/verdicts/history.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { type ActorNames, actorsNamed } from './actors.ts'
import { canonicalAddress } from './address.ts'
import { operatorName, type OperatorWords, wordsOf } from './answers.ts'

export interface HistoryAsked {
  ip: string
  /** Steps before this instant (ISO 8601); the newest without it. */
  before?: string | undefined
  /** 1 to 1000. */
  size: number
}

/** How the verdict on an address changed, the newest first. @throws Refusal 'invalid-address' */
export const historyOf = verb(
  [],
  async (
    ctx: Ctx,
    { ip, before, size }: HistoryAsked,
  ): Promise<{ ip: string; steps: VerdictStep[]; more: boolean }> => {
    const address = canonicalAddress(ip)
    const rows = await verdictHistory(ctx.analytics, address, { before, max: size + 1 })
    const actors = await actorsNamed(
      ctx,
      rows.flatMap(({ decided }) => slugsIn(decided)),
    )
    return { ip: address, ...stepsOf(ctx, rows, { size, actors, words: await wordsOf(ctx, rows) }) }
  },
)

/** Names in evidence: slugs of actors, and sources. */
export const slugsIn = (evidence: readonly string[]): string[] =>
  evidence.flatMap((text) => readEvidence(text)?.name ?? [])

const dayMs = 86_400_000

/** The first `size` changes that the plan reaches as people read them, and whether there are more. */
export function stepsOf(
  { tags, scope, clock }: Pick<Ctx, 'tags' | 'scope' | 'clock'>,
  changes: readonly LoggedVerdict[],
  { size, actors, words }: { size: number; actors: ActorNames; words: OperatorWords },
): { steps: VerdictStep[]; more: boolean } {
  const named = (text: string): VerdictStep['decided'][number] => {
    const read = readEvidence(text)
    if (read?.kind === 'operator') {
      const word = words.get(readWordName(read.name)?.id ?? '')
      return { kind: 'operator', slug: read.name, name: operatorName, ...(word && { operator: word }) }
    }
    if (read) return { kind: read.kind, slug: read.name, name: actors.get(read.name)?.name ?? read.name }
    const slug = text.replace(/^tag:/, '')
    return { kind: 'tag', slug, name: tags.get(slug)?.name ?? slug }
  }
  const since = clock() - scope.plan.historicDays * dayMs
  const reached =
    scope.plan.historicDays < windowDays ? changes.filter(({ at }) => Date.parse(at) >= since) : changes
  return {
    steps: reached.slice(0, size).map((step) => ({ ...step, decided: step.decided.map(named) })),
    more: reached.length > size,
  }
}
