import { queryHref } from '../query-href.ts'

/** Paths that stand for pages (specification §2, "outside the app"). */
const outside = new Map<string, { path: string; hint?: string }>([
  ['/login', { path: '/auth-required', hint: 'login' }],
  ['/signup', { path: '/auth-required', hint: 'signup' }],
  ['/add-username', { path: '/signup/add-username' }],
  ['/verify-email', { path: '/signup/verify-email' }],
  ['/analysis', { path: '/ip/analysis' }],
  ['/account', { path: '/account/details' }],
])

/** Parameters are kept; the hint is added. */
function search(params: URLSearchParams, hint: string | undefined): string {
  const all = new URLSearchParams(params)
  if (hint !== undefined) all.set('hint', hint)
  return all.size === 0 ? '' : `?${all}`
}

/** Where an address of old goes now, or null. */
export function legacyTarget(url: URL): string | null {
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  const moved = outside.get(path)
  if (moved !== undefined) return `${moved.path}${search(url.searchParams, moved.hint)}`
  const tag = /^\/tag\/([^/]+)$/.exec(path)?.[1]
  if (tag !== undefined) return `/tags/${tag}`
  // As people type it.
  const cve = /^\/cve\/([^/]+)$/.exec(path)?.[1]
  if (cve !== undefined) return `/cves/${cve}`
  const address = /^\/riot\/([^/]+)$/.exec(path)?.[1]
  if (address !== undefined) return `/ip/${address}`
  if (path === '/query') return queryHref(url.searchParams.get('gnql') ?? '')
  // A block or a path typed into the address bar as it is: its slashes belong to the query.
  if (/^\/query\/.+\/./.test(path)) return queryHref(decoded(url.pathname.slice('/query/'.length)))
  const view = path === '/trends' ? url.searchParams.get('view') : null
  if (view !== null)
    return `/trends/${encodeURIComponent(view || 'trending')}${without(url.searchParams, 'view')}`
  return null
}

/** "?a=b" of all parameters but one, "" of none. */
function without(params: URLSearchParams, name: string): string {
  const rest = new URLSearchParams([...params].filter(([key]) => key !== name))
  return rest.size === 0 ? '' : `?${rest}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
