import { FormError } from '../../../ui/form-error.tsx'
import { DropZone } from '../../analysis/drop-zone.tsx'
import { Sending } from '../../analysis/sending.tsx'
import type { Start } from '../../analysis/use-start.ts'

/** Where a file of addresses or CVEs is dropped, and what was wrong with it or with a list that was typed. */
export function Files({ start }: { start: Start }) {
  const { message, told } = start
  return (
    <div className="grid gap-2 px-4 pb-2">
      <DropZone start={start} isSmall />
      <Sending start={start} />
      {message !== '' && (
        <FormError title="No analysis was made" message={told ? `${message} ${told}` : message} />
      )}
    </div>
  )
}
