import { type DecoyEvent, eventComment, eventLimits, kindComment } from '#model/sensor/event.ts'
import { decoyProtocols } from '#model/sensor/profile.ts'
import { cut } from '../cut.ts'

/** What comments of one packet told. */
export interface Told {
  events: DecoyEvent[]
  /** It is of another program of the host: what is said to it is no attack. */
  ofNetwork: boolean
  /** Comments and events of which nothing could be made. */
  unreadable: number
}

/** It stands at packets of ports on which another program listens (docs/sensors.md). */
const networkComment = `${kindComment}network`

const protocolNames: ReadonlySet<unknown> = new Set(decoyProtocols)

/** Reads the comments of a packet that a sensor wrote; comments of others are nothing to us. It never throws. */
export function told(comments: readonly string[]): Told {
  const made: Told = { events: [], ofNetwork: false, unreadable: 0 }
  for (const comment of comments) {
    if (comment === networkComment) made.ofNetwork = true
    else if (comment.startsWith(eventComment)) read(comment.slice(eventComment.length), made)
  }
  return made
}

function read(json: string, made: Told): void {
  const list = listIn(json)
  if (list === null) {
    made.unreadable++
    return
  }
  for (const one of list) {
    const event = made.events.length < eventLimits.perFlow ? eventOf(one) : null
    if (event) made.events.push(event)
    else made.unreadable++
  }
}

function listIn(json: string): readonly unknown[] | null {
  try {
    const { events } = JSON.parse(json) as { events?: unknown }
    return Array.isArray(events) ? events : null
  } catch {
    return null
  }
}

function eventOf(value: unknown): DecoyEvent | null {
  if (typeof value !== 'object' || value === null) return null
  const { kind, at, protocol, ...of } = value as Record<string, unknown>
  if (typeof at !== 'number' || !protocolNames.has(protocol)) return null
  const head = { at, protocol: protocol as DecoyEvent['protocol'] }
  switch (kind) {
    case 'login':
      return isText(of.user) && isText(of.password) && typeof of.accepted === 'boolean'
        ? { kind, ...head, user: fact(of.user), password: fact(of.password), accepted: of.accepted }
        : null
    case 'command':
      return isText(of.text) ? { kind, ...head, text: fact(of.text) } : null
    case 'link':
      return isText(of.url) ? { kind, ...head, url: fact(of.url) } : null
    case 'clear':
      return isBase64(of.bytes) ? { kind, ...head, bytes: of.bytes } : null
    default:
      return null
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Base64 of at most `eventLimits.clearBytes` (RFC 4648 §4). */
const isBase64 = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= Math.ceil(eventLimits.clearBytes / 3) * 4 &&
  value.length % 4 === 0 &&
  /^[A-Za-z\d+/]*={0,2}$/.test(value)

const fact = (text: string): string => cut(text, eventLimits.text)
