import { queryHref } from '../query-href.ts'
import { pagePath } from '../routes/page-at.ts'

/** Paths that stand for pages (specification §2, "outside the app"). */
const outside = new Map<string, { path: string; hint?: string }>([
  ['/login', { path: '/auth-required', hint: 'login' }],
  ['/signup', { path: '/auth-required', hint: 'signup' }],
  ['/add-username', { path: '/signup/add-username' }],
  ['/verify-email', { path: '/signup/verify-email' }],
  ['/analysis', { path: '/ip/analysis' }],
  ['/account', { path: '/account/details' }],
])

/** "?a=b" of all parameters and the hint, "" of none. */
function search(params: URLSearchParams, hint?: string): string {
  const all = new URLSearchParams(params)
  if (hint !== undefined) all.set('hint', hint)
  return all.size === 0 ? '' : `?${all}`
}

/** Where an address of old goes now, or null. */
export function legacyTarget(url: URL): string | null {
  const path = pagePath(url.pathname)
  const all = url.searchParams
  const moved = outside.get(path)
  if (moved !== undefined) return `${moved.path}${search(all, moved.hint)}`
  const tag = /^\/tag\/([^/]+)$/.exec(path)?.[1]
  if (tag !== undefined) return `/tags/${tag}${search(all)}`
  // As people type it.
  const cve = /^\/cve\/([^/]+)$/.exec(path)?.[1]
  if (cve !== undefined) return `/cves/${cve}${search(all)}`
  const address = /^\/riot\/([^/]+)$/.exec(path)?.[1]
  if (address !== undefined) return `/ip/${address}${search(all)}`
  if (path === '/query') return `${queryHref(all.get('gnql') ?? '')}${without(all, 'gnql')}`
  // A block or a path typed into the address bar as it is: its slashes belong to the query.
  if (/^\/query\/.+\/./.test(path))
    return `${queryHref(decoded(url.pathname.slice('/query/'.length)))}${search(all)}`
  const view = path === '/trends' ? all.get('view') : null
  if (view !== null) return `/trends/${encodeURIComponent(view || 'trending')}${without(all, 'view')}`
  return null
}

/** All parameters but one. */
const without = (params: URLSearchParams, name: string): string =>
  search(new URLSearchParams([...params].filter(([key]) => key !== name)))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
