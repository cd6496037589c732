import { z } from 'zod'
import { origins } from '#model/session.ts'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'

const days = defineQuery({
  name: 'days a capture has sessions of',
  params: z.object({ workspace: z.string(), capture: z.string() }),
  row: z.object({ origin: z.enum(origins), day: z.iso.date() }),
  sql: `SELECT DISTINCT toString(origin) AS origin, toString(toDate(first_packet)) AS day FROM {db}.sessions
WHERE workspace = {workspace: String} AND capture = {capture: String} ORDER BY day DESC`,
})

/** Origins and UTC days of the sessions that came from a capture of a workspace, newest first. */
export const daysOfCapture = (
  { app }: Analytics,
  of: { workspace: string; capture: string },
): Promise<z.output<typeof days.row>[]> => app.run(days, of)
