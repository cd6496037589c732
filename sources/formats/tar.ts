import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { SourceRefused } from '../refused.ts'

/**
 * Several files of a source in one body: POSIX tar, written and read as a stream. Only plain files; a name is for people and
 * parsers and is never a place on a disk.
 */
const block = 512
const maxEntries = 500_000

/** The files one after the other, each under its place in the list. A file that changes its size meanwhile is an error. */
export async function* packed(files: readonly { path: string }[]): AsyncGenerator<Uint8Array> {
  for (const [at, { path }] of files.entries()) {
    const { size } = await stat(path)
    yield headerOf(String(at), size)
    let sent = 0
    if (size > 0)
      for await (const chunk of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
        sent += chunk.length
        yield chunk
      }
    if (sent !== size) throw new SourceRefused(`${path} changed while it was read`)
    yield new Uint8Array(padding(size))
  }
  yield new Uint8Array(2 * block)
}

const padding = (size: number): number => (block - (size % block)) % block

function headerOf(name: string, size: number): Uint8Array {
  const header = Buffer.alloc(block)
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257, 'latin1')
  header.write(octal(sumOf(header), 6), 148)
  return header
}

const sumOf = (header: Uint8Array): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

/** Reads so many bytes as they come; at most what was asked for. */
function reading(body: AsyncIterable<Uint8Array>) {
  const source = body[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return async (max: number): Promise<Uint8Array> => {
    while (rest.length === 0) {
      const { done, value } = await source.next()
      if (done) return rest
      rest = value
    }
    const piece = rest.subarray(0, max)
    rest = rest.subarray(piece.length)
    return piece
  }
}

/**
 * The files in a tar, in order; each must be read before the next is asked for (what is left of it is passed over).
 * @throws SourceRefused for what is no tar, or was cut
 */
export async function* unpackedFiles(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<AsyncGenerator<Uint8Array>> {
  const some = reading(body)
  const exactly = async (bytes: number): Promise<Buffer> => {
    const pieces: Uint8Array[] = []
    for (let left = bytes; left > 0;) {
      const piece = await some(left)
      if (piece.length === 0) throw new SourceRefused('The tar was cut off.')
      pieces.push(piece)
      left -= piece.length
    }
    return Buffer.concat(pieces)
  }
  for (let entries = 0; entries < maxEntries; entries++) {
    const header = await exactly(block)
    if (header.every((byte) => byte === 0)) return
    const number = (from: number, to: number): number =>
      Number.parseInt(header.toString('latin1', from, to).replaceAll(/[\0 ]/g, ''), 8)
    const size = number(124, 136)
    if (number(148, 156) !== sumOf(header) || !Number.isSafeInteger(size))
      throw new SourceRefused('The body is not a tar.')
    const kind = header.toString('latin1', 156, 157)
    // In an object, for two readers share it.
    const still = { left: size }
    const next = async (): Promise<Uint8Array> => {
      const piece = await some(still.left)
      if (piece.length === 0) throw new SourceRefused('The tar was cut off.')
      still.left -= piece.length
      return piece
    }
    // Folders, links and the like hold nothing for us.
    if (kind === '0' || kind === '\0')
      yield (async function* () {
        while (still.left > 0) yield await next()
      })()
    // Whoever reads may have had enough.
    while (still.left > 0) await next()
    await exactly(padding(size))
  }
  throw new SourceRefused(`The tar holds more than ${maxEntries} files.`)
}
