import { z } from 'zod'
import { trusts } from '#model/evidence.ts'
import { foldedOf, foldedSql } from '../folded-address.ts'
import { count, instant } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { currentSources } from './current.ts'
import type { Sighting } from './sightings.ts'

/** What sources report of an address (32 hex digits), as `sightingsOf` says it. */
export type Reported = (hex: string) => Sighting[]

const lists = defineQuery({
  name: 'lists of sightings',
  params: z.object({}),
  row: z.object({
    name: z.string(),
    trust: z.enum(trusts),
    imported: instant,
    licence: z.string(),
    reference: z.string(),
  }),
  sql: `SELECT name, trust, imported, licence, reference FROM {local}.evidence_sources FINAL WHERE gone = 0 AND kind = 'sightings'`,
})

/** Addresses whose sightings stand in one text, which is read when somebody asks for one of them. */
const places = 4093

/** An address in hex digits, source, tags, note, first and last seen; some hundred bytes each. */
const texts = defineQuery({
  name: 'sightings in force',
  params: z.object({ max: z.number().int() }),
  row: z.object({ place: z.number(), rows: count, text: z.string() }),
  sql: `SELECT toUInt16(${foldedSql('g.ip')} % ${places}) AS place, count() AS rows,
  toJSONString(groupArray((lower(hex(g.ip)), g.source, g.tags, g.note, g.first_seen, g.last_seen))) AS text
FROM (
  SELECT ip, toString(source) AS source, tags, note, first_seen, last_seen FROM {db}.sightings
  WHERE (source, version) IN ${currentSources} AND source IN (SELECT name FROM {local}.evidence_sources WHERE kind = 'sightings')
  LIMIT {max: UInt64}
) AS g GROUP BY place`,
})

const read = z.array(z.tuple([z.string(), z.string(), z.array(z.string()), z.string(), instant, instant]))

/** Everything that sources report, by address; null where it is more than so many sightings, or bytes, and only the engine can tell. */
export async function reportedByAll(
  { app }: Reads,
  { maxSightings, maxBytes }: { maxSightings: number; maxBytes: number },
): Promise<Reported | null> {
  const known = new Map((await app.run(lists, {})).map(({ name, ...list }) => [name, list]))
  const held: string[] = Array.from({ length: places }, () => '')
  let [sightings, bytes] = [0, 0]
  if (known.size > 0)
    for await (const { place, rows, text } of app.stream(texts, { max: maxSightings + 1 })) {
      held[place] = text
      sightings += rows
      bytes += text.length
      if (sightings > maxSightings || bytes > maxBytes) return null
    }
  return (hex) => {
    const text = held[foldedOf(hex) % places] ?? ''
    if (text === '') return []
    return read
      .parse(JSON.parse(text))
      .flatMap(([ip, source, tags, note, first_seen, last_seen]): Sighting[] => {
        const list = ip === hex ? known.get(source) : undefined
        if (!list) return []
        const { trust, ...taken } = list
        return [{ source, trust, tags, note, first_seen, last_seen, ...taken }]
      })
      .toSorted((one, two) => (one.source < two.source ? -1 : 1))
  }
}
