import { z } from 'zod'
import type { Activity, ActivityRow } from '#model/views.ts'
import { toColumn } from '../address.ts'
import { firstDayOfWindow } from '../documents/window.ts'
import type { Reads } from '../reads.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { pathFact, scanFact, tagFact } from '../rollups/facts.ts'

const letters = { tag: tagFact.letter, port: scanFact.letter, path: pathFact.letter } as const

const matrix = defineQuery({
  name: 'activity of an address',
  params: z.object({ ip: z.string(), since: z.string(), until: z.string(), top: z.number() }),
  row: z.object({ letter: z.string(), label: z.string(), days: z.array(z.tuple([z.string(), count])) }),
  sql: `SELECT letter, label, groupArray((day, n)) AS days FROM (
  SELECT substring(fact.1, 1, 1) AS letter, substring(fact.1, 2) AS label, d.day AS day, sum(fact.2) AS n
  FROM {db}.ip_day AS d ARRAY JOIN arrayFilter(x -> has(${JSON.stringify(Object.values(letters)).replaceAll('"', "'")}, substring(x.1, 1, 1)),
    arrayZip(mapKeys(d.facts), mapValues(d.facts))) AS fact
  WHERE d.ip = {ip: IPv6} AND d.day >= {since: Date} AND d.day <= {until: Date}
  GROUP BY letter, label, day ORDER BY day
) GROUP BY letter, label ORDER BY letter, sum(n) DESC, label LIMIT {top: UInt32} BY letter`,
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
