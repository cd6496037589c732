import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Certificates } from '../decoys/certificate/certificates.ts'
import { emulations } from '../decoys/protocols/table.ts'
import type { Setting } from '../decoys/teller.ts'
import { conversationInMemory } from './in-memory.ts'
import { answerBytes, type Rehearsed } from './rehearsed.ts'
import { questionsFor } from './questions.ts'

/** Milliseconds of silence after which an answer is over, and that one may take in all. */
const [silenceMs, mostMs] = [15, 500]

/** Talks with a decoy over a stream in memory. */
export async function askOverTcp(
  setting: Setting,
  certificates: Certificates,
): Promise<Pick<Rehearsed, 'heard' | 'certificate' | 'problems'>> {
  const { visitor, end } = conversationInMemory(setting, certificates)
  const { protocol, tls } = setting.port
  const isSecure = emulations[protocol].isSecure === true || tls === true
  const client = isSecure ? secured(visitor) : visitor
  try {
    return await talked(client, setting, isSecure)
  } finally {
    client.destroy()
    end()
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
