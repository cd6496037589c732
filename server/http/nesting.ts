const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

export interface JsonBounds {
  /** How deep arrays and objects may stand, and how many may stand deeper. */
  levels: number
  deeper: number
  /** How many names, arrays and objects there may be. */
  parts: number
}

/** The first bound that a JSON text (RFC 8259) is beyond, without reading it. */
export function beyond(json: Uint8Array, { levels, deeper, parts }: JsonBounds): 'levels' | 'parts' | null {
  let depth = 0
  let deep = 0
  let found = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isText) {
      // What an escape stands before ends no text.
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openArray || byte === openObject) {
      if (++depth > levels && ++deep > deeper) return 'levels'
      if (++found > parts) return 'parts'
    } else if (byte === closeArray || byte === closeObject) depth--
    else if (byte === colon && ++found > parts) return 'parts'
  }
  return null
}
