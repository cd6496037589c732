import { type Dispute, disputeLimits, type OperatorAnswer, type OperatorVerdict } from '#model/dispute.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { putInForce } from './in-force.ts'

const dayMs = 86_400_000

export interface AnswerInput {
  /** The dispute. */
  id: string
  /** null declines it. */
  verdict: OperatorVerdict | null
  /** What everybody reads on the page of the address. */
  note: string
  /** Days it holds; null: for ever. */
  days: number | null
}

/** Disputes that wait, oldest first, and answers in force, newest first. */
export const listDisputes = verb(
  ['installation'],
  async (
    ctx: Pick<WriteCtx, 'installation' | 'clock' | 'scope'>,
  ): Promise<{ open: Dispute[]; answers: OperatorAnswer[] }> => {
    const { disputes } = ctx.installation
    const [open, inForce] = await Promise.all([disputes.open(), disputes.inForce(ctx.clock())])
    const answers = inForce.map(({ older: _older, ...answer }) => answer)
    return { open, answers: answers.toSorted((one, two) => two.at - one.at || (one.id < two.id ? 1 : -1)) }
  },
)

/**
 * Answers a dispute in public: the verdict that is set holds until its end, whatever else speaks for or against the address.
 * @throws Refusal 'not-found' for one that does not wait, 'conflict' where too many answers are in force
 */
export const answerDispute = verb(
  ['installation'],
  async (ctx: WriteCtx, { id, verdict, note: text, days }: AnswerInput): Promise<OperatorAnswer> => {
    // It is shown in a line.
    const note = text.trim().replaceAll(/\s*\n\s*/g, ' ')
    if (note === '')
      throw refuse('invalid-input', 'An answer has a note that says why.', { parameter: 'note' })
    const { disputes } = ctx.installation
    const now = ctx.clock()
    const dispute = await disputes.get(id)
    if (!dispute) throw refuse('not-found', notWaiting)
    const answer = await disputes.answer({
      dispute: id,
      ip: dispute.ip,
      verdict,
      note,
      until: days === null ? null : now + days * dayMs,
      now,
      most: disputeLimits.answers,
    })
    if (answer === null) throw refuse('not-found', notWaiting)
    if (answer === 'full') throw refuse('conflict', 'Too many answers are in force. Undo some of them first.')
    await ctx.record({
      act: verdict === null ? 'dispute.decline' : 'dispute.answer',
      subject: `dispute ${id}`,
      before: dispute.ip,
      after: told(answer),
    })
    await inForce(ctx)
    await tell(ctx, dispute, answer)
    return answer
  },
)

const notWaiting = 'No dispute of this id waits for an answer.'

/** Takes an answer back: the rule decides again, or an older answer that still holds. @throws Refusal 'not-found' */
export const undoAnswer = verb(
  ['installation'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const answer = await ctx.installation.disputes.undo({ id, now: ctx.clock() })
    if (!answer) throw refuse('not-found', 'There is no answer of this id, or it was undone before.')
    await ctx.record({ act: 'dispute.undo', subject: `answer ${id}`, before: told(answer) })
    await inForce(ctx)
  },
)

const told = ({ id, ip, verdict, note, until }: OperatorAnswer): string =>
  JSON.stringify({
    answer: id,
    ip,
    verdict,
    note,
    until: until === null ? null : new Date(until).toISOString(),
  })

/** It stands in the database: where the engine does not answer now, the next round of the job brings it into force. */
async function inForce(ctx: WriteCtx): Promise<void> {
  try {
    await putInForce(ctx)
  } catch (error) {
    ctx.log.warn({ err: error }, 'an answer is not in force yet')
  }
}

/** Whoever left an address hears that there is an answer, in the operator's words alone. */
async function tell(ctx: WriteCtx, { ip, email }: Dispute, { verdict, note }: OperatorAnswer): Promise<void> {
  try {
    await ctx.sendMail({
      to: email,
      subject: `Noisefloor: an answer about ${ip}`,
      body: [
        `You, or somebody who gave this address, disputed the verdict on ${ip}.`,
        verdict === null
          ? 'Those who run this server declined that.'
          : `Those who run this server set the verdict: ${verdict === 'none' ? 'no verdict' : verdict}.`,
        `Their note: ${note}`,
        { link: `${ctx.publicUrl()}/ip/${encodeURIComponent(ip)}` },
      ],
    })
  } catch (error) {
    ctx.log.warn({ err: error }, 'whoever disputed could not be told of the answer')
  }
}
