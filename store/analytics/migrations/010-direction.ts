import type { Migration } from '../migrate/migration.ts'
import { selectIpLife } from '../rollups/ip-life.ts'
import { notBackscatter } from '../rollups/not-backscatter.ts'
import { selectTagDay } from '../rollups/tag-day.ts'
import { cutIpDay } from './frozen/cut-ip-day.ts'
import { directionColumns } from './frozen/session-columns.ts'

/** What sessions of earlier releases are taken for: nobody knows who asked, and where they came from was a sensor. */
const defaults: Readonly<Record<string, string>> = {
  direction: "DEFAULT 'unknown'",
  vantage: "DEFAULT 'sensor'",
  answered: "DEFAULT if(transport = 'tcp', tcp_syn_ack > 0 OR dst_payload != '', dst_packets > 0)",
}

const added = directionColumns
  .map(({ name, type }) => `ADD COLUMN IF NOT EXISTS ${name} ${type} ${defaults[name] ?? ''}`.trimEnd())
  .join(', ')

const view = (name: string, select: string): string[] => [
  `DROP VIEW IF EXISTS {local}.sessions_to_${name} SYNC`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS {local}.sessions_to_${name} TO {local}.${name} AS ${select}`,
]

/** Who asked for a session, what it was taken at, and what its destination asked; backscatter leaves the rollups. */
export const direction: Migration = {
  name: '010-direction',
  statements: [
    ...['{local}.sessions', '{local}.sessions_staging', '{db}.sessions'].map(
      (table) => `ALTER TABLE ${table} ${added}`,
    ),
    ...view('ip_day', cutIpDay),
    ...view('tag_day', selectTagDay('{local}.sessions', notBackscatter)),
    ...view('ip_life', selectIpLife('{local}.sessions', [notBackscatter])),
  ],
}
