import { join } from 'node:path'
import type { SourceStanding } from '#model/sources.ts'
import { SourceRefused } from '#sources/refused.ts'
import { isOld, standings } from '#sources/standing.ts'
import { importSources, type Outcome, type Update, updateSources } from '#sources/update/run.ts'
import { Exit } from '../exit.ts'
import { printable } from '../printable.ts'

const sourcesUsage = 'sources list | update [NAME…] | import PATH|URL [NAME…]   [--force] [--json]'

/**
 * `noisefloor sources …`: works on the data folder itself, with or without a running server; one that runs notices the swap.
 * @throws Exit 'usage'; 'refused' when a source was not taken
 */
export async function sources(
  dataFolder: string,
  [act, ...words]: readonly string[],
  { force, json }: { force: boolean; json: boolean },
): Promise<void> {
  const folder = join(dataFolder, 'sources')
  if (act === 'list' && words.length === 0) return list(folder, json)
  const names = act === 'import' ? words.slice(1) : words
  const [path] = words
  if (act !== 'update' && (act !== 'import' || path === undefined))
    throw new Exit('usage', `Usage: noisefloor ${sourcesUsage}`)
  let refused = 0
  const update: Update = {
    folder,
    names,
    force,
    now: Date.now(),
    done: (outcome) => {
      if (!outcome.ok) refused += 1
      console.log(json ? JSON.stringify(outcome) : printable(lineOf(outcome)))
    },
  }
  try {
    await (act === 'update' ? updateSources(update) : importSources(update, path ?? ''))
  } catch (error) {
    throw error instanceof SourceRefused ? new Exit('refused', error.message) : error
  }
  if (refused > 0) throw new Exit('refused', `${refused} not taken; what stood before of them still stands.`)
}

const count = (value: number): string => value.toLocaleString('en-US')

function lineOf(outcome: Outcome): string {
  if (!outcome.ok) return `${outcome.source.padEnd(14)}not taken: ${outcome.reason}`
  const { source, rows, added, removed, changed, bad } = outcome.taken
  const left = bad === 0 ? '' : `, ${count(bad)} bad lines left out`
  return `${source.padEnd(14)}${count(rows)} rows: ${count(added)} added, ${count(removed)} removed, ${count(changed)} changed${left}`
}

async function list(folder: string, json: boolean): Promise<void> {
  const found = await standings(folder)
  if (json) return console.log(JSON.stringify(found, null, 2))
  for (const standing of found) console.log(printable(rowOf(standing, Date.now())))
  return undefined
}

const day = 86_400_000

function rowOf(standing: SourceStanding, now: number): string {
  const { name, state, rows, importedAt, gives } = standing
  const days = Math.floor((now - Date.parse(importedAt)) / day)
  const age =
    importedAt === ''
      ? ''
      : `${days === 0 ? 'today' : `${count(days)} d old`}${isOld(standing, now) ? ', due' : ''}`
  // Bundled data is counted when a server has read it for the first time.
  const counted = rows === 0 ? '-' : count(rows)
  return [name.padEnd(14), state.padEnd(10), counted.padStart(11), ` ${age.padEnd(16)}`, gives].join('')
}
