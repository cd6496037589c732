import type { ReactNode } from 'react'
import { Pieces } from '../../ui/inert-text.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { visible } from '../../ui/visible-text.ts'
import { isProse } from './prose.ts'
import { hrefOf } from './value-href.ts'

/**
 * A value that can be acted on: the text links to its own page or to the query of it, the small button opens the menu. A page
 * holds hundreds: the link is a plain one (shell/page-links.ts follows it), and the button comes with the scripts it needs.
 */
export function Value({
  field,
  value,
  to,
  text = value,
  limit = 160,
  mono = !isProse(field),
  lead,
  children,
}: {
  /** GNQL field; "" for an address, whose page is `to`. */
  field: string
  value: string
  /** The entity's own page, when it has one. */
  to?: string
  /** What is shown, cut at `limit`, where it is not the value itself. */
  text?: string
  limit?: number
  mono?: boolean
  /** Words of our own before the text. */
  lead?: ReactNode
  /** Instead of the text; what others wrote is inert in it. */
  children?: ReactNode
}) {
  const href = to ?? hrefOf(field, value)
  const act = useAlive() && <ActButton field={field} value={value} />
  if (children !== undefined)
    return (
      <span className="value">
        <a href={href}>{children}</a>
        {act}
      </span>
    )
  return (
    <bdi dir="ltr" className={mono ? 'value mono' : 'value'}>
      <a href={href} {...(text.length > limit && { title: visible(text.slice(0, 4000)) })}>
        {lead}
        <Pieces text={text} limit={limit} />
      </a>
      {act}
    </bdi>
  )
}

/** Opens the menu, which reads the data attributes (menu.tsx). */
export function ActButton({ field, value }: { field: string; value: string }) {
  return (
    <button
      type="button"
      className="chrome"
      aria-label={`Act on ${visible(value.slice(0, 80))}`}
      aria-haspopup="true"
      data-field={field}
      // JSON, because an attribute cannot hold every character an attacker may send (NUL, CR).
      data-value={JSON.stringify(value)}
    >
      ⋮
    </button>
  )
}
