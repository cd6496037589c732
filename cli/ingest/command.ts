import { access, constants } from 'node:fs/promises'
import { basename } from 'node:path'
import { accepted, type Connection } from '../connection.ts'
import { counted } from '../counted.ts'
import { Exit, exitCodes } from '../exit.ts'
import { inputBody, isReadAgain } from '../input.ts'
import { waitingSessions } from '../status.ts'
import { printableLines } from '../printable.ts'
import { upload } from '../upload.ts'
import { findCaptures } from './find.ts'
import { Totals, type Receipt } from './totals.ts'

export interface IngestOptions {
  shiftToNow: boolean
  unpublished: boolean
  kind?: 'sensor' | 'network'
  json: boolean
}

const attempts = 5

/** `noisefloor ingest FILE|DIR|-`: uploads each capture, prints what came of it, goes on after a refused one. */
export async function ingest(connection: Connection, paths: string[], options: IngestOptions): Promise<void> {
  const totals = new Totals(options.json, options.kind)
  for (const path of paths) {
    const captures =
      path === '-'
        ? ['-']
        : await findCaptures(path).catch((error: NodeJS.ErrnoException) => {
            const why = error.code === 'ENOENT' ? 'no such file or folder' : `cannot be read (${error.code})`
            throw new Exit('refused', `${error.path ?? path}: ${why}`)
          })
    if (captures.length === 0) throw new Exit('refused', `${path}: no captures in this folder`)
    for (const [at, capture] of captures.entries()) {
      totals.start(capture, at, captures.length)
      try {
        totals.add(capture, await send(connection, capture, options))
      } catch (error) {
        if (!(error instanceof Exit) || error.code !== exitCodes.refused || error.final) throw error
        totals.refuse(capture, error.message)
      }
    }
  }
  totals.print(options.json ? null : await waitingSessions(connection))
  if (totals.refused > 0)
    throw new Exit(
      'refused',
      `${totals.refused} of ${counted(totals.captures, 'capture')} ${totals.refused === 1 ? 'was' : 'were'} refused.`,
    )
}

async function send(connection: Connection, path: string, options: IngestOptions): Promise<Receipt> {
  const query = new URLSearchParams({ name: path === '-' ? 'standard input' : basename(path) })
  if (options.shiftToNow) query.set('shift_to', 'now')
  if (options.unpublished) query.set('publish', 'false')
  if (options.kind) query.set('kind', options.kind)
  if (path !== '-') await readable(path)
  const answer = await upload(connection, {
    path: `/api/ingest/captures?${query}`,
    body: () => inputBody(path),
    headers: { 'content-type': 'application/vnd.tcpdump.pcap' },
    attempts: (await isReadAgain(path)) ? attempts : 1,
    // Not on standard output, which may be JSON.
    onRetry: (why, seconds) => console.error(printableLines(`${path}: trying again in ${seconds} s: ${why}`)),
  })
  return accepted(answer) as unknown as Receipt
}

/** Asked first, for a body that fails midway looks like a server that went away. */
async function readable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK)
  } catch (error) {
    throw new Exit('refused', `cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
