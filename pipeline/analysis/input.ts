import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { refuse } from '#model/errors.ts'
import type { Growth } from './growth.ts'
import { type Compression, compressionOf, decompress } from '#packet/capture/decompress.ts'

/** What a stored content is, by its first bytes. */
export type Content = 'text' | 'capture' | 'pdf'

export interface Input extends Listed {
  /** The thread reads other lists after this one: a file that nobody read to its end would stay open with it. */
  close(): Promise<unknown>
}

/** A list that is read. */
export interface Listed {
  content: Content
  /** Bytes as they are unpacked, from the first on. */
  plain: AsyncIterable<Uint8Array>
  /** Bytes of the file that were read. */
  read(): number
}

/** Bytes that a packed list may unfold to. */
const maxPlain = 512 * 2 ** 20
const chunkBytes = 1 << 18
/** Of these the first ones are looked at. */
const headBytes = 512

const unsupported = (reason: string) => refuse('unsupported-media', `File type not supported: ${reason}`)

/** Opens a file and tells what it holds. @throws Refusal 'unsupported-media' for archives and what is neither text nor capture */
export async function openInput(path: string, coming?: Coming): Promise<Input> {
  let read = 0
  async function* file(): AsyncGenerator<Uint8Array> {
    const chunks = coming
      ? whileItComes(path, coming)
      : (createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>)
    for await (const chunk of chunks) {
      read += chunk.length
      yield chunk
    }
  }
  const bytes = file()
  const close = () => bytes.return(undefined)
  try {
    const outer = await peek(bytes)
    const packed = compressionOfHead(outer.head)
    const inner = packed === 'none' ? outer : await peek(bounded(decompress(outer.all, packed, broken)))
    if (packed !== 'none' && compressionOfHead(inner.head) !== 'none')
      throw unsupported('it is packed twice. Send what is in it.')
    return { content: contentOf(inner.head), plain: inner.all, read: () => read, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A content that is still coming. */
interface Coming {
  /** Where it lies until it is whole. */
  at: string
  growth: Growth
}

/** What is there of a file is read, and then what came meanwhile, until it is whole. */
async function* whileItComes(path: string, { at, growth }: Coming): AsyncGenerator<Uint8Array> {
  // It may have become whole before this thread had begun.
  const file = await open(at, 'r').catch(() => open(path, 'r'))
  try {
    let [read, there]: [number, number] = [0, 0]
    for (;;) {
      if (read === there) {
        const now = await growth.beyond(read)
        if (now === read) return
        there = now
      }
      const size = Math.min(chunkBytes, there - read)
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, read)
      if (bytesRead === 0) throw new Error('A list that was read while it came is shorter than was said.')
      read += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** What came before the damage is a part of the list, and nobody could tell. */
function broken(): never {
  throw unsupported('it is packed, and cannot be unpacked to its end.')
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of bytes) {
    total += chunk.length
    if (total > maxPlain)
      throw refuse(
        'too-large',
        `Unpacked the list is larger than ${maxPlain / 2 ** 20} MiB: send it in parts.`,
      )
    yield chunk
  }
}

async function peek(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let length = 0
  while (length < headBytes) {
    const { value, done } = await iterator.next()
    if (done) break
    parts.push(value)
    length += value.length
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* parts
      for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value
    } finally {
      await iterator.return?.()
    }
  }
  return { head: Buffer.concat(parts).subarray(0, headBytes), all: all() }
}

const compressionOfHead = (head: Buffer): Compression =>
  head.length < 4 ? 'none' : compressionOf(head.readUInt32BE(0))

/** Of pcap both byte orders, microseconds and nanoseconds; of pcapng the section header. */
const captures: ReadonlySet<number> = new Set([0xa1b2c3d4, 0xd4c3b2a1, 0xa1b23c4d, 0x4d3cb2a1, 0x0a0d0d0a])

/** Archives and packed files that are not read: what is in them could be anything. */
const archives: readonly [name: string, magic: string, at: number][] = [
  ['a ZIP archive', 'PK\x03\x04', 0],
  ['an empty ZIP archive', 'PK\x05\x06', 0],
  ['a 7z archive', '7z\xbc\xaf\x27\x1c', 0],
  ['a RAR archive', 'Rar!', 0],
  ['packed by bzip2', 'BZh', 0],
  ['packed by xz', '\xfd7zXZ', 0],
  ['a tar archive', 'ustar', 257],
]

function contentOf(head: Buffer): Content {
  if (head.length >= 4 && captures.has(head.readUInt32BE(0))) return 'capture'
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf'
  const text = head.toString('latin1')
  const archive = archives.find(([, magic, at]) => text.startsWith(magic, at))
  if (archive) throw unsupported(`it is ${archive[0]}. Send what is in it.`)
  const isUtf16 = /^(?:\xff\xfe|\xfe\xff)/.test(text) || /^(?:[^\0]\0){4}|^(?:\0[^\0]){4}/.test(text)
  if (!isUtf16 && text.includes('\0')) throw unsupported('it is neither a text nor a capture.')
  return 'text'
}
