import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { InertText } from '../../ui/inert-text.tsx'
import { visible } from '../../ui/visible-text.ts'
import { queryHref } from '../../query-href.ts'
import { canonicalCve } from '#model/cve.ts'
import { isProse } from './prose.ts'
import { term } from '#gnql/term.ts'

/** Entities that have a page of their own whatever shows them. */
const ownPage = (field: string, value: string): string | undefined => {
  const cve = field === 'cve' ? canonicalCve(value) : null
  return cve === null ? undefined : `/cves/${cve}`
}

/**
 * A value that can be acted on: the text links to its own page or to the query of it, the small button opens the menu
 * (menu.tsx reads the data attributes). Without scripts the link remains.
 */
export function Value({
  field,
  value,
  to,
  children,
}: {
  /** GNQL field; "" for an address, whose page is `to`. */
  field: string
  value: string
  /** The entity's own page, when it has one. */
  to?: string
  children?: ReactNode
}) {
  return (
    <span className="value">
      <Link to={to ?? ownPage(field, value) ?? queryHref(term(field, value))}>
        {children ?? <InertText text={value} limit={160} mono={!isProse(field)} />}
      </Link>
      <button
        type="button"
        className="scripted chrome"
        aria-label={`Act on ${visible(value.slice(0, 80))}`}
        aria-haspopup="true"
        data-field={field}
        // JSON, because an attribute cannot hold every character an attacker may send (NUL, CR).
        data-value={JSON.stringify(value)}
      >
        ⋮
      </button>
    </span>
  )
}
