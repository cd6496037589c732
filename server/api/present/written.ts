import { gzipSync } from 'node:zlib'

/**
 * Answers about addresses as they were written last, by the version of the document they were made from: an address that did not
 * change is sent again as it is. Those asked for longest ago are forgotten first.
 */
export interface Written {
  /** `null` as the version: it is written each time. */
  json(version: string | null, write: () => string): WrittenAnswer
}

export interface WrittenAnswer {
  readonly text: string
  /** The same packed, which is done when somebody asks for it first. */
  gzip(): Buffer
}

/** Letters and packed bytes kept at most. */
const maxKept = 8 * 2 ** 20

/** Of some kilobytes the quickest level takes half the time of the usual one, and a twentieth more bytes. */
const quickly = { level: 1 }

interface Kept extends WrittenAnswer {
  size: number
}

export function openWritten(max = maxKept): Written {
  const kept = new Map<string, Kept>()
  let size = 0

  const grow = (by: number): void => {
    size += by
    for (const [version, old] of kept) {
      if (size <= max) return
      kept.delete(version)
      size -= old.size
    }
  }

  return {
    json(version, write) {
      const known = version === null ? undefined : kept.get(version)
      if (version !== null && known) {
        // Written anew, so that the order of the map is that of asking.
        kept.delete(version)
        kept.set(version, known)
        return known
      }
      const text = write()
      let packed: Buffer | null = null
      const answer: Kept = {
        text,
        size: text.length,
        gzip() {
          if (packed) return packed
          packed = gzipSync(text, quickly)
          if (version !== null && kept.get(version) === answer) {
            answer.size += packed.length
            grow(packed.length)
          }
          return packed
        },
      }
      if (version !== null) {
        kept.set(version, answer)
        grow(answer.size)
      }
      return answer
    },
  }
}
