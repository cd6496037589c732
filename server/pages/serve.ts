import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Context } from 'hono'
import type { ServerBuild } from 'react-router'
import { readConsent } from '#app/settings/consent.ts'
import { searchLimitOf } from '#model/account/search-week.ts'
import { refuse } from '#model/errors.ts'
import type { ServerStatus } from '#model/server-status.ts'
import type { Caller } from '#services/context.ts'
import type { Services } from '#services/services.ts'
import type { Env } from '../http/env.ts'
import { isFile } from '../limits/admit.ts'
import { openFiles } from './files.ts'
import { type Frame, keyOf, type Versions } from './key.ts'
import { dayOnly, keptPage, type KeptPage, openKeptPages } from './kept.ts'
import { without } from './cut.ts'
import { type Policy, sealed } from './policy.ts'
import { sent } from './send.ts'

type Entry = ServerBuild['entry']['module'] & typeof import('#app/entry.server.tsx')

export interface PageServer {
  answer(c: Context<Env>): Promise<Response>
  /** Which of its builds React is. */
  reactBuild: 'development' | 'production'
  /** Another one for other pages. */
  buildId: string
}

const clientFolder = fileURLToPath(new URL('../../build/client', import.meta.url))
const serverBuild = new URL('../../build/server/index.js', import.meta.url)

/** Serves the built pages: files by their hashed names, everything else by React Router with our verbs in its context. */
export async function openPages(
  servicesFor: (caller: Caller) => Services,
  onView: (page: string) => void,
  {
    status: statusNow,
    versions,
    clock,
    policy: policyOf,
  }: { status: () => ServerStatus; versions: Versions; clock: () => number; policy: Policy },
): Promise<PageServer> {
  if (!existsSync(serverBuild)) throw new Error('The pages are not built: start with npm start.')
  const build = (await import(serverBuild.href)) as ServerBuild
  // Everything of React Router comes from the build: a second copy would not recognise our context.
  const entry = build.entry.module as Entry
  const handle = entry.createRequestHandler(build, 'production')
  const files = openFiles(clientFolder)

  const kept = openKeptPages(clock)

  interface Asked extends Frame {
    services: Services
    onView: (page: string) => void
  }

  async function rendered(
    c: Context<Env>,
    { services, status, searches, onView: view }: Asked,
  ): Promise<{ response: Response; nonce: string; isPage: boolean; document: Buffer<ArrayBuffer> | null }> {
    const request = wellFormed(c.req.raw)
    // 122 bits of chance, of which the runtime draws many at once.
    const nonce = randomUUID()
    let document: Buffer<ArrayBuffer> | null = null
    const context = entry.createLoadContext({
      services,
      nonce,
      status,
      searches,
      request,
      requestId: c.var.requestId,
      onView: view,
      onDrawn: (pieces) => void (document = Buffer.concat(pieces.map((piece) => Buffer.from(piece)))),
      onError: (error) => c.var.log.error({ err: error }, 'unexpected error in a page'),
    })
    const response = await handle(request, context)
    // The router answers a caller who left with an empty 500.
    c.var.signal.throwIfAborted()
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    return { response, nonce, isPage, document }
  }

  /** A page for nobody else: its scripts are told from others by the nonce. */
  function forOne(
    c: Context<Env>,
    { response, nonce, isPage, document }: Awaited<ReturnType<typeof rendered>>,
  ): Response {
    if (!isPage) return response
    const { status, headers } = response
    headers.set('content-security-policy', policyOf([`nonce-${nonce}`], consentOf(c)))
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
    return new Response(document, { status, headers })
  }

  /** What may be given again to whoever may see the same; null where there is none. */
  async function forAll(
    c: Context<Env>,
    { response, nonce, isPage, document }: Awaited<ReturnType<typeof rendered>>,
  ): Promise<Pick<KeptPage, 'body' | 'headers'> | null> {
    const { status, headers } = response
    if (status !== 200 || headers.has('set-cookie')) return null
    const forgotten = c.var.requestId
    if (isPage) {
      const policyFor = (allowed: readonly string[]) => policyOf(allowed, consentOf(c))
      const page = document && sealed(document, { nonce, forgotten }, policyFor)
      const html = { 'content-type': 'text/html; charset=utf-8' }
      return page && { body: page.body, headers: { ...html, 'content-security-policy': page.policy } }
    }
    // The answer to a call of the router: it reads the data of a page by this header (react-router, single fetch).
    if (!headers.has('x-remix-response')) return null
    return {
      body: without(Buffer.from(await response.arrayBuffer()), forgotten),
      headers: { 'content-type': headers.get('content-type') ?? '', 'x-remix-response': 'yes' },
    }
  }

  async function page(c: Context<Env>): Promise<Response> {
    const status = statusNow()
    const isCounted = searchLimitOf(c.var.scope.plan) !== null
    // A page that is kept needs no verbs.
    let bound: Services | undefined
    const services = (): Services => (bound ??= servicesFor(c.var))
    const searches = isCounted ? await services().searchUse() : null
    const count = isPrefetch(c) ? () => undefined : onView
    const render = (onView: (page: string) => void) =>
      rendered(c, { services: services(), status, searches, onView })
    const key = keyOf(c, { status, searches }, versions)
    if (key === null) return forOne(c, await render(count))
    const again = (one: KeptPage) => {
      for (const name of one.views) count(name)
      return sent(c, one)
    }
    const found = kept.get(key)
    if (found) return again(found)
    let own: Response | undefined
    const made = await kept.make(key, async () => {
      const views: string[] = []
      const answer = await render((name) => void views.push(name))
      const page = await forAll(c, answer)
      if (page) return keptPage({ ...page, said: dayOnly(page.body, status.now), views })
      own = forOne(c, answer)
      for (const name of views) count(name)
      return null
    })
    return made ? again(made) : (own ?? forOne(c, await render(count)))
  }

  return {
    reactBuild: entry.reactBuild,
    buildId: build.assets.version,
    async answer(c) {
      const { method, path } = c.req
      // Pages offer no act that writes.
      if (method !== 'GET' && method !== 'HEAD')
        throw refuse('not-allowed', 'Pages are only read.', { allow: ['GET', 'HEAD'] })
      // Only what the build put there by name; an attacker's path must never become a file look-up elsewhere.
      if (/^\/(assets\/[\w.-]+|[\w-]+\.(svg|ico|png|webp|txt))$/.test(path)) {
        const found = await files(c)
        if (found) return found
      }
      // Reading a file waits for no turn (limits/admit.ts): nothing is rendered where there is none.
      if (isFile(path)) throw refuse('not-found', 'There is no such file.')
      return page(c)
    },
  }
}

/** The browser asks before anybody opens the page (app/features/shell/use-prefetch.ts, and of itself): nobody has seen it yet. */
const isPrefetch = (c: Context<Env>): boolean =>
  /^prefetch\b/.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '')

const consentOf = (c: Context<Env>) => readConsent(c.req.header('cookie') ?? '')

/** A path whose percent signs encode nothing means them as they stand; the router would complain of it on standard error. */
function wellFormed(request: Request): Request {
  const url = new URL(request.url)
  try {
    decodeURIComponent(url.pathname)
    return request
  } catch {
    url.pathname = url.pathname.replaceAll('%', '%25')
    const { method, headers, signal } = request
    return new Request(url, { method, headers, signal })
  }
}
