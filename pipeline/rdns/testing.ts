import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** A name server on loopback that answers what a test says (RFC 1035 §4), over UDP. */
export interface TestNames {
  /** As node:dns takes it. */
  server: string
  /** Every question, as "PTR 1.2.0.192.in-addr.arpa". */
  asked: string[]
  close(): Promise<void>
}

/** Names as lists of labels of raw bytes, so that hostile ones can be said. "silence" never answers, "refused" says so. */
export type TestAnswer = readonly (readonly string[])[] | readonly string[] | 'none' | 'refused' | 'silence'

const types: Record<number, string> = { 1: 'A', 12: 'PTR', 28: 'AAAA' }

export async function openTestNames(answers: (question: string) => TestAnswer): Promise<TestNames> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (message, from) => {
    const { name, type, end } = readQuestion(message)
    const question = `${types[type] ?? type} ${name}`
    asked.push(question)
    const answer = answers(question)
    if (answer === 'silence') return
    const records = typeof answer === 'string' ? [] : answer.map((value) => record(type, value))
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    // Response, recursion desired and available; NXDOMAIN (3) or REFUSED (5).
    header.writeUInt16BE(0x8180 | (answer === 'none' ? 3 : answer === 'refused' ? 5 : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    socket.send(Buffer.concat([header, message.subarray(12, end), ...records]), from.port, from.address)
  })
  await new Promise<void>((ready) => socket.bind(0, '127.0.0.1', ready))
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((closed) => socket.close(() => closed())),
  }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function record(type: number, value: string | readonly string[]): Buffer {
  const data = typeof value === 'string' ? address(value) : named(value)
  const head = Buffer.alloc(12)
  // A pointer to the question's name (§4.1.4), class IN, a minute to live.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const named = (labels: readonly string[]): Buffer =>
  Buffer.concat([
    ...labels.flatMap((label) => {
      const bytes = Buffer.from(label, 'utf8')
      return [Buffer.from([bytes.length]), bytes]
    }),
    Buffer.from([0]),
  ])

/** Dotted quads, or 16 bytes of an IPv6 address as 32 hex digits. */
const address = (text: string): Buffer =>
  text.includes('.') ? Buffer.from(text.split('.').map(Number)) : Buffer.from(text, 'hex')
