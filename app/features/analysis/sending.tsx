import { Button } from '../../ui/button.tsx'
import { Progress, Waiting } from '../../ui/progress.tsx'
import { sizeText } from './bytes.ts'
import type { Start } from './use-start.ts'

/** How far a list is on its way to the server, and the way to end that. */
export function Sending({ start: { isSending, onItsWay, cancel } }: { start: Start }) {
  if (!isSending) return null
  if (onItsWay === null) return <Waiting label="Sending the list" />
  const { sent, bytes } = onItsWay
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="grow basis-48">
        <Progress percent={(100 * sent) / bytes} label="Sending the list" />
      </div>
      <span className="text-dense text-ink-2">
        {sent < bytes ? `${sizeText(sent)} of ${sizeText(bytes)} sent` : 'Sent. The list is being taken in.'}
      </span>
      <Button variant="secondary" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}
