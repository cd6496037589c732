import { Link, useParams } from 'react-router'
import { term } from '#gnql/term.ts'
import { queryHref } from '../../query-href.ts'
import { defang } from './defang.ts'
import { narrowing } from '#gnql/narrow.ts'

export interface Chosen {
  /** GNQL field, "" for an address, which stands in a query by itself. */
  field: string
  value: string
}

const look =
  'flex min-h-8 w-full items-center rounded-control px-2 text-left text-ink hover:bg-hover hover:text-ink hover:no-underline focus-visible:bg-hover'

/** What can be done with a value, in the order every page keeps. */
export function Items({
  chosen: { field, value },
  close,
  copy,
}: {
  chosen: Chosen
  close: () => void
  copy: (text: string) => void
}) {
  const { gnql } = useParams()
  const include = field === '' ? value : term(field, value)
  const exclude = field === '' ? `-${value}` : term(field, value, true)
  const narrow = narrowing(gnql ?? '')
  const links = [
    { label: 'Add to query', to: queryHref(narrow(include)) },
    { label: 'Exclude', to: queryHref(narrow(exclude)) },
    ...(gnql === undefined ? [] : [{ label: 'Replace query', to: queryHref(include) }]),
  ]
  const copies = [
    { label: 'Copy', text: value },
    { label: 'Copy defanged', text: defang(value) },
    ...(field === '' ? [] : [{ label: `Copy as ${field}:…`, text: include }]),
  ]
  return (
    <>
      {links.map(({ label, to }) => (
        <Link key={label} className={look} to={to} onClick={close}>
          {label}
        </Link>
      ))}
      {copies.map(({ label, text }) => (
        <button key={label} type="button" className={look} onClick={() => copy(text)}>
          {label}
        </button>
      ))}
    </>
  )
}
