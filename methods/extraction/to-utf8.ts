/**
 * Text as UTF-8 bytes, whatever it comes as: UTF-8, or UTF-16 of either byte order (RFC 2781), which a mark at its beginning says, or
 * else the zeros that every second byte of Latin text is. Marks are left out.
 */
export class ToUtf8 {
  /** The first bytes, until they tell what follows. */
  #head: Uint8Array | null = new Uint8Array(headLength)
  #headFilled = 0
  #decoder: TextDecoder | null = null
  readonly #forward: (bytes: Uint8Array) => void

  constructor(forward: (bytes: Uint8Array) => void) {
    this.#forward = forward
  }

  push(chunk: Uint8Array): void {
    let rest = chunk
    if (this.#head) {
      const part = chunk.subarray(0, headLength - this.#headFilled)
      this.#head.set(part, this.#headFilled)
      this.#headFilled += part.length
      if (this.#headFilled < headLength) return
      this.#recognise()
      rest = chunk.subarray(part.length)
    }
    this.#decode(rest)
  }

  end(): void {
    this.#recognise()
    if (this.#decoder) this.#forward(encoder.encode(this.#decoder.decode()))
  }

  #recognise(): void {
    if (!this.#head) return
    const head = this.#head.subarray(0, this.#headFilled)
    this.#head = null
    const encoding = encodingOf(head)
    if (encoding !== 'utf-8') this.#decoder = new TextDecoder(encoding)
    const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf
    this.#decode(marked ? head.subarray(3) : head)
  }

  #decode(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (!this.#decoder) this.#forward(bytes)
    // A part of a time: what is decoded takes four times the room.
    else
      for (let from = 0; from < bytes.length; from += partLength)
        this.#forward(
          encoder.encode(this.#decoder.decode(bytes.subarray(from, from + partLength), { stream: true })),
        )
  }
}

const headLength = 64
const partLength = 65_536
const encoder = new TextEncoder()

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** What the first bytes of a text say about the others. */
function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const pairs = head.length >> 1
  let [even, odd] = [0, 0]
  for (let at = 0; at < pairs * 2; at += 2) {
    if (head[at] === 0) even++
    if (head[at + 1] === 0) odd++
  }
  if (odd > 0 && odd * 2 >= pairs && even === 0) return 'utf-16le'
  return even > 0 && even * 2 >= pairs && odd === 0 ? 'utf-16be' : 'utf-8'
}
