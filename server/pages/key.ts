import type { Context } from 'hono'
import { mayNameLists } from '#gnql/names-of-lists.ts'
import { searchLimitOf, type SearchUse } from '#model/account/search-week.ts'
import type { Plan } from '#model/entitlements.ts'
import { pageCookies } from '#model/page-cookies.ts'
import type { ServerStatus } from '#model/server-status.ts'
import { type Scope, tenantOf } from '#services/scope.ts'
import type { Env } from '../http/env.ts'

/** What the documents are at, which pages are made of. */
export interface Versions {
  /** Another number after every change of any. */
  generation(): number
  /** How often something was changed on purpose that pages are made of: a list imported, the demo removed. */
  changes(): number
  /** Of one address; null where it has no version, or none is known. @param text as it stands in the path of its page */
  ofAddress(text: string): string | null
}

/** Pages that say the same to everybody of one plan: no page of the server's own state, and none of what somebody made. */
const keepable = /^\/(?:$|(?:ip|cves)\/(?!analysis(?:\/|$))|query\/|tags$|tags\/|cves$|trends\/|cheat-sheet$)/

/** React Router asks for the data of a page alone at its path with ".data", at "_.data" for one that ends in a slash. */
const pageOf = (path: string): string => path.replace(/(?:(?<=\/)_)?\.data$/, '')

const isSearch = /^\/(?:ip|query)\//

/** Whether a page may say what a list of a workspace holds: that changes with the list, which has no version. */
function isOfLists(path: string): boolean {
  try {
    return path.startsWith('/query/') && mayNameLists(decodeURIComponent(path))
  } catch {
    return true
  }
}

const maxText = 4096

/** Those of somebody's sign-in stay as they are: nobody else has them. */
const cookiesOf = (header: string, scope: Scope): string =>
  scope.kind === 'user' ? header : pageCookies(header)

/** A number for each plan, of which there are a few. */
const plans = new WeakMap<Plan, number>()
let known = 0

function numberOf(plan: Plan): number {
  const found = plans.get(plan)
  if (found !== undefined) return found
  plans.set(plan, (known += 1))
  return known
}

/** What every page shows beside its own. */
export interface Frame {
  status: ServerStatus
  /** null where the plan counts none. */
  searches: SearchUse | null
}

/**
 * All that a page depends on but the time: its address, what the browser keeps of us (model/page-cookies.ts), who asks and how their
 * searches stand, the banners and the day, and the version of the documents. null for a page that is made for each.
 */
export function keyOf(c: Context<Env>, { status, searches }: Frame, versions: Versions): string | null {
  const { method } = c.req
  const path = pageOf(c.req.path)
  const { scope } = c.var
  const cookies = c.req.header('cookie') ?? ''
  // A page that is a search is counted each time.
  if (searchLimitOf(scope.plan) !== null && isSearch.test(path)) return null
  if (method !== 'GET' || !keepable.test(path) || c.req.url.length + cookies.length > maxText) return null
  // With sessions of a workspace, which have no version.
  if (tenantOf(scope) !== null && (/[?&]why=/.test(c.req.url) || isOfLists(path))) return null
  const address = /^\/ip\/([^/]+)$/.exec(path)?.[1]
  const { now, ...banners } = status
  return JSON.stringify([
    c.req.url,
    cookiesOf(cookies, scope),
    numberOf(scope.plan),
    tenantOf(scope) ?? (scope.kind === 'visitor' && scope.isOperator === true),
    // What the frame offers, and to whom.
    scope.kind === 'user' ? scope.user : scope.kind === 'workspace' ? (scope.scopes ?? null) : null,
    banners,
    searches,
    now.slice(0, 10),
    versions.changes(),
    (address === undefined ? null : versions.ofAddress(address)) ?? versions.generation(),
  ])
}
