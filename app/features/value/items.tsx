import { Link, useParams, useSearchParams } from 'react-router'
import { fieldFilter } from '#gnql/filters.ts'
import { narrowing } from '#gnql/narrow.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import { shortName } from '#gnql/registry/short-name.ts'
import { term } from '#gnql/term.ts'
import { type LookUpKind, lookUpUrl } from '#model/site.ts'
import { useFrame } from '../../page-frame.tsx'
import { Key } from '../../ui/key.tsx'
import { useItemKeys } from './item-keys.ts'
import { queryHref } from '../../query-href.ts'
import { useQueryPlace } from '../query/place.ts'
import type { Chosen } from './chosen.ts'
import { defang } from './defang.ts'

const look =
  'flex min-h-8 w-full items-center justify-between gap-4 rounded-control px-2 text-left text-ink hover:bg-hover hover:text-ink hover:no-underline focus-visible:bg-hover'

/** Whose values others can be asked about, by the names that people type. */
const lookUpKind: Readonly<Record<string, LookUpKind>> = {
  '': 'ip',
  cve: 'cve',
  asn: 'asn',
  domain: 'domain',
  rdns_parent: 'domain',
  md5: 'hash',
}

/** What can be done with a value, in the order every page keeps. */
export function Items({
  chosen: { field, value, href },
  close,
  copy,
}: {
  chosen: Chosen
  close: () => void
  copy: (text: string) => void
}) {
  const [params] = useSearchParams()
  const { hrefOf, queryOf } = useQueryPlace()
  const gnql = queryOf(useParams(), params)
  const { site, settings } = useFrame()
  const { lookUps } = site
  const known = ipRegistry.find(field)
  const name = known ? shortName(known) : field
  const kind = lookUpKind[name]
  const elsewhere = kind ? lookUps[kind] : []
  const include = field === '' ? value : term(name, value)
  const exclude = field === '' ? `-${value}` : term(name, value, true)
  const filter = gnql !== undefined && known ? fieldFilter(gnql, known) : null
  const narrow = narrowing(gnql ?? '')
  const state = filter?.stateOf(value) ?? null
  const to = (query: string) => (gnql === undefined ? queryHref(query) : hrefOf(query, params))
  const links = [
    state !== null && filter
      ? {
          label: 'Remove from query',
          to: to(state === 'included' ? filter.toggle(value) : filter.toggleExcluded(value)),
        }
      : { label: 'Add to query', shortcut: '+', to: to(narrow(include)) },
    state === 'excluded' && filter
      ? { label: 'Switch to include', shortcut: '+', to: to(filter.toggle(value)) }
      : {
          label: state === 'included' ? 'Switch to exclude' : 'Exclude',
          shortcut: '-',
          to: to(state === 'included' && filter ? filter.toggleExcluded(value) : narrow(exclude)),
        },
    ...(state === null && filter && filter.included.size > 0
      ? [{ label: `Or ${name}:…`, to: to(filter.toggle(value)) }]
      : []),
    ...(gnql === undefined ? [] : [{ label: 'Replace query', to: to(include) }]),
  ]
  const copies = [
    { label: 'Copy', shortcut: 'c', text: value },
    { label: 'Copy defanged', shortcut: 'd', text: defang(value) },
    ...(field === '' ? [] : [{ label: `Copy as ${name}:…`, text: include }]),
  ]
  /** Of an item: the keys find it by what ARIA is told (item-keys.ts). */
  const pressed = (shortcut?: string) =>
    settings.keys === 'on' && shortcut ? { 'aria-keyshortcuts': shortcut } : {}
  const cap = (shortcut?: string) => settings.keys === 'on' && shortcut && <Key quiet>{shortcut}</Key>
  return (
    <div onKeyDown={useItemKeys()}>
      {links.map(({ label, shortcut, to: target }) => (
        <Link key={label} className={look} to={target} onClick={close} {...pressed(shortcut)}>
          {label}
          {cap(shortcut)}
        </Link>
      ))}
      {href !== '' && (
        <>
          <Link className={look} to={href} onClick={close}>
            Open
          </Link>
          <a className={look} href={href} target="_blank" rel="noreferrer" onClick={close}>
            Open in new tab
          </a>
        </>
      )}
      {copies.map(({ label, shortcut, text }) => (
        <button key={label} type="button" className={look} onClick={() => copy(text)} {...pressed(shortcut)}>
          {label}
          {cap(shortcut)}
        </button>
      ))}
      {elsewhere.map((link) => (
        <a
          key={link.label}
          className={look}
          href={lookUpUrl(link, value)}
          target="_blank"
          rel="noreferrer noopener"
          onClick={close}
        >
          {link.label} ↗
        </a>
      ))}
    </div>
  )
}
