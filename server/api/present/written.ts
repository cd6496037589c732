import { gzipSync } from 'node:zlib'
import { quickly } from '../../http/encoding.ts'

/**
 * Answers about addresses as they were written last, by the version of the document they were made from: an address that did not
 * change is sent again as it is. What is asked for once is not kept: who goes through many addresses has nothing of it, and thousands of texts
 * that stay a while cost more than writing them. Those asked for longest ago are forgotten first.
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

/** Versions known to have been asked for, at most: a power of two. */
const maxAsked = 8192

interface Kept extends WrittenAnswer {
  size: number
}

/** FNV-1a, by letters. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5 | 0
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

export function openWritten(max = maxKept): Written {
  /** Half of what is kept was asked for since the other half was put aside: that one is forgotten when the first is full. */
  let [kept, older] = [new Map<string, Kept>(), new Map<string, Kept>()]
  /** By their hashes, each at the place that its own says: texts of all that is asked for once would be carried along for long. */
  const asked = new Int32Array(maxAsked)
  let size = 0

  function keep(version: string, answer: Kept): void {
    if (size + answer.size > max / 2 && size > 0) {
      older = kept
      kept = new Map()
      size = 0
    }
    if (answer.size > max / 2) return
    kept.set(version, answer)
    size += answer.size
  }

  /** Whether it was asked for before, as far as is known: it may be another of the same hash, which does no harm. */
  function isAskedAgain(version: string): boolean {
    const hash = hashOf(version)
    const place = hash & (maxAsked - 1)
    if (asked[place] === hash) return true
    asked[place] = hash
    return false
  }

  function answerOf(version: string | null, text: string): Kept {
    let packed: Buffer | null = null
    const answer: Kept = {
      text,
      size: text.length,
      gzip() {
        if (packed) return packed
        packed = gzipSync(text, quickly)
        answer.size += packed.length
        if (version !== null && kept.get(version) === answer) size += packed.length
        return packed
      },
    }
    return answer
  }

  return {
    json(version, write) {
      if (version === null) return answerOf(null, write())
      const known = kept.get(version)
      if (known) return known
      const old = older.get(version)
      if (old) {
        older.delete(version)
        keep(version, old)
        return old
      }
      const answer = answerOf(version, write())
      if (isAskedAgain(version)) keep(version, answer)
      return answer
    },
  }
}
