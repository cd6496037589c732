import { z } from 'zod'
import { trusts } from '#model/evidence.ts'
import { count, instant } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'

/** A list of others, as it stands. What the operator answered to disputes is kept in the same tables, and is no list (answers.ts). */
export const evidenceSource = z.object({
  name: z.string(),
  kind: z.enum(['sightings', 'actors']),
  trust: z.enum(trusts),
  licence: z.string(),
  reference: z.string(),
  entries: count,
  imported: instant,
})
export type EvidenceSource = z.infer<typeof evidenceSource>

const status = defineQuery({
  name: 'sources of evidence',
  params: z.object({}),
  row: evidenceSource,
  sql: `SELECT e.name AS name, argMax(e.kind, e.version) AS kind, argMax(e.trust, e.version) AS trust,
  argMax(e.licence, e.version) AS licence, argMax(e.reference, e.version) AS reference,
  argMax(e.entries, e.version) AS entries, argMax(e.imported, e.version) AS imported
FROM {local}.evidence_sources AS e GROUP BY name HAVING argMax(e.gone, e.version) = 0 AND kind != 'answers' ORDER BY name`,
})

/** Every list of others that counts, by name. */
export const listSources = ({ app }: Reads): Promise<EvidenceSource[]> => app.run(status, {})
