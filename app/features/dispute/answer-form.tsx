import { useState } from 'react'
import { disputeLimits, operatorVerdicts } from '#model/dispute.ts'
import { ApiForm } from '../account/form.tsx'
import { TextArea } from '../account/text-area.tsx'
import { Select } from '../../ui/select.tsx'

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
        <Select
          value={verdict}
          onChange={({ target }) => setVerdict(target.value)}
          options={[
            ...operatorVerdicts.map((one) => ({
              label: one === 'none' ? 'no verdict of ours' : one,
              value: one,
            })),
            { label: 'decline: it stays as it is', value: '' },
          ]}
        />
      </label>
      <label className="flex flex-wrap items-center gap-2">
        Holds for
        <Select
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
          options={[
            ...terms.map((count) => ({ label: `${count} days`, value: count })),
            { label: 'ever, until it is taken back', value: 0 },
          ]}
        />
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
