import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { selectDocument } from '../ips/document.ts'

/** Everything derived from sessions, in a form that tests can compare. */

const listing = (name: string, from: string, columns: string) =>
  defineQuery({
    name,
    params: z.object({}),
    row: z.object({ row: z.string() }),
    sql: `SELECT toString(tuple(${columns})) AS row FROM ${from} ORDER BY row`,
  })

const queries = {
  ipDay: listing(
    'ip_day',
    `(SELECT d.origin AS origin, d.day AS day, d.ip AS ip, sum(d.sessions) AS n, sum(d.source_bytes) AS b,
       min(d.first_seen) AS f, max(d.last_seen) AS l, max(d.handshake) AS h, min(d.dst_low) AS lo, max(d.dst_high) AS hi,
       sumMap(d.facts) AS m, minMap(d.tag_first) AS tf, maxMap(d.tag_last) AS tl, max(d.latest) AS la
      FROM {db}.ip_day AS d GROUP BY origin, day, ip)`,
    'origin, day, ip, n, b, f, l, h, lo, hi, m, tf, tl, la',
  ),
  tagHour: listing(
    'tag_hour',
    `(SELECT t.origin AS origin, t.hour AS hour, t.tag AS tag, sum(t.sessions) AS n, uniqCombined64Merge(12)(t.addresses) AS a
      FROM {db}.tag_hour AS t GROUP BY origin, hour, tag)`,
    'origin, hour, tag, n, a',
  ),
  life: listing(
    'ip_life',
    '(SELECT i.origin AS origin, i.ip AS ip, min(i.first_seen) AS f FROM {db}.ip_life AS i GROUP BY origin, ip)',
    'origin, ip, f',
  ),
  documents: listing('ips', '{db}.ips FINAL', `${selectDocument()}, oldest_day`),
}

export type Derived = Record<keyof typeof queries, string[]>

export async function derived({ app }: Analytics): Promise<Derived> {
  const rows = async (query: (typeof queries)[keyof typeof queries]): Promise<string[]> =>
    (await app.run(query, {})).map(({ row }) => row)
  return {
    ipDay: await rows(queries.ipDay),
    tagHour: await rows(queries.tagHour),
    life: await rows(queries.life),
    documents: await rows(queries.documents),
  }
}
