import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { documentColumns } from '../tables/document.ts'

/** Everything derived from sessions, in a form that tests can compare. */

const listing = (name: string, from: string, columns: string) =>
  defineQuery({
    name,
    params: z.object({}),
    row: z.object({ row: z.string() }),
    sql: `SELECT toString(tuple(${columns})) AS row FROM ${from} ORDER BY row`,
  })

/** When verdicts were judged is no fact of sessions: what was tagged twice has a longer history. */
const documentFacts = documentColumns.filter((name) => name !== 'verdicts')

const queries = {
  ipDay: listing(
    'ip_day',
    `(SELECT d.origin AS origin, d.day AS day, d.ip AS ip, sum(d.sessions) AS n, sum(d.source_bytes) AS b,
       min(d.first_seen) AS f, max(d.last_seen) AS l, max(d.handshake) AS h, min(d.dst_low) AS lo, max(d.dst_high) AS hi,
       sumMap(d.facts) AS m, minMap(d.tag_first) AS tf, maxMap(d.tag_last) AS tl, max(d.latest) AS la
      FROM {db}.ip_day AS d GROUP BY origin, day, ip)`,
    'origin, day, ip, n, b, f, l, h, lo, hi, m, tf, tl, la',
  ),
  tagDay: listing(
    'tag_day',
    `(SELECT t.origin AS origin, t.day AS day, t.tag AS tag, t.ip AS ip, groupBitOr(t.hours) AS h
      FROM {db}.tag_day AS t GROUP BY origin, day, tag, ip)`,
    'origin, day, tag, ip, h',
  ),
  tagCounts: listing(
    'tag_counts',
    `(SELECT c.step AS step, c.start AS start, c.tag AS tag, c.classification AS v, sum(c.addresses) AS n
      FROM {db}.tag_counts AS c GROUP BY step, start, tag, v)`,
    'step, start, tag, v, n',
  ),
  life: listing(
    'ip_life',
    '(SELECT i.origin AS origin, i.ip AS ip, min(i.first_seen) AS f FROM {db}.ip_life AS i GROUP BY origin, ip)',
    'origin, ip, f',
  ),
  documents: listing('ips', '{db}.ips FINAL', `${documentFacts.join(', ')}, oldest_day`),
}

export type Derived = Record<keyof typeof queries, string[]>

export async function derived({ app }: Analytics): Promise<Derived> {
  const rows = async (query: (typeof queries)[keyof typeof queries]): Promise<string[]> =>
    (await app.run(query, {})).map(({ row }) => row)
  return {
    ipDay: await rows(queries.ipDay),
    tagDay: await rows(queries.tagDay),
    tagCounts: await rows(queries.tagCounts),
    life: await rows(queries.life),
    documents: await rows(queries.documents),
  }
}
