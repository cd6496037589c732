import { z } from 'zod'
import { accepted, call, type Connection } from '../connection.ts'
import { counted } from '../counted.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

const plan = z.object({
  of: z.string(),
  name: z.string(),
  offering: z.string(),
  historic_days: z.number(),
  searches_per_week: z.number().nullable(),
  searches_per_day: z.number().nullable(),
  cve_insight: z.string(),
  file_upload_size: z.object({ ip_analysis: z.number(), cve_analysis: z.number() }),
  pcaps: z.object({
    file_size: z.number(),
    sessions: z.number(),
    at_once: z.number(),
    kept_size: z.number(),
    kept_days: z.number(),
  }),
  limits: z.array(z.object({ id: z.string(), limit: z.number().nullable() })),
  entitlements: z.array(z.string()),
  lacking: z.array(z.string()),
  from_file: z.array(z.string()),
})
type Plan = z.infer<typeof plan>
const plans = z.object({
  plans: z.array(plan),
  new_user: z.string(),
  consumer_domains: z.number(),
  flags: z.array(z.object({ name: z.string(), on: z.boolean() })),
  file: z.string().nullable(),
  from_file: z.array(z.string()),
})

/** `noisefloor plan list|show`: the plans in force, by who has them (docs/plans.md), and where each value comes from. */
export async function plansCommand(
  connection: Connection,
  [act, of, ...more]: string[],
  json: boolean,
): Promise<void> {
  if (more.length > 0 || !(act === 'list' ? of === undefined : act === 'show' && of !== undefined))
    throw new Exit('usage', 'Usage: noisefloor plan list | plan show OFFERING')
  const answer = accepted(await call(connection, '/api/operator/plans'))
  const all = plans.parse(answer)
  const file = printable(all.file ?? '')
  if (act === 'show') {
    const found = all.plans.find((one) => one.of === of)
    if (!found)
      throw new Exit(
        'usage',
        `There is no such plan; there are ${all.plans.map((one) => one.of).join(', ')}.`,
      )
    return console.log(json ? jsonText(found) : whole(found, file))
  }
  if (json) return console.log(jsonText(answer))
  for (const one of all.plans) console.log(line(one, file))
  const told = all.from_file.length > 0 ? `  (${file} says ${all.from_file.join(', ')})` : ''
  console.log(
    `A new account has ${all.new_user}; ${counted(all.consumer_domains, 'consumer domain')}; ${flagsOf(all.flags)}.${told}`,
  )
}

const searchesOf = ({ searches_per_week: week, searches_per_day: day }: Plan): string => {
  if (day !== null) return `${day} a day`
  return week === null ? 'without limit' : `${week} a week`
}

const uploadsOf = ({ file_upload_size: { ip_analysis: ips, cve_analysis: cves } }: Plan): string =>
  ips === cves ? `${ips} MB` : `${ips} MB, CVEs ${cves} MB`

const pcapsOf = ({ pcaps: { file_size, sessions, at_once, kept_size, kept_days } }: Plan): string[] => [
  `    a file ${file_size} MB of ${counted(sessions, 'session')}`,
  `    at once ${at_once}`,
  `    kept ${kept_size} MB for ${counted(kept_days, 'day')}`,
]

const limitsOf = ({ limits }: Plan): string =>
  limits.every(({ limit }) => limit === null) ? 'none' : 'at once'

const flagsOf = (flags: readonly { name: string; on: boolean }[]): string =>
  flags.map(({ name, on }) => `${printable(name)} ${on ? 'on' : 'off'}`).join(', ') || 'no flags'

function line(one: Plan, file: string): string {
  const from = one.from_file.length > 0 ? `${file} says ${one.from_file.join(', ')}` : 'built in'
  return `${one.of}: ${printable(one.name)} (${one.offering})  searches ${searchesOf(one)}  history ${counted(one.historic_days, 'day')}  CVE ${one.cve_insight}  (${from})\n  ${one.entitlements.join(' ') || 'nothing'}`
}

function whole(one: Plan, file: string): string {
  const from = (name: string): string => (one.from_file.includes(name) ? file : 'built in')
  const row = (label: string, value: string, name: string): string =>
    `  ${label.padEnd(12)}${value.padEnd(20)}${from(name)}`
  return [
    `${one.of}: ${printable(one.name)} (${one.offering})`,
    row(
      'searches',
      searchesOf(one),
      one.searches_per_day === null ? 'searches_per_week' : 'searches_per_day',
    ),
    row('history', counted(one.historic_days, 'day'), 'historic_days'),
    row('CVE', one.cve_insight, 'cve_insight'),
    row('uploads', uploadsOf(one), 'file_upload_size'),
    row('packets', 'at most', 'pcaps'),
    ...pcapsOf(one),
    row('limits', limitsOf(one), 'limits'),
    ...one.limits.flatMap(({ id, limit }) => (limit === null ? [] : [`    ${id} ${limit}`])),
    row('has', String(one.entitlements.length), 'entitlements'),
    ...one.entitlements.map((id) => `    ${id}`),
    row('has not', String(one.lacking.length), 'entitlements'),
    ...one.lacking.map((id) => `    ${id}`),
  ].join('\n')
}
