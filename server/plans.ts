import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { type Offering, offerings } from '#model/account/offering.ts'
import {
  entitlementIds,
  limitedIds,
  type Plan,
  type Plans,
  type PlansFile,
  usualPlans,
} from '#model/entitlements.ts'
import { insightLevels } from '#model/cve.ts'

const megabytes = z.int().min(1).max(10_000)
const plan = z
  .strictObject({
    name: z.string().min(1).max(100),
    offering: z.enum(offerings),
    entitlements: z.array(z.enum(entitlementIds)),
    historicDays: z.int().min(1).max(90),
    searchesPerWeek: z.int().min(0).max(1_000_000_000).nullable(),
    searchesPerDay: z.int().min(0).max(1_000_000_000).nullable(),
    cveInsight: z.enum(insightLevels),
    limits: z.partialRecord(z.enum(limitedIds), z.int().min(0).max(1_000_000).nullable()),
    fileUploadSize: z.strictObject({ ipAnalysis: megabytes, cveAnalysis: megabytes }).partial(),
    pcaps: z
      .strictObject({
        fileSize: megabytes,
        sessions: z.int().min(1).max(1_000_000),
        atOnce: z.int().min(1).max(100),
        keptSize: z.int().min(1).max(1_000_000),
        keptDays: z.int().min(1).max(365),
      })
      .partial(),
  })
  .partial()
const file = z
  .strictObject({
    visitor: plan,
    own: plan,
    /** Their plans cannot be of another offering. */
    offerings: z.strictObject({ community: plan, vip: plan, enterprise: plan }).partial(),
    newUser: z.enum(offerings),
    consumerDomains: z.array(z.string().toLowerCase().min(1).max(253)).max(100_000),
    flags: z.strictObject({ ipSimilarity: z.boolean() }).partial(),
  })
  .partial()

/** Of a plan that says what it gives and not how far back: specification §9. */
const usualHistoricDays = 1

const over = (
  usual: Plan,
  { entitlements, limits, fileUploadSize, pcaps, ...said }: z.infer<typeof plan> = {},
): Plan => ({
  ...usual,
  // What is given is said anew, and nothing of it is as usual.
  ...(entitlements && { entitlements: new Set(entitlements), historicDays: usualHistoricDays }),
  ...said,
  limits: { ...usual.limits, ...limits },
  fileUploadSize: { ...usual.fileUploadSize, ...fileUploadSize },
  pcaps: { ...usual.pcaps, ...pcaps },
})

/**
 * The plans of `PLANS_FILE`: YAML, e.g. `visitor: { entitlements: [feature-search-ips], historicDays: 7 }`. What it does
 * not say stays as usual: visitors read everything, keys do everything, new users are enterprise without limits. A plan that lists
 * entitlements reaches one day back where it says nothing of it.
 * @throws Error that says what in the file is not valid
 */
export function readPlans(path: string | undefined): Plans {
  if (path === undefined) return usualPlans
  // YAML, of which JSON is a part; an empty file says nothing.
  const parsed = file.safeParse(parse(readFileSync(path, 'utf8')) ?? {})
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
  }
  const { data } = parsed
  const ofOffering = (name: Offering): Plan => ({
    ...over(usualPlans.offerings[name], data.offerings?.[name]),
    offering: name,
  })
  return {
    visitor: over(usualPlans.visitor, data.visitor),
    own: over(usualPlans.own, data.own),
    offerings: {
      community: ofOffering('community'),
      vip: ofOffering('vip'),
      enterprise: ofOffering('enterprise'),
    },
    newUser: data.newUser ?? usualPlans.newUser,
    consumerDomains: data.consumerDomains ?? usualPlans.consumerDomains,
    flags: { ...usualPlans.flags, ...data.flags },
    from: { path, said: saidIn(data) },
  }
}

function saidIn({ visitor, own, offerings: named = {}, ...rest }: z.infer<typeof file>): PlansFile['said'] {
  const ofPlans = Object.entries({ visitor, own, ...named }).flatMap(([of, values = {}]) =>
    Object.keys(values)
      // That of an offering is its own, whatever the file says.
      .filter((name) => !(name === 'offering' && of in named))
      .map((name) => `${of}.${name}`),
  )
  return new Set([...Object.keys(rest), ...ofPlans])
}
