import { z } from 'zod'
import { trusts } from '#model/evidence.ts'
import { ageOf, isFetched, isMissed, type SourceStatus, sourceKinds } from '#model/sources.ts'
import { statuses } from '#sources/status.ts'
import { accepted, call } from '../connection.ts'
import { Exit, exitCodes } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'
import type { Places } from './places.ts'

const report = z.object({
  sources: z.array(
    z
      .object({
        name: z.string(),
        kind: z.enum(sourceKinds),
        gives: z.string(),
        licence: z.string(),
        credit: z.string(),
        home: z.string(),
        urls: z.array(z.string()),
        refresh_hours: z.number(),
        state: z.enum(['imported', 'bundled', 'missing']),
        rows: z.number(),
        from: z.array(z.string()),
        imported_at: z.string(),
        trust: z.enum(trusts).nullable(),
        attempt: z
          .object({ at: z.string(), last_error: z.string(), again: z.string() })
          .transform(({ last_error: lastError, ...rest }) => ({ ...rest, lastError }))
          .nullable(),
      })
      .transform(({ refresh_hours: refreshHours, imported_at: importedAt, ...rest }): SourceStatus => ({
        ...rest,
        refreshHours,
        importedAt,
      })),
  ),
  updates: z.object({ state: z.enum(['off', 'on', 'offline']), last_at: z.string() }),
})

/** Every source; without a server those that lie in the data folder, and a word about the others. */
export async function everyStatus({
  folder,
  connect,
}: Places): Promise<{ found: SourceStatus[]; updates: string; server: boolean }> {
  try {
    const { sources, updates } = report.parse(accepted(await call(connect(), '/api/sources')))
    const said = { on: 'on', off: 'off', offline: 'offline: no publisher could be reached' }[updates.state]
    return { found: sources, updates: said, server: true }
  } catch (error) {
    if (!(error instanceof Exit) || error.code !== exitCodes.unreachable) throw error
    return { found: await statuses(folder), updates: error.message, server: false }
  }
}

/** `noisefloor sources list` */
export async function list(places: Places, json: boolean): Promise<void> {
  const { found, updates, server } = await everyStatus(places)
  if (json) return console.log(jsonText(found, 2))
  const now = Date.now()
  for (const status of found) for (const line of linesOf(status, now)) console.log(printable(line))
  if (server) console.log(`Fetched by itself: ${updates}`)
  else console.error(printable(`Without a server: facts about addresses alone. ${updates}`))
  return undefined
}

/** `noisefloor sources missing` */
export async function missing(places: Places, json: boolean): Promise<void> {
  const { found, updates, server } = await everyStatus(places)
  const missed = found.filter(isMissed)
  if (json) return console.log(jsonText(missed, 2))
  for (const { name, gives, urls, home } of missed) {
    console.log(printable(`${name.padEnd(23)}${gives}`))
    const how =
      urls.length > 0
        ? `noisefloor sources update ${name}, or import its files from ${home}`
        : `import its files from ${home}`
    console.log(printable(`${' '.repeat(23)}${how}`))
  }
  if (missed.length === 0) console.log('Nothing is missing.')
  if (server) console.log(`Fetched by itself: ${updates}`)
  else console.error(printable(`Without a server: facts about addresses alone. ${updates}`))
  return undefined
}

function linesOf(status: SourceStatus, now: number): string[] {
  const { name, kind, state, rows, licence, gives, trust, attempt } = status
  // Bundled data is counted when a server has read it for the first time.
  const counted = rows === 0 ? '-' : rows.toLocaleString('en-US')
  const how = state === 'imported' && isFetched(status) ? 'fetched' : state
  const cells = [
    name.padEnd(23),
    kind.padEnd(10),
    how.padEnd(9),
    counted.padStart(9),
    '  ',
    ageOf(status, now).padEnd(18),
  ]
  const trusted = trust === null || state === 'missing' ? '' : `; trust: ${trust}`
  const line = `${cells.join('')} ${gives}${trusted} (${licence || 'licence not said'})`
  return attempt === null || attempt.lastError === ''
    ? [line]
    : [line, `${' '.repeat(23)}tried ${attempt.at}: ${attempt.lastError}; again after ${attempt.again}`]
}
