import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context } from 'hono'
import type { Env } from '../http/env.ts'
import { isFile } from '../limits/admit.ts'
import { holds } from './send.ts'

/**
 * The files of the build, packed as it left them (scripts/bootstrap.mjs). What has its hash in its name never changes; the few
 * others are asked about again.
 */
export function openFiles(folder: string): (c: Context<Env>) => Promise<Response | undefined> {
  const read = serveStatic<Env>({ root: folder, precompressed: true })
  const tags = new Map(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => {
        const hash = createHash('sha256').update(readFileSync(join(folder, name)))
        return [`/${name}`, `W/"${hash.digest('base64url').slice(0, 27)}"`]
      }),
  )
  return async (c) => {
    const { path } = c.req
    const about = {
      etag: isFile(path) ? `W/"${path.slice('/assets/'.length)}"` : (tags.get(path) ?? ''),
      'cache-control': isFile(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      vary: 'Accept-Encoding',
    }
    const found = (await read(c, async () => undefined)) ?? undefined
    if (!found?.ok || about.etag === '') return found
    if (holds(c.req.header('if-none-match'), about.etag)) {
      await found.body?.cancel()
      return new Response(null, { status: 304, headers: about })
    }
    for (const [name, value] of Object.entries(about)) found.headers.set(name, value)
    return found
  }
}
