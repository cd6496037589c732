import { refuse } from '#model/errors.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { BusinessService } from '#model/sources.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress } from './address.ts'
import { findDocuments } from './get-documents.ts'

/** What is known of one text of a list; `ip` is its canonical address, null when the text is none. */
export interface FoundIp {
  text: string
  ip: string | null
  document: IpDocument | undefined
  service: BusinessService | null
}

/**
 * Many addresses at once, in the order they were named, each text once. One that is no address does not fail the list.
 * @throws Refusal 'forbidden' when the plan has no look-ups of many, 'invalid-input' for more than `max` texts
 */
export const findIps = verb(
  ['feature-search-ips-bulk'],
  async (ctx: Ctx, texts: readonly string[], max: number): Promise<FoundIp[]> => {
    if (texts.length > max) throw refuse('invalid-input', `ips: at most ${max} addresses per request`)
    const asked = [...new Set(texts)].map((text) => ({ text, ip: addressOrNull(text) }))
    const documents = await findDocuments(ctx, [...new Set(asked.flatMap(({ ip }) => ip ?? []))])
    return asked.map(({ text, ip }) => ({
      text,
      ip,
      document: ip === null ? undefined : documents.get(ip),
      service: ip === null ? null : ctx.reference.service(ip),
    }))
  },
)

/** One address. @throws Refusal 'invalid-address' */
export const findIp = verb(
  ['feature-search-ips'],
  async (ctx: Ctx, text: string): Promise<FoundIp & { ip: string }> => {
    const ip = canonicalAddress(text)
    return {
      text,
      ip,
      document: (await findDocuments(ctx, [ip])).get(ip),
      service: ctx.reference.service(ip),
    }
  },
)

function addressOrNull(text: string): string | null {
  try {
    return canonicalAddress(text)
  } catch {
    return null
  }
}
