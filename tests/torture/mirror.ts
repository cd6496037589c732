import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { matches } from '#gnql/match.ts'
import type { Conversation } from '#model/session.ts'
import { pcap, type TimedFrame } from '#packet/build/pcap.ts'
import { openCapture } from '#packet/capture/open.ts'
import type { CaptureRecord } from '#packet/capture/record.ts'
import { dissect } from '#packet/dissect.ts'
import { chunked } from '#packet/testing/dissected.ts'
import { connection } from '#packet/testing/exchange.ts'
import { ruleDocument } from '#pipeline/tag/reading.ts'
import { analyzeRules } from '#pipeline/tag/analyze-rules.ts'
import { loadTags } from '#tags/load.ts'
import { tcp } from '#tags/proof/sketch.ts'
import { swapped } from './swap.ts'

export interface MirrorTorture {
  captures: number
  /** Captures dissected and tagged in all: as they are, with dropped packets, swapped, mirrored. */
  variants: number
  sessions: number
  /** Captures whole of which somebody was rightly called malicious. */
  accusing: number
  /** "capture, variant: address by tags" of those who sent nothing malicious. */
  wrong: string[]
}

/** Packets that are missing at the beginning. */
const drops = [1, 2, 3, 4, 5, 8, 13, 34]
const maxBytes = 16 * 1024 * 1024

const tags = loadTags()
const malicious = new Set(tags.filter(({ intention }) => intention === 'malicious').map(({ slug }) => slug))
const rules = analyzeRules(tags.filter(({ slug, count }) => malicious.has(slug) && !count))

interface Accused {
  source: string
  destination: string
  slugs: string[]
}

interface Frames {
  linkType: number
  frames: TimedFrame[]
}

/** Frames of a capture of one link type; null for what is none, holds several, or is too large for many variants. */
async function framesOf(path: string): Promise<Frames | null> {
  const found: Frames = { linkType: -1, frames: [] }
  let bytes = 0
  let whole = true
  const record = ({ bytes: all, start, end, at, linkType }: CaptureRecord): void => {
    if (found.linkType < 0) found.linkType = linkType
    bytes += end - start
    whole &&= linkType === found.linkType && bytes < maxBytes
    if (whole) found.frames.push({ at: Math.max(0, at), frame: all.slice(start, end) })
  }
  const { reader, plain } = await openCapture(createReadStream(path), { record, skip() {} }, () => {})
  for await (const chunk of plain) reader.push(chunk)
  reader.end()
  return whole && found.frames.length > 0 ? found : null
}

/**
 * Real captures, whole and as sensors meet them: with the first packets missing, with the ends of every packet swapped, and
 * with what each client said sent by its server instead. Nobody may become malicious who sent nothing malicious: with packets
 * missing nobody but who did whole; swapped, the others of those conversations; sent by servers, no client.
 */
export async function tortureMirror(paths: readonly string[]): Promise<MirrorTorture> {
  const result: MirrorTorture = { captures: 0, variants: 0, sessions: 0, accusing: 0, wrong: [] }
  for (const path of paths) {
    const captured = await framesOf(path).catch(() => null)
    if (!captured) continue
    result.captures++
    const { linkType, frames } = captured
    const whole = await read(pcap(frames, { linkType }), result)
    if (whole.accused.length > 0) result.accusing++
    const guilty = new Set(whole.accused.map(({ source }) => source))
    const judge = async (variant: string, bytes: Uint8Array, may: ReadonlySet<string>): Promise<void> => {
      for (const { source, slugs } of (await read(bytes, result)).accused)
        if (!may.has(source)) result.wrong.push(`${basename(path)}, ${variant}: ${source} by ${slugs.join()}`)
    }
    for (const drop of drops)
      if (drop < frames.length)
        await judge(`first ${drop} missing`, pcap(frames.slice(drop), { linkType }), guilty)
    const turned = swapped(frames, linkType)
    // What stays as it is (tunnels, other links) accuses whom it accused.
    const peers = new Set(whole.accused.map(({ destination }) => destination))
    await judge('ends swapped', pcap(turned.frames, { linkType }), turned.whole ? peers : peers.union(guilty))
    await judge('said by servers', pcap(saidByServers(whole.conversations)), new Set())
  }
  return result
}

/** Each connection anew, in which the server says what the client said. */
function saidByServers(conversations: readonly Conversation[]): TimedFrame[] {
  const spoken = conversations.filter(
    ({ transport, sourcePayload }) => transport === 'tcp' && sourcePayload.length > 0,
  )
  return spoken.slice(0, 2000).flatMap(({ sourcePayload, destination }, index) =>
    connection('', Buffer.from(sourcePayload).toString('latin1'), {
      sourcePort: 10_000 + index,
      destinationPort: destination.port,
    }),
  )
}

async function read(
  bytes: Uint8Array,
  result: MirrorTorture,
): Promise<{ accused: Accused[]; conversations: Conversation[] }> {
  const accused: Accused[] = []
  const conversations: Conversation[] = []
  result.variants++
  await dissect(chunked(bytes), (batch) => {
    for (const conversation of batch) {
      conversations.push(conversation)
      result.sessions++
      const document = ruleDocument({ ...tcp(0), ...conversation })
      const slugs = rules.filter(({ predicate }) => matches(predicate, document)).map(({ slug }) => slug)
      if (slugs.length > 0)
        accused.push({ source: conversation.source.ip, destination: conversation.destination.ip, slugs })
    }
  })
  return { accused, conversations }
}
