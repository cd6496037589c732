import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { VettedActor } from '#store/analytics/evidence/actors.ts'
import { cellsOf, linesOf } from '../formats/lines.ts'

/** The last day on which the list was compared with what the operators publish: its age in the product. */
export const vettedAt = Date.UTC(2026, 7, 31)

/**
 * Our own list: who an organisation is, the domains of its reverse names, its user agent, and the ranges it publishes
 * itself. Facts, written down by us; a newer import stands beside them.
 */
const folder = join(import.meta.dirname, 'vetted')

const file = z.array(
  z.strictObject({
    slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    name: z.string().min(1).max(80),
    category: z.enum(['actor', 'search_engine']),
    reference: z.url(),
    names: z.array(z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)),
    agents: z.array(z.string().min(4).max(80)),
    allRanges: z.boolean(),
    allNames: z.boolean(),
  }),
)

/** The list, and a text that is another when the list is. @throws Error when it is not sound: it is part of the program */
export function vettedActors(): { actors: VettedActor[]; version: string } {
  const [actors, ranges] = ['actors.json', 'ranges.csv'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  )
  const of = new Map<string, string[]>()
  for (const line of [...linesOf(ranges ?? '')].slice(1)) {
    const [range = '', slug = ''] = cellsOf(line)
    of.set(slug, [...(of.get(slug) ?? []), range])
  }
  return {
    actors: file
      .parse(JSON.parse(actors ?? ''))
      .map((actor) => ({ ...actor, ranges: of.get(actor.slug) ?? [] })),
    version: createHash('sha256').update(`${actors}\n${ranges}`).digest('hex').slice(0, 16),
  }
}
