import { OpenAPIHono } from '@hono/zod-openapi'
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
  string,
  uint8Array,
} from 'fast-check'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Files, openFiles } from '#store/files/files.ts'
import type { Env } from './env.ts'
import { untilHungUp } from './hang-up.ts'
import { serverFor } from './listener.ts'
import { problemResponse, refusalIn } from './problem.ts'
import { uploadOf } from './upload.ts'

/** What is sent as a form, cut wherever the line cuts it, is kept as the file that was in it. */

let folder = ''
let files: Files
const app = new OpenAPIHono<Env>()
app.use(untilHungUp)
app.post('/', async (c) => {
  const { body, fileName, givesChunks } = await uploadOf(c)
  const { id } = await files.receive(body, { limit: 4_000_000, givesChunks })
  const kept = await buffer(await files.open(id))
  await files.remove(id)
  return c.body(new Uint8Array(kept), { headers: { 'x-name': encodeURIComponent(fileName) } })
})
app.onError((error, c) => problemResponse(refusalIn(c.var.signal.reason) ?? error, ''))
const server = serverFor(app)
/** Who wants the connection closed with the answer gets no time to send the rest. */
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-upload-'))
  files = await openFiles({ dir: folder, clock: Date.now, minFreeBytes: 0 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  agent.destroy()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function answerTo(
  type: string,
  pieces: readonly Uint8Array[],
): Promise<{ body: Buffer; name: string; status: number | undefined }> {
  const { port } = server.address() as AddressInfo
  const asking = request({ port, method: 'POST', headers: { 'content-type': type }, agent })
  // Its answer may come before all of it is sent.
  asking.on('error', () => undefined)
  asking.setNoDelay(true)
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>
  for (const piece of pieces) {
    asking.write(piece)
    await new Promise((turn) => setImmediate(turn))
  }
  asking.end()
  const [answer] = await answered
  const body = await buffer(answer)
  return { body, name: decodeURIComponent(String(answer.headers['x-name'])), status: answer.statusCode }
}

async function sent(type: string, pieces: readonly Uint8Array[]) {
  const answer = await answerTo(type, pieces)
  expect(answer.status, answer.body.toString()).toBe(200)
  return answer
}

const boundary = '----bound'
/** What might be taken for the end of a part (RFC 2046 §5.1.1), and so much that it is written while the rest still comes. */
const tricks = ['\r\n', '\r\n--', '--', '\r', '\n', `--${boundary}`]
const beginnings = Array.from(boundary, (_, length) => `\r\n--${boundary.slice(0, length)}`)
const filler = new Uint8Array(700_000).fill(120)
const segments = array(
  oneof(
    { weight: 4, arbitrary: uint8Array({ maxLength: 200 }) },
    {
      weight: 8,
      arbitrary: constantFrom(...tricks, ...beginnings).map((text) => new TextEncoder().encode(text)),
    },
    { weight: 1, arbitrary: constant(filler) },
  ),
  { maxLength: 30 },
).filter((parts) => {
  const bytes = Buffer.concat(parts)
  return (
    bytes.length < 4_000_000 && !bytes.includes(`\r\n--${boundary}`) && bytes.indexOf(`--${boundary}`) !== 0
  )
})

/** The pieces, some of them cut once more. */
const cutMore = (pieces: readonly Uint8Array[], cuts: readonly number[]): Uint8Array[] =>
  pieces.flatMap((piece, index) => {
    const at = (cuts[index] ?? 0) % (piece.length + 1)
    return [piece.subarray(0, at), piece.subarray(at)].filter(({ length }) => length > 0)
  })

test('a file in a form is kept byte for byte, whatever is in it and wherever it is cut', async () => {
  const shape = record({
    parts: segments,
    notes: array(string({ maxLength: 40 }), { maxLength: 3 }),
    cuts: array(nat(), { maxLength: 30 }),
  })
  await assert(
    asyncProperty(shape, async ({ parts, notes, cuts }) => {
      const fields = notes.map(
        (text) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="note"\r\n\r\n${text.replaceAll('-', '')}\r\n`,
      )
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\nContent-Type: text/csv\r\n\r\n`
      const form = [Buffer.from(fields.join('') + head), ...parts, Buffer.from(`\r\n--${boundary}--\r\n`)]
      const { body, name } = await sent(`multipart/form-data; boundary=${boundary}`, cutMore(form, cuts))
      expect([name, body.equals(Buffer.concat(parts))]).toEqual(['list.csv', true])
    }),
    { numRuns: 100 },
  )
})

test('so is what is sent as it is', async () => {
  await assert(
    asyncProperty(segments, array(nat(), { maxLength: 30 }), async (parts, cuts) => {
      const { body } = await sent('text/plain', cutMore(parts, cuts))
      expect(body.equals(Buffer.concat(parts))).toBe(true)
    }),
    { numRuns: 100 },
  )
})

const ids = async (): Promise<string[]> => {
  const found: string[] = []
  for await (const id of files.ids()) found.push(id)
  return found
}

test.each(['text/plain', `multipart/form-data; boundary=${boundary}`])(
  'of what stands still before it is whole (%s) nothing is kept, and its sender is told why',
  async (type) => {
    const impatient = serverFor(app, { patience: { stalled: 500, linger: 5000 } }).listen(0, '127.0.0.1')
    await once(impatient, 'listening')
    const { port } = impatient.address() as AddressInfo
    const asking = request({ port, method: 'POST', headers: { 'content-type': type }, agent: false })
    asking.on('error', () => undefined)
    asking.write(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n8.8.8.8`,
    )
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    const text = String(await buffer(answer))
    expect([answer.statusCode, text]).toEqual([408, expect.stringContaining('Nothing of the body came')])
    expect(await ids()).toEqual([])
    asking.destroy()
    await new Promise((closed) => impatient.close(closed))
  },
)

describe('a form brings one list', () => {
  const part = (field: string, content: string, fileName?: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n${content}\r\n`
  const answered = (parts: readonly string[]) =>
    answerTo(
      `multipart/form-data; boundary=${boundary}`,
      // Each by itself: the first is read when the others come.
      [...parts, `--${boundary}--\r\n`].map((text) => Buffer.from(text)),
    )

  test.each([
    ['a second file', [part('file', 'first', 'a.txt'), part('file', 'second', 'b.txt')]],
    ['a file in another field', [part('file', 'first', 'a.txt'), part('more', 'second', 'b.txt')]],
    ['a text beside it', [part('file', 'first', 'a.txt'), part('text', 'second')]],
    ['a file beside a text', [part('text', 'first'), part('file', 'second', 'b.txt')]],
    ['a second text', [part('text', 'first'), part('text', 'second')]],
    ['a second large file', [part('file', 'x'.repeat(3_000_000), 'a.txt'), part('file', 'second', 'b.txt')]],
  ])('%s is refused in words, and nothing is kept', async (_name, parts) => {
    const { status, body } = await answered(parts)
    expect([status, body.toString()]).toEqual([400, expect.stringContaining('one file is expected')])
    expect(await ids()).toEqual([])
  })

  test('more fields than are read are refused, wherever the list is', async () => {
    const many = Array.from({ length: 30 }, (_, at) => part(`note${at}`, 'x'))
    for (const parts of [
      [part('file', 'first', 'a.txt'), ...many],
      [...many, part('file', 'last', 'a.txt')],
    ]) {
      const { status, body } = await answered(parts)
      expect([status, body.toString()]).toEqual([400, expect.stringContaining('A form may have 20 fields')])
    }
    expect(await ids()).toEqual([])
  })

  test('a field "file" that nobody named is a text', async () => {
    const { body, name } = await answered([part('file', '8.8.8.8')])
    expect([body.toString(), name]).toEqual(['8.8.8.8', ''])
  })
})
