import { AddressRows } from '#methods/extraction/address-rows.ts'
import { openCapture } from '#packet/capture/open.ts'
import type { CaptureRecord } from '#packet/capture/record.ts'
import { Decoder } from '#packet/layers/decode.ts'

/**
 * The addresses of a capture: of each packet whose headers can be read the two ends; the line of an address is the number of the first
 * packet it stood in. @throws Refusal 'unreadable-capture'
 */
export async function readPackets(
  plain: AsyncIterable<Uint8Array>,
  rows: AddressRows,
  onChunk: () => void,
): Promise<void> {
  let packet = 0
  const words = new Uint32Array(4)
  const decoder = new Decoder({
    skip: () => undefined,
    found({ addresses, sourceAt, destinationAt, addressLength }) {
      add(addresses, sourceAt, addressLength)
      add(addresses, destinationAt, addressLength)
    },
  })
  function add(bytes: Uint8Array, at: number, length: number): void {
    if (length === 4) return rows.addQuad(wordAt(bytes, at), packet)
    for (let part = 0; part < 4; part += 1) words[part] = wordAt(bytes, at + 4 * part)
    rows.add(words, 128, packet)
  }
  const sink = {
    record(record: CaptureRecord) {
      packet += 1
      decoder.frame(record)
    },
    skip: () => undefined,
  }
  const { reader, plain: bytes } = await openCapture(plain, sink, () => undefined)
  for await (const chunk of bytes) {
    reader.push(chunk)
    onChunk()
  }
  reader.end()
  rows.flush()
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
