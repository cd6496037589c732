import type { IncomingMessage } from 'node:http'
import { addAbortSignal, PassThrough } from 'node:stream'
import type { Context, MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import type { Counts } from '../limits/counts.ts'
import type { Env } from './env.ts'
import { beyond, type JsonBounds } from './nesting.ts'
import { isCall, isCarried } from './path.ts'

/** 10,000 addresses of the longest spelling fit in twice. */
export const maxBytes = 1_500_000

/** Of a form: its many fields cost far more to parse than to receive, and none has long ones. */
export const maxFormBytes = 100_000
const form = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i

/**
 * Of JSON. Levels: the deepest call knows a tenth; some that stand deeper are read, to be told what is wrong in its place. Parts: they
 * take far longer to read than their bytes let expect, and the longest heartbeat of a sensor has a third. A list too long is told so by its call.
 */
export const ofJson: JsonBounds = { levels: 100, deeper: 25_000, parts: 50_000 }
const json = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/** Milliseconds in which a body that is read into memory has to be there, however steadily it comes. */
const deadlineMs = 30_000

/** Calls whose body is a stream with a limit of its own; all demand a key or a sign-in before they read. */
const streamed: ReadonlySet<string> = new Set([
  '/api/ingest/captures',
  '/api/ip/analysis',
  '/api/cves/analysis',
  '/v2/analyze/upload',
])
const isStreamed = (method: string, path: string): boolean =>
  streamed.has(path) ||
  isCarried(path) ||
  (method === 'PUT' && /^\/api\/(?:sources|sensor\/batches|demo\/captures)\/[^/]+$/.test(path))

/** The body as it arrives, until the signal. Leaving it early leaves the connection whole, so that the answer can still be sent. */
export function bodyOf({ incoming }: { incoming: IncomingMessage }, signal: AbortSignal): PassThrough {
  const body = new PassThrough()
  // Whoever reads is told; nobody may be reading.
  body.on('error', () => undefined)
  incoming.pipe(body)
  return addAbortSignal(signal, body)
}

/** How long a body may take that holds a place others wait for. */
export interface Pace {
  /** Milliseconds that every body has. */
  ms: number
  /** A second more for so many bytes that came; none where nothing is said. */
  bytesPerSecond?: number
  /** Milliseconds in which something of it has to come; as long as the connection holds where nothing is said (listener.ts). */
  silentMs?: number
}

/** Of what may be large: a line of half a megabit a second keeps it. */
export const uploadPace: Pace = { ms: 120_000, bytesPerSecond: 64_000 }

/** Of what somebody waits for an answer to: who says too much of its length is told within ten seconds. */
export const listPace: Pace = { ...uploadPace, silentMs: 8000 }

/** The same, of one that has to keep a pace: who sends slower keeps others waiting. It fails with 'too-slow'. */
export function bodyAtPace(
  env: { incoming: IncomingMessage },
  signal: AbortSignal,
  { ms, bytesPerSecond = Infinity, silentMs = Infinity }: Pace,
): PassThrough {
  const { incoming } = env
  const body = bodyOf(env, signal)
  let [taken, silent, bytes] = [0, 0, 0]
  const count = (chunk: Uint8Array): void => {
    bytes += chunk.length
    silent = 0
  }
  const tick = Math.min(1000, ms / 100)
  const ticking = setInterval(() => {
    // While whoever reads holds it back, its sender is not slow; nor while this thread was busy elsewhere, of which ticks know nothing.
    if (body.writableNeedDrain || body.writableEnded) return
    taken += tick
    silent += tick
    const isSilent = silent >= silentMs
    if (!isSilent && taken < ms + (bytes / bytesPerSecond) * 1000) return
    const seconds = Math.round((isSilent ? silent : taken) / 1000)
    const what = isSilent
      ? `Nothing of the body came for ${seconds} seconds, and it is not whole`
      : `The body was not there within ${seconds} seconds`
    body.destroy(refuse('too-slow', `${what}; ${bytes} bytes of it came.`))
  }, tick)
  const over = (): void => {
    clearInterval(ticking)
    incoming.off('data', count)
  }
  // Also where its sender left, and nobody read on.
  incoming.on('data', count).once('close', over)
  body.once('close', over)
  return body
}

/**
 * Types that programs write without meaning them (`curl -d` the first); also all that a page of another origin can send without
 * asking first (the fetch standard's "CORS-safelisted request-header").
 */
const unmeant = /^(?:application\/x-www-form-urlencoded|text\/plain)\s*(?:;|$)/i

/**
 * Whether the body of a call is JSON though its type says something else. Credentials that a browser adds of its own accord,
 * which Basic's are, speak for nobody here: pages of other origins are refused before (hosts.ts), and these do not rely on it.
 */
function isJsonAllTheSame({ req }: Context<Env>, body: Uint8Array): boolean {
  if (!isCall(req.path) || !unmeant.test(req.header('content-type') ?? '')) return false
  if (/^basic\b/i.test(req.header('authorization') ?? '')) return false
  return /^\s*[[{]/.test(Buffer.from(body.subarray(0, 64)).toString('latin1'))
}

/**
 * Bounds every body that is read into memory: its size, the time it takes, and the bytes of all bodies that are there at once.
 * One whose type nobody tells is taken for JSON (RFC 9110 §8.3 leaves the guess to whoever reads), and so is one that begins as
 * JSON does under a type that nobody meant: nothing else is read by calls.
 * @throws Refusal 'too-large', 'invalid-input', 'too-slow', 'rate-limited', 'busy'
 */
export const boundedBody =
  (counts: Counts, deadline = deadlineMs): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { method, path } = c.req
    const declared = Number(c.req.header('content-length') ?? 0)
    const hasBody = declared > 0 || c.req.header('transfer-encoding') !== undefined
    if (method === 'GET' || method === 'HEAD' || !hasBody || isStreamed(method, path)) return next()
    if (declared > maxBytes) throw tooLarge()
    const room = roomFor(counts, c)
    try {
      const body = await wholeBody(c, room, deadline)
      const asJson = { 'content-type': 'application/json' }
      const headers = { ...asJson, ...c.req.header(), ...(isJsonAllTheSame(c, body) && asJson) }
      checkReadable(headers['content-type'], body)
      c.req.raw = new Request(c.req.url, { method, headers, body })
      await next()
    } finally {
      room.giveBack()
    }
  }

const tooLarge = (limit = maxBytes) =>
  refuse('too-large', `The body of this call may hold ${limit} bytes.`, { limit })

/** Refuses what would take far longer to read than its length lets expect. @throws Refusal 'too-large', 'invalid-input' */
function checkReadable(type: string, body: Uint8Array): void {
  if (form.test(type) && body.length > maxFormBytes) throw tooLarge(maxFormBytes)
  const found = json.test(type) ? beyond(body, ofJson) : null
  if (found === 'levels')
    throw refuse('invalid-input', `Too much of the body nests deeper than ${ofJson.levels} levels.`)
  if (found === 'parts') {
    const limit = ofJson.parts
    throw refuse('too-large', `The JSON of this call may hold ${limit} names, lists and objects.`, { limit })
  }
}

interface Room {
  /** Makes it so many bytes. */
  grow(bytes: number): void
  giveBack(): void
}

function roomFor(counts: Counts, c: Context<Env>): Room {
  const taken: (() => void)[] = []
  let size = 0
  return {
    grow(bytes) {
      taken.push(counts.take('body-bytes', c.get('caller'), bytes - size))
      size = bytes
    },
    giveBack: () => taken.forEach((free) => free()),
  }
}

const smallest = 16_384

/** A body in one piece of memory that doubles as it fills: of many tiny chunks nothing but their bytes stays. */
async function wholeBody(
  { env, var: { signal } }: Context<Env>,
  room: Room,
  deadline: number,
): Promise<Uint8Array<ArrayBuffer>> {
  signal.throwIfAborted()
  const { incoming } = env
  let body = new Uint8Array(0)
  let bytes = 0
  const add = (chunk: Uint8Array): void => {
    if (bytes + chunk.length > maxBytes) throw tooLarge()
    if (bytes + chunk.length > body.length) {
      const size = Math.max(smallest, body.length * 2, bytes + chunk.length)
      room.grow(size)
      const larger = new Uint8Array(size)
      larger.set(body)
      body = larger
    }
    body.set(chunk, bytes)
    bytes += chunk.length
  }
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      const seconds = deadline / 1000
      finish(
        refuse('too-slow', `The body was not there within ${seconds} seconds; ${bytes} bytes of it came.`),
      )
    }, deadline)
    const onData = (chunk: Buffer): void => {
      try {
        add(chunk)
      } catch (error) {
        finish(error as Error)
      }
    }
    const onEnd = (): void => finish()
    const onLeft = (): void => finish(signal.reason as Error)
    const finish = (error?: Error): void => {
      clearTimeout(late)
      incoming.off('data', onData).off('end', onEnd).off('error', finish).pause()
      signal.removeEventListener('abort', onLeft)
      if (error) reject(error)
      else resolve()
    }
    incoming.on('data', onData).once('end', onEnd).once('error', finish)
    signal.addEventListener('abort', onLeft)
  })
  return body.subarray(0, bytes)
}
