import { openCapture } from '../capture/open.ts'
import type { CaptureRecord, RecordSink } from '../capture/record.ts'
import { Decoder } from '../layers/decode.ts'
import { WaitingFragments } from './fragments.ts'
import type { WantedFlows } from './wanted.ts'

/**
 * Reads a capture and hands out what `encode` makes of the packets of some conversations, in its order, a batch for each chunk read:
 * those that dissect() counts to them, with the fragments they were made of. Memory does not grow with the capture. `encode` gets a
 * record that is reused.
 * @throws Refusal 'unreadable-capture' for what is none, and what the source throws
 */
export async function* selectPackets<Encoded>(
  source: AsyncIterable<Uint8Array>,
  wanted: WantedFlows,
  encode: (record: CaptureRecord) => readonly Encoded[],
): AsyncGenerator<readonly Encoded[]> {
  const selection = new Selection(wanted, encode)
  const { reader, plain } = await openCapture(source, selection, () => undefined)
  for await (const chunk of plain) {
    reader.push(chunk)
    yield selection.take()
  }
  reader.end()
  yield selection.take()
}

class Selection<Encoded> implements RecordSink {
  readonly #encode: (record: CaptureRecord) => readonly Encoded[]
  readonly #decoder: Decoder
  #encoded: Encoded[] = []
  readonly #waiting = new WaitingFragments()
  #isWanted = false
  /** Of the frame that is read: the datagram whose part it is, and whether it is the last. */
  #datagram: string | null = null
  #isLast = false

  constructor(wanted: WantedFlows, encode: (record: CaptureRecord) => readonly Encoded[]) {
    this.#encode = encode
    this.#decoder = new Decoder({
      skip: () => undefined,
      found: (cursor) => void (this.#isWanted ||= wanted.has(cursor)),
      fragment: (datagram) => void (this.#datagram = datagram),
      whole: (datagram) => {
        this.#datagram = datagram
        this.#isLast = true
      },
    })
  }

  record(record: CaptureRecord): void {
    this.#isWanted = this.#isLast = false
    this.#datagram = null
    this.#decoder.frame(record)
    const datagram: string | null = this.#datagram
    if (datagram !== null && !this.#isLast) this.#waiting.add(datagram, record)
    const before = datagram !== null && this.#isLast ? this.#waiting.take(datagram) : []
    if (!this.#isWanted) return
    for (const each of [...before, record]) this.#encoded.push(...this.#encode(each))
  }

  skip(): void {}

  take(): readonly Encoded[] {
    const encoded = this.#encoded
    this.#encoded = []
    return encoded
  }
}
