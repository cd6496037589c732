import type { Session } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { sessionColumns } from '../tables/sessions.ts'
import { type InsertRows, insertRows } from './insert.ts'
import { rowsOfSessions, type SessionRow } from './row.ts'
import { withOwnNames, noTagging, type Tagging } from './tagging.ts'

/** Sessions as JSON, and as releases before November 2026 stored them: the yardstick of how they are stored now. */

/** The slugs of a session's tags, sorted, each once. */
export type TagsOf = (session: Session) => readonly string[]

/** Stores sessions as the product stores their rows. */
export function insertSessions(
  analytics: Analytics,
  {
    sessions,
    tagsOf,
    customTagsOf,
    ...rest
  }: Omit<InsertRows, 'rows' | 'tagsOf' | 'customTagsOf'> & {
    sessions: readonly Session[]
    tagsOf?: TagsOf
    customTagsOf?: TagsOf
  },
): Promise<void> {
  const rows = rowsOfSessions(sessions)
  const sessionOf = new Map(rows.map((row, at) => [row, sessions[at]]))
  const byRow =
    (of: TagsOf) =>
    (row: SessionRow): readonly string[] => {
      const session = sessionOf.get(row)
      return session ? of(session) : []
    }
  return insertRows(analytics, {
    rows,
    ...(tagsOf && { tagsOf: byRow(tagsOf) }),
    ...(customTagsOf && { customTagsOf: byRow(customTagsOf) }),
    ...rest,
  })
}

/** Half a surrogate pair cannot travel as UTF-8; it becomes U+FFFD. Everything else passes unchanged, NUL included. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  return value
}

/** A Session as the values of `sessionColumns`, in their order: one line of JSONCompactEachRow. */
export const sessionRow = (session: Session): unknown[] =>
  sessionColumns.map(({ value }) => wellFormed(value(session)))

const names = sessionColumns.map(({ name }) => name).join(', ')
const structure = sessionColumns
  .map(({ name, type }) => `${name} ${type.replaceAll("'", String.raw`\'`)}`)
  .join(', ')

/** The engine reads the rules with every unit, and tags the sessions while it reads them. */
export const insertTaggedByEngine = (
  analytics: Analytics,
  sessions: readonly Session[],
  { token, tagging, own = noTagging }: { token: string; tagging: Tagging; own?: Tagging },
): Promise<void> => {
  const ownTagging = withOwnNames(own)
  return analytics.app.insertThrough(
    `INSERT INTO {db}.sessions (${names}, custom_tags, tags)
     SELECT ${names}, custom_tags, arraySort(arrayDistinct(${tagging.sql})) AS tags
     FROM (SELECT ${names}, arraySort(arrayDistinct(${ownTagging.sql})) AS custom_tags FROM input('${structure}'))
     FORMAT JSONCompactEachRow`,
    { ...tagging.params, ...ownTagging.params },
    sessions.map(sessionRow),
    {
      token,
      settings: { input_format_max_block_size_bytes: 1_048_576, max_threads: 1, max_insert_threads: 1 },
    },
  )
}
