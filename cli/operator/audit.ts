import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Connection } from '../connection.ts'
import { counted } from '../counted.ts'
import { Exit } from '../exit.ts'
import { mustBeFile } from '../file.ts'
import { jsonText, printable } from '../printable.ts'
import { changesIn } from './changes.ts'

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

const usage =
  'Usage: noisefloor audit [list] [--workspace ID] [--since TIME] [--json] | audit export -o FILE [--workspace ID] [--since TIME]'

/** `noisefloor audit list|export`: who changed what, oldest first; as NDJSON with `--json` or into a file. */
export async function auditCommand(
  connection: Connection,
  [act = 'list', ...more]: string[],
  { workspace, since, out, json }: AuditOptions,
): Promise<void> {
  if (more.length > 0 || !['list', 'export'].includes(act) || (act === 'export' && out === undefined))
    throw new Exit('usage', usage)
  const lines = changesIn(connection, { ...(workspace && { workspace }), ...(since && { since }) })
  if (out !== undefined) return keep(lines, out)
  let rows = 0
  for await (const line of lines) {
    rows += 1
    console.log(json ? jsonText(JSON.parse(line)) : told(line))
  }
  // Not on standard output, which is the list.
  if (rows === 0) console.error(workspace || since ? 'No change fits.' : 'No change yet.')
}

/** Whole or not at all, and for its owner alone: it names people. */
async function keep(lines: AsyncIterable<string>, out: string): Promise<void> {
  mustBeFile(out)
  const fresh = `${out}.${randomBytes(6).toString('hex')}.partial`
  let rows = 0
  async function* written() {
    for await (const line of lines) {
      rows += 1
      yield `${line}\n`
    }
  }
  try {
    await pipeline(written, createWriteStream(fresh, { mode: 0o600, flags: 'wx' }))
    await rename(fresh, out)
  } catch (error) {
    await rm(fresh, { force: true })
    if (error instanceof Exit) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new Exit('failed', `${out} was not written (${code ?? String(error)})`)
  }
  console.error(`${out}: ${counted(rows, 'change')}`)
}

function told(line: string): string {
  const { at, actor, act, subject, before, after, address } = change.parse(JSON.parse(line))
  const changed = before || after ? `: ${before} → ${after}` : ''
  return printable(`${at}  ${actor}  ${act}  ${subject}${changed}${address ? `  from ${address}` : ''}`)
}
