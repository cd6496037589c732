/**
 * Answers about addresses as they were written last, by the version of the document they were made from: an address that did not
 * change is sent again as it is. Those asked for longest ago are forgotten first.
 */
export interface Written {
  /** The bytes of an answer. `null` as the version: it is written each time. */
  json(version: string | null, write: () => unknown): Uint8Array<ArrayBuffer>
}

/** Bytes kept at most. */
const maxKept = 8 * 2 ** 20

export function openWritten(max = maxKept): Written {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()
  let bytes = 0

  const forget = (version: string, answer: Uint8Array): void => {
    kept.delete(version)
    bytes -= answer.length
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
      const answer = encoded(JSON.stringify(write()))
      if (version === null) return answer
      kept.set(version, answer)
      bytes += answer.length
      for (const [oldest, old] of kept) {
        if (bytes <= max) break
        forget(oldest, old)
      }
      return answer
    },
  }
}

/** No slice of the pool, which would stay as a whole for as long as one answer is kept. */
function encoded(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(Buffer.byteLength(text)))
  bytes.write(text)
  return bytes
}
