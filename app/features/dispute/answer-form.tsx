import { useState } from 'react'
import { disputeLimits, operatorVerdicts } from '#model/dispute.ts'
import { ApiForm } from '../account/form.tsx'
import { TextArea } from '../account/text-area.tsx'

const field = 'min-h-[30px] rounded-control border border-control bg-surface px-2'
const terms = [7, 30, disputeLimits.days, 365]

/** What the operator answers: a verdict that is set, or nothing, with a note and until when. */
export function AnswerForm({ id, onDone }: { id: string; onDone: () => void }) {
  const [verdict, setVerdict] = useState('benign')
  const [days, setDays] = useState<number>(disputeLimits.days)
  const declines = verdict === ''
  return (
    <ApiForm
      path={`/api/operator/disputes/${id}/${declines ? 'decline' : 'answer'}`}
      method="POST"
      label={declines ? 'Decline' : 'Answer'}
      also={{ days: days === 0 ? null : days, ...(!declines && { verdict }) }}
      onDone={onDone}
    >
      <label className="flex flex-wrap items-center gap-2">
        Verdict
        <select value={verdict} onChange={({ target }) => setVerdict(target.value)} className={field}>
          {operatorVerdicts.map((one) => (
            <option key={one} value={one}>
              {one === 'none' ? 'no verdict of ours' : one}
            </option>
          ))}
          <option value="">decline: it stays as it is</option>
        </select>
      </label>
      <label className="flex flex-wrap items-center gap-2">
        Holds for
        <select value={days} onChange={({ target }) => setDays(Number(target.value))} className={field}>
          {terms.map((count) => (
            <option key={count} value={count}>
              {count} days
            </option>
          ))}
          <option value={0}>ever, until it is taken back</option>
        </select>
      </label>
      <TextArea
        label="Note, which everybody reads"
        name="note"
        required
        maxLength={disputeLimits.note}
        rows={3}
      />
    </ApiForm>
  )
}
