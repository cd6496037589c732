import { useId } from 'react'
import { Button, type ButtonLook } from '../../ui/button.tsx'

/** What cannot be undone is asked once more, by its name; who presses on by accident stays where they were. */
export function AskFirst({
  question,
  label,
  look,
  loading,
  onCancel,
}: {
  question: string
  label: string
  look?: ButtonLook | undefined
  loading: boolean
  onCancel: () => void
}) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid justify-items-start gap-2">
      <p id={id} className="font-medium break-words">
        {question}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onCancel} autoFocus>
          Cancel
        </Button>
        <Button type="submit" loading={loading} {...look}>
          {label}
        </Button>
      </div>
    </div>
  )
}
