import { refuse } from '#model/errors.ts'
import { type Compression, compressionOf, decompress } from './decompress.ts'
import { limits } from '../limits.ts'
import { isPcap, PcapReader } from './pcap.ts'
import { isPcapng, PcapngReader } from './pcapng.ts'
import type { CaptureReader, RecordSink } from './record.ts'
import { u32 } from './window.ts'

export interface OpenCapture {
  reader: CaptureReader
  compression: Compression
  /** The uncompressed bytes, from the first one on. */
  plain: AsyncIterable<Uint8Array>
}

const magicBytes = 4

/**
 * Finds out by content what a stream of bytes is. `sink` gets the records once `plain` is pushed into `reader`.
 * Throws `unreadable-capture` when it is neither pcap nor pcapng, plain or compressed.
 */
export async function openCapture(
  source: AsyncIterable<Uint8Array>,
  sink: RecordSink,
  broken: (reason: 'broken-compression' | 'too-long') => void,
  { plainLimit = limits.plainBytes, isOfSensor = false }: { plainLimit?: number; isOfSensor?: boolean } = {},
): Promise<OpenCapture> {
  const outer = await peek(source)
  const compression = outer.magic === null ? 'none' : compressionOf(outer.magic)
  const inner =
    compression === 'none'
      ? outer
      : await peek(
          within(
            plainLimit,
            decompress(outer.bytes, compression, () => broken('broken-compression')),
            () => broken('too-long'),
          ),
        )
  const reader = inner.magic === null ? null : readerFor(inner.magic, sink, isOfSensor)
  if (reader) return { reader, compression, plain: inner.bytes }
  await inner.close()
  throw refuse('unreadable-capture', unreadable(inner.magic, compression))
}

/** The first `limit` bytes in whole chunks; `over` is called when there are more. */
async function* within(
  limit: number,
  bytes: AsyncIterable<Uint8Array>,
  over: () => void,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of bytes) {
    read += chunk.length
    if (read > limit) return over()
    yield chunk
  }
}

function readerFor(magic: number, sink: RecordSink, isOfSensor: boolean): CaptureReader | null {
  if (isPcap(magic)) return new PcapReader(sink)
  return isPcapng(magic) ? new PcapngReader(sink, isOfSensor) : null
}

function unreadable(magic: number | null, compression: Compression): string {
  const where = compression === 'none' ? 'The file' : `The ${compression} stream`
  if (magic === null) return `${where} is shorter than the ${magicBytes} bytes that tell a capture's format.`
  const shown = magic.toString(16).padStart(8, '0')
  return `${where} begins with ${shown}, which is neither pcap nor pcapng (plain, gzip or zstd).`
}

/** The first four bytes as a big-endian number (null when there are fewer), and the whole stream again. */
async function peek(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  const head: Uint8Array[] = []
  let length = 0
  while (length < magicBytes) {
    const { value, done } = await iterator.next()
    if (done) break
    head.push(value)
    length += value.length
  }
  const magic = length < magicBytes ? null : u32(Buffer.concat(head, length), 0, false)
  return {
    magic,
    bytes: again(head, iterator),
    // Of `bytes` nothing was read yet, so that ending it would not end what it reads.
    close: async () => void (await iterator.return?.()),
  }
}

async function* again(head: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* head
    for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value
  } finally {
    await rest.return?.()
  }
}
