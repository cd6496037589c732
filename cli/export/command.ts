import {
  accessSync,
  constants,
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../connection.ts'
import { bodyOf, open } from '../connection.ts'
import { Exit } from '../exit.ts'
import { mustBeFile } from '../file.ts'
import { toOutput } from '../output.ts'
import { keptOf } from './partial.ts'

export const formats = ['csv', 'json', 'ndjson', 'txt'] as const
export type Format = (typeof formats)[number]

export interface ExportOptions {
  query: string
  format: Format
  /** Standard output without it. */
  out: string | undefined
  /** A file that an earlier export wrote: only what changed since. */
  since: string | undefined
}

/** Beside FILE: what continues a download that was cut off (FILE.partial), what a later export is compared with (FILE.cursor). */
interface State {
  query: string
  format: Format
  cursor: string
}

const tries = 5

/** `noisefloor query GNQL --export FORMAT [--out FILE] [--since FILE]` */
export async function exportQuery(connection: Connection, options: ExportOptions): Promise<void> {
  const { query, format, out } = options
  const search = new URLSearchParams({ query, export_format: format })
  const since = options.since === undefined ? undefined : readState(`${options.since}.cursor`)
  if (options.since !== undefined && !since)
    throw new Exit(
      'usage',
      `There is no ${options.since}.cursor: name a file that an earlier --export --out wrote.`,
    )
  if (since && since.query !== query)
    throw new Exit('usage', `${options.since} was exported for another query: ${since.query}`)
  if (since) search.set('changes_since', since.cursor)
  if (out === undefined) {
    const { body } = await requestExport(connection, search)
    return toOutput(body)
  }
  mustTakeFiles(out)
  const partial = `${out}.part`
  let state = continuable(partial, options)
  // What another command left there is not this one's to continue.
  if (!state) rmSync(`${partial}.cursor`, { force: true })
  for (let failed = 0; ; failed++) {
    try {
      state = await download(connection, search, partial, state, { query, format })
      break
    } catch (error) {
      if (error instanceof Exit) throw error
      if (isOfFiles(error)) throw notWritten(out, error, hint(partial, options))
      if (failed >= tries)
        throw new Exit('failed', `The download broke off; ${hint(partial, options)} (${String(error)})`)
      state = readState(`${partial}.cursor`) ?? null
      await sleep(500 * 2 ** failed)
    }
  }
  renameSync(partial, out)
  writeFileSync(`${out}.cursor`, `${JSON.stringify(state)}\n`)
  rmSync(`${partial}.cursor`, { force: true })
  console.error(`${out} is complete; what changes from here on: --since ${out}`)
}

const hint = (partial: string, options: ExportOptions): string =>
  continuable(partial, options) ? 'the same command continues it.' : 'the same command begins anew.'

/** Of a file here, not of the connection: trying again is of no use. */
const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && ('path' in error || error.syscall === 'write')

const notWritten = (out: string, { code }: NodeJS.ErrnoException, more = ''): Exit =>
  new Exit('failed', `${out} cannot be written (${code})${more && `; ${more}`}`)

/** Asked before anything is sent. @throws Exit 'failed' */
function mustTakeFiles(out: string): void {
  try {
    accessSync(dirname(out), constants.W_OK)
  } catch (error) {
    throw notWritten(out, error as NodeJS.ErrnoException)
  }
  mustBeFile(out)
}

/** The state of an earlier run of the same command that was cut off; a run with --since begins anew. */
function continuable(partial: string, { query, format, since }: ExportOptions): State | null {
  const state = existsSync(partial) && since === undefined ? readState(`${partial}.cursor`) : null
  return state && state.query === query && state.format === format ? state : null
}

/** Fetches all, or what is missing behind the last whole line of the partial file. */
async function download(
  connection: Connection,
  first: URLSearchParams,
  partial: string,
  state: State | null,
  asked: Pick<State, 'query' | 'format'>,
): Promise<State> {
  const search = new URLSearchParams(first)
  const kept = state && existsSync(partial) ? keptOf(partial) : null
  if (state && kept) {
    search.delete('changes_since')
    search.set('cursor', state.cursor)
    if (kept.after !== null) search.set('after', kept.after)
    truncateSync(partial, kept.after === null ? 0 : kept.bytes)
  }
  const { body, cursor } = await requestExport(connection, search)
  const now: State = { ...asked, cursor }
  writeFileSync(`${partial}.cursor`, `${JSON.stringify(now)}\n`)
  await pipeline(body, createWriteStream(partial, { flags: state && kept ? 'a' : 'w', mode: 0o600 }))
  return now
}

async function requestExport(
  connection: Connection,
  search: URLSearchParams,
): Promise<{ body: Readable; cursor: string }> {
  const response = await open(connection, `/api/ip/query?${search}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  return {
    body: Readable.fromWeb((await bodyOf(response)) as ReadableStream),
    cursor: response.headers.get('export-cursor') ?? '',
  }
}

function readState(path: string): State | null {
  try {
    const { query, format, cursor } = JSON.parse(readFileSync(path, 'utf8')) as Partial<State>
    return query !== undefined && format !== undefined && cursor !== undefined
      ? { query, format, cursor }
      : null
  } catch {
    return null
  }
}
