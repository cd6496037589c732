import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createRoute, z } from '@hono/zod-openapi'
import type { Autocomplete } from '#model/query.ts'
import { maxAgeMs } from '#services/tags/cached.ts'
import { type Names, namesFor, namesHolding } from '#services/tags/autocomplete.ts'
import { takesGzip } from '../../http/encoding.ts'
import type { App } from '../../http/app-deps.ts'
import { refusals } from '../refusals.ts'
import { namesAnswer } from '../wire/completion.ts'

const complete = createRoute({
  method: 'get',
  path: '/api/tags/autocomplete',
  summary:
    'Names for completing queries: actors, countries, CVEs, tags, VPN services, the most frequent first',
  request: {
    query: z.object({
      text: z.string().min(1).max(100).optional().openapi({
        description: 'What names hold, the nearest first, 20 of each kind; all names without it.',
      }),
    }),
  },
  responses: {
    200: {
      description: 'At most a minute old',
      content: {
        'application/json': {
          schema: namesAnswer,
        },
      },
    },
    ...refusals('invalid-input', 'unauthorized', 'busy'),
  },
})

const packed = promisify(gzip)
const made = new WeakMap<Autocomplete, { body: string; gzipped: () => Promise<Uint8Array<ArrayBuffer>> }>()

const onWire = ({ vpnServices, ...rest }: Autocomplete): object => ({ ...rest, vpn_services: vpnServices })

/** The same names for everybody of one plan, as they are sent: written and packed once. */
function written(names: Autocomplete) {
  const known = made.get(names)
  if (known) return known
  const body = JSON.stringify(onWire(names))
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
    const { text } = c.req.valid('query')
    const known = namesFor(c.var.scope, await names())
    if (text !== undefined) return c.json(onWire(namesHolding(known, text)) as never, 200)
    const { body, gzipped } = written(known)
    const isZipped = takesGzip(c.req.header('accept-encoding'))
    c.header('cache-control', `private, max-age=${maxAgeMs / 1000}`)
    if (isZipped) c.header('content-encoding', 'gzip')
    c.header('content-type', 'application/json')
    return c.body(isZipped ? await gzipped() : body, 200) as never
  })
}
