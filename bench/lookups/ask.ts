import { connect } from 'node:net'

export interface Asked {
  /** Of the clock, from the first question to the last answer. */
  seconds: number
  /** Answers by status. */
  statuses: Map<number, number>
  /** Of all bodies as sent. */
  bytes: number
}

/**
 * Asks for each path once, over so many connections side by side, each its next question when its last was answered. Questions
 * are written, and answers read, by hand: a client of its own cost would hide the server's.
 */
export async function ask(
  url: string,
  paths: readonly string[],
  {
    connections,
    key,
    headers = {},
    cookies = [],
    keys = [key],
  }: {
    connections: number
    key: string
    headers?: Record<string, string>
    /** One after the other, a question each; without any none is sent. */
    cookies?: readonly string[]
    /** The same of keys, in the place of `key`; "" is none. */
    keys?: readonly string[]
  },
): Promise<Asked> {
  const { host, hostname, port } = new URL(url)
  const more = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const statuses = new Map<number, number>()
  let [next, bytes] = [0, 0]
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let rest: Buffer = Buffer.alloc(0)
      const send = (): void => {
        const [cookie, key] = [cookies[next % cookies.length], keys[next % keys.length]]
        const path = paths[next++]
        if (path === undefined) {
          socket.end()
          resolve()
        } else
          socket.write(
            `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nkey: ${key}\r\naccept: */*\r\n${more}${cookie === undefined ? '' : `cookie: ${cookie}\r\n`}\r\n`,
          )
      }
      socket.on('error', reject)
      socket.on('connect', send)
      socket.on('data', (chunk: Buffer) => {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
        const answer = wholeAnswer(rest)
        if (!answer) return
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        bytes += answer.bytes
        rest = rest.subarray(answer.end)
        send()
      })
    })
  const began = performance.now()
  await Promise.all(Array.from({ length: connections }, one))
  return { seconds: (performance.now() - began) / 1000, statuses, bytes }
}

/** The first answer, once all of it is there. @throws Error for one without a length */
function wholeAnswer(bytes: Buffer): { status: number; bytes: number; end: number } | null {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return null
  const text = bytes.toString('latin1', 0, head)
  const status = Number(text.slice(9, 12))
  const length = status === 304 ? '0' : /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
  if (length === undefined) throw new Error(`An answer has no length: ${text}`)
  const end = head + 4 + Number(length)
  return bytes.length < end ? null : { status, bytes: Number(length), end }
}
