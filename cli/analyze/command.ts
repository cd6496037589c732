import { basename } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { asksToWait } from '../call-again.ts'
import { accepted, bodyOf, call, type Connection, open } from '../connection.ts'
import { Exit } from '../exit.ts'
import { inputBody, mustBeFile } from '../input.ts'
import { toOutput } from '../output.ts'
import { type Analysis, progressLine } from './answer.ts'
import { printCves } from './cves.ts'
import { printIps } from './ips.ts'
import { printJson } from './json.ts'
import type { AnalyzeOptions } from './options.ts'
import { pagesAt } from './pages.ts'

const bases = { ips: '/ip/analysis', cves: '/cves/analysis' } as const

/** `noisefloor analyze FILE|-`: what is known of the addresses, or CVEs, of a list. */
export async function analyze(connection: Connection, path: string, options: AnalyzeOptions): Promise<void> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      process.exitCode = 130
      stop.abort()
    })
  const page = bases[options.kind]
  let place: string | null = null
  try {
    place = `/api${page}/${await send(connection, `/api${page}`, path, stop.signal)}`
    await finished(connection, place, { ...options, signal: stop.signal })
    if (options.keep) await rename(connection, place, path === '-' ? 'Standard input' : basename(path))
    await print(connection, place, { ...options, signal: stop.signal })
    if (options.keep) console.error(`page: ${new URL(place.slice('/api'.length), connection.url).href}`)
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    // Whoever writes to it may go on.
    if (path === '-') process.stdin.destroy()
    if (place !== null && (!options.keep || stop.signal.aborted)) await remove(connection, place)
  }
}

/** Sends the list without its name: contents are told apart by their first bytes, and a log may have any name. */
async function send(
  connection: Connection,
  base: string,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  if (path !== '-') await mustBeFile(path)
  const body = await inputBody(path)
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await call(connection, base, { method: 'POST', body, headers, duplex: 'half', signal })
  return (accepted(answer) as { uuid: string }).uuid
}

const pollMs = { first: 50, most: 1000 }

/** Waits until the list is read. @throws Exit 'refused' with what the server says where it cannot be */
async function finished(
  connection: Connection,
  place: string,
  { kind, json, signal }: Pick<AnalyzeOptions, 'kind' | 'json'> & { signal: AbortSignal },
): Promise<void> {
  const isLive = process.stderr.isTTY && !json
  const clear = (): boolean => isLive && process.stderr.write('\r\x1b[K')
  for (let pause = pollMs.first; ; pause = Math.min(2 * pause, pollMs.most)) {
    const answer = await call(connection, `${place}?size=1`, { signal })
    if (!asksToWait(answer)) {
      const found = accepted(answer) as unknown as Analysis
      if (found.state === 'completed') return void clear()
      if (isLive) process.stderr.write(`\r\x1b[K${progressLine(found, kind)}`)
      if (found.state === 'failed' || found.state === 'cancelled') {
        clear()
        throw new Exit('refused', found.error || 'The analysis was cancelled.')
      }
    }
    await sleep(Math.max(pause, 1000 * (answer.retryAfter ?? 0)), undefined, { signal })
  }
}

async function print(
  connection: Connection,
  place: string,
  { kind, export: file, json, limit, signal }: AnalyzeOptions & { signal: AbortSignal },
): Promise<void> {
  if (file) return printFile(connection, place, file)
  const ask = pagesAt(connection, place, signal)
  if (json) return printJson(ask, kind, limit)
  return kind === 'ips' ? printIps(ask, limit) : printCves(ask, limit)
}

async function printFile(
  connection: Connection,
  place: string,
  { part, format }: NonNullable<AnalyzeOptions['export']>,
): Promise<void> {
  const search = new URLSearchParams({ export_type: part, file_format: format })
  const body = await bodyOf(await open(connection, `${place}?${search}`))
  await toOutput(Readable.fromWeb(body as ReadableStream))
}

async function rename(connection: Connection, place: string, name: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name: name.slice(0, 200) })
  accepted(await call(connection, place, { method: 'PATCH', headers, body }))
}

/** What cannot be removed goes by itself, after the days for which lists are kept. */
const remove = (connection: Connection, place: string): Promise<void> =>
  call(connection, place, { method: 'DELETE' }).then(
    () => undefined,
    () => undefined,
  )
