import { z } from 'zod'
import { blankOf } from '#model/blank.ts'
import { type ColumnType, emptyOf } from '#model/ip-document/column.ts'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { LoggedVerdict, ShownFact } from '#model/ip-document/beside-values.ts'
import { classifications } from '#model/tag.ts'
import { address, count, flag, instant } from '../query/columns.ts'

const texts = z.array(z.string())

const verdict = z.enum(classifications)
const loggedVerdict = z
  .tuple([
    z.string(),
    z.union([verdict, z.literal('')]),
    z.union([verdict, z.literal('')]),
    z.string(),
    texts,
  ])
  .transform(([at, before, after, method, decided]): LoggedVerdict => ({
    at: `${at.replace(' ', 'T')}Z`,
    before,
    after,
    method,
    decided,
  }))

/** How the engine writes the columns of a document. */
const schemas: Readonly<Record<ColumnType, z.ZodType>> = {
  address,
  verdict,
  text: z.string(),
  word: z.string(),
  flag,
  number: z.number(),
  count,
  degrees: z.number().nullable(),
  moment: instant,
  texts,
  words: texts,
  ports: z.array(z.number()),
  counts: z.array(count),
  moments: z.array(instant),
  days: z.array(z.number()),
  activity: z
    .array(z.tuple([z.string(), z.number(), z.array(z.number())]))
    .transform((facts) => facts.map(([fact, from, sessions]): ShownFact => ({ fact, from, sessions }))),
  verdicts: z.array(loggedVerdict),
}

/** Of every document there is an address; what else was not asked for is empty. */
const schemaOf = (type: ColumnType): z.ZodType =>
  type === 'address' ? schemas[type] : schemas[type].default(() => emptyOf(type))

/** Every column of a document, in the order of `record` (ips/record.ts). */
export const documentColumns: readonly string[] = ipDocumentColumns.map(({ name }) => name)

/** A row of `ips` as the engine prints it; a column that was not asked for is empty. */
const columns = z.object(
  Object.fromEntries(ipDocumentColumns.map(({ name, type }) => [name, schemaOf(type)])),
)

const places = ipDocumentColumns.map(({ name, type, pair }, place) => ({ name, type, pair, place }))
const single = places.filter(({ pair }) => pair === undefined)

/** The halves of each list of pairs; the first says how many there are. */
const pairs = [
  ...Map.groupBy(
    places.flatMap(({ place, type, pair }) => {
      const [list = '', member = ''] = pair?.split('.') ?? []
      return list === '' ? [] : [{ list, member, place, missing: type === 'ports' ? 0 : '' } as const]
    }),
    ({ list }) => list,
  ),
].flatMap(([list, [first, second]]) => (first && second ? [{ list, first, second }] : []))

const blank = blankOf([...single.map(({ name }) => name), ...pairs.map(({ list }) => list)])

type Fill = (valueAt: (place: number) => unknown) => IpDocument

const filler =
  (base: Readonly<Record<string, unknown>>, singles: typeof single, lists: typeof pairs): Fill =>
  (valueAt) => {
    const document: Record<string, unknown> = { ...base }
    for (const { name, place } of singles) document[name] = valueAt(place)
    for (const { list, first, second } of lists) {
      const others = valueAt(second.place) as unknown[]
      document[list] = (valueAt(first.place) as unknown[]).map((value, at) => ({
        [first.member]: value,
        [second.member]: others[at] ?? second.missing,
      }))
    }
    return document as unknown as IpDocument
  }

/** The document of which `valueAt` says what each column holds, by its place. Which there are, the catalogue says (model/ip-document). */
export const documentOf: Fill = filler(blank, single, pairs)

/** The same of some members, all others empty. */
export function documentFiller(members: ReadonlySet<string>): Fill {
  return filler(
    empty,
    single.filter(({ name }) => members.has(name)),
    pairs.filter(({ list }) => members.has(list)),
  )
}

/** Row schema of every query that answers documents. */
export const documentRow = columns.transform((row: Record<string, unknown>) =>
  documentOf((place) => row[documentColumns[place] ?? '']),
)

/** The document of an address that nothing was written about. */
export const emptyDocument = (ip: string): IpDocument =>
  documentOf((place) => {
    const { type } = ipDocumentColumns[place] ?? { type: 'text' }
    return type === 'address' ? ip : emptyOf(type)
  })

const empty = { ...emptyDocument('') }
