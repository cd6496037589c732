import { readCutValue } from '#model/cut-value.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Value } from '../value/value.tsx'

/** A text that a source sent. Of one that was too long for the record it says how long it was and what is kept. */
export function SentValue({ field, value, limit = 160 }: { field: string; value: string; limit?: number }) {
  const cut = readCutValue(value)
  if (!cut) return <Value field={field} value={value} limit={limit} mono />
  return (
    <>
      <Value field={field} value={value} text={cut.start} limit={limit} mono />
      <details className="text-label text-ink-3">
        <summary className="w-fit">
          {withCommas(cut.bytes)} bytes, first {withCommas(cut.startBytes)} kept
        </summary>
        <p className="break-words">
          <InertText text={cut.start} limit={cut.start.length} />
        </p>
        <p className="break-all">
          SHA-256 <code>{cut.sha256}</code>
        </p>
        <p>The whole value is in its session and its capture.</p>
      </details>
    </>
  )
}
