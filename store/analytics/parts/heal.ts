import { z } from 'zod'
import { origins } from '#model/session.ts'
import { markDocuments } from '../marks/addresses.ts'
import type { Analytics } from '../open.ts'
import { withLock } from '../locks.ts'
import { defineQuery } from '../query/define.ts'
import { forgetAmounts } from '../rebuild/notes.ts'
import { rebuild } from '../rebuild/rebuild.ts'

/** What becomes of the rows of a damaged part, by its table. */
type Remedy =
  /** Sessions: restored from the stored captures, as far as there are any (pipeline/audit); what is counted over time is looked at again. */
  | 'sessions'
  /** Rollups of a day, made anew from its sessions. */
  | 'rebuild'
  /** Marks of days that are to be counted: every day is counted, of what stands. */
  | 'counts'
  /** Documents and what is counted from them, made anew from the rollups. */
  | 'documents'
  /** What reference data has said since: documents are made anew without it, and whoever knows reference data is told. */
  | 'facts'
  /** Made anew by itself. */
  | 'nothing'
  /** Notes of which older ones may be left: none of them is believed any more, and days are retagged. */
  | 'notes'
  /** Comes with the next import of the reference data. */
  | 'import'
  /** Nothing it could be made of. */
  | 'lost'

const remedies: Record<string, Remedy> = {
  sessions: 'sessions',
  ip_day: 'rebuild',
  tag_day: 'rebuild',
  ip_life: 'documents',
  ips: 'documents',
  terms: 'documents',
  facet_values: 'documents',
  ip_dirty: 'documents',
  ip_facts: 'facts',
  tag_counts: 'rebuild',
  tag_reach: 'rebuild',
  tag_stale: 'counts',
  tagged_days: 'notes',
  rule_sets: 'nothing',
  export_rows: 'nothing',
  export_digests: 'nothing',
  tag_catalogue: 'nothing',
  rdns: 'nothing',
  verdict_log: 'lost',
}

export const remedyOf = (table: string): Remedy =>
  remedies[table] ?? (table.endsWith('_staging') ? 'nothing' : 'import')

const days = defineQuery({
  name: 'days with sessions',
  params: z.object({}),
  row: z.object({ origin: z.enum(origins), day: z.iso.date() }),
  sql: `SELECT DISTINCT extract(partition, '^\\\\(''([a-z]+)''') AS origin, toDate(extract(partition, '[0-9]{4}-[0-9]{2}-[0-9]{2}')) AS day
FROM system.parts WHERE active AND database = '{local}' AND table = 'sessions' ORDER BY day DESC`,
})

/** A day or a month of an origin in the name of a partition or of its id; what names neither stands for everything. */
const namesDay = (partition: string, { origin, day }: { origin: string; day: string }): boolean => {
  const digits = partition.replaceAll('-', '')
  const [whole = ''] = /\d{8}|\d{6}/.exec(digits) ?? []
  return (
    day.replaceAll('-', '').startsWith(whole) &&
    (!partition.includes("'") || partition.includes(`'${origin}'`))
  )
}

/**
 * Makes what was derived anew after a part of it was set aside.
 * @returns what became of it, in words
 */
export async function makeAnew(
  analytics: Analytics,
  { table, partition }: { table: string; partition: string },
): Promise<string> {
  const remedy = remedyOf(table)
  if (remedy === 'rebuild') {
    const due = (await analytics.migrator.run(days, {})).filter((day) => namesDay(partition, day))
    for (const day of due) await rebuild(analytics, day)
    return `made anew from the sessions of ${due.length === 1 ? '1 day' : `${due.length} days`}`
  }
  if (remedy === 'documents' || remedy === 'facts') {
    for (const host of analytics.hosts) {
      await host.command(`INSERT INTO {local}.ip_life
SELECT d.origin, d.ip, min(d.first_seen) FROM {local}.ip_day AS d GROUP BY d.origin, d.ip`)
      await host.command('INSERT INTO {local}.ip_dirty (ip) SELECT DISTINCT ip FROM {local}.ip_life')
    }
    await markDocuments(analytics)
    return `all records are being made anew${remedy === 'facts' ? ', and reference data is looked up again' : ''}`
  }
  if (remedy === 'counts')
    for (const host of analytics.hosts)
      await host.command(
        'INSERT INTO {local}.tag_stale (day) SELECT day FROM {local}.tag_day UNION DISTINCT SELECT day FROM {local}.tag_counts',
      )
  if (remedy === 'sessions') {
    const [, origin, day] = /^\('([a-z]+)',\s*'(\d{4}-\d\d-\d\d)'\)$/.exec(partition) ?? []
    await withLock(analytics, 'sessions', async () => {
      for (const host of analytics.hosts) await forgetAmounts(host, origin && day ? { origin, day } : null)
    })
  }
  if (remedy === 'notes')
    for (const host of analytics.hosts) await host.command('TRUNCATE TABLE {local}.tagged_days')
  return words[remedy]
}

const words: Record<Exclude<Remedy, 'rebuild' | 'documents' | 'facts'>, string> = {
  sessions: 'its sessions are compared with what was accepted, and restored from stored captures',
  counts: 'the tags of every day are counted again',
  nothing: 'it is made anew by itself',
  notes: 'every day is retagged',
  import: 'it comes again with the next import: noisefloor sources update',
  lost: 'what it held is lost; nothing else is made of it',
}
