import type { IpDocument } from '#model/ip-record.ts'
import type { IpReport, SharedValue } from '#model/ip-report.ts'
import { countSharing, type FingerprintKind } from '#store/analytics/ips/fingerprint-counts.ts'
import type { Ctx } from '../context.ts'
import type { IfAnswered } from './missing-parts.ts'

interface Shown {
  kind: FingerprintKind
  /** As predicates call it. */
  column: string
  title: string
  shown: { fingerprint: string; port: number | null }[]
}

/** Who else: each fingerprint of a document with how many addresses show it, from the index in memory or from the engine. */
export async function sharingOf(
  ctx: Ctx,
  { ja3, tls_ja4: ja4, hassh }: IpDocument,
  ifAnswered: IfAnswered,
): Promise<IpReport['fingerprints']> {
  const kinds: Shown[] = [
    { kind: 'ja3', column: 'ja3.fingerprint', title: 'JA3', shown: ja3 },
    {
      kind: 'ja4',
      column: 'tls_ja4',
      title: 'JA4',
      shown: ja4.map((fingerprint) => ({ fingerprint, port: null })),
    },
    { kind: 'hassh', column: 'hassh.fingerprint', title: 'HASSH', shown: hassh },
  ]
  const asked = kinds.map(({ column, shown }) => ({
    column,
    values: [...new Set(shown.map(({ fingerprint }) => fingerprint))],
  }))
  const isAny = asked.some(({ values }) => values.length > 0)
  const known = isAny ? await ctx.memoryIndex.holders(asked) : null
  const [one = [], two = [], three = []] = await Promise.all(
    kinds.map(async ({ kind, title, shown }, place) => {
      const values = asked[place]?.values ?? []
      const counts = known?.[place]
      const named = counts
        ? new Map(values.map((value, at) => [value, counts[at] ?? 0]))
        : await ifAnswered(
            [`addresses with the same ${title}`],
            countSharing(ctx.analytics, kind, values),
            null,
          )
      return named ? shown.map(sharedValue(ctx, kind, named)) : []
    }),
  )
  return { ja3: one, ja4: two, hassh: three }
}

const sharedValue =
  ({ reference }: Ctx, kind: FingerprintKind, counts: ReadonlyMap<string, number>) =>
  ({ fingerprint, port }: Shown['shown'][number]): SharedValue => ({
    value: fingerprint,
    port,
    // Its own document may be younger than what was counted.
    addresses: Math.max(1, counts.get(fingerprint) ?? 1),
    names: reference.names(kind, fingerprint).slice(0, 10),
  })
