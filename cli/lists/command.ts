import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { accepted, call, type Connection } from '../connection.ts'
import { Exit } from '../exit.ts'
import { printable } from '../printable.ts'

export interface ListsOptions {
  sightings?: string | undefined
  actors?: string | undefined
  trust: string
  licence: string
  reference: string
  shrink: boolean
  json: boolean
}

const usage = (): Exit =>
  new Exit(
    'usage',
    'Usage: noisefloor lists | lists import --sightings NAME [--trust none|suspicious|malicious] FILE | lists import --actors NAME FILE | lists remove NAME',
  )

const standing = z.object({
  lists: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      trust: z.string(),
      entries: z.number(),
      imported: z.string(),
    }),
  ),
})

/** `noisefloor lists`: what others say and how far they are trusted. */
export async function lists(
  connection: Connection,
  [act = 'list', ...words]: readonly string[],
  options: ListsOptions,
): Promise<void> {
  const [word, ...more] = words
  if (more.length > 0) throw usage()
  if (act === 'list' && word === undefined) return show(connection, options.json)
  if (act === 'import' && word !== undefined) return take(connection, word, options)
  if (act === 'remove' && word !== undefined) {
    const answer = await call(connection, `/api/lists/${encodeURIComponent(word)}`, { method: 'DELETE' })
    return console.log(String(accepted(answer).message))
  }
  throw usage()
}

async function show(connection: Connection, json: boolean): Promise<void> {
  const found = standing.parse(accepted(await call(connection, '/api/lists')))
  if (json) return console.log(JSON.stringify(found.lists, null, 2))
  for (const { name, kind, trust, entries, imported } of found.lists)
    console.log(
      printable(
        [
          name.padEnd(24),
          kind.padEnd(10),
          kind === 'actors' ? '' : `trust: ${trust}`,
          `${entries} entries`,
          imported,
        ]
          .filter((part) => part !== '')
          .join('  '),
      ),
    )
  return undefined
}

async function take(connection: Connection, file: string, options: ListsOptions): Promise<void> {
  const { sightings, actors, trust, licence, reference, shrink } = options
  const name = sightings ?? actors
  if (name === undefined || (sightings !== undefined && actors !== undefined)) throw usage()
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Exit('refused', `${file}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const query = new URLSearchParams({
    kind: sightings === undefined ? 'actors' : 'sightings',
    trust,
    licence,
    reference,
    shrink: String(shrink),
  })
  const body = new Uint8Array(bytes)
  const answer = await call(connection, `/api/lists/${encodeURIComponent(name)}?${query}`, {
    method: 'PUT',
    body,
  })
  const receipt = accepted(answer)
  if (options.json) return console.log(JSON.stringify(receipt, null, 2))
  const { entries, before, unreadable, reserved } = receipt
  return console.log(
    printable(
      `${name}: ${String(entries)} entries (${String(before)} before), ${String(unreadable)} rows not readable, ${String(reserved)} of reserved ranges.`,
    ),
  )
}
