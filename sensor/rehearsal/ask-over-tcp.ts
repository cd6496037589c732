import type { Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { defaultLimits } from '#model/sensor/protocol.ts'
import type { Certificates } from '../decoys/certificate/certificates.ts'
import type { FlowEnds } from '../decoys/interface.ts'
import { Connections } from '../decoys/listeners/connections.ts'
import { Conversation } from '../decoys/listeners/conversation.ts'
import { emulations } from '../decoys/protocols/table.ts'
import type { Setting } from '../decoys/teller.ts'
import { answerBytes, type Rehearsed } from './rehearsed.ts'
import { questionsFor } from './questions.ts'
import { scanner } from './scanner.ts'

/** Milliseconds of silence after which an answer is over, and that one may take in all. */
const [silenceMs, mostMs] = [15, 500]

/** Talks with a decoy over a stream in memory: the conversation is that of a listener, and its socket none. */
export async function askOverTcp(
  setting: Setting,
  certificates: Certificates,
): Promise<Pick<Rehearsed, 'heard' | 'certificate' | 'problems'>> {
  const { port } = setting
  const [ours, theirs] = duplexPair()
  const emulation = emulations[port.protocol]
  const place = {
    ...setting,
    emulation,
    connections: new Connections(),
    limits: defaultLimits,
    secureContext: () => certificates.contextFor(port.options?.hostname),
  }
  const flow: FlowEnds = { ...scanner, transport: 'tcp', destinationPort: port.port }
  // It uses of a socket what every stream has.
  const decoy = new Conversation(place, flow, theirs as Duplex as Socket)
  theirs
    .on('data', (bytes: Buffer) => decoy.hear(bytes))
    .on('end', () => decoy.heardAll())
    .on('drain', () => decoy.drained())
    .on('error', () => undefined)
    .on('close', () => decoy.closed())
  ours.on('error', () => undefined)
  decoy.begin()
  const isSecure = emulation.isSecure === true || port.tls === true
  const client = isSecure ? secured(ours) : ours
  try {
    return await talked(client, setting, isSecure)
  } finally {
    client.destroy()
    theirs.destroy()
  }
}

/** Any certificate will do: it is looked at. */
const secured = (stream: Duplex): TLSSocket =>
  connectTls({ socket: stream, rejectUnauthorized: false }).on('error', () => undefined)

async function talked(
  client: Duplex,
  { port }: Setting,
  isSecure: boolean,
): Promise<Pick<Rehearsed, 'heard' | 'certificate' | 'problems'>> {
  const heard: Rehearsed['heard'] = []
  let parts: Buffer[] = []
  let last = performance.now()
  client.on('data', (bytes: Buffer) => {
    last = performance.now()
    parts.push(bytes)
  })
  const answer = async (asked: string): Promise<void> => {
    const began = performance.now()
    last = began
    const now = (): number => performance.now()
    while (now() - last < silenceMs && now() - began < mostMs && !client.destroyed) await pause(5)
    const all = Buffer.concat(parts).subarray(0, answerBytes)
    parts = []
    if (asked !== '' || all.length > 0) heard.push({ asked, answer: all })
  }
  if (isSecure) await shaken(client as TLSSocket)
  const certificate = isSecure ? certificateOf(client as TLSSocket) : null
  if (isSecure && certificate === null)
    return { heard, certificate, problems: ['No TLS connection came about.'] }
  await answer('')
  for (const { name, bytes } of questionsFor(port.protocol, 'tcp')) {
    if (client.destroyed || client.writableEnded) break
    client.write(bytes)
    await answer(name)
  }
  return { heard, certificate, problems: [] }
}

const shaken = (client: TLSSocket): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, mostMs)
    const done = (): void => {
      clearTimeout(late)
      resolve()
    }
    client.once('secureConnect', done).once('close', done)
  })

function certificateOf(client: TLSSocket): string | null {
  const { subject, valid_from: from, valid_to: to } = client.getPeerCertificate()
  return subject ? `CN=${subject.CN}, ${from} to ${to}, signed by itself` : null
}
