import { type OperatorAnswer, type OperatorWord, readWordName } from '#model/dispute.ts'
import type { LoggedVerdict } from '#model/ip-document/beside-values.ts'
import { readEvidence } from '#model/evidence.ts'
import type { Ctx } from '../context.ts'

/** What the operator is called among reasons. */
export const operatorName = 'the operator'

/** What was said with answers, by their ids. */
export type OperatorWords = ReadonlyMap<string, OperatorWord>

const instant = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

export const wordOf = ({ note, at, until }: OperatorAnswer): OperatorWord => ({
  note,
  at: instant(at),
  until: instant(until),
})

/** Whether the operator answered a dispute of the address with this evidence. */
export const hasAnswers = (evidence: readonly string[]): boolean =>
  evidence.some((text) => text.startsWith('operator:') || text.startsWith('answer:'))

/** What was said with the answers that ever decided; without the application's database the changes stand without it. */
export async function wordsOf(
  { answersNamed, log }: Pick<Ctx, 'answersNamed' | 'log'>,
  changes: readonly LoggedVerdict[],
): Promise<OperatorWords> {
  const ids = changes.flatMap(({ decided }) =>
    decided.flatMap((text) => {
      const read = readEvidence(text)
      return read?.kind === 'operator' ? (readWordName(read.name)?.id ?? []) : []
    }),
  )
  if (ids.length === 0) return new Map()
  try {
    return new Map((await answersNamed([...new Set(ids)])).map((answer) => [answer.id, wordOf(answer)]))
  } catch (error) {
    log.warn({ err: error }, 'answers of the operator could not be read')
    return new Map()
  }
}
