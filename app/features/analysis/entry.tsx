import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Waiting } from '../../ui/progress.tsx'
import { DropZone } from './drop-zone.tsx'
import { type FileProblem, problemText } from './file-problem.ts'
import { useStart } from './use-start.ts'

/** Addresses pasted into a field, or a file of them. Both are forms that work without scripts. */
export function Entry({ text, refused }: { text: string; refused: FileProblem | null }) {
  const start = useStart()
  const { isSending, message, told, maxMb } = start
  const id = useId()
  const wrong = message || (refused ? problemText(refused, maxMb) : '')
  return (
    <section aria-label="New analysis" className="chrome grid gap-3">
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <form
          method="post"
          encType="multipart/form-data"
          action="/api/ip/analysis"
          aria-label="Addresses as text"
          className="grid gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            start.sendText(String(new FormData(event.currentTarget).get('text') ?? ''))
          }}
        >
          <label htmlFor={id} className="font-medium">
            Addresses, or any text that holds them
          </label>
          <textarea
            id={id}
            name="text"
            rows={10}
            required
            defaultValue={text}
            onInput={start.clear}
            aria-describedby={`${id}-hint`}
            placeholder={'203.0.113.7\n2001:db8::7\nsshd: Failed password for root from 198[.]51[.]100[.]4'}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
            className="w-full rounded-control border border-control bg-surface px-3 py-2 font-mono text-dense font-normal placeholder:text-ink-3"
          />
          <p id={`${id}-hint`} className="text-dense text-ink-2">
            IPv4 and IPv6, one a line or anywhere in a log; defanged ones and CIDR blocks are read, too. Each
            counts once.
          </p>
          <div>
            <Button type="submit" size="lg" loading={isSending}>
              Analyze IPs
            </Button>
          </div>
        </form>
        <DropZone start={start} />
      </div>
      {isSending && <Waiting label="Sending the list" />}
      {wrong !== '' && (
        <FormError
          title="No analysis was made"
          message={told === '' ? wrong : <SaidBesides wrong={wrong} told={told} />}
        />
      )}
    </section>
  )
}

const SaidBesides = ({ wrong, told }: { wrong: string; told: string }) => (
  <>
    {wrong} <span className="text-ink-2">{told}</span>
  </>
)
