import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { call } from '../../product/captures.ts'
import { type Product, root } from '../../product/start.ts'

/** What the product tells of its promises: /readyz. */
export interface Ready {
  ingest: { waiting_sessions: number }
  promises: {
    checked_at: string | null
    missing_sessions: number
    missing: { batch: string; name: string; sessions: number; why: string }[]
    remade_batches: number
    databases: string[]
  }
  parts: { checked_at: string | null; damaged: { table: string; outcome: string }[] }
}

export const ready = async (product: Product): Promise<Ready> =>
  (await call(product, '/readyz')).body as unknown as Ready

const run = promisify(execFile)

/** What a page and the command line leave out of what /readyz says is missing; a sentence each. */
export async function unsaid(
  product: Product,
  { missing_sessions, missing }: Ready['promises'],
): Promise<string[]> {
  if (missing_sessions === 0) return []
  const wrong: string[] = []
  const page = await (await fetch(product.url)).text()
  if (!page.includes('Missing data:')) wrong.push('the page does not say that sessions are missing')
  const node = join(root, 'node_modules', '.bin', 'node')
  const { stdout } = await run(node, [join(root, 'cli', 'main.ts'), 'status'], {
    cwd: root,
    env: { ...process.env, NOISEFLOOR_DATA: product.dataFolder },
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }))
  for (const { name, batch } of missing)
    if (!stdout.includes(name || batch))
      wrong.push(`the command line does not name ${name || batch}: ${stdout}`)
  return wrong
}
