import { z } from 'zod'
import { accepted, call, type Connection } from '../connection.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

const plans = z.object({
  plans: z.array(
    z.object({
      of: z.string(),
      name: z.string(),
      offering: z.string(),
      historic_days: z.number(),
      searches_per_week: z.number().nullable(),
      cve_insight: z.string(),
      entitlements: z.array(z.string()),
    }),
  ),
  new_user: z.string(),
})

/** `noisefloor plan list`: the plans in force, by who has them (docs/plans.md). */
export async function plansCommand(connection: Connection, words: string[], json: boolean): Promise<void> {
  if (words.length !== 1 || words[0] !== 'list') throw new Exit('usage', 'Usage: noisefloor plan list')
  const answer = accepted(await call(connection, '/api/operator/plans'))
  if (json) return console.log(jsonText(answer))
  const { plans: all, new_user: newUser } = plans.parse(answer)
  for (const one of all) {
    const searches = one.searches_per_week === null ? 'without limit' : `${one.searches_per_week} a week`
    console.log(
      `${one.of}: ${printable(one.name)} (${one.offering})  searches ${searches}  history ${one.historic_days} days  CVE ${one.cve_insight}\n  ${one.entitlements.join(' ') || 'nothing'}`,
    )
  }
  console.log(`A new account has ${newUser}.`)
}
