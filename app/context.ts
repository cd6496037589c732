import { createContext, RouterContextProvider } from 'react-router'
import type { CaptchaShown } from '#model/captcha.ts'
import type { SearchUse } from '#model/account/search-week.ts'
import type { Clock } from '#model/clock.ts'
import { signInMaxAgeSeconds } from '#model/account/sign-in-age.ts'
import { pageCookies } from '#model/page-cookies.ts'
import type { PlanLimits } from '#model/ip-document/groups.ts'
import { type SearchType, searchTypes } from '#model/search-type.ts'
import type { ServerStatus } from '#model/server-status.ts'
import type { Site } from '#model/site.ts'
import type { FileUploadSize } from '#model/entitlements.ts'
import type { ThirdParties } from '#model/third-parties.ts'
import type { FrameUser, Services, TrialOffer } from '#services/services.ts'
import { maySearch } from './may-search.ts'
import { type Consent, readConsent } from './settings/consent.ts'
import { clockOf, type Settings, readSettings } from './settings/cookie.ts'

/** What a request brings into loaders and middleware. The keys live in the app's own module graph. */
export const services = createContext<Services>()
export const nonce = createContext<string>('')
export const frame = createContext<FrameData>()
/** Whether a whole document is made, or only what the router asks for in one that the browser has. */
export const isDocument = createContext<boolean>(true)
export const report = createContext<(error: unknown) => void>(() => {})
export const viewed = createContext<(page: string) => void>(() => {})
export const drawn = createContext<(pieces: readonly string[]) => void>(() => {})

/** What every page's frame shows, whatever happens to its loaders. */
export interface FrameData {
  settings: Settings
  /** How moments are shown to this reader. */
  clock: Clock
  status: ServerStatus
  /** Whether who asks may read how the server fares. */
  isOperator: boolean
  mayRemoveDemo: boolean
  /** null for who is not signed in. */
  user: FrameUser | null
  /** Seconds between two looks whether the sign-in still stands; 0: only when the window is seen again. */
  sessionRefreshSeconds: number
  /** Where people sign in with a password kept here: seconds after which an open page refreshes its sign-in, else 0. */
  localRefreshSeconds: number
  /** The bot check; null where there is none. */
  captcha: CaptchaShown | null
  /** null where the plan has no limit. */
  searches: SearchUse | null
  plan: PlanLimits
  /** MB that files for analyses may have. */
  fileUploadSize: FileUploadSize
  /** What the reader's plan may search. */
  searchTypes: readonly SearchType[]
  /** Whether the reader's offering lets them export. */
  mayExport: boolean
  /** Whether a message to support arrives anywhere. */
  hasSupport: boolean
  site: Site
  /** What the browser's user answered to the notice about cookies; null: not yet. */
  consent: Consent | null
  /** How to ask for a trial; null: not at all. */
  trial: TrialOffer | null
  /** Scripts of others, and whether the reader allowed them is `consent`. */
  thirdParties: ThirdParties
  /** Shown on error pages, to be quoted to the operator. */
  requestId: string
}

export interface LoadContextInput {
  /** The verbs, bound to who is asking. */
  services: Services
  /** A fresh value a response, also put into the Content-Security-Policy header by the server. */
  nonce: string
  status: ServerStatus
  searches?: SearchUse | null
  request: Request
  requestId?: string
  /** Where unexpected errors of loaders and rendering go (the server's log). */
  onError?: (error: unknown) => void
  /** Told the tracking name of each page that is shown (routes/table.ts). */
  onView?: (page: string) => void
  /** Told the document, one piece after the other, which the response does not hold. */
  onDrawn?: (pieces: readonly string[]) => void
}

/** Called by the HTTP server for each request, off the build's entry module: never two copies of React Router. */
export function createLoadContext(input: LoadContextInput): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(services, input.services)
  context.set(nonce, input.nonce)
  context.set(isDocument, !new URL(input.request.url).pathname.endsWith('.data'))
  const cookies = pageCookies(input.request.headers.get('cookie') ?? '')
  const settings = readSettings(cookies)
  context.set(frame, {
    settings,
    clock: clockOf(settings, input.status.timeZone),
    status: input.status,
    isOperator: input.services.can('operator'),
    mayRemoveDemo: input.services.can('workspace') && input.services.can('global-records'),
    user: input.services.user,
    sessionRefreshSeconds: input.services.sessionRefreshSeconds,
    localRefreshSeconds: input.services.localAccounts ? signInMaxAgeSeconds : 0,
    captcha: input.services.captcha,
    searches: input.searches ?? null,
    plan: input.services.plan,
    fileUploadSize: input.services.fileUploadSize,
    searchTypes: searchTypes.filter(maySearch(input.services)),
    mayExport: input.services.can('data-export'),
    hasSupport: input.services.hasSupport,
    site: input.services.site,
    consent: readConsent(cookies),
    thirdParties: input.services.thirdParties,
    trial: input.services.trial,
    requestId: input.requestId ?? '',
  })
  if (input.onError) context.set(report, input.onError)
  if (input.onView) context.set(viewed, input.onView)
  if (input.onDrawn) context.set(drawn, input.onDrawn)
  return context
}
