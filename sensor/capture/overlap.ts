import type { CaptureRecord } from '#packet/capture/record.ts'

/** By how much the times of one packet differ that two captures saw (milliseconds): each is given its own by the kernel. */
const spreadMs = 100
/** Headers and the beginning of what is said tell packets apart. */
const comparedBytes = 192
const mostKept = 50_000

/** What one capture handed over while the next was beginning, so that the next one leaves it out. */
export class Overlap {
  readonly #seen = new Map<string, number[]>()
  #last = 0
  #kept = 0

  add(record: CaptureRecord): void {
    this.#last = Math.max(this.#last, record.at)
    if (this.#kept >= mostKept) return
    this.#kept++
    const key = keyOf(record)
    const times = this.#seen.get(key)
    if (times) times.push(record.at)
    else this.#seen.set(key, [record.at])
  }

  /** Whether that was handed over before; each packet answers for one. */
  takes(record: CaptureRecord): boolean {
    const times = this.#seen.get(keyOf(record)) ?? []
    const at = times.findIndex((time) => Math.abs(time - record.at) < spreadMs)
    if (at >= 0) times.splice(at, 1)
    return at >= 0
  }

  /** Whether nothing so late can have been seen by the one before. */
  isOver(record: CaptureRecord): boolean {
    return record.at > this.#last + spreadMs
  }
}

const keyOf = ({ bytes, start, end, wireLength }: CaptureRecord): string =>
  `${wireLength} ${Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(end - start, comparedBytes)).toString('latin1')}`
