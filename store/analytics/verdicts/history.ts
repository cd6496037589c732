import { z } from 'zod'
import type { LoggedVerdict } from '#model/ip-document/beside-values.ts'
import { classifications } from '#model/tag.ts'
import { toColumn } from '../address.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'

const row = z.object({
  at: z.string().transform((text) => `${text.replace(' ', 'T')}Z`),
  before: z.enum([...classifications, '']),
  after: z.enum([...classifications, '']),
  method: z.string(),
  decided: z.array(z.string()),
})

/** The newest first; those before an instant (ISO 8601), or with "" all. */
export const verdictChanges = defineQuery({
  name: 'verdicts of an address',
  params: z.object({ ip: z.string(), before: z.string(), max: z.number().int().min(1).max(1001) }),
  row,
  sql: `SELECT at, before, after, method, decided FROM {db}.verdict_log
WHERE ip = {ip: IPv6} AND ({before: String} = '' OR at < parseDateTime64BestEffortOrZero({before: String}, 3, 'UTC'))
ORDER BY at DESC LIMIT {max: UInt32}`,
})

export interface History {
  /** Only what lies before this instant (ISO 8601). */
  before?: string | undefined
  /** 1 to 1001. */
  max: number
}

/** How the verdict on an address, or what decided it, changed: the newest first. "" is no verdict. */
export const verdictHistory = (
  { app }: Reads,
  ip: string,
  { before = '', max }: History,
): Promise<LoggedVerdict[]> => app.run(verdictChanges, { ip: toColumn(ip), before, max })
