import { type AnswerInForce, operatorVerdicts, type OperatorAnswer } from '#model/dispute.ts'
import { uuidV7 } from '../../identifier.ts'
import { isIntactRow, summed } from '../row-sum.ts'
import type { AppDatabase, Tables } from '../tables.ts'
import { closeDispute } from './waiting.ts'

type Row = Tables['operator_answers']

export interface NewAnswer extends Omit<OperatorAnswer, 'id' | 'at'> {
  /** The dispute that it closes. */
  dispute: string
  now: number
  /** So many may be in force. */
  most: number
}

export async function addAnswer(
  db: AppDatabase,
  { dispute, now, most, verdict, until, ...of }: NewAnswer,
): Promise<OperatorAnswer | null | 'full'> {
  if ((await answersInForce(db, now)).length >= most) return 'full'
  return db.transaction().execute(async (within) => {
    if (!(await closeDispute(within, dispute, now))) return null
    const row = summed({
      id: uuidV7(now),
      ...of,
      verdict: verdict ?? '',
      at: wholeSeconds(now),
      until: wholeSeconds(until ?? 0),
      undone: 0,
    })
    await within.insertInto('operator_answers').values(row).execute()
    return answerOf(row)
  })
}

/** As the engine keeps them. */
const wholeSeconds = (at: number): number => Math.floor(at / 1000) * 1000

export async function undoAnswer(
  db: AppDatabase,
  { id, now }: { id: string; now: number },
): Promise<OperatorAnswer | null> {
  const row = await db.selectFrom('operator_answers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !isIntactRow(row) || row.undone > 0) return null
  const { sum: _sum, ...rest } = row
  const { numUpdatedRows } = await db
    .updateTable('operator_answers')
    .set(summed({ ...rest, undone: now }))
    .where('id', '=', id)
    .where('undone', '=', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? answerOf(row) : null
}

/** An older answer of an address holds again when a newer one is undone or ends before it: of each that holds, what comes then. */
export async function answersInForce(db: AppDatabase, now: number): Promise<AnswerInForce[]> {
  const rows = await db
    .selectFrom('operator_answers')
    .selectAll()
    .where('undone', '=', 0)
    .where(({ or, eb }) => or([eb('until', '=', 0), eb('until', '>', now)]))
    .orderBy('id')
    .execute()
  const all = rows.filter(isIntactRow).map(answerOf)
  const ofOne = Map.groupBy(all, ({ ip, verdict }) => `${ip} ${verdict === null}`)
  return [...ofOne.values()].flatMap((answers): AnswerInForce[] => {
    const [newest, ...older] = answers.toReversed()
    if (!newest) return []
    const outlasting = older.find(({ until }) => newest.until !== null && outlasts(until, newest.until))
    const [ifUndone, ifEnded] = [older[0]?.verdict ?? null, outlasting?.verdict ?? null]
    return [{ ...newest, older: { ifUndone, ifEnded } }]
  })
}

const outlasts = (until: number | null, end: number): boolean => until === null || until > end

export async function answersNamed(db: AppDatabase, ids: readonly string[]): Promise<OperatorAnswer[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('operator_answers').selectAll().where('id', 'in', ids).execute()
  return rows.filter(isIntactRow).map(answerOf)
}

const answerOf = ({ id, ip, verdict, note, at, until }: Omit<Row, 'sum'>): OperatorAnswer => ({
  id,
  ip,
  verdict: operatorVerdicts.find((known) => known === verdict) ?? null,
  note,
  at,
  until: until === 0 ? null : until,
})
