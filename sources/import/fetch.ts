import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { createWriteStream } from 'node:fs'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { isPrivateAddress } from './private-address.ts'
import { maxPackedBytes } from '../formats/unpack.ts'
import { SourceRefused, Unreachable } from '../refused.ts'
import type { SourceFile } from '../source-file.ts'

export interface FetchLimits {
  /** Bytes of the answer. */
  bytes?: number
  /** Milliseconds without a byte. */
  idle?: number
  /** Ends with the time for the whole. */
  signal?: AbortSignal
}

const maxRedirects = 5

/**
 * Fetches a file by http or https onto the disk, never more of it into memory than a piece. The first address is the
 * operator's choice, also a private one; a redirect may not lead to a private or otherwise reserved address, nor from https to
 * http. What was fetched of a file that is refused is the caller's to remove.
 * @throws SourceRefused; Unreachable when nobody could be asked
 */
export async function fetchFile(
  address: string,
  path: string,
  limits: FetchLimits = {},
): Promise<SourceFile> {
  const { bytes = maxPackedBytes, idle = 30_000, signal = AbortSignal.timeout(300_000) } = limits
  let url = urlOf(address)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await request(url, redirects > 0, signal, idle)
    const { statusCode = 0, headers } = answer
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) {
      answer.destroy()
      const next = urlOf(URL.parse(headers.location, url)?.href ?? headers.location)
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw new SourceRefused(`${url.href} leads from https to http`)
      url = next
      continue
    }
    if (statusCode !== 200) {
      answer.destroy()
      throw new SourceRefused(`${url.href} answered with status ${statusCode}`)
    }
    await keepAnswer(answer, path, { max: bytes, url: url.href, signal })
    return { name: new URL(address).pathname, path }
  }
  throw new SourceRefused(`${address} redirects more than ${maxRedirects} times`)
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
    const reserved = addresses.find(({ address }) => isPrivateAddress(address))
    const failure = error ?? (reserved ? new Error(`redirects to the private address of ${hostname}`) : null)
    const [first] = addresses
    if (failure || !first) callback(failure ?? new Error(`${hostname} has no address`), '', 4)
    else if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })

/** What happens where there is no way out, or nobody at its end. */
const unreachable = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'NOANSWER',
])

function request(url: URL, redirected: boolean, signal: AbortSignal, idle: number): Promise<IncomingMessage> {
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (redirected && isPrivateAddress(literal))
    throw new SourceRefused(`redirects to the private address ${literal}`)
  let answered: IncomingMessage | undefined
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
      (answer) => {
        answered = answer
        resolve(answer)
      },
    )
    request.on('timeout', () => {
      const error = Object.assign(new Error(`no byte for ${idle} ms`), { code: 'NOANSWER' })
      // Who reads the answer by then would hear of an abort, and not why.
      answered?.destroy(error)
      request.destroy(error)
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const refused = unreachable.has(error.code ?? '') ? Unreachable : SourceRefused
      reject(new refused(`${url.href}: ${wordsOf(error)}`))
    })
  })
}

async function keepAnswer(
  answer: IncomingMessage,
  path: string,
  { max, url, signal }: { max: number; url: string; signal: AbortSignal },
): Promise<void> {
  let size = 0
  try {
    await pipeline(
      answer,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          size += part.length
          if (size > max) throw new SourceRefused(`${url} is larger than ${max} bytes`)
          yield part
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
  } catch (error) {
    if (error instanceof SourceRefused) throw error
    // The answer itself only hears that it was aborted.
    throw new SourceRefused(`${url}: ${wordsOf(signal.aborted ? signal.reason : error)}`)
  } finally {
    answer.destroy()
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Several addresses that all failed come as one error without words.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((one) => wordsOf(one)).join('; ')
  const cause = error.cause instanceof Error ? error.cause : error
  return error.name === 'TimeoutError' || cause.name === 'TimeoutError' ? 'took too long' : error.message
}
