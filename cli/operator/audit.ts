import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { accepted, type Connection, open } from '../connection.ts'
import { Exit } from '../exit.ts'
import { printable } from '../printable.ts'

const change = z.object({
  at: z.string(),
  workspace: z.string(),
  actor: z.string(),
  act: z.string(),
  subject: z.string(),
  before: z.string(),
  after: z.string(),
  address: z.string(),
})

export interface AuditOptions {
  workspace: string | undefined
  since: string | undefined
  /** A file for NDJSON. */
  out: string | undefined
  json: boolean
}

/** `noisefloor audit`: who changed what, oldest first; as NDJSON with `--json` or into a file. */
export async function auditCommand(
  connection: Connection,
  words: string[],
  { workspace, since, out, json }: AuditOptions,
): Promise<void> {
  if (words.length > 0)
    throw new Exit('usage', 'Usage: noisefloor audit [--workspace ID] [--since TIME] [--json] [--out FILE]')
  const search = new URLSearchParams({ ...(workspace && { workspace }), ...(since && { since }) })
  const response = await open(connection, `/api/operator/changes?${search}`)
  if (response.status !== 200 || !response.body)
    return void accepted({ status: response.status, body: await response.json() })
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
  if (out !== undefined) return keep(body, out)
  for await (const line of createInterface({ input: body })) console.log(json ? line : told(line))
}

/** Whole or not at all, and for its owner alone: it names people. */
async function keep(body: Readable, out: string): Promise<void> {
  const fresh = `${out}.partial`
  try {
    await pipeline(body, createWriteStream(fresh, { mode: 0o600, flags: 'wx' }))
    await rename(fresh, out)
  } catch (error) {
    await rm(fresh, { force: true })
    throw new Exit(
      'failed',
      `${out} was not written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function told(line: string): string {
  const { at, actor, act, subject, before, after, address } = change.parse(JSON.parse(line))
  const changed = before || after ? `: ${before} → ${after}` : ''
  return printable(`${at}  ${actor}  ${act}  ${subject}${changed}${address ? `  from ${address}` : ''}`)
}
