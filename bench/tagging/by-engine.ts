import type { Session } from '#model/session.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { sessionRow } from '#store/analytics/sessions/row.ts'
import type { Tagging } from '#store/analytics/sessions/tagging.ts'
import { sessionColumns } from '#store/analytics/tables/sessions.ts'

const names = sessionColumns.map(({ name }) => name).join(', ')
const structure = sessionColumns
  .map(({ name, type }) => `${name} ${type.replaceAll("'", String.raw`\'`)}`)
  .join(', ')

/** Stores sessions as releases before November 2026 did: the engine reads the rules with every unit, and tags while it reads. */
export const insertTaggedByEngine = (
  analytics: Analytics,
  sessions: readonly Session[],
  token: string,
  tagging: Tagging,
): Promise<void> =>
  analytics.app.insertThrough(
    `INSERT INTO {db}.sessions (${names}, tags)
     SELECT ${names}, arraySort(arrayDistinct(${tagging.sql})) AS tags FROM input('${structure}') FORMAT JSONCompactEachRow`,
    tagging.params,
    sessions.map(sessionRow),
    {
      token,
      settings: { input_format_max_block_size_bytes: 1_048_576, max_threads: 1, max_insert_threads: 1 },
    },
  )
