import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createRoute } from '@hono/zod-openapi'
import type { Autocomplete } from '#model/query.ts'
import { maxAgeMs } from '#services/tags/cached.ts'
import { type Names, namesFor } from '#services/tags/autocomplete.ts'
import { takesGzip } from '../../http/encoding.ts'
import type { App } from '../../http/app-deps.ts'
import { refusals } from '../refusals.ts'
import { namesAnswer } from '../wire/completion.ts'

const complete = createRoute({
  method: 'get',
  path: '/api/tags/autocomplete',
  summary: 'Names for completing queries: actors, CVEs, tags, VPN services, the most frequent first',
  responses: {
    200: {
      description: 'At most a minute old',
      content: {
        'application/json': {
          schema: namesAnswer,
        },
      },
    },
    ...refusals('unauthorized', 'busy'),
  },
})

const packed = promisify(gzip)
const made = new WeakMap<Autocomplete, { body: string; gzipped: () => Promise<Uint8Array<ArrayBuffer>> }>()

/** The same names for everybody of one plan, as they are sent: written and packed once. */
function written(names: Autocomplete) {
  const known = made.get(names)
  if (known) return known
  const { vpnServices, ...rest } = names
  const body = JSON.stringify({ ...rest, vpn_services: vpnServices })
  let small: Promise<Uint8Array<ArrayBuffer>> | undefined
  const one = {
    body,
    gzipped: () => (small ??= packed(body, { level: 9 }).then((bytes) => new Uint8Array(bytes))),
  }
  made.set(names, one)
  return one
}

export function autocompleteRoute(app: App, names: () => Promise<Names>): void {
  app.openapi(complete, async (c) => {
    const { body, gzipped } = written(namesFor(c.var.scope, await names()))
    const isZipped = takesGzip(c.req.header('accept-encoding'))
    c.header('cache-control', `private, max-age=${maxAgeMs / 1000}`)
    if (isZipped) c.header('content-encoding', 'gzip')
    c.header('content-type', 'application/json')
    return c.body(isZipped ? await gzipped() : body, 200) as never
  })
}
