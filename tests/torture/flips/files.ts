import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { Random } from '#demo/random.ts'

/** Kinds of files of a data folder, and how often each is chosen of a hundred. */
const weights = {
  segments: 10,
  checkpoint: 4,
  index: 10,
  'log of the index': 5,
  database: 12,
  'log of the database': 3,
  captures: 5,
  sessions: 15,
  rollups: 10,
  documents: 10,
  'other tables': 4,
  marks: 5,
  definitions: 4,
  'deduplication and mutations': 3,
} as const
export type Kind = keyof typeof weights
export const kinds = Object.keys(weights) as Kind[]

const rollups = [
  'ip_day',
  'ip_life',
  'tag_day',
  'tag_counts',
  'tag_reach',
  'tag_stale',
  'tagged_days',
  'rule_sets',
]
const documents = ['ips', 'terms', 'facet_values', 'ip_dirty', 'ip_facts', 'verdict_log']

interface Found {
  path: string
  kind: Kind
  bytes: number
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    // Links of the engine's, by which what lies in its store would be met twice.
    .filter((path) => !/^analytics\/data\/(data|metadata)\/[^/]+\//.test(path))
    .sort()

/** Which table the parts in a folder are of, as its definition says, by the folder's name. */
function tablesOf(folder: string, paths: readonly string[]): Map<string, string> {
  const tables = new Map<string, string>()
  for (const path of paths) {
    if (!/^analytics\/data\/store\/.*\.sql$/.test(path)) continue
    const [, id] = /^ATTACH TABLE _ UUID '([\w-]+)'/.exec(readFileSync(join(folder, path), 'latin1')) ?? []
    if (id !== undefined) tables.set(id, basename(path, '.sql'))
  }
  return tables
}

const tableOf = (path: string, tables: ReadonlyMap<string, string>): string | undefined =>
  tables.get(/^analytics\/data\/store\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? '')

function kindOf(path: string, tables: ReadonlyMap<string, string>): Kind | null {
  if (path.startsWith('spool/segments/')) return 'segments'
  if (path.startsWith('spool/checkpoint')) return 'checkpoint'
  if (path === 'spool/index.db') return 'index'
  if (path === 'spool/index.db-wal') return 'log of the index'
  if (path === 'noisefloor.db') return 'database'
  if (path === 'noisefloor.db-wal') return 'log of the database'
  if (path.startsWith('captures/')) return 'captures'
  if (path === 'analytics/definitions' || path === 'noisefloor.db.workspaces') return 'definitions'
  if (/^analytics\/data\/.*(\.sql|\/format_version\.txt)$/.test(path)) return 'definitions'
  if (/\/(deduplication_logs\/.*|mutation_\d+\.txt)$/.test(path) || path === 'analytics/data/status')
    return 'deduplication and mutations'
  const table = tableOf(path, tables)
  // What was set aside before is read by nobody.
  if (table === undefined || path.includes('/detached/')) return null
  if (/\.(cmrk\d|idx|cidx)$/.test(path)) return 'marks'
  if (table === 'sessions') return 'sessions'
  if (rollups.includes(table)) return 'rollups'
  return documents.includes(table) ? 'documents' : 'other tables'
}

/** Flips one bit of a file of a kind chosen by its weight: half the time any file of it, half the time any byte. */
export function flip(folder: string, chance: Random): { kind: Kind; where: string } {
  const paths = filesIn(folder)
  const tables = tablesOf(folder, paths)
  const files: Found[] = paths.flatMap((path) => {
    const kind = kindOf(path, tables)
    const bytes = statSync(join(folder, path)).size
    return kind === null || bytes === 0 ? [] : [{ path, kind, bytes }]
  })
  const there = kinds.filter((kind) => files.some((file) => file.kind === kind))
  let at = chance.next() * there.reduce((sum, kind) => sum + weights[kind], 0)
  const kind = there.find((one) => (at -= weights[one]) < 0) ?? 'sessions'
  const { path } = chosenOf(
    files.filter((file) => file.kind === kind),
    chance,
  )
  const bytes = readFileSync(join(folder, path))
  const byte = Math.floor(chance.next() * bytes.length)
  const bit = Math.floor(chance.next() * 8)
  bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
  writeFileSync(join(folder, path), bytes)
  const table = tableOf(path, tables)
  return { kind, where: `${kind}: ${table === undefined ? '' : `${table} `}${path} byte ${byte} bit ${bit}` }
}

function chosenOf(files: readonly Found[], chance: Random): Found {
  if (chance.chance(0.5)) return chance.pick(files)
  let at = chance.next() * files.reduce((sum, { bytes }) => sum + bytes, 0)
  return files.find(({ bytes }) => (at -= bytes) < 0) ?? chance.pick(files)
}
