/** A log in blocks of whole lines. */
export interface Block {
  bytes: Buffer
  /** Its first line is the rest of the last one of the block before, which was longer than a block may be. */
  isRest: boolean
}

export interface BlockLimits {
  /** Bytes that are collected before a block is handed on; a longer line comes in parts. */
  bytes: number
  /** Milliseconds after which a whole line is handed on, however little there is. */
  ms: number
}

const newline = 10

/** Never holds more than a block and a chunk of the input. */
export async function* blocksOf(
  input: AsyncIterable<Uint8Array>,
  { bytes: most, ms }: BlockLimits,
): AsyncGenerator<Block> {
  const iterator = input[Symbol.asyncIterator]()
  let held: Uint8Array[] = []
  let length = 0
  /** Of what is held the whole lines, and since when there is one. */
  let lines = 0
  let since = 0
  let isRest = false
  const take = (bytes: number): Block => {
    const all = Buffer.concat(held)
    const block = { bytes: all.subarray(0, bytes), isRest }
    const left = all.subarray(bytes)
    held = left.length > 0 ? [left] : []
    length = left.length
    isRest = bytes !== lines
    lines = 0
    return block
  }
  let next = iterator.next()
  try {
    for (;;) {
      const wait = since + ms - performance.now()
      const step = lines === 0 ? await next : wait > 0 ? await orLate(next, wait) : 'late'
      if (step === 'late') {
        yield take(lines)
        continue
      }
      if (step.done) break
      const chunk = step.value
      const end = chunk.lastIndexOf(newline) + 1
      if (end > 0) {
        if (lines === 0) since = performance.now()
        lines = length + end
      }
      held.push(chunk)
      length += chunk.length
      next = iterator.next()
      if (length >= most) yield take(lines > 0 ? lines : length)
    }
    if (length > 0) yield take(length)
  } finally {
    // Whoever leaves meanwhile closes the input.
    next.catch(() => undefined)
  }
}

/** What comes first. */
async function orLate<T>(next: Promise<T>, ms: number): Promise<T | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), ms)
  try {
    return await Promise.race([next, promise])
  } finally {
    clearTimeout(timer)
  }
}
