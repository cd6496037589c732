import { visible } from '../../ui/visible-text.ts'
import { Pieces } from '../../ui/inert-text.tsx'
import { hrefOf } from './value-href.ts'

/**
 * A value as one element, where a page shows hundreds: a plain link, whose menu value-button.ts offers where it is pointed at
 * or focused. `dir` keeps its direction to itself, as `bdi` would.
 */
export function ValueLink({
  field,
  value,
  text = value,
  limit = 80,
  mono = false,
}: {
  /** GNQL field; "" for an address. */
  field: string
  value: string
  text?: string
  limit?: number
  mono?: boolean
}) {
  return (
    <a
      href={hrefOf(field, value)}
      dir="ltr"
      {...(mono && { className: 'mono' })}
      {...(text.length > 24 && { title: visible(text.slice(0, 4000)) })}
    >
      <Pieces text={text} limit={limit} />
    </a>
  )
}
