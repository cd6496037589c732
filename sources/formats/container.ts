import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { Networks } from '../ranges/canonical.ts'
import type { NameRows } from '../lookup-tables/rows.ts'

/**
 * A source as we keep it: one file that is whole or is not taken. Magic, length and checksum of the header, the header as
 * JSON, then sections, each padded to four bytes. Words lie as typed arrays have them on every machine Node runs on.
 */
const magic = 0x3153464e
const start = 12

const headerShape = z.object({
  format: z.literal(1),
  source: z.string(),
  rows: z.number().int().min(0),
  /** Milliseconds since 1970 UTC. */
  imported: z.number(),
  /** Where it came from: addresses, file names or a package. */
  from: z.array(z.string()),
  crc: z.number(),
  sections: z.array(z.tuple([z.string(), z.number().int().min(0)])),
})
export type SourceHeader = Omit<z.infer<typeof headerShape>, 'crc' | 'sections' | 'format'>

export type SourceContent = { kind: 'networks'; networks: Networks } | { kind: 'names'; names: NameRows }

const padded = (bytes: number): number => (bytes + 3) & ~3

export function packSource(header: SourceHeader, content: SourceContent): Uint8Array {
  const sections = sectionsOf(content)
  const body = new Uint8Array(sections.reduce((sum, [, bytes]) => sum + padded(bytes.byteLength), 0))
  let at = 0
  for (const [, bytes] of sections) {
    body.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), at)
    at += padded(bytes.byteLength)
  }
  const text = Buffer.from(
    JSON.stringify({
      ...header,
      format: 1,
      crc: crc32(body),
      sections: sections.map(([name, bytes]) => [name, bytes.byteLength]),
    }).padEnd(4),
  )
  const head = Buffer.concat([text, Buffer.alloc(padded(text.length) - text.length, ' ')])
  const words = new Uint32Array([magic, head.length, crc32(head)])
  return Buffer.concat([new Uint8Array(words.buffer), head, body])
}

function sectionsOf(content: SourceContent): [string, Uint8Array | Uint32Array][] {
  const lines = (texts: readonly string[]): Uint8Array => Buffer.from(texts.join('\n'))
  if (content.kind === 'names')
    return [
      ['keys', lines(content.names.keys)],
      ['names', lines(content.names.values)],
    ]
  const { starts4, tails4, starts6, tails6, values } = content.networks
  return [
    ['starts4', starts4],
    ['tails4', tails4],
    ['starts6', starts6],
    ['tails6', tails6],
    ['values', lines(values)],
  ]
}

/** The header of a file that begins with `bytes`; null when it is none of ours. */
export function readHeader(bytes: Buffer): (SourceHeader & { body: number }) | null {
  const read = headerOf(bytes)
  if (!read) return null
  const { source, rows, imported, from } = read.header
  return { source, rows, imported, from, body: read.body }
}

function headerOf(bytes: Buffer): { header: z.infer<typeof headerShape>; body: number } | null {
  if (bytes.length < start || bytes.readUInt32LE(0) !== magic) return null
  const body = start + bytes.readUInt32LE(4)
  const head = bytes.subarray(start, body)
  if (bytes.length < body || crc32(head) !== bytes.readUInt32LE(8)) return null
  const header = headerShape.safeParse(JSON.parse(head.toString('utf8')))
  return header.success ? { header: header.data, body } : null
}

/** What a file holds; null when it is cut, damaged or of another make. */
export function unpackSource(bytes: Buffer): { header: SourceHeader; content: SourceContent } | null {
  const read = headerOf(bytes)
  if (!read || crc32(bytes.subarray(read.body)) !== read.header.crc) return null
  const found = new Map<string, Buffer>()
  let at = read.body
  for (const [name, length] of read.header.sections) {
    found.set(name, bytes.subarray(at, at + length))
    at += padded(length)
  }
  const words = (name: string): Uint32Array => {
    // A copy lies on a word boundary, which a part of a file may not.
    const copy = new Uint8Array(found.get(name) ?? [])
    return new Uint32Array(copy.buffer, 0, copy.length >>> 2)
  }
  const lines = (name: string): string[] => {
    const text = found.get(name)?.toString('utf8') ?? ''
    return text === '' && read.header.rows === 0 ? [] : text.split('\n')
  }
  const { crc: _, sections: __, format: ___, ...header } = read.header
  return found.has('keys')
    ? { header, content: { kind: 'names', names: { keys: lines('keys'), values: lines('names') } } }
    : {
        header,
        content: {
          kind: 'networks',
          networks: {
            starts4: words('starts4'),
            tails4: words('tails4'),
            starts6: words('starts6'),
            tails6: words('tails6'),
            values: lines('values'),
          },
        },
      }
}
