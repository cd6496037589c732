import { join } from 'node:path'
import { trusts } from '#model/evidence.ts'
import { accepted, call, type Connection, step } from '../connection.ts'
import { Exit } from '../exit.ts'
import { importPath } from './import.ts'
import { list, missing } from './list.ts'
import { reporter } from './report.ts'
import { updateNamed } from './update.ts'
import type { SourcesOptions } from './places.ts'

const usage = `Usage: noisefloor sources list
       noisefloor sources missing
       noisefloor sources import FOLDER|FILE|URL [--source NAME] [--force] [--add]
       noisefloor sources import FILE|URL --source NAME --kind sightings|actors [--trust T] [--licence TEXT] [--reference URL]
       noisefloor sources update [NAME…] [--base URL] [--force]
       noisefloor sources trust NAME none|suspicious|malicious
       noisefloor sources remove NAME`

/** `noisefloor sources …`. @throws Exit 'usage'; 'refused' when a source was not imported */
export async function sources(
  { dataFolder, connect }: { dataFolder: string; connect: () => Connection },
  [subcommand = '', ...words]: readonly string[],
  options: SourcesOptions,
): Promise<void> {
  const places = { folder: join(dataFolder, 'sources'), connect }
  const [word = '', degree = ''] = words
  const sound = options.kind === undefined || ['actors', 'sightings'].includes(options.kind)
  const isTrust = (text: string): boolean => trusts.some((known) => known === text)
  if (!sound || (options.trust !== undefined && !isTrust(options.trust))) throw new Exit('usage', usage)
  if (subcommand === 'list' && words.length === 0) return list(places, options.json)
  if (subcommand === 'missing' && words.length === 0) return missing(places, options.json)
  if (subcommand === 'trust' && words.length === 2 && isTrust(degree))
    return tell(connect(), `/api/sources/${step(word)}/trust`, {
      method: 'PUT',
      body: JSON.stringify({ trust: degree }),
      headers: { 'content-type': 'application/json' },
    })
  if (subcommand === 'remove' && words.length === 1)
    return tell(connect(), `/api/sources/${step(word)}`, { method: 'DELETE' })
  const report = reporter(options.json)
  if (subcommand === 'import' && words.length === 1) await importPath(places, word, options, report)
  else if (subcommand === 'update') await updateNamed(places, words, options, report)
  else throw new Exit('usage', usage)
  report.end()
}

async function tell(connection: Connection, path: string, init: RequestInit): Promise<void> {
  console.log(String(accepted(await call(connection, path, init)).message))
}
