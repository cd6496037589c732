import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { reservedRange } from '#model/reserved.ts'
import { mostPacked, type SourceInput } from '../files/unpack.ts'
import { SourceRefused } from '../refused.ts'

export interface FetchLimits {
  /** Bytes of the answer. */
  bytes?: number
  /** Milliseconds for the whole, and without a byte. */
  total?: number
  idle?: number
}

const mostRedirects = 5

/**
 * Fetches a file by http or https. The first address is the operator's choice, also a private one; a redirect may not lead
 * to a private or otherwise reserved address, nor from https to http.
 * @throws SourceRefused
 */
export async function fetchInput(address: string, limits: FetchLimits = {}): Promise<SourceInput> {
  const { bytes = mostPacked, total = 300_000, idle = 30_000 } = limits
  const whole = AbortSignal.timeout(total)
  let url = urlOf(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const answer = await ask(url, redirects > 0, whole, idle)
    const { statusCode = 0, headers } = answer
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) {
      answer.destroy()
      const next = urlOf(new URL(headers.location, url).href)
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw new SourceRefused(`${url.href} leads from https to http`)
      url = next
      continue
    }
    if (statusCode !== 200) {
      answer.destroy()
      throw new SourceRefused(`${url.href} answered with status ${statusCode}`)
    }
    return { name: new URL(address).pathname, bytes: await collect(answer, bytes, url.href) }
  }
  throw new SourceRefused(`${address} redirects more than ${mostRedirects} times`)
}

function urlOf(address: string): URL {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new SourceRefused(`${address} is no http(s) address`)
  return url
}

/** Checked where the connection is made, so that a name cannot be another address by then. */
const publicOnly: LookupFunction = (hostname, options, callback) =>
  resolveName(hostname, { ...options, all: true }, (error, found) => {
    const addresses = (found as LookupAddress[] | undefined) ?? []
    const reserved = addresses.find(({ address }) => reservedRange(address) !== null)
    const trouble = error ?? (reserved ? new Error(`redirects to the private address of ${hostname}`) : null)
    const [first] = addresses
    if (trouble || !first) callback(trouble ?? new Error(`${hostname} has no address`), '', 4)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })

function ask(url: URL, redirected: boolean, signal: AbortSignal, idle: number): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (redirected && reservedRange(literal) !== null)
    throw new SourceRefused(`redirects to the private address ${literal}`)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? getHttps : getHttp)(
      url,
      {
        signal,
        timeout: idle,
        agent: false,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'noisefloor-sources' },
        ...(redirected && { lookup: publicOnly }),
      },
      resolve,
    )
    request.on('timeout', () => request.destroy(new Error(`no byte for ${idle} ms`)))
    request.on('error', (error) => reject(new SourceRefused(`${url.href}: ${wordsOf(error)}`)))
  })
}

async function collect(answer: IncomingMessage, most: number, url: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length
      if (size > most) throw new SourceRefused(`${url} is larger than ${most} bytes`)
      parts.push(part)
    }
  } catch (error) {
    throw error instanceof SourceRefused ? error : new SourceRefused(`${url}: ${wordsOf(error)}`)
  } finally {
    answer.destroy()
  }
  return Buffer.concat(parts)
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? (error.name === 'TimeoutError' ? 'took too long' : error.message) : String(error)
