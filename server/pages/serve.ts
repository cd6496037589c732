import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import type { ServerBuild } from 'react-router'
import { refuse } from '#model/errors.ts'
import type { Caller } from '#services/context.ts'
import type { Services } from '#services/services.ts'
import type { Env } from '../http/env.ts'
import { isFile } from '../limits/admit.ts'

type Entry = ServerBuild['entry']['module'] & typeof import('#app/entry.server.tsx')

export interface PageServer {
  answer(c: Context<Env>): Promise<Response>
}

const clientFolder = fileURLToPath(new URL('../../build/client', import.meta.url))
const serverBuild = new URL('../../build/server/index.js', import.meta.url)

const policyWith = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Serves the built pages: files by their hashed names, everything else by React Router with our verbs in its context. */
export async function openPages(
  servicesFor: (caller: Caller) => Services,
  onView: (page: string) => void,
): Promise<PageServer> {
  if (!existsSync(serverBuild)) throw new Error('The pages are not built: start with npm start.')
  const build = (await import(serverBuild.href)) as ServerBuild
  // Everything of React Router comes from the build: a second copy would not recognise our context.
  const entry = build.entry.module as Entry
  const handle = entry.createRequestHandler(build, 'production')
  const files = serveStatic<Env>({
    root: clientFolder,
    onFound: (_path, c) => {
      c.header(
        'cache-control',
        isFile(c.req.path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })

  async function page(c: Context<Env>): Promise<Response> {
    const request = wellFormed(c.req.raw)
    const nonce = randomBytes(16).toString('base64')
    const services = servicesFor(c.var)
    const context = entry.createLoadContext({
      services,
      nonce,
      status: await services.status(),
      request,
      requestId: c.var.requestId,
      onView,
      onError: (error) => c.var.log.error({ err: error }, 'unexpected error in a page'),
    })
    const response = await handle(request, context)
    // The router answers a caller who left with an empty 500.
    c.var.signal.throwIfAborted()
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      response.headers.set('content-security-policy', policyWith(nonce))
      if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store')
    }
    return response
  }

  return {
    async answer(c) {
      const { method, path } = c.req
      // Pages offer no act that writes.
      if (method !== 'GET' && method !== 'HEAD')
        throw refuse('not-allowed', 'Pages are only read.', { allow: ['GET', 'HEAD'] })
      // Only what the build put there by name; an attacker's path must never become a file look-up elsewhere.
      if (/^\/(assets\/[\w.-]+|[\w-]+\.(svg|ico|png|webp|txt))$/.test(path)) {
        const found = await files(c, async () => undefined)
        if (found) return found
      }
      // Reading a file waits for no turn (limits/admit.ts): nothing is rendered where there is none.
      if (isFile(path)) throw refuse('not-found', 'There is no such file.')
      return page(c)
    },
  }
}

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
