import { z } from 'zod'
import type { Origin } from '#model/session.ts'
import type { Reads } from '../read-only.ts'
import { flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'

const presence = defineQuery({
  name: 'presence of an origin',
  params: z.object({ origin: z.string() }),
  row: z.object({ present: flag }),
  sql: `SELECT count() > 0 AS present FROM (SELECT 1 FROM {db}.ip_life WHERE origin = {origin: String} LIMIT 1)`,
})

/** Whether any published session of that origin is in the store: what the "demo data" mark of every page asks. */
export const isOriginPresent = async ({ app }: Reads, origin: Origin): Promise<boolean> =>
  (await app.run(presence, { origin })).some(({ present }) => present)
