import { term } from '#gnql/term.ts'
import type { Column, Predicate } from '#gnql/predicate.ts'
import type { Neighbours } from '#model/ip-report.ts'
import type { Classification } from '#model/tag.ts'
import { fromHex, toHex } from '#store/analytics/address.ts'
import type { Ctx } from '../context.ts'
import { summaryOf } from './search-backend.ts'

const classification: Column = { name: 'classification', shape: 'text' }

/** Hex digits of the 128-bit address that a block shares: /24 of IPv4, /48 of IPv6. */
const blockOf = (ip: string): { digits: number; prefix: number } =>
  ip.includes(':') ? { digits: 12, prefix: 48 } : { digits: 30, prefix: 24 }

/** Who else of the address's block and of its network was seen; nothing where the address is alone. @param asn "" where it is not known */
export async function neighboursOf(
  ctx: Pick<Ctx, 'memoryIndex' | 'analytics'>,
  ip: string,
  asn: string,
): Promise<Neighbours[]> {
  const hex = toHex(ip)
  if (hex === null) return []
  const { digits, prefix } = blockOf(ip)
  const shared = hex.slice(0, digits)
  const [from, to] = [shared.padEnd(32, '0'), shared.padEnd(32, 'f')]
  const block = `${fromHex(from)}/${prefix}`
  const asked: { query: string; name: string; predicate: Predicate }[] = [
    {
      query: term('ip', block),
      name: block,
      predicate: { kind: 'test', column: { name: 'ip', shape: 'ip' }, test: { op: 'ip-range', from, to } },
    },
    ...(asn === ''
      ? []
      : [
          {
            query: term('asn', asn),
            name: asn,
            predicate: {
              kind: 'test' as const,
              column: { name: 'asn', shape: 'text' as const },
              test: { op: 'equals' as const, value: asn.toLowerCase() },
            },
          },
        ]),
  ]
  const counted = await Promise.all(
    asked.map(async ({ predicate, ...rest }) => {
      const { total, facets } = await summaryOf(ctx, predicate, { columns: [classification], top: 8 })
      const classes = Object.fromEntries(
        (facets[0] ?? []).map(({ value, count }) => [value as Classification, count]),
      )
      return { ...rest, total, classes }
    }),
  )
  return counted.filter(({ total }) => total > 1)
}
