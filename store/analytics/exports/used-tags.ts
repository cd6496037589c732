import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import type { Snapshot } from './snapshot.ts'
import { isLeaf, type Leaf, type Shape } from './shape.ts'

const carried = defineQuery({
  name: 'tags of an export',
  params: z.object({ now: z.string(), now_at: z.number() }),
  row: z.object({ tag: z.string() }),
  sql: `SELECT DISTINCT arrayJoin(tags) AS tag FROM {db}.export_rows
WHERE snapshot = {now: UUID} AND made_at = toDateTime({now_at: UInt32}, 'UTC')`,
})

/**
 * The shape with the tags alone that somebody in the copy carries. Definitions of all tags are half a megabyte, which
 * would go along with every slice: made, sent and read some eighty times in an export of 2 GB.
 */
export async function withCarriedTags(
  { app }: Analytics,
  { id, madeAt }: Snapshot,
  shape: Shape,
  signal: AbortSignal,
): Promise<Shape> {
  const rows = await app.run(carried, { now: id, now_at: madeAt }, { signal })
  return narrowed(shape, new Set(rows.map(({ tag }) => tag)))
}

const narrowed = (shape: Shape, tags: ReadonlySet<string>): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, node]): [string, Shape | Leaf] => {
      if (!isLeaf(node)) return [name, narrowed(node, tags)]
      if (node.kind !== 'tags') return [name, node]
      const known = node.known.filter(({ slug }) => tags.has(slug))
      // The engine wants one text at least to look among.
      return [name, { ...node, known: known.length > 0 ? known : node.known.slice(0, 1) }]
    }),
  )
