import type { AnswerInForce, Dispute, OperatorAnswer } from '#model/dispute.ts'
import type { AppDatabase } from '../tables.ts'
import { addAnswer, answersInForce, answersNamed, type NewAnswer, undoAnswer } from './answers.ts'
import { addDispute, type NewDispute, openDispute, openDisputes, removeClosedDisputes } from './waiting.ts'

/** What people say against verdicts, and what the operator answers. */
export interface Disputes {
  /**
   * Lets a dispute wait for an answer.
   * @returns 'waiting' where one of this sender on this address waits already, and stays as it is; 'full' where `most` wait
   */
  add(of: NewDispute): Promise<Dispute | 'waiting' | 'full'>
  /** Those that wait, oldest first. */
  open(): Promise<Dispute[]>
  /** One that waits; null for none. */
  get(id: string): Promise<Dispute | null>
  /** Answers a dispute and closes it. @returns null where it does not wait any more; 'full' where `most` answers are in force */
  answer(of: NewAnswer): Promise<OperatorAnswer | null | 'full'>
  /** @returns the answer as it was; null where none of that id stands */
  undo(of: { id: string; now: number }): Promise<OperatorAnswer | null>
  /** Of each address the newest that sets a verdict, and the newest that sets none; each with what older ones set when it goes. */
  inForce(now: number): Promise<AnswerInForce[]>
  /** Those of these ids, whether they are in force or not. */
  answersNamed(ids: readonly string[]): Promise<OperatorAnswer[]>
  /** Forgets disputes that were closed before. */
  removeClosed(before: number): Promise<void>
}

export const disputes = (db: AppDatabase): Disputes => ({
  add: (of) => addDispute(db, of),
  open: () => openDisputes(db),
  get: (id) => openDispute(db, id),
  answer: (of) => addAnswer(db, of),
  undo: (of) => undoAnswer(db, of),
  inForce: (now) => answersInForce(db, now),
  answersNamed: (ids) => answersNamed(db, ids),
  removeClosed: (before) => removeClosedDisputes(db, before),
})
