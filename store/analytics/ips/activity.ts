import { z } from 'zod'
import type { Activity, ActivityRow } from '#model/views.ts'
import { toColumn } from '../address.ts'
import { firstDayOfWindow } from '#model/window.ts'
import type { Reads } from '../read-only.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { pathFact, scanFact, tagFact } from '../rollups/facts.ts'

const letters = { tag: tagFact.letter, port: scanFact.letter, path: pathFact.letter } as const

const ofLetters = `substring(k, 1, 1) IN (${Object.values(letters)
  .map((letter) => `'${letter}'`)
  .join(', ')})`

/** Which rows there are is decided first: only their days are then gathered, of an address that showed a million paths, too. */
const matrix = defineQuery({
  name: 'activity of an address',
  params: z.object({ ip: z.string(), since: z.string(), until: z.string(), top: z.number() }),
  row: z.object({ letter: z.string(), label: z.string(), days: z.array(z.tuple([z.string(), count])) }),
  sql: `WITH
  of_days AS (SELECT d.day AS day, mapFilter((k, n) -> ${ofLetters}, d.facts) AS facts FROM {db}.ip_day AS d
    WHERE d.ip = {ip: IPv6} AND d.day >= {since: Date} AND d.day <= {until: Date}),
  busiest AS (SELECT fact.1 AS key, sum(fact.2) AS total FROM of_days ARRAY JOIN CAST(facts, 'Array(Tuple(String, UInt64))') AS fact
    GROUP BY key ORDER BY substring(key, 1, 1), total DESC, key LIMIT {top: UInt32} BY substring(key, 1, 1))
SELECT substring(key, 1, 1) AS letter, substring(key, 2) AS label, groupArray((day, n)) AS days FROM (
  SELECT fact.1 AS key, day, sum(fact.2) AS n
  FROM of_days ARRAY JOIN CAST(mapFilter((k, n) -> k IN (SELECT key FROM busiest), facts), 'Array(Tuple(String, UInt64))') AS fact
  GROUP BY key, day ORDER BY day
) GROUP BY key ORDER BY letter, sum(n) DESC, label`,
})

const known = defineQuery({
  name: 'names of tags',
  params: z.object({ slugs: z.array(z.string()) }),
  row: z.object({
    slug: z.string(),
    name: z.string(),
    intention: z.enum(['malicious', 'suspicious', 'benign', 'unknown']),
  }),
  sql: `SELECT slug, name, intention FROM {local}.tag_catalogue
WHERE version = (SELECT max(version) FROM {local}.tag_catalogue) AND slug IN {slugs: Array(String)} ORDER BY slug`,
})

const kindOf = new Map<string, ActivityRow['kind']>([
  [letters.tag, 'tag'],
  [letters.port, 'port'],
  [letters.path, 'path'],
])

/** "00080/tcp" → "80/tcp". */
const portLabel = (key: string): string => key.replace(/^0{1,4}(?=\d)/, '')

/**
 * The busiest tags, ports and paths of an address with their sessions per UTC day, oldest first; null when it showed
 * nothing in these days. Tags outside the catalogue are retired and left out.
 */
export async function activity(
  { app }: Reads,
  ip: string,
  { now, days: length = 30, top = 8 }: { now: number; days?: number; top?: number },
): Promise<Activity | null> {
  const days = Array.from({ length }, (_, index) => firstDayOfWindow(now, length - index))
  const rows = await app.run(matrix, {
    ip: toColumn(ip),
    since: days[0] ?? '',
    until: days.at(-1) ?? '',
    top,
  })
  if (rows.length === 0) return null
  const slugs = rows.filter(({ letter }) => letter === letters.tag).map(({ label }) => label)
  const tags = new Map((await app.run(known, { slugs })).map((tag) => [tag.slug, tag]))
  const matrixRows = rows.flatMap(({ letter, label, days: seen }): ActivityRow[] => {
    const kind = kindOf.get(letter)
    const tag = kind === 'tag' ? tags.get(label) : undefined
    if (!kind || (kind === 'tag' && !tag)) return []
    const counts = new Map(seen)
    return [
      {
        kind,
        label: tag?.name ?? (kind === 'port' ? portLabel(label) : label),
        intention: tag?.intention ?? null,
        cells: days.map((day) => counts.get(day) ?? 0),
      },
    ]
  })
  const order = ['tag', 'port', 'path']
  return { days, rows: matrixRows.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)) }
}
