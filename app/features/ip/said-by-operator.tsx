import type { OperatorWord } from '#model/dispute.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'

/** What the operator answered to a dispute, in the operator's words. */
export function SaidByOperator({
  word: { note, at, until },
  isSet,
}: {
  word: OperatorWord
  /** It set the verdict; else a dispute was declined. */
  isSet: boolean
}) {
  return (
    <span className="min-w-0">
      {isSet ? 'Set by the operator on ' : 'A dispute was declined by the operator on '}
      <Moment at={at} />
      {': '}
      <InertText text={note} limit={500} mono={false} />
      {until !== '' && (
        <span className="text-ink-3">
          {' (until '}
          <Moment at={until} />)
        </span>
      )}
    </span>
  )
}
