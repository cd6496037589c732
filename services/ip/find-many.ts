import { setImmediate } from 'node:timers/promises'
import { refuse } from '#model/errors.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { BusinessService } from '#model/sources.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { canonicalAddress, isPublic } from './address.ts'
import { documentInMemory, findDocument, findDocuments, type Found } from './get-documents.ts'

/** What is known of one text of a list; `ip` is its canonical address, null when the text is none. */
export interface FoundIp {
  text: string
  ip: string | null
  document: IpDocument | undefined
  service: BusinessService | null
}

/** So many are read, or their service is found, before others are served: a millisecond or two of the server's thread. */
const atOnce = 200

async function inPieces<T, R>(all: readonly T[], each: (one: T) => R): Promise<R[]> {
  const done: R[] = []
  for (const one of all) {
    done.push(each(one))
    if (done.length % atOnce === 0) await setImmediate()
  }
  return done
}

/**
 * Many addresses at once, in the order they were named, each text once. One that is no address does not fail the list.
 * @throws Refusal 'forbidden' when the plan has no look-ups of many, 'invalid-input' for more than `max` texts
 */
export const findIps = verb(
  ['feature-search-ips-bulk'],
  async (ctx: Ctx, texts: readonly string[], max: number): Promise<FoundIp[]> => {
    if (texts.length > max) throw refuse('invalid-input', `ips: at most ${max} addresses per request`)
    const asked = await inPieces([...new Set(texts)], (text) => ({ text, ip: addressOrNull(text) }))
    const documents = await findDocuments(ctx, [...new Set(asked.flatMap(({ ip }) => ip ?? []))])
    return inPieces(asked, ({ text, ip }) => ({
      text,
      ip,
      document: ip === null ? undefined : documents.get(ip),
      service: ip === null ? null : ctx.reference.service(ip),
    }))
  },
  { is: () => true },
)

/** What is known of one address. */
export interface OneIp extends FoundIp {
  ip: string
  /** What else is told of an address of the same version is the same; null where that is not known, and for what has no document. */
  readonly version: string | null
  /** The document as it is stored, where it is at hand and nothing of it is withheld. */
  stored(): string | null
}

/** One address, its document read when somebody looks at it. @throws Refusal 'invalid-address' */
export const findIp = verb(
  ['feature-search-ips'],
  async (ctx: Ctx, text: string): Promise<OneIp> => {
    const ip = canonicalAddress(text)
    return oneOf(ctx, text, ip, await findDocument(ctx, ip))
  },
  { is: (text) => isPublic(text) },
)

/** The same beside its page, which counted as the search. @throws Refusal 'invalid-address' */
export const ipOfPage = verb([], async (ctx: Ctx, text: string): Promise<OneIp> => {
  const ip = canonicalAddress(text)
  return oneOf(ctx, text, ip, await findDocument(ctx, ip))
})

/** The same to be kept as a file. @throws Refusal 'invalid-address', 'not-found' where nothing is known of it */
export const exportIp = verb(
  ['feature-search-ips', 'data-export'],
  async (ctx: Ctx, text: string): Promise<OneIp> => {
    const ip = canonicalAddress(text)
    const found = oneOf(ctx, text, ip, await findDocument(ctx, ip))
    if (!found.document && !found.service) throw refuse('not-found', 'IP not found')
    return found
  },
  { is: (text) => isPublic(text) },
)

/**
 * The same at once, for whom `findIp` answered a moment ago and whose searches nobody counts; null where only the engine can say.
 * @throws Refusal 'invalid-address'
 */
export function findIpAgain(ctx: InMemory, text: string): OneIp | null {
  const ip = canonicalAddress(text)
  const found = documentInMemory(ctx, ip)
  return found === undefined ? null : oneOf(ctx, text, ip, found)
}

type InMemory = Pick<Ctx, 'scope' | 'memoryIndex' | 'reference'>

const oneOf = ({ reference }: Pick<Ctx, 'reference'>, text: string, ip: string, found: Found | null): OneIp =>
  new Looked(text, ip, reference.service(ip), found)

/** A class, since an accessor of an object's own is made slowly, and each look-up makes one. */
class Looked implements OneIp {
  readonly text: string
  readonly ip: string
  readonly service: BusinessService | null
  readonly version: string | null
  readonly #found: Found | null
  #document: IpDocument | undefined

  constructor(text: string, ip: string, service: BusinessService | null, found: Found | null) {
    this.text = text
    this.ip = ip
    this.service = service
    // A service comes from a list that has versions of its own.
    this.version = service ? null : (found?.version ?? null)
    this.#found = found
  }

  get document(): IpDocument | undefined {
    return (this.#document ??= this.#found?.read())
  }

  stored(): string | null {
    return this.#found?.stored() ?? null
  }
}

function addressOrNull(text: string): string | null {
  try {
    return canonicalAddress(text)
  } catch {
    return null
  }
}
